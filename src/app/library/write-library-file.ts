import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import type { WebpImage } from '../../campaign/pictures.ts';
import { pictureHashes } from '../../library/library.ts';
import type { RosterSheet } from '../campaigns/channel-campaign.ts';
import {
  type ExportedItem,
  type FileItem,
  libraryFormat,
  maxItems,
  maxPictureLength,
  maxPortraits,
  maxVersions,
  type SavedVersion,
} from './library-format.ts';

/** Maximum length of a written file, and of its parts that are no pictures (characters). */
const maxFileLength = 3_900_000;
const longestThings = 1_000_000;
/** Maximum length of all earlier versions of a character (characters). */
const longestVersions = 500_000;

/** What goes into a library file. */
interface LibraryParts {
  readonly characters: readonly Character[];
  readonly rosters: readonly { readonly campaign: Campaign; readonly sheets: readonly RosterSheet[] }[];
  readonly items: readonly ExportedItem[];
  /** Earlier versions of a character by id, latest first. */
  readonly versions: ReadonlyMap<string, readonly SavedVersion[]>;
  /** Hashes of portraits by character id, and pictures by hash. */
  readonly portraits: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, WebpImage>;
}

/** The hashes of the pictures that a thing shows. */
const picturesOf = (each: FileItem): readonly string[] => [
  ...(each.face === undefined ? [] : [each.face]),
  ...(each.kind === 'shelf' ? pictureHashes(each.thing) : []),
];

/** Length of a value in a file, with room for indentation (characters). */
const lengthIn = (each: unknown): number => JSON.stringify(each, undefined, 1).length * 2;

/** The latest versions that fit into a file. */
const newestVersions = (versions: readonly SavedVersion[]): SavedVersion[] => {
  let length = 0;
  return versions.slice(0, maxVersions).filter((each) => {
    length += lengthIn(each);
    return length <= longestVersions;
  });
};

/** Writes everything saved as files for `readLibraryFile`. Splits what is too much for one. */
export const writeLibraryFiles = ({
  characters,
  rosters,
  items,
  versions,
  portraits,
  images,
}: LibraryParts): readonly { readonly name: string; readonly content: string }[] => {
  const faced = (id: string) => {
    const hash = portraits.get(id);
    return hash === undefined || !images.has(hash) ? {} : { face: hash };
  };
  const things: readonly FileItem[] = [
    ...characters.map(({ id, system, name, edition, sheet }) => {
      const before = newestVersions(versions.get(id) ?? []);
      return {
        ...{ kind: 'character' as const, system, name, edition, sheet, ...faced(id) },
        ...(before.length > 0 && { versions: before }),
      };
    }),
    ...rosters.flatMap(({ campaign, sheets }) =>
      sheets.map(({ id, kind: as, system, name, edition, sheet }) => ({
        ...{ kind: 'roster' as const, campaign: campaign.name, as, system, name, edition, sheet, ...faced(id) },
      })),
    ),
    // A group comes after its foes, so that an import knows their ids.
    ...items
      .map((each) => ({ ...each, ...faced(each.id) }))
      .toSorted((a, b) => Number(a.of === 'group') - Number(b.of === 'group')),
  ];
  const webp = new Map(
    [...images]
      .map(([hash, { bytes }]) => [hash, Buffer.from(bytes).toString('base64')] as const)
      .filter(([, written]) => written.length <= maxPictureLength),
  );
  const emptyFile = () => ({ things: [] as FileItem[], pictures: {} as Record<string, string> });
  let last = emptyFile();
  const files = [last];
  let [length, pictured] = [0, 0];
  for (const each of things) {
    const shown = picturesOf(each).flatMap((hash) => {
      const picture = webp.get(hash);
      return picture === undefined ? [] : [[hash, picture] as const];
    });
    const fresh = shown.filter(([hash]) => last.pictures[hash] === undefined);
    const long = lengthIn(each);
    const drawn = fresh.reduce((sum, [, picture]) => sum + picture.length + 80, 0);
    const isFull = last.things.length === maxItems || Object.keys(last.pictures).length + fresh.length > maxPortraits;
    const isLong = length + long > longestThings || length + long + pictured + drawn > maxFileLength;
    if (length > 0 && (isLong || isFull)) {
      last = emptyFile();
      files.push(last);
      [length, pictured] = [0, 0];
    }
    last.things.push(each);
    Object.assign(last.pictures, Object.fromEntries(shown));
    length += long;
    pictured += drawn;
  }
  return files.map(({ things: some, pictures }, at) => {
    const drawn = Object.keys(pictures).length > 0 && { pictures };
    const content = `${JSON.stringify({ format: libraryFormat, things: some, ...drawn }, undefined, 1)}\n`;
    return { name: at === 0 ? 'library.json' : `library-${at + 1}.json`, content };
  });
};
