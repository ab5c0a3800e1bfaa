import type { Backdrop } from '../../battle/saved/session.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { formatDeletedOwner } from '../../campaign/characters.ts';
import {
  maxPictures,
  type PictureHead,
  type PictureStore,
  type SavedPicture,
  unusedPictureLifetime,
  type WebpImage,
} from '../../campaign/pictures.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import { pictureHashes } from '../../library/library.ts';
import type { Card } from '../../presentation/card.ts';
import { type Asker, toIssuer, toSilentIssuer } from '../command-kit/command.ts';
import type { Transport } from '../outbox/transport.ts';
import type { Need } from '../services.ts';
import type { PictureUse, ReencodedPicture } from './picture-thread.ts';

type Parts = Need<'pictures' | 'characters' | 'library' | 'battles' | 'now'>;

/** Maximum size of an uploaded picture (bytes). */
export const maxPictureBytes = 8 * 1024 * 1024;

/** Age below which an unused picture is not deleted, because a command may still need it (milliseconds). */
const recentAge = 3_600_000;

/** The hashes of pictures shown in unfinished battles: the user's battles, and the server's. */
const picturesInBattles = async (
  user: string,
  guild: string | undefined,
  { battles }: Parts,
): Promise<ReadonlySet<string>> => {
  const unfinished = [...(await battles.listBySeat(user, 'unfinished')), ...(await battles.list(guild, 'unfinished'))];
  const shown = new Set<string>();
  for (const id of new Set(unfinished.map((each) => each.id))) {
    const battle = await battles.openById(id);
    const { faces = {}, backdrop } = battle.ok ? battle.value.saved.table : {};
    for (const hash of Object.values(faces)) shown.add(hash);
    if (backdrop !== undefined) shown.add(backdrop.picture);
  }
  return shown;
};

/** The hashes of pictures that a user's characters and items use. Removes the portraits of deleted characters. */
const picturesInUse = async (user: string, { pictures, characters, library }: Parts): Promise<ReadonlySet<string>> => {
  const faces = await pictures.portraitsByOwner(user);
  const shown = (await library.listByUser(user)).flatMap(({ thing }) => pictureHashes(thing));
  if (faces.length === 0) return new Set(shown);
  const holders = new Set([
    ...(await characters.listInAllServers(user)).map(({ id }) => id),
    ...(await characters.listInAllServers(formatDeletedOwner(user))).map(({ id }) => id),
    ...(await library.findMany(faces.map(({ holder }) => holder))).map(({ id }) => id),
  ]);
  for (const { holder } of faces) if (!holders.has(holder)) await pictures.removePortrait(holder);
  return new Set([...shown, ...faces.flatMap(({ holder, hash }) => (holders.has(holder) ? [hash] : []))]);
};

/** Deletes a user's unused pictures in this server, recent ones only if `needsRoom`. Returns the remaining pictures. */
const removeUnused = async (
  { user, guild }: Pick<Asker, 'user' | 'guild'>,
  needsRoom: boolean,
  parts: Parts,
): Promise<readonly PictureHead[]> => {
  const { pictures, now } = parts;
  const own = (await pictures.listHeads(user)).filter((each) => each.guild === guild);
  const faces = await picturesInUse(user, parts);
  const before = now() - (needsRoom ? recentAge : unusedPictureLifetime);
  const idle = own.filter(({ hash, touchedAt }) => touchedAt < before && !faces.has(hash));
  if (idle.length === 0) return own;
  const shown = await picturesInBattles(user, guild, parts);
  const unused = idle.filter(({ hash }) => !shown.has(hash));
  await pictures.delete(unused);
  return own.filter((each) => !unused.includes(each));
};

/** Re-encodes an attached picture for saving. Refuses with PICTURES-FULL or PICTURES-FULL-HERE if there is no room. */
export const preparePicture = async (
  asker: Pick<Asker, 'user' | 'guild'>,
  file: string,
  use: PictureUse,
  services: Parts & Need<'reencodePicture'>,
): Promise<Result<SavedPicture>> => {
  const { user: owner, guild } = asker;
  const { pictures, reencodePicture, now } = services;
  // The text of an uploaded file has one character for each byte.
  const made = await reencodePicture(Buffer.from(file, 'latin1'), use, guild ?? owner);
  if (!made.ok) return made;
  const { hash } = made.value;
  const held = await removeUnused(asker, false, services);
  const isFull = (own: readonly PictureHead[]): boolean => own.length >= maxPictures.person;
  if (!held.some((each) => each.hash === hash)) {
    if (isFull(held) && isFull(await removeUnused(asker, true, services)))
      return refuse('pictures-full', { most: maxPictures.person });
    if (guild !== undefined && (await pictures.count(guild)) >= maxPictures.server)
      return refuse('pictures-full-here', { most: maxPictures.server });
  }
  return ok({ ...made.value, guild, owner, touchedAt: now() });
};

/** Saves an attached picture. */
export const savePicture = async (
  asker: Pick<Asker, 'user' | 'guild'>,
  file: string,
  use: PictureUse,
  services: Parts & Need<'reencodePicture'>,
): Promise<Result<ReencodedPicture>> => {
  const made = await preparePicture(asker, file, use, services);
  if (made.ok) await services.pictures.save(made.value);
  return made;
};

/** Sets or removes the background of the channel's battle. `beside`: sends no message of its own. */
export const setBackgroundPicture = (
  asker: Asker,
  backdrop: Backdrop | undefined,
  how: 'alone' | 'beside',
  { battles }: Need<'battles'>,
): Promise<Result<OrderReport>> => {
  const by = how === 'alone' ? toIssuer(asker) : { ...toSilentIssuer(asker), orderId: `${asker.orderId}:backdrop` };
  return battles.changeSession(by, 'correct', 'backdrop', () =>
    ok([{ type: 'backdrop-set', ...(backdrop && { backdrop }) }]),
  );
};

/** Finds the portrait of a character or item. Undefined if it has none. */
export const findPortrait = async (holder: string, { pictures }: Need<'pictures'>): Promise<string | undefined> =>
  (await pictures.portraits([holder])).get(holder)?.hash;

/** Adds the portrait of a character or item to a card, if it has one. */
export const withPortrait = async (card: Card, holder: string, { pictures }: Need<'pictures'>): Promise<Card> => {
  const portrait = await loadPortrait(holder, pictures);
  return portrait === undefined ? card : { ...card, face: portrait.image.bytes };
};

const loadPortrait = async (holder: string, pictures: PictureStore) => {
  const hash = await findPortrait(holder, { pictures });
  const image = hash === undefined ? undefined : (await pictures.images([hash])).get(hash);
  return hash === undefined || image === undefined ? undefined : { hash, image };
};

/** Copies the portrait when a character or item is copied. The new owner also gets a copy of the picture. */
export const copyPortrait = async (
  { user, guild }: Pick<Asker, 'user' | 'guild'>,
  from: string,
  to: string,
  { pictures, now }: Need<'pictures' | 'now'>,
): Promise<void> => {
  const portrait = await loadPortrait(from, pictures);
  if (portrait === undefined) return;
  const { hash, image } = portrait;
  await pictures.save({ ...image, guild, owner: user, hash, touchedAt: now() });
  await pictures.setPortrait({ holder: to, guild, owner: user, hash });
};

/** Copies the pictures of a user's new item to the user, until the user's limit is reached. */
export const copyPicturesToUser = async (
  { user: owner, guild }: Pick<Asker, 'user' | 'guild'>,
  hashes: readonly string[],
  { pictures, now }: Need<'pictures' | 'now'>,
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

/** Wraps a picture store, so that deleted portraits also disappear from messages that show them. */
export const withPortraitCleanup = (
  pictures: PictureStore,
  { removePortraits }: Pick<Transport, 'removePortraits'>,
  onError: (error: unknown) => void,
): PictureStore => {
  if (removePortraits === undefined) return pictures;
  const takenBack = async (hashes: readonly string[]): Promise<void> => {
    const kept = await pictures.images(hashes);
    const gone = hashes.filter((hash) => !kept.has(hash));
    if (gone.length > 0) await removePortraits(gone).catch(onError);
  };
  return {
    ...pictures,
    delete: async (heads) => {
      await pictures.delete(heads);
      await takenBack(heads.map(({ hash }) => hash));
    },
    forget: async (owner) => {
      const heads = await pictures.listHeads(owner);
      await pictures.forget(owner);
      await takenBack(heads.map(({ hash }) => hash));
    },
  };
};
