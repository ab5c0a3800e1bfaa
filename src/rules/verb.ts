import { z } from 'zod';
import { BoundedCache, memoizeByKey } from '../core/memoize.ts';
import { ok, phrase, type Refusal, type Result, refuse, type Text } from '../core/message.ts';
import type { Line, UnresolvedLine } from './event.ts';
import type { Caller, Question } from './expected-action.ts';
import type { Square } from './grid/square.ts';
import type { RulingDraft } from './order-limits.ts';
import type { Reader } from './reader.ts';
import type { BoardStrokeView, BoardView, CompassDirection } from './view.ts';

/**
 * The parameters of verbs and queries. Each takes what a chat can give (a text, a whole number, yes or no), so slash
 * options, console words, autocomplete and checks all follow from the one declaration.
 */
export const paramWidgets = ['combatant', 'square', 'path', 'list', 'rule', 'preset', 'person', 'channel'] as const;
export type ParamWidget = (typeof paramWidgets)[number];

// There are thousands of parameters, and making a schema takes its time at every start: those alike begin as one.
const upTo = memoizeByKey((longest: number) => z.string().min(1).max(longest));
const between = memoizeByKey((min: number) => memoizeByKey((max: number) => z.int().min(min).max(max)));
const flags = z.boolean();

const described = (says: string, widget?: ParamWidget) => ({ description: says, ...(widget && { widget }) });

/** The name of a combatant or seat. */
export const combatantParam = (says: string) => upTo(100).meta(described(says, 'combatant'));

/** Several names with commas between them; an empty text is an empty list. */
export const combatantsParam = (says: string) => namesParam(says).meta(described(says, 'list'));

/** Words with commas between them; an empty text is an empty list. */
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
    .meta(described(says));

export const textParam = (says: string, longest = 300) => upTo(longest).meta(described(says));

export const wholeNumberParam = (says: string, min: number, max: number) => between(min)(max).meta(described(says));

export const oneOfParam = <const T extends readonly [string, ...string[]]>(says: string, words: T) =>
  z.enum(words).meta(described(says));

export const flagParam = (says: string) => flags.meta(described(says));

/** A chat user; the value is the user's id. */
export const userParam = (says: string) => upTo(100).meta(described(says, 'person'));

/** A channel, thread or forum of the chat: the value is its id. */
export const channelParam = (says: string) => upTo(100).meta(described(says, 'channel'));

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
      : phrase`at least ${minimum} characters are needed`
    : phrase`at least ${minimum}`;

/** What is wrong with a value that a person gave, in a few words; undefined leaves it to the schema's own. */
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
      return issue.origin === 'string' ? phrase`at most ${issue.maximum} characters` : phrase`at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return 'there is no field with that name here';
    default:
      return undefined;
  }
};

/** Whether others can see who acts. `in-sight`: only if someone of another side sees them. */
export type ActVisibility = 'seen' | 'in-sight';

/** Who may give an order at all. Whose combatant it is, the system checks itself, in its rulebook's order. */
export type OrderRole = 'player' | 'gm';

/** One thing that may be chosen for a parameter now. */
export interface ParamOffer<Says extends Text = string> {
  readonly value: string;
  readonly label: Says;
  /** Combatants it is about without naming them. Readers who cannot see one of them do not get the offer. */
  readonly mentions?: string | readonly string[];
  /** Of a single step on a grid: which way it goes, and the square it leads to. */
  readonly step?: { readonly way: CompassDirection; readonly to: Square };
}

export type FindParamOffers<State> = (
  state: State,
  call: Caller,
  soFar: Readonly<Record<string, unknown>>,
) => readonly ParamOffer<Text>[];

/** The parameters, of those given, that need the GM’s word. */
export type FindParamsNeedingApproval = (given: Readonly<Record<string, unknown>>) => readonly string[];

/** These need it whenever they are given. */
export const needsApprovalWhenGiven =
  (...names: readonly string[]): FindParamsNeedingApproval =>
  (given) =>
    names.filter((name) => given[name] !== undefined);

/** What everyone may know of a verb. */
export interface SealedVerb {
  /** The name of its command if it isn't the verb's, or false if it has none of its own. */
  readonly command?: string | false | undefined;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly role: OrderRole;
  /** Optional parameters that the step-by-step form asks for, given what was chosen so far. */
  readonly promptFor: (soFar: Readonly<Record<string, unknown>>) => readonly string[];
  /** The given parameters that the GM must approve for a player: values that are neither on a sheet nor in the rulebook. */
  readonly needsApproval: FindParamsNeedingApproval;
  /** True if it is a message to the GM, who is notified. */
  readonly notifiesGm: boolean;
  /** The kind of question it answers, if it is a reply. */
  readonly answers: string | undefined;
  /** Whether others can see who acts by it: see `Game.actorsOf`. */
  readonly visibility: ActVisibility | undefined;
}

/** The end of a ruling: done, or refused. What happened is in the draft. */
export type Verdict<Code extends string> = Result<undefined, Refusal<Code>>;
export const doneVerdict: Result<undefined, never> = ok(undefined);
/** A ruling on a draft that may stop to ask. It runs again from its start, on a new draft, when the answer is in. */
export type InteractiveRuling<Code extends string> = Generator<Question, Verdict<Code>, string>;

/** What autocomplete may offer: only what is legal now for the one who asks. */
type DeclaredOffers<State, Params extends z.ZodObject> = {
  readonly [Name in keyof z.input<Params>]?: FindParamOffers<State>;
};

interface DeclaredCommand<State, Params extends z.ZodObject> extends Pick<SealedVerb, 'command'> {
  readonly summary: string;
  readonly params: Params;
  readonly role: OrderRole;
  readonly offers?: DeclaredOffers<State, Params>;
  /** Whether others can see who acts. Default: they cannot. */
  readonly visibility?: ActVisibility;
}

/** An order that a combatant can get. The slash command, console line, button and manual are made from it. */
export interface OrderDeclaration<State, Code extends string, Params extends z.ZodObject>
  extends DeclaredCommand<State, Params>,
    Partial<Pick<SealedVerb, 'needsApproval' | 'notifiesGm'>> {
  /** True if it may be ordered while a question is open, as speech may. */
  readonly whilePending?: boolean;
  readonly promptFor?: (soFar: Readonly<Record<string, unknown>>) => readonly (keyof z.input<Params> & string)[];
  readonly resolve: (
    draft: RulingDraft<State>,
    call: Caller,
    params: z.output<Params>,
  ) => Verdict<Code> | InteractiveRuling<Code>;
}

/** A verb that answers an open question of one kind in the rulebook's own words: `/intercept`, `/drop`. */
export interface ReplyDeclaration<State, Code extends string, Params extends z.ZodObject>
  extends DeclaredCommand<State, Params> {
  readonly answers: string;
  /** The id of the choice that is made, or why it cannot be. `question` is open and of the right kind, or undefined. */
  readonly choose: (
    state: State,
    call: Caller,
    params: z.output<Params>,
    question: Question | undefined,
  ) => Result<string, Refusal<Code>>;
}

/** What follows a ruling. It may stop to ask, too. */
export type FollowUp<State> = (draft: RulingDraft<State>) => void | Generator<Question, void, string>;

/** A verb with its parameters sealed in, so that verbs of many shapes fit one table. */
export type Verb<State, Code extends string> = SealedVerb & {
  readonly whilePending: boolean;
  readonly offers: Readonly<Record<string, FindParamOffers<State> | undefined>>;
} & (
    | {
        readonly kind: 'order';
        /** `again`: an order of our own in a battle played in thought, where the same come again and again and are read once. */
        readonly resolve: (
          draft: RulingDraft<State>,
          call: Caller,
          input: unknown,
          again?: true,
        ) => Verdict<Code | 'bad-input'> | InteractiveRuling<Code>;
        /** What follows once it is done: the end of the turn, the next one. */
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

/** Reads input by a schema; what is wrong comes back as one sentence that names the parameter. */
export const parseInput = <Params extends z.ZodType>(
  params: Params,
  input: unknown,
): Result<z.output<Params>, Refusal<'bad-input'>> => {
  const parsed = params.safeParse(input, { error: describeInputError });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const named = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' && issue.keys[0]?.slice(0, 40));
  return refuse('bad-input', { option: named || 'input', problem: issue?.message ?? 'it is not a valid value' });
};

/** Maximum length of cached input (characters). */
const maxCachedLength = 200;

/** Parses as `parseInput` does, with a cache of recent input. For input made by the app, which its JSON identifies. */
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

/** What a verb is if its declaration does not say otherwise. */
const verbDefaults = {
  promptFor: () => [],
  needsApproval: () => [],
  notifiesGm: false,
  whilePending: false,
  answers: undefined,
  visibility: undefined,
  offers: {},
} as const;

/** Binds the types of one system; what it returns declares that system's verbs. */
export const bindVerbs = <State, Code extends string>() => ({
  order: <Params extends z.ZodObject>(
    declared: OrderDeclaration<State, Code, Params>,
  ): Extract<Verb<State, Code>, { kind: 'order' }> => {
    const readAgain = cachedParser(declared.params);
    return {
      ...verbDefaults,
      ...declared,
      kind: 'order',
      resolve: (draft, call, input, again) => {
        const params = again ? readAgain(input) : parseInput(declared.params, input);
        return params.ok ? declared.resolve(draft, call, params.value) : params;
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

/** A verb with what follows once it is done, said once beside the list of verbs. */
export const withFollowUp =
  <State, Code extends string>(after: FollowUp<State>) =>
  (verb: Extract<Verb<State, Code>, { kind: 'order' }>): Verb<State, Code> => ({ ...verb, after });

/** A free question about a battle: no dice, no change. */
export interface QueryDeclaration<State, Code extends string, Params extends z.ZodObject>
  extends Pick<SealedVerb, 'command'> {
  readonly summary: string;
  readonly params: Params;
  readonly offers?: DeclaredOffers<State, Params>;
  /** Only what this reader may know goes into the answer. */
  readonly answer: (
    state: State,
    call: Caller,
    params: z.output<Params>,
    reader: Reader,
  ) => Result<UnresolvedAnswer, Refusal<Code>>;
}

/** The answer to a query: lines, and what may be drawn on the board beside them. */
export interface Answer {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly strokes?: readonly BoardStrokeView[];
  readonly zones?: readonly { readonly label: string; readonly squares: readonly Square[] }[];
  /** What is too long for a message, as files. */
  readonly files?: readonly { readonly name: string; readonly content: string }[];
  /** A board to show in place of the battle's: one that is only thought of. */
  readonly board?: BoardView;
}

/** An answer that has no reader yet. */
export interface UnresolvedAnswer extends Omit<Answer, 'title' | 'lines' | 'zones'> {
  readonly title: Text;
  readonly lines: readonly UnresolvedLine[];
  readonly zones?: readonly { readonly label: Text; readonly squares: readonly Square[] }[];
}

export interface Query<State, Code extends string> extends Pick<SealedVerb, 'command'> {
  readonly summary: string;
  readonly params: z.ZodObject;
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

/** Number of uses from which compiling a schema pays. */
const compileAfterUses = 50;

/**
 * Parses by a schema, and compiles it if it is used often. Valid values then parse ten times faster. Invalid ones go to the
 * schema itself, so errors stay the same. Throws if a value does not fit.
 */
export const compiledParser = <Value>(schema: z.ZodType<Value>): ((value: unknown) => Value) => {
  let by = schema;
  let readings = 0;
  return (value) => {
    if (readings < compileAfterUses && ++readings === compileAfterUses) by = z.compile(schema);
    return by.parse(value);
  };
};
