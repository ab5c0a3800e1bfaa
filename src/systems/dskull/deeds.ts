import type { Dice } from '../../dice/dice.ts';
import { harm, suffer } from './armour-injury.ts';
import { gainCondition, loseCondition } from './conditions.ts';
import { type Course, courseOf, type Part } from './course.ts';
import { gainMp } from './movement-points.ts';
import { isFigure, seatOf, warriorOf } from './seats.ts';
import type { State } from './state.ts';
import type { Deed } from './windows.ts';

/** DS-INJ-10. Damage that no attack deals: armour only if its source says so, credit to nobody. */
export function* inflict(course: Course, target: string, damage: number, source: string, armour: boolean): Part {
  const warrior = warriorOf(course.now(), target);
  if (warrior === undefined || !isFigure(warrior)) return;
  const came = yield* harm(course, { target: warrior, damage, armour, concern: { kind: 'other' } });
  course.happen({ type: 'harmed', target, source, harm: came });
  yield* suffer(course, warrior, came.result, undefined);
}

function* perform(course: Course, deed: Deed, on: string): Part {
  const state = course.now();
  const acts = state.activation?.warrior === on;
  switch (deed.do) {
    case 'mp':
      if (acts && deed.by > 0) yield* gainMp(course, on, 'effect', deed.by);
      return;
    case 'actions':
      if (acts) course.happen({ type: 'actions-changed', warrior: on, by: deed.by });
      return;
    case 'vp': {
      const seat = seatOf(state, on)?.id ?? warriorOf(state, on)?.owner;
      if (seat !== undefined) course.happen({ type: 'scored', seat, vp: deed.by, why: 'effect' });
      return;
    }
    case 'damage':
      return yield* inflict(course, on, deed.by, 'effect', false);
    case 'gain':
      return yield* gainCondition(course, on, deed.condition);
    case 'clear':
      return yield* loseCondition(course, on, deed.condition);
    case 'cancel':
    case 'amount':
    case 'say':
      return;
  }
}

/** An order set on its way, with all that effects can do. */
export const underWay = (state: State, dice: Dice): Course => courseOf(state, dice, perform);
