import { formatDeletedOwner } from '../../campaign/characters.ts';
import { maxPictures, type PictureHead, type SavedPicture, unusedPictureLifetime } from '../../campaign/pictures.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { pictureHashes } from '../../library/content.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';
import type { PictureUse, ReencodedPicture } from './reencode-picture.ts';

type Parts = Pick<Services, 'pictures' | 'characters' | 'library' | 'battles' | 'now'>;

/** So much of a picture that is given is read, in bytes. */
export const maxPictureBytes = 8 * 1024 * 1024;

/** A picture that was given just now is not used yet. */
const recentAge = 3_600_000;

/** The pictures that unfinished battles show, of those where somebody sits and those of the server. */
const picturesInBattles = async (
  user: string,
  guild: string | undefined,
  { battles }: Parts,
): Promise<ReadonlySet<string>> => {
  const unfinished = [
    ...(await battles.listBySeat(user, 'unfinished')),
    ...(await battles.list(guild, 'unfinished')),
  ].map(({ id }) => id);
  const shown = new Set<string>();
  for (const id of new Set(unfinished)) {
    const battle = await battles.openById(id);
    const { faces = {}, backdrop } = battle.ok ? battle.value.saved.table : {};
    for (const hash of Object.values(faces)) shown.add(hash);
    if (backdrop !== undefined) shown.add(backdrop.picture);
  }
  return shown;
};

/** The pictures of their faces, and of maps and encounters. Faces whose character or foe is no more are no faces; what can be brought back is still there. */
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

/** Drops what somebody gave here and nothing refers to any more: after a while, or at once where room is needed. Gives what is left. */
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

/** The bytes of a file that was given as text, a byte a character. */
const bytesOf = (file: string): Uint8Array => Buffer.from(file, 'latin1');

/** An attached picture, made anew, as it is to be kept, within what a person and a server may keep. It is not written yet. */
export const preparePicture = async (
  asker: Pick<Asker, 'user' | 'guild'>,
  file: string,
  use: PictureUse,
  services: Parts & Pick<Services, 'reencodePicture'>,
): Promise<Result<SavedPicture, Refusal>> => {
  const { user: owner, guild } = asker;
  const { pictures, reencodePicture, now } = services;
  const made = await reencodePicture(bytesOf(file), use, guild ?? owner);
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

/** Keeps an attached picture; gives it. */
export const savePicture = async (
  asker: Pick<Asker, 'user' | 'guild'>,
  file: string,
  use: PictureUse,
  services: Parts & Pick<Services, 'reencodePicture'>,
): Promise<Result<ReencodedPicture, Refusal>> => {
  const made = await preparePicture(asker, file, use, services);
  if (made.ok) await services.pictures.save(made.value);
  return made;
};
