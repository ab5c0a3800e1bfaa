import { z } from 'zod';
import { ok, phrase, type Refusal, ref, refuse, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { formatSquare, type Square, squaresParam } from '../../../rules/grid/square.ts';
import { combatantParam } from '../../../rules/verb.ts';
import type { CompassDirection } from '../../../rules/view.ts';
import {
  areNeighbours,
  cellIndex,
  centerOf,
  findWays,
  isBlocked,
  isImpeded,
  isOnGrid,
  isSameSquare,
  isSealed,
  squareOfCell,
} from '../board/board.ts';
import { areHostile, foesOf, noOffers, offerAllFigures, offersForCurrentPlayer, requireFigure } from '../checks.ts';
import { type NamedSteps, partWord, sumParts } from '../dice/roll.ts';
import {
  createTerrain,
  type EngagementZone,
  figureAt,
  findZones,
  isInZone,
  isZoneIgnored,
  type Terrain,
} from '../engagement.ts';
import type { RefusalCode } from '../refusals.ts';
import {
  type Activation,
  type CheckResult,
  type Figure,
  findActingWarrior,
  query,
  type State,
  traitCopies,
} from '../state.ts';

/** Parts of the cost of one space: `step`, `impeding`, `friend`, `distracted`, `zone`, `intimidating`. */
export type StepCost = NamedSteps;

/** The board and zones that determine a mover’s costs. The mover itself is taken off the board. DS-ENG-6. */
interface MoverContext {
  readonly mover: Figure;
  readonly terrain: Terrain;
  readonly hostileZones: readonly EngagementZone[];
  /** Hostile zones that cost movement points to leave. DS-ENG-7, DS-ENG-8. */
  readonly costlyZones: readonly EngagementZone[];
}

export const createMoverContext = (state: State, mover: Figure): MoverContext | undefined => {
  const terrain = createTerrain(state, mover.id);
  if (terrain === undefined) return undefined;
  const zones = findZones(terrain);
  const hostileZones = zones.filter(({ owner }) => areHostile(state, owner, mover));
  const costlyZones = hostileZones.filter((zone) => !isZoneIgnored(terrain, zones, mover, zone));
  return { mover, terrain, hostileZones, costlyZones };
};

/** True if the mover may enter a space: empty, a friend’s or a distracted foe’s. DS-MOVE-7, DS-COND-5, DS-BOARD-12. */
const passable = ({ terrain, mover }: MoverContext, to: Square): boolean => {
  const figure = figureAt(terrain, to);
  return figure === undefined || !areHostile(terrain.state, figure, mover) || figure.conditions.includes('distracted');
};

/** The refusal if a step is impossible. Undefined if it is possible. DS-MOVE-2, DS-MOVE-5, DS-MOVE-7. */
const findStepRefusal = (way: MoverContext, from: Square, to: Square): Refusal<RefusalCode> | undefined => {
  const { terrain } = way;
  const facts = { from: formatSquare(from), to: formatSquare(to), space: formatSquare(to) };
  if (!isOnGrid(terrain.ground, to)) return { code: 'E_OUT_OF_BOARD', facts };
  if (isSameSquare(from, to)) return { code: 'E_STEP_NOT_NEIGHBOUR', facts: { here: facts.space } };
  if (!areNeighbours(from, to)) return { code: 'E_STEP_NOT_NEIGHBOUR', facts };
  if (isBlocked(terrain.ground, from, to)) return { code: 'E_EDGE_BLOCKING', facts };
  return passable(way, to) ? undefined : { code: 'E_SPACE_HOSTILE', facts };
};

/** Owners of the hostile zones that a step enters. */
export const findEnteredZoneOwners = (
  { terrain, hostileZones }: MoverContext,
  from: Square,
  to: Square,
): readonly Figure[] =>
  hostileZones
    .filter((zone) => isInZone(terrain, zone, to) && !isInZone(terrain, zone, from))
    .map(({ owner }) => owner);

/** Cost of a step, by part. DS-MOVE-3, DS-MOVE-4, DS-MOVE-6, DS-MOVE-8, DS-MOVE-9, DS-MOVE-10, RULING-60, RULING-80. */
export const stepCost = (way: MoverContext, from: Square, to: Square): StepCost => {
  const { terrain, mover, costlyZones } = way;
  const { move } = terrain.state.settings;
  const figure = figureAt(terrain, to);
  const zones = costlyZones.filter((zone) => isInZone(terrain, zone, from)).length;
  const parts: Record<string, number> = { step: move.step };
  if (isImpeded(terrain.ground, from, to)) parts.impeding = move.impeding;
  if (figure !== undefined) parts[areHostile(terrain.state, figure, mover) ? 'distracted' : 'friend'] = move.friend;
  if (zones > 0) parts.zone = move.zone * zones;
  const feared = findEnteredZoneOwners(way, from, to).reduce(
    (sum, owner) => sum + traitCopies(owner, 'intimidating'),
    0,
  );
  if (feared > 0) parts.intimidating = move.intimidating * feared;
  return parts;
};

/** A legal path with the cost of each step. */
export interface CheckedPath {
  readonly path: readonly Square[];
  readonly costs: readonly StepCost[];
  readonly total: number;
}

/** Checks every rule of a path but its total cost. DS-MOVE-11, DS-MOVE-12, DS-MOVE-13, DS-CMD-7, RULING-36. */
const findLegalPath = (
  way: MoverContext,
  path: readonly Square[],
  memory: Activation['fearsome'],
): CheckResult<CheckedPath> => {
  const last = path.at(-1);
  if (last === undefined) return refuse('E_PATH_EMPTY');
  const { mover, terrain } = way;
  let from: Square = mover.at;
  const costs: StepCost[] = [];
  let barring: Figure | undefined;
  for (const to of path) {
    const refusal = findStepRefusal(way, from, to);
    if (refusal !== undefined) return { ok: false, error: refusal };
    costs.push(stepCost(way, from, to));
    barring ??= findEnteredZoneOwners(way, from, to).find(({ id }) => memory[id] === 'failed');
    from = to;
  }
  const space = formatSquare(last);
  if (figureAt(terrain, last) !== undefined) return refuse('E_END_OCCUPIED', { space });
  if (isSealed(terrain.ground, last)) return refuse('E_END_SEALED', { space });
  if (barring !== undefined) return refuse('E_FEARSOME_BARRED', { warrior: ref(mover.id), fearsome: ref(barring.id) });
  return ok({ path, costs, total: costs.reduce((sum, each) => sum + sumParts(each), 0) });
};

/** Checks a path. `mp`: movement points that may be spent, default: unlimited. DS-CMD-7. */
export const requirePath = (
  way: MoverContext,
  path: readonly Square[],
  memory: Activation['fearsome'],
  mp?: number,
): CheckResult<CheckedPath> => {
  const legal = findLegalPath(way, path, memory);
  return legal.ok && mp !== undefined && legal.value.total > mp
    ? refuse('E_NOT_ENOUGH_MP', { cost: legal.value.total, mp })
    : legal;
};

/** Spaces in reach with their cost and path. Zones of foes that the warrior failed to face are barred. */
export const reachableSpaces = (way: MoverContext, mp: number, memory: Activation['fearsome']) => {
  const { ground, figureByCell } = way.terrain;
  const start = cellIndex(ground, way.mover.at);
  const priceOf = (here: number, there: number): number | undefined => {
    const [from, to] = [squareOfCell(ground, here), squareOfCell(ground, there)];
    const isBarred =
      !passable(way, to) || findEnteredZoneOwners(way, from, to).some(({ id }) => memory[id] === 'failed');
    return isBarred ? undefined : sumParts(stepCost(way, from, to));
  };
  const ways = findWays(ground, [start], priceOf, mp);
  const pathTo = (cell: number): readonly Square[] =>
    cell === start ? [] : [...pathTo(ways.get(cell)?.from ?? start), squareOfCell(ground, cell)];
  // Spaces need no check for walls on all sides: sealed ones cannot be entered.
  return [...ways]
    .filter(([cell]) => cell !== start && figureByCell[cell] === 0)
    .map(([cell, { cost, length }]) => ({ to: squareOfCell(ground, cell), cost, length, path: () => pathTo(cell) }));
};

/** Compass direction of a step between neighbours. DS-MOVE-2. */
const directionTo = (from: Square, to: Square): CompassDirection =>
  to.y === from.y ? (to.x > from.x ? 'E' : 'W') : to.y > from.y ? 'S' : 'N';

const draftPath = squaresParam('The spaces of the path, or of its first part');

/** Offers spaces in reach, nearest to a foe first, each with the cheapest path. Continues the path typed so far. */
export const offerPaths = offersForCurrentPlayer((state, _call, { path: text }) => {
  const acting = findActingWarrior(state);
  const way = acting && createMoverContext(state, acting.warrior);
  if (!acting || !way) return noOffers;
  const { mp, fearsome } = acting.activation;
  const draft = typeof text === 'string' && text !== '' ? draftPath.safeParse(text) : undefined;
  if (draft?.success === false) return noOffers;
  const begun = draft?.data ?? [];
  const spent = begun.length === 0 ? undefined : requirePath(way, begun, fearsome, mp);
  if (spent?.ok === false) return noOffers;
  const paid = spent?.value.total ?? 0;
  const at = begun.at(-1) ?? acting.warrior.at;
  const foes = foesOf(state, acting.warrior);
  const awayFromFoe = ({ x, y }: Square) =>
    Math.min(...foes.map((foe) => Math.abs(foe.at.x - x) + Math.abs(foe.at.y - y)));
  return reachableSpaces({ ...way, mover: { ...way.mover, at } }, mp - paid, fearsome)
    .toSorted((a, b) => awayFromFoe(a.to) - awayFromFoe(b.to) || a.cost - b.cost)
    .map(({ to, cost, path, length }) => ({
      value: [...begun, ...path()].map(formatSquare).join(' '),
      label: phrase`${formatSquare(to)} for ${paid + cost} MP`,
      to,
      ...(length === 1 && { step: directionTo(at, to) }),
    }));
});

/** Shows the cost of every step of a path, without moving. DS-CMD-16, DS-MOVE-10. */
export const pathCostQuery = query({
  summary: 'Show what each space of a path would cost',
  params: z.strictObject({
    path: squaresParam('Every space of the path, like D4 D5 E5'),
    warrior: combatantParam('Who moves; default: the active warrior').optional(),
  }),
  offers: { path: offerPaths, warrior: offerAllFigures },
  answer: (state, _call, { path, warrior: name }) => {
    const found = requireFigure(state, name);
    if (!found.ok) return found;
    const warrior = found.value;
    const way = createMoverContext(state, warrior);
    if (way === undefined) return refuse('no-board');
    const acts = state.activation?.warrior === warrior.id ? state.activation : undefined;
    const checked = requirePath(way, path, acts?.fearsome ?? {});
    if (!checked.ok) return checked;
    const { costs, total } = checked.value;
    const says =
      acts === undefined ? phrase`${total} MP in all.` : phrase`${total} MP in all; ${acts.mp} MP can be spent now.`;
    return ok({
      title: say`The path of ${ref(warrior.id)} to ${formatSquare(path.at(-1) ?? warrior.at)}`,
      lines: [
        line(says, acts !== undefined && total > acts.mp ? 'bad' : 'good', [
          ...costs.map((parts, index) => [
            step('DS-MOVE-10', formatSquare(path[index] ?? warrior.at)),
            ...Object.entries(parts).map(([part, value]) => step('DS-MOVE-10', phrase`${value} ${partWord(part)}`)),
            step('DS-MOVE-10', phrase`= ${sumParts(parts)}`),
          ]),
        ]),
      ],
      strokes: [{ kind: 'move' as const, points: [warrior.at, ...path].map(centerOf) }],
    });
  },
});
