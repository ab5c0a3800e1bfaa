import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { rulesets } from '../../src/systems/index.ts';
import { picker } from '../chance.ts';
import { type House, house } from './house.ts';
import { begun, mark } from './random-play.ts';

/** A running battle of two players and the GM's hidden combatant. */
const table = async (system: string): Promise<House> => {
  const there = house();
  await begun(there, system, picker(77));
  return there;
};

const textsReadBy = async (there: House, user: string | undefined): Promise<string> => {
  const told = await there.services.battles.logView('table', user);
  if (!told.ok) throw new Error(told.error.code);
  return JSON.stringify(told.value.filter(({ lines }) => lines.length > 0).map(({ number, lines }) => [number, lines]));
};

/** GM commands that affect all combatants, and those that affect the hidden ones only. */
const gmCommands = (corrections: readonly string[], term: string): readonly (readonly [string, CommandInput])[] => [
  // Setting the order of a hidden combatant may start a round, which everyone sees.
  ...corrections
    .filter((field) => field !== 'current')
    .flatMap((field) =>
      ['5', '0', 'none', 'D4', 'yes'].map(
        (value) => ['gm set', { field, who: `${mark} One`, value, reason: 'why not' }] as const,
      ),
    ),
  ['gm effect', { name: 'Hex', who: `${mark} One`, modifiers: `${term}=1`, rounds: 2 }],
  ['gm exception', { who: `${mark} One`, what: 'it may', modifiers: `${term}=1` }],
  ['gm exception', { deny: true, who: `${mark} One`, what: 'it may not' }],
  ['gm remove-effect', { who: `${mark} One`, name: 'Hex' }],
  ['gm control', { who: `${mark} One`, player: 'bob' }],
  ['my standing-orders', { kind: 'turn', answer: 'ask', as: `${mark} One` }],
  ['gm control', { who: `${mark} One` }],
  ['gm hide', { who: `${mark} One`, until: 'until-acts' }],
  ['undo', {}],
  ['gm redo', {}],
];

test.each(rulesets.map(({ id }) => id))(
  '%s: what the GM does to hidden combatants is not visible to players',
  async (system) => {
    const there = await table(system);
    const ruleset = rulesets.find(({ id }) => id === system);
    const ids = ['ada', 'eve', undefined];
    const before = await Promise.all(ids.map((user) => textsReadBy(there, user)));
    let done = 0;
    const heard: string[] = [];
    for (const [path, input] of gmCommands(
      Object.entries(ruleset?.corrections ?? {}).flatMap(([field, { scope }]) =>
        scope === 'combatant' ? [field] : [],
      ),
      Object.keys(ruleset?.modifiers ?? {})[0] ?? '',
    )) {
      const answer = await there.run('gm', path, input);
      if (!answer.ok) continue;
      done++;
      const where = `/${path} ${JSON.stringify(input)}`;
      if (answer.value.to === 'everyone')
        expect(JSON.stringify({ ...answer.value, aside: [] }), where).not.toMatch(
          new RegExp(`${mark}|somebody|why not`),
        );
      heard.push(where);
      // Public log lines stay until they are undone.
      if (heard.length % 10 === 0 || !path.startsWith('gm'))
        expect(await Promise.all(ids.map((user) => textsReadBy(there, user))), heard.splice(0).join('\n')).toEqual(
          before,
        );
    }
    expect(done).toBeGreaterThan(5);
  },
);

test.each(rulesets.map(({ id }) => id))('%s: GM commands for all name no hidden combatant', async (system) => {
  const there = await table(system);
  const term = Object.keys(rulesets.find(({ id }) => id === system)?.modifiers ?? {})[0] ?? '';
  for (const [path, input] of [
    ['gm effect', { name: 'Hex', who: 'all', modifiers: `${term}=1`, rounds: 1 }],
    ['gm exception', { who: 'all', what: 'they may', modifiers: `${term}=1` }],
    ['gm exception', { deny: true, who: 'all', what: 'they may not' }],
    ['gm remove-effect', { who: 'all', name: 'Hex' }],
  ] as const) {
    const answer = await there.run('gm', path, input);
    const shown = JSON.stringify(answer.ok ? { ...answer.value, aside: [] } : {});
    expect(shown, path).not.toMatch(new RegExp(`${mark}|somebody`));
  }
  for (const user of ['ada', 'eve', undefined]) expect(await textsReadBy(there, user)).not.toContain(mark);
});

test.each(rulesets.map(({ id }) => id))(
  '%s: no autocomplete list names hidden combatants or their side',
  async (system) => {
    const there = await table(system);
    for (const [path, option] of [
      ['my standing-orders', 'answer'],
      ['my standing-orders', 'kind'],
      ['my standing-orders', 'as'],
      ['npc add', 'side'],
      ['battle join', 'side'],
      ['battle log', 'combatant'],
      ['character stats', 'name'],
      ['gm effect', 'who'],
      ['gm remove-effect', 'name'],
      ['gm control', 'who'],
      ['gm hide', 'who'],
      ['gm reveal', 'who'],
      ['my answer', 'choice'],
    ] as const)
      for (const user of ['ada', 'eve'])
        expect(JSON.stringify(await there.complete(user, path, option)), `/${path} ${option}`).not.toContain(mark);
  },
);
