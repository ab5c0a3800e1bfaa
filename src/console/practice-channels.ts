import type { ChannelInfo, Transport } from '../app/outbox/transport.ts';
import type { Reply } from '../app/replies/reply.ts';
import { normalizeName, phrase } from '../core/message.ts';
import { formatReply, type TextStyle } from './reply-text.ts';

export interface PracticeChannels extends Transport {
  /** Returns the messages sent to other channels and users since the last call. */
  readonly takeMessages: () => readonly string[];
}

/** A channel's name as users type it after `in`, without blanks and slashes. */
const slug = (name: string): string => normalizeName(name).replaceAll(/[\s/]+/g, '-');

/** Creates the practice table's channels. Every name is a channel, and `keep/the-ford` is a post in channel `keep`. */
export const createPracticeChannels = (style: TextStyle): PracticeChannels => {
  const said: string[] = [];
  const say = (to: string, reply: Reply): void => {
    said.push(`(${to}) ${formatReply(reply, style)}`);
  };
  const placeOf = (id: string): ChannelInfo => {
    const cut = id.lastIndexOf('/');
    const parent = cut > 0 ? id.slice(0, cut) : undefined;
    return { id, kind: parent === undefined ? 'text' : 'thread', name: id.slice(cut + 1), parent, guild: undefined };
  };
  return {
    takeMessages: () => said.splice(0),
    find: async (id) => placeOf(id),
    open: async (parent, { name, reply }) => {
      const place = placeOf(`${parent}/${slug(name)}`);
      say(phrase`in ${place.id}`, reply);
      return place;
    },
    post: async (id, reply) => {
      say(phrase`in ${id}`, reply);
      return 'sent';
    },
    direct: async (user, reply) => {
      say(phrase`shown only to ${user}`, reply);
      return 'sent';
    },
    tagPost: async () => 'sent',
    isMember: async () => true,
    failureKind: () => 'unknown',
  };
};
