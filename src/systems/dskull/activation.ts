import { effectSum } from '../../rules/effects.ts';
import { groundOf } from './board.ts';
import type { Course, Part } from './course.ts';
import type { Activation, Condition, Figure, State } from './model.ts';
import { unawareOf } from './ranged.ts';
import { passTurn, tick } from './rounds.ts';
import { actingIn, seatOf, warriorOf } from './seats.ts';
import { fire } from './triggers.ts';
import type { Selection } from './weapons.ts';

const copies = (list: readonly Condition[], condition: Condition): number =>
  list.filter((each) => each === condition).length;

/** What conditions take from an activation (DS-COND-2, DS-COND-3, DS-COND-4). */
export interface Toll {
  readonly stunned: number;
  readonly wounded: number;
  readonly lost: Condition[];
  readonly ends: boolean;
}

export const tollOf = (state: State, { conditions }: Figure): Toll => {
  const stunned = copies(conditions, 'stunned');
  const wounded = copies(conditions, 'wounded');
  if (wounded > 0 && state.settings.cond.woundedEndsActivation)
    return { stunned: 0, wounded, lost: ['wounded'], ends: true };
  const lost: Condition[] = [
    ...(stunned > 0 ? (['stunned'] as const) : []),
    ...(wounded > 0 ? (['wounded'] as const) : []),
  ];
  return { stunned, wounded, lost, ends: false };
};

/** DS-ACT-1. */
export function* activate(course: Course, warrior: Figure, { active, primary }: Selection): Part {
  tick(course, 'start', warrior.id);
  const before = yield* fire(course, 'before', 'activation.start', warrior.id);
  const now = course.now();
  const toll = tollOf(now, warrior);
  const given = before.cancelled ? 0 : 2 + before.amount + effectSum(now.effects, warrior.id, 'actions');
  const activation: Activation = {
    warrior: warrior.id,
    seat: warrior.owner,
    actions: toll.ends ? 0 : Math.max(0, given - toll.stunned - 2 * toll.wounded),
    mp: 0,
    active: [...active],
    primary,
    attackActions: 0,
    attacks: {},
    symbolSpent: false,
    started: false,
    fearsome: {},
    dared: {},
    startedAt: warrior.at,
    unaware: now.board === undefined ? [] : unawareOf(now, groundOf(now.board), warrior.at, warrior),
    distracted: warrior.conditions.includes('distracted'),
  };
  course.happen({ type: 'activated', activation, lost: toll.lost, stunned: toll.stunned, wounded: toll.wounded });
  for (const _ of toll.lost) yield* fire(course, 'after', 'condition.lose', warrior.id);
  yield* fire(course, 'during', 'activation.start', warrior.id);
  yield* fire(course, 'after', 'weapons.select', warrior.id);
  yield* fire(course, 'after', 'activation.start', warrior.id);
  if (toll.ends) yield* endActivation(course, 'wounded');
  else yield* settle(course);
}

/** DS-TAC-8. Could this activation still spend a stored symbol, whatever good it would do? */
const mightSpend = (state: State, { seat, symbolSpent }: Activation): boolean => {
  const stored = seatOf(state, seat)?.symbols;
  return !symbolSpent && stored !== undefined && stored.HIT + stored.ADV > 0;
};

/** DS-ACT-9. Is there nothing left to spend? */
export const isSpent = (state: State, activation: Activation): boolean =>
  activation.actions === 0 &&
  activation.mp === 0 &&
  Object.values(activation.attacks).every((left) => left === 0) &&
  !mightSpend(state, activation);

/** DS-ACT-9, DS-ACT-10, RULING-56. After every command of an activation: it may be over by itself. */
export function* settle(course: Course): Part {
  const { activation, phase, settings } = course.now();
  if (phase !== 'resolution') return;
  if (activation === undefined) return yield* passTurn(course);
  if (settings.round.autoEnd && isSpent(course.now(), activation)) yield* endActivation(course, 'nothing-left');
}

/** DS-ACT-9, DS-COND-5, scenario 22.3. */
export function* endActivation(course: Course, why: 'command' | 'nothing-left' | 'wounded'): Part {
  const acting = actingIn(course.now());
  if (acting === undefined) return;
  const { id } = acting.warrior;
  yield* fire(course, 'before', 'activation.end', id);
  bringHome(course, id);
  const over = acting.activation.distracted && warriorOf(course.now(), id)?.conditions.includes('distracted');
  if (course.now().activation !== undefined) course.happen({ type: 'activation-ended', warrior: id, why });
  if (over) course.happen({ type: 'condition-lost', warrior: id, condition: 'distracted' });
  tick(course, 'end', id);
  yield* fire(course, 'after', 'activation.end', id);
  yield* passTurn(course);
}

/** Scenario 22.3. Whoever ends an activation with the lantern on the own home row scores 4 and ends the game after this round. */
const bringHome = (course: Course, id: string): void => {
  const { things, scenario, seats, ending } = course.now();
  const warrior = warriorOf(course.now(), id);
  const home = scenario.home[seats.findIndex((seat) => seat.id === warrior?.owner)];
  const lantern = things.find(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  if (ending || warrior === undefined || lantern === undefined || home === undefined || warrior.at?.y !== home) return;
  course.happen({ type: 'scored', seat: warrior.owner, vp: 4, why: `${lantern.name} brought home`, about: id });
  course.happen({ type: 'ending', why: lantern.name });
};
