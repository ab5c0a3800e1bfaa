import type { Giver } from '../../battle/decide/issuer.ts';
import type { Asker } from './asker.ts';

/** The asker as the battle service knows them. */
export const giverOf = ({ user, name, guild, channel, orderId, asked, elsewhere }: Asker): Giver => ({
  user,
  name,
  guild,
  channel,
  orderId,
  ...(asked && { asked: elsewhere ? { ...asked, atDesk: true } : asked }),
  ...(elsewhere && { telling: { tells: 'all', hand: asked?.hand ?? orderId } }),
});
