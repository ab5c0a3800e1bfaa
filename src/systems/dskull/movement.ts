import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import { blocked, cell, impeded, neighbours, onGrid, sealed } from './board.ts';
import { covers, ignored, standingOn, type Terrain, terrainOf, type Zone, zonesOf } from './engagement.ts';
import type { Code } from './refusals.ts';
import { copiesOf, hostile } from './seats.ts';
import type { Activation, Figure, State } from './state.ts';

/** What each step of a path costs, by what it is for: `step`, `impeding`, `friend`, `distracted`, `zone`, `intimidating`. */
export type StepCost = Readonly<Record<string, number>>;

export const costOf = (parts: StepCost): number => Object.values(parts).reduce((sum, each) => sum + each, 0);

/** All that counts for one mover's steps, found once: the mover lifted off the board, its zone off (DS-ENG-6). */
export interface Way {
  readonly mover: Figure;
  readonly terrain: Terrain;
  readonly hostileZones: readonly Zone[];
  /** How many zones that are not ignored cover each space (DS-ENG-7, DS-ENG-8). */
  readonly held: Uint8Array;
}

export const wayOf = (state: State, mover: Figure): Way | undefined => {
  const terrain = terrainOf(state, mover.id);
  if (terrain === undefined) return undefined;
  const zones = zonesOf(terrain);
  const hostileZones = zones.filter(({ owner }) => hostile(state, owner, mover));
  const held = new Uint8Array(terrain.standing.length);
  for (const zone of hostileZones) {
    if (ignored(terrain, zones, mover, zone)) continue;
    for (let at = 0; at < held.length; at++) held[at] = (held[at] ?? 0) + (zone.covers[at] ?? 0);
  }
  return { mover, terrain, hostileZones, held };
};

/** A distracted foe may be passed like difficult ground (DS-MOVE-7, DS-COND-5). */
const passable = ({ terrain, mover }: Way, to: Square): boolean => {
  const figure = standingOn(terrain, to);
  return figure === undefined || !hostile(terrain.state, figure, mover) || figure.conditions.includes('distracted');
};

/** DS-MOVE-2 to DS-MOVE-7. Why a single step cannot be made, or nothing. */
const stepFault = (way: Way, from: Square, to: Square): Refusal<Code> | undefined => {
  const { terrain } = way;
  const facts = { from: squareName(from), to: squareName(to), space: squareName(to) };
  if (!onGrid(terrain.ground, to)) return { code: 'E_OUT_OF_BOARD', facts };
  if (!neighbours(from, to)) return { code: 'E_STEP_NOT_NEIGHBOUR', facts };
  if (blocked(terrain.ground, from, to)) return { code: 'E_EDGE_BLOCKING', facts };
  return passable(way, to) ? undefined : { code: 'E_SPACE_HOSTILE', facts };
};

/** The hostile zones a step enters from outside. */
export const entered = ({ terrain, hostileZones }: Way, from: Square, to: Square): readonly Figure[] =>
  hostileZones.filter((zone) => covers(terrain, zone, to) && !covers(terrain, zone, from)).map(({ owner }) => owner);

/** DS-MOVE-10. */
export const stepCost = (way: Way, from: Square, to: Square): StepCost => {
  const { terrain, mover, held } = way;
  const { move } = terrain.state.settings;
  const figure = standingOn(terrain, to);
  const zones = held[cell(terrain.ground, from)] ?? 0;
  const parts: Record<string, number> = { step: move.step };
  if (impeded(terrain.ground, from, to)) parts.impeding = move.impeding;
  if (figure !== undefined) parts[hostile(terrain.state, figure, mover) ? 'distracted' : 'friend'] = move.friend;
  if (zones > 0) parts.zone = move.zone * zones;
  const feared = entered(way, from, to).reduce((sum, owner) => sum + copiesOf(owner, 'intimidating'), 0);
  if (feared > 0) parts.intimidating = move.intimidating * feared;
  return parts;
};

/** A path that may be walked, with what each step costs. */
export interface Checked {
  readonly path: readonly Square[];
  readonly costs: readonly StepCost[];
  readonly total: number;
}

/** DS-MOVE-11 to DS-MOVE-13, DS-CMD-7. A path as a whole, but for what it costs. */
const legalPath = (
  way: Way,
  path: readonly Square[],
  memory: Activation['fearsome'],
): Result<Checked, Refusal<Code>> => {
  const last = path.at(-1);
  if (last === undefined) return refuse('E_PATH_EMPTY');
  const { mover, terrain } = way;
  let from: Square = mover.at;
  const costs: StepCost[] = [];
  let barring: Figure | undefined;
  for (const to of path) {
    const fault = stepFault(way, from, to);
    if (fault !== undefined) return { ok: false, error: fault };
    costs.push(stepCost(way, from, to));
    barring ??= entered(way, from, to).find(({ id }) => memory[id] === 'failed');
    from = to;
  }
  const space = squareName(last);
  if (standingOn(terrain, last) !== undefined) return refuse('E_END_OCCUPIED', { space });
  if (sealed(terrain.ground, last)) return refuse('E_END_SEALED', { space });
  if (barring !== undefined) return refuse('E_FEARSOME_BARRED', { warrior: ref(mover.id), fearsome: ref(barring.id) });
  return ok({ path, costs, total: costs.reduce((sum, each) => sum + costOf(each), 0) });
};

/** DS-CMD-7. The whole check of a move; `mp` left out, it may cost anything (the free query `cost`). */
export const checkedPath = (
  way: Way,
  path: readonly Square[],
  memory: Activation['fearsome'],
  mp?: number,
): Result<Checked, Refusal<Code>> => {
  const legal = legalPath(way, path, memory);
  return legal.ok && mp !== undefined && legal.value.total > mp
    ? refuse('E_NOT_ENOUGH_MP', { cost: legal.value.total, mp })
    : legal;
};

/** Where a mover can end with so many MP, and the cheapest way there. Tests it might fail are left aside. */
export interface Reach {
  readonly to: Square;
  readonly cost: number;
  readonly path: readonly Square[];
}

export const reachable = (way: Way, mp: number, memory: Activation['fearsome']): readonly Reach[] => {
  const { ground } = way.terrain;
  const best = new Map<number, { readonly at: Square; readonly cost: number; readonly from: number }>();
  const start = cell(ground, way.mover.at);
  best.set(start, { at: way.mover.at, cost: 0, from: -1 });
  const queue: number[][] = [[start]];
  for (let cost = 0; cost <= mp && cost < queue.length; cost++)
    for (const here of queue[cost] ?? []) {
      const place = best.get(here);
      if (place === undefined || place.cost !== cost) continue;
      for (const [dx, dy] of [
        [0, -1],
        [-1, 0],
        [1, 0],
        [0, 1],
      ] as const) {
        const to = { x: place.at.x + dx, y: place.at.y + dy };
        if (stepFault(way, place.at, to) !== undefined) continue;
        if (entered(way, place.at, to).some(({ id }) => memory[id] === 'failed')) continue;
        const total = cost + costOf(stepCost(way, place.at, to));
        const there = cell(ground, to);
        if (total > mp || total >= (best.get(there)?.cost ?? Number.POSITIVE_INFINITY)) continue;
        best.set(there, { at: to, cost: total, from: here });
        queue[total] = [...(queue[total] ?? []), there];
        for (let gap = 0; gap < total; gap++) queue[gap] ??= [];
      }
    }
  const pathTo = (index: number): Square[] => {
    const place = best.get(index);
    return place === undefined || place.from < 0 ? [] : [...pathTo(place.from), place.at];
  };
  return [...best].flatMap(([index, { at, cost }]) =>
    index !== start && standingOn(way.terrain, at) === undefined && !sealed(ground, at)
      ? [{ to: at, cost, path: pathTo(index) }]
      : [],
  );
};
