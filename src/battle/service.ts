import { generateSeed } from '../dice/order-dice.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import {
  type BattleLoader,
  type BuildOutboxMessages,
  type ComputeWaits,
  createBattleLoader,
  createReportFinder,
  type ReportFinder,
  type ReportResult,
  type UpcastNotices,
} from './commit/battle-loader.ts';
import { createOrderTransactions, type OrderTransactions } from './commit/follow-ups.ts';
import { createTransact } from './commit/transaction.ts';
import { type BattleCaps, defaultBattleCaps } from './decide/caps.ts';
import { createOrderDecisions, type Issuer, type Monitor, noMonitor } from './decide/decisions.ts';
import { createPresetDice, type PresetDice } from './decide/hand-dice.ts';
import { createInlineUndoAndReplay, type UndoAndReplay } from './decide/undo-and-replay.ts';
import {
  createGameOrderService,
  createGmRequests,
  createUndoService,
  type GameOrderService,
  type GmRequests,
  type UndoService,
} from './operations/game-orders.ts';
import { createGmOverrides, type GmOverrides } from './operations/gm-overrides.ts';
import { createLifecycle, type Lifecycle } from './operations/lifecycle.ts';
import { createBattle, type NewBattle } from './operations/new-battle.ts';
import { type Audit, type BattleQueries, createAudit, createBattleQueries } from './operations/queries.ts';
import type { BattleStore } from './saved/store.ts';
import { upcastingStore } from './saved/upcast-battle.ts';
import type { OrderReport } from './views/report.ts';

export interface BattleServiceParts {
  readonly rulesets: readonly Ruleset[];
  readonly store: BattleStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Creates the seed of a new battle. Default: a random seed. */
  readonly seed?: (() => string) | undefined;
  /** Fixed dice to use before the battle's own dice. */
  readonly presetDice?: PresetDice | undefined;
  /** Computes the waits to write with an entry. Default: none. */
  readonly computeWaits?: ComputeWaits;
  /** Called after each order has been committed. It may be called twice for one order. */
  readonly onCommitted?: (report: OrderReport) => Promise<void>;
  /** Receives notices about battles that were converted to new editions or could not be converted. */
  readonly upcastNotices?: UpcastNotices;
  /** Is notified when work on an order starts, and when an order is refused. */
  readonly monitor?: Monitor | undefined;
  /** Limits of one battle's size. Default: `defaultBattleCaps`. */
  readonly caps?: BattleCaps | undefined;
  /** Builds the messages to save together with an order. Default: none. */
  readonly buildMessages?: BuildOutboxMessages | undefined;
  /** Undoes and replays orders, which needs the log. Default: work in this thread. */
  readonly wholeLog?: UndoAndReplay;
}

export interface BattleService
  extends Lifecycle,
    GameOrderService,
    GmRequests,
    GmOverrides,
    UndoService,
    Audit,
    BattleQueries,
    Pick<BattleStore, 'list' | 'listByCampaign' | 'listBySeat'>,
    Pick<ReportFinder, 'replayReport'>,
    Pick<OrderTransactions, 'runDueFollowUps'> {
  readonly rulesets: readonly Ruleset[];
  readonly open: BattleLoader['byChannel'];
  readonly openById: BattleLoader['byId'];
  readonly openCached: BattleLoader['fromCache'];
  readonly create: (issuer: Issuer, draft: NewBattle) => ReportResult;
}

/** Creates the service for all battles of a store. */
export const createBattleService = ({
  rulesets,
  store: rawStore,
  now,
  seed = generateSeed,
  presetDice = createPresetDice([]),
  computeWaits = async () => undefined,
  onCommitted = async () => {},
  upcastNotices = { upcast: () => [], failed: async () => {} },
  monitor = noMonitor,
  caps = defaultBattleCaps,
  buildMessages = () => undefined,
  wholeLog,
}: BattleServiceParts): BattleService => {
  const store = upcastingStore(rulesets, rawStore);
  const looking = wholeLog ?? createInlineUndoAndReplay(store);
  const loader = createBattleLoader({ rulesets, rawStore, now, computeWaits, buildMessages, upcastNotices });
  const { findReport, replayReport } = createReportFinder(loader, store, looking);
  const parts = { loader, findReport, rulesets, store, now, computeWaits, caps, buildMessages };
  const transact = createTransact({ ...parts, presetDice, onCommitted, monitor });
  const orders = createOrderTransactions(createOrderDecisions(monitor, presetDice), transact, loader, store);
  return {
    rulesets,
    open: loader.byChannel,
    openById: loader.byId,
    openCached: loader.fromCache,
    list: store.list,
    listByCampaign: store.listByCampaign,
    listBySeat: store.listBySeat,
    replayReport,
    runDueFollowUps: orders.runDueFollowUps,
    create: createBattle({ ...parts, seed, onCommitted }),
    ...createLifecycle(orders, loader, store),
    ...createGameOrderService(orders),
    ...createGmRequests(orders, loader),
    ...createGmOverrides(orders, store),
    ...createUndoService(orders, looking),
    ...createAudit(loader, store, rawStore),
    ...createBattleQueries(loader, monitor),
  };
};
