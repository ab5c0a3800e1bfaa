import { z } from 'zod';
import type { UnresolvedLine } from './lines.ts';
import type { Reader } from './reader.ts';
import type { Tally } from './tally.ts';

export interface RuleEvent {
  readonly type: string;
}

/** An event with the battle before and after it, told to one reader. */
export interface EventContext<State> {
  readonly before: State;
  readonly after: State;
  readonly reader: Reader;
}

/** Strokes that tell what somebody did, rather than how things stand. */
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

/** What one kind of event does, how it is told, and what else the house wants to know of it. */
interface EventDefinition<State, Event> {
  /** The battle after it. No die falls and no rule is decided again: the event carries what was decided. */
  readonly apply: (state: State, event: Event) => State;
  readonly narrate: (event: Event, moment: EventContext<State>) => NarratedLines;
  /** What statistics count of it. */
  readonly tallies?: (event: Event, before: State, after: State) => readonly Tally[];
  /** Whose blow, spell or move in sight it is: by it the hidden are revealed who are hidden until they act. */
  readonly actors?: (event: Event, before: State, after: State) => readonly string[];
  /** What it draws on the board. */
  readonly stroke?: DrawnAction;
  /** Does a round begin with it, or what the rulebook counts in its place? */
  readonly beginsRound?: true;
  /** Does one order roll it for everybody in the battle, the unseen among them? */
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
