import { columnsOf, letterColumns, splitLetters } from '../core/letters.ts';
import { listed, phrase, sideTerm, term, worded } from '../core/message.ts';
import { gmActor } from '../rules/expected-action.ts';
import { formatSquare } from '../rules/grid/square.ts';
import type { Gauge } from '../rules/reader.ts';
import type {
  BattleView,
  BoardStrokeView,
  BoardView,
  CombatantView,
  EdgeView,
  GridBoardView,
  LineBoardView,
  TimelineView,
} from '../rules/view.ts';

/** The name of a side for the current reader. */
export const sideName = (side: string): string => worded(sideTerm(side));

/** A text with a full stop, if it does not end a sentence. */
export const sentence = (text: string): string => (/[.!?…。！？]$/.test(text) ? text : phrase`${text}.`);

/** Describes a combatant's position, in the rulebook's words or by the board. Empty if it has none. */
export const describePosition = (board: BoardView | undefined, { id, place }: CombatantView): readonly string[] => {
  if (place !== undefined) return [place];
  switch (board?.kind) {
    case 'grid':
      return board.figures
        .filter((each) => each.id === id)
        .map((each) =>
          each.facing === undefined ? formatSquare(each) : phrase`${formatSquare(each)} facing ${term(each.facing)}`,
        );
    case 'line':
      return board.units.filter((each) => each.id === id).map(({ at }) => phrase`${at} m`);
    case 'areas':
      return board.areas.filter(({ ids }) => ids.includes(id)).map(({ name }) => name);
    case undefined:
      return [];
  }
};

type StrokePoint = BoardStrokeView['points'][number];

/** The square of a point. For a corner, the square of the figure that touches the corner. */
const squareAt = ({ figures }: GridBoardView, { x, y }: StrokePoint): string => {
  const inside = { x: Math.floor(x), y: Math.floor(y) };
  const touches = (each: StrokePoint) => x >= each.x && x <= each.x + 1 && y >= each.y && y <= each.y + 1;
  return formatSquare(figures.find(touches) ?? inside);
};

/** Describes each stroke by its end squares in a sentence. */
export const describeStrokes = (
  grid: GridBoardView,
  says: (kind: BoardStrokeView['kind'], from: string, to: string) => string,
): readonly string[] =>
  grid.strokes.flatMap(({ kind, points }) => {
    const [from, to] = [points[0], points.at(-1)];
    return from === undefined || to === undefined || points.length < 2
      ? []
      : [says(kind, squareAt(grid, from), squareAt(grid, to))];
  });

/** The kinds of edges with their effects in words. */
const edgeKinds = [
  'wall',
  'blocks the way',
  'difficult terrain that blocks sight',
  'difficult terrain',
  'blocks sight',
  'closed door',
  'open door',
] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export const edgeKind = ({ kinds }: EdgeView): EdgeKind | undefined => {
  const blocking = kinds.includes('blocking');
  if (kinds.includes('door')) return blocking ? 'closed door' : 'open door';
  if (blocking) return kinds.includes('obscuring') ? 'wall' : 'blocks the way';
  if (kinds.includes('impeding'))
    return kinds.includes('obscuring') ? 'difficult terrain that blocks sight' : 'difficult terrain';
  return kinds.includes('obscuring') ? 'blocks sight' : undefined;
};

/** The kinds of edges on a board in fixed order, with their numbers. */
export const edgesByKind = ({
  edges,
}: GridBoardView): readonly { readonly kind: EdgeKind; readonly count: number }[] => {
  const counts = Map.groupBy(edges, edgeKind);
  return edgeKinds.flatMap((kind) => {
    const count = counts.get(kind)?.length;
    return count === undefined ? [] : [{ kind, count }];
  });
};

type Slot = TimelineView['slots'][number];

/** A slot with entries, or a run of empty slots: `5 to 3`. */
export interface SlotRun {
  readonly label: string;
  readonly now: boolean;
  readonly entries: Slot['entries'];
}

/** The slots of a timeline, with neighbouring empty slots joined. The current slot is never joined. */
export const slotRuns = ({ slots }: TimelineView): readonly SlotRun[] => {
  const told: SlotRun[] = [];
  /** The first slot of the last run, if the run is empty. */
  let first: Slot | undefined;
  for (const last of slots) {
    const isEmpty = last.entries.length === 0 && !last.now;
    if (!isEmpty || first === undefined) told.push(last);
    else told[told.length - 1] = { ...last, label: phrase.of('range')`${first.label} to ${last.label}` };
    first = isEmpty ? (first ?? last) : undefined;
  }
  return told;
};

/** The ends of a line board (metres), wide enough for all units and objects. */
export const axisRange = ({
  from,
  to,
  units,
  objects,
}: LineBoardView): { readonly from: number; readonly to: number } => {
  const places = [from, to, ...units.map(({ at }) => at), ...objects.map(({ at }) => at)];
  const least = Math.min(...places);
  return { from: least, to: Math.max(...places, least + 1) };
};

/** The ticks of an axis (metres): about ten round numbers. */
export const axisTicks = (from: number, to: number): readonly number[] => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, (to - from) / 10)));
  const every = [1, 2, 5, 10].map((each) => each * power).find((each) => (to - from) / each <= 11) ?? power * 10;
  const first = Math.ceil(from / every) * every;
  return Array.from({ length: Math.floor((to - first) / every) + 1 }, (_, index) => first + index * every);
};

/** The ids of combatants that act now. Empty if the phase names them: `Round 3: Ann’s turn`. */
export const currentActorIds = ({ order, phaseNames }: BattleView): readonly string[] => {
  const ids = [...new Set(order.filter(({ state }) => state === 'now').map(({ id }) => id))];
  return ids.every((id) => id === phaseNames) ? [] : ids;
};

/** Describes who acts now, `Now: Ann`, or the outcome of an ended battle. */
export const describeCurrentActor = (view: BattleView, nameOf: (id: string) => string): string => {
  if (view.status === 'ended') return view.outcome ?? worded('ended');
  const names = currentActorIds(view).map(nameOf);
  if (names.length === 0) return '';
  return phrase`Now: ${listed(names.length > 3 ? [...names.slice(0, 2), phrase`${names.length - 2} more`] : names)}`;
};

/** Formats actors: `Ann, Bob and the GM`. `first`: true at the start of a sentence. */
export const formatActors = (actors: readonly string[], first: boolean): string =>
  listed(actors.map((actor, at) => (actor !== gmActor ? actor : worded(first && at === 0 ? 'The GM' : 'the GM'))));

/** `down` or `out`, unless the combatant's marks say so. Empty if it is up. */
export const describeLife = ({ life, marksSayLife }: CombatantView): readonly string[] =>
  life === 'up' || marksSayLife ? [] : [worded(life)];

/** Cuts a text to a number of characters, with `…`. */
export const cutText = (text: string, longest: number): string => {
  const letters = splitLetters(text);
  return letters.length <= longest
    ? text
    : `${letters
        .slice(0, Math.max(0, longest - 1))
        .join('')
        .trimEnd()}…`;
};

/** Cuts a text to a number of columns of a terminal. A text that is cut gets `end` as its last letter. */
export const cutColumns = (text: string, columns: number, end = '…'): string => {
  if (columnsOf(text) <= columns) return text;
  let left = columns - end.length;
  const letters = splitLetters(text);
  const cut = letters.findIndex((letter) => {
    left -= letterColumns(letter);
    return left < 0;
  });
  return `${letters.slice(0, cut).join('').trimEnd()}${end}`;
};

/** Formats a share from 0 to 1 as a bar of characters. Only 1 is full, and only 0 empty. */
export const formatShareBlocks = (share: number, blocks = 5): string => {
  const left = Math.max(0, Math.min(1, share));
  const full = left === 0 ? 0 : left === 1 ? blocks : Math.max(1, Math.min(blocks - 1, Math.round(left * blocks)));
  return '▰'.repeat(full) + '▱'.repeat(blocks - full);
};

/** Formats the main gauge: `▰▰▰▱▱ 41/60 HP`, or its word if the number is hidden. */
export const formatMainGauge = ({ label, text, share }: Gauge): string =>
  share === undefined ? text : `${formatShareBlocks(share)} ${text} ${label}`;

/** Formats a gauge without a bar: `12/20 Essence`, `Essence low`. */
export const formatGauge = ({ label, text, share }: Gauge): string =>
  share === undefined ? `${label} ${text}` : `${text} ${label}`;

/** Joins items into lines of at most `longest` characters. Longer items are not split. */
export const wrapItems = (items: readonly string[], longest: number, gap: string): readonly string[] => {
  const rows: string[] = [];
  for (const item of items) {
    const longer = rows.length === 0 ? item : `${rows.at(-1)}${gap}${item}`;
    if (rows.length > 0 && columnsOf(longer) <= longest) rows[rows.length - 1] = longer;
    else rows.push(item);
  }
  return rows;
};

/** Wraps a text to a number of columns of a terminal. */
export const wrapText = (text: string, longest: number): readonly string[] => wrapItems(text.split(' '), longest, ' ');
