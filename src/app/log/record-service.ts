import {
  type CheckpointQuery,
  entriesPerCheckpoint,
  readVisibleEntryCounts,
  type SavedCheckpoint,
} from '../../battle/saved/checkpoint.ts';
import { EarlierEntriesNeeded } from '../../battle/saved/earlier-entries-needed.ts';
import { type LogEntry, readEntry } from '../../battle/saved/log-entry.ts';
import { firstEntryNumber, type LogRange, rangeAfter, rangeFromCheckpoint } from '../../battle/saved/log-range.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import type { BattleStore } from '../../battle/saved/store.ts';
import { upcastEntry, upcastingStore } from '../../battle/saved/upcast-battle.ts';
import { countsEveryEntry } from '../../battle/views/log-view.ts';
import { maxEntriesPerOrder } from '../../battle/views/turn-story.ts';
import type { PictureStore } from '../../campaign/pictures.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { ReplayParts } from '../../presentation/replay-html.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { ExportFormat } from './export-files.ts';
import { refuseNoHiddenRoll } from './hidden-roll-lookup.ts';
import {
  type LogMatch,
  type LogPage,
  type LogQuery,
  type LogRangeMatches,
  logEntryPage,
  logPage,
  pageLength,
} from './log-pages.ts';
import type { ImagesByHash } from './record-builder.ts';
import {
  type InboxRecord,
  type LogRangeJobs,
  makeRecord,
  maxInboxRolls,
  type RecordJobName,
  type RecordJobs,
  type WholeLogJobs,
} from './record-jobs.ts';
import { createTurnStarts } from './turn-starts.ts';

/** A stretch of a log as it is handed to a thread: the checkpoint before it, those in it, and its entries as they are written. */
export interface PackedLogRange {
  readonly checkpoints: readonly SavedCheckpoint[];
  readonly log: readonly string[];
}

/** What came of a job: what it made, or from which entry on it needs the log. */
export type RecordJobOutcome<Name extends RecordJobName> =
  | { readonly made: Result<RecordJobs[Name]['gives'], Refusal> }
  | { readonly earlier: number };

/** Does a job with a stretch of a log as it is made for it. */
const doneWith = async <Name extends RecordJobName>(
  name: Name,
  battle: OpenBattle,
  stretch: () => LogRange,
  takes: RecordJobs[Name]['takes'],
  replay: ReplayParts,
): Promise<RecordJobOutcome<Name>> => {
  try {
    return { made: await makeRecord(name, { battle, stretch: stretch(), replay }, takes) };
  } catch (error) {
    if (error instanceof EarlierEntriesNeeded) return { earlier: error.from };
    throw error;
  }
};

/** Does a job with a stretch of a log. */
export const runRecordJobOnLog = <Name extends RecordJobName>(
  name: Name,
  battle: OpenBattle,
  checkpoints: readonly SavedCheckpoint[],
  log: readonly LogEntry[],
  takes: RecordJobs[Name]['takes'],
  replay: ReplayParts,
): Promise<RecordJobOutcome<Name>> =>
  doneWith(name, battle, () => rangeFromCheckpoint(battle, checkpoints, log), takes, replay);

/** The entries of a stretch, in the present editions. */
export const entriesIn = (ruleset: Ruleset, { log }: Pick<PackedLogRange, 'log'>): readonly LogEntry[] =>
  log.map((text) => upcastEntry(ruleset, readEntry(JSON.parse(text))));

/** Everything that looks back at a battle, as it is asked for. */
type Records = WholeLogJobs &
  Omit<LogRangeJobs, 'part of log' | 'checkpoints'> & {
    readonly log: { readonly takes: LogQuery; readonly gives: LogPage };
  };

/** Makes one of them for a battle. Refused where it cannot be made, or takes too long. */
export type RunRecordJob = <Name extends keyof Records>(
  name: Name,
  battle: OpenBattle,
  takes: Records[Name]['takes'],
) => Promise<Result<Records[Name]['gives'], Refusal>>;

/** Does a job in a thread of its own; fails where that dies, or takes too long. */
export type RunJobInThread = <Name extends RecordJobName>(
  name: Name,
  battle: OpenBattle,
  stretch: PackedLogRange,
  takes: RecordJobs[Name]['takes'],
) => Promise<RecordJobOutcome<Name>>;

interface Parts {
  readonly store: BattleStore;
  readonly books: readonly Ruleset[];
  readonly replay: ReplayParts;
  /** Where pictures are kept; boards in records show none, where it is left out. */
  readonly pictures?: Pick<PictureStore, 'images'> | undefined;
  /** Where what takes longer is made; here, where it is left out. */
  readonly thread?: RunJobInThread | undefined;
  readonly onError: (error: unknown) => void;
  /** How many entries lie between two checkpoints. */
  readonly every?: number;
  /** Up to this many figures times entries a battle is looked back at here. */
  readonly soonTold?: number;
}

/** Up to this many figures times entries a record is quick to tell; files are never made beside orders. */
const usuallySoonTold = 1000;
/** What an undo took back, told again, is numbered as everybody counted then: that goes back as far as the undo did. */
const wholeLog: readonly RecordJobName[] = ['export', 'ending', 'count', 'check', 'replayOrder'];
const alwaysLong: readonly RecordJobName[] = ['export', 'ending', 'check'];

const extentOf = ({ saved, game }: OpenBattle): number => saved.version * Math.max(5, game.roster().length);

/** Which entries of a log a job is given; `standing`: what stood before them must stand now. */
interface Which {
  readonly from: number;
  readonly to?: number | undefined;
  readonly standing?: boolean;
}

interface Exactly {
  readonly from: number;
  readonly to: number;
  readonly standing: boolean;
}

const editionOf = ({ saved: { edition } }: OpenBattle): CheckpointQuery['edition'] => ({
  house: edition.house,
  rules: edition.rules,
});

/** From which of these entries on it was counted otherwise which hidden rolls are open; nothing where it was counted so. */
const countedOtherwise = ({ saved: { table } }: OpenBattle, { n, told }: SavedCheckpoint): number | undefined => {
  const counted = new Set(readVisibleEntryCounts(told).opened);
  const now = new Set(table.opened.filter((each) => each <= n));
  const different = [
    ...[...counted].filter((each) => !now.has(each)),
    ...[...now].filter((each) => !counted.has(each)),
  ];
  return different.length === 0 ? undefined : firstEntryNumber(different);
};

/** What looks back at battles: each reads and folds only a stretch of the log, from a checkpoint on. */
export const createRecordService = ({
  store,
  books,
  replay,
  pictures,
  thread,
  onError,
  every = entriesPerCheckpoint,
  soonTold = usuallySoonTold,
}: Parts) => {
  const isSoonTold = (name: RecordJobName, battle: OpenBattle): boolean =>
    !alwaysLong.includes(name) && extentOf(battle) <= soonTold;
  /** A shorter log is looked through from its beginning. */
  const longLog = 2 * every;
  /** So many entries are looked through at once. */
  const atOnce = 5 * every;
  /** What is looked for is nearly always among the last of them. */
  const tail = Math.ceil(every * 0.4);
  const present = upcastingStore(books, store);
  const starts = createTurnStarts(store);
  const keeping = new Map<string, Promise<void>>();

  const checkpointsUpTo = async (
    battle: OpenBattle,
    to: number,
    which: Partial<CheckpointQuery> = {},
  ): Promise<readonly SavedCheckpoint[]> =>
    store.checkpoints(battle.saved, { edition: editionOf(battle), to, most: 1, ...which });

  /** The checkpoint before entry `from`, and those from there on. */
  const checkpointsFor = async (battle: OpenBattle, { from, to, standing }: Exactly) => {
    const newest = await checkpointsUpTo(battle, to, { most: 3 });
    const near = newest.findIndex((each) => each.n < from && (each.standing || !standing));
    if (near >= 0) return { newest: newest[0], found: newest.slice(0, near + 1).toReversed() };
    const [start] = await checkpointsUpTo(battle, from - 1, { standing });
    if (start === undefined) return { newest: newest[0], found: [] };
    const later = await checkpointsUpTo(battle, to, { from: start.n + 1, most: Number.MAX_SAFE_INTEGER });
    return { newest: newest[0], found: [start, ...later.toReversed()] };
  };

  const startFor = async (battle: OpenBattle, which: Exactly, isKept: boolean) => {
    const { version } = battle.saved;
    if (which.from <= 1 || version < longLog) return [];
    const { newest, found } = await checkpointsFor(battle, which);
    const isBehind =
      newest === undefined ||
      (which.to === version && newest.n + longLog < version) ||
      countedOtherwise(battle, newest) !== undefined;
    if (isKept || !isBehind) return found;
    await keep(battle);
    return (await checkpointsFor(battle, which)).found;
  };

  /** Does a job with as much of the log as it needs. */
  const done = async <Name extends RecordJobName>(
    name: Name,
    battle: OpenBattle,
    { from, to = battle.saved.version, standing = false }: Which,
    takes: RecordJobs[Name]['takes'],
    isKept = false,
  ): Promise<{ readonly since: number; readonly made: Result<RecordJobs[Name]['gives'], Refusal> }> => {
    const { saved } = battle;
    let first = Math.max(1, from);
    for (;;) {
      const checkpoints = await startFor(battle, { from: first, to, standing }, isKept);
      const since = checkpoints[0]?.n ?? 0;
      const answer: RecordJobOutcome<Name> =
        thread === undefined || isSoonTold(name, battle)
          ? await runRecordJobOnLog(name, battle, checkpoints, await present.log(saved, since + 1, to), takes, replay)
          : await thread(name, battle, { checkpoints, log: await store.logJson(saved, since + 1, to) }, takes);
      if ('made' in answer) return { since, made: answer.made };
      if (since === 0) throw new Error(`The log of ${saved.id} was given from its beginning.`);
      first = Math.max(1, Math.min(answer.earlier, since - (to - since)));
    }
  };

  const kept = async (battle: OpenBattle, isTurned: boolean): Promise<void> => {
    const { saved } = battle;
    let [last] = await checkpointsUpTo(battle, saved.version);
    const otherwise = last && countedOtherwise(battle, last);
    if (otherwise !== undefined) {
      await store.dropCheckpoints(saved, otherwise);
      [last] = await checkpointsUpTo(battle, otherwise - 1);
    }
    let after = last?.n ?? 0;
    while (isTurned ? after < saved.version : after + every <= saved.version) {
      const to = Math.min(saved.version, after + atOnce);
      const { made } = await done(
        'checkpoints',
        battle,
        { from: after + 1, to, standing: false },
        { after, every },
        true,
      );
      const checkpoints = made.ok ? made.value : [];
      for (const each of checkpoints) await store.addCheckpoint(saved, each);
      const [newest] = checkpoints.slice(-1);
      if (newest === undefined) return;
      after = newest.n;
    }
  };

  /** Makes the checkpoints that are not there yet. `isTurned`: the last entries may take back what lies before the last of them. */
  const keep = (battle: OpenBattle, isTurned = false): Promise<void> => {
    const { id, version } = battle.saved;
    if (version < longLog) return Promise.resolve();
    const under =
      keeping.get(id) ??
      kept(battle, isTurned)
        .catch(onError)
        .finally(() => keeping.delete(id));
    keeping.set(id, under);
    return under;
  };

  /** How many entries a reader was told of up to a checkpoint. */
  const countAt = (battle: OpenBattle, reader: string | undefined, { told }: SavedCheckpoint): number => {
    const { by } = readVisibleEntryCounts(told);
    const [own, all] = ownValue(by, reader ?? '') ?? by[''] ?? [0, 0];
    return countsEveryEntry(battle, reader) ? all : own;
  };

  /** Up to which entry a reader had been told of fewer than so many, as far as checkpoints tell. */
  const toldFewer = async (battle: OpenBattle, reader: string | undefined, count: number): Promise<number> => {
    let [low, high] = [0, battle.saved.version];
    while (high - low > every) {
      const middle = Math.ceil((low + high) / 2);
      const [there] = await checkpointsUpTo(battle, middle, { from: low + 1, light: true });
      if (there === undefined) low = middle;
      else if (countAt(battle, reader, there) < count) low = Math.max(there.n, low + 1);
      else high = there.n - 1;
    }
    return low;
  };

  type Part = LogRangeMatches & { readonly since: number };
  type Looked = (from: number, to?: number) => Promise<Result<Part, Refusal>>;

  /** A part of the log with those of its entries of which a reader was told `from`th to `to`th. */
  const partWith = async (battle: OpenBattle, reader: string | undefined, look: Looked, from: number, to: number) => {
    const first = (await toldFewer(battle, reader, from)) + 1;
    for (let more = longLog; ; more *= 2) {
      const last = Math.min(battle.saved.version, first + more);
      const part = await look(first, last);
      if (!part.ok || last === battle.saved.version || part.value.before + part.value.fitting.length > to) return part;
    }
  };

  /** The entries of a part that a reader was told of from the `from`th to the `to`th, newest first. */
  const toldIn = ({ before, fitting }: Part, from: number, to: number): readonly LogMatch[] => {
    const last = before + fitting.length;
    return fitting.slice(Math.max(0, last - to), Math.max(0, last - from + 1));
  };

  /** A page of everything, or an entry among everything. */
  const ofAll = async (
    battle: OpenBattle,
    { reader, page = 1, entry, baseInput: input }: LogQuery,
    look: Looked,
    end: Part,
  ): Promise<Result<LogPage, Refusal>> => {
    const total = end.before + end.fitting.length;
    const pages = Math.max(1, Math.ceil(total / pageLength));
    const within = async (from: number, to: number) =>
      from > end.before ? ok(end) : partWith(battle, reader, look, from, to);
    if (entry === undefined) {
      const at = Math.min(page, pages);
      const to = total - (at - 1) * pageLength;
      const from = Math.max(1, to - pageLength + 1);
      const part = await within(from, to);
      return part.ok ? ok(logPage(toldIn(part.value, from, to), { at, pages }, input)) : part;
    }
    const isCounted = countsEveryEntry(battle, reader);
    if (entry > (isCounted ? battle.saved.version : total)) return refuse('no-such-entry', { n: entry });
    // Whoever counts every entry may have been told nothing of many beside it.
    for (let around = pageLength; ; around *= 4) {
      const first = Math.max(1, entry - around);
      const part = isCounted
        ? await look(first, Math.min(battle.saved.version, entry + around))
        : await within(first, Math.min(total, entry + around));
      if (!part.ok) return part;
      const { before, fitting } = part.value;
      const at = fitting.findIndex(({ number }) => number === entry);
      const shown = fitting[at];
      if (shown === undefined) return refuse('no-such-entry', { n: entry });
      const nth = before + fitting.length - at;
      const [newer, older] = [fitting[at - 1]?.number, fitting[at + 1]?.number];
      if ((newer === undefined && nth < total) || (older === undefined && nth > 1)) continue;
      return ok(logEntryPage(shown, { newer, older, page: Math.floor((total - nth) / pageLength) + 1 }, input));
    }
  };

  /** The part of the log before an entry in which something may fit. */
  const before = async (battle: OpenBattle, { filter }: LogQuery, look: Looked, since: number) => {
    if (filter.person === undefined) return look(Math.max(1, since - atOnce + 1), since);
    const [there] = await checkpointsUpTo(battle, since, { user: filter.person, light: true });
    return there && look(there.from, there.n);
  };

  /** The same of those that fit, from the newest back to what is asked for. */
  const ofFitting = async (
    battle: OpenBattle,
    query: LogQuery,
    look: Looked,
    end: Part,
  ): Promise<Result<LogPage, Refusal>> => {
    const { page = 1, entry, baseInput: input } = query;
    const fitting = [...end.fitting];
    let { since } = end;
    const isEnough = (): boolean =>
      entry === undefined ? fitting.length > page * pageLength : fitting.some(({ number }) => number < entry);
    while (since > 0 && !isEnough()) {
      const part = await before(battle, query, look, since);
      if (part?.ok === false) return part;
      fitting.push(...(part?.value.fitting ?? []));
      since = part?.value.since ?? 0;
    }
    if (entry !== undefined) {
      const at = fitting.findIndex(({ number }) => number === entry);
      const shown = fitting[at];
      if (shown === undefined) return refuse('no-such-entry', { n: entry });
      const around = { newer: fitting[at - 1]?.number, older: fitting[at + 1]?.number };
      return ok(logEntryPage(shown, { ...around, page: Math.floor(at / pageLength) + 1 }, input));
    }
    const pages = since > 0 ? undefined : Math.max(1, Math.ceil(fitting.length / pageLength));
    const at = Math.min(page, pages ?? page);
    return ok(logPage(fitting.slice((at - 1) * pageLength, at * pageLength), { at, pages }, input));
  };

  const log = async (battle: OpenBattle, query: LogQuery): Promise<Result<LogPage, Refusal>> => {
    const { reader, filter } = query;
    const look: Looked = async (from, to) => {
      const { since, made } = await done('part of log', battle, { from, to }, { reader, filter });
      return made.ok ? ok({ ...made.value, since }) : made;
    };
    const end = await look(battle.saved.version - tail + 1);
    if (!end.ok) return end;
    const isFiltered = Object.values(filter).some((each) => each !== undefined);
    return isFiltered ? ofFitting(battle, query, look, end.value) : ofAll(battle, query, look, end.value);
  };

  /** The stretches of a log from the newest back, after the first only those in which somebody rolled in secret. */
  async function* secretStretches<Name extends 'desk' | 'hidden roll'>(
    name: Name,
    battle: OpenBattle,
    takes: RecordJobs[Name]['takes'],
    older = takes,
  ): AsyncGenerator<Result<RecordJobs[Name]['gives'], Refusal>> {
    let { since, made } = await done(name, battle, { from: battle.saved.version - tail + 1 }, takes);
    yield made;
    while (since > 0) {
      const [there] = await checkpointsUpTo(battle, since, { secret: true, light: true });
      if (there === undefined) return;
      ({ since, made } = await done(name, battle, { from: there.from, to: there.n }, older));
      yield made;
    }
  }

  const desk = async (
    battle: OpenBattle,
    takes: LogRangeJobs['desk']['takes'],
  ): Promise<Result<InboxRecord, Refusal>> => {
    let found: InboxRecord | undefined;
    for await (const part of secretStretches('desk', battle, { ...takes, newest: true }, takes)) {
      if (!part.ok) return part;
      found = {
        secret: [...part.value.secret, ...(found?.secret ?? [])].slice(-maxInboxRolls),
        toDecide: found?.toDecide ?? part.value.toDecide,
      };
      if (found.secret.length === maxInboxRolls) break;
    }
    return ok(found ?? { secret: [], toDecide: [] });
  };

  const hiddenRoll = async (battle: OpenBattle, takes: LogRangeJobs['hidden roll']['takes']) => {
    for await (const part of secretStretches('hidden roll', battle, takes))
      if (part.ok || part.error.code === 'record-failed') return part;
    return refuseNoHiddenRoll(takes.number);
  };

  /** From which entry on a job needs the log, as far as that is known beforehand. */
  const stretchFor = (
    name: RecordJobName,
    { saved }: OpenBattle,
    takes: { readonly from?: number | undefined; readonly version?: number },
  ): Which => {
    const { version } = saved;
    switch (name) {
      case 'turn':
        return { from: Math.min(takes.from ?? version, version) - maxEntriesPerOrder };
      case 'since':
        return { from: (takes.version ?? 0) - maxEntriesPerOrder };
      case 'undo':
        return { from: version - tail + 1, standing: true };
      default:
        return { from: version - tail + 1 };
    }
  };

  /** The pictures that a page of the battle may show. */
  const imagesFor = async ({ saved: { table } }: OpenBattle): Promise<ImagesByHash> => {
    const { faces = {}, backdrop } = table;
    const hashes = [...new Set([...Object.values(faces), ...(backdrop === undefined ? [] : [backdrop.picture])])];
    if (pictures === undefined || hashes.length === 0) return new Map();
    // A battle is told without its pictures rather than not at all.
    const images = await pictures.images(hashes).catch(onError);
    return new Map([...(images ?? [])].map(([hash, { bytes }]) => [hash, bytes]));
  };
  const showsBoards = (name: RecordJobName, { format }: { readonly format?: ExportFormat }): boolean =>
    name === 'ending' || (name === 'export' && format === 'html');

  /** The story of the newest turn by what came after a battle that is remembered; nothing where more is needed. */
  const turnFromHere = async (
    battle: OpenBattle,
    takes: Records['turn']['takes'],
  ): Promise<Result<Records['turn']['gives'], Refusal> | undefined> => {
    const start = takes.from === undefined ? undefined : starts.before(battle, takes.from);
    if (start === undefined) return undefined;
    const log = await present.log(battle.saved, start.saved.version + 1, battle.saved.version);
    const answer = await doneWith('turn', battle, () => rangeAfter(start, battle, log), takes, replay);
    return 'made' in answer ? answer.made : undefined;
  };

  const newestTurn = async (
    battle: OpenBattle,
    takes: Records['turn']['takes'],
  ): Promise<Result<Records['turn']['gives'], Refusal>> => {
    const told =
      (await turnFromHere(battle, takes)) ??
      (await done('turn', battle, stretchFor('turn', battle, takes), takes)).made;
    starts.remember(battle, takes.from ?? battle.saved.version + 1);
    return told;
  };

  const simply = async <Name extends Exclude<keyof Records, 'log'>>(
    name: Name,
    battle: OpenBattle,
    takes: Records[Name]['takes'] & RecordJobs[Name]['takes'],
  ): Promise<Result<Records[Name]['gives'], Refusal>> => {
    const which = wholeLog.includes(name) ? { from: 1 } : stretchFor(name, battle, takes as object);
    const withImages = showsBoards(name, takes as object) ? { ...takes, images: await imagesFor(battle) } : takes;
    return (await done<Name>(name, battle, which, withImages)).made;
  };

  const made = async <Name extends keyof Records>(
    name: Name,
    battle: OpenBattle,
    takes: Records[Name]['takes'],
  ): Promise<Result<Records[keyof Records]['gives'], Refusal>> => {
    if (name === 'log') return log(battle, takes as LogQuery);
    if (name === 'turn' && Object(takes).to === undefined) return newestTurn(battle, takes as Records['turn']['takes']);
    if (name === 'desk') return desk(battle, takes as LogRangeJobs['desk']['takes']);
    if (name === 'hidden roll') return hiddenRoll(battle, takes as LogRangeJobs['hidden roll']['takes']);
    return simply(name, battle, takes as never);
  };

  const records: RunRecordJob = async <Name extends keyof Records>(
    name: Name,
    battle: OpenBattle,
    takes: Records[Name]['takes'],
  ) => {
    try {
      return (await made(name, battle, takes)) as Result<Records[Name]['gives'], Refusal>;
    } catch (error) {
      if (thread === undefined || isSoonTold(name === 'log' ? 'part of log' : name, battle)) throw error;
      onError(error);
      return refuse('record-failed');
    }
  };
  return { records, keep };
};
