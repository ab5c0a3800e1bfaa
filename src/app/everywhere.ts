import type { OpenBattle } from '../battle/battle.ts';
import type { Right } from '../battle/rights.ts';
import type { TableEvent } from '../battle/table.ts';
import type { Asker } from './command.ts';
import { withRecords } from './export-files.ts';
import { giverOf } from './giver.ts';
import { outcomeReply } from './outcome.ts';
import type { Services } from './services.ts';

/**
 * Writes something that concerns one person into every unfinished battle they sit in. Gives the names of those battles;
 * what standing orders made of it is said where it happened.
 */
export const inEveryBattle = async (
  asker: Asker,
  services: Services,
  right: Right,
  what: string,
  events: (battle: OpenBattle) => readonly TableEvent[],
): Promise<readonly string[]> => {
  const { battles, places, waits, alarms, now } = services;
  const names: string[] = [];
  for (const { id, guild, channel, name, status } of await battles.seating(asker.user)) {
    if (status === 'ended') continue;
    const report = await battles.table({ ...giverOf(asker), guild, channel }, right, what, (battle) => ({
      ok: true,
      value: battle.saved.id === id ? events(battle) : [],
    }));
    if (!report.ok) continue;
    names.push(name);
    if (report.value.followed.length === 0) continue;
    const said = outcomeReply(report.value, '');
    if (said.to === 'everyone') await places.post(channel, await withRecords(said, services), `${asker.orderId}:${id}`);
    const [wait] = await waits.of(id);
    if (wait === undefined) continue;
    const { battle, actor, kind, since } = wait;
    await alarms.set({ after: 0, data: { battle, actor, kind, since, step: 'show', due: now(), tries: 0 } });
  }
  return names;
};
