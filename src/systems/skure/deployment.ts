import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { sameName } from '../../core/text.ts';
import type { Dice } from '../../dice/dice.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import { checkAims } from './aiming.ts';
import { blocker, blocks, isObstacle, isPlaced, onBoard, sameSquare } from './board.ts';
import { named } from './combatants.ts';
import { checkGuards } from './defending-ally.ts';
import { type Ledger, ledger } from './ledger.ts';
import type { Combatant, Event, Facing, State } from './model.ts';
import type { Code } from './refusals.ts';
import { joinOrder } from './turns.ts';

/** `OFF_BOARD`, `SQUARE_OCCUPIED`: may this one be put there? The dead lie anywhere but on an obstacle. */
export const standable = (state: State, who: Combatant, to: Square): Result<Square, Refusal<Code>> => {
  const square = squareName(to);
  const { width, height } = state.board;
  if (!onBoard(state, to)) return refuse('OFF_BOARD', { square, width, height });
  if (isObstacle(state, to)) return refuse('SQUARE_OCCUPIED', { square, by: 'an obstacle' });
  const other = blocker(state, to, who.name);
  return other === undefined || !blocks(who) ? ok(to) : refuse('SQUARE_OCCUPIED', { square, by: ref(other.name) });
};

/** Puts a combatant on a square by the BM's hand: it enters nothing on the way, but aims and guards are looked at. */
export const putOn = (book: Ledger, who: string, at: Square, facing: Facing): void => {
  const before = named(book.now(), who)?.at;
  book.add({ type: 'placed', who, at, facing });
  joinOrder(book, who);
  checkAims(book, who);
  checkGuards(book, who, before === undefined || !sameSquare(before, at));
};

interface Area {
  /** The squares of a team, the best first. */
  readonly squares: readonly Square[];
  readonly facing: Facing;
}

/** From the middle outwards: 3, 2, 4, 1, 5 … */
const fromMiddle = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index).toSorted(
    (a, b) => Math.abs(2 * a - length + 1) - Math.abs(2 * b - length + 1) || a - b,
  );

const edges: readonly { readonly facing: Facing; readonly along: 'rows' | 'columns'; readonly far: boolean }[] = [
  { facing: 'S', along: 'rows', far: false },
  { facing: 'N', along: 'rows', far: true },
  { facing: 'E', along: 'columns', far: false },
  { facing: 'W', along: 'columns', far: true },
];

const edgeArea = ({ board: { width, height } }: State, team: number): Area => {
  const { facing, along, far } = edges[team % edges.length] ?? { facing: 'S', along: 'rows', far: false };
  const [deep, wide] = along === 'rows' ? [height, width] : [width, height];
  const depth = Math.max(1, Math.floor(deep / 3));
  const squares = Array.from({ length: depth }, (_, row) => (far ? deep - 1 - row : row)).flatMap((line) =>
    fromMiddle(wide).map((place) => (along === 'rows' ? { x: place, y: line } : { x: line, y: place })),
  );
  return { squares, facing };
};

const rowsArea = ({ board: { width, height } }: State, from: number, to: number): Area => ({
  squares: Array.from({ length: to - from + 1 }, (_, row) => from - 1 + row).flatMap((y) =>
    fromMiddle(width).map((x) => ({ x, y })),
  ),
  facing: from + to <= height + 1 ? 'S' : 'N',
});

/** Its squares that somebody could stand on. */
const openArea = (state: State, { squares, facing }: Area): Area => ({
  squares: squares.filter((square) => onBoard(state, square) && !isObstacle(state, square)),
  facing,
});

const teamsOf = (combatants: readonly Combatant[]): readonly string[] => [
  ...new Set(combatants.map(({ team }) => team)),
];

/** Reads `red 1-3, blue 14-16`. */
const readRows = (state: State, text: string): Result<ReadonlyMap<string, Area>, Refusal<Code>> => {
  const areas = new Map<string, Area>();
  for (const part of text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const [, name = '', first, last = first] = /^(.+?)\s+(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/.exec(part) ?? [];
    const team = teamsOf(state.combatants).find((each) => sameName(each, name));
    const [from, to] = [Number(first), Number(last)];
    if (team === undefined || !(from >= 1 && from <= to && to <= state.board.height))
      return refuse('BAD_ROWS', { word: part.slice(0, 60) });
    areas.set(team, rowsArea(state, from, to));
  }
  return ok(areas);
};

export interface Deploying {
  readonly lots: boolean;
  readonly rows: string;
  readonly again: boolean;
}

/**
 * SK-RUL-64: places everybody who has no square yet, or (`again`) everybody anew. A lot is a die of as many sides as squares are free.
 * Those of whom some player must not know come last: they take what the others leave, so that nobody stands elsewhere for them.
 */
export const deployment = (
  state: State,
  { lots, rows, again }: Deploying,
  dice: Dice,
  unseen: readonly string[] = [],
): Result<readonly Event[], Refusal<Code>> => {
  const given = readRows(state, rows);
  if (!given.ok) return given;
  const everybody = [
    ...state.combatants.filter(({ name }) => !unseen.includes(name)),
    ...state.combatants.filter(({ name }) => unseen.includes(name)),
  ];
  const teams = teamsOf(everybody);
  const waiting = everybody.filter(({ at }) => again || at === undefined);
  const lifted = { ...state, combatants: state.combatants.map((each) => (again ? { ...each, at: undefined } : each)) };
  const trial = ledger(lifted);
  const areaOf = new Map(
    teams.map((team, index) => [team, openArea(state, given.value.get(team) ?? edgeArea(state, index))]),
  );
  const keyOf = ({ x, y }: Square): number => y * state.board.width + x;
  const taken = new Set(
    lifted.combatants
      .filter(isPlaced)
      .filter(blocks)
      .map(({ at }) => keyOf(at)),
  );
  for (const who of waiting) {
    const area = areaOf.get(who.team);
    const free = area?.squares.filter((square) => !taken.has(keyOf(square))) ?? [];
    const lot = lots && free.length > 1 ? dice.roll(free.length, 'lot') : undefined;
    const at = free[(lot ?? 1) - 1];
    if (area === undefined || at === undefined) return refuse('NO_ROOM', { target: ref(who.name), team: who.team });
    if (blocks(who)) taken.add(keyOf(at));
    trial.add({ type: 'placed', who: who.name, at, facing: area.facing, ...(lot !== undefined && { lot }) });
  }
  return ok(trial.events);
};

/** Those the BM still has to place. */
export const unplaced = (state: State): readonly Combatant[] => state.combatants.filter(({ at }) => at === undefined);
