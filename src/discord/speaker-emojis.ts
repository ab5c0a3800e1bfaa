import type { Client } from 'discord.js';
import type { SpeakerPortrait } from '../app/outbox/transport.ts';
import type { Log } from '../log/log.ts';
import { discordErrorCodeOf } from './failure.ts';

/** Maximum number of portraits stored as emojis. Discord's maximum is 2,000 emojis. The oldest are replaced. */
export const maxSpeakerEmojis = 1500;
const emojisRemovedAtOnce = 50;

/** The text with which the names of our emojis start. The portrait's hash follows. */
const prefix = 'face_';
const emojiName = (hash: string): string => `${prefix}${hash.slice(0, 32 - prefix.length)}`;

/** Stores portraits as emojis of the application, because the addresses of emojis never expire. */
export const createSpeakerEmojis = (theClient: () => Client<true>, log: Log) => {
  let known: Promise<Map<string, string>> | undefined;
  const making = new Map<string, Promise<string>>();

  const read = async (): Promise<Map<string, string>> => {
    const all = await theClient().application.emojis.fetch();
    return new Map(
      [...all.values()]
        .filter(({ name }) => name.startsWith(prefix))
        .toSorted((a, b) => a.createdTimestamp - b.createdTimestamp)
        .map(({ name, id }) => [name, id]),
    );
  };
  const all = (): Promise<Map<string, string>> => {
    known ??= read();
    known.catch(() => {
      known = undefined;
    });
    return known;
  };

  const remove = async (there: Map<string, string>, name: string): Promise<void> => {
    const id = there.get(name);
    if (id === undefined) return;
    there.delete(name);
    await theClient().application.emojis.delete(id);
  };

  const make = async (there: Map<string, string>, name: string, { bytes }: SpeakerPortrait): Promise<string> => {
    if (there.size >= maxSpeakerEmojis)
      for (const oldest of [...there.keys()].slice(0, emojisRemovedAtOnce)) await remove(there, oldest);
    const image = `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`;
    const { id } = await theClient().application.emojis.create({ attachment: image, name });
    there.set(name, id);
    return id;
  };

  return {
    /** The address of a portrait's image. Undefined if Discord refuses the picture as an emoji. */
    addressOf: async (face: SpeakerPortrait): Promise<string | undefined> => {
      const name = emojiName(face.hash);
      try {
        const there = await all();
        const id = there.get(name) ?? (await (making.get(name) ?? made(there, name, face)));
        return theClient().rest.cdn.emoji(id, { extension: 'webp', size: 128 });
      } catch (error) {
        log.warn({ code: discordErrorCodeOf(error) }, 'A face could not be shown with what is said.');
        return undefined;
      }
    },
    /** Deletes the emojis of portraits that were deleted. */
    forget: async (hashes: readonly string[]): Promise<void> => {
      if (hashes.length === 0) return;
      // Another process may have added emojis, so the list must be read again.
      known = undefined;
      const there = await all();
      for (const hash of hashes) await remove(there, emojiName(hash));
    },
  };

  function made(there: Map<string, string>, name: string, face: SpeakerPortrait): Promise<string> {
    const work = make(there, name, face).finally(() => making.delete(name));
    making.set(name, work);
    return work;
  }
};
