import { createHmac } from 'node:crypto';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Edition } from '../editions/app-edition.ts';
import type { LogEntry, PendingOrder } from './log-entry.ts';
import type { OutboxMessages } from './outbox.ts';
import type { Session } from './session.ts';
import type { WaitChanges } from './waits.ts';

/** A battle as it is written down after each order. */
export interface SavedBattle {
  readonly id: string;
  /** The server, or none in a direct message or at the practice table. */
  readonly guild: string | undefined;
  /** The channel, thread or post it is fought in. */
  readonly channel: string;
  readonly system: string;
  /** Under which editions it is saved. One of an older edition is lifted when it is opened. */
  readonly edition: Edition;
  /** Counts the entries of its log; a commit must name the version it read. */
  readonly version: number;
  readonly status: 'setup' | 'active' | 'ended';
  /** Secret until the battle has ended: 32 bytes as hexadecimal digits. */
  readonly seed: string;
  /** Who sits where, who runs whom, what is hidden. Saved under this key. */
  readonly table: Session;
  readonly game: unknown;
  /** How a store keeps the game: its own business, handed on from what was read to what is written next. */
  readonly storeState?: unknown;
  readonly pending: PendingOrder | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What finds the log of a battle: it lies with its server, and its end may be kept with the battle. */
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

/**
 * How a commit went: kept; another order got in first; this order id is in the log already; the channel, taken up again by an
 * undo or moved to, has an unfinished battle.
 */
export type CommitOutcome = 'kept' | 'stale' | 'twice' | 'taken';

/** A battle as it stood after an entry of its log, in its editions, as JSON. It can be dropped and folded again at any time. */
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
 * Where battles live; what is to be said of an order goes into the outbox with it. One implementation in memory, one on Postgres;
 * one suite tests both.
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
  /**
   * A battle as this process read or wrote it last, without a look at the store; nothing where it is not remembered. Somebody else
   * may have changed it since: a commit finds that out.
   */
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
   * Writes a battle over that was read at version `was`, with those of its entries that changed, and with one more where
   * there is one; or nothing. Only for taking a person out of a log: nothing else may change what is written.
   */
  readonly rewrite: (battle: SavedBattle, was: number, rewriting: LogRewrite) => Promise<'kept' | 'stale'>;
  /** How often somebody had been taken out of this battle when it was read here; nothing where it was not. */
  readonly rewriteCount: (battle: SavedBattle) => number | undefined;
  /** Entries in order, `from` and `to` counted from 1, both included. */
  readonly log: (battle: BattleKey, from?: number, to?: number) => Promise<readonly LogEntry[]>;
  /** The same as they are written, each as JSON. */
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

/**
 * A version of a battle as a number from which nobody can count: what stands on buttons that everybody may look into. By plain
 * versions they would learn how often something happened of which they were told nothing.
 */
export const toVersionToken = ({ seed, version }: Pick<SavedBattle, 'seed' | 'version'>): number =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(`moment|${version}`).digest().readUInt32BE() >>> 2;

/** The version that is so written, the newest first; none where it is not of this battle. */
export const findVersionByToken = (
  { seed, version }: Pick<SavedBattle, 'seed' | 'version'>,
  moment: number,
): number | undefined => {
  for (let n = version; n > 0; n -= 1) if (toVersionToken({ seed, version: n }) === moment) return n;
  return undefined;
};
