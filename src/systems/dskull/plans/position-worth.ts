import { lazyValue, memoizeByContent, memoizeByKey } from '../../../core/memoize.ts';
import type { Square } from '../../../rules/grid/square.ts';
import {
  blockingBit,
  cellIndex,
  createEdges,
  type EdgeGrid,
  edgeGridOf,
  isAdjacent,
  isOnGrid,
  isSameSquare,
  maxCachedBoards,
} from '../board/board.ts';
import { areHostile, areSeatsHostile } from '../checks.ts';
import { calculatePoolOdds } from '../dice/chances.ts';
import { sumParts } from '../dice/roll.ts';
import type { Terrain } from '../engagement.ts';
import type { Interaction } from '../interaction.ts';
import { findSkill, type Skill, warriorTestSteps } from '../skill-tests.ts';
import { type Board, type Figure, isBroken, type State } from '../state.ts';
import { type AttackWorthLookup, victoryPointWorth } from './attack-worth.ts';

/** What it costs to go through a door that must be opened first. */
const doorCost = 4;

/** How far every space is from the nearest of these, figures left aside; nothing where no way leads. */
export type DistanceLookup = (to: Square) => number | undefined;

/** Farther than any way. */
const nowhere = 0xffff;

/** How far one must go from each space to this one, by number, walls and closed doors among the ways. */
const awayFrom = ({ w, h, upright, level }: EdgeGrid, doors: Doors, goal: number): Uint16Array => {
  const found = new Uint16Array(w * h).fill(nowhere);
  const queue: number[][] = [[goal]];
  for (let cost = 0; cost < queue.length; cost++)
    for (const here of queue[cost] ?? []) {
      if (found[here] !== nowhere) continue;
      found[here] = cost;
      const x = here % w;
      const y = (here - x) / w;
      const goTo = (to: number, edge: number, isDoor: number): void => {
        if (found[to] !== nowhere) return;
        const shut = (edge & blockingBit) !== 0;
        if (shut && isDoor === 0) return;
        const total = cost + 1 + (shut ? doorCost : (edge & 3) === 2 ? 1 : 0);
        for (let n = queue.length; n <= total; n++) queue.push([]);
        queue[total]?.push(to);
      };
      if (y > 0) goTo(here - w, level[here] ?? 0, doors.level[here] ?? 0);
      if (x > 0) goTo(here - 1, upright[here + y] ?? 0, doors.upright[here + y] ?? 0);
      if (x < w - 1) goTo(here + 1, upright[here + y + 1] ?? 0, doors.upright[here + y + 1] ?? 0);
      if (y < h - 1) goTo(here + w, level[here + w] ?? 0, doors.level[here + w] ?? 0);
    }
  return found;
};

/** Where doors are shut, 1 an edge, by the numbers of edges as a `Ground` has them. */
type Doors = Pick<EdgeGrid, 'upright' | 'level'>;

const doorsOf = ({ w, h, edges }: Board): Doors => {
  const doors = createEdges(w, h);
  for (const { a, b, door, kinds } of edges) {
    if (!door || !kinds.includes('blocking')) continue;
    if (a.y === b.y) doors.upright[a.y * (w + 1) + Math.max(a.x, b.x)] = 1;
    else doors.level[Math.max(a.y, b.y) * w + a.x] = 1;
  }
  return doors;
};

/** From each space of a board, as long as its doors stand as they do. */
const awayOn = memoizeByContent(maxCachedBoards, (board: Board) => {
  const ground = edgeGridOf(board);
  const doors = doorsOf(board);
  return memoizeByKey((goal: number) => awayFrom(ground, doors, goal));
});

/** How far one must go to the nearest of these spaces, by movement points without figures and zones, closed doors among the ways. */
export const createDistanceLookup = (board: Board, goals: readonly Square[]): DistanceLookup => {
  const away = awayOn(board);
  const from = goals.filter((each) => isOnGrid(board, each)).map((each) => away(cellIndex(board, each)));
  return (to) => {
    if (!isOnGrid(board, to)) return undefined;
    const at = cellIndex(board, to);
    let nearest = nowhere;
    for (const each of from) nearest = Math.min(nearest, each[at] ?? nowhere);
    return nearest === nowhere ? undefined : nearest;
  };
};

/** What harm that is feared counts beside harm that is done. */
const caution = 0.2;
/** What a step nearer to the foe is worth, and one nearer to what a point is to be had for. */
const foeStep = 2;
const pointStep = 2;
/** How sure it is that what one holds now is still held when it is counted. */
const holding = 0.8;

/** What it is worth to a warrior to stand somewhere when its activation is over, and to use an action there. */
export interface PositionWorth {
  readonly worthAt: (warrior: Figure, square: Square) => number;
  /** What is taken off it there for harm to be feared. */
  readonly riskAt: (warrior: Figure, square: Square) => number;
  readonly worthOfUse: (warrior: Figure, what: Interaction) => number;
}

const steady = ({ conditions }: Figure): boolean => !conditions.includes('stunned') && !conditions.includes('wounded');

/** The chance to pass a test of a skill. */
const passes = (state: State, warrior: Figure, skill: Skill): number => {
  const { test } = state.settings;
  const by = sumParts(warriorTestSteps(state, warrior, skill));
  let chance = 0;
  for (const [count, { ways, dice }] of calculatePoolOdds(
    state.settings,
    1,
    by,
    skill === 'morale' ? 'morale' : 'default',
  ))
    if (count >= test.target) chance += Number(ways) / 6 ** dice;
  return chance;
};

/** Points of a cairn for this side (1), for a foe's (-1) or for nobody, with so many steady warriors of each seat at it. */
const held = (state: State, me: string, counts: ReadonlyMap<string, number>): number => {
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (first === undefined || first[1] === 0 || first[1] === (second?.[1] ?? 0)) return 0;
  return areSeatsHostile(state, first[0], me) ? -1 : 1;
};

/** Farther than any way on a board. */
const beyond = 1000;

/** Who may strike at whom before the next activation: hand to hand what stands within a move, archers from afar. */
const threatens = (foe: Figure, away: number): number => {
  const { near, far, share } = threatOf(foe);
  return away <= near ? 2 * share : away <= far ? share : 0;
};

/** Up to how far somebody strikes twice, and once, and how likely. */
interface Threat {
  readonly near: number;
  readonly far: number;
  readonly share: number;
}

const threatOf = ({ conditions, weapons }: Figure): Threat => {
  if (conditions.includes('wounded')) return { near: -1, far: -1, share: 0 };
  const [weapon] = weapons;
  const share = conditions.includes('stunned') ? 0.5 : 1;
  if (weapon?.type === 'ranged') return { near: -1, far: 10, share };
  const reach = weapon?.reach ? 2 : 1;
  return { near: reach, far: reach + 4, share };
};

const straight = (a: Square, b: Square): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** What could be done to a warrior somewhere, shared with those of its side who stand as near to the foe. */
const dangerTo = (foes: readonly Figure[], friends: readonly Figure[], strikes: AttackWorthLookup) => {
  const threatened = memoizeByKey(
    (foe: Figure): number => friends.filter((each) => threatens(foe, straight(each.at, foe.at)) > 0).length,
  );
  return (warrior: Figure): ((square: Square) => number) => {
    const harmBy = (foe: Figure): { readonly worth: number; readonly among: number } => {
      const [weapon] = foe.weapons;
      if (weapon === undefined) return { worth: 0, among: 1 };
      const others = threatened(foe) - (threatens(foe, straight(warrior.at, foe.at)) > 0 ? 1 : 0);
      const { worth } = strikes.withSteps(foe, warrior, weapon, warrior.shield ? -1 : 0);
      return { worth, among: 1 + Math.max(0, others) };
    };
    const threats = foes.map((foe) => ({ at: foe.at, ...threatOf(foe), harm: lazyValue(() => harmBy(foe)) }));
    return (square) => {
      let danger = 0;
      for (const { at, near, far, share, harm } of threats) {
        const away = straight(square, at);
        if (away > far) continue;
        const { worth, among } = harm();
        danger += ((away <= near ? 2 * share : share) * worth) / among;
      }
      return danger;
    };
  };
};

/** What a space nearer to the place counts for those who advance on it: more than all there is to be had on the way. */
const advanceStep = 1000;

/** The same aims for those who advance on a place: to be there comes before everything else. */
export const withAdvanceWorth = ({ state }: Terrain, aims: PositionWorth, place: Square): PositionWorth => {
  const away = state.board === undefined ? () => undefined : createDistanceLookup(state.board, [place]);
  return {
    ...aims,
    worthAt: (warrior, square) =>
      aims.worthAt(warrior, square) - advanceStep * (away(square) ?? beyond + straight(square, place)),
  };
};

/** The aims of a seat's warriors in the battle as it is known to them. */
export const positionWorthFor = (terrain: Terrain, seat: string, strikes: AttackWorthLookup): PositionWorth => {
  const { state, ground, figures } = terrain;
  const { board } = state;
  const friends = figures.filter(({ owner }) => !areSeatsHostile(state, owner, seat));
  const foes = figures.filter(({ owner }) => areSeatsHostile(state, owner, seat));
  const to = (goals: readonly Square[]): DistanceLookup =>
    board === undefined ? () => undefined : createDistanceLookup(board, goals);
  const near = (a: Square, b: Square): boolean => isSameSquare(a, b) || isAdjacent(ground, a, b);
  const toFoes = to(foes.map(({ at }) => at));
  const lastRound = state.scenario.rounds !== undefined && state.round >= state.scenario.rounds;
  const danger = dangerTo(foes, friends, strikes);

  const things = state.things.filter((thing) => !isBroken(thing));
  const cairns = things.filter(({ kind }) => kind === 'cairn').map((thing) => ({ thing, away: to([thing.at]) }));
  const uses = things
    .filter(({ kind, used, vp }) => kind === 'use' && !used && vp > 0)
    .map((thing) => ({ thing, away: to([thing.at]) }));
  const lanterns = things
    .filter(({ kind }) => kind === 'lantern')
    .map((thing) => {
      const bearer = figures.find(({ id }) => id === thing.carrier);
      return { bearer, away: to([bearer?.at ?? thing.at]) };
    });
  const homeRow = state.scenario.home[state.seats.findIndex(({ id }) => id === seat)];
  const home = homeRow === undefined ? undefined : to(Array.from({ length: ground.w }, (_, x) => ({ x, y: homeRow })));

  const cairnWorth = (warrior: Figure): ((square: Square) => number) => {
    const claims = cairns.map(({ thing, away }) => {
      const counts = new Map<string, number>();
      for (const each of figures)
        if (each.id !== warrior.id && steady(each) && near(each.at, thing.at))
          counts.set(each.owner, (counts.get(each.owner) ?? 0) + 1);
      const before = held(state, seat, counts);
      counts.set(warrior.owner, (counts.get(warrior.owner) ?? 0) + 1);
      return { thing, away, before, after: held(state, seat, counts) };
    });
    return (square) => {
      let worth = 0;
      for (const { thing, away, before, after } of claims)
        if (near(square, thing.at)) worth += (after - before) * thing.vp * victoryPointWorth * holding;
        else if (before < 1) worth -= Math.min(12, away(square) ?? 12) * pointStep * thing.vp * 0.5;
      return worth;
    };
  };

  /** The nearest thing that a point is to be had for draws those who could use it. */
  const useWorth = (warrior: Figure): ((square: Square) => number) => {
    const goals = uses.map(({ thing, away }) => {
      const skill = findSkill(thing.test);
      const chance = skill === undefined ? 1 : passes(state, warrior, skill);
      return { promised: chance * thing.vp * (victoryPointWorth / 4), away };
    });
    return (square) => {
      let best = goals.length === 0 ? 0 : -50;
      for (const { promised, away } of goals)
        best = Math.max(best, promised - Math.min(20, away(square) ?? 20) * pointStep);
      return best;
    };
  };

  const lanternWorth = (warrior: Figure, square: Square): number => {
    let worth = 0;
    for (const { bearer, away } of lanterns) {
      if (bearer?.id === warrior.id) {
        const left = home?.(square);
        if (left === 0) worth += 4 * victoryPointWorth;
        else if (left !== undefined) worth -= 3 * pointStep * left;
      } else if (bearer === undefined || areHostile(state, bearer, warrior))
        worth -= pointStep * Math.min(20, away(square) ?? 20);
    }
    return worth;
  };

  const approach = (warrior: Figure): ((square: Square) => number) => {
    const range = Math.max(
      ...warrior.weapons.map(({ type, dice, reach }) =>
        type === 'ranged' ? state.settings.range.perDie * dice : reach ? 2 : 1,
      ),
      1,
    );
    return (square) => -foeStep * Math.max(0, Math.min(24, toFoes(square) ?? 24) - range);
  };

  /** What does not depend on where it ends is found once for each warrior. */
  const aimsFor = memoizeByKey((warrior: Figure) => {
    const [harm, cairn, using, nearer] = [danger(warrior), cairnWorth(warrior), useWorth(warrior), approach(warrior)];
    const feared = (square: Square): number => harm(square) * caution * (lastRound ? 0.3 : 1);
    return {
      feared,
      at: (square: Square): number =>
        nearer(square) + cairn(square) + using(square) + lanternWorth(warrior, square) - feared(square),
    };
  });

  return {
    riskAt: (warrior, square) => aimsFor(warrior).feared(square),
    worthAt: (warrior, square) => aimsFor(warrior).at(square),
    worthOfUse: (warrior, what) => {
      switch (what.kind) {
        case 'take':
          return 2.5 * victoryPointWorth;
        case 'give':
          return 0;
        case 'use': {
          const skill = findSkill(what.thing.test);
          return what.thing.vp * victoryPointWorth * (skill === undefined ? 1 : passes(state, warrior, skill));
        }
        case 'door':
          return what.edge.kinds.length > 0 && lanterns.some(({ bearer }) => bearer === undefined) ? 12 : 0;
        case 'medicine': {
          const patient = figures.find(({ id }) => id === what.patient);
          const worth = (what.condition === 'wounded' ? 35 : 18) * (patient?.ready ? 1 : 0.5);
          return worth * passes(state, warrior, 'medicine');
        }
      }
    },
  };
};
