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

/** The kind of a log entry with its input, so that the log can be replayed. */
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
    /** The purpose of the roll, in the user's words. */
    comment: z.string().optional(),
    /** The row of the table that was rolled. As secret as the dice. Undefined if no table was used. */
    row: z.strictObject({ table: z.string(), text: z.string() }).optional(),
  }),
  /** The app converted the battle to the current editions. */
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

/** An order that stopped at a question. The answer decides the order again from the start with the same dice. */
export const pendingOrderSchema = z.strictObject({
  orderId: z.string(),
  user: z.string(),
  actor: z.string(),
  doing: z.unknown(),
  answers: z.array(z.string()),
  question: questionSchema,
  rolls: z.enum(rollModes),
  /** The dice that were rolled by hand. Undefined if there are none. */
  byHand: z.array(z.int()).optional(),
});
export type PendingOrder = z.output<typeof pendingOrderSchema>;

/** One entry of the append-only log: an order and its results. */
export const entrySchema = z.strictObject({
  /** The entry's number, counted from 1. */
  n: z.int(),
  /** The unique order id, from the interaction. A repeated order finds its first entry. */
  orderId: z.string(),
  /** The editions of app and rulebook when the entry was written. */
  edition: editionStampSchema,
  /** Milliseconds since 1970. */
  at: z.int(),
  user: z.string(),
  request: requestSchema,
  /** The GM's reason. Undefined if there is none. */
  reason: z.string().optional(),
  rolls: z.enum(rollModes),
  /** The order id from which the dice derive: the entry's own id, or the id of the answered order. */
  diceKey: z.string(),
  dice: z.array(dieSchema),
  /** True if the dice were rolled by hand at a real table. */
  byHand: z.boolean(),
  table: z.array(sessionEventSchema),
  events: z.array(z.unknown()),
  /** The order that stopped at a question. Undefined if none did. */
  pending: pendingOrderSchema.optional(),
});
export type LogEntry = z.output<typeof entrySchema>;

const writtenUnder = z.looseObject({ edition: editionStampSchema });

/** Parses a log entry of any edition. Converts the app's data, not the rulebook's events. Throws if it is invalid. */
export const readEntry = (saved: unknown): LogEntry => {
  const { edition } = writtenUnder.parse(saved);
  const entry = entrySchema.parse(upcastApp('entry', edition.house, saved));
  return { ...entry, edition: { ...entry.edition, house: appEdition } };
};

/** Parses a pending order that was saved under an app edition. Throws if it is invalid. */
export const readPendingOrder = (house: number, saved: unknown): PendingOrder =>
  pendingOrderSchema.parse(upcastApp('pending', house, saved));

const inEvent = (event: SessionEvent): readonly (string | undefined)[] => {
  switch (event.type) {
    case 'opened':
      return [event.gm];
    case 'gm-handed':
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
      return 'user' in event ? [event.user] : [];
  }
};

const inTable = ({ gm, seats, control, away, deputies, undrawn = [], requests = [] }: Session): readonly string[] => [
  ...[gm, ...Object.keys(seats), ...Object.values(control), ...Object.keys(away), ...Object.keys(deputies)],
  ...Object.values(deputies).map(({ user }) => user),
  ...[...undrawn, ...requests].map(({ user }) => user),
];

/** Ids of the users that an entry mentions, and those of a session if given. Used to find a user's data. */
export const userIdsIn = (entry: LogEntry, table?: Session): readonly string[] => {
  const named = [entry.user, entry.pending?.user, ...entry.table.flatMap(inEvent), ...(table ? inTable(table) : [])];
  return [...new Set(named.filter((user) => user !== undefined && user !== ''))] as readonly string[];
};

/** A battle as it is saved after each order. */
export interface SavedBattle {
  readonly id: string;
  /** The server. Undefined in direct messages and at the practice table. */
  readonly guild: string | undefined;
  /** The channel, thread or post of the battle. */
  readonly channel: string;
  readonly system: string;
  /** The editions under which the battle was saved. An older battle is converted when it is opened. */
  readonly edition: Edition;
  /** Number of the battle's log entries. A commit must name the version that was read. */
  readonly version: number;
  readonly status: 'setup' | 'active' | 'ended';
  /** The secret seed of the dice, 32 bytes in hexadecimal. Published after the battle. */
  readonly seed: string;
  readonly table: Session;
  readonly game: unknown;
  /** Internal data of the store, passed on from a read to the next write. */
  readonly storeState?: unknown;
  readonly pending: PendingOrder | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The fields by which a store finds a battle's log. */
export type BattleKey = Pick<SavedBattle, 'id' | 'guild' | 'channel' | 'system' | 'storeState'>;

export interface BattleSummary
  extends Pick<SavedBattle, 'id' | 'guild' | 'channel' | 'system' | 'status' | 'version' | 'updatedAt'> {
  readonly name: string;
  readonly gm: string;
  /** The id of the battle's campaign. Undefined outside campaigns. */
  readonly campaign?: string | undefined;
}

/** Which battles to list: all, or only those that have not ended. */
export type BattleFilter = 'all' | 'unfinished';

/** Result of a commit: saved, outdated, order id already logged, or channel has another unfinished battle. */
export type CommitOutcome = 'kept' | 'stale' | 'twice' | 'taken';

/** A battle's state after an entry, as JSON. It can be calculated again from the log. */
export interface StoredState {
  readonly n: number;
  readonly state: string;
}

/** What a log rewrite saves besides the battle. */
export interface LogRewrite {
  readonly changed: readonly LogEntry[];
  readonly entry: LogEntry | undefined;
  readonly waitChanges: WaitChanges | undefined;
  readonly messages?: OutboxMessages | undefined;
}

/** Stores battles with their logs and messages. Has one implementation in memory and one on Postgres. */
export interface BattleStore {
  /** Saves a battle and its first entry, or neither. `taken` if the channel has an unfinished battle. */
  readonly create: (
    battle: SavedBattle,
    entry: LogEntry,
    aftermath?: WaitChanges,
    said?: OutboxMessages,
  ) => Promise<CommitOutcome>;
  /** The unfinished battle of a channel, else the newest ended one. */
  readonly byChannel: (channel: string) => Promise<SavedBattle | undefined>;
  readonly byId: (id: string) => Promise<SavedBattle | undefined>;
  /** A battle from this process's cache. Undefined if not cached. It may be stale until a commit succeeds. */
  readonly cached: (where: Pick<SavedBattle, 'id'> | Pick<SavedBattle, 'channel'>) => SavedBattle | undefined;
  /** Lists battles, newest first, at most `most`. */
  readonly list: (guild: string | undefined, which?: BattleFilter, most?: number) => Promise<readonly BattleSummary[]>;
  /** Lists the battles of a campaign, newest first. */
  readonly listByCampaign: (
    guild: string | undefined,
    campaign: string,
    which?: BattleFilter,
  ) => Promise<readonly BattleSummary[]>;
  /** Ids of the rulebooks of a server's battles, including ended ones. */
  readonly listSystems: (guild: string) => Promise<readonly string[]>;
  /** Lists the battles in which a user has a seat, in all servers, newest first. */
  readonly listBySeat: (user: string, which?: BattleFilter) => Promise<readonly BattleSummary[]>;
  /** Saves a battle and its new entry, or neither. `battle` is the state after the entry; its channel may be new. */
  readonly commit: (
    battle: SavedBattle,
    entry: LogEntry,
    aftermath?: WaitChanges,
    said?: OutboxMessages,
  ) => Promise<CommitOutcome>;
  /** Lists battles that name a user in their log or session, in all servers. May include battles that no longer do. */
  readonly listMentioning: (user: string) => Promise<readonly string[]>;
  /** Records that these battles no longer name a user. */
  readonly removeMentions: (user: string, battles: readonly string[]) => Promise<void>;
  /** Overwrites a battle that was read at version `was`, with changed log entries. Only for erasing a user. */
  readonly rewrite: (battle: SavedBattle, was: number, rewriting: LogRewrite) => Promise<'kept' | 'stale'>;
  /** How often users were erased from a battle before it was read. Undefined if this process did not read it. */
  readonly rewriteCount: (battle: SavedBattle) => number | undefined;
  /** Log entries from number `from` to `to`, both inclusive. */
  readonly log: (battle: BattleKey, from?: number, to?: number) => Promise<readonly LogEntry[]>;
  /** Log entries as saved JSON. */
  readonly logJson: (battle: BattleKey, from?: number, to?: number) => Promise<readonly string[]>;
  /** The newest stored state before an entry, in the battle's editions. Undefined if there is none. */
  readonly findState: (battle: SavedBattle, before: number) => Promise<StoredState | undefined>;
  /** Stores states of a battle. Stores none if the log was rewritten since the battle was read. */
  readonly addStates: (battle: SavedBattle, states: readonly StoredState[]) => Promise<void>;
  readonly findEntry: (battle: BattleKey, orderId: string) => Promise<LogEntry | undefined>;
}

/** A saved battle with its rulebook and opened game. */
export interface OpenBattle {
  readonly saved: SavedBattle;
  readonly ruleset: Ruleset;
  readonly game: Game;
  /** When the battle was opened (milliseconds since 1970). Determines who is away and who is a deputy. */
  readonly openedAt: number;
  /** The editions under which the battle was saved. Undefined if they are the current editions. */
  readonly upcastFrom?: Edition;
}

/** A number that identifies a version in public buttons, without revealing the number of hidden entries. */
export const toVersionToken = ({ seed, version }: Pick<SavedBattle, 'seed' | 'version'>): number =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(`moment|${version}`).digest().readUInt32BE() >>> 2;

/** Finds the version of a token, newest first. Undefined if the token belongs to another battle. */
export const findVersionByToken = (
  { seed, version }: Pick<SavedBattle, 'seed' | 'version'>,
  moment: number,
): number | undefined => {
  for (let n = version; n > 0; n -= 1) if (toVersionToken({ seed, version: n }) === moment) return n;
  return undefined;
};

/** Thrown by stores if the database is unreachable. Its message may be shown to users. */
export class StoreUnavailable extends Error {
  constructor(message = 'The database cannot be reached. Try again in a moment.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** Thrown if the connection to the database broke during a statement, which may have been carried out. */
export class StatementInDoubt extends StoreUnavailable {
  readonly isInDoubt = true;
}

/** Thrown if the database's disk is full. */
export class DiskFull extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super(diskFullSentence, options);
    this.name = 'DiskFull';
  }
}
