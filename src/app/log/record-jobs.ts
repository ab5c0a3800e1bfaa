import { computeNewCheckpoints } from '../../battle/decide/checkpoints.ts';
import {
  decideUndo,
  type ReplayedOrder,
  replayOrder,
  type UndoOutcome,
  type UndoRequest,
} from '../../battle/decide/undo-and-replay.ts';
import type { Checkpoint } from '../../battle/saved/checkpoint.ts';
import { EarlierEntriesNeeded } from '../../battle/saved/earlier-entries-needed.ts';
import { exportBattle, exportLedger } from '../../battle/saved/export.ts';
import type { LogEntry } from '../../battle/saved/log-entry.ts';
import type { LogRange } from '../../battle/saved/log-range.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { type Verification, verifyBattle } from '../../battle/saved/verify.ts';
import { logView, rangeView, type VisibleEntry } from '../../battle/views/log-view.ts';
import {
  type CheckedEntryRange,
  countUndoneEntries,
  type TurnStoryEntry,
  turnStory,
} from '../../battle/views/turn-story.ts';
import { tallyBattle } from '../../campaign/battle-tally.ts';
import type { BattleTally } from '../../campaign/statistics.ts';
import type { Refusal } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { ReplayParts } from '../../presentation/replay-html.ts';
import { type ChangesSinceVersion, findChangesSinceVersion } from '../buttons/changes-since.ts';
import type { Reply } from '../replies/reply.ts';
import { defeatsSummary } from './defeats-summary.ts';
import { createExportFile, type ExportFormat, endingFiles } from './export-files.ts';
import { findHiddenRoll, type HiddenRoll, type HiddenRollQuery } from './hidden-roll-lookup.ts';
import { type LogRangeMatches, type LogRangeQuery, searchLogRange } from './log-pages.ts';
import type { ImagesByHash } from './record-builder.ts';
import { maxChoices, type UndoChoice, undoChoices } from './undo-choices.ts';

type File = Reply['files'][number];

/** The pictures that the battle may show, for a page that shows it. */
interface WithImages {
  readonly images?: ImagesByHash | undefined;
}

/** What is made from the whole log of a battle: what it takes and what comes of it are plain data, so a thread of its own can make it. */
export interface WholeLogJobs {
  readonly export: {
    readonly takes: { readonly user?: string | undefined; readonly format: ExportFormat } & WithImages;
    readonly gives: File;
  };
  /** What comes with the end of a battle: its files, and who was brought down by whom. */
  readonly ending: {
    readonly takes: WithImages;
    readonly gives: { readonly files: readonly File[]; readonly felled: readonly string[] };
  };
  readonly count: { readonly takes: { readonly user?: string | undefined }; readonly gives: BattleTally };
  /** Every die and the log checked, and the ledger that everybody may have. */
  readonly check: {
    readonly takes: object;
    readonly gives: { readonly checked: Verification; readonly ledger: string };
  };
}

/** What is made from a stretch of it. */
export interface LogRangeJobs {
  /** The entries of it that are looked for. */
  readonly 'part of log': { readonly takes: LogRangeQuery; readonly gives: LogRangeMatches };
  /** After the last one that is there. */
  readonly checkpoints: {
    readonly takes: { readonly after: number; readonly every: number };
    readonly gives: readonly Checkpoint[];
  };
  readonly since: {
    readonly takes: { readonly user: string; readonly orderId: string; readonly version: number };
    readonly gives: ChangesSinceVersion;
  };
  /** What could be taken back, newest first. */
  readonly takeable: { readonly takes: { readonly user: string }; readonly gives: readonly UndoChoice[] };
  readonly undo: { readonly takes: UndoRequest; readonly gives: UndoOutcome };
  /** An order and those that followed from it, as they were. */
  readonly replayOrder: { readonly takes: { readonly orderId: string }; readonly gives: readonly ReplayedOrder[] };
  readonly 'hidden roll': { readonly takes: HiddenRollQuery; readonly gives: HiddenRoll };
  /** What the messages of turns tell: the entries from one on, up to one; and how many of each of these ranges are taken back. */
  readonly turn: {
    readonly takes: {
      readonly from?: number | undefined;
      readonly to?: number | undefined;
      readonly closed?: readonly CheckedEntryRange[] | undefined;
    };
    readonly gives: { readonly told: readonly TurnStoryEntry[]; readonly taken: readonly number[] };
  };
  /** What the GM's panel shows of the log; `newest`: what is to be decided still may have come before the stretch. */
  readonly desk: { readonly takes: { readonly user: string; readonly newest?: boolean }; readonly gives: InboxRecord };
}

/** Everything that looks back. */
export type RecordJobs = WholeLogJobs & LogRangeJobs;
export type RecordJobName = keyof RecordJobs;

export interface InboxRecord {
  /** Rolls that nobody else saw, and were not opened since: the entry, and what it says. */
  readonly secret: readonly { readonly n: number; readonly lines: VisibleEntry['lines'] }[];
  /** What was put to the GM since anything was done. */
  readonly toDecide: readonly string[];
}

export const maxInboxRolls = 25;

/** Does it leave nothing to decide of what was put to the GM before: was anything done, or ruled? */
export const isDecided = ({ events, table }: Pick<LogEntry, 'events' | 'table'>): boolean =>
  events.length > 0 || table.some(({ type }) => type === 'ruled');

const createInboxRecord = ({ saved: { table } }: OpenBattle, told: readonly VisibleEntry[]): InboxRecord => ({
  secret: told
    .filter(({ entry }) => entry.rolls !== 'public' && !table.opened.includes(entry.n) && entry.dice.length > 0)
    .slice(-maxInboxRolls)
    .map(({ entry, lines }) => ({ n: entry.n, lines })),
  toDecide: told
    .slice(told.findLastIndex(({ entry }) => isDecided(entry)) + 1)
    .filter(({ entry }) => entry.table.some(({ type }) => type === 'put-to-gm'))
    .flatMap(({ lines }) => lines.map(({ text }) => text)),
});

interface Making {
  readonly battle: OpenBattle;
  readonly stretch: LogRange;
  readonly replay: ReplayParts;
}

type Makers = {
  readonly [Name in RecordJobName]: (
    making: Making & { readonly log: readonly LogEntry[] },
    takes: RecordJobs[Name]['takes'],
  ) => Promise<Result<RecordJobs[Name]['gives'], Refusal>> | Result<RecordJobs[Name]['gives'], Refusal>;
};

const makers: Makers = {
  export: ({ battle, log, replay }, { user, format, images }) =>
    createExportFile(battle, logView(battle, log, user), user, format, replay, images),
  ending: async ({ battle, log, replay }, { images }) => {
    const told = logView(battle, log, undefined);
    return ok({ files: await endingFiles(battle, told, replay, images), felled: defeatsSummary(told) });
  },
  count: ({ battle, log }, { user }) => ok(tallyBattle(battle, logView(battle, log, user), user)),
  check: ({ battle, log }) =>
    ok({
      checked: verifyBattle(battle.ruleset, exportBattle(battle.saved, log)),
      ledger: JSON.stringify(exportLedger(battle.saved, log)),
    }),
  'part of log': ({ battle, stretch }, wish) => ok(searchLogRange(battle, stretch, wish)),
  checkpoints: ({ battle, stretch }, which) => ok(computeNewCheckpoints(battle, stretch, which)),
  since: ({ battle, stretch }, { user, ...made }) =>
    ok(findChangesSinceVersion(battle, rangeView(battle, stretch, user), user, made)),
  takeable: ({ battle, stretch }, { user }) => {
    const choices = undoChoices(battle, rangeView(battle, stretch, user), user);
    if (choices.length < maxChoices && stretch.since > 0) throw new EarlierEntriesNeeded(stretch.since);
    return ok(choices);
  },
  undo: ({ battle, stretch }, wish) => decideUndo(battle, stretch, wish),
  replayOrder: ({ stretch }, { orderId }) => ok(replayOrder(stretch, orderId)),
  'hidden roll': ({ battle, stretch }, wish) => findHiddenRoll(battle, stretch, wish),
  turn: ({ battle, stretch }, { from, to, closed = [] }) =>
    ok({ told: turnStory(battle, stretch, from, to), taken: countUndoneEntries(stretch, closed) }),
  desk: ({ battle, stretch }, { user, newest = false }) => {
    const isWhole = stretch.since === 0 || stretch.log.some(isDecided);
    if (newest && !isWhole) throw new EarlierEntriesNeeded(stretch.since);
    return ok(createInboxRecord(battle, rangeView(battle, stretch, user)));
  },
};

/** Makes one record from a battle and a stretch of its log. Throws `EarlierEntriesNeeded` where that is too short. */
export const makeRecord = async <Name extends RecordJobName>(
  name: Name,
  making: Making,
  takes: RecordJobs[Name]['takes'],
): Promise<Result<RecordJobs[Name]['gives'], Refusal>> => makers[name]({ ...making, log: making.stretch.log }, takes);
