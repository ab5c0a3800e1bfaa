import { z } from 'zod';
import { BoundedCache, memoizeByKey } from '../core/memoize.ts';
import { counted, ok, phrase, type Refusal, type Result, ref, refuseInput, type Text } from '../core/message.ts';
import type { Line, RuleEvent, UnresolvedLine } from './event.ts';
import type { Caller, Question } from './expected-action.ts';
import { formatSquare, type Square } from './grid/square.ts';
import type { RulingDraft } from './order-limits.ts';
import type { Reader } from './reader.ts';
import type { BoardStrokeView, BoardView, CompassDirection } from './view.ts';

/** The widgets that forms and autocomplete use for parameters. The parameter itself is a text, whole number or flag. */
export const paramWidgets = ['combatant', 'square', 'path', 'list', 'rule', 'preset', 'person', 'channel'] as const;
export type ParamWidget = (typeof paramWidgets)[number];

// Schemas are shared between equal parameters, because making thousands of them would slow down each start.
const upTo = memoizeByKey((longest: number) => z.string().min(1).max(longest));
const between = memoizeByKey((min: number) => memoizeByKey((max: number) => z.int().min(min).max(max)));
const flags = z.boolean();

const described = (says: string, widget?: ParamWidget) => ({ description: says, ...(widget && { widget }) });

/** A parameter that is the name of a combatant or seat. */
export const combatantParam = (says: string) => upTo(100).meta(described(says, 'combatant'));

/** A parameter that lists combatants, separated by commas. An empty text is an empty list. */
export const combatantsParam = (says: string) => namesParam(says).meta(described(says, 'list'));

/** A parameter that lists names, separated by commas. An empty text is an empty list. */
export const namesParam = (says: string) =>
  z
    .string()
    .max(1000)
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .meta({ ...described(says), lists: true });

export const textParam = (says: string, longest = 300) => upTo(longest).meta(described(says));

export const wholeNumberParam = (says: string, min: number, max: number) => between(min)(max).meta(described(says));

export const oneOfParam = <const T extends readonly [string, ...string[]]>(says: string, words: T) =>
  z.enum(words).meta(described(says));

export const flagParam = (says: string) => flags.meta(described(says));

/** A parameter that is a Discord user. The value is the user's id. */
export const userParam = (says: string) => upTo(100).meta(described(says, 'person'));

/** A parameter that is a channel, thread or forum. The value is its id. */
export const channelParam = (says: string) => upTo(100).meta(described(says, 'channel'));

/** A parameter that is an attached file or picture. The value is its text, or its bytes as characters. */
export const fileParam = (says: string, longest: number, widget: 'file' | 'picture' = 'file') =>
  z.string().max(longest).meta({ description: says, widget });

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text is needed',
  number: 'a number is needed',
  int: 'a whole number is needed',
  boolean: 'write yes or no',
  array: 'a list is needed',
  object: 'a group of fields in braces { } is needed',
};

const size = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string =>
  origin === 'string'
    ? minimum === 1
      ? 'it is empty'
      : phrase`at least ${counted(Number(minimum), 'character')} are needed`
    : phrase`at least ${minimum}`;

/** Describes the problem of an input value as a phrase. Undefined if the schema has its own message. */
export const describeInputError = (issue: Issue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'a value is missing' : kinds[issue.expected];
    case 'invalid_value':
      return issue.values.length === 1
        ? phrase`the value must be ${String(issue.values[0])}`
        : phrase`choose one of ${issue.values.join(', ')}`;
    case 'too_small':
      return size(issue);
    case 'too_big':
      return issue.origin === 'string'
        ? phrase`at most ${counted(Number(issue.maximum), 'character')}`
        : phrase`at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return 'there is no field with that name here';
    default:
      return undefined;
  }
};

/** When other users see who acts: always, or only if a combatant of another side sees the actor. */
export type ActVisibility = 'seen' | 'in-sight';

/** Whether players may give an order, or only the GM. Rulebooks check who controls the combatant. */
export type OrderRole = 'player' | 'gm';

/** The place on the board at which a user can point to choose an offer. */
export interface OfferPlace {
  /** The square to which the offer leads. On a line board, `x` is the metre. */
  readonly to?: Square;
  /** The area to which the offer leads, by its name on the board. */
  readonly area?: string;
  /** The combatant that the offer is about. Only readers who see the combatant get the offer. */
  readonly who?: string;
}

/** A value offered for a parameter, with its label. */
export interface ParamOffer<Says extends Text = string> extends OfferPlace {
  readonly value: string;
  readonly label: Says;
  /** Combatants that the offer concerns without naming them. Only readers who see all of these get the offer. */
  readonly mentions?: string | readonly string[];
  /** The direction of the offer, if it is a single step to the square `to`. Undefined for other offers. */
  readonly step?: CompassDirection;
}

export const createOffer = (value: string, label: Text = value): ParamOffer<Text> => ({ value, label });

/** An offer of a combatant by its id. */
export const combatantOffer = ({ id }: { readonly id: string }): ParamOffer<Text> => ({
  ...createOffer(id, ref(id)),
  who: id,
});

/** An offer of a square by its name. */
export const squareOffer = (to: Square): ParamOffer<Text> => ({ ...createOffer(formatSquare(to)), to });

export type FindParamOffers<State> = (
  state: State,
  call: Caller,
  soFar: Readonly<Record<string, unknown>>,
) => readonly ParamOffer<Text>[];

/** Returns the given parameters that need the GM's approval. */
export type FindParamsNeedingApproval = (given: Readonly<Record<string, unknown>>) => readonly string[];

/** Declares parameters that always need the GM's approval. */
export const needsApprovalWhenGiven =
  (...names: readonly string[]): FindParamsNeedingApproval =>
  (given) =>
    names.filter((name) => given[name] !== undefined);

/** A verb as the app sees it, without its rulebook's types. */
export interface VerbInfo {
  /** The name of its command. Undefined if it is the verb's name, false if it has no command. */
  readonly command?: string | false | undefined;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly role: OrderRole;
  /** Returns the optional parameters to ask for in the step-by-step form, given the values so far. */
  readonly promptFor: (soFar: Readonly<Record<string, unknown>>) => readonly string[];
  /** Returns the given parameters that the GM must approve for a player: values from neither a sheet nor the rules. */
  readonly needsApproval: FindParamsNeedingApproval;
  /** True if the order is a message to the GM, who gets a notification. */
  readonly notifiesGm: boolean;
  /** True if the order must name its combatant when several fit, or when the GM acts for a player. */
  readonly asksWho: boolean;
  /** True if the order rolls for the combatants of all sides, so that hiding it would hide everyone's dice. */
  readonly rollsForAll: boolean;
  /** The kind of question that the verb answers. Undefined if it is not a reply. */
  readonly answers: string | undefined;
  /** When other users see who acts. Undefined: never. */
  readonly visibility: ActVisibility | undefined;
}

/** The end of a ruling: done, or a refusal. The draft contains its events. */
export type Verdict<Code extends string> = Result<undefined, Refusal<Code>>;
export const doneVerdict: Result<undefined, never> = ok(undefined);
/** A ruling that may ask questions. After each answer the ruling starts again on a new draft. */
export type InteractiveRuling<Code extends string> = Generator<Question, Verdict<Code>, string>;

/** Functions that find values for autocomplete. They return only values that are legal now. */
type DeclaredOffers<State, Params extends z.ZodObject> = {
  readonly [Name in keyof z.input<Params>]?: FindParamOffers<State>;
};

interface DeclaredQuery<State, Params extends z.ZodObject> extends Pick<VerbInfo, 'command' | 'summary'> {
  readonly params: Params;
  readonly offers?: DeclaredOffers<State, Params>;
}

interface DeclaredCommand<State, Params extends z.ZodObject> extends Omit<DeclaredQuery<State, Params>, 'params'> {
  /** Default: no parameters. */
  readonly params?: Params;
  readonly role: OrderRole;
  /** When other users see who acts. Default: never. */
  readonly visibility?: ActVisibility;
}

/** Emits the event of a ruling that is only one event. Returns other rulings as they are. */
export const emitOnlyEvent = <State, Ruled extends object>(
  { emit }: Pick<RulingDraft<State>, 'emit'>,
  ruled: Ruled | RuleEvent,
): Ruled | typeof doneVerdict => {
  if (!('type' in ruled)) return ruled;
  emit(ruled);
  return doneVerdict;
};

/** What the first check of an order found. None if the order has no such check. */
type FoundParameter<Found> = undefined extends Found ? [] : [found: Found];

/** The declaration of an order. Its slash command, console line, button and manual entry are made from it. */
export interface OrderDeclaration<State, Code extends string, Params extends z.ZodObject, Found = undefined>
  extends DeclaredCommand<State, Params>,
    Partial<Pick<VerbInfo, 'needsApproval' | 'notifiesGm' | 'asksWho' | 'rollsForAll'>> {
  /** True if the order may be given while a question is open, such as speech. */
  readonly whilePending?: boolean;
  readonly promptFor?: (soFar: Readonly<Record<string, unknown>>) => readonly (keyof z.input<Params> & string)[];
  /** The first check. Its refusal is the answer; what it finds is passed to `resolve`. */
  readonly requires?: (state: State, call: Caller, params: z.output<Params>) => Result<Found, Refusal<Code>>;
  /** Resolves the order. An order that is one event may return this event instead of emitting it. */
  readonly resolve: (
    draft: RulingDraft<State>,
    call: Caller,
    params: z.output<Params>,
    ...found: FoundParameter<Found>
  ) => Verdict<Code> | InteractiveRuling<Code> | RuleEvent;
}

/** The declaration of a verb that answers one kind of question: `/intercept`, `/drop`. */
export interface ReplyDeclaration<State, Code extends string, Params extends z.ZodObject>
  extends DeclaredCommand<State, Params> {
  readonly params: Params;
  readonly answers: string;
  /** Returns the id of the chosen answer, or a refusal. `question` is undefined if no question of this kind is open. */
  readonly choose: (
    state: State,
    call: Caller,
    params: z.output<Params>,
    question: Question | undefined,
  ) => Result<string, Refusal<Code>>;
}

/** Runs after an order that succeeded. It may ask questions. */
export type FollowUp<State> = (draft: RulingDraft<State>) => void | Generator<Question, void, string>;

/** A verb without the types of its parameters, so that one table can contain all verbs. */
export type Verb<State, Code extends string> = VerbInfo & {
  readonly whilePending: boolean;
  readonly offers: Readonly<Record<string, FindParamOffers<State> | undefined>>;
} & (
    | {
        readonly kind: 'order';
        /** Resolves the order. `again` is true in simulated battles, whose repeated input is cached. */
        readonly resolve: (
          draft: RulingDraft<State>,
          call: Caller,
          input: unknown,
          again?: true,
        ) => Verdict<Code | 'bad-input'> | InteractiveRuling<Code>;
        /** Runs after the order, for example to end the turn. Undefined if nothing follows. */
        readonly after: FollowUp<State> | undefined;
      }
    | {
        readonly kind: 'reply';
        readonly choose: (
          state: State,
          call: Caller,
          input: unknown,
          question: Question | undefined,
        ) => Result<string, Refusal<Code | 'bad-input'>>;
      }
  );

/** The parsed input of a command with these options. */
export type InputOf<Params extends z.ZodRawShape> = z.output<z.ZodObject<Params>>;

/** Parses input by a schema. Refuses with a sentence that names the parameter. */
export const parseInput = <Params extends z.ZodType>(
  params: Params,
  input: unknown,
): Result<z.output<Params>, Refusal<'bad-input'>> => {
  const parsed = params.safeParse(input, { error: describeInputError });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const named = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' && issue.keys[0]?.slice(0, 40));
  return refuseInput(named || 'input', issue?.message ?? 'it is not a valid value');
};

/** Maximum length of input that is cached (characters). */
const maxCachedLength = 200;

/** Like `parseInput`, with a cache of recent input. For input that the app creates, which often repeats. */
const cachedParser = <Params extends z.ZodType>(
  params: Params,
): ((input: unknown) => ReturnType<typeof parseInput<Params>>) => {
  const kept = new BoundedCache<string, ReturnType<typeof parseInput<Params>>>(100);
  return (input) => {
    const key = JSON.stringify(input);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = parseInput(params, input);
    return found.ok && key.length <= maxCachedLength ? kept.put(key, found) : found;
  };
};

/** Defaults of a verb's optional properties. */
const verbDefaults = {
  params: z.strictObject({}),
  promptFor: () => [],
  needsApproval: () => [],
  notifiesGm: false,
  asksWho: false,
  rollsForAll: false,
  whilePending: false,
  answers: undefined,
  visibility: undefined,
  offers: {},
} as const;

/** Binds a rulebook's types. The returned functions declare that rulebook's verbs. */
export const bindVerbs = <State, Code extends string>() => ({
  order: <Params extends z.ZodObject, Found = undefined>({
    requires,
    resolve,
    ...declared
  }: OrderDeclaration<State, Code, Params, Found>): Extract<Verb<State, Code>, { kind: 'order' }> => {
    const params = (declared.params ?? verbDefaults.params) as Params;
    const readAgain = cachedParser(params);
    return {
      ...verbDefaults,
      ...declared,
      kind: 'order',
      resolve: (draft, call, input, again) => {
        const given = again ? readAgain(input) : parseInput(params, input);
        if (!given.ok) return given;
        const found = requires?.(draft.now(), call, given.value);
        if (found?.ok === false) return found;
        const checked = (found ? [found.value] : []) as FoundParameter<Found>;
        return emitOnlyEvent(draft, resolve(draft, call, given.value, ...checked));
      },
      after: undefined,
    };
  },
  reply: <Params extends z.ZodObject>(declared: ReplyDeclaration<State, Code, Params>): Verb<State, Code> => ({
    ...verbDefaults,
    whilePending: true,
    ...declared,
    kind: 'reply',
    choose: (state, call, input, question) => {
      const params = parseInput(declared.params, input);
      return params.ok ? declared.choose(state, call, params.value, question) : params;
    },
  }),
});

/** Adds a follow-up to an order. */
export const withFollowUp =
  <State, Code extends string>(after: FollowUp<State>) =>
  (verb: Extract<Verb<State, Code>, { kind: 'order' }>): Verb<State, Code> => ({ ...verb, after });

/** The declaration of a query: it asks about a battle, rolls nothing and changes nothing. */
export interface QueryDeclaration<State, Code extends string, Params extends z.ZodObject>
  extends DeclaredQuery<State, Params> {
  /** Answers the query with what this reader may know. */
  readonly answer: (
    state: State,
    call: Caller,
    params: z.output<Params>,
    reader: Reader,
  ) => Result<UnresolvedAnswer, Refusal<Code>>;
}

/** The answer to a query: lines, and drawings on the board. */
export interface Answer {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly strokes?: readonly BoardStrokeView[];
  readonly zones?: readonly { readonly label: string; readonly squares: readonly Square[] }[];
  /** Files for content that is too long for a message. */
  readonly files?: readonly { readonly name: string; readonly content: string }[];
  /** A board to show in place of the battle's own, such as a hypothetical one. */
  readonly board?: BoardView;
}

/** An answer to a query before it is filtered for a reader and gets names. */
export interface UnresolvedAnswer extends Omit<Answer, 'title' | 'lines' | 'zones'> {
  readonly title: Text;
  readonly lines: readonly UnresolvedLine[];
  readonly zones?: readonly { readonly label: Text; readonly squares: readonly Square[] }[];
}

export interface Query<State, Code extends string> extends Pick<VerbInfo, 'command' | 'summary' | 'params'> {
  readonly offers: Readonly<Record<string, FindParamOffers<State> | undefined>>;
  readonly answer: (
    state: State,
    call: Caller,
    input: unknown,
    reader: Reader,
  ) => Result<UnresolvedAnswer, Refusal<Code | 'bad-input'>>;
}

export const bindQueries =
  <State, Code extends string>() =>
  <Params extends z.ZodObject>(declared: QueryDeclaration<State, Code, Params>): Query<State, Code> => ({
    offers: {},
    ...declared,
    answer: (state, call, input, reader) => {
      const params = parseInput(declared.params, input);
      return params.ok ? declared.answer(state, call, params.value, reader) : params;
    },
  });

/** Number of uses after which a schema is compiled. */
const compileAfterUses = 50;

/** Creates a parser that compiles its schema after many uses (ten times faster). Throws if a value is invalid. */
export const compiledParser = <Value>(schema: z.ZodType<Value>): ((value: unknown) => Value) => {
  let by = schema;
  let readings = 0;
  return (value) => {
    if (readings < compileAfterUses && ++readings === compileAfterUses) by = z.compile(schema);
    return by.parse(value);
  };
};
