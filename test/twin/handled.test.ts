import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { isVisibleStateEqual } from './reveals.ts';
import { type Twin, twin } from './table.ts';
import { messagesFor } from './world.ts';

/** Commands whose answers must not differ. */
const queries: readonly (readonly [string, object])[] = [
  ...(['markdown', 'html', 'json'] as const).map((format) => ['battle export', { format }] as const),
  ...(['battle status', 'battle log', 'battle stats', 'gm effect', 'my view'] as const).map(
    (path) => [path, {}] as const,
  ),
  ['undo', { list: true }],
];
/** Fields by which the GM moves the turn to a combatant. */
const moving = ['current'];
/** Values of which each field takes at least one. */
const values = ['1', 'yes', 'none', 'D4', 'up'];

/** Begins the battle in both worlds, and seals or changes what a player may before the first turn. */
const begin = async (t: Twin): Promise<void> => {
  for (let steps = 0; steps < 12; steps += 1) {
    const { game } = await t.bare.battle();
    if (game.status !== 'setup') break;
    const [first] = game.expectedActions();
    if (first?.auto === undefined) await t.both('gm', 'battle start', {});
    else await t.both('gm', first.auto.verb, { ...first.auto.params, as: first.actor });
  }
  if (t.system === 'straalara') await t.both('bob', 'stance', { stance: 'mixed' });
};

/** What the GM does with the hidden combatant. */
const deeds = async ({ secret }: Twin): Promise<readonly (readonly [string, object])[]> => {
  const { corrections, modifiers, hasPlans } = (await secret.battle()).ruleset;
  const fields = Object.entries(corrections).flatMap(([field, { scope }]) => (scope === 'combatant' ? [field] : []));
  const chosen = someOf(
    fields.filter((field) => !moving.includes(field)),
    6,
  );
  const changes = `${Object.keys(modifiers)[0]}=1`;
  return [
    ...chosen.map((field) => ['gm set', { field }] as const),
    ['gm effect', { name: 'Marked', modifiers: changes }],
    ['gm effect', { name: 'Marked', modifiers: changes, rounds: 2 }],
    ['gm remove-effect', { name: 'Marked' }],
    ['gm plan', { order: 'nothing' }],
    ...(hasPlans ? [['gm autopilot', { does: 'off' }] as const] : []),
  ];
};

test.each(rulesets.map(({ id }) => id))(
  '%s: corrections, effects and plans of a hidden combatant change no answer and no state of others',
  { timeout: unhurried },
  async (system) => {
    for (const seed of seeds(1)) {
      const t = await twin(system, picker(seed * 77 + 5));
      await begin(t);
      const isComparable = await isVisibleStateEqual(t);
      for (const each of [t.bare, t.secret]) each.said();
      let done = 0;
      for (const [path, input] of isComparable ? await deeds(t) : []) {
        for (const value of path === 'gm set' ? values : [undefined])
          if (await t.secretly(path, { ...input, who: t.hidden, ...(value !== undefined && { value }) })) {
            done += 1;
            break;
          }
        expect(await isVisibleStateEqual(t), t.story.join('\n')).toBe(true);
        const [bare, secret] = [t.bare.said(), t.secret.said()];
        for (const reader of t.readers) expect(messagesFor(secret, reader), path).toEqual(messagesFor(bare, reader));
      }
      for (const reader of isComparable ? t.readers : [])
        for (const [path, input] of queries) {
          const answers = [];
          for (const each of [t.bare, t.secret]) {
            await each.run(reader, path, { ...input }, 'asked');
            answers.push(messagesFor(each.said(), reader));
          }
          expect(answers[1], `${reader}: ${path} ${JSON.stringify(input)}\n${t.story.join('\n')}`).toEqual(answers[0]);
        }
      expect(done).toBeGreaterThan(notHollow(6));
      await Promise.all([t.bare.close(), t.secret.close()]);
    }
  },
);
