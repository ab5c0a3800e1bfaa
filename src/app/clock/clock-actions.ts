import type { Issuer } from '../../battle/decide/decisions.ts';
import type { SessionEvent } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { controllerOf } from '../../battle/views/viewer.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Services } from '../services.ts';

/** What may be done once somebody's time has run out. */
export type ClockAction = 'default' | 'hand' | 'ask';

type Key = Pick<BattleWait, 'actor' | 'kind' | 'since'>;

/** The same for whoever does it, however often: the log takes it once. */
export const clockOrderId = ({ saved: { id } }: OpenBattle, { actor, kind, since }: Key, act: ClockAction): string =>
  `clock:${id}:${since}:${actor}:${kind}${act === 'default' ? '' : `:${act}`}`;

/** The deputy who may act for a player just now. */
export const findDeputy = ({ saved: { table }, openedAt }: OpenBattle, user: string): string | undefined => {
  const deputy = ownValue(table.deputies, user);
  return deputy !== undefined && deputy.until > openedAt ? deputy.user : undefined;
};

/** Does one of them, if nothing has happened in the battle since `version`; what is to be said of it is written with it. */
export const runClockAction = async (
  { battles, outbox }: Pick<Services, 'battles' | 'outbox'>,
  battle: OpenBattle,
  { actor, kind, since }: Key,
  act: ClockAction,
  version: number,
): Promise<Result<OrderReport>> => {
  const { id, table, guild, channel } = battle.saved;
  const runner = controllerOf(battle, actor);
  const orderId = clockOrderId(battle, { actor, kind, since }, act);
  const issuer = (user: string): Issuer => ({
    user,
    name: user === table.gm ? table.gmName : (ownValue(table.seats, user)?.name ?? actor),
    ...{ guild, channel, orderId },
    announcement: { scope: 'all', act, interaction: orderId },
  });
  const to = findDeputy(battle, runner);
  const change = (event: SessionEvent | undefined) =>
    battles.changeSession(issuer(table.gm), 'run the clock', 'clock', ({ saved: now }) =>
      event === undefined || now.id !== id || now.version !== version ? refuse('clock-late') : ok([event]),
    );
  try {
    switch (act) {
      case 'default': {
        const byOrders = table.clock.end === 'standing';
        return await battles.actForAbsent(issuer(runner), { battle: id, version, actor, kind, byOrders });
      }
      case 'ask':
        return await change({ type: 'clock-asked', actor, kind });
      case 'hand':
        return await change(to === undefined ? undefined : { type: 'clock-handed', actor, kind, to });
    }
  } finally {
    outbox.noteAnswered(orderId);
  }
};
