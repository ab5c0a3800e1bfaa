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

/** Characters that one file is written with, and those of them that are no pictures: so much is read of it again. */
const maxFileLength = 3_900_000;
const longestThings = 1_000_000;
/** Characters of all earlier versions of one character. */
const longestVersions = 500_000;

/** What goes into a file of kept things. */
interface LibraryParts {
  readonly characters: readonly Character[];
  readonly rosters: readonly { readonly campaign: Campaign; readonly sheets: readonly RosterSheet[] }[];
  readonly items: readonly ExportedItem[];
  /** Earlier versions of a character by its id, the last first. */
  readonly versions: ReadonlyMap<string, readonly SavedVersion[]>;
  /** The hash of a face by the id of whoever has it, and the pictures by their hashes. */
  readonly portraits: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, WebpImage>;
}

/** The pictures that a thing of the file shows. */
const picturesOf = (each: FileItem): readonly string[] => [
  ...(each.face === undefined ? [] : [each.face]),
  ...(each.kind === 'shelf' ? pictureHashes(each.thing) : []),
];

/** Characters that something takes in a file, with room for how it is indented. */
const lengthIn = (each: unknown): number => JSON.stringify(each, undefined, 1).length * 2;

/** The newest versions that a file has room for. */
const newestVersions = (versions: readonly SavedVersion[]): SavedVersion[] => {
  let length = 0;
  return versions.slice(0, maxVersions).filter((each) => {
    length += lengthIn(each);
    return length <= longestVersions;
  });
};

/** Everything that is kept, as files that `readLibraryFile` reads: one, where it is not too much for that. */
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
    // A group comes after the foes it names.
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
