import { z } from 'zod';
import type { Text } from '../core/message.ts';
import type { Reader } from './reader.ts';

const refSchema = z.strictObject({ ref: z.string(), masked: z.literal(true).optional() });

/** A text as it is saved. */
export const textSchema: z.ZodType<Text> = z.union([
  z.string(),
  refSchema,
  z.strictObject({
    say: z.array(z.string()),
    get with() {
      return z.array(textSchema);
    },
  }),
]);

export type LineTone = 'good' | 'bad' | 'plain' | 'quiet';

/** One step from the dice to the result, with its rule: `SK-SPEED-2`, `+15 faster (34 to 22)`. */
export interface SumStep<Says extends Text = string> {
  readonly rule: string;
  readonly says: Says;
}

/** Steps that make one sum, shown on one row: `d100 72 · +15 faster · +15 flank = 102 → stage 6`. */
export type SumRow<Says extends Text = string> = readonly SumStep<Says>[];

/** One thing that happened, as one reader may know it. `text` alone must be enough; the rows let a pencil check it. */
export interface Line<Says extends Text = string> {
  readonly tone: LineTone;
  readonly text: Says;
  readonly rows: readonly SumRow<Says>[];
  /** True if it is for the GM channel, no matter who gave the order. */
  readonly atDesk?: boolean;
  /** One of many automatic lines: a message shows its text alone. */
  readonly folded?: true;
}

/** A line that has no reader yet. */
export interface UnresolvedLine extends Line<Text> {
  /** Combatants it is about without naming them. Readers who cannot see one of them do not get the line. */
  readonly mentions?: readonly string[];
  /** The effects whose end the line reports. */
  readonly endedEffects?: readonly { readonly who: string; readonly name: string }[];
}

interface Lines {
  (text: string, tone?: LineTone, rows?: readonly SumRow[]): Line;
  (text: Text, tone?: LineTone, rows?: readonly SumRow<Text>[], about?: readonly string[]): UnresolvedLine;
}
export const line: Lines = (
  text: Text,
  tone: LineTone = 'plain',
  rows: readonly SumRow<Text>[] = [],
  about?: readonly string[],
) => ({ tone, text, rows, ...(about !== undefined && { mentions: about }) }) as Line;

interface Steps {
  (rule: string, says: string): SumStep;
  (rule: string, says: Text): SumStep<Text>;
}
export const step: Steps = (rule: string, says: Text) => ({ rule, says }) as SumStep;

/** What may be counted of a battle, the same for every rulebook. */
export const tallyKinds = ['hit', 'miss', 'damage', 'taken', 'felled', 'healed'] as const;
export type TallyKind = (typeof tallyKinds)[number];

/**
 * One fact to count. `hit`, `miss` and `damage` belong to the attacker; `taken`, `felled` (brought down) and `healed` to the
 * one it happened to.
 */
export interface Tally {
  readonly who: string;
  readonly what: TallyKind;
  readonly amount: number;
  /** The other one: who was struck, or who struck. */
  readonly of?: string | undefined;
}

export const createTally = (who: string, what: TallyKind, amount = 1, of?: string): Tally => ({
  who,
  what,
  amount,
  of,
});

/** A blow that landed or not, for both who are in it. */
export const tallyAttack = (
  who: string | undefined,
  target: string,
  hit: boolean | undefined,
  damage: number,
): readonly Tally[] => [
  ...(who === undefined || hit === undefined ? [] : [createTally(who, hit ? 'hit' : 'miss', 1, target)]),
  ...(who === undefined || damage <= 0 ? [] : [createTally(who, 'damage', damage, target)]),
  ...(damage <= 0 ? [] : [createTally(target, 'taken', damage, who)]),
];

/** The label for parts of a sum that depend on someone hidden from the reader. */
export const hiddenPartLabel = 'something hidden';

interface WithValue {
  readonly value: number;
}

const sumOf = (parts: readonly WithValue[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/**
 * The parts of a sum as one reader may know them. Parts that depend on hidden combatants become one number, so that the total
 * is still right. `asIs` and `asKnown` are the parts calculated again with and without the hidden.
 */
export const redactParts = <Part extends WithValue>(
  told: readonly Part[],
  { asIs, asKnown }: { readonly asIs: readonly Part[]; readonly asKnown: readonly Part[] },
  keyOf: (part: Part) => string,
  unseen: (value: number) => Part,
): readonly Part[] => {
  const of = (parts: readonly Part[], key: string): readonly Part[] => parts.filter((part) => keyOf(part) === key);
  const keys = [...new Set([...told, ...asKnown].map(keyOf))];
  const differing = new Set(
    [...keys, ...asIs.map(keyOf)].filter((key) => sumOf(of(asIs, key)) !== sumOf(of(asKnown, key))),
  );
  if (differing.size === 0) return told;
  const known = keys.flatMap((key) => (differing.has(key) ? of(asKnown, key) : of(told, key)));
  const rest = sumOf(told) - sumOf(known);
  return rest === 0 ? known : [...known, unseen(rest)];
};

export interface RuleEvent {
  readonly type: string;
}

/** The battle before and after an event, and who reads about it. */
export interface EventContext<State> {
  readonly before: State;
  readonly after: State;
  readonly reader: Reader;
}

/** Strokes that show an action rather than a state. */
export type DrawnAction = 'move' | 'attack';

type Shape = z.core.$ZodLooseShape;
type Schema<Type extends string, Facts extends Shape> = z.ZodObject<
  { type: z.ZodLiteral<Type> } & Facts,
  z.core.$strict
>;
/** Nothing is given to make an event without facts. */
type FactsParameter<Facts extends Shape> = keyof Facts extends never
  ? []
  : [facts: z.output<z.ZodObject<Facts, z.core.$strict>>];
type NarratedLines = UnresolvedLine | readonly UnresolvedLine[] | undefined;

/** What one kind of event does, how it is narrated, and what else the app reads from it. */
interface EventDefinition<State, Event> {
  /** The battle after it. No die falls and no rule is decided again: the event carries what was decided. */
  readonly apply: (state: State, event: Event) => State;
  readonly narrate: (event: Event, moment: EventContext<State>) => NarratedLines;
  /** What statistics count of it. */
  readonly tallies?: (event: Event, before: State, after: State) => readonly Tally[];
  /** Who visibly attacks, casts or moves. This reveals those who are hidden until they act. */
  readonly actors?: (event: Event, before: State, after: State) => readonly string[];
  /** What it draws on the board. */
  readonly stroke?: DrawnAction;
  /** True if a round begins with it, or what the rulebook counts in its place. */
  readonly beginsRound?: true;
  /** True if one order rolls it for everyone in the battle, including the hidden. */
  readonly isRolledForAll?: (event: Event) => boolean;
}

/** One kind of event, its shape sealed in, so that many kinds fit one list. */
interface EventKind<State, Of extends z.ZodObject = z.ZodObject> extends EventDefinition<State, RuleEvent> {
  readonly type: string;
  readonly schema: Of;
}

/** Makes events of one kind from their facts: `draft.emit(aimed({ who, target }))`. */
interface EventConstructor<State, Facts extends readonly unknown[], Of extends z.ZodObject> {
  (...facts: Facts): z.output<Of>;
  readonly kind: EventKind<State, Of>;
  /** True if the event is of this kind. */
  readonly is: (event: RuleEvent | undefined) => event is RuleEvent & z.output<Of>;
}

/** Binds the state of one system; what it returns declares that system's events. */
export const bindEvents =
  <State>() =>
  <const Type extends string, Facts extends Shape>(
    type: Type,
    facts: Facts,
    meaning: EventDefinition<State, z.output<Schema<Type, Facts>>>,
  ): EventConstructor<State, FactsParameter<Facts>, Schema<Type, Facts>> => {
    type Event = z.output<Schema<Type, Facts>>;
    const kind: EventKind<State, Schema<Type, Facts>> = {
      type,
      schema: z.strictObject({ type: z.literal(type), ...facts }),
      // An event comes here only by its type, so it has the shape that was declared for that type.
      ...(meaning as unknown as EventDefinition<State, RuleEvent>),
    };
    const is = (event: RuleEvent | undefined): event is RuleEvent & Event => event?.type === type;
    return Object.assign((given?: object) => ({ type, ...given }) as Event, { kind, is });
  };

/** The events that a constructor makes. */
export type EventOf<Constructor extends (...facts: never) => unknown> = ReturnType<Constructor>;

type Constructors = readonly ((...facts: never) => unknown)[];

/** The events that these constructors make. */
export type EventUnion<Kinds extends Constructors> = ReturnType<Kinds[number]>;

const listOf = (told: NarratedLines): readonly UnresolvedLine[] =>
  told === undefined ? [] : 'text' in told ? [told] : told;

/** What a ruleset needs to know of its events, made from the list of them. Throws where two have one type: that is a bug. */
export const createEventTable = <
  State,
  const Kinds extends readonly { readonly kind: { readonly schema: z.ZodObject } }[],
>(
  kinds: Kinds & readonly { readonly kind: EventKind<State> }[],
) => {
  const all: readonly EventKind<State>[] = kinds.map(({ kind }: { readonly kind: EventKind<State> }) => kind);
  const byType = new Map(all.map((kind) => [kind.type, kind]));
  if (byType.size < all.length) throw new Error('Two events have one type.');
  const kindOf = ({ type }: RuleEvent): EventKind<State> => {
    const kind = byType.get(type);
    if (kind === undefined) throw new Error(`No event is called ${type}.`);
    return kind;
  };
  return {
    event: z.discriminatedUnion(
      'type',
      all.map(({ schema }) => schema) as unknown as readonly [Kinds[number]['kind']['schema']],
    ),
    evolve: (state: State, event: RuleEvent): State => kindOf(event).apply(state, event),
    narrate: (event: RuleEvent, moment: EventContext<State>): readonly UnresolvedLine[] =>
      listOf(kindOf(event).narrate(event, moment)),
    talliesOf: (event: RuleEvent, before: State, after: State): readonly Tally[] =>
      kindOf(event).tallies?.(event, before, after) ?? [],
    actorsOf: (event: RuleEvent, before: State, after: State): readonly string[] =>
      kindOf(event).actors?.(event, before, after) ?? [],
    strokeOf: (event: RuleEvent): DrawnAction | undefined => kindOf(event).stroke,
    roundStartEvents: all.filter(({ beginsRound }) => beginsRound).map(({ type }) => type),
    isRolledForAll: (event: RuleEvent): boolean => kindOf(event).isRolledForAll?.(event) ?? false,
  };
};
