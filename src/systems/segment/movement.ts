import { z } from 'zod';
import { count, counted, ok, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { formatSquare, type Square, squareSchema } from '../../rules/grid/square.ts';
import { createLimitCounter } from '../../rules/order-limits.ts';
import { engagedFoes, feetBetween, isOccupied, isOnBoard, isSameSquare, isWithinFeet } from './engagement.ts';
import type { Pace } from './settings.ts';
import {
  type CheckResult,
  type Combatant,
  type Declaration,
  find,
  heldMeleeReach,
  isAble,
  isSlotOpen,
  type MainAction,
  type MovementProgress,
  type Route,
  roundEvent,
  type State,
  update,
  weaponOf,
} from './state.ts';
import { prefixSegment } from './visibility.ts';
import { effectiveTmr } from './wounds.ts';

/** The combatants whose movement everyone sees: all except invisible ones, because there is no line of sight. */
const visibleIds = (state: State, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => find(state, id)?.invisible !== true);

/** All moving combatants moved on one segment. SEG-MOVE-2. */
export const moved = roundEvent('moved', {
  facts: {
    segment: z.int(),
    marches: z.array(
      z.strictObject({
        who: z.string(),
        covered: z.int(),
        steps: z.array(squareSchema),
        done: z.boolean(),
        waits: z.boolean(),
      }),
    ),
  },
  apply: (state, { segment, marches }) =>
    marches.reduce<State>(
      (now, { who, covered, steps, done }) =>
        update(now, who, ({ march, pos }) => ({
          pos: steps.at(-1) ?? pos,
          ...(march && { march: { ...march, covered, entered: march.entered + steps.length, done } }),
        })),
      { ...state, clock: { segment, moved: true } },
    ),
  actors: ({ marches }, before) =>
    visibleIds(
      before,
      marches.filter(({ covered }) => covered > 0).map(({ who }) => who),
    ),
  narrate: ({ segment, marches }) =>
    marches.flatMap(({ who, steps }) => {
      const to = steps.at(-1);
      return to === undefined
        ? []
        : line(prefixSegment(segment, say`${ref(who)} moves to ${formatSquare(to)}.`), 'quiet', [
            [step('SEG-MOVE-2', counted(steps.length, 'square'))],
          ]);
    }),
});

/** A combatant made its free move, or used it to stand up. SEG-MOVE-5. */
export const freeMoved = roundEvent('free-moved', {
  facts: { who: z.string(), to: squareSchema.optional(), stoodUp: z.boolean() },
  apply: (state, event) =>
    update(state, event.who, ({ pos, prone }) => ({
      pos: event.to ?? pos,
      freeMoveUsed: true,
      prone: event.stoodUp ? false : prone,
    })),
  actors: ({ who, to }, before) => (to === undefined ? [] : visibleIds(before, [who])),
  narrate: ({ who, to, stoodUp }) => {
    const says = stoodUp
      ? say`${ref(who)} stands up.`
      : to === undefined
        ? say`${ref(who)} finds its free move blocked.`
        : say`${ref(who)} steps to ${formatSquare(to)}.`;
    return line(says, 'quiet', [[step('SEG-MOVE-5', 'free move')]]);
  },
});

/** Movement units per foot. With 40, a tenth of every allowance is a whole number. */
const unitsPerFoot = 40;

const unitsPerSquare = 5 * unitsPerFoot;

/** Movement rate for each pace or action: units per segment for each foot of TMR. SEG-RUL-54, SEG-RUL-56. */
const rates: Partial<Record<MainAction | Pace, number>> = {
  walk: 4,
  run: 8,
  sprint: 12,
  'fast-sprint': 16,
  dodge: 4,
  'run-attack': 4,
  'move-attack': 2,
  'attack-move': 2,
  'move-cast': 2,
};

/** Movement units per segment for each foot of TMR. Undefined if the action has no movement. SEG-MOVE-1. */
export const movementRate = (mode: MainAction | Pace, pace: Pace = 'walk', halved = false): number | undefined => {
  const full = mode === 'move' || mode === 'withdraw' ? (rates[pace] ?? 0) : rates[mode];
  return full === undefined ? undefined : halved ? full / 2 : full;
};

/** How far a combatant may move in a round (feet), like 17.5 for half of TMR 35. */
export const allowanceFeet = (rate: number, tmr: number): number => (10 * rate * tmr) / unitsPerFoot;

/** Number of squares moved by the end of each segment, from segment 10 to segment 1. SEG-MOVE-2. */
export const squaresBySegment = (rate: number, tmr: number): readonly number[] =>
  Array.from({ length: 10 }, (_, n) => Math.floor(((n + 1) * rate * tmr) / unitsPerSquare));

/** The eight neighbouring squares, clockwise from north. */
export const neighbourOffsets: readonly Square[] = [
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: -1, y: -1 },
];

/** The free neighbour square nearest to `of`, or farthest if `sign` is -1. Undefined if none is free. SEG-MOVE-4. */
const findStep = (state: State, who: Combatant, from: Square, of: Square, sign: 1 | -1): Square | undefined => {
  const free = neighbourOffsets
    .map(({ x, y }) => ({ x: from.x + x, y: from.y + y }))
    .filter((square) => isOnBoard(state, square) && !isOccupied(state, square, who.id));
  const far = (square: Square) => (square.x - of.x) ** 2 + (square.y - of.y) ** 2;
  return free.toSorted((a, b) => sign * (feetBetween(a, of) - feetBetween(b, of)) || sign * (far(a) - far(b)))[0];
};

/** Why the combatant cannot walk a path. Undefined if it can. */
const pathProblem = (state: State, from: Square, squares: readonly Square[]): Text | undefined => {
  if (squares.length === 0) return term('it is empty');
  let at = from;
  for (const square of squares) {
    if (!isOnBoard(state, square)) return say`${formatSquare(square)} is off the board or blocked`;
    if (feetBetween(at, square) === 0) return say`it leads to ${formatSquare(square)}, where it begins`;
    if (feetBetween(at, square) !== 5) return term('its squares are not neighbours');
    at = square;
  }
  return undefined;
};

const inFeet = (feet: number): Text => count(feet, 'foot', 'feet');

/** Requires a connected path that is free and not too long. Refuses with BAD_PATH or PATH_TOO_LONG. SEG-MOVE-4. */
export const requirePath = <Path extends { readonly squares: readonly Square[] }>(
  state: State,
  who: Combatant,
  path: Path,
  rate: number,
): CheckResult<Path> => {
  const problem = who.pos && pathProblem(state, who.pos, path.squares);
  if (problem !== undefined) return refuse('BAD_PATH', { problem });
  const feet = 5 * path.squares.length;
  const most = allowanceFeet(rate, effectiveTmr(state, who));
  return feet > most ? refuse('PATH_TOO_LONG', { who: ref(who.id), feet: inFeet(feet), most: inFeet(most) }) : ok(path);
};

/** True if the combatant may still take its free move of 5 feet. SEG-MOVE-5. */
export const hasFreeMove = (who: Combatant): boolean => {
  const declared = who.declaration;
  if (declared === undefined || who.freeMoveUsed || !isAble(who) || who.actionsLost !== undefined) return false;
  if (who.noMovement || who.aiming !== undefined || declared.main === 'desperate-defense') return false;
  return movementRate(declared.main) === undefined && declared.follow === undefined;
};

/** A square for the free move from which the target is in reach. Undefined if there is no such square. */
export const freeStepToward = (state: State, who: Combatant, target: Combatant, reach: number): Square | undefined => {
  const { pos } = who;
  if (pos === undefined || target.pos === undefined || !hasFreeMove(who) || who.prone) return undefined;
  const next = findStep(state, who, pos, target.pos, 1);
  return next !== undefined && !isSameSquare(next, pos) && feetBetween(next, target.pos) <= reach ? next : undefined;
};

const meleeSlots = (who: Combatant) =>
  who.initiatives.filter((slot) => slot.kind === 'attack' && slot.use === 'melee' && isSlotOpen(slot));

/** True if the targets of all melee attacks still to come are in reach. False if no attack is. SEG-COMBO-4. */
const hasReachedTargets = (state: State, who: Combatant): boolean => {
  const slots = meleeSlots(who);
  return (
    slots.length > 0 &&
    slots.every(({ target, weapon, use }) => {
      const foe = find(state, target);
      return foe !== undefined && isWithinFeet(state, who, foe, weaponOf(who, weapon, use)?.reach ?? 5);
    })
  );
};

/** True if the combatant moves in order to attack. SEG-COMBO-1, SEG-COMBO-10. */
export const isMovingToAttack = (who: Combatant): boolean =>
  who.declaration?.main === 'move-attack' || who.declaration?.main === 'run-attack';

const hasArrived = (state: State, who: Combatant, { route }: MovementProgress): boolean => {
  if ('squares' in route) return false;
  const goal = 'toward' in route ? route.toward : 'follow' in route ? route.follow : undefined;
  const foe = find(state, goal);
  if (goal === undefined) return false;
  if (foe === undefined) return true;
  return isWithinFeet(
    state,
    who,
    foe,
    isMovingToAttack(who) ? Math.max(reachOfChase(who, foe.id), 5) : heldMeleeReach(who),
  );
};

/** Reach of the weapon declared for the attack on this foe (feet). */
const reachOfChase = (who: Combatant, foe: string): number => {
  const slot = meleeSlots(who).find(({ target }) => target === foe);
  return weaponOf(who, slot?.weapon, 'melee')?.reach ?? 5;
};

/** Moves a combatant for one segment. `waits`: the next square was occupied. SEG-MOVE-2, SEG-MOVE-3, SEG-MOVE-8. */
export const advanceMovement = (
  state: State,
  who: Combatant,
  march: MovementProgress,
  units: number = march.rate * effectiveTmr(state, who),
) => {
  const { route } = march;
  const following = 'follow' in route;
  if (following && hasArrived(state, who, march))
    return { covered: march.covered, steps: [], done: false, waits: false };
  const covered = march.covered + units;
  const steps: Square[] = [];
  let now = state;
  let self = who;
  let stopped = false;
  const countStep = createLimitCounter('steps');
  while (self.pos !== undefined && !stopped) {
    const entered = march.entered + steps.length;
    if (covered < unitsPerSquare * (entered + 1) || (!('squares' in route) && hasArrived(now, self, march))) break;
    countStep('a square of the path', 1000 + 10 * state.combatants.length);
    const next = findNextSquare(now, self, route, entered);
    if (next === undefined) break;
    // A typed path fails if the combatant was moved away from it.
    if (feetBetween(self.pos, next) > 5 || !isOnBoard(now, next))
      return { covered, steps, done: 'squares' in route, waits: false };
    if (isOccupied(now, next, self.id)) return { covered, steps, done: false, waits: true };
    const reachedBefore = hasReachedTargets(now, self);
    steps.push(next);
    self = { ...self, pos: next };
    now = update(now, self.id, () => ({ pos: next }));
    stopped = isMovingToAttack(self) && !reachedBefore && hasReachedTargets(now, self);
  }
  const end = 'squares' in route && march.entered + steps.length >= route.squares.length;
  return { covered, steps, done: stopped || end || ('toward' in route && hasArrived(now, self, march)), waits: false };
};

const findNextSquare = (
  state: State,
  who: Combatant,
  route: MovementProgress['route'],
  entered: number,
): Square | undefined => {
  if ('squares' in route) return route.squares[entered];
  const goal = find(state, 'toward' in route ? route.toward : 'follow' in route ? route.follow : route.away);
  if (who.pos === undefined || goal?.pos === undefined) return undefined;
  return findStep(state, who, who.pos, goal.pos, 'away' in route ? -1 : 1);
};

const freshMarch = { covered: 0, entered: 0, done: false, spared: [] } satisfies Partial<MovementProgress>;

/** A walk that begins on the next segment. The foe `from`, who is left behind, makes no free attack. SEG-DECL-9. */
export const walkAway = (route: Route, segment: number, from: string): MovementProgress => ({
  ...freshMarch,
  route,
  rate: 4,
  begins: Math.min(10, segment - 1),
  spared: [from],
});

/** The movement that a declaration starts. Undefined if the action has no movement. SEG-DEF-6, SEG-RUL-71. */
export const startMovement = (state: State, who: Combatant, declared: Declaration): MovementProgress | undefined => {
  const { main, pace, options, follow } = declared;
  if (main === 'full-defense' && follow !== undefined) return { ...freshMarch, route: { follow }, rate: 4, begins: 10 };
  const rate = movementRate(main, pace, options.drink?.pay === 'movement');
  const route = declared.route ?? (main === 'withdraw' ? awayFromFoes(state, who) : undefined);
  if (rate === undefined || route === undefined) return undefined;
  return { ...freshMarch, route, rate, ...(main !== 'attack-move' && { begins: 10 }) };
};

const awayFromFoes = (state: State, who: Combatant): Route => {
  const [foe] = engagedFoes(state, who);
  return foe === undefined ? { squares: [] } : { away: foe.id };
};

/** True if the combatant is able and has not finished its movement. */
export const hasMovementLeft = (who: Combatant): boolean => who.march !== undefined && !who.march.done && isAble(who);

/** The last square of a typed path. Undefined if the movement follows or avoids another combatant. */
export const pathEnd = ({ route }: MovementProgress): Square | undefined =>
  'squares' in route ? route.squares.at(-1) : undefined;
