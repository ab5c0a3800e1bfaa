import { describe, expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import type { Command } from '../../src/app/command-kit/command.ts';
import { formatCommand } from '../../src/app/replies/verb-names.ts';
import { rulesets } from '../../src/systems/index.ts';
import { duel } from '../template/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const commands = buildCommands(rulesets);
const findCommand = (name: string) => commands.find(({ path }) => `/${path.join(' ')}` === name);

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))(
  'every verb and query of %s has one command or is left to /order',
  (id, ruleset) => {
    for (const name of [...Object.keys(ruleset.verbs), ...Object.keys(ruleset.queries)]) {
      const own = commands.filter(({ verb, systems }) => verb === name && systems?.includes(id));
      expect(own.map(({ path, hidden }) => [path, hidden === true])).toEqual([
        formatCommand(ruleset, name) === `/order verb:${name}`
          ? [[id, name], true]
          : [formatCommand(ruleset, name).slice(1).split(' '), false],
      ]);
    }
  },
);

test('a new rulebook’s verbs become commands by themselves', () => {
  const withDuel = buildCommands([duel]);
  expect(withDuel.find(({ path }) => path[0] === 'attack')?.options.map(({ name }) => name)).toContain('target');
});

describe('a verb of several rulebooks', () => {
  const optionsOf = (name: string, systems?: readonly string[]) => {
    const command = findCommand(name);
    return (
      (systems === undefined ? command : command?.forSystems?.(systems))?.options.map((option) => option.name) ?? []
    );
  };

  test('a server with one rulebook sees only its options and descriptions', () => {
    expect(optionsOf('/attack', ['skure'])).toEqual(['target', 'mode', 'as', 'rolls', 'dice']);
    expect(optionsOf('/attack')).toContain('section');
    expect(findCommand('/attack')?.forSystems?.(['skure'])?.summary).toBe(rulesets[0]?.verbs.attack?.summary);
    expect(findCommand('/attack')?.forSystems?.(['segment'])).toBeUndefined();
    expect(optionsOf('/declare', ['segment'])).not.toContain('timing');
  });

  test('each option has the same description in any order of rulebooks', () => {
    const backwards = buildCommands(rulesets.toReversed());
    const saysOf = (list: readonly Command[]) =>
      list
        .filter(({ systems }) => (systems?.length ?? 0) > 1)
        .flatMap(({ path, options }) =>
          options.map(({ name, description }) => `${path.join(' ')} ${name}: ${description}`),
        )
        .toSorted();
    expect(saysOf(backwards)).toEqual(saysOf(commands));
  });

  test('a battle suggests its own choices for options that differ between rulebooks', () => {
    const mode = findCommand('/attack')?.options.find(({ name }) => name === 'mode');
    expect(mode).toMatchObject({ kind: 'choice', varies: true });
    const own = findCommand('/attack')
      ?.forSystems?.(['skure'])
      ?.options.find(({ name }) => name === 'mode');
    expect(own).toMatchObject({ choices: ['melee', 'ranged'] });
    expect(own?.varies).toBeUndefined();
  });
});

test('a verb of another rulebook is answered with this rulebook’s command', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'straalara' });
  await must(table, 'ada', 'battle join', { preset: 'Ysolde', name: 'Ann', side: 'red' });
  await must(table, 'bob', 'battle join', { preset: 'Ysolde', name: 'Bob', side: 'blue' });
  const said = async (verb: string, input: Record<string, string>) => {
    const answer = await table.run('ada', verb, input);
    return answer.ok ? '' : table.sentence(answer.error, 'table');
  };
  const title = rulesets.find(({ id }) => id === 'straalara')?.title;
  const order = '/declare stance:… action:melee target:Bob';
  expect(await said('attack', { target: 'Bob' })).toBe(`${title} has no /attack; use ${order} instead.`);
  expect(await said('turn', { facing: 'N' })).toBe(`${title} has no /turn. /help shows what you can do now.`);
  await must(table, 'gm', 'battle start');
  expect(await said('attack', { target: 'Bob' })).toBe(
    `${title} has no /attack; use ${order} instead. What you can do now: /straalara initiative, /straalara intend or /straalara stance.`,
  );
  expect(await said('turn', { facing: 'N' })).toBe(
    `${title} has no /turn. What you can do now: /straalara initiative, /straalara intend or /straalara stance.`,
  );
});
