import { normalizeName, ok, phrase, type Result, refuse, sentences, term, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type ExpectedAction, gmActor, type StandingOrderKind, type Suggestion } from '../../rules/expected-action.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { suggestionFor } from './expected-actions.ts';

/** Finds a kind of standing order by name, ignoring letter case. Undefined if there is none. */
export const findStandingOrderKind = ({ standingOrderKinds }: Ruleset, text: string): string | undefined =>
  Object.keys(standingOrderKinds).find((kind) => normalizeName(kind) === normalizeName(text));

/** The allowed answers of a standing order, each with a description that follows the word “will”. */
export const allowedStandingAnswers = ({ auto, answers }: StandingOrderKind): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(answers).map(([id, { does }]) => [id, does])),
  ...(auto !== undefined && { auto }),
  ask: 'be asked',
});

/** Describes a standing order as what will happen, or says that it is invalid and ignored. */
export const describeStandingOrder = (
  ruleset: Ruleset,
  actor: string,
  kind: string,
  choice: string | undefined,
): string => {
  const declared = ruleset.standingOrderKinds[kind];
  const does = declared && choice !== undefined ? ownValue(allowedStandingAnswers(declared), choice) : undefined;
  const who = actor === gmActor ? term('the GM') : actor;
  if (declared === undefined)
    return choice === undefined
      ? phrase`${kind}: standing orders cleared.`
      : phrase`${kind} ${choice}: ignored, because ${term(ruleset.title)} has no question called ${kind}.`;
  const when = term(declared.when, ruleset.id);
  if (choice === undefined) return phrase`When ${who} ${when}, back to the default.`;
  if (does === undefined) return phrase`When ${who} ${when}: ${choice} is not a valid answer and is ignored.`;
  if (choice === 'ask') return phrase`When ${who} ${when}, ${who} will be asked.`;
  const mayAsk = choice !== 'auto' && ownValue(declared.answers, choice)?.order !== undefined;
  return worded(
    sentences(
      phrase`When ${who} ${when}, ${who} will automatically ${term(does, ruleset.id)}.`,
      mayAsk && term('If the rules do not allow it, the bot asks.'),
    ),
  );
};

/** Kinds of actions that players usually decide themselves, so that forum pace suggests no standing orders for them. */
const ownDecisions = ['turn', 'declaration', 'activation', 'placement', 'initiative'];

/** The name of all suggested kinds together. */
export const suggestedKind = 'suggested';

/** The kinds of standing orders that forum pace suggests to players: the answers to what others do. */
export const suggestedKinds = ({ ruleset: { standingOrderKinds }, saved: { table } }: OpenBattle): readonly string[] =>
  Object.entries(standingOrderKinds).flatMap(([kind, { decider, auto }]) =>
    table.clock.pace === 'forum' && decider === 'actor' && auto !== undefined && !ownDecisions.includes(kind)
      ? kind
      : [],
  );

/** Sets standing orders; `usual` clears them. Refuses with `no-such-kind` or `no-such-order`. */
export const setStandingOrders = (
  battle: OpenBattle,
  actors: readonly string[],
  {
    kind: named,
    answer,
    away,
    gm,
  }: { readonly kind: string; readonly answer: string; readonly away: boolean; readonly gm: boolean },
): Result<readonly SessionEvent[]> => {
  const { ruleset, saved } = battle;
  const clears = normalizeName(answer) === 'usual';
  const set = (kind: string, choice: string | undefined): readonly SessionEvent[] =>
    actors.map((actor) => ({
      type: 'standing-set',
      actor,
      kind,
      ...(choice !== undefined && { choice }),
      ...(away && { away }),
    }));
  if (named === suggestedKind) return ok(suggestedKinds(battle).flatMap((each) => set(each, 'auto')));
  const kind = findStandingOrderKind(ruleset, named);
  const kept = actors.some(
    (actor) => (away ? saved.table.awayOrders : saved.table.standing)[actor]?.[named] !== undefined,
  );
  if (clears && kept) return ok(set(named, undefined));
  const declared = kind === undefined ? undefined : ruleset.standingOrderKinds[kind];
  if (kind === undefined || declared === undefined)
    return refuse('no-such-kind', {
      kind: named,
      system: ruleset.title,
      kinds: Object.entries(ruleset.standingOrderKinds)
        .flatMap(([name, { decider }]) => (gm || decider === 'actor' ? name : []))
        .join(', '),
    });
  if (clears) return ok(set(kind, undefined));
  const answers = Object.keys(allowedStandingAnswers(declared));
  const choice = answers.find((each) => normalizeName(each) === normalizeName(answer));
  return choice === undefined
    ? refuse('no-such-order', { answer, kind, answers: [...answers, 'usual'].join(', ') })
    : ok(set(kind, choice));
};

/** The order to give for an expected action by standing order. Undefined if a person must decide. */
export const orderByStandingOrder = (
  battle: OpenBattle,
  { actor, kind }: Pick<ExpectedAction, 'actor' | 'kind'>,
  choice: string | undefined,
): Pick<Suggestion, 'verb' | 'params'> | undefined => {
  if (choice === 'auto') return suggestionFor(battle, actor, kind);
  return choice === undefined ? undefined : ownValue(battle.ruleset.standingOrderKinds[kind]?.answers, choice)?.order;
};
