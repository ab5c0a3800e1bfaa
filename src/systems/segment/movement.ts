import type { Square } from '../../rules/grid/square.ts';
import { able } from './battle.ts';
import { feetBetween, occupied, onBoard, sameSquare } from './engagement.ts';
import type { Combatant, Main, Pace, State } from './model.ts';

/** Feet are counted in fortieths: a tenth of the half of half a TMR is whole in them. */
export const unitsPerFoot = 40;
export const unitsPerSquare = 5 * unitsPerFoot;

const byPace = { none: 0, walk: 4, run: 8, sprint: 12, 'fast-sprint': 16 } as const;

/** SEG-MOVE-1: fortieths of a foot per segment for each foot of TMR; undefined: no allowance. */
export const rateOf = (mode: Main | Pace, pace: Pace = 'walk', halved = false): number | undefined => {
  const full = fullRate(mode, pace);
  return full === undefined ? undefined : halved ? full / 2 : full;
};

const fullRate = (mode: Main | Pace, pace: Pace): number | undefined => {
  switch (mode) {
    case 'move':
    case 'withdraw':
      return byPace[pace];
    case 'walk':
    case 'run':
    case 'sprint':
    case 'fast-sprint':
      return byPace[mode];
    case 'dodge':
    case 'run-attack':
      return 4;
    case 'move-attack':
    case 'attack-move':
    case 'move-cast':
      return 2;
    case 'none':
    case 'attack':
    case 'cast':
    case 'hold':
    case 'full-defense':
    case 'desperate-defense':
    case 'pick-up':
    case 'first-aid':
    case 'other':
      return undefined;
  }
};

/** Ten segments of it, in feet: 17.5 for half of TMR 35. */
export const allowanceFeet = (rate: number, tmr: number): number => (10 * rate * tmr) / unitsPerFoot;

/** SEG-MOVE-2: whole squares after each of the segments 10 to 1. */
export const squaresBySegment = (rate: number, tmr: number): readonly number[] =>
  Array.from({ length: 10 }, (_, n) => Math.floor(((n + 1) * rate * tmr) / unitsPerSquare));

/** Clockwise from north. */
export const around: readonly Square[] = [
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: -1, y: -1 },
];

/** SEG-MOVE-4: the free neighbouring square nearest to (farthest from) a combatant. */
export const stepBy = (state: State, who: Combatant, from: Square, of: Square, sign: 1 | -1): Square | undefined => {
  const free = around
    .map(({ x, y }) => ({ x: from.x + x, y: from.y + y }))
    .filter((square) => onBoard(state, square) && !occupied(state, square, who.id));
  const far = (square: Square) => (square.x - of.x) ** 2 + (square.y - of.y) ** 2;
  return free.toSorted((a, b) => sign * (feetBetween(a, of) - feetBetween(b, of)) || sign * (far(a) - far(b)))[0];
};

/** What a declared path has wrong, or nothing. */
export const pathProblem = (state: State, from: Square, squares: readonly Square[]): string | undefined => {
  if (squares.length === 0) return 'it is empty';
  let at = from;
  for (const square of squares) {
    if (feetBetween(at, square) !== 5) return 'its squares are not neighbours';
    if (!onBoard(state, square)) return 'it leaves the board or enters a blocked square';
    at = square;
  }
  return undefined;
};

/** SEG-MOVE-5: may it still take its free move of 5 feet? */
export const hasFreeMove = (who: Combatant): boolean => {
  const declared = who.declaration;
  if (declared === undefined || who.freeMoveUsed || !able(who) || who.actionsLost !== undefined) return false;
  if (who.noMovement || who.aiming !== undefined || declared.main === 'desperate-defense') return false;
  return rateOf(declared.main) === undefined && declared.follow === undefined;
};

/** A free neighbouring square from which the target is in reach, for a redirected attack. */
export const freeStepToward = (state: State, who: Combatant, target: Combatant, reach: number): Square | undefined => {
  const { pos } = who;
  if (pos === undefined || target.pos === undefined || !hasFreeMove(who) || who.prone) return undefined;
  const next = stepBy(state, who, pos, target.pos, 1);
  return next !== undefined && !sameSquare(next, pos) && feetBetween(next, target.pos) <= reach ? next : undefined;
};
