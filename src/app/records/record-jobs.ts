import {
  computeStoredStates,
  decideUndo,
  maxInboxRolls,
  type ReplayedOrder,
  replayOrder,
  type UndoOutcome,
  type UndoRequest,
} from '../../battle/decide/undo-and-replay.ts';
import { exportBattle, exportLedger } from '../../battle/saved/export.ts';
import type { LogRange } from '../../battle/saved/replay.ts';
import type { LogEntry, OpenBattle, StoredState } from '../../battle/saved/store.ts';
import { type Verification, verifyBattle } from '../../battle/saved/verify.ts';
import { rangeView, type VisibleEntry } from '../../battle/views/log-view.ts';
import {
  type CheckedEntryRange,
  countUndoneEntries,
  type TurnStoryEntry,
  turnStory,
} from '../../battle/views/turn-story.ts';
import { isUnopenedRoll } from '../../battle/views/viewer.ts';
import { tallyBattle } from '../../campaign/battle-tally.ts';
import type { BattleTally } from '../../campaign/statistics.ts';
import { ok, type Refusal, type Result } from '../../core/message.ts';
import type { ReplayParts } from '../../presentation/replay-html.ts';
import { type ChangesSinceVersion, findChangesSinceVersion } from '../buttons/changes-since.ts';
import type { Reply } from '../replies/reply.ts';
import { defeatsSummary } from './defeats-summary.ts';
import { createExportFile, type ExportFormat, endingFiles } from './export-files.ts';
import { findHiddenRoll, type HiddenRoll, type HiddenRollQuery } from './hidden-roll-lookup.ts';
import { findLogPage, type LogPage, type LogQuery } from './log-pages.ts';
import type { ImagesByHash } from './record-builder.ts';
import { type UndoChoice, undoChoices } from './undo-choices.ts';

type File = Reply['files'][number];

/** The pictures that the battle may show, for a page that shows it. */
interface WithImages {
  readonly images?: ImagesByHash | undefined;
}

/**
 * What is made from the log of a battle, the whole of it or its end: what it takes and what comes of it are plain data, so a thread of
 * its own can make it.
 */
export interface RecordJobs {
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
  readonly log: { readonly takes: LogQuery; readonly gives: LogPage };
  /** The states to store, one at each entry that `every` divides. */
  readonly states: { readonly takes: { readonly every: number }; readonly gives: readonly StoredState[] };
  readonly since: {
    readonly takes: { readonly user: string; readonly orderId: string; readonly version: number };
    readonly gives: ChangesSinceVersion;
  };
  /** What could be taken back, newest first. */
  readonly takeable: {
    readonly takes: { readonly user: string; readonly most: number };
    readonly gives: readonly UndoChoice[];
  };
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
  /** What the GM's panel shows of the log; `isOlder`: of a part of it in which nothing waits to be decided. */
  readonly desk: { readonly takes: { readonly user: string; readonly isOlder?: boolean }; readonly gives: InboxRecord };
}
export type RecordJobName = keyof RecordJobs;

export interface InboxRecord {
  /** Rolls that nobody else saw, and were not opened since: the entry, and what it says. */
  readonly secret: readonly { readonly n: number; readonly lines: VisibleEntry['lines'] }[];
  /** More such entries, which lie before this part of the log. */
  readonly older: readonly number[];
  /** What was put to the GM since anything was done. */
  readonly toDecide: readonly string[];
}

/** Does it leave nothing to decide of what was put to the GM before: was anything done, or ruled? */
export const isDecided = ({ events, table }: Pick<LogEntry, 'events' | 'table'>): boolean =>
  events.length > 0 || table.some(({ type }) => type === 'ruled');

const createInboxRecord = (battle: OpenBattle, range: LogRange, user: string): InboxRecord => {
  const told = rangeView(battle, range, user);
  return {
    secret: told
      .filter(({ entry }) => isUnopenedRoll(battle, entry))
      .slice(-maxInboxRolls)
      .map(({ entry, lines }) => ({ n: entry.n, lines })),
    older: range.secret,
    toDecide: told
      .slice(told.findLastIndex(({ entry }) => isDecided(entry)) + 1)
      .filter(({ entry }) => entry.table.some(({ type }) => type === 'put-to-gm'))
      .flatMap(({ lines }) => lines.map(({ text }) => text)),
  };
};

interface Making {
  readonly battle: OpenBattle;
  readonly range: LogRange;
  readonly replay: ReplayParts;
}

/** What came of a job. Undefined if it needs the whole log and was given only the end of it. */
export type RecordResult<Name extends RecordJobName> = Result<RecordJobs[Name]['gives'], Refusal> | undefined;

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
  check: ({ battle, range: { log } }) =>
    ok({
      checked: verifyBattle(battle.ruleset, exportBattle(battle.saved, log)),
      ledger: JSON.stringify(exportLedger(battle.saved, log)),
    }),
  log: ({ battle, range }, query) => findLogPage(battle, range, query),
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
  turn: ({ battle, range }, { from, to, closed = [] }) => {
    const told = turnStory(battle, range, from, to);
    const taken = countUndoneEntries(range, closed);
    return told && taken && ok({ told, taken });
  },
  desk: ({ battle, range }, { user, isOlder }) =>
    isOlder || range.since === 0 || range.log.some(isDecided) ? ok(createInboxRecord(battle, range, user)) : undefined,
};

/** Makes one record from a battle and a part of its log. */
export const makeRecord = async <Name extends RecordJobName>(
  name: Name,
  making: Making,
  takes: RecordJobs[Name]['takes'],
): Promise<RecordResult<Name>> => makers[name](making, takes);
