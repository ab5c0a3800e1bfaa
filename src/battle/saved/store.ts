import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { diskFullSentence } from '../../core/message.ts';
import { textSchema } from '../../rules/event.ts';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { appEdition, type Edition, editionStampSchema, upcastApp } from '../editions/app-edition.ts';
import type { OutboxMessages } from './outbox.ts';
import { rollModes, type Session, type SessionEvent, sessionEventSchema } from './session.ts';
import type { WaitChanges } from './waits.ts';

export const dieSchema = z.strictObject({ name: z.string(), sides: z.int(), value: z.int() });

/** What was asked for, saved so that a log can be read and ruled again. */
const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create') }),
  z.strictObject({ kind: z.literal('order'), actor: z.string(), doings: z.array(z.unknown()) }),
  z.strictObject({
    kind: z.literal('answer'),
    order: z.string(),
    choice: z.string(),
    by: z.enum(['person', 'standing-order']),
  }),
  z.strictObject({ kind: z.literal('withdraw'), order: z.string() }),
  z.strictObject({ kind: z.literal('table'), what: z.string() }),
  z.strictObject({ kind: z.literal('undo'), takes: z.array(z.int()) }),
  z.strictObject({ kind: z.literal('redo'), gives: z.array(z.int()) }),
  z.strictObject({
    kind: z.literal('roll'),
    notation: z.string(),
    /** What it was for. */
    comment: z.string().optional(),
    /** The table's row of this roll. As secret as the dice. Undefined if no table was rolled on. */
    row: z.strictObject({ table: z.string(), text: z.string() }).optional(),
  }),
  /** The app upcast the battle to the current editions. */
  z.strictObject({ kind: z.literal('lift'), from: editionStampSchema, to: editionStampSchema }),
]);
export type EntryRequest = z.output<typeof requestSchema>;

const choiceSchema = z.strictObject({ id: z.string(), label: textSchema });
const stepSchema = z.strictObject({ rule: z.string(), says: textSchema });

const factSchema = z.union([z.string(), z.number()]);

export const questionSchema = z.strictObject({
  to: z.string(),
  kind: z.string(),
  says: textSchema,
  choices: z.array(choiceSchema),
  auto: z.string(),
  unless: z.enum(['ask', 'auto']),
  rows: z.array(z.array(stepSchema)),
  facts: z.record(z.string(), z.union([factSchema, z.array(factSchema)])),
});

/** An order that stopped at a question. It is ruled again from its start, with the same dice, once the answer is in. */
export const pendingOrderSchema = z.strictObject({
  orderId: z.string(),
  user: z.string(),
  actor: z.string(),
  doing: z.unknown(),
  answers: z.array(z.string()),
  question: questionSchema,
  rolls: z.enum(rollModes),
  /** The dice as typed in, where they were rolled by hand. */
  byHand: z.array(z.int()).optional(),
});
export type PendingOrder = z.output<typeof pendingOrderSchema>;

/** One line of the append-only log: an order and everything that came of it. */
export const entrySchema = z.strictObject({
  /** Counted from 1. */
  n: z.int(),
  /** Unique: the id of the interaction. The same order given twice finds its first entry. */
  orderId: z.string(),
  /** The editions it was written under. Its events stay in the rulebook's edition; all else is upcast when it is read. */
  edition: editionStampSchema,
  /** Milliseconds since 1970. */
  at: z.int(),
  user: z.string(),
  request: requestSchema,
  /** Where a GM gave one. */
  reason: z.string().optional(),
  rolls: z.enum(rollModes),
  /** The order id that keys the dice: its own, or that of the order whose question was answered. */
  diceKey: z.string(),
  dice: z.array(dieSchema),
  /** True where the dice were rolled at a real table and typed in. Marked for ever. */
  byHand: z.boolean(),
  table: z.array(sessionEventSchema),
  events: z.array(z.unknown()),
  /** The question it stopped at, if it did. */
  pending: pendingOrderSchema.optional(),
});
export type LogEntry = z.output<typeof entrySchema>;

const writtenUnder = z.looseObject({ edition: editionStampSchema });

/** Parses an entry of any edition, upcast to the app's current shape. The rulebook's events stay. Throws if it does not parse. */
export const readEntry = (saved: unknown): LogEntry => {
  const { edition } = writtenUnder.parse(saved);
  const entry = entrySchema.parse(upcastApp('entry', edition.house, saved));
  return { ...entry, edition: { ...entry.edition, house: appEdition } };
};

/** Parses an open question that was saved under an edition of the app. Throws if it does not parse. */
export const readPendingOrder = (house: number, saved: unknown): PendingOrder =>
  pendingOrderSchema.parse(upcastApp('pending', house, saved));

const inEvent = (event: SessionEvent): readonly (string | undefined)[] => {
  switch (event.type) {
    case 'opened':
      return [event.gm];
    case 'seated':
    case 'unseated':
    case 'control-given':
    case 'away-set':
    case 'request-granted':
      return [event.user];
    case 'gm-handed':
    case 'clock-handed':
      return [event.to];
    case 'deputy-named':
      return [event.user, event.deputy?.user];
    case 'drawn':
      return [event.hidden?.user];
    case 'requested':
      return [event.request.user];
    case 'lifted':
      return [event.withdrew?.user];
    default:
      return [];
  }
};

const inTable = ({ gm, seats, control, away, deputies, undrawn = [], requests = [] }: Session): readonly string[] => [
  ...[gm, ...Object.keys(seats), ...Object.values(control), ...Object.keys(away), ...Object.keys(deputies)],
  ...Object.values(deputies).map(({ user }) => user),
  ...[...undrawn, ...requests].map(({ user }) => user),
];

/** The ids of all users that an entry names, and its session if given. Erasure finds their data by these. */
export const userIdsIn = (entry: LogEntry, table?: Session): readonly string[] => {
  const named = [entry.user, entry.pending?.user, ...entry.table.flatMap(inEvent), ...(table ? inTable(table) : [])];
  return [...new Set(named.filter((user) => user !== undefined && user !== ''))] as readonly string[];
};

/** A battle as it is written down after each order. */
export interface SavedBattle {
  readonly id: string;
  /** The server, or none in a direct message or at the practice table. */
  readonly guild: string | undefined;
  /** The channel, thread or post it is fought in. */
  readonly channel: string;
  readonly system: string;
  /** The editions it is saved under. An older battle is upcast when it is opened. */
  readonly edition: Edition;
  /** Counts the entries of its log; a commit must name the version it read. */
  readonly version: number;
  readonly status: 'setup' | 'active' | 'ended';
  /** Secret until the battle has ended: 32 bytes as hexadecimal digits. */
  readonly seed: string;
  /** Saved under this key. */
  readonly table: Session;
  readonly game: unknown;
  /** Internal data of the store, passed on from what was read to what is written. */
  readonly storeState?: unknown;
  readonly pending: PendingOrder | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a store needs to find the log of a battle. */
export type BattleKey = Pick<SavedBattle, 'id' | 'guild' | 'channel' | 'system' | 'storeState'>;

export interface BattleSummary {
  readonly id: string;
  readonly guild: string | undefined;
  readonly channel: string;
  readonly system: string;
  readonly name: string;
  readonly status: SavedBattle['status'];
  readonly gm: string;
  readonly version: number;
  /** The campaign it is fought in. */
  readonly campaign?: string | undefined;
  readonly updatedAt: number;
}

/** Which battles are listed: all of them, or those that are not over. */
export type BattleFilter = 'all' | 'unfinished';

/** Result of a commit: saved, lost race, order id already in the log, or channel with another unfinished battle. */
export type CommitOutcome = 'kept' | 'stale' | 'twice' | 'taken';

/** A battle after an entry of its log, as JSON. It can be dropped and folded again at any time. */
export interface StoredState {
  readonly n: number;
  readonly state: string;
}

/** What a rewriting writes beside the battle itself. */
export interface LogRewrite {
  readonly changed: readonly LogEntry[];
  readonly entry: LogEntry | undefined;
  readonly waitChanges: WaitChanges | undefined;
  readonly messages?: OutboxMessages | undefined;
}

/**
 * Stores battles; the messages of an order are written with it. There is one implementation in memory and one on Postgres, with
 * common tests.
 */
export interface BattleStore {
  /** Writes the battle and its first entry, or neither: `taken` when an unfinished battle is in that channel. */
  readonly create: (
    battle: SavedBattle,
    entry: LogEntry,
    aftermath?: WaitChanges,
    said?: OutboxMessages,
  ) => Promise<CommitOutcome>;
  /** The unfinished battle of a channel, or the newest of those that are over. */
  readonly byChannel: (channel: string) => Promise<SavedBattle | undefined>;
  readonly byId: (id: string) => Promise<SavedBattle | undefined>;
  /** A battle as this process last read or wrote it. Undefined if it is not cached. It may be stale: a commit finds out. */
  readonly cached: (where: Pick<SavedBattle, 'id'> | Pick<SavedBattle, 'channel'>) => SavedBattle | undefined;
  /** Newest first, no more than `most`. */
  readonly list: (guild: string | undefined, which?: BattleFilter, most?: number) => Promise<readonly BattleSummary[]>;
  /** Those of a campaign, newest first. */
  readonly listByCampaign: (
    guild: string | undefined,
    campaign: string,
    which?: BattleFilter,
  ) => Promise<readonly BattleSummary[]>;
  /** Ids of the rulebooks of which a server has battles, those that are over among them. */
  readonly listSystems: (guild: string) => Promise<readonly string[]>;
  /** The battles in which a person has a seat, in all servers; newest first. */
  readonly listBySeat: (user: string, which?: BattleFilter) => Promise<readonly BattleSummary[]>;
  /**
   * Writes the battle and its entry together, or neither. `battle.version` is the version after the entry: the row must
   * still be one version behind. The channel may be another one: then the battle has moved.
   */
  readonly commit: (
    battle: SavedBattle,
    entry: LogEntry,
    aftermath?: WaitChanges,
    said?: OutboxMessages,
  ) => Promise<CommitOutcome>;
  /** The battles whose log or table names this person, in all servers; perhaps some that did once. */
  readonly listMentioning: (user: string) => Promise<readonly string[]>;
  /** These battles name this person no more. */
  readonly removeMentions: (user: string, battles: readonly string[]) => Promise<void>;
  /**
   * Overwrites a battle that was read at version `was`, its changed entries and perhaps one more entry. Only for erasing a
   * user: nothing else may change what is written.
   */
  readonly rewrite: (battle: SavedBattle, was: number, rewriting: LogRewrite) => Promise<'kept' | 'stale'>;
  /** How often a user had been erased from this battle when it was read. Undefined if it was not read here. */
  readonly rewriteCount: (battle: SavedBattle) => number | undefined;
  /** Entries in order, `from` and `to` counted from 1, both included. */
  readonly log: (battle: BattleKey, from?: number, to?: number) => Promise<readonly LogEntry[]>;
  /** The entries as they are written, each as JSON. */
  readonly logJson: (battle: BattleKey, from?: number, to?: number) => Promise<readonly string[]>;
  /** The newest stored state before an entry, in the editions of the battle. */
  readonly findState: (battle: SavedBattle, before: number) => Promise<StoredState | undefined>;
  /** Stores states of this battle as it was read. None if its log was written over since. */
  readonly addStates: (battle: SavedBattle, states: readonly StoredState[]) => Promise<void>;
  readonly findEntry: (battle: BattleKey, orderId: string) => Promise<LogEntry | undefined>;
}

/** A battle taken from the store, with its game open. */
export interface OpenBattle {
  readonly saved: SavedBattle;
  readonly ruleset: Ruleset;
  readonly game: Game;
  /** When it was opened, in milliseconds since 1970: who is away, and who may act for them, depends on it. */
  readonly openedAt: number;
  /** The editions it is still saved under, where those are not the present ones. */
  readonly upcastFrom?: Edition;
}

/** A version as a number that reveals no count, for public buttons. Plain versions would reveal hidden entries. */
export const toVersionToken = ({ seed, version }: Pick<SavedBattle, 'seed' | 'version'>): number =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(`moment|${version}`).digest().readUInt32BE() >>> 2;

/** The version that has this token, the newest first. Undefined if it is not of this battle. */
export const findVersionByToken = (
  { seed, version }: Pick<SavedBattle, 'seed' | 'version'>,
  moment: number,
): number | undefined => {
  for (let n = version; n > 0; n -= 1) if (toVersionToken({ seed, version: n }) === moment) return n;
  return undefined;
};

/** The database cannot be reached. Thrown by every store; its message is a sentence that may be shown. */
export class StoreUnavailable extends Error {
  constructor(message = 'The database cannot be reached. Try again in a moment.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** The database could not write, because its disk is full. */
export class DiskFull extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super(diskFullSentence, options);
    this.name = 'DiskFull';
  }
}
