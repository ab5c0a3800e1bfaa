import { ok, type Refusal, type Result } from '../../core/result.ts';
import { rebuildReport, type UndoAndReplay } from '../decide/undo-and-replay.ts';
import type { BattleStore, OpenBattle } from '../saved/store.ts';
import type { OrderReport } from '../views/report.ts';
import type { BattleLoader } from './battle-loader.ts';

/** What orders came to that are in the log already. */
export interface RepeatedOrderReports {
  /** The first answer again; nothing where the log has no such order. */
  readonly findReport: (battle: OpenBattle, orderId: string) => Promise<Result<OrderReport | undefined, Refusal>>;
  /** An order with all that standing orders made of it, told again from the log. */
  readonly replayReport: (id: string, orderId: string) => Promise<Result<OrderReport | undefined, Refusal>>;
}

export const createRepeatedOrderReports = (
  { byId }: Pick<BattleLoader, 'byId'>,
  store: Pick<BattleStore, 'findEntry'>,
  { replayOrder }: Pick<UndoAndReplay, 'replayOrder'>,
): RepeatedOrderReports => {
  /** The order and those that followed from it. */
  const reports = async (battle: OpenBattle, orderId: string): Promise<Result<readonly OrderReport[], Refusal>> => {
    if ((await store.findEntry(battle.saved, orderId)) === undefined) return ok([]);
    const found = await replayOrder(battle, orderId);
    return found.ok ? ok(found.value.map((each) => rebuildReport(battle, each))) : found;
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
