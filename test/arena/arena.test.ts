import { expect, test } from 'vitest';
import { confidenceInterval } from '../../src/app/odds/odds-text.ts';
import { gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { skure } from '../../src/systems/skure/index.ts';
import { isPlaced, type State, stateSchema } from '../../src/systems/skure/state.ts';
import { notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { pickedDice, picker } from '../chance.ts';
import { orderNow, runToEnd, sidesOf, startBattle } from '../systems/any-battle.ts';
import { bandsOf, inSecret, tournament } from './arena.ts';

/** The share of mirrored battles that plans must win, and end by the rules, in one round of tests. */
const claims = [
  { system: 'skure', battles: 8, random: 0.95, former: 0.8 },
  { system: 'dskull', battles: 8, random: 0.95, former: 0.8 },
  { system: 'straalara', battles: 12, random: 0.95, former: 0.8 },
  { system: 'sword-world', battles: 12, random: 0.95, former: 0.55 },
  { system: 'segment', battles: 12, random: 0.95, former: 0.55 },
] as const;
const ended = 0.9;

const rulesetOf = (system: string): Ruleset => {
  const found = rulesets.find(({ id }) => id === system);
  if (found === undefined) throw new Error(system);
  return found;
};

/** Expects a count to fit a claim: exactly in the standard rounds, and within chance (Wilson) in others. */
const demand = (claim: number, count: number, of: number): void => {
  const { share, high } = confidenceInterval(count, of);
  expect(share, `${count} of ${of}`).toBeGreaterThanOrEqual(notHollow(claim));
  expect(high, `${count} of ${of}`).toBeGreaterThanOrEqual(claim);
};

const duels = [
  ...claims.map(
    ({ random, ...rest }) => ({ ...rest, other: 'random', claim: random, how: 'openly', ways: {} }) as const,
  ),
  ...claims.map(
    ({ former, ...rest }) => ({ ...rest, other: 'former', claim: former, how: 'openly', ways: {} }) as const,
  ),
  {
    ...({ system: 'segment', battles: 12, other: 'former', claim: 0.55 } as const),
    ...{ how: 'with declarations kept secret', ways: { settings: inSecret } },
  },
];

test.each(someOf(duels, 3))(
  'in $system, played $how, plans win their share against $other without a refused order',
  ({ system, other, battles, claim, ways }) => {
    const ruleset = rulesetOf(system);
    let [won, played] = [0, 0];
    for (const seed of seeds(1)) {
      const score = tournament(ruleset, bandsOf(ruleset), ['usual', other], battles, seed, ways);
      expect(score.refused).toBe(0);
      [won, played] = [won + score.won, played + battles];
    }
    demand(claim, won, played);
  },
  unhurried,
);

test.each(someOf(claims, 1))(
  'battles between two sides with plans of $system end by the rules',
  ({ system }) => {
    const ruleset = rulesetOf(system);
    let [closed, played] = [0, 0];
    for (const seed of seeds(1)) {
      const { open, refused } = tournament(ruleset, bandsOf(ruleset), ['usual', 'usual'], 10, seed);
      expect(refused).toBe(0);
      [closed, played] = [closed + 10 - open, played + 10];
    }
    demand(ended, closed, played);
  },
  unhurried,
);

/** The battle with the last combatant of the second side in another position, with other numbers. */
const otherwise = (state: State, who: string): State => ({
  ...state,
  combatants: state.combatants.map((each) =>
    each.id === who && isPlaced(each)
      ? { ...each, hp: each.hp - 1, essence: 0, at: { x: state.board.width - 1 - each.at.x, y: each.at.y } }
      : each,
  ),
});

test(
  'Skure plans do not depend on what their side may not know',
  () => {
    let planned = 0;
    for (const seed of seeds(2)) {
      const pick = picker(seed);
      const dice = () => pickedDice(pick);
      const kinds = Object.keys(skure.presets);
      const fighters = sidesOf(skure).flatMap((side, of) =>
        [0, 1].map((at) => ({
          id: `${side} ${at}`,
          side,
          sheet: skure.presets[kinds[(seed + of + at) % kinds.length] ?? '']?.sheet,
        })),
      );
      const hidden = fighters.at(-1)?.id ?? '';
      const unaware = { ...gmViewer, unseen: [hidden] };
      let game = startBattle(skure, fighters, dice);
      for (let n = 0; n < 40 && game.status === 'active'; n++) {
        const actor = game.expectedActions()[0]?.actor ?? gmActor;
        if (actor !== hidden) {
          const plans = game.plans(actor, unaware);
          const other = skure.openGame(otherwise(stateSchema.parse(game.save()), hidden));
          expect(other.plans(actor, unaware)).toEqual(plans);
          expect(game.plans(actor, unaware)).toEqual(plans);
          planned += plans.length;
        }
        const ended = runToEnd(game, orderNow(skure, game, pick), dice);
        if (ended.kind === 'done') game = ended.game;
      }
    }
    expect(planned).toBeGreaterThan(notHollow(30));
  },
  unhurried,
);

test('the orders of a Skure plan are legal in sequence', () => {
  let given = 0;
  for (const seed of seeds(2)) {
    const pick = picker(seed);
    const dice = () => pickedDice(pick);
    const sheet = skure.presets.swordsman?.sheet;
    const fighters = sidesOf(skure).flatMap((side) => [0, 1].map((at) => ({ id: `${side} ${at}`, side, sheet })));
    let game = startBattle(skure, fighters, dice);
    for (let n = 0; n < 12 && game.status === 'active'; n++) {
      const actor = game.expectedActions()[0]?.actor ?? gmActor;
      for (const { orders } of game.plans(actor, gmViewer).slice(0, 1))
        for (const order of orders) {
          if (game.status !== 'active' || game.expectedActions()[0]?.actor !== actor) break;
          const ended = runToEnd(game, { doing: { do: 'verb', ...order }, call: gmCaller(gmActor, actor) }, dice);
          expect(ended.kind).toBe('done');
          if (ended.kind === 'done') game = ended.game;
          given += 1;
        }
    }
  }
  expect(given).toBeGreaterThan(notHollow(10));
});
