import { type ReplayedOrder, replayOrder, type UndoFound, type UndoWish, undo } from '../../battle/decide/whole-log.ts';
import { exported, ledger } from '../../battle/saved/export.ts';
import type { LogEntry } from '../../battle/saved/log-entry.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { type Verification, verify } from '../../battle/saved/verify.ts';
import { logView, type ToldEntry } from '../../battle/views/log-view.ts';
import { type ToldInTurn, takenIn, turnStory } from '../../battle/views/turn-story.ts';
import { countedFor } from '../../campaign/battle-tally.ts';
import type { Tallied } from '../../campaign/statistics.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { ReplayParts } from '../../presentation/replay-html.ts';
import { type ChangesSince, changesSince } from '../buttons/changes-since.ts';
import type { Reply } from '../replies/reply.ts';
import { type ExportFormat, endingFiles, exportFile } from './export-files.ts';
import { felledStory } from './felled-story.ts';
import { type HiddenRoll, type HiddenRollQuery, hiddenRoll } from './hidden-roll-lookup.ts';
import { type LogPage, type LogQuery, logPage } from './log-pages.ts';
import { type UndoChoice, undoChoices } from './undo-choices.ts';

type File = Reply['files'][number];

/** What is made from the whole log of a battle: what it takes and what comes of it are plain data, so a thread of its own can make it. */
export interface RecordJobs {
  readonly export: {
    readonly takes: { readonly user?: string | undefined; readonly format: ExportFormat };
    readonly gives: File;
  };
  /** What comes with the end of a battle: its files, and who was brought down by whom. */
  readonly ending: {
    readonly takes: object;
    readonly gives: { readonly files: readonly File[]; readonly felled: readonly string[] };
  };
  readonly count: { readonly takes: { readonly user?: string | undefined }; readonly gives: Tallied };
  /** Every die and the log checked, and the ledger that everybody may have. */
  readonly check: {
    readonly takes: object;
    readonly gives: { readonly checked: Verification; readonly ledger: string };
  };
  readonly log: { readonly takes: LogQuery; readonly gives: LogPage };
  readonly since: {
    readonly takes: { readonly user: string; readonly orderId: string; readonly version: number };
    readonly gives: ChangesSince;
  };
  /** What could be taken back, newest first. */
  readonly takeable: { readonly takes: { readonly user: string }; readonly gives: readonly UndoChoice[] };
  readonly undo: { readonly takes: UndoWish; readonly gives: UndoFound };
  /** An order and those that followed from it, as they were. */
  readonly replayOrder: { readonly takes: { readonly orderId: string }; readonly gives: readonly ReplayedOrder[] };
  readonly 'hidden roll': { readonly takes: HiddenRollQuery; readonly gives: HiddenRoll };
  /** What the messages of turns tell: the entries from one on, up to one; and which are taken back. */
  readonly turn: {
    readonly takes: { readonly from?: number | undefined; readonly to?: number | undefined };
    readonly gives: { readonly told: readonly ToldInTurn[]; readonly taken: readonly number[] };
  };
  /** What the GM's panel shows of the log. */
  readonly desk: { readonly takes: { readonly user: string }; readonly gives: Desk };
}
export type RecordName = keyof RecordJobs;

/** Makes one of them for a battle. Refused where it cannot be made, or takes too long. */
export type RunRecordJob = <Name extends RecordName>(
  name: Name,
  battle: OpenBattle,
  takes: RecordJobs[Name]['takes'],
) => Promise<Result<RecordJobs[Name]['gives'], Refusal>>;

interface Desk {
  /** Rolls that nobody else saw, and were not opened since: the entry, and what it says. */
  readonly secret: readonly { readonly n: number; readonly lines: ToldEntry['lines'] }[];
  /** What was put to the GM since anything was done. */
  readonly toDecide: readonly string[];
}

const rollsShown = 25;

/** Does it leave nothing to decide of what was put to the GM before: was anything done, or ruled? */
export const isDecided = ({ events, table }: Pick<LogEntry, 'events' | 'table'>): boolean =>
  events.length > 0 || table.some(({ type }) => type === 'ruled');

const deskOf = ({ saved: { table } }: OpenBattle, told: readonly ToldEntry[]): Desk => ({
  secret: told
    .filter(({ entry }) => entry.rolls !== 'public' && !table.opened.includes(entry.n) && entry.dice.length > 0)
    .slice(-rollsShown)
    .map(({ entry, lines }) => ({ n: entry.n, lines })),
  toDecide: told
    .slice(told.findLastIndex(({ entry }) => isDecided(entry)) + 1)
    .filter(({ entry }) => entry.table.some(({ type }) => type === 'put-to-gm'))
    .flatMap(({ lines }) => lines.map(({ text }) => text)),
});

interface Making {
  readonly battle: OpenBattle;
  readonly log: readonly LogEntry[];
  readonly replay: ReplayParts;
}

type Makers = {
  readonly [Name in RecordName]: (
    making: Making,
    takes: RecordJobs[Name]['takes'],
  ) => Promise<Result<RecordJobs[Name]['gives'], Refusal>> | Result<RecordJobs[Name]['gives'], Refusal>;
};

const makers: Makers = {
  export: ({ battle, log, replay }, { user, format }) =>
    exportFile(battle, logView(battle, log, user), user, format, replay),
  ending: async ({ battle, log, replay }) => {
    const told = logView(battle, log, undefined);
    return ok({ files: await endingFiles(battle, told, replay), felled: felledStory(told) });
  },
  count: ({ battle, log }, { user }) => ok(countedFor(battle, logView(battle, log, user), user)),
  check: ({ battle, log }) =>
    ok({
      checked: verify(battle.ruleset, exported(battle.saved, log)),
      ledger: JSON.stringify(ledger(battle.saved, log)),
    }),
  log: ({ battle, log }, wish) => logPage(logView(battle, log, wish.reader), wish),
  since: ({ battle, log }, { user, ...made }) => ok(changesSince(battle, logView(battle, log, user), user, made)),
  takeable: ({ battle, log }, { user }) => ok(undoChoices(battle, logView(battle, log, user), user)),
  undo: ({ battle, log }, wish) => undo(battle, log, wish),
  replayOrder: ({ battle, log }, { orderId }) => ok(replayOrder(battle, log, orderId)),
  'hidden roll': ({ battle, log }, wish) => hiddenRoll(battle, log, wish),
  turn: ({ battle, log }, { from, to }) => ok({ told: turnStory(battle, log, from, to), taken: takenIn(log) }),
  desk: ({ battle, log }, { user }) => ok(deskOf(battle, logView(battle, log, user))),
};

/** Makes one record from a battle and its log. */
export const recordOf = async <Name extends RecordName>(
  name: Name,
  making: Making,
  takes: RecordJobs[Name]['takes'],
): Promise<Result<RecordJobs[Name]['gives'], Refusal>> => makers[name](making, takes);

interface Here {
  readonly log: (battle: OpenBattle) => Promise<readonly LogEntry[]>;
  readonly replay: ReplayParts;
}

/** Records made where they are asked for: at the practice table, and of battles that are soon told. */
export const recordsHere =
  ({ log, replay }: Here): RunRecordJob =>
  async (name, battle, takes) =>
    recordOf(name, { battle, log: await log(battle), replay }, takes);

/** Up to this many figures times entries a record is quick to tell; files are never made beside orders. */
const soonTold = 1000;
const alwaysLong: readonly RecordName[] = ['export', 'ending', 'check'];

const isSoonTold = (name: RecordName, { saved, game }: OpenBattle): boolean =>
  !alwaysLong.includes(name) && saved.version * Math.max(5, game.roster().length) <= soonTold;

interface Elsewhere {
  readonly here: RunRecordJob;
  /** The entries as they are written. */
  readonly logText: (battle: OpenBattle) => Promise<readonly string[]>;
  /** Makes a record in a thread of its own; fails where that dies, or takes too long. */
  readonly thread: <Name extends RecordName>(
    name: Name,
    battle: OpenBattle,
    log: readonly string[],
    takes: RecordJobs[Name]['takes'],
  ) => Promise<Result<RecordJobs[Name]['gives'], Refusal>>;
  readonly onError: (error: unknown) => void;
}

/** Records made in a thread of their own, but those that are soon told. */
export const recordsInThread =
  ({ here, logText, thread, onError }: Elsewhere): RunRecordJob =>
  async (name, battle, takes) => {
    if (isSoonTold(name, battle)) return here(name, battle, takes);
    const log = await logText(battle);
    try {
      return await thread(name, battle, log, takes);
    } catch (error) {
      onError(error);
      return refuse('record-failed');
    }
  };
