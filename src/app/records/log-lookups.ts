import { decideOrderAsKnownTo } from '../../battle/decide/command.ts';
import { describeWhoMayUndo, undoableEntries } from '../../battle/decide/undoable.ts';
import type { LogRange } from '../../battle/saved/replay.ts';
import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import { isPartOfRun } from '../../battle/views/autopilot.ts';
import { openQuestionFor } from '../../battle/views/expected-actions.ts';
import { formatVerbAndParams } from '../../battle/views/hidden-plans.ts';
import { rangeView, type VisibleEntry } from '../../battle/views/log-view.ts';
import { parseFollowUpOrderId } from '../../battle/views/report.ts';
import { orderByStandingOrder } from '../../battle/views/standing-orders.ts';
import { isGm, seemsToRoll, viewerOf } from '../../battle/views/viewer.ts';
import { counted, ok, phrase, type Result, refuse, term, worded } from '../../core/message.ts';
import type { Line } from '../../rules/event.ts';
import { expectedActionsOfUser } from '../replies/order-outcome.ts';

/** A log entry that the user can undo. */
export interface UndoChoice {
  /** The entry's number, counting only the entries that this user can see. */
  readonly value: string;
  readonly label: string;
  readonly note: string;
  /** True if the entry begins a run of automatic orders. */
  readonly isRun: boolean;
}

export const maxChoices = 25;

/** Lists the log entries that a user can undo, newest first, each with the number of entries undone by it. */
export const undoChoices = (battle: OpenBattle, told: readonly VisibleEntry[], user: string): readonly UndoChoice[] => {
  const known = new Map(told.flatMap((each) => (each.lines.length > 0 ? [[each.entry.n, each]] : [])));
  const log = told.map(({ entry }) => entry);
  const candidates = undoableEntries(battle, log).flatMap(({ n }) => known.get(n) ?? []);
  const chains = Map.groupBy(log, ({ orderId }) => parseFollowUpOrderId(orderId).first);
  /** The run of automatic orders that contains an entry, in log order. Empty if the entry belongs to no run. */
  const runOf = (entry: LogEntry): readonly LogEntry[] => {
    const chain = chains.get(parseFollowUpOrderId(entry.orderId).first) ?? [];
    return isPartOfRun(entry, chain) ? chain.filter((each) => isPartOfRun(each, chain)) : [];
  };
  // A run is undone as a whole.
  const offered = candidates
    .map((one, at) => ({ ...one, at, run: runOf(one.entry) }))
    .filter(({ entry, run }) => run.length === 0 || run[0]?.n === entry.n);
  return offered.slice(0, maxChoices).map(({ entry, number, lines: [first], isReadable, at, run }) => {
    const { length } = run;
    const text = first?.text ?? '';
    // Some dice may be hidden from the user, so only the GM sees their number.
    const gm = isGm(battle.saved.table, user);
    const rolled = gm ? entry.dice.length > 0 : isReadable && seemsToRoll(battle, entry);
    const fell = gm ? counted(entry.dice.length, 'die', 'dice') : worded('dice were rolled');
    const many = at === 0 ? worded('only this entry') : counted(at + 1, 'entry', 'entries');
    const what = rolled ? phrase`${many}, ${fell}` : many;
    return {
      value: String(number),
      label:
        length === 0 ? phrase`${number}. ${text}` : phrase`${number}. Series of ${counted(length, 'order')}: ${text}`,
      note: phrase`${what}; ${term(describeWhoMayUndo(battle, log, user, entry.n))}`,
      isRun: length > 0,
    };
  });
};

/** Selects a hidden roll by the number of its entry in the user's log. Default: the user's last hidden roll. */
export interface HiddenRollQuery {
  readonly user: string;
  readonly number?: number | undefined;
}

export interface HiddenRoll {
  /** The number of the roll's log entry. */
  readonly n: number;
  /** True if the user made the roll and may read its result. */
  readonly own: boolean;
  /** What everyone can read after the roll is revealed: its lines, and the number of its entry. */
  readonly open: { readonly number: number; readonly lines: readonly Line[] };
}

/** Finds the hidden roll to reveal, if the user may read it. Undefined if more of the log is needed. */
export const findHiddenRoll = (
  battle: OpenBattle,
  range: LogRange,
  { user, number }: HiddenRollQuery,
): Result<HiddenRoll> | undefined => {
  const { saved } = battle;
  const { opened } = saved.table;
  const found = rangeView(battle, range, user).findLast(
    ({ entry, number: called, isReadable, lines }) =>
      (number === undefined ? entry.user === user : called === number && lines.length > 0) &&
      entry.rolls !== 'public' &&
      !opened.includes(entry.n) &&
      isReadable,
  );
  if (found === undefined && range.since > 0) return undefined;
  if (found === undefined)
    return number === undefined ? refuse('no-hidden-roll') : refuse('nothing-hidden', { n: number });
  const { n, rolls, user: roller } = found.entry;
  const then: OpenBattle = { ...battle, saved: { ...saved, table: { ...saved.table, opened: [...opened, n] } } };
  const told = rangeView(then, range, undefined).find(({ entry }) => entry.n === n);
  return ok({
    n,
    own: roller === user && rolls !== 'blind',
    open: { number: told?.number ?? n, lines: told?.lines ?? [] },
  });
};

/** What decides whether a user's press is outdated: expected actions, positions and conditions. */
const situation = (battle: OpenBattle, user: string) => {
  const { board, combatants } = battle.game.view(viewerOf(battle, user));
  return {
    awaited: expectedActionsOfUser(battle, user).map(({ actor, kind, what }) => ({ actor, kind, what })),
    question: battle.saved.pending?.orderId,
    where: board?.kind === 'grid' ? board.figures : board,
    fares: combatants.map(({ id, life, gauges, place }) => ({ id, life, gauges, place })),
  };
};

/** True if the user's expected actions, positions and conditions are still those of when the control was made. */
const isUnchangedFor = (since: readonly VisibleEntry[], now: OpenBattle, user: string): boolean => {
  const [first] = since;
  if (first === undefined) return false;
  const then = situation(first.before, user);
  return then.awaited.length > 0 && JSON.stringify(then) === JSON.stringify(situation(now, user));
};

const maxLines = 6;

/** Changes of a battle between the creation of a control and its press. */
export interface ChangesSinceVersion {
  /** True if the order that the control gives was already given. */
  readonly isAlreadyGiven: boolean;
  /** True if the user's expected actions, positions and conditions are still the same. */
  readonly isUnchanged: boolean;
  /** The last log lines that the user has seen since the control was created. */
  readonly lines: readonly string[];
}

/** Finds how a battle has changed since a version, as far as one user may know. */
export const findChangesSinceVersion = (
  now: OpenBattle,
  told: readonly VisibleEntry[],
  user: string,
  { orderId, version }: { readonly orderId: string; readonly version: number },
): ChangesSinceVersion => {
  // An upcast does not make a control stale.
  const since = told.filter(({ entry }) => entry.n > version && entry.request.kind !== 'lift');
  return {
    isAlreadyGiven: told.some(({ entry }) => entry.orderId === orderId),
    isUnchanged: isUnchangedFor(since, now, user),
    lines: since.flatMap((each) => each.lines.map(({ text }) => text)).slice(-maxLines),
  };
};

export type StandingOrderTrial = Readonly<Record<'user' | 'actor' | 'kind' | 'choice', string>>;

/** What a standing order would have done at the last ten moments when the actor's player had to decide. */
export const tryStandingOrder = (
  { after, log }: LogRange,
  { user, actor, kind, choice }: StandingOrderTrial,
): readonly string[] =>
  after
    .filter(
      (then, at) =>
        (log[at]?.request.kind === 'answer' || Object(log[at]?.request).actor === actor) &&
        expectedActionsOfUser(then, user).some((each) => each.actor === actor && each.kind === kind),
    )
    .slice(-10)
    .map((then) => {
      const { choices = [] } = openQuestionFor(then, user) ?? {};
      const id = choice === 'auto' ? then.saved.pending?.question.auto : choice;
      const order = orderByStandingOrder(then, { actor, kind }, choice);
      if (order === undefined) return choices.find((each) => each.id === id)?.label ?? 'ask';
      const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
      const tried = decideOrderAsKnownTo(then, user, { orderId: 'trial', actor, actions: [doing] });
      return tried?.ok ? formatVerbAndParams(order.verb, order.params) : 'ask, because the rules forbid it';
    });
