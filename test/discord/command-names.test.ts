import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { formatCommand } from '../../src/app/replies/verb-names.ts';
import { slashCommands } from '../../src/discord/slash.ts';
import { rulesets } from '../../src/systems/index.ts';

const all = buildCommands(rulesets);
const commandsFor = (...systems: readonly string[]) => slashCommands(all, systems);
const namesFor = (...systems: readonly string[]) => commandsFor(...systems).map(({ name }) => name);

/** True if one name begins with the other, or both differ in one letter. */
const isConfusing = (a: string, b: string): boolean => {
  if (a.startsWith(b) || b.startsWith(a)) return true;
  return a.length === b.length && [...a].filter((letter, at) => letter !== b[at]).length === 1;
};

test('a server without a rulebook has 14 commands', () => {
  expect(namesFor().toSorted()).toEqual(
    [
      ...['battle', 'campaign', 'character', 'encounter', 'gm', 'help', 'learn'],
      ...['library', 'my', 'npc', 'order', 'roll', 'rule', 'undo'],
    ].toSorted(),
  );
});

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))(
  'a server with %s has at most 26 commands, and each verb has a command',
  (id, ruleset) => {
    expect(namesFor(id).length).toBeLessThanOrEqual(26);
    const paths = commandsFor(id).flatMap(({ name, options = [] }) => [
      `/${name}`,
      ...options.map((option) => `/${name} ${option.name}`),
    ]);
    for (const verb of [...Object.keys(ruleset.verbs), ...Object.keys(ruleset.queries)])
      expect(paths).toContain(formatCommand(ruleset, verb).replace(/^\/order verb:.*/, '/order'));
  },
);

test('a command has at most 25 subcommands, and all together have at most 262', () => {
  for (const { name, options = [] } of commandsFor(...rulesets.map(({ id }) => id)))
    expect(options.length, name).toBeLessThanOrEqual(25);
  const paths = new Set(all.filter(({ hidden }) => hidden !== true).map(({ path }) => path.join(' ')));
  expect(paths.size).toBeLessThanOrEqual(262);
});

test('no two command names differ by one letter, and no name is a prefix of another', () => {
  const names = namesFor(...rulesets.map(({ id }) => id));
  const pairs = names.flatMap((a, at) => names.slice(at + 1).map((b) => [a, b] as const));
  expect(pairs.filter(([a, b]) => isConfusing(a, b))).toEqual([]);
});
