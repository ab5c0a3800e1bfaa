import { currentDictionary, type NameResolver, renderText, type Text, worded } from '../core/message.ts';
import type { Square } from './grid/square.ts';
import type { Gauge } from './reader.ts';

/** A battle as one reader may see it. Panel, picture, status and alt text are made only from this. */
export interface BattleView {
  readonly status: 'setup' | 'active' | 'ended';
  /** The phase in the rulebook's words: `Round 3`, `Declarations`, `Segment 7`. */
  readonly phase: string;
  /** The combatant that the text of `phase` names as acting. Undefined if it names no combatant. */
  readonly phaseNames?: string;
  readonly round: number;
  readonly combatants: readonly CombatantView[];
  /** The turn order, as far as it is known. */
  readonly order: readonly TurnOrderView[];
  readonly board: BoardView | undefined;
  readonly timeline: TimelineView | undefined;
  /** The picture behind the board. */
  readonly backdrop?: BackdropView | undefined;
  /** Objectives, victory points, light: one short sentence each. */
  readonly notes: readonly string[];
  /** Points so far, for the picture: `Ada: 3 VP`. */
  readonly score?: readonly string[];
  /** What scores points, with its conditions and its rule. It is one of the notes, too. */
  readonly scoring?: { readonly rule: string; readonly says: string } | undefined;
  /** The result in words. Undefined until the battle ends. */
  readonly outcome: string | undefined;
}

export interface CombatantView {
  readonly id: string;
  /** The combatant or seat that gets the orders for this figure. */
  readonly actor: string;
  readonly side: string | undefined;
  readonly life: 'up' | 'down' | 'out';
  /** Numbers with a maximum. The picture draws a bar for the first. */
  readonly gauges: readonly Gauge[];
  /** True if the marks already show whether the figure is down or out, so that the view need not. */
  readonly marksSayLife?: boolean;
  /** Conditions, stance, aim: one or two words each. */
  readonly marks: readonly string[];
  /** Signs in the picture by mark. A mark without a sign shows its first letter. */
  readonly signs?: Readonly<Record<string, MarkSign>>;
  /** The position in words: `D4 facing north`, `front area`, `12 m`. Undefined if the figure has no position. */
  readonly place: string | undefined;
  /** The sheet as short lines, as far as the reader may know it. */
  readonly sheet: readonly string[];
  /** The hash of the combatant's portrait. Undefined if it has no portrait. */
  readonly face?: string;
  /** True in the GM's view if the combatant is hidden from other users. */
  readonly hidden?: boolean;
}

export interface TurnOrderView {
  readonly id: string;
  /** The reason for the combatant's place in the turn order: `Agility 18`, `initiative 14`, `segment 7`. */
  readonly note: string;
  readonly state: 'done' | 'now' | 'next';
}

export type BoardView = GridBoardView | LineBoardView | AreasBoardView;

export const compassDirections = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type CompassDirection = (typeof compassDirections)[number];

/** The scale of a board whose squares have no real length, so that the legend needs no scale. */
export const oneSpaceScale = '1 space';

/** A background picture, placed in squares from the north-west corner. Without squares the whole picture is shown. */
export interface BackdropView {
  /** The hash of the picture. */
  readonly picture: string;
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

export interface GridBoardView {
  readonly kind: 'grid';
  readonly width: number;
  readonly height: number;
  /** The length of a square, for the legend: `1 space`, `5 feet`. */
  readonly scale: string;
  readonly blocked: readonly Square[];
  /** What blocked squares look like. Default: masonry. */
  readonly blockedBy?: 'void';
  readonly figures: readonly FigureView[];
  /** Borders of squares with walls, fences, hedges or doors. */
  readonly edges: readonly EdgeView[];
  readonly objects: readonly (Square & { readonly label: string })[];
  /** Squares to tint, with the meaning of the tint. */
  readonly zones: readonly { readonly label: string; readonly squares: readonly Square[] }[];
  /** Lines to draw, such as moves and lines of sight. Unit: squares; whole numbers are corners, halves are centers. */
  readonly strokes: readonly BoardStrokeView[];
}

export interface FigureView extends Square {
  readonly id: string;
  readonly facing: CompassDirection | undefined;
}

export interface EdgeView {
  readonly a: Square;
  readonly b: Square;
  readonly kinds: readonly ('blocking' | 'impeding' | 'obscuring' | 'door')[];
}

export interface BoardStrokeView {
  readonly kind: 'move' | 'attack' | 'sight' | 'blocked-sight';
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface LineBoardView {
  readonly kind: 'line';
  /** The ends of the line (metres). */
  readonly from: number;
  readonly to: number;
  readonly units: readonly { readonly id: string; readonly at: number }[];
  readonly brackets: readonly {
    readonly at: number;
    readonly radius: number;
    readonly label: string;
    readonly ids: readonly string[];
  }[];
  readonly objects: readonly { readonly at: number; readonly label: string }[];
}

export interface AreasBoardView {
  readonly kind: 'areas';
  readonly areas: readonly { readonly name: string; readonly ids: readonly string[] }[];
}

export interface TimelineView {
  readonly label: string;
  readonly slots: readonly {
    readonly label: string;
    readonly now: boolean;
    readonly entries: readonly { readonly id: string; readonly what: string; readonly done: boolean }[];
  }[];
}

/** Signs for marks in the picture. */
export type MarkSign = 'aim' | 'guard' | 'stun' | 'fire' | 'blood' | 'height' | 'lying' | 'bolt' | 'unseen';

/** A condition in one or two words. It may have a sign for pictures. */
export interface Mark {
  readonly label: Text;
  readonly sign?: MarkSign | undefined;
}

export const mark = (says: Text, sign?: MarkSign): Mark => ({ label: says, sign });

/** Patterns that find a sign by the name of a condition or effect. */
const signPatterns: readonly (readonly [RegExp, MarkSign])[] = [
  [/\baim/i, 'aim'],
  [/defen[cds]|guard|parr|shield|block|protect/i, 'guard'],
  [/stun|daze|confus|suppress/i, 'stun'],
  [/burn|fire|flame|ablaze/i, 'fire'],
  [/poison|bleed|venom|wound/i, 'blood'],
  [/\bfl(y|ies|ying|ew)\b|airborne|altitude|height/i, 'height'],
  [/prone|fallen|knocked|lying/i, 'lying'],
  [/paraly|shock|charg|haste|offen[cs]/i, 'bolt'],
  [/hidden|invisib|unseen|blind/i, 'unseen'],
];

/** Creates a mark for a named condition or effect. `says` may add details such as its duration. */
export const markByName = (name: string, says: Text = name): Mark =>
  mark(says, signPatterns.find(([word]) => word.test(name))?.[1]);

/** The marks as texts for one reader, with their signs. */
export const marksView = (marks: readonly Mark[], names: NameResolver): Pick<CombatantView, 'marks' | 'signs'> => {
  const read = marks.map(({ label, sign }) => ({ says: renderText(label, names), sign }));
  return {
    marks: read.map(({ says }) => says),
    signs: Object.fromEntries(read.flatMap(({ says, sign }) => (sign === undefined ? [] : [[says, sign]]))),
  };
};

const translateCombatant = (combatant: CombatantView): CombatantView => ({
  ...combatant,
  gauges: combatant.gauges.map((gauge) => ({ ...gauge, label: worded(gauge.label), text: worded(gauge.text) })),
  marks: combatant.marks.map(worded),
  ...(combatant.signs && {
    signs: Object.fromEntries(Object.entries(combatant.signs).map(([mark, sign]) => [worded(mark), sign])),
  }),
  place: combatant.place && worded(combatant.place),
  sheet: combatant.sheet.map(worded),
});

const translateBoard = (board: BoardView): BoardView => {
  switch (board.kind) {
    case 'grid':
      return {
        ...board,
        scale: worded(board.scale),
        objects: board.objects.map((each) => ({ ...each, label: worded(each.label) })),
        zones: board.zones.map((each) => ({ ...each, label: worded(each.label) })),
      };
    case 'line':
      return {
        ...board,
        brackets: board.brackets.map((each) => ({ ...each, label: worded(each.label) })),
        objects: board.objects.map((each) => ({ ...each, label: worded(each.label) })),
      };
    case 'areas':
      return { ...board, areas: board.areas.map((each) => ({ ...each, name: worded(each.name) })) };
  }
};

const translateTimeline = ({ label, slots }: TimelineView): TimelineView => ({
  label: worded(label),
  slots: slots.map((slot) => ({
    ...slot,
    label: worded(slot.label),
    entries: slot.entries.map((entry) => ({ ...entry, what: worded(entry.what) })),
  })),
});

/** Translates a view's fixed words to the current language. */
export const translateView = (view: BattleView): BattleView =>
  currentDictionary() === undefined
    ? view
    : {
        ...view,
        phase: worded(view.phase),
        combatants: view.combatants.map(translateCombatant),
        order: view.order.map((each) => ({ ...each, note: worded(each.note) })),
        board: view.board && translateBoard(view.board),
        timeline: view.timeline && translateTimeline(view.timeline),
        notes: view.notes.map(worded),
        ...(view.score && { score: view.score.map(worded) }),
        outcome: view.outcome && worded(view.outcome),
      };
