import { expect, test } from 'vitest';
import { skure } from '../../src/systems/skure/index.ts';
import type { State } from '../../src/systems/skure/state.ts';
import { someOf, unhurried } from '../budget.ts';
import { pickedDice, picker } from '../chance.ts';
import { startBattle } from '../systems/any-battle.ts';
import { bandsOf } from './arena.ts';

const battles = 40;
const board = { 'board.width': 9, 'board.height': 9 };
const bands = bandsOf(skure).filter((band) => band.length === 4);

/** The winner of a battle in which one side pursues the objective, and the other ignores it. */
const winner = (objective: string, minding: string | undefined, seed: number): string | undefined => {
  const pick = picker(seed);
  const dice = () => pickedDice(pick);
  const fighters = ['red', 'blue'].flatMap((side) =>
    (bands[seed % bands.length] ?? []).map((kind, n) => ({
      ...{ id: `${side} ${n + 1}`, side },
      sheet: { ...Object(skure.presets[kind]?.sheet), role: n === 0 ? 'captain' : 'member' },
    })),
  );
  let playout = skure.createPlayout(startBattle(skure, fighters, dice, { ...board, objective }).save());
  for (let orders = 0; orders < 400 && playout.winners() === undefined; orders++) {
    const due = playout.firstExpectedAction();
    if (due === undefined) break;
    const state = playout.save() as State;
    const seen = due.actor.startsWith(`${minding} `) ? state : { ...state, objective: 'as the GM says' };
    const order = skure.createPlayout(seen).bestOrder(due.actor, due.verbs) ?? due.auto;
    const come = order && playout.play(due.actor, order, dice());
    if (come?.ok !== true) break;
    playout = come.value.playout;
  }
  return playout.winners()?.[0];
};

const wonBy = (side: string, objective: string, minding: string | undefined): number =>
  Array.from({ length: battles }, (_, n) => winner(objective, minding, n + 1)).filter((won) => won === side).length;

const claims = [
  { rule: 'SK-OBJ-4', objective: 'red: reach E9', side: 'red', gains: 4 },
  { rule: 'SK-OBJ-5', objective: 'protect red 1 for 4 rounds', side: 'blue', gains: 2 },
  { rule: 'SK-OBJ-7', objective: 'fell the captain', side: 'blue', gains: 2 },
];

test.each(someOf(claims, 1))(
  '$rule: with “$objective” $side wins at least $gains more of 40 battles by pursuing it',
  ({ objective, side, gains }) => {
    expect(wonBy(side, objective, side) - wonBy(side, objective, undefined)).toBeGreaterThanOrEqual(gains);
  },
  unhurried,
);
