import { LRUCache } from 'lru-cache';
import { maxInboxRolls } from '../../battle/decide/undo-and-replay.ts';
import {
  createLogRange,
  entriesPerState,
  firstChangedEntry,
  isStillCounted,
  type LogRange,
  logRangeAfter,
} from '../../battle/saved/replay.ts';
import { type BattleStore, type OpenBattle, readEntry, type StoredState } from '../../battle/saved/store.ts';
import { upcastEntry } from '../../battle/saved/upcast-battle.ts';
import { maxEntriesPerOrder } from '../../battle/views/log-view.ts';
import type { PictureStore } from '../../campaign/pictures.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import type { ReplayParts } from '../../presentation/replay-html.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { ExportFormat, ImagesByHash } from './record-builder.ts';
import {
  firstEntryForPage,
  type LogQuery,
  makeRecord,
  type RecordJobName,
  type RecordJobs,
  type RecordResult,
} from './record-jobs.ts';

/** A saved log, or the end of one with the battle's state before that end. */
export interface SavedLogRange {
  readonly stored?: StoredState | undefined;
  readonly log: readonly string[];
}

const entriesIn = (ruleset: Ruleset, texts: readonly string[]) =>
  texts.map((text) => upcastEntry(ruleset, readEntry(JSON.parse(text))));

/** Runs a record job on a saved log or on its end. */
export const runRecordJob = async <Name extends RecordJobName>(
  name: Name,
  battle: OpenBattle,
  { stored, log }: SavedLogRange,
  takes: RecordJobs[Name]['takes'],
  replay: ReplayParts,
): Promise<RecordResult<Name>> =>
  makeRecord(name, { battle, range: createLogRange(battle, entriesIn(battle.ruleset, log), stored), replay }, takes);

/** Runs a record job on a battle's log. Refuses with `record-failed` if the thread fails or takes too long. */
export type RunRecordJob = <Name extends RecordJobName>(
  name: Name,
  battle: OpenBattle,
  takes: RecordJobs[Name]['takes'],
) => Promise<Result<RecordJobs[Name]['gives']>>;

/** Runs a record job in a thread. Throws if the thread dies or takes too long. */
export type RunJobInThread = <Name extends RecordJobName>(
  name: Name,
  battle: OpenBattle,
  saved: SavedLogRange,
  takes: RecordJobs[Name]['takes'],
) => Promise<RecordResult<Name>>;

interface Parts {
  readonly store: BattleStore;
  readonly replay: ReplayParts;
  /** The store with the pictures for records. Default: records show no pictures. */
  readonly pictures?: Pick<PictureStore, 'images'> | undefined;
  /** Runs record jobs in a thread. Default: this thread runs all jobs. */
  readonly thread?: RunJobInThread | undefined;
  readonly onError: (error: unknown) => void;
  /** Number of log entries between stored states. */
  readonly every?: number;
  /** Maximum size of jobs that run in this thread (combatants times entries). Larger jobs run in another. */
  readonly maxHere?: number;
}

/** Jobs that always run in a thread, because they build files or states. */
const alwaysInThread: readonly RecordJobName[] = ['export', 'ending', 'check', 'states'];
/** Maximum length of the log's end that a job gets (entries). Jobs that need more get the whole log. */
const maxRangeLength = 500;
/** Maximum number of battles whose state at the start of the turn is cached. */
const maxTurnStarts = 25;
/** Maximum length of a turn or of a log's end that is continued from a cached state (entries). */
const maxTurnLength = 150;
/** Jobs of pages in a browser, where several people read the same entries at the same time. */
const sharingJobs: readonly RecordJobName[] = ['recent', 'desk'];
/** Number of battles whose replayed entries such jobs share, and time since the last order (milliseconds). */
const sharedRanges = { max: 10, ttl: 120_000, ttlAutopurge: true } as const;
/** Finds log entries that may change the meaning of earlier entries. See `firstChangedEntry`. */
const changesOthers = /"(?:takes|gives|setting-changed)"/;

/** Number of the first entry that a job probably needs. Undefined if the job needs the whole log. */
const firstEntryFor = (
  name: RecordJobName,
  { version, tailStart }: { readonly version: number; readonly tailStart: number },
  takes: { readonly from?: number | undefined; readonly version?: number },
): number | undefined => {
  const { from, version: seen = 0 } = takes;
  switch (name) {
    case 'log':
      return firstEntryForPage(takes as LogQuery, tailStart);
    case 'turn':
      return from === undefined ? tailStart : Math.min(from, version) - maxEntriesPerOrder;
    case 'since':
      return seen - maxEntriesPerOrder;
    case 'recent':
    case 'takeable':
    case 'desk':
      return Math.min(tailStart, version - maxEntriesPerOrder);
    case 'undo':
    case 'hidden roll':
      return tailStart;
    default:
      return undefined;
  }
};

interface Context extends Parts {
  readonly every: number;
  readonly maxHere: number;
  /** Unfinished work that calculates and stores a battle's states, by battle. */
  readonly keeping: Map<string, Promise<void>>;
  /** For each battle, its cached state at the start of the turn, and the latest state. */
  readonly turnStarts: LRUCache<string, readonly OpenBattle[]>;
  /** The replayed ends of logs. */
  readonly ranges: LRUCache<string, Promise<LogRange>>;
}

const isMadeHere = ({ thread, maxHere }: Context, name: RecordJobName, { saved, game }: OpenBattle): boolean =>
  thread === undefined ||
  (!alwaysInThread.includes(name) && saved.version * Math.max(5, game.roster().length) <= maxHere);

const run = <Name extends RecordJobName>(
  context: Context,
  name: Name,
  battle: OpenBattle,
  range: SavedLogRange,
  takes: RecordJobs[Name]['takes'],
): Promise<RecordResult<Name>> =>
  context.thread === undefined || isMadeHere(context, name, battle)
    ? runRecordJob(name, battle, range, takes, context.replay)
    : context.thread(name, battle, range, takes);

/** The newest stored state before an entry. Undefined if there is none, or if rolls revealed later make it invalid. */
const stateBefore = async ({ store }: Context, battle: OpenBattle, n: number): Promise<StoredState | undefined> => {
  const stored = await store.findState(battle.saved, n);
  return stored && isStillCounted(battle, stored) ? stored : undefined;
};

/** Reads the log from entry `from`, or from the first entry that these entries change. Else the whole log. */
const readRange = async (
  context: Context,
  battle: OpenBattle,
  from: number,
  to: number,
  isKeeping = false,
): Promise<SavedLogRange> => {
  const { store, every } = context;
  let first = from;
  while (first > 1 && to - first < maxRangeLength) {
    const stored = await stateBefore(context, battle, first);
    const since = stored?.n ?? 0;
    if (!isKeeping && first - since > 2 * every) {
      await keep(context, battle);
      return readRange(context, battle, from, to, true);
    }
    const log = await store.logJson(battle.saved, since + 1, to);
    const changing = log.filter((text) => changesOthers.test(text));
    const changed = firstChangedEntry(entriesIn(battle.ruleset, changing));
    if (changed > since) return { stored, log };
    first = changed;
  }
  return { log: await store.logJson(battle.saved, 1, to) };
};

/** Identifies a log. Undefined if this process did not read it. Erasing a user changes it. */
const logKey = ({ store }: Context, { saved }: OpenBattle): string | undefined => {
  const rewritten = store.rewriteCount(saved);
  return rewritten === undefined ? undefined : JSON.stringify([saved.id, saved.edition, rewritten]);
};

/** Replays the entries after a cached battle. Undefined if they change earlier entries. */
const replayAfter = async (
  { store }: Context,
  start: OpenBattle,
  battle: OpenBattle,
): Promise<LogRange | undefined> => {
  const { version } = start.saved;
  const log = entriesIn(battle.ruleset, await store.logJson(battle.saved, version + 1, battle.saved.version));
  return firstChangedEntry(log) <= version ? undefined : logRangeAfter(start, battle, log);
};

/** Replays the log from entry `from` to the newest, or continues what an earlier job replayed. */
const shareRange = (context: Context, battle: OpenBattle, from: number): Promise<LogRange> => {
  const { ranges } = context;
  const { version, table } = battle.saved;
  const replay = async (known?: LogRange): Promise<LogRange> => {
    const start = known?.after.at(-1);
    const isLong = known !== undefined && version - known.since > maxTurnLength;
    if (known && start && known.since < Math.max(1, from) && !isLong && start.saved.version <= version) {
      const added = await replayAfter(context, start, battle);
      if (added?.log.length === 0) return known;
      if (added)
        return { ...known, log: [...known.log, ...added.log], after: [...known.after, ...added.after.slice(1)] };
    }
    const { stored, log } = await readRange(context, battle, from, version);
    return createLogRange(battle, entriesIn(battle.ruleset, log), stored);
  };
  const source = logKey(context, battle);
  if (source === undefined) return replay();
  // A revealed roll changes an old entry.
  const key = JSON.stringify([source, table.opened]);
  const made = (ranges.get(key) ?? Promise.resolve(undefined)).then(replay, () => replay());
  ranges.set(key, made);
  return made;
};

/** Calculates and saves the stored states that are missing. */
const keepStates = async (context: Context, battle: OpenBattle): Promise<void> => {
  const { saved } = battle;
  const { n = 0 } = (await stateBefore(context, battle, saved.version + 1)) ?? {};
  const { every, store } = context;
  if (saved.version - n < every) return;
  const range = await readRange(context, battle, n + 1, saved.version, true);
  const states = await run(context, 'states', battle, range, { every });
  if (states?.ok) await store.addStates(saved, states.value);
};

const keep = (context: Context, battle: OpenBattle): Promise<void> => {
  const { keeping, onError } = context;
  const { id } = battle.saved;
  const done =
    keeping.get(id) ??
    keepStates(context, battle)
      .catch(onError)
      .finally(() => keeping.delete(id));
  keeping.set(id, done);
  return done;
};

/** Runs a job on the log from entry `from`. Jobs of pages share the replayed entries. */
const makeFromEnd = async <Name extends RecordJobName>(
  context: Context,
  name: Name,
  battle: OpenBattle,
  takes: RecordJobs[Name]['takes'],
  [from, to]: readonly [from: number, to: number],
): Promise<RecordResult<Name>> => {
  const { version } = battle.saved;
  if (!sharingJobs.includes(name) || to !== version || !isMadeHere(context, name, battle))
    return run(context, name, battle, await readRange(context, battle, from, to), takes);
  const range = await shareRange(context, battle, from);
  return makeRecord(name, { battle, range, replay: context.replay }, takes);
};

/** Runs a job on the end of the log. If that is not enough, runs it on the whole log. */
const make = async <Name extends RecordJobName>(
  context: Context,
  name: Name,
  battle: OpenBattle,
  takes: RecordJobs[Name]['takes'],
  wanted?: number,
  to = battle.saved.version,
): Promise<Result<RecordJobs[Name]['gives']>> => {
  // Most jobs need only the last entries of the log.
  const tailStart = to - Math.ceil(context.every * 0.4) + 1;
  const from = wanted ?? firstEntryFor(name, { version: to, tailStart }, takes as object);
  const found = from === undefined ? undefined : await makeFromEnd(context, name, battle, takes, [from, to]);
  const made =
    found ?? (await run(context, name, battle, { log: await context.store.logJson(battle.saved, 1, to) }, takes));
  if (made === undefined) throw new Error(`The whole log of ${battle.saved.id} is not enough for ${name}.`);
  return made;
};

const makeDesk = async (
  context: Context,
  battle: OpenBattle,
  { user }: RecordJobs['desk']['takes'],
): Promise<Result<RecordJobs['desk']['gives']>> => {
  const newest = await make(context, 'desk', battle, { user });
  if (!newest.ok) return newest;
  let { secret, older } = newest.value;
  for (let last = older.at(-1); last !== undefined && secret.length < maxInboxRolls; last = older.at(-1)) {
    const part = await make(context, 'desk', battle, { user }, last, last);
    if (!part.ok) return part;
    secret = [...part.value.secret, ...secret].slice(-maxInboxRolls);
    older = part.value.older;
  }
  return ok({ ...newest.value, secret, older: [] });
};

/** Builds the newest turn message. Replays from the cached start of the turn, if there is one. */
const makeNewestTurn = async (
  context: Context,
  battle: OpenBattle,
  takes: RecordJobs['turn']['takes'],
): Promise<Result<RecordJobs['turn']['gives']>> => {
  const { turnStarts, replay } = context;
  const { version, status } = battle.saved;
  const key = logKey(context, battle);
  if (key === undefined) return make(context, 'turn', battle, takes);
  const start = (turnStarts.get(key) ?? []).findLast(
    ({ saved }) =>
      saved.version < (takes.from ?? 1) && saved.version <= version && version - saved.version <= maxTurnLength,
  );
  if (status === 'ended') turnStarts.delete(key);
  else turnStarts.set(key, start === undefined ? [battle] : [start, battle]);
  const range = start && (await replayAfter(context, start, battle));
  const told = range && (await makeRecord('turn', { battle, range, replay }, takes));
  return told ?? make(context, 'turn', battle, takes);
};

/** Loads the pictures that the record of a battle may show. */
const imagesFor = async ({ pictures, onError }: Context, { saved: { table } }: OpenBattle): Promise<ImagesByHash> => {
  const { faces = {}, backdrop } = table;
  const hashes = [...new Set([...Object.values(faces), ...(backdrop === undefined ? [] : [backdrop.picture])])];
  if (pictures === undefined || hashes.length === 0) return new Map();
  // Without pictures the record is still useful.
  const images = await pictures.images(hashes).catch(onError);
  return new Map([...(images ?? [])].map(([hash, { bytes }]) => [hash, bytes]));
};

const showsBoards = (name: RecordJobName, { format }: { readonly format?: ExportFormat }): boolean =>
  name === 'ending' || (name === 'export' && format === 'html');

const makeAny = async <Name extends RecordJobName>(
  context: Context,
  name: Name,
  battle: OpenBattle,
  takes: RecordJobs[Name]['takes'],
): Promise<Result<RecordJobs[RecordJobName]['gives']>> => {
  if (name === 'desk') return makeDesk(context, battle, takes as RecordJobs['desk']['takes']);
  if (name === 'turn' && !('to' in takes)) return makeNewestTurn(context, battle, takes as RecordJobs['turn']['takes']);
  const needsImages = showsBoards(name, takes as object);
  return make(context, name, battle, needsImages ? { ...takes, images: await imagesFor(context, battle) } : takes);
};

/** Creates the service that runs record jobs. It replays the log's end from a stored state, or the whole log. */
export const createRecordService = (parts: Parts) => {
  const context: Context = {
    ...{ every: entriesPerState, maxHere: 1000, ...parts },
    keeping: new Map(),
    turnStarts: new LRUCache({ max: maxTurnStarts }),
    ranges: new LRUCache(sharedRanges),
  };
  const records: RunRecordJob = async <Name extends RecordJobName>(
    name: Name,
    battle: OpenBattle,
    takes: RecordJobs[Name]['takes'],
  ) => {
    try {
      return (await makeAny(context, name, battle, takes)) as Result<RecordJobs[Name]['gives']>;
    } catch (error) {
      if (isMadeHere(context, name, battle)) throw error;
      parts.onError(error);
      return refuse('record-failed');
    }
  };
  return { records, keep: (battle: OpenBattle) => keep(context, battle) };
};
