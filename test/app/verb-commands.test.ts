import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsFor } from '../../commands/index.ts';
import { typedAs } from '../../src/app/verb-command.ts';
import { rulesets } from '../../src/systems/index.ts';
import { duel } from '../template/index.ts';

const commands = commandsFor(rulesets);
const typed = (name: string) => commands.find(({ path }) => `/${path.join(' ')}` === name);

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))(
  'every verb and every free question of %s can be typed',
  (id, ruleset) => {
    const wanted = [
      ...Object.keys(ruleset.verbs).map((verb) => typedAs(ruleset, verb)),
      ...Object.keys(ruleset.queries).map((query) => `/${query}`),
    ];
    expect(wanted.filter((name) => !typed(name)?.systems?.includes(id))).toEqual([]);
  },
);

test('what several rulebooks share has a file with words that fit them all', () => {
  const names = rulesets.flatMap(({ verbs, queries }) => [
    ...Object.keys(verbs).filter((verb) => verbs[verb]?.role === 'player'),
    ...Object.keys(queries),
  ]);
  const shared = [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
  expect(shared).toContain('attack');
  expect(shared.filter((name) => !existsSync(new URL(`../../commands/${name}.ts`, import.meta.url)))).toEqual([]);
});

test('a new rulebook needs no file here: its verbs follow from it', () => {
  const withDuel = commandsFor([duel]);
  expect(withDuel.find(({ path }) => path[0] === 'attack')?.options.map(({ name }) => name)).toContain('target');
});
