import type { Character } from '../../campaign/characters.ts';
import { maxPictures, type SavedPicture, type WebpImage } from '../../campaign/pictures.ts';
import { pictureHashes } from '../../library/content.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';
import type { ExportedItem, SavedVersion } from './library-format.ts';

/** The pictures of a file as they are kept here. */
interface ImportedPictures {
  /** The hash here, by the hash in the file; nothing for one that is left out. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly pictures: readonly SavedPicture[];
  /** How many are left out: no pictures, or no room. */
  readonly skipped: number;
}

/**
 * The pictures that a file of kept things brings along, each made anew as an upload is: a face, or one of the `backdrops`. What the
 * asker gave here already stays as it is; what is no picture, or has no room any more, is left out.
 */
export const importPictures = async (
  { user: owner, guild }: Pick<Asker, 'user' | 'guild'>,
  given: Readonly<Record<string, string>>,
  backdrops: ReadonlySet<string>,
  { pictures: store, reencodePicture, now }: Pick<Services, 'pictures' | 'reencodePicture' | 'now'>,
): Promise<ImportedPictures> => {
  const wanted = Object.entries(given);
  if (wanted.length === 0) return { hashes: new Map(), pictures: [], skipped: 0 };
  const own = new Set((await store.listHeads(owner)).filter((each) => each.guild === guild).map(({ hash }) => hash));
  const room = Math.min(
    maxPictures.person - own.size,
    guild === undefined ? maxPictures.person : maxPictures.server - (await store.count(guild)),
  );
  const there = await store.images(wanted.flatMap(([key]) => (own.has(key) ? [key] : [])));
  const hashes = new Map<string, string>();
  const pictures: SavedPicture[] = [];
  for (const [key, base64] of wanted) {
    const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
    const kept = there.get(key)?.bytes;
    if (kept !== undefined && Buffer.compare(kept, bytes) === 0) {
      hashes.set(key, key);
      continue;
    }
    const made =
      pictures.length < room
        ? await reencodePicture(bytes, backdrops.has(key) ? 'backdrop' : 'face', guild ?? owner)
        : undefined;
    if (made?.ok !== true) continue;
    pictures.push({ ...made.value, guild, owner, touchedAt: now() });
    hashes.set(key, made.value.hash);
  }
  return { hashes, pictures, skipped: wanted.length - hashes.size };
};

/** Earlier versions of characters by their ids, the last first. */
export const listVersions = async (
  characters: readonly Character[],
  { histories }: Pick<Services, 'histories'>,
): Promise<ReadonlyMap<string, readonly SavedVersion[]>> => {
  const versions = new Map<string, readonly SavedVersion[]>();
  for (const { id } of characters) {
    const before = (await histories.list(id)).filter((each) => each.before !== undefined).toReversed();
    versions.set(
      id,
      before.map(({ at, edition, changes, before: sheet }) => ({ at, edition, changes: changes.slice(0, 20), sheet })),
    );
  }
  return versions;
};

/** The faces of those with these ids and of what stands on shelves, and all pictures that these show. */
export const exportPictures = async (
  ids: readonly string[],
  shelves: readonly ExportedItem[],
  { pictures }: Pick<Services, 'pictures'>,
): Promise<{ readonly portraits: ReadonlyMap<string, string>; readonly images: ReadonlyMap<string, WebpImage> }> => {
  const all = await pictures.portraits([...ids, ...shelves.map(({ id }) => id)]);
  const faces = new Map([...all].map(([holder, { hash }]) => [holder, hash]));
  const shown = new Set([...faces.values(), ...shelves.flatMap(({ thing }) => pictureHashes(thing))]);
  return { portraits: faces, images: await pictures.images([...shown]) };
};
