import { isDeepStrictEqual } from 'node:util';
import { ok, phrase, type Result, ref, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Die, LoggedDice } from '../../dice/dice.ts';
import { createOrderDice } from '../../dice/order-dice.ts';
import type { RuleEvent } from '../../rules/event.ts';
import { type AnswerPolicy, type Caller, gmActor, mayCommand, type Question } from '../../rules/expected-action.ts';
import type { Game, GameAction } from '../../rules/game.ts';
import { renamedType } from '../../rules/removal.ts';
import { surpriseKind } from '../../rules/surprise.ts';
import { evolveSession, type RollMode, type Session, type SessionEvent, sessionEventSchema } from '../saved/session.ts';
import {
  type EntryRequest,
  type LogEntry,
  type OpenBattle,
  type PendingOrder,
  questionSchema,
} from '../saved/store.ts';
import { allExpectedActions, isFoe } from '../views/expected-actions.ts';
import { hiddenPlanOf, hiddenPlanReason } from '../views/hidden-plans.ts';
import type { FindHeadline } from '../views/log-lines.ts';
import { controlledCombatants, controllerOf, createCaller, isGm, standingOrderFor, viewerOf } from '../views/viewer.ts';
import { createHandDice } from './hand-dice.ts';

/** The result of an order before it is committed. */
export interface Decision {
  readonly request: EntryRequest;
  readonly table: readonly SessionEvent[];
  readonly events: readonly RuleEvent[];
  readonly game: Game;
  readonly pending: PendingOrder | undefined;
  readonly dice: readonly Die[];
  readonly diceKey: string;
  readonly rolls: RollMode;
  readonly byHand: boolean;
  readonly reason: string | undefined;
  /** The new session, if it is not the old session with the events applied, as after an undo. */
  readonly newSession?: Session;
  /** For each reader: the first lines of the entries that an undo or redo affects. */
  readonly findHeadlines?: (user: string | undefined) => FindHeadline;
  /** The channel that the battle moves to. Undefined if it stays. */
  readonly channel?: string;
}

/** Decides an order for a loaded battle. Called again if another order was committed first. */
export type Decider = (battle: OpenBattle) => Promise<Result<Decision>> | Result<Decision>;

/** An order to the game: one action, or several of the same kind at once. */
export interface Order {
  readonly orderId: string;
  readonly actor: string;
  readonly actions: readonly [GameAction, ...GameAction[]];
  readonly table?: readonly SessionEvent[];
  readonly rolls?: RollMode | undefined;
  readonly reason?: string | undefined;
  /** Dice that were rolled at a real table and entered by the GM. */
  readonly byHand?: readonly number[] | undefined;
  /** Fixed dice that the order uses first, as in practice mode. */
  readonly presetDice?: readonly number[];
  /** True if users who do not control the actor may give the order. */
  readonly withoutControl?: boolean;
}

const diceFor = ({ saved }: OpenBattle, salt: string, orderId: string, byHand: readonly number[]): LoggedDice => {
  const own = createOrderDice({ seed: saved.seed, salt, orderId });
  return byHand.length === 0 ? own : createHandDice(byHand, own);
};

/** Combatants that questions to an actor must not mention. For a hidden actor: those that its controller cannot see. */
const hiddenFromActor = (battle: OpenBattle) => {
  const hidden = new Set(Object.keys(battle.saved.table.hidden));
  const members = battle.game.roster().filter(({ id, actor }) => hidden.has(id) || hidden.has(actor));
  const all = members.map(({ id }) => id);
  // Everyone sees what a visible actor does, so its questions mention no hidden combatant.
  return (actor: string): readonly string[] =>
    hidden.has(actor) ? viewerOf(battle, controllerOf(battle, actor)).unseen : all;
};

/** Answers a question by standing order or by its default. Undefined if a person must answer. */
export const answerByStandingOrder =
  (battle: OpenBattle, rolls: RollMode, isPlanned = false): AnswerPolicy =>
  (question) => {
    const { to, kind, auto, unless } = question;
    // Only a GM sees the dice of a blind roll, so no one else can decide by them.
    if (rolls === 'blind' && question.rows.length > 0 && !isGm(battle.saved.table, controllerOf(battle, to)))
      return auto;
    if (isPlanned && kind === surpriseKind) return auto;
    const staysHidden = battle.saved.table.hidden[to] !== undefined && hiddenPlanOf(battle, to).does === 'nothing';
    const order =
      standingOrderFor(battle, kind === surpriseKind ? gmActor : to, kind) ??
      (staysHidden ? question.idle : undefined) ??
      unless;
    if (order === 'auto') return auto;
    const { choices } = question;
    // A question with one possible answer needs no person.
    return (choices.length === 1 ? choices[0] : choices.find(({ id }) => id === order))?.id;
  };

/** Performs one action of the game. If the action replies to a question, returns the chosen answer. */
const ruleAction = (
  game: Game,
  action: GameAction,
  call: Caller,
  answering: AnswerPolicy,
  given: readonly string[],
  dice: LoggedDice,
) => {
  const outcome = game.act(action, call, given, dice, answering);
  if (!outcome.ok) return outcome;
  switch (outcome.value.kind) {
    case 'answered':
      return ok({ choice: outcome.value.choice });
    case 'decided':
      return ok({ ...outcome.value, question: undefined });
    case 'asked':
      return ok({ ...outcome.value, game, events: [] });
  }
};

/** Reveals combatants that were hidden until they act, if others can see their action. */
const revealActors = (
  { saved: { table } }: OpenBattle,
  game: Game,
  events: readonly RuleEvent[],
): readonly SessionEvent[] => {
  const waiting = Object.keys(table.hidden).filter((who) => table.hidden[who] === 'until-acts');
  if (waiting.length === 0 || events.length === 0) return [];
  const acted = game.actorsOf(events);
  const roster = game.roster();
  const seen = waiting.filter((who) =>
    acted.some((id) => id === who || roster.some((each) => each.id === id && each.actor === who)),
  );
  return seen.map((who) => ({ type: 'revealed', who }));
};

/** Hides a hidden roll's lines on the board from users who may not read the roll. A public roll shows them again. */
const hideDrawnThings = (
  { saved: { table, version } }: OpenBattle,
  game: Game,
  events: readonly RuleEvent[],
  { rolls, user }: Pick<LogEntry, 'rolls' | 'user'>,
): readonly SessionEvent[] => {
  if (rolls === 'public' && table.undrawn === undefined) return [];
  const kinds = [...game.strokesOf(events)];
  if (kinds.length === 0) return [];
  return rolls === 'public'
    ? [{ type: 'drawn', kinds }]
    : [{ type: 'drawn', kinds, hidden: { entry: version + 1, rolls, user } }];
};

/** The lesson steps that an order of the learner completes: the first open step of each verb. Empty for other users. */
const completedSteps = (
  { saved: { table }, ruleset }: OpenBattle,
  user: string,
  actor: string,
  verbs: readonly string[],
): readonly SessionEvent[] => {
  const { lesson, control, gm } = table;
  if (lesson === undefined || user !== gm || (actor !== gmActor && control[actor] !== gm)) return [];
  const steps = ruleset.lesson?.steps ?? [];
  const done = [...new Set(verbs)].map((verb) =>
    steps.findIndex((step, n) => step.verb === verb && !lesson.includes(n)),
  );
  return done.filter((step) => step >= 0).map((step) => ({ type: 'lesson-step-done', step }));
};

/** The session event after an actor's order, if an earlier order of the actor was waiting for the GM. */
const settledPut = ({ puts }: Session, actor: string, events: readonly RuleEvent[]): readonly SessionEvent[] =>
  events.length > 0 && ownValue(puts ?? {}, actor) ? [{ type: 'put-settled', actor }] : [];

/** Decides an order. If the order replies to the open question, returns the chosen answer. */
export const decideOrder = (
  battle: OpenBattle,
  user: string,
  order: Order,
): Result<Decision | { readonly choice: string }> => {
  const { saved } = battle;
  const before = order.table ?? [];
  const table = before.reduce(evolveSession, saved.table);
  const seated: OpenBattle = { ...battle, saved: { ...saved, table } };
  const call = { ...createCaller(seated, user, order.actor), hiddenFrom: hiddenFromActor(seated) };
  // The rolls of a hidden combatant must not differ from those of a battle without it.
  const isVisibleFoe = isFoe(seated, order.actor) && table.hidden[order.actor] === undefined;
  const usual = (isVisibleFoe ? table.foeRolls : undefined) ?? table.rolls;
  const wanted = order.rolls ?? usual;
  let game = battle.game;
  const events: RuleEvent[] = [];
  const dice: Die[] = [];
  let question: Question | undefined;
  let answers: readonly string[] = [];
  const typed = order.byHand ?? order.presetDice ?? [];
  const rolled = diceFor(battle, table.salt, order.orderId, typed);
  for (const [at, doing] of order.actions.entries()) {
    const more = at < order.actions.length - 1;
    const ruled = ruleAction(
      game,
      doing,
      { ...call, moreFollows: more },
      answerByStandingOrder(seated, wanted, order.reason === hiddenPlanReason),
      [],
      rolled,
    );
    if (!ruled.ok) return ruled;
    if ('choice' in ruled.value) return ok(ruled.value);
    ({ game, question, answers } = ruled.value);
    if ((more && ruled.value.dice.length > 0) || (order.actions.length > 1 && question))
      throw new Error('Of several doings at a stroke none may ask, nor roll but the last.');
    events.push(...ruled.value.events);
    dice.push(...ruled.value.dice);
  }
  if (!order.withoutControl && !mayCommand(call)) return refuse('not-yours', { who: ref(order.actor) });
  const left = (order.byHand?.length ?? 0) - dice.length;
  if (left > 0 && question === undefined)
    return refuse('bad-dice', { problem: phrase`you entered more dice than this order rolls (unused: ${left}).` });
  const byHand = typed.slice(0, Math.max(dice.length, order.byHand?.length ?? 0));
  const [doing] = order.actions;
  // An order without dice is no roll, so the session's roll mode does not hide it.
  const isRoll = doing.do === 'verb' && (dice.length > 0 || question !== undefined);
  const rolls = order.rolls ?? (isRoll ? usual : 'public');
  const pending: PendingOrder | undefined =
    question === undefined
      ? saved.pending
      : {
          orderId: order.orderId,
          user,
          actor: order.actor,
          doing,
          answers: [...answers],
          question: copyQuestion(question),
          rolls,
          ...(byHand.length > 0 && { byHand }),
        };
  return ok({
    request: { kind: 'order', actor: order.actor, doings: [...order.actions] },
    table: [
      // Before an entrant of the old name is hidden or given to a user.
      ...events.filter(({ type }) => type === renamedType).map((event) => sessionEventSchema.parse(event)),
      ...before,
      ...settledPut(table, order.actor, events),
      ...(doing.do === 'verb' ? revealActors(seated, battle.game, events) : []),
      ...hideDrawnThings(seated, battle.game, events, { rolls, user }),
      ...completedSteps(
        seated,
        user,
        order.actor,
        order.actions.flatMap((each) => (each.do === 'verb' ? [each.verb] : [])),
      ),
    ],
    events,
    game,
    pending,
    dice,
    diceKey: order.orderId,
    rolls,
    byHand: byHand.length > 0,
    reason: order.reason,
  });
};

/** Answers the open question: decides its order again from the start with one more answer. */
export const decideAnswer = (
  battle: OpenBattle,
  user: string,
  choice: string,
  ready: readonly number[] = [],
): Result<Decision> => {
  const { saved, game } = battle;
  const { pending, table } = saved;
  if (pending === undefined) return refuse('nothing-asked');
  const { question, orderId, rolls, byHand } = pending;
  const call = createCaller(battle, user, question.to);
  if (!mayCommand(call)) return refuse('pending-choice', { who: ref(question.to) });
  if (!question.choices.some(({ id }) => id === choice))
    return refuse('no-such-choice', { choice, choices: question.choices.map(({ id }) => id).join(', ') });
  const action = pending.doing as GameAction;
  const typed = [...(byHand ?? []), ...ready];
  const asked = pendingCall(battle, pending);
  const ruled = ruleAction(
    game,
    action,
    asked,
    answerByStandingOrder(battle, rolls),
    [...pending.answers, choice],
    diceFor(battle, table.salt, orderId, typed),
  );
  if (!ruled.ok) return ruled;
  if ('choice' in ruled.value) throw new Error('A reply cannot wait for an answer.');
  const { events, dice, answers } = ruled.value;
  return ok({
    request: { kind: 'answer', order: orderId, choice, by: 'person' },
    table: [
      ...settledPut(table, pending.actor, events),
      ...revealActors(battle, game, events),
      ...hideDrawnThings(battle, game, events, { rolls, user: pending.user }),
      ...completedSteps(battle, user, question.to, ['answer']),
    ],
    events,
    game: ruled.value.game,
    pending: ruled.value.question && {
      ...pending,
      answers: [...answers],
      question: copyQuestion(ruled.value.question),
      ...(typed.length > 0 && { byHand: typed.slice(0, Math.max(dice.length, byHand?.length ?? 0)) }),
    },
    dice,
    diceKey: orderId,
    rolls,
    byHand: typed.length > 0 && dice.length > 0,
    reason: undefined,
  });
};

/** The caller of the order that waits for an answer. */
const pendingCall = (battle: OpenBattle, { user, actor }: PendingOrder): Caller => ({
  ...createCaller(battle, user, actor),
  // The user had control when they gave the order, even if someone else controls the actor now.
  controls: [...controlledCombatants(battle, user), actor],
  pending: undefined,
  hiddenFrom: hiddenFromActor(battle),
});

const sameDice = (one: readonly Die[], other: readonly Die[]): boolean =>
  one.length === other.length &&
  one.every(({ sides, value }, at) => other[at]?.sides === sides && other[at]?.value === value);

const sameQuestion = (one: Question, other: Question): boolean =>
  one.to === other.to &&
  one.kind === other.kind &&
  isDeepStrictEqual(
    one.choices.map(({ id }) => id),
    other.choices.map(({ id }) => id),
  );

/** Asks the open question again. Undefined if its order now fails, asks something else, or rolls dice unlike `fell`. */
export const reaskQuestion = (
  battle: OpenBattle,
  pending: PendingOrder,
  fell?: readonly Die[],
): PendingOrder | undefined => {
  const dice = diceFor(battle, battle.saved.table.salt, pending.orderId, pending.byHand ?? []);
  try {
    const ruled = ruleAction(
      battle.game,
      pending.doing as GameAction,
      pendingCall(battle, pending),
      () => undefined,
      pending.answers,
      dice,
    );
    if (!ruled.ok || 'choice' in ruled.value || ruled.value.question === undefined) return undefined;
    const { question, dice: fallen, answers } = ruled.value;
    const same =
      isDeepStrictEqual([...answers], pending.answers) &&
      (fell === undefined || sameDice(fallen, fell)) &&
      sameQuestion(question, pending.question);
    return same ? { ...pending, question: copyQuestion(question) } : undefined;
  } catch {
    // The current rules may not understand an order of another edition.
    return undefined;
  }
};

const copyQuestion = ({ idle: _, ...question }: Question): PendingOrder['question'] =>
  questionSchema.parse({ facts: {}, ...question });

/** A decision that changes only the session, not the game. */
export const decideSessionChange = (
  { saved, game }: OpenBattle,
  orderId: string,
  what: string,
  table: readonly SessionEvent[],
  reason?: string,
): Decision => ({
  request: { kind: 'table', what },
  table,
  events: [],
  game,
  pending: saved.pending,
  dice: [],
  diceKey: orderId,
  rolls: 'public',
  byHand: false,
  reason,
});

export const toLogEntry = (
  { saved: { edition } }: OpenBattle,
  decided: Decision,
  written: Pick<LogEntry, 'n' | 'orderId' | 'at' | 'user'>,
): LogEntry => {
  const { request, table, events, pending, dice, diceKey, rolls, byHand, reason } = decided;
  return {
    ...written,
    edition: { house: edition.house, rules: edition.rules },
    request,
    rolls,
    diceKey,
    dice: [...dice],
    byHand,
    table: [...table],
    events: [...events],
    ...(reason !== undefined && { reason }),
    ...(pending && { pending }),
  };
};

/** The actor of an order that names none: an expected combatant that the user controls, if possible. */
export const defaultActor = (battle: OpenBattle, user: string, verb: string): string | undefined => {
  const { saved } = battle;
  const controls = controlledCombatants(battle, user);
  const awaited = allExpectedActions(battle);
  const fits = awaited.filter(({ verbs }) => verbs.includes(verb));
  const gm = isGm(saved.table, user);
  const own = (list: typeof awaited) => list.find(({ actor }) => controls.includes(actor))?.actor;
  const unled = (list: typeof awaited) => list.find(({ actor }) => saved.table.control[actor] === undefined)?.actor;
  return (
    own(fits) ??
    (gm ? (unled(fits) ?? fits[0]?.actor) : undefined) ??
    own(awaited) ??
    controls[0] ??
    (gm ? (unled(awaited) ?? 'gm') : undefined)
  );
};
