import { memoizeByKey, memoizeOnObject } from '../../../core/memoize.ts';
import type { Square } from '../../../rules/grid/square.ts';
import {
  cellIndex,
  distance,
  edgeGridOf,
  findWays,
  isAdjacent,
  isBlocked,
  isOnGrid,
  isSameSquare,
  squareOfCell,
} from '../board/board.ts';
import { areHostile, areSeatsHostile } from '../checks.ts';
import { calculatePoolOdds, sumParts } from '../dice/roll.ts';
import type { Terrain } from '../engagement.ts';
import type { Interaction } from '../interaction.ts';
import { cairnPoints } from '../scenarios.ts';
import { findSkill, type Skill, warriorTestSteps } from '../skill-tests.ts';
import { type Board, type BoardObject, type Figure, isBroken, type State } from '../state.ts';
import { type AttackWorthLookup, victoryPointWorth } from './attack-worth.ts';

/** Extra cost of a step through a closed door (movement points). */
const doorCost = 4;

/** Returns the distance to the nearest goal (movement points). Undefined if no path leads there. */
type DistanceLookup = (to: Square) => number | undefined;

const gridWithOpenDoors = memoizeOnObject((board: Board) =>
  edgeGridOf({ ...board, edges: board.edges.map((edge) => (edge.door ? { ...edge, kinds: [] } : edge)) }),
);

/** Distances to the nearest goal (movement points), through closed doors too, ignoring figures and zones. */
const createDistanceLookup = (board: Board | undefined, goals: readonly Square[]): DistanceLookup => {
  if (board === undefined) return () => undefined;
  const [closed, opened] = [edgeGridOf(board), gridWithOpenDoors(board)];
  const starts = goals.filter((each) => isOnGrid(board, each)).map((each) => cellIndex(board, each));
  const ways = findWays(opened, starts, (here, there, edge) =>
    isBlocked(closed, squareOfCell(board, here), squareOfCell(board, there)) ? 1 + doorCost : edge & 2 ? 2 : 1,
  );
  return (to) => (isOnGrid(board, to) ? ways.get(cellIndex(board, to))?.cost : undefined);
};

/** Weight of expected damage to oneself. `lastShare`: its factor in the last round. */
const caution = 0.2;
const lastShare = 0.3;
/** Worth of one space nearer to a foe. `pointStep`: worth of one space nearer to a scoring object. */
const foeStep = 2;
const pointStep = 2;
/** Estimated chance that a held object is still held at the end of the round. */
const holdingChance = 0.8;

/** Worth of spaces at the end of an activation, and of interactions. */
export interface PositionWorth {
  readonly worthAt: (warrior: Figure, square: Square) => number;
  /** Worth subtracted for expected damage on `square`. */
  readonly riskAt: (warrior: Figure, square: Square) => number;
  readonly worthOfUse: (warrior: Figure, what: Interaction) => number;
}

/** A warrior’s chance to pass a test of a skill. */
const passes = (state: State, warrior: Figure, skill: Skill): number => {
  const { settings } = state;
  const step = sumParts(warriorTestSteps(state, warrior, skill));
  const odds = calculatePoolOdds(settings, 1, step, skill === 'morale' ? 'morale' : 'default');
  return [...odds].reduce(
    (sum, [count, { ways, dice }]) => (count < settings.test.target ? sum : sum + Number(ways) / 6 ** dice),
    0,
  );
};

/** Worth of an object’s points to a warrior, who must pass the object’s test. */
const worthOfObject = (state: State, warrior: Figure, { test, vp }: BoardObject): number => {
  const skill = findSkill(test);
  return vp * victoryPointWorth * (skill === undefined ? 1 : passes(state, warrior, skill));
};

/** Expected number of attacks by a foe on a space before the warrior there acts again. */
const threatens = ({ at, conditions, weapons: [weapon] }: Figure, square: Square): number => {
  if (conditions.includes('wounded')) return 0;
  const share = conditions.includes('stunned') ? 0.5 : 1;
  const away = distance('orthogonal', at, square);
  if (weapon?.type === 'ranged') return away <= 10 ? share : 0;
  const reach = weapon?.reach ? 2 : 1;
  return away <= reach ? 2 * share : away <= reach + 4 ? share : 0;
};

/** Returns the worth of a space to one warrior. */
type WorthAt = (square: Square) => number;

/** The battle as a side knows it, with distances to foes, objects and home row. */
interface Field {
  readonly terrain: Terrain;
  readonly seat: string;
  readonly attackWorths: AttackWorthLookup;
  /** Objects that are not destroyed, each with its carrier and distances to it. */
  readonly objects: readonly {
    readonly object: BoardObject;
    readonly bearer: Figure | undefined;
    readonly away: DistanceLookup;
  }[];
  readonly toFoes: DistanceLookup;
  readonly toHome: DistanceLookup | undefined;
}

const createField = (terrain: Terrain, seat: string, attackWorths: AttackWorthLookup): Field => {
  const { state, ground, figures } = terrain;
  const to = (goals: readonly Square[]): DistanceLookup => createDistanceLookup(state.board, goals);
  const foes = figures.filter(({ owner }) => areSeatsHostile(state, owner, seat));
  const home = state.scenario.home[state.seats.findIndex(({ id }) => id === seat)];
  const objects = state.objects.filter((object) => !isBroken(object));
  return {
    ...{ terrain, seat, attackWorths },
    objects: objects.map((object) => {
      const bearer = figures.find(({ id }) => id === object.carrier);
      return { object, bearer, away: to([bearer?.at ?? object.at]) };
    }),
    toFoes: to(foes.map(({ at }) => at)),
    toHome: home === undefined ? undefined : to(Array.from({ length: ground.w }, (_, x) => ({ x, y: home }))),
  };
};

/** Expected damage to a warrior on a space. Friends under the same threat share it. */
const dangerTo = ({ terrain: { state, figures }, seat, attackWorths }: Field, warrior: Figure): WorthAt => {
  const friends = figures.filter(({ owner }) => !areSeatsHostile(state, owner, seat));
  const threats = figures.flatMap((foe) => {
    const [weapon] = foe.weapons;
    if (weapon === undefined || !areSeatsHostile(state, foe.owner, seat)) return [];
    const others =
      friends.filter((each) => threatens(foe, each.at) > 0).length - Number(threatens(foe, warrior.at) > 0);
    const { worth } = attackWorths.withStep(foe, warrior, weapon, warrior.shield ? -1 : 0);
    return [{ foe, worth: worth / (1 + Math.max(0, others)) }];
  });
  return (square) => threats.reduce((sum, { foe, worth }) => sum + worth * threatens(foe, square), 0);
};

const nearFoes = ({ terrain: { state }, toFoes }: Field, { weapons }: Figure): WorthAt => {
  const { perDie } = state.settings.range;
  const ranges = weapons.map(({ type, dice, reach }) => (type === 'ranged' ? perDie * dice : reach ? 2 : 1));
  const range = Math.max(...ranges, 1);
  return (square) => -foeStep * Math.max(0, Math.min(24, toFoes(square) ?? 24) - range);
};

const nearCairns = ({ terrain: { state, ground }, seat, objects }: Field, warrior: Figure): WorthAt => {
  const others = state.warriors.filter(({ id }) => id !== warrior.id);
  /** The side that would score for a cairn now: this side (1), a foe (-1) or no one (0). */
  const holderOf = ({ name }: BoardObject, warriors: State['warriors']): number => {
    const holder = cairnPoints({ ...state, warriors }).find(({ cairn }) => cairn === name)?.seat;
    return holder === undefined ? 0 : areSeatsHostile(state, holder, seat) ? -1 : 1;
  };
  const claims = objects.flatMap(({ object, away }) => {
    if (object.kind !== 'cairn') return [];
    const after = holderOf(object, [...others, { ...warrior, at: object.at, conditions: [] }]);
    return [{ object, away, before: holderOf(object, others), after }];
  });
  return (square) =>
    claims.reduce((sum, { object, away, before, after }) => {
      const isThere = isSameSquare(square, object.at) || isAdjacent(ground, square, object.at);
      if (isThere) return sum + (after - before) * object.vp * victoryPointWorth * holdingChance;
      return before < 1 ? sum - Math.min(12, away(square) ?? 12) * pointStep * object.vp * 0.5 : sum;
    }, 0);
};

/** Worth of being near usable objects: the worth of the best object, less the distance to it. */
const nearUses = ({ terrain: { state }, objects }: Field, warrior: Figure): WorthAt => {
  const goals = objects
    .filter(({ object: { kind, used, vp } }) => kind === 'use' && !used && vp > 0)
    .map(({ object, away }) => ({ promised: worthOfObject(state, warrior, object) / 4, away }));
  return (square) =>
    goals.length === 0
      ? 0
      : Math.max(-50, ...goals.map(({ promised, away }) => promised - Math.min(20, away(square) ?? 20) * pointStep));
};

const nearLanterns =
  ({ terrain: { state }, objects, toHome }: Field, warrior: Figure): WorthAt =>
  (square) =>
    objects.reduce((sum, { object, bearer, away }) => {
      if (object.kind !== 'lantern') return sum;
      if (bearer?.id === warrior.id) {
        const left = toHome?.(square);
        return left === 0 ? sum + 4 * victoryPointWorth : sum - 3 * pointStep * (left ?? 0);
      }
      const isWanted = bearer === undefined || areHostile(state, bearer, warrior);
      return isWanted ? sum - pointStep * Math.min(20, away(square) ?? 20) : sum;
    }, 0);

const worthOfUse = ({ terrain: { state, figures }, objects }: Field, warrior: Figure, what: Interaction): number => {
  switch (what.kind) {
    case 'take':
      return 2.5 * victoryPointWorth;
    case 'give':
      return 0;
    case 'use':
      return worthOfObject(state, warrior, what.object);
    case 'door': {
      const isLanternFree = objects.some(({ object, bearer }) => object.kind === 'lantern' && bearer === undefined);
      return what.edge.kinds.length > 0 && isLanternFree ? 12 : 0;
    }
    case 'medicine': {
      const patient = figures.find(({ id }) => id === what.patient);
      const worth = (what.condition === 'wounded' ? 35 : 18) * (patient?.ready ? 1 : 0.5);
      return worth * passes(state, warrior, 'medicine');
    }
  }
};

/** Worth of one step nearer to `place`. It outweighs all other worth. */
const advanceStep = 1000;
/** A distance greater than any on a board. */
const unreachableDistance = 1000;

/** Worth of spaces and interactions for a seat. `place`: a space to advance to before all else. */
export const positionWorthFor = (
  terrain: Terrain,
  seat: string,
  attackWorths: AttackWorthLookup,
  place: Square | undefined,
): PositionWorth => {
  const { state } = terrain;
  const field = createField(terrain, seat, attackWorths);
  const isLast = state.scenario.rounds !== undefined && state.round >= state.scenario.rounds;
  const toPlace = place && createDistanceLookup(state.board, [place]);
  const farFromPlace = (square: Square): number =>
    place === undefined ? 0 : (toPlace?.(square) ?? unreachableDistance + distance('orthogonal', square, place));
  /** Risk and worth of spaces for a warrior, cached to calculate their common part once. */
  const calculateAims = memoizeByKey((warrior: Figure) => {
    const danger = dangerTo(field, warrior);
    const risk: WorthAt = (square) => danger(square) * caution * (isLast ? lastShare : 1);
    const wishes = [nearFoes, nearCairns, nearUses, nearLanterns].map((wish) => wish(field, warrior));
    const worth: WorthAt = (square) => wishes.reduce((sum, wish) => sum + wish(square), 0) - risk(square);
    return { risk, worth };
  });
  return {
    riskAt: (warrior, square) => calculateAims(warrior).risk(square),
    worthAt: (warrior, square) => calculateAims(warrior).worth(square) - advanceStep * farFromPlace(square),
    worthOfUse: (warrior, what) => worthOfUse(field, warrior, what),
  };
};
