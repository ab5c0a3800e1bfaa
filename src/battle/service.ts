import type { Refusal } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';
import { freshSeed } from '../dice/entropy.ts';
import type { Consider } from '../rules/plan-choice.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { createBattleLoader } from './commit/battle-loader.ts';
import { followUps } from './commit/follow-ups.ts';
import { createPlanSearch } from './commit/plan-search.ts';
import type { BuildMessages, ComputeWaits, ReportResult, UpcastNotices } from './commit/ports.ts';
import { createRepeatedOrders } from './commit/repeated-orders.ts';
import { createTransact } from './commit/transaction.ts';
import { type Caps, usualCaps } from './decide/caps.ts';
import { decisions } from './decide/decisions.ts';
import { createPresetDice, type PresetDice } from './decide/hand-dice.ts';
import type { Issuer } from './decide/issuer.ts';
import { type Monitor, noMonitor } from './decide/monitor.ts';
import { inlineWholeLog, type WholeLog } from './decide/undo-and-replay.ts';
import { type Audit, audit } from './operations/audit.ts';
import { type Orders, orders } from './operations/game-orders.ts';
import { type GmOverrides, gmOverrides } from './operations/gm-overrides.ts';
import { type GmRequests, gmRequests } from './operations/gm-requests.ts';
import { type Lifecycle, lifecycle } from './operations/lifecycle.ts';
import { createBattle, type NewBattle } from './operations/new-battle.ts';
import { type Queries, queries } from './operations/queries.ts';
import { type Undo, undoOperations } from './operations/undo.ts';
import type { OpenBattle } from './saved/open-battle.ts';
import type { BattleStore, BattleSummary, Listed } from './saved/store.ts';
import { upcastingStore } from './saved/upcast-battle.ts';
import type { Report } from './views/report.ts';

export interface BattleServiceParts {
  readonly rulesets: readonly Ruleset[];
  readonly store: BattleStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly seed?: () => string;
  /** Dice that fall before the battle's own. */
  readonly ready?: PresetDice;
  /** Who is awaited after an entry, and since when: written with it. Left out where nobody keeps the time. */
  readonly waitsAfter?: ComputeWaits;
  /** Hears of every order once it is written down; what it does must be able to be done twice. */
  readonly kept?: (report: Report) => Promise<void>;
  /** Hears of battles that are brought to the present editions, and of those that could not be. */
  readonly news?: UpcastNotices;
  /** Hears what is being ruled, and what was refused for taking too much. */
  readonly monitor?: Monitor;
  /** How large one battle may grow. */
  readonly caps?: Caps;
  /** What is to be said of an order, written with it. Left out where nobody says anything. */
  readonly says?: BuildMessages;
  /** Where what takes the whole log is worked out; here, where it is left out. */
  readonly wholeLog?: WholeLog;
  /** Tries plans in thought for those who play cunningly; left out where they play as usual. */
  readonly consider?: Consider;
}

export interface BattleService extends Lifecycle, Orders, GmRequests, GmOverrides, Undo, Audit, Queries {
  readonly rulesets: readonly Ruleset[];
  readonly open: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  readonly openById: (id: string) => Promise<Result<OpenBattle, Refusal>>;
  /** A battle as this process remembers it, if that is not older than `version`; as it is read where none is named. For what is put right should it be past. */
  readonly openLately: (id: string, version?: number) => Promise<Result<OpenBattle, Refusal>>;
  /** Newest first, no more than `most`. */
  readonly list: (guild: string | undefined, which?: Listed, most?: number) => Promise<readonly BattleSummary[]>;
  /** Those of a campaign, newest first. */
  readonly inCampaign: BattleStore['inCampaign'];
  /** The battles in which a person has a seat, in all servers. */
  readonly seating: (user: string, which?: Listed) => Promise<readonly BattleSummary[]>;
  readonly create: (issuer: Issuer, draft: NewBattle) => ReportResult;
  /** An order with all that standing orders made of it, told again from the log; nothing where there is none. */
  readonly retold: (id: string, orderId: string) => Promise<Result<Report | undefined, Refusal>>;
  /** Carries out what standing orders and plans are due for, should whoever took the last order have died before they were. */
  readonly followUp: (id: string) => Promise<void>;
}

/** The battles of a store, under the rules of some systems. */
export const battleService = ({
  rulesets,
  store: written,
  now,
  seed = freshSeed,
  ready = createPresetDice([]),
  waitsAfter = async () => undefined,
  kept = async () => {},
  news = { lifted: () => [], failed: async () => {} },
  monitor = noMonitor,
  caps = usualCaps,
  says = () => undefined,
  wholeLog,
  consider = async () => undefined,
}: BattleServiceParts): BattleService => {
  const store = upcastingStore(rulesets, written);
  const looking = wholeLog ?? inlineWholeLog(store);
  const thoughts = createPlanSearch(consider);
  const loader = createBattleLoader({ rulesets, written, now, waitsAfter, says, news, thoughts });
  const repeated = createRepeatedOrders(loader, store, looking);
  const ruled = decisions(monitor, ready);
  const transact = createTransact({ loader, repeated, store, now, waitsAfter, ready, kept, monitor, caps, says });
  const following = followUps({ decisions: ruled, transact, loader, store, think: thoughts.think });
  const { transactAll, transactPlan, transactRun, followUp } = following;
  const hands = { loader, decisions: ruled, transact, transactAll, transactPlan, transactRun };
  return {
    rulesets,
    open: loader.at,
    openById: loader.byId,
    openLately: loader.lately,
    list: store.list,
    inCampaign: store.inCampaign,
    seating: store.seating,
    retold: repeated.retold,
    followUp,
    create: createBattle({ loader, repeated, rulesets, store, now, seed, waitsAfter, says, caps }),
    ...lifecycle({ ...hands, store }),
    ...orders(hands),
    ...gmRequests(hands),
    ...gmOverrides({ ...hands, store }),
    ...undoOperations(transact, looking),
    ...audit(loader, store, written),
    ...queries(loader, monitor),
  };
};
