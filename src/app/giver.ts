import type { Giver } from '../battle/performing.ts';
import type { Asker } from './command.ts';

/** The asker as the battle service knows them. */
export const giverOf = ({ user, name, guild, channel, orderId }: Asker): Giver => ({
  user,
  name,
  guild,
  channel,
  orderId,
});
