import { ok, type Result, refuse } from '../../core/message.ts';
import {
  createLogRange,
  effectiveEntries,
  entriesToggledBy,
  foldLogFrom,
  isSettingChange,
  type LogRange,
  type RangeState,
  revealedRollsUpTo,
} from '../saved/replay.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { BattleStore, EntryRequest, LogEntry, OpenBattle, SavedBattle, StoredState } from '../saved/store.ts';
import { hiddenPlanReason } from '../views/hidden-plans.ts';
import type { FindHeadline } from '../views/log-lines.ts';
import { countsEveryEntry, headlinesIn, rangeView, visibleCountBefore } from '../views/log-view.ts';
import { createOrderReport, followUpOrderId, maxFollowUps, type OrderReport } from '../views/report.ts';
import { isUnrevealedRoll } from '../views/viewer.ts';
import { decideSessionChange, toLogEntry } from './decision.ts';
import {
  canBeUndoneAlone,
  entriesToRedo,
  entriesToUndo,
  entriesUndoneByConsent,
  undoNeedingConsent,
} from './undoable.ts';

/** A user's request to undo, redo or agree to an undo. `to`: an entry's number as the user counts. */
export type UndoRequest =
  | { readonly kind: 'undo'; readonly user: string; readonly to?: number | undefined }
  | { readonly kind: 'agree' | 'redo'; readonly user: string };

/** The saved state of a battle after an entry. */
type SavedState = Pick<SavedBattle, 'version' | 'table' | 'game' | 'pending' | 'status'>;

/** What each reader learns about an undo or redo in addition to its log entry. */
interface Audience {
  /** First lines by entry, by user id, for each user who ever took part in the battle. */
  readonly users: ReadonlyMap<string, Audience['everybody']>;
  readonly everybody: ReadonlyMap<number, string | undefined>;
}

/** The battle after an undo or redo, or the event that asks for consent. */
export type UndoOutcome =
  | { readonly kind: 'asks'; readonly event: SessionEvent }
  | {
      readonly kind: 'turns';
      readonly request: EntryRequest;
      readonly stood: SavedState;
      readonly hearers: Audience;
    };

/** An order from the log: its entry, and the battle before and after it. */
export interface ReplayedOrder {
  readonly hearers: Audience;
  readonly entry: LogEntry;
  readonly before: SavedState;
  readonly after: SavedState;
}

/** Undoes, redoes and replays orders, which needs the log. Implementations must not block other work for long. */
export interface UndoAndReplay {
  readonly undo: (battle: OpenBattle, wish: UndoRequest) => Promise<Result<UndoOutcome>>;
  /** An order and its follow-ups from the log. Empty if the log does not have the order. */
  readonly replayOrder: (battle: OpenBattle, orderId: string) => Promise<Result<readonly ReplayedOrder[]>>;
}

const stoodAfter = ({ saved: { version, table, game, pending, status } }: OpenBattle): SavedState => ({
  ...{ version, table, game, pending, status },
});

const openedAs = (battle: OpenBattle, stood: SavedState): OpenBattle => ({
  ...battle,
  saved: { ...battle.saved, ...stood },
  game: battle.ruleset.openGame(stood.game),
});

/** The users who took part in a battle, according to this part of its log. */
export const participantsIn = ({ log, after, told }: Pick<LogRange, 'log' | 'after' | 'told'>): ReadonlySet<string> => {
  const tables = new Set(after.map(({ saved }) => saved.table));
  const seated = [...tables].flatMap(({ gm, seats, control, deputies }) => [
    ...[gm, ...Object.keys(seats), ...Object.values(control), ...Object.keys(deputies)],
    ...Object.values(deputies).map(({ user }) => user),
  ]);
  return new Set([...Object.keys(told), ...log.map(({ user }) => user), ...seated].filter((user) => user !== ''));
};

/** What readers learn about an undo or redo, given the log before it. */
const describeUndoFor = (battle: OpenBattle, range: LogRange, request: EntryRequest): Audience => {
  const turned = entriesToggledBy(request);
  if (turned.length === 0) return { users: new Map(), everybody: new Map() };
  const headlines = headlinesIn(battle, range);
  const heardBy = (user: string | undefined): Audience['everybody'] => {
    const headlineOf = headlines(user);
    return new Map(turned.map((n) => [n, headlineOf(n)]));
  };
  const users = new Map([...participantsIn(range)].map((user) => [user, heardBy(user)]));
  return { users, everybody: heardBy(undefined) };
};

/** Creates a function that finds what a reader was shown of an entry affected by an undo or redo. */
export const createFindHeadlines =
  ({ users, everybody }: Audience) =>
  (user: string | undefined): FindHeadline => {
    const heard = (user === undefined ? undefined : users.get(user)) ?? everybody;
    return (n) => heard.get(n);
  };

/** The log's number of the entry that the user counts as `number`. Undefined if it is before this part of the log. */
const findEntryByNumber = (
  battle: OpenBattle,
  range: LogRange,
  user: string,
  number: number | undefined,
): Result<number | undefined> | undefined => {
  const all = countsEveryEntry(battle, user);
  if (number === undefined || (all && number >= 1 && number <= battle.saved.version)) return ok(number);
  if (!all && number <= visibleCountBefore(range, user, all)) return undefined;
  const told = rangeView(battle, range, user);
  const found = told.find((each) => each.number === number);
  return found === undefined
    ? refuse('undo-no-entry', { n: number, last: told.at(-1)?.number ?? 0 })
    : ok(found.entry.n);
};

/** The log as the user sees it: orders include dice of later hidden turns. Undefined if more of the log is needed. */
const logAsShownTo = (battle: OpenBattle, range: LogRange, user: string): readonly LogEntry[] | undefined => {
  if (countsEveryEntry(battle, user)) return range.log;
  const last = effectiveEntries(range.log).findLast(({ events }) => events.length > 0);
  if (last === undefined && range.since > 0) return undefined;
  return last?.reason === hiddenPlanReason ? rangeView(battle, range, user).map(({ entry }) => entry) : range.log;
};

const requestOf = (
  battle: OpenBattle,
  range: LogRange,
  wish: UndoRequest,
): Result<EntryRequest | SessionEvent> | undefined => {
  const { user } = wish;
  const { log, since } = range;
  switch (wish.kind) {
    case 'redo': {
      const gives = entriesToRedo(battle, log, user);
      return gives.ok ? ok({ kind: 'redo', gives: [...gives.value] }) : gives;
    }
    case 'agree': {
      const takes = entriesUndoneByConsent(battle, log, user);
      return takes.ok ? ok({ kind: 'undo', takes: [...takes.value] }) : takes;
    }
    case 'undo': {
      const meant = findEntryByNumber(battle, range, user, wish.to);
      if (!meant?.ok) return meant;
      if (meant.value !== undefined && meant.value <= since) return undefined;
      const known = logAsShownTo(battle, range, user);
      if (known === undefined || (since > 0 && !canBeUndoneAlone(battle, known, user))) return undefined;
      const takes = entriesToUndo(battle, known, user, meant.value);
      if (takes.ok) return ok({ kind: 'undo', takes: [...takes.value] });
      const asked = undoNeedingConsent(battle, known, user);
      return asked === undefined ? takes : ok({ type: 'undo-asked', entry: asked.n });
    }
  }
};

/** Decides an undo or redo from the end of the log. Undefined if more of the log is needed. */
export const decideUndo = (battle: OpenBattle, range: LogRange, wish: UndoRequest): Result<UndoOutcome> | undefined => {
  const { log, since, after } = range;
  const found = requestOf(battle, range, wish);
  if (!found?.ok) return found;
  if ('type' in found.value) return ok({ kind: 'asks', event: found.value });
  const request = found.value;
  if (entriesToggledBy(request).some((n) => n <= since)) return undefined;
  const decided = { ...decideSessionChange(battle, '', request.kind, []), request, pending: undefined };
  const entry = toLogEntry(battle, decided, { n: battle.saved.version + 1, orderId: '', at: 0, user: wish.user });
  const all = [...log, entry];
  const stood = stoodAfter(foldLogFrom(battle, since === 0 ? undefined : after[0], all));
  const last = effectiveEntries(all).findLast(
    (each) => entriesToggledBy(each.request).length === 0 && !isSettingChange(battle.ruleset, each),
  );
  return ok({
    ...{ kind: 'turns', request, stood: { ...stood, pending: (last ?? after[0]?.saved)?.pending } },
    hearers: describeUndoFor(battle, range, request),
  });
};

/** An order and its follow-ups from the whole log. */
export const replayOrder = (range: LogRange, orderId: string): readonly ReplayedOrder[] => {
  const { log, since, after } = range;
  const entries = [orderId, ...Array.from({ length: maxFollowUps }, (_, at) => followUpOrderId(orderId, at + 1))].map(
    (id) => log.find((each) => each.orderId === id),
  );
  const none = entries.indexOf(undefined);
  const told = (none < 0 ? entries : entries.slice(0, none)).filter((entry) => entry !== undefined);
  return told.flatMap((entry) => {
    const at = entry.n - since;
    const [before, then] = after.slice(at - 1, at + 1);
    if (before === undefined || then === undefined) return [];
    const hearers = describeUndoFor(before, { ...range, log: log.slice(0, at - 1) }, entry.request);
    return [{ entry, before: stoodAfter(before), after: stoodAfter(then), hearers }];
  });
};

/** Rebuilds the report of an order from the log. */
export const rebuildReport = (battle: OpenBattle, { entry, before, after, hearers }: ReplayedOrder): OrderReport =>
  createOrderReport(openedAs(battle, before), openedAs(battle, after), entry, createFindHeadlines(hearers));

/** Creates functions that undo and replay orders in this thread, reading the whole log. */
export const createInlineUndoAndReplay = (store: Pick<BattleStore, 'log'>): UndoAndReplay => {
  const rangeOf = async (battle: OpenBattle): Promise<LogRange> =>
    createLogRange(battle, await store.log(battle.saved));
  return {
    undo: async (battle, wish) => decideUndo(battle, await rangeOf(battle), wish) ?? refuse('undo-nothing'),
    replayOrder: async (battle, orderId) => ok(replayOrder(await rangeOf(battle), orderId)),
  };
};

/** Maximum number of hidden rolls in the GM inbox, and in a stored state. */
export const maxInboxRolls = 25;

/** The states to store: one after each entry whose number is a multiple of `every`. */
export const computeStoredStates = (battle: OpenBattle, range: LogRange, every: number): readonly StoredState[] => {
  const { log, since } = range;
  const isPlanned = log.some(({ reason }) => reason === hiddenPlanReason);
  const readers = ['', ...participantsIn(range)].map((name) => {
    const user = name === '' ? undefined : name;
    const toldAs = (all: boolean): readonly number[] =>
      rangeView(battle, range, user, all).flatMap(({ entry, lines }) => (lines.length > 0 ? [entry.n] : []));
    const own = toldAs(false);
    // The two counts differ only if there are hidden turns.
    return { name, user, own, all: isPlanned ? toldAs(true) : own };
  });
  const countsAt = (n: number): RangeState['told'] => {
    const upTo = (numbers: readonly number[]): number => numbers.filter((each) => each <= n).length;
    return Object.fromEntries(
      readers.map(({ name, user, own, all }) => [
        name,
        [visibleCountBefore(range, user, false) + upTo(own), visibleCountBefore(range, user, true) + upTo(all)],
      ]),
    );
  };
  const secret = [...range.secret, ...log.filter((entry) => isUnrevealedRoll(battle, entry)).map(({ n }) => n)];
  return log
    .filter(({ n }) => n % every === 0)
    .map(({ n }) => {
      const stood = range.after[n - since] ?? battle;
      const { table, game, pending } = stood.saved;
      const state: RangeState = {
        ...{ table, game, pending, opened: revealedRollsUpTo(battle, n), told: countsAt(n) },
        secret: secret.filter((each) => each <= n).slice(-maxInboxRolls),
      };
      return { n, state: JSON.stringify(state) };
    });
};
