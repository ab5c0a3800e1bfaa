import {
  computeStoredStates,
  decideUndo,
  maxInboxRolls,
  type ReplayedOrder,
  replayOrder,
  type UndoOutcome,
  type UndoRequest,
} from '../../battle/decide/undo-and-replay.ts';
import { exportBattle, exportLedger, type Verification, verifyBattle } from '../../battle/saved/export.ts';
import { effectiveEntries, entriesToggledBy, type LogRange } from '../../battle/saved/replay.ts';
import type { OpenBattle, StoredState } from '../../battle/saved/store.ts';
import { entryLines } from '../../battle/views/log-lines.ts';
import {
  type CheckedEntryRange,
  countsEveryEntry,
  countUndoneEntries,
  rangeView,
  type TurnStoryEntry,
  turnStory,
  type VisibleEntry,
  visibleCountBefore,
} from '../../battle/views/log-view.ts';
import { controlledCombatants, isUnrevealedRoll } from '../../battle/views/viewer.ts';
import { type BattleTally, tallyBattle } from '../../campaign/statistics.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import { currentDictionary, normalizeName, ok, phrase, type Result, refuse } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import type { ReplayParts } from '../../presentation/replay-html.ts';
import { type Line, line } from '../../rules/event.ts';
import { button, type Control, type ControlAction, type Reply, selectMenu } from '../replies/reply.ts';
import { findCast } from './cast.ts';
import {
  type ChangesSinceVersion,
  findChangesSinceVersion,
  findHiddenRoll,
  type HiddenRoll,
  type HiddenRollQuery,
  type StandingOrderTrial,
  tryStandingOrder,
  type UndoChoice,
  undoChoices,
} from './log-lookups.ts';
import {
  createExportFile,
  defeatsSummary,
  type ExportFormat,
  endingFiles,
  filterEntries,
  type ImagesByHash,
  type LogFilter,
  named,
} from './record-builder.ts';

type File = Reply['files'][number];

/** Pictures needed for a record that shows the battle. */
interface WithImages {
  readonly images?: ImagesByHash | undefined;
}

/** Jobs that read a battle's log, with input (`takes`) and output (`gives`), which a thread can receive and send. */
export interface RecordJobs {
  readonly export: {
    readonly takes: { readonly user?: string | undefined; readonly format: ExportFormat } & WithImages;
    readonly gives: File;
  };
  /** Builds the record files of an ended battle, and lists the defeats. */
  readonly ending: {
    readonly takes: WithImages;
    readonly gives: { readonly files: readonly File[]; readonly felled: readonly string[] };
  };
  readonly count: { readonly takes: { readonly user?: string | undefined }; readonly gives: BattleTally };
  readonly cast: { readonly takes: object; readonly gives: ReturnType<typeof findCast> };
  /** Verifies all dice and the log. Also returns the public ledger of the dice, and the defeats. */
  readonly check: {
    readonly takes: object;
    readonly gives: { readonly checked: Verification; readonly ledger: string; readonly felled: readonly string[] };
  };
  readonly log: { readonly takes: LogQuery; readonly gives: LogPage };
  /** Lists the last entries that a reader was shown, newest first. */
  readonly recent: {
    readonly takes: { readonly reader?: string | undefined; readonly most: number };
    readonly gives: readonly LogMatch[];
  };
  /** Lists what others did to the user's combatants since a moment. */
  readonly news: { readonly takes: Readonly<{ user: string; since: number }>; readonly gives: readonly string[] };
  /** Calculates the states of the battle to store: one after each multiple of `every` entries. */
  readonly states: { readonly takes: { readonly every: number }; readonly gives: readonly StoredState[] };
  readonly since: {
    readonly takes: { readonly user: string; readonly orderId: string; readonly version: number };
    readonly gives: ChangesSinceVersion;
  };
  /** Lists the log entries that the user can undo, newest first. */
  readonly takeable: {
    readonly takes: { readonly user: string; readonly most: number };
    readonly gives: readonly UndoChoice[];
  };
  readonly undo: { readonly takes: UndoRequest; readonly gives: UndoOutcome };
  /** Replays an order and the automatic orders that followed it. */
  readonly replayOrder: { readonly takes: { readonly orderId: string }; readonly gives: readonly ReplayedOrder[] };
  readonly 'hidden roll': { readonly takes: HiddenRollQuery; readonly gives: HiddenRoll };
  readonly 'standing order': { readonly takes: StandingOrderTrial; readonly gives: readonly string[] };
  /** Collects the log entries for a turn message, and counts undone entries of earlier turn messages. */
  readonly turn: {
    readonly takes: {
      readonly from?: number | undefined;
      readonly to?: number | undefined;
      readonly closed?: readonly CheckedEntryRange[] | undefined;
    };
    readonly gives: { readonly told: readonly TurnStoryEntry[]; readonly taken: readonly number[] };
  };
  /** Collects what the GM inbox needs from a part of the log. */
  readonly desk: { readonly takes: { readonly user: string }; readonly gives: InboxRecord };
}
export type RecordJobName = keyof RecordJobs;

export interface InboxRecord {
  /** Hidden rolls that only the GM may see, with their entries. */
  readonly secret: readonly { readonly n: number; readonly lines: VisibleEntry['lines'] }[];
  /** Numbers of entries with such hidden rolls before this part of the log. */
  readonly older: readonly number[];
}

/** Identifies a reader and the reader's language. */
const readerKey = (user: string | undefined): string => `${currentDictionary()?.language} ${user}`;

const linesAfter = memoizeByObject((_: OpenBattle) => new Map<string, readonly Line[]>());

/** The lines of an entry for one reader. Makes them once, except for an undo, which quotes other entries. */
const linesOnce: typeof entryLines = (before, after, entry, user, headlineOf) => {
  if (entriesToggledBy(entry.request).length > 0) return entryLines(before, after, entry, user, headlineOf);
  const known = linesAfter(after);
  const key = `${entry.rolls} ${readerKey(user)}`;
  const lines = known.get(key) ?? entryLines(before, after, entry, user, headlineOf);
  known.set(key, lines);
  return lines;
};

const viewsOfRange = memoizeByObject((_: LogRange) => new Map<string, readonly VisibleEntry[]>());

/** A part of the log as one reader sees it. Jobs on the same part share it. */
const sharedView = (battle: OpenBattle, range: LogRange, user: string | undefined): readonly VisibleEntry[] => {
  const views = viewsOfRange(range);
  const key = readerKey(user);
  const view = views.get(key) ?? rangeView(battle, range, user, countsEveryEntry(battle, user), linesOnce);
  views.set(key, view);
  return view;
};

const createInboxRecord = (battle: OpenBattle, range: LogRange, user: string): InboxRecord => {
  return {
    secret: sharedView(battle, range, user)
      .filter(({ entry }) => isUnrevealedRoll(battle, entry))
      .slice(-maxInboxRolls)
      .map(({ entry, lines }) => ({ n: entry.n, lines })),
    older: range.secret,
  };
};

const maxNews = 15;

/** The last lines on which a user's combatants are named, without the user's own orders. */
const findNews = (battle: OpenBattle, range: LogRange, user: string, since: number): readonly string[] => {
  const own = controlledCombatants(battle, user);
  const names = battle.game.roster().flatMap(({ id, actor }) => (own.includes(actor) ? [named(id)] : []));
  const standing = new Set(effectiveEntries(range.log).map(({ n }) => n));
  return rangeView(battle, range, user)
    .filter(({ entry: { n, at, user: by } }) => at > since && by !== user && standing.has(n))
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .filter((text) => names.some((name) => name.test(normalizeName(text))))
    .slice(-maxNews);
};

interface Making {
  readonly battle: OpenBattle;
  readonly range: LogRange;
  readonly replay: ReplayParts;
}

/** The result of a job. Undefined if the job got the end of the log but needs the whole log. */
export type RecordResult<Name extends RecordJobName> = Result<RecordJobs[Name]['gives']> | undefined;

type Makers = {
  readonly [Name in RecordJobName]: (
    making: Making,
    takes: RecordJobs[Name]['takes'],
  ) => Promise<RecordResult<Name>> | RecordResult<Name>;
};

const makers: Makers = {
  export: ({ battle, range, replay }, { user, format, images }) =>
    createExportFile(battle, rangeView(battle, range, user), user, format, replay, images),
  ending: async ({ battle, range, replay }, { images }) => {
    const told = rangeView(battle, range, undefined);
    return ok({ files: await endingFiles(battle, told, replay, images), felled: defeatsSummary(told) });
  },
  count: ({ battle, range }, { user }) => ok(tallyBattle(battle, rangeView(battle, range, user), user)),
  check: ({ battle, range }) =>
    ok({
      checked: verifyBattle(battle.ruleset, exportBattle(battle.saved, range.log)),
      ledger: JSON.stringify(exportLedger(battle.saved, range.log)),
      felled: defeatsSummary(rangeView(battle, range, undefined)),
    }),
  cast: ({ battle, range }) => (range.since > 0 ? undefined : ok(findCast(battle, range))),
  log: ({ battle, range }, query) => findLogPage(battle, range, query),
  recent: ({ battle, range }, { reader, most }) => {
    const shown = matchingEntries(battle, range, reader).slice(0, most);
    return shown.length < most && range.since > 0 ? undefined : ok(shown);
  },
  news: ({ battle, range }, { user, since }) =>
    range.since > 0 && (range.log[0]?.at ?? since) >= since ? undefined : ok(findNews(battle, range, user, since)),
  states: ({ battle, range }, { every }) => ok(computeStoredStates(battle, range, every)),
  since: ({ battle, range }, { user, ...made }) =>
    ok(findChangesSinceVersion(battle, rangeView(battle, range, user), user, made)),
  takeable: ({ battle, range }, { user, most }) => {
    const choices = undoChoices(battle, rangeView(battle, range, user), user).slice(0, most);
    return choices.length < most && range.since > 0 ? undefined : ok(choices);
  },
  undo: ({ battle, range }, wish) => decideUndo(battle, range, wish),
  replayOrder: ({ range }, { orderId }) => ok(replayOrder(range, orderId)),
  'hidden roll': ({ battle, range }, wish) => findHiddenRoll(battle, range, wish),
  'standing order': ({ range }, trial) => ok(tryStandingOrder(range, trial)),
  turn: ({ battle, range }, { from, to, closed = [] }) => {
    const told = turnStory(battle, range, from, to);
    const taken = countUndoneEntries(range, closed);
    return told && taken && ok({ told, taken });
  },
  desk: ({ battle, range }, { user }) => ok(createInboxRecord(battle, range, user)),
};

/** Runs a job on a battle and on the given part of its log. */
export const makeRecord = async <Name extends RecordJobName>(
  name: Name,
  making: Making,
  takes: RecordJobs[Name]['takes'],
): Promise<RecordResult<Name>> => makers[name](making, takes);

/** A request for one log entry, or for a page of entries that match a filter. */
export interface LogQuery {
  readonly reader?: string | undefined;
  readonly filter: LogFilter;
  readonly page?: number | undefined;
  readonly entry?: number | undefined;
  /** Input that each control of the page repeats, so that the filter stays. */
  readonly baseInput: ControlAction['input'];
}

const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((each) => each !== undefined);

export interface LogPage {
  readonly cards: readonly Card[];
  readonly controls: readonly (readonly Control[])[];
}

/** A log entry with its number and lines for a reader. */
export type LogMatch = Pick<VisibleEntry, 'number' | 'lines'>;

const pageLength = 10;

const logButton = (label: string, input: ControlAction['input']): Control =>
  button(label, { path: ['battle', 'log'], input });

const linesOf = ({ number, lines }: LogMatch) =>
  lines.map((each, index) => line(index === 0 ? phrase`${number}. ${each.text}` : each.text, each.tone));

const markUndone = (lines: readonly Line[]): readonly Line[] =>
  lines.map((each, at) => ({ ...each, text: at === 0 ? phrase`(undone) ${each.text}` : each.text, tone: 'quiet' }));

/** Builds a page with one log entry in detail, and buttons to the entries before and after. */
const logEntryPage = (
  { number, lines }: LogMatch,
  { newer, older, page }: Readonly<Record<'newer' | 'older', number | undefined>> & { readonly page: number },
  kept: ControlAction['input'],
): LogPage => {
  const controls = [
    ...(newer === undefined ? [] : [logButton('Newer', { ...kept, entry: newer })]),
    logButton('Show its page of the log', { ...kept, page }),
    ...(older === undefined ? [] : [logButton('Older', { ...kept, entry: older })]),
  ];
  return { cards: [card(phrase`Entry ${number}`, { lines })], controls: [controls] };
};

/** Builds a page of log entries, with a list from which the user can open an entry. */
const logPage = (
  shown: readonly LogMatch[],
  { at, pages }: { readonly at: number; readonly pages: number },
  kept: ControlAction['input'],
): LogPage => {
  const turns = [
    ...(at > 1 ? [logButton('Newer', { ...kept, page: at - 1 })] : []),
    ...(at < pages ? [logButton('Older', { ...kept, page: at + 1 })] : []),
    ...(at < pages - 1 ? [logButton('The beginning', { ...kept, page: pages })] : []),
  ];
  const options = shown.map(({ number, lines: [first] }) => ({
    value: String(number),
    label: phrase`${number}. ${first?.text ?? ''}`,
  }));
  const jump = selectMenu('Show every step of …', 'entry', options, { path: ['battle', 'log'], input: kept });
  const title = shown.length === 0 ? 'No log entries match' : phrase`Log, page ${at} of ${pages}`;
  return {
    cards: [card(title, { lines: shown.flatMap(linesOf) })],
    controls: [...(turns.length === 0 ? [] : [turns]), ...(options.length === 0 ? [] : [[jump]])],
  };
};

/** Number of the first entry that a page probably needs. Undefined if the page needs the whole log. */
export const firstEntryForPage = ({ filter, page = 1, entry }: LogQuery, tailStart: number): number | undefined => {
  if (isFiltered(filter)) return undefined;
  // An entry's number for a user is never higher than its real number.
  return entry === undefined ? tailStart - (page - 1) * pageLength : Math.min(tailStart, entry - pageLength);
};

/** The entries that a reader was shown and that match a filter, newest first. Undone entries are marked. */
const matchingEntries = (
  battle: OpenBattle,
  range: LogRange,
  reader: string | undefined,
  filter: LogFilter = {},
): readonly LogMatch[] => {
  const standing = new Set(effectiveEntries(range.log).map(({ n }) => n));
  return filterEntries(sharedView(battle, range, reader), filter, reader)
    .map(
      ({ entry: { n }, number, lines }): LogMatch => ({ number, lines: standing.has(n) ? lines : markUndone(lines) }),
    )
    .toReversed();
};

/** Finds a page of the log, or one entry. Undefined if an earlier part of the log is needed. */
export const findLogPage = (
  battle: OpenBattle,
  range: LogRange,
  { reader, filter, page = 1, entry, baseInput }: LogQuery,
): Result<LogPage> | undefined => {
  const isCounted = countsEveryEntry(battle, reader);
  const before = visibleCountBefore(range, reader, isCounted);
  const fitting = matchingEntries(battle, range, reader, filter);
  const total = before + fitting.length;
  const pages = Math.max(1, Math.ceil(total / pageLength));
  if (entry === undefined) {
    const at = Math.min(page, pages);
    const end = Math.min(total, at * pageLength);
    if (end > fitting.length) return undefined;
    return ok(logPage(fitting.slice((at - 1) * pageLength, end), { at, pages }, baseInput));
  }
  const at = fitting.findIndex(({ number }) => number === entry);
  const shown = fitting[at];
  const isLast = at + 1 === fitting.length;
  if (before > 0 && (shown === undefined || isLast) && entry <= battle.saved.version) return undefined;
  if (shown === undefined) return refuse('no-such-entry', { n: entry });
  const around = { newer: fitting[at - 1]?.number, older: fitting[at + 1]?.number };
  return ok(logEntryPage(shown, { ...around, page: Math.floor(at / pageLength) + 1 }, baseInput));
};
