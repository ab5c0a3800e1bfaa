import { z } from 'zod';
import type { Text } from '../core/message.ts';
import type { Reader } from './reader.ts';

const refSchema = z.strictObject({ ref: z.string(), masked: z.literal(true).optional() });

/** The schema of saved texts. */
export const textSchema: z.ZodType<Text> = z.union([
  z.string(),
  refSchema,
  z.strictObject({ term: z.string(), of: z.string().optional() }),
  z.strictObject({ name: z.string() }),
  z.strictObject({ amount: z.number(), digits: z.int().optional() }),
  z.strictObject({
    say: z.array(z.string()),
    get with() {
      return z.array(textSchema);
    },
    of: z.string().optional(),
    by: z.number().int().optional(),
  }),
]);

export type LineTone = 'good' | 'bad' | 'plain' | 'quiet';

/** One step of a calculation, with its rule: `SK-SPEED-2`, `+15 faster (34 to 22)`. */
export interface SumStep<Says extends Text = string> {
  readonly rule: string;
  readonly says: Says;
}

/** The steps of one calculation, for one row: `d100 72 · +15 faster · +15 flank = 102 → stage 6`. */
export type SumRow<Says extends Text = string> = readonly SumStep<Says>[];

/** A line of narration for one reader. `text` must be complete without the rows, which show the calculation. */
export interface Line<Says extends Text = string> {
  readonly tone: LineTone;
  readonly text: Says;
  readonly rows: readonly SumRow<Says>[];
  /** True if the line goes to the GM channel, no matter who gave the order. */
  readonly atDesk?: boolean;
  /** A combatant whose player gets the line in private, no matter who gave the order. */
  readonly toOwner?: string;
  /** True for one of many automatic lines. A message shows only its text. */
  readonly folded?: true;
}

/** A line of narration before it is filtered for a reader and gets names. */
export interface UnresolvedLine extends Line<Text> {
  /** Combatants that the line concerns without naming them. Only readers who see all these combatants get the line. */
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

/** The kinds of facts that statistics count, in all rulebooks. */
export const tallyKinds = ['hit', 'miss', 'damage', 'taken', 'felled', 'healed'] as const;
export type TallyKind = (typeof tallyKinds)[number];

/** One fact to count. `hit`, `miss`, `damage` count for the attacker; `taken`, `felled`, `healed` for the target. */
export interface Tally {
  readonly who: string;
  readonly what: TallyKind;
  readonly amount: number;
  /** The combatant on the other side: the target of an attack, or its attacker. */
  readonly of?: string | undefined;
}

export const createTally = (who: string, what: TallyKind, amount = 1, of?: string): Tally => ({
  who,
  what,
  amount,
  of,
});

/** The tallies of one attack, for the attacker and the target. */
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

/** The label for the part of a sum that depends on hidden combatants. */
export const hiddenPartLabel = 'something hidden';

interface WithValue {
  readonly value: number;
}

const sumOf = (parts: readonly WithValue[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/** The parts of a sum for one reader. `asKnown`: without hidden combatants, whose parts become one number. */
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

/** The battle before and after an event, and the reader of its lines. */
export interface EventContext<State> {
  readonly before: State;
  readonly after: State;
  readonly reader: Reader;
}

/** The kinds of actions that lines on the board show. */
export type DrawnAction = 'move' | 'attack';

type Shape = z.core.$ZodLooseShape;
type Schema<Type extends string, Facts extends Shape> = z.ZodObject<
  { type: z.ZodLiteral<Type> } & Facts,
  z.core.$strict
>;
/** The parameters of an event's constructor: none if the event has no facts. */
type FactsParameter<Facts extends Shape> = keyof Facts extends never
  ? []
  : [facts: z.output<z.ZodObject<Facts, z.core.$strict>>];
type NarratedLines = UnresolvedLine | readonly UnresolvedLine[] | undefined;

/** Defines one kind of event: its change of the battle, its lines, and what else the app needs. */
interface EventDefinition<State, Event> {
  /** Returns the battle after the event. Rolls nothing and decides nothing: all results are facts of the event. */
  readonly apply: (state: State, event: Event) => State;
  readonly narrate: (event: Event, moment: EventContext<State>) => NarratedLines;
  /** The facts that statistics count. */
  readonly tallies?: (event: Event, before: State, after: State) => readonly Tally[];
  /** The combatants that visibly attack, cast or move. This reveals those that are hidden until they act. */
  readonly actors?: (event: Event, before: State, after: State) => readonly string[];
  /** The kind of line that the event draws on the board. */
  readonly stroke?: DrawnAction;
  /** True if the event begins a round, or a similar period in a rulebook without rounds. */
  readonly beginsRound?: true;
  /** True if the event only notes a wish for later, which stays when other orders are undone. */
  readonly isWish?: true;
  /** True if one order rolls this event for every combatant, including hidden ones. */
  readonly isRolledForAll?: true;
}

/** A kind of event with its facts' types erased, so that one list can contain all kinds. */
interface EventKind<State, Of extends z.ZodObject = z.ZodObject> extends EventDefinition<State, RuleEvent> {
  readonly type: string;
  readonly schema: Of;
}

/** Creates events of one kind: `draft.emit(aimed({ who, target }))`. */
interface EventConstructor<State, Facts extends readonly unknown[], Of extends z.ZodObject> {
  (...facts: Facts): z.output<Of>;
  readonly kind: EventKind<State, Of>;
  /** True if the event is of this kind. */
  readonly is: (event: RuleEvent | undefined) => event is RuleEvent & z.output<Of>;
}

/** Returns a function that defines kinds of events for one rulebook, given the type of the rulebook's states. */
export const bindEvents =
  <State>() =>
  <const Type extends string, Facts extends Shape>(
    type: Type,
    { facts, ...meaning }: Partial<EventDefinition<State, z.output<Schema<Type, Facts>>>> & { readonly facts: Facts },
  ): EventConstructor<State, FactsParameter<Facts>, Schema<Type, Facts>> => {
    type Event = z.output<Schema<Type, Facts>>;
    const kind: EventKind<State, Schema<Type, Facts>> = {
      type,
      schema: z.strictObject({ type: z.literal(type), ...facts }),
      apply: (state) => state,
      narrate: () => undefined,
      // This cast is safe: `byType` passes an event only to the kind of the same type.
      ...(meaning as unknown as Omit<EventKind<State>, 'type' | 'schema' | 'apply' | 'narrate'>),
    };
    const is = (event: RuleEvent | undefined): event is RuleEvent & Event => event?.type === type;
    return Object.assign((given?: object) => ({ type, ...given }) as Event, { kind, is });
  };

/** The type of the events that a constructor creates. */
export type EventOf<Constructor extends (...facts: never) => unknown> = ReturnType<Constructor>;

type Constructors = readonly ((...facts: never) => unknown)[];

/** The union type of the events that several constructors create. */
export type EventUnion<Kinds extends Constructors> = ReturnType<Kinds[number]>;

/** The events among the exports of a module. */
type EventsOf<Module> = Module extends object
  ? Extract<Module[keyof Module], { readonly kind: { readonly schema: z.ZodObject } }>
  : never;

/** Lists the events that modules of a rulebook export. */
export const exportedEvents = <const Modules extends readonly object[]>(
  ...modules: Modules
): readonly EventsOf<Modules[number]>[] =>
  modules.flatMap((module) => Object.values(module).filter((each) => typeof each === 'function' && 'kind' in each));

const listOf = (told: NarratedLines): readonly UnresolvedLine[] =>
  told === undefined ? [] : 'text' in told ? [told] : told;

/** Builds the event functions of a rulebook from its kinds of events. Throws if two kinds have the same type. */
export const createEventTable = <
  State,
  const Kinds extends readonly { readonly kind: { readonly schema: z.ZodObject } }[],
>(
  kinds: Kinds & readonly { readonly kind: EventKind<State> }[],
) => {
  const all: readonly EventKind<State>[] = kinds
    .map(({ kind }: { readonly kind: EventKind<State> }) => kind)
    // Sorted, so that a moved chapter changes no saved shape.
    .toSorted((a, b) => (a.type < b.type ? -1 : 1));
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
    marked: {
      roundStarts: all.filter(({ beginsRound }) => beginsRound).map(({ type }) => type),
      wishes: all.filter(({ isWish }) => isWish).map(({ type }) => type),
      rolledForAll: all.filter(({ isRolledForAll }) => isRolledForAll).map(({ type }) => type),
    },
  };
};
