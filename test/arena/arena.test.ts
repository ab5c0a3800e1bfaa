import { expect, test } from 'vitest';
import { gmActor, gmCall } from '../../src/rules/call.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { skure } from '../../src/systems/skure/index.ts';
import { isPlaced, type State, stateSchema } from '../../src/systems/skure/state.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { pickedDice, picker } from '../chance.ts';
import { begun, orderNow, ruledToEnd, sidesOf } from '../systems/any-battle.ts';
import { bandsOf, tournament } from './arena.ts';

test.each([
  { other: 'random', battles: 8, least: 8 },
  { other: 'former', battles: 8, least: 8 },
] as const)(
  'in Skure the plans win against $other, and no order of theirs is refused',
  ({ other, battles, least }) => {
    for (const seed of seeds(1)) {
      const score = tournament(skure, bandsOf(skure), ['usual', other], battles, seed);
      expect(score.refused).toBe(0);
      expect(score.won).toBeGreaterThanOrEqual(notHollow(least));
    }
  },
  unhurried,
);

test(
  'battles between two sides by the plans of Skure end by the rules',
  () => {
    for (const seed of seeds(1)) {
      const { open, refused } = tournament(skure, bandsOf(skure), ['usual', 'usual'], 10, seed);
      expect(refused).toBe(0);
      expect(10 - open).toBeGreaterThanOrEqual(notHollow(9));
    }
  },
  unhurried,
);

/** The last of the second side elsewhere, with other numbers. */
const otherwise = (state: State, who: string): State => ({
  ...state,
  combatants: state.combatants.map((each) =>
    each.name === who && isPlaced(each)
      ? { ...each, hp: each.hp - 1, essence: 0, at: { x: state.board.width - 1 - each.at.x, y: each.at.y } }
      : each,
  ),
});

test(
  'what a side may not know changes none of its plans in Skure',
  () => {
    let planned = 0;
    for (const seed of seeds(6)) {
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
      let game = begun(skure, fighters, dice);
      for (let n = 0; n < 40 && game.status === 'active'; n++) {
        const actor = game.awaiting()[0]?.actor ?? gmActor;
        if (actor !== hidden) {
          const plans = game.plans(actor, unaware);
          const other = skure.open(otherwise(stateSchema.parse(game.save()), hidden));
          expect(other.plans(actor, unaware)).toEqual(plans);
          expect(game.plans(actor, unaware)).toEqual(plans);
          planned += plans.length;
        }
        const ended = ruledToEnd(game, orderNow(skure, game, pick), dice);
        if (ended.kind === 'done') game = ended.game;
      }
    }
    expect(planned).toBeGreaterThan(notHollow(100));
  },
  unhurried,
);

test('the orders of a plan are legal one after the other in Skure', () => {
  let given = 0;
  for (const seed of seeds(2)) {
    const pick = picker(seed);
    const dice = () => pickedDice(pick);
    const sheet = skure.presets.swordsman?.sheet;
    const fighters = sidesOf(skure).flatMap((side) => [0, 1].map((at) => ({ id: `${side} ${at}`, side, sheet })));
    let game = begun(skure, fighters, dice);
    for (let n = 0; n < 12 && game.status === 'active'; n++) {
      const actor = game.awaiting()[0]?.actor ?? gmActor;
      for (const { orders } of game.plans(actor, gmViewer).slice(0, 1))
        for (const order of orders) {
          if (game.status !== 'active' || game.awaiting()[0]?.actor !== actor) break;
          const ended = ruledToEnd(game, { doing: { do: 'verb', ...order }, call: gmCall(gmActor, actor) }, dice);
          expect(ended.kind).toBe('done');
          if (ended.kind === 'done') game = ended.game;
          given += 1;
        }
    }
  }
  expect(given).toBeGreaterThan(notHollow(10));
});
