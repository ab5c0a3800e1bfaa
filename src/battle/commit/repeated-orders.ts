import type { Refusal } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { reportOf, type WholeLog } from '../decide/undo-and-replay.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { BattleStore } from '../saved/store.ts';
import type { Report } from '../views/report.ts';
import type { BattleLoader } from './battle-loader.ts';

/** What orders came to that are in the log already. */
export interface RepeatedOrders {
  /** The first answer again; nothing where the log has no such order. */
  readonly findReport: (battle: OpenBattle, orderId: string) => Promise<Result<Report | undefined, Refusal>>;
  /** An order with all that standing orders made of it, told again from the log. */
  readonly replayReport: (id: string, orderId: string) => Promise<Result<Report | undefined, Refusal>>;
}

export const createRepeatedOrders = (
  { byId }: Pick<BattleLoader, 'byId'>,
  store: Pick<BattleStore, 'findEntry'>,
  { replayOrder }: Pick<WholeLog, 'replayOrder'>,
): RepeatedOrders => {
  /** The order and those that followed from it. */
  const reports = async (battle: OpenBattle, orderId: string): Promise<Result<readonly Report[], Refusal>> => {
    if ((await store.findEntry(battle.saved, orderId)) === undefined) return ok([]);
    const found = await replayOrder(battle, orderId);
    return found.ok ? ok(found.value.map((each) => reportOf(battle, each))) : found;
  };
  return {
    findReport: async (battle, orderId) => {
      const found = await reports(battle, orderId);
      return found.ok ? ok(found.value[0]) : found;
    },
    replayReport: async (id, orderId) => {
      const battle = await byId(id);
      const found = battle.ok ? await reports(battle.value, orderId) : battle;
      if (!found.ok) return found;
      const [first, ...followed] = found.value;
      return ok(first && { ...first, after: (followed.at(-1) ?? first).after, followUps: followed });
    },
  };
};
