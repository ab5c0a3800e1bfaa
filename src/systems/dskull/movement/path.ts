import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { ref, say } from '../../../core/message.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import { ok, type Result } from '../../../core/result.ts';
import { formatSquare, type Square, squares } from '../../../rules/grid/square.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import type { Offers } from '../../../rules/verb.ts';
import type { Compass } from '../../../rules/view.ts';
import { blocked, cell, impeded, neighbours, onGrid, sealed } from '../board/board.ts';
import { everyFigure, forCurrent, nobody, offer } from '../checks.ts';
import { covers, ignored, standingAt, standingOn, type Terrain, terrainOf, type Zone, zonesOf } from '../engagement.ts';
import { hostile } from '../players.ts';
import type { Code } from '../refusals.ts';
import { type Activation, actingIn, called, copiesOf, type Figure, isFigure, query, type State } from '../state.ts';

/** What each step of a path costs, by what it is for: `step`, `impeding`, `friend`, `distracted`, `zone`, `intimidating`. */
export type StepCost = Readonly<Record<string, number>>;

export const costOf = (parts: StepCost): number => Object.values(parts).reduce((sum, each) => sum + each, 0);

/** All that counts for one mover's steps, found once: the mover lifted off the board, its zone off (DS-ENG-6). */
export interface Way {
  readonly mover: Figure;
  readonly terrain: Terrain;
  readonly hostileZones: readonly Zone[];
  /** How many zones that are not ignored cover each space (DS-ENG-7, DS-ENG-8). */
  readonly held: Uint16Array;
}

export const wayOf = (state: State, mover: Figure): Way | undefined => {
  const terrain = terrainOf(state, mover.id);
  if (terrain === undefined) return undefined;
  const zones = zonesOf(terrain);
  const hostileZones = zones.filter(({ owner }) => hostile(state, owner, mover));
  const held = new Uint16Array(terrain.standing.length);
  for (const zone of hostileZones) {
    if (ignored(terrain, zones, mover, zone)) continue;
    for (const at of zone.covers) held[at] = (held[at] ?? 0) + 1;
  }
  return { mover, terrain, hostileZones, held };
};

/** DS-MOVE-7, DS-COND-5, DS-BOARD-12. A distracted foe may be passed like difficult ground. */
const passable = ({ terrain, mover }: Way, to: Square): boolean => {
  const figure = standingOn(terrain, to);
  return figure === undefined || !hostile(terrain.state, figure, mover) || figure.conditions.includes('distracted');
};

/** DS-MOVE-2, DS-MOVE-5, DS-MOVE-7. Why a single step cannot be made, or nothing. */
const stepFault = (way: Way, from: Square, to: Square): Refusal<Code> | undefined => {
  const { terrain } = way;
  const facts = { from: formatSquare(from), to: formatSquare(to), space: formatSquare(to) };
  if (!onGrid(terrain.ground, to)) return { code: 'E_OUT_OF_BOARD', facts };
  if (!neighbours(from, to)) return { code: 'E_STEP_NOT_NEIGHBOUR', facts };
  if (blocked(terrain.ground, from, to)) return { code: 'E_EDGE_BLOCKING', facts };
  return passable(way, to) ? undefined : { code: 'E_SPACE_HOSTILE', facts };
};

/** The hostile zones a step enters from outside. */
export const zonesEntered = ({ terrain, hostileZones }: Way, from: Square, to: Square): readonly Figure[] =>
  hostileZones.filter((zone) => covers(terrain, zone, to) && !covers(terrain, zone, from)).map(({ owner }) => owner);

/** DS-MOVE-3, DS-MOVE-4, DS-MOVE-6, DS-MOVE-8, DS-MOVE-9, DS-MOVE-10, RULING-60, RULING-80. */
export const stepCost = (way: Way, from: Square, to: Square): StepCost => {
  const { terrain, mover, held } = way;
  const { move } = terrain.state.settings;
  const figure = standingOn(terrain, to);
  const zones = held[cell(terrain.ground, from)] ?? 0;
  const parts: Record<string, number> = { step: move.step };
  if (impeded(terrain.ground, from, to)) parts.impeding = move.impeding;
  if (figure !== undefined) parts[hostile(terrain.state, figure, mover) ? 'distracted' : 'friend'] = move.friend;
  if (zones > 0) parts.zone = move.zone * zones;
  const feared = zonesEntered(way, from, to).reduce((sum, owner) => sum + copiesOf(owner, 'intimidating'), 0);
  if (feared > 0) parts.intimidating = move.intimidating * feared;
  return parts;
};

/** A path that may be walked, with what each step costs. */
export interface CheckedPath {
  readonly path: readonly Square[];
  readonly costs: readonly StepCost[];
  readonly total: number;
}

/** DS-MOVE-11, DS-MOVE-12, DS-MOVE-13, DS-CMD-7, RULING-36. A path as a whole, but for what it costs. */
const legalPath = (
  way: Way,
  path: readonly Square[],
  memory: Activation['fearsome'],
): Result<CheckedPath, Refusal<Code>> => {
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
    barring ??= zonesEntered(way, from, to).find(({ id }) => memory[id] === 'failed');
    from = to;
  }
  const space = formatSquare(last);
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
): Result<CheckedPath, Refusal<Code>> => {
  const legal = legalPath(way, path, memory);
  return legal.ok && mp !== undefined && legal.value.total > mp
    ? refuse('E_NOT_ENOUGH_MP', { cost: legal.value.total, mp })
    : legal;
};

/** Where a mover can end with this many MP, and the cheapest way there, found when it is asked for. Tests it might fail are left aside. */
interface Reach {
  readonly to: Square;
  readonly cost: number;
  /** Of how many spaces the way is. */
  readonly length: number;
  readonly path: () => readonly Square[];
}

/** Zones that a step into them pays for, or that bar it, each with what it costs to enter it; nothing where its test was failed. */
const tolls = (
  { terrain, hostileZones }: Way,
  memory: Activation['fearsome'],
): readonly { readonly covers: readonly number[]; readonly toll: number | undefined }[] => {
  const { move } = terrain.state.settings;
  return hostileZones.flatMap(({ owner, covers }) => {
    const toll = memory[owner.id] === 'failed' ? undefined : move.intimidating * copiesOf(owner, 'intimidating');
    return toll === 0 ? [] : [{ covers, toll }];
  });
};

/** The price of each step, as `stepCost` makes it up; nothing where it cannot be made or leads into a zone whose test was failed. */
const pricesOf = (way: Way, memory: Activation['fearsome']) => {
  const { terrain, mover, held } = way;
  const { state } = terrain;
  const { move } = state.settings;
  const zones = tolls(way, memory);
  return (here: number, there: number, edge: number): number | undefined => {
    if ((edge & 1) !== 0) return undefined;
    let price = move.step + move.zone * (held[here] ?? 0);
    if ((edge & 3) === 2) price += move.impeding;
    const figure = standingAt(terrain, there);
    if (figure !== undefined) {
      if (hostile(state, figure, mover) && !figure.conditions.includes('distracted')) return undefined;
      price += move.friend;
    }
    for (const { covers: covered, toll } of zones) {
      if (!covered.includes(there) || covered.includes(here)) continue;
      if (toll === undefined) return undefined;
      price += toll;
    }
    return price;
  };
};

export const reachable = (way: Way, mp: number, memory: Activation['fearsome']): readonly Reach[] => {
  const { ground, standing } = way.terrain;
  const { w, h, upright, level } = ground;
  const priceOf = pricesOf(way, memory);
  const start = cell(ground, way.mover.at);
  /** What it costs to come to each space, where it was found, from which space, and in how many steps. */
  const costs = new Int32Array(standing.length);
  const known = new Uint8Array(standing.length);
  const came = new Int32Array(standing.length);
  const lengths = new Uint16Array(standing.length);
  known[start] = 1;
  const found: number[] = [];
  const queue: number[][] = [[start]];
  for (let cost = 0; cost <= mp && cost < queue.length; cost++)
    for (const here of queue[cost] ?? []) {
      if (costs[here] !== cost) continue;
      const x = here % w;
      const y = (here - x) / w;
      const goTo = (there: number, edge: number): void => {
        const price = priceOf(here, there, edge);
        if (price === undefined) return;
        const total = cost + price;
        if (total > mp || (known[there] === 1 && total >= (costs[there] ?? 0))) return;
        if (known[there] !== 1) found.push(there);
        known[there] = 1;
        costs[there] = total;
        came[there] = here;
        lengths[there] = (lengths[here] ?? 0) + 1;
        // A table may have steps that give points back: from such a space it is not looked further.
        if (total < cost) return;
        for (let n = queue.length; n <= total; n++) queue.push([]);
        queue[total]?.push(there);
      };
      if (y > 0) goTo(here - w, level[here] ?? 0);
      if (x > 0) goTo(here - 1, upright[here + y] ?? 0);
      if (x < w - 1) goTo(here + 1, upright[here + y + 1] ?? 0);
      if (y < h - 1) goTo(here + w, level[here + w] ?? 0);
    }
  const squareAt = (at: number): Square => ({ x: at % w, y: Math.floor(at / w) });
  const pathTo = (end: number): readonly Square[] => {
    const path: Square[] = [];
    for (let at = end; at !== start; at = came[at] ?? start) path.push(squareAt(at));
    return path.reverse();
  };
  const reached: Reach[] = [];
  // Whoever can come to a space found a side of it open: it is not sealed.
  for (const at of found)
    if (at !== start && standing[at] === 0)
      reached.push({
        to: squareAt(at),
        cost: costs[at] ?? 0,
        length: lengths[at] ?? 0,
        path: () => pathTo(at),
      });
  return reached;
};

/** Steps go along the sides of spaces only (DS-MOVE-2). */
const wayTo = (from: Square, to: Square): Compass =>
  to.y === from.y ? (to.x > from.x ? 'E' : 'W') : to.y > from.y ? 'S' : 'N';

const draftPath = squares('Every space of part of the path');

/** Where the acting warrior can end with the movement points it has, by the cheapest path; after a part of the way, from there on. */
export const paths: Offers<State> = forCurrent((state, _call, { path: text }) => {
  const acting = actingIn(state);
  const way = acting && wayOf(state, acting.warrior);
  if (!acting || !way) return nobody;
  const { mp, fearsome } = acting.activation;
  // A part of the way, of which nothing is walked yet.
  const draft = typeof text === 'string' && text !== '' ? draftPath.safeParse(text) : undefined;
  if (draft?.success === false) return nobody;
  const begun = draft?.data ?? [];
  const spent = begun.length === 0 ? undefined : checkedPath(way, begun, fearsome, mp);
  if (spent?.ok === false) return nobody;
  const paid = spent?.value.total ?? 0;
  const at = begun.at(-1) ?? acting.warrior.at;
  return reachable({ ...way, mover: { ...way.mover, at } }, mp - paid, fearsome)
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ to, cost, path, length }) => ({
      ...offer([...begun, ...path()].map(formatSquare).join(' '), phrase`${formatSquare(to)} for ${paid + cost} MP`),
      ...(length === 1 && { step: { way: wayTo(at, to), to } }),
    }));
});

/** DS-CMD-16, DS-MOVE-10. What every step of a path would cost; nothing is paid. */
export const cost = query({
  summary: 'Work out what each step of a path would cost',
  params: z.strictObject({
    path: squares('Every space of the path, like D4 D5 E5'),
    warrior: combatant('Who would walk; by default the one who acts').optional(),
  }),
  offers: { path: paths, warrior: everyFigure },
  answer: (state, _call, { path, warrior: name }) => {
    const warrior = name === undefined ? actingIn(state)?.warrior : called(state, name);
    if (warrior === undefined)
      return refuse('E_WARRIOR_UNKNOWN', { warrior: name === undefined ? undefined : ref(name) });
    if (!isFigure(warrior)) return refuse('E_OFF_BOARD', { warrior: ref(warrior.id) });
    const way = wayOf(state, warrior);
    if (way === undefined) return refuse('no-board');
    const acts = state.activation?.warrior === warrior.id ? state.activation : undefined;
    const checked = checkedPath(way, path, acts?.fearsome ?? {});
    if (!checked.ok) return checked;
    const { costs, total } = checked.value;
    const left = acts === undefined ? '' : phrase`; ${acts.mp} MP can be spent now`;
    return ok({
      title: say`The path of ${ref(warrior.id)} to ${formatSquare(path.at(-1) ?? warrior.at)}`,
      lines: [
        line(phrase`${total} MP in all${left}.`, acts !== undefined && total > acts.mp ? 'bad' : 'good', [
          ...costs.map((parts, index) => [
            step('DS-MOVE-10', formatSquare(path[index] ?? warrior.at)),
            ...Object.entries(parts).map(([part, value]) => step('DS-MOVE-10', phrase`${value} ${part}`)),
            step('DS-MOVE-10', phrase`= ${costOf(parts)}`),
          ]),
        ]),
      ],
      strokes: [
        { kind: 'move' as const, points: [warrior.at, ...path].map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })) },
      ],
    });
  },
});
