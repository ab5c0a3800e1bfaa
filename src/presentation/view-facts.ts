import { listed, phrase, worded } from '../core/message.ts';
import { gmActor } from '../rules/caller.ts';
import { formatSquare } from '../rules/grid/square.ts';
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

/** Where a combatant stands, in words: as its system says, else as the board shows. */
export const describePosition = (board: BoardView | undefined, { id, place }: CombatantView): string | undefined => {
  if (place !== undefined) return place;
  switch (board?.kind) {
    case 'grid': {
      const figure = board.figures.find((each) => each.id === id);
      return figure && `${formatSquare(figure)}${figure.facing === undefined ? '' : phrase` facing ${figure.facing}`}`;
    }
    case 'line': {
      const unit = board.units.find((each) => each.id === id);
      return unit && `${unit.at} m`;
    }
    case 'areas':
      return board.areas.find(({ ids }) => ids.includes(id))?.name;
    case undefined:
      return undefined;
  }
};

type StrokePoint = BoardStrokeView['points'][number];

/** A line of sight may end on a corner: then it belongs to the figure that stands at that corner. */
const squareAt = ({ figures }: GridBoardView, { x, y }: StrokePoint): string => {
  const inside = { x: Math.floor(x), y: Math.floor(y) };
  const touches = (each: StrokePoint) => x >= each.x && x <= each.x + 1 && y >= each.y && y <= each.y + 1;
  return formatSquare(figures.find(touches) ?? inside);
};

/** Where a stroke begins and ends; none for one that has no length. */
export const strokeEndSquares = (
  grid: GridBoardView,
  { points }: BoardStrokeView,
): { readonly from: string; readonly to: string } | undefined => {
  const [from] = points;
  const to = points.at(-1);
  return from === undefined || to === undefined || points.length < 2
    ? undefined
    : { from: squareAt(grid, from), to: squareAt(grid, to) };
};

/** What an edge between two squares does, in a word or two: the same in picture, characters and alt text. */
const edgeKinds = ['wall', 'blocks the way', 'slows and hides', 'slows', 'hides', 'closed door', 'open door'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export const edgeKind = ({ kinds }: EdgeView): EdgeKind | undefined => {
  const blocking = kinds.includes('blocking');
  if (kinds.includes('door')) return blocking ? 'closed door' : 'open door';
  if (blocking) return kinds.includes('obscuring') ? 'wall' : 'blocks the way';
  if (kinds.includes('impeding')) return kinds.includes('obscuring') ? 'slows and hides' : 'slows';
  return kinds.includes('obscuring') ? 'hides' : undefined;
};

/** The kinds of edges on a board, in their fixed order, with how many there are. */
export const edgesByKind = ({
  edges,
}: GridBoardView): readonly { readonly kind: EdgeKind; readonly count: number }[] => {
  const counts = new Map<EdgeKind, number>();
  for (const edge of edges) {
    const kind = edgeKind(edge);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return edgeKinds.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
};

type Slot = TimelineView['slots'][number];

/** A slot that something happens in, or a run of empty ones told as one: `5 to 3`. */
export interface SlotRun {
  readonly label: string;
  readonly now: boolean;
  readonly entries: Slot['entries'];
}

/** The slots of a timeline with runs of empty ones drawn together; the present one stands alone. */
export const slotRuns = ({ slots }: TimelineView): readonly SlotRun[] => {
  const told: SlotRun[] = [];
  let empty: Slot[] = [];
  const close = () => {
    const [first] = empty;
    const last = empty.at(-1);
    if (first === undefined || last === undefined) return;
    told.push({
      label: first === last ? first.label : phrase`${first.label} to ${last.label}`,
      now: false,
      entries: [],
    });
    empty = [];
  };
  for (const slot of slots) {
    if (slot.entries.length === 0 && !slot.now) {
      empty.push(slot);
      continue;
    }
    close();
    told.push(slot);
  }
  close();
  return told;
};

/** A line's ends in metres, further out where somebody or something lies beyond them; never of no length. */
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

/** Metres between ticks: about ten of them, on round numbers. */
export const tickInterval = (length: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, length / 10)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => length / each <= 11) ?? power * 10;
};

/** Who acts now; nobody where the phase names them all, as `Round 3: Ann’s turn` does. */
export const currentActorIds = ({ order, phaseNames }: BattleView): readonly string[] => {
  const ids = [...new Set(order.filter(({ state }) => state === 'now').map(({ id }) => id))];
  return ids.every((id) => id === phaseNames) ? [] : ids;
};

/** Who acts now, short enough for a line: `Now: Ann`. How it ended, once it has. */
export const describeCurrentActor = (view: BattleView, nameOf: (id: string) => string): string => {
  if (view.status === 'ended') return view.outcome ?? 'ended';
  const names = currentActorIds(view).map(nameOf);
  if (names.length === 0) return '';
  return phrase`Now: ${listed(names.length > 3 ? [...names.slice(0, 2), phrase`${names.length - 2} more`] : names)}`;
};

/** `Ann, Bob and the GM`; at the head of a sentence the GM has a capital, and a name is as its owner writes it. */
export const formatActors = (actors: readonly string[], first: boolean): string =>
  listed(actors.map((actor, at) => (actor !== gmActor ? actor : first && at === 0 ? 'The GM' : 'the GM')));

/** `down` or `out`, unless its marks say so already. */
export const describeLife = ({ life, marksSayLife }: CombatantView): readonly string[] =>
  life === 'up' || marksSayLife ? [] : [worded(life)];
