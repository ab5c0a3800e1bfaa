import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { LogEntry, Request } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { battlesAfter, standingEntries } from '../saved/replay.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { BattleStore, SavedBattle } from '../saved/store.ts';
import { plannedReason } from '../views/hidden-plans.ts';
import type { IsEntryKnown } from '../views/log-lines.ts';
import { countsAll, knownTo, logView } from '../views/log-view.ts';
import { followerId, mostFollowed, type Report, reported, type TakenLine } from '../views/report.ts';
import { decideSession, entryOf } from './decision.ts';
import { entriesAgreedOn, entriesToRedo, entriesToUndo, undoToAskFor } from './undoable.ts';

/** What is to be taken back or given back, and who wishes it; `to` is the number of an entry as they count. */
export type UndoWish =
  | { readonly kind: 'undo'; readonly user: string; readonly to?: number | undefined }
  | { readonly kind: 'agree' | 'redo'; readonly user: string };

/** How a battle stood after an entry, as it is saved. */
type Stood = Pick<SavedBattle, 'version' | 'table' | 'game' | 'pending' | 'status'>;

/** Of which of the entries that a request takes back or gives back each reader was told. */
interface Audience {
  /** By user, where they ever had a part in the battle. */
  readonly users: ReadonlyMap<string, readonly number[]>;
  readonly everybody: readonly number[];
}

/** What is told of an undo or a redo beside its entry. */
interface Turned {
  readonly hearers: Audience;
  readonly taken: readonly TakenLine[];
}

/** The battle with one more undo or redo; or what is put to the other side instead. */
export type UndoFound =
  | { readonly kind: 'asks'; readonly event: SessionEvent }
  | ({ readonly kind: 'turns'; readonly request: Request; readonly stood: Stood } & Turned);

/** An order as it was: its entry, and how the battle stood before it and after. */
export interface ReplayedOrder extends Turned {
  readonly entry: LogEntry;
  readonly before: Stood;
  readonly after: Stood;
}

/** What is worked out from a battle and its whole log: whoever provides it sees to it that a long one holds nobody up. */
export interface WholeLog {
  readonly undo: (battle: OpenBattle, wish: UndoWish) => Promise<Result<UndoFound, Refusal>>;
  /** The order of that id and those that followed from it; nothing where the log has none. */
  readonly replayOrder: (battle: OpenBattle, orderId: string) => Promise<Result<readonly ReplayedOrder[], Refusal>>;
}

const stoodAfter = ({ saved: { version, table, game, pending, status } }: OpenBattle): Stood => ({
  ...{ version, table, game, pending, status },
});

const openedAs = (battle: OpenBattle, stood: Stood): OpenBattle => ({
  ...battle,
  saved: { ...battle.saved, ...stood },
  game: battle.ruleset.open(stood.game),
});

/** Everybody who ever had a part in a battle. */
const peopleIn = (log: readonly LogEntry[], after: readonly OpenBattle[]): ReadonlySet<string> => {
  const tables = new Set(after.map(({ saved }) => saved.table));
  const seated = [...tables].flatMap(({ gm, seats, control, deputies }) => [
    ...[gm, ...Object.keys(seats), ...Object.values(control), ...Object.keys(deputies)],
    ...Object.values(deputies).map(({ user }) => user),
  ]);
  return new Set([...log.map(({ user }) => user), ...seated]);
};

const turnedBy = (request: Request): readonly number[] => {
  if (request.kind === 'undo') return request.takes;
  return request.kind === 'redo' ? request.gives : [];
};

/** What is told of a request, given the log before it. */
const turnedIn = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  after: readonly OpenBattle[],
  request: Request,
): Turned => {
  const turned = turnedBy(request);
  if (turned.length === 0) return { hearers: { users: new Map(), everybody: [] }, taken: [] };
  const known = knownTo(battle, log, after);
  const heardBy = (user: string | undefined): readonly number[] => turned.filter(known(user));
  const users = new Map([...peopleIn(log, after)].map((user) => [user, heardBy(user)]));
  const taken = new Set(request.kind === 'undo' ? turned : []);
  const told = taken.size === 0 ? [] : logView(battle, log, undefined, after);
  return {
    hearers: { users, everybody: heardBy(undefined) },
    taken: told.flatMap(({ entry, number, lines: [first] }) =>
      first !== undefined && taken.has(entry.n) ? [{ number, text: first.text }] : [],
    ),
  };
};

/** The same, as a report is told by it. */
export const knownFrom =
  ({ users, everybody }: Audience) =>
  (user: string | undefined): IsEntryKnown => {
    const heard = new Set(user === undefined ? everybody : (users.get(user) ?? everybody));
    return (n) => heard.has(n);
  };

/** The entry that this person calls by that number. */
const entryCalled = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string,
  number: number | undefined,
): Result<number | undefined, Refusal> => {
  if (number === undefined || (countsAll(battle, user) && log.some(({ n }) => n === number))) return ok(number);
  const told = logView(battle, log, user);
  const found = told.find((each) => each.number === number);
  return found === undefined
    ? refuse('undo-no-entry', { n: number, last: told.at(-1)?.number ?? 0 })
    : ok(found.entry.n);
};

/** The log as a person was told it: what fell as somebody unseen let a moment pass fell by the order before it. */
const logKnown = (battle: OpenBattle, log: readonly LogEntry[], user: string): readonly LogEntry[] => {
  const last = standingEntries(log).findLast(({ events }) => events.length > 0);
  return last?.reason !== plannedReason || countsAll(battle, user)
    ? log
    : logView(battle, log, user).map(({ entry }) => entry);
};

const requestOf = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  wish: UndoWish,
): Result<Request | SessionEvent, Refusal> => {
  const { user } = wish;
  switch (wish.kind) {
    case 'redo': {
      const gives = entriesToRedo(battle, log, user);
      return gives.ok ? ok({ kind: 'redo', gives: [...gives.value] }) : gives;
    }
    case 'agree': {
      const takes = entriesAgreedOn(battle, log, user);
      return takes.ok ? ok({ kind: 'undo', takes: [...takes.value] }) : takes;
    }
    case 'undo': {
      const meant = entryCalled(battle, log, user, wish.to);
      if (!meant.ok) return meant;
      const known = logKnown(battle, log, user);
      const takes = entriesToUndo(battle, known, user, meant.value);
      if (takes.ok) return ok({ kind: 'undo', takes: [...takes.value] });
      const asked = undoToAskFor(battle, known, user);
      return asked === undefined ? takes : ok({ type: 'undo-asked', entry: asked.n });
    }
  }
};

/** What comes of a wish to take back or give back, by the whole log of the battle. */
export const undo = (battle: OpenBattle, log: readonly LogEntry[], wish: UndoWish): Result<UndoFound, Refusal> => {
  const found = requestOf(battle, log, wish);
  if (!found.ok) return found;
  if ('type' in found.value) return ok({ kind: 'asks', event: found.value });
  const request = found.value;
  const decided = { ...decideSession(battle, '', request.kind, []), request, pending: undefined };
  const entry = entryOf(battle, decided, { n: log.length + 1, orderId: '', at: 0, user: wish.user });
  const all = [...log, entry];
  const after = battlesAfter(battle, all);
  const stood = stoodAfter(after.at(-1) ?? battle);
  const last = standingEntries(all).findLast(({ request: { kind } }) => kind !== 'undo' && kind !== 'redo');
  return ok({
    ...{ kind: 'turns', request, stood: { ...stood, pending: last?.pending } },
    ...turnedIn(battle, log, after, request),
  });
};

/** An order and those that followed from it, by the whole log of the battle. */
export const replayOrder = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  orderId: string,
): readonly ReplayedOrder[] => {
  const entries = [orderId, ...Array.from({ length: mostFollowed }, (_, at) => followerId(orderId, at + 1))].map((id) =>
    log.find((each) => each.orderId === id),
  );
  const none = entries.indexOf(undefined);
  const told = (none < 0 ? entries : entries.slice(0, none)).filter((entry) => entry !== undefined);
  const after = battlesAfter(battle, log.slice(0, told.at(-1)?.n ?? 0));
  return told.flatMap((entry) => {
    const [before, then] = after.slice(entry.n - 1, entry.n + 1);
    if (before === undefined || then === undefined) return [];
    const past = log.slice(0, entry.n - 1);
    const turned = turnedIn(before, past, after, entry.request);
    return [{ entry, before: stoodAfter(before), after: stoodAfter(then), ...turned }];
  });
};

/** The report of an order as it was told. */
export const reportOf = (battle: OpenBattle, { entry, before, after, hearers, taken }: ReplayedOrder): Report =>
  reported(openedAs(battle, before), openedAs(battle, after), entry, knownFrom(hearers), taken);

/** Worked out where it is asked for. */
export const wholeLogHere = (store: Pick<BattleStore, 'log'>): WholeLog => ({
  undo: async (battle, wish) => undo(battle, await store.log(battle.saved), wish),
  replayOrder: async (battle, orderId) => ok(replayOrder(battle, await store.log(battle.saved), orderId)),
});
