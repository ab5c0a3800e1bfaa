import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { driven } from '../../rules/grid/driven.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import { checkAims } from './aim.ts';
import { counterIfMissed, strike } from './attack/blow.ts';
import type { Reckoning } from './attack/reckoning.ts';
import { bearing, footingOf, isFree, meleeDistance, opposite, stepTo } from './board.ts';
import { condition } from './conditions.ts';
import { checkGuards } from './defending-ally/guard.ts';
import { enter } from './movement.ts';
import { besides, opportunities } from './opportunity.ts';
import type { Code } from './refusals.ts';
import type { Settings } from './settings.ts';
import { ratingOf } from './sheet.ts';
import { type Combatant, type Draft, type Facing, findPlaced, isAble, type Placed, type State } from './state.ts';
import { pointsOf } from './ways.ts';

/** SK-CHARGE-7. */
export const chargeKind = ({ sheet }: Combatant): 'cut' | 'ram' => (sheet.size <= 7 ? 'cut' : 'ram');

/** SK-RUL-24: the spaces a charge over `distance` moves. */
export const spacesMoved = (
  charger: Combatant,
  distance: number,
  settings: Pick<Settings, 'charge.countsOverrun'>,
): number => distance + (chargeKind(charger) === 'cut' && settings['charge.countsOverrun'] === 'yes' ? 1 : 0);

export interface Lane {
  readonly way: Facing;
  /** Up to the square beside the target. */
  readonly squares: readonly Square[];
  readonly spaces: number;
}

/** The charge's own preconditions in the order of its reference, from `CANNOT_CHARGE` on. */
export const laneOf = (state: State, charger: Placed, target: Placed): Result<Lane, Refusal<Code>> => {
  const { chargeBonus } = ratingOf(charger.sheet);
  const facts = { actor: ref(charger.name), target: ref(target.name) };
  if (chargeBonus === undefined) return refuse('CANNOT_CHARGE', { ...facts, move: charger.sheet.move });
  if (state.turn?.moved) return refuse('CHARGE_AFTER_MOVE', facts);
  const way = bearing(charger.at, target.at);
  if (way === undefined || (charger.at.x !== target.at.x && charger.at.y !== target.at.y))
    return refuse('CHARGE_NOT_STRAIGHT', facts);
  if (charger.facing !== way || state.turn?.startFacing !== way) return refuse('CHARGE_NOT_FACING', facts);
  const distance = meleeDistance(charger.at, target.at);
  if (distance < 3) return refuse('CHARGE_TOO_CLOSE', { ...facts, distance });
  const spaces = spacesMoved(charger, distance, state.settings);
  const points = pointsOf(state, charger);
  if (spaces < points) return refuse('CHARGE_TOO_SHORT', { ...facts, spaces, least: points });
  if (spaces > points + chargeBonus) return refuse('CHARGE_TOO_FAR', { ...facts, spaces, most: points + chargeBonus });
  const squares = Array.from({ length: distance - 1 }, (_, index) => stepTo(charger.at, way, index + 1));
  const needed = chargeKind(charger) === 'cut' ? [...squares, stepTo(target.at, way)] : squares;
  const blocked = needed.find((square) => !isFree(state, square, charger.name));
  return blocked === undefined
    ? ok({ way, squares, spaces })
    : refuse('CHARGE_BLOCKED', { ...facts, square: squareName(blocked) });
};

/** SK-CHARGE-13, SK-RUL-28: gore of a cut, stun of a ram. */
const inflict = (draft: Draft, who: string, on: string): void => {
  const { settings } = draft.now();
  const [charger, target] = [findPlaced(draft.now(), who), findPlaced(draft.now(), on)];
  const alive = target.life === 'conscious' || target.life === 'unconscious';
  if (!alive || charger.sheet.size < target.sheet.size - 1) return;
  const name = chargeKind(charger) === 'cut' ? 'gored' : 'stunned';
  const certain = name === 'gored' && settings['charge.goreAlways'] === 'yes';
  const natural = certain ? undefined : draft.dice.roll(100, 'effect');
  const takes = natural === undefined || natural <= settings['charge.effectChance'];
  const laid = takes ? condition(name, settings) : undefined;
  draft.emit({
    type: 'charge-effect',
    by: who,
    target: on,
    condition: name,
    takes,
    ...(natural !== undefined && { natural }),
    ...(laid !== undefined && { laid }),
  });
};

/** SK-CHARGE-9, SK-RUL-26, SK-RUL-27: pushes the target along the charge; false where it cannot move at all. */
const push = (draft: Draft, on: string, { way, spaces }: Lane): boolean => {
  const { settings } = draft.now();
  const half = settings['charge.pushRounding'] === 'up' ? Math.ceil(spaces / 2) : Math.floor(spaces / 2);
  const from = findPlaced(draft.now(), on).at;
  const line = Array.from({ length: half }, (_, index) => stepTo(from, way, index + 1));
  const to = driven(footingOf(draft.now(), on), line).went.at(-1);
  if (to === undefined) return false;
  draft.emit({ type: 'pushed', who: on, from, to });
  checkAims(draft, on);
  checkGuards(draft, on, true);
  return true;
};

type Landing = { readonly to: Square; readonly facing: Facing; readonly way: 'through' | 'into' | 'beside' };

/** SK-CHARGE-8, SK-CHARGE-9, SK-RUL-26: where the charger ends, and facing where. */
const landing = (draft: Draft, who: string, target: string, lane: Lane, rams: boolean): Landing => {
  const { at } = findPlaced(draft.now(), target);
  const beside: Landing = { to: findPlaced(draft.now(), who).at, facing: lane.way, way: 'beside' };
  if (rams) return push(draft, target, lane) ? { to: at, facing: lane.way, way: 'into' } : beside;
  const beyond = stepTo(at, lane.way);
  return isFree(draft.now(), beyond, who) ? { to: beyond, facing: opposite(lane.way), way: 'through' } : beside;
};

/** Step 5 and 6 of the charge: final squares, push, facing, altitude; then who is provoked by the squares entered. */
const comeThrough = (draft: Draft, charge: Charge, rams: boolean): void => {
  const { who, target, lane, altitude } = charge;
  const from = findPlaced(draft.now(), who).at;
  const over = findPlaced(draft.now(), target).at;
  const end = landing(draft, who, target, lane, rams);
  draft.emit({ type: 'charge-ended', who, target, from, ...end, altitude });
  checkAims(draft, who);
  checkGuards(draft, who, end.way !== 'beside');
  const entered = end.way === 'through' ? [over, end.to] : end.way === 'into' ? [over] : [];
  for (const square of entered) {
    const beside = besides(draft.now(), who, square, unprovoked(draft.now(), target));
    if (beside.length > 0) draft.emit({ type: 'passed-by', who, beside: [...beside] });
    opportunities(draft, who, square, beside);
  }
};

/** SK-RUL-66. */
const unprovoked = ({ settings }: State, target: string): string | undefined =>
  settings['aoo.chargeTarget'] === 'no' ? target : undefined;

export interface Charge {
  readonly who: string;
  /** The one who is charged, whoever may take the blow. */
  readonly target: string;
  readonly lane: Lane;
  readonly altitude: Combatant['altitude'];
}

/** Step 1: the lane up to the square beside the target; false where the charger stays on the way. */
export const runLane = (draft: Draft, { who, target, lane }: Charge): boolean =>
  enter(
    draft,
    who,
    lane.squares.map((at) => ({ at, cost: 1 })),
    unprovoked(draft.now(), target),
  );

/** Steps 2 to 6. `shield` takes the blow for the target (SK-RUL-43); then the charger passes as after a miss. */
export const chargeHome = (draft: Draft, charge: Charge, shield?: string): void => {
  const { who, target } = charge;
  const struck = shield ?? target;
  const blow: Reckoning = strike(draft, 'charge', {
    attacker: who,
    target: struck,
    instead: shield === undefined ? undefined : target,
  });
  if (blow.hit) inflict(draft, who, struck);
  else if (shield === undefined) counterIfMissed(draft, who, target, blow);
  if (!isAble(findPlaced(draft.now(), who))) return;
  comeThrough(draft, charge, blow.hit && shield === undefined && chargeKind(findPlaced(draft.now(), who)) === 'ram');
};
