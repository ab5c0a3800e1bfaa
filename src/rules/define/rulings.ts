import { ok, type Result, ref, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { LoggedDice } from '../../dice/dice.ts';
import type { CommonState, RulesetDefinition } from '../definition.ts';
import type { AnswerPolicy, Caller, Question } from '../expected-action.ts';
import type { GameAction, OrderOutcome } from '../game.ts';
import {
  createLimitCounter,
  createRulingDraft,
  limitedDice,
  type RulingDraft,
  toAbortedRefusal,
} from '../order-limits.ts';
import { departedType, renamedType } from '../removal.ts';
import { doneVerdict, emitOnlyEvent, type FollowUp, type InteractiveRuling, type Verdict } from '../verb.ts';
import type { SavedData } from './saved-data.ts';

type RuledCode<Code> = Code | 'bad-input' | 'no-such-effect' | 'pending-choice' | 'unknown-field';
type Ruled<Code extends string> = Verdict<RuledCode<Code>> | InteractiveRuling<Code>;

type Decided = Extract<OrderOutcome, { kind: 'decided' }>;
/** The outcome of a ruling, with the plain state of the battle instead of a `Game`. */
type RulingEnd<State> = Exclude<OrderOutcome, Decided> | (Omit<Decided, 'game'> & { readonly state: State });

/** The caller, answers and dice of an order. */
interface RulingInput {
  readonly call: Caller;
  /** The answers so far to the order's questions. */
  readonly answers: readonly string[];
  readonly dice: LoggedDice;
  readonly answering?: AnswerPolicy | undefined;
  /** True in simulated battles. They repeat the same orders, so their parsed input is cached. */
  readonly again?: true;
}

/** A question as plain data, with its lazy texts computed. */
const toPlainQuestion = ({ to, kind, says, choices, auto, unless, rows, facts }: Question): Question => ({
  ...{ to, kind, says, choices, auto, unless, rows },
  ...(facts && { facts }),
});

type RulingProgress<Verdict> =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly answers: readonly string[] }
  | { readonly kind: 'asked'; readonly question: Question; readonly answers: readonly string[] };

/** Runs a ruling up to its first unanswered question. Before a `yield*` a ruling may read and roll, never emit. */
export const runRuling = <Verdict>(
  ruling: Generator<Question, Verdict, string>,
  given: readonly string[],
  answering: AnswerPolicy = () => undefined,
): RulingProgress<Verdict> => {
  // A ruling runs from its start each time, and rolls the same dice.
  const answers: string[] = [];
  const count = createLimitCounter('questions');
  let step = ruling.next();
  while (!step.done) {
    count(step.value.kind);
    const answer = given[answers.length] ?? answering(step.value);
    if (answer === undefined) return { kind: 'asked', question: toPlainQuestion(step.value), answers };
    answers.push(answer);
    step = ruling.next(answer);
  }
  return { kind: 'decided', verdict: step.value, answers };
};

/** Runs a ruling and its follow-up. Either may ask questions. */
function* withFollowing<State, Code extends string>(
  draft: RulingDraft<State>,
  ruling: Ruled<Code>,
  after: FollowUp<State>,
): Generator<Question, Verdict<RuledCode<Code>>, string> {
  const verdict = 'next' in ruling ? yield* ruling : ruling;
  if (verdict.ok) yield* after(draft) ?? [];
  return verdict;
}

/** Combines a ruling with its follow-up. Runs them immediately if neither can ask questions. */
const followedBy = <State, Code extends string>(
  draft: RulingDraft<State>,
  ruling: Ruled<Code>,
  after: FollowUp<State>,
): Ruled<Code> | Generator<Question, Verdict<RuledCode<Code>>, string> => {
  if ('next' in ruling) return withFollowing(draft, ruling, after);
  if (!ruling.ok) return ruling;
  const following = after(draft);
  return following ? withFollowing(draft, ruling, () => following) : ruling;
};

/** Runs a ruling to its end, or to its first unanswered question. */
const conclude = <State, Code extends string>(
  draft: RulingDraft<State>,
  ruling: Ruled<Code>,
  after: FollowUp<State> | undefined,
  { dice, answers: given, answering }: RulingInput,
): Result<RulingEnd<State>> => {
  const all = after === undefined ? ruling : followedBy(draft, ruling, after);
  const progress =
    'next' in all ? runRuling(all, given, answering) : { kind: 'decided' as const, answers: [], verdict: all };
  const { answers } = progress;
  if (progress.kind === 'asked')
    return ok({ kind: 'asked', question: progress.question, dice: dice.rolledDice(), answers });
  if (!progress.verdict.ok) return progress.verdict;
  return ok({ kind: 'decided', state: draft.now(), events: draft.events, dice: dice.rolledDice(), answers });
};

/** Defines how actions change battles of one rulebook, within the limits of one order. */
export const defineRulings = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  {
    identity: { title },
    events: { evolve },
    orders,
    gm,
  }: Pick<RulesetDefinition<Sheet, Settings, State, Code>, 'identity' | 'events' | 'orders' | 'gm'>,
  { parseEntrant }: SavedData<Sheet, Settings, State, Code>,
) => {
  type Draft = RulingDraft<State>;

  const correct = (
    draft: Draft,
    { field, who, value }: Extract<GameAction, { do: 'correct' }>,
    { moreFollows }: Caller,
  ): Ruled<Code> => {
    const typed = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const corrected =
      ownValue(gm?.corrections, field)?.set(draft, { who, field, typed }) ??
      refuse('unknown-field', { field, fields: Object.keys(gm?.corrections ?? {}).join(', ') });
    return (corrected.ok && moreFollows !== true ? gm?.continueAfterCorrection?.(draft) : undefined) ?? corrected;
  };

  const ruleAction = (draft: Draft, action: Exclude<GameAction, { do: 'verb' }>, call: Caller): Ruled<Code> => {
    switch (action.do) {
      case 'enter': {
        const sheet = parseEntrant(action.entrant.sheet);
        return sheet.ok ? emitOnlyEvent(draft, orders.enter(draft, { ...action.entrant, sheet: sheet.value })) : sheet;
      }
      case 'start':
        return emitOnlyEvent(draft, orders.start(draft, call));
      case 'finish':
        return emitOnlyEvent(draft, orders.finish(draft, action.finish));
      case 'hang':
        return (
          gm?.applyEffect(draft, action.who, action.name, action.effect) ??
          refuse('no-such-effect', { effect: action.name, who: ref(action.who) })
        );
      case 'correct':
        return correct(draft, action, call);
      case 'remove':
      case 'rename': {
        const before = draft.now();
        const { do: what, ...facts } = action;
        draft.emit({ ...facts, type: what === 'remove' ? departedType : renamedType });
        const isLast = what === 'remove' && !call.moreFollows;
        return (isLast ? gm?.continueAfterCorrection?.(draft, before) : undefined) ?? doneVerdict;
      }
    }
  };

  return (state: State, action: GameAction, given: RulingInput): Result<RulingEnd<State>> => {
    const { call } = given;
    try {
      const input = { ...given, dice: limitedDice(given.dice) };
      const draft = createRulingDraft(state, evolve, { dice: input.dice, hiddenFrom: call.hiddenFrom });
      if (action.do !== 'verb') return conclude(draft, ruleAction(draft, action, call), undefined, input);
      const verb = ownValue(orders.verbs, action.verb);
      if (verb === undefined) return refuse('unknown-verb', { verb: action.verb, system: title });
      if (verb.kind === 'reply') {
        const question = call.pending?.kind === verb.answers ? call.pending : undefined;
        const choice = verb.choose(state, call, action.params, question);
        return choice.ok ? ok({ kind: 'answered', choice: choice.value }) : choice;
      }
      const outcome = conclude(draft, verb.resolve(draft, call, action.params, given.again), verb.after, input);
      if (!outcome.ok) return outcome;
      if (verb.role === 'gm' && !call.gm) return refuse('gm-only');
      return call.pending && !verb.whilePending ? refuse('pending-choice', { who: ref(call.pending.to) }) : outcome;
    } catch (problem) {
      return toAbortedRefusal(action.do === 'verb' ? action.verb : action.do, problem);
    }
  };
};
