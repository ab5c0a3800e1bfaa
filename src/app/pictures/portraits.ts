import { maxPictures, type WebpImage } from '../../campaign/pictures.ts';
import type { Card } from '../../presentation/card.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

/** The face of a character or of something on a shelf, by its hash. */
export const findPortrait = async (
  holder: string,
  { pictures }: Pick<Services, 'pictures'>,
): Promise<string | undefined> => (await pictures.portraits([holder])).get(holder)?.hash;

/** A card with the face of a character, or of something on a shelf, where that has one. */
export const withPortrait = async (
  card: Card,
  holder: string,
  { pictures }: Pick<Services, 'pictures'>,
): Promise<Card> => {
  const hash = await findPortrait(holder, { pictures });
  const image = hash === undefined ? undefined : (await pictures.images([hash])).get(hash);
  return image === undefined ? card : { ...card, face: image.bytes };
};

/** A copy has the face of what it was copied from; the picture is then its copier's too. */
export const copyPortrait = async (
  { user, guild }: Pick<Asker, 'user' | 'guild'>,
  from: string,
  to: string,
  { pictures, now }: Pick<Services, 'pictures' | 'now'>,
): Promise<void> => {
  const hash = await findPortrait(from, { pictures });
  const image = hash === undefined ? undefined : (await pictures.images([hash])).get(hash);
  if (hash === undefined || image === undefined) return;
  await pictures.save({ ...image, guild, owner: user, hash, touchedAt: now() });
  await pictures.setPortrait({ holder: to, guild, owner: user, hash });
};

/** Pictures that something of somebody's own shows become theirs too, so that they stay as long as it does; nothing more than they may keep. */
export const adoptPictures = async (
  { user: owner, guild }: Pick<Asker, 'user' | 'guild'>,
  hashes: readonly string[],
  { pictures, now }: Pick<Services, 'pictures' | 'now'>,
): Promise<void> => {
  if (hashes.length === 0) return;
  const own = new Set((await pictures.listHeads(owner)).filter((each) => each.guild === guild).map(({ hash }) => hash));
  const images: ReadonlyMap<string, WebpImage> = await pictures.images([...new Set(hashes)]);
  for (const [hash, image] of images) {
    if (!own.has(hash) && own.size >= maxPictures.person) continue;
    own.add(hash);
    await pictures.save({ ...image, guild, owner, hash, touchedAt: now() });
  }
};
