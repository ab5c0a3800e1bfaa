import type { OpenBattle } from '../battle/battle.ts';
import type { Right } from '../battle/rights.ts';
import type { TableEvent } from '../battle/table.ts';
import type { Asker } from './command.ts';
import { giverOf } from './giver.ts';
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
  const { battles, outbox } = services;
  // The answer is one for all battles; what standing orders made of it is said in each.
  const { asked, ...giver } = giverOf(asker);
  const hand = asked?.hand ?? `every ${asker.orderId}`;
  const telling = { tells: 'following', hand } as const;
  const names: string[] = [];
  for (const { id, guild, channel, name, status } of await battles.seating(asker.user)) {
    if (status === 'ended') continue;
    const report = await battles.table({ ...giver, guild, channel, telling }, right, what, (battle) => ({
      ok: true,
      value: battle.saved.id === id ? events(battle) : [],
    }));
    if (report.ok) names.push(name);
  }
  if (asked === undefined) outbox.answered(hand);
  return names;
};
