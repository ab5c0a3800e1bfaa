import type { Issuer } from '../../src/battle/decide/decisions.ts';
import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import { type BattleService, type BattleServiceParts, createBattleService } from '../../src/battle/service.ts';
import type { OrderReport } from '../../src/battle/views/report.ts';
import type { Result } from '../../src/core/message.ts';
import { rulesets } from '../../src/systems/index.ts';

/** A stage for battles: a service on the memory store, a clock that counts orders, and people to give them. */
export const stage = (parts: Partial<BattleServiceParts> = {}) => {
  let clock = 0;
  let orders = 0;
  const store = parts.store ?? createMemoryStore();
  const battles: BattleService = createBattleService({
    rulesets,
    store,
    now: () => ++clock,
    seed: () => '5eed'.repeat(16),
    ...parts,
  });
  const person =
    (user: string) =>
    (orderId = `order-${++orders}`): Issuer => ({
      user,
      name: user,
      guild: 'guild',
      channel: 'table',
      orderId,
    });
  return { battles, store, gm: person('gm'), ada: person('ada'), bob: person('bob'), eve: person('eve') };
};
export type Stage = ReturnType<typeof stage>;

export const done = async (promise: Promise<Result<OrderReport>>): Promise<OrderReport> => {
  const report = await promise;
  if (!report.ok) throw new Error(`${report.error.code} ${JSON.stringify(report.error.facts)}`);
  return report.value;
};

export const codeOf = async (promise: Promise<Result<unknown>>): Promise<string> => {
  const answer = await promise;
  return answer.ok ? 'done' : answer.error.code;
};

const skure = rulesets.find(({ id }) => id === 'skure');
export const swordsman = skure?.presets.swordsman?.sheet;

/** Ada the red faces Bob the blue, side by side on a small board; it is Ada's turn (both are swordsmen, Ada joined first). */
export const duel = async (set: Stage = stage()): Promise<Stage> => {
  const { battles, gm, ada, bob } = set;
  await done(
    battles.create(gm(), { system: 'skure', name: 'Duel', settings: { 'board.width': 6, 'board.height': 6 } }),
  );
  await done(battles.join(ada(), { id: 'Ada', side: 'red', sheet: swordsman }));
  await done(battles.join(bob(), { id: 'Bob', side: 'blue', sheet: swordsman }));
  await done(battles.order(gm(), { verb: 'place', params: { target: 'Ada', to: 'C3', facing: 'S' }, actor: 'gm' }));
  await done(battles.order(gm(), { verb: 'place', params: { target: 'Bob', to: 'C4', facing: 'N' }, actor: 'gm' }));
  await done(battles.start(gm()));
  return set;
};
