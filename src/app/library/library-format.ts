import { z } from 'zod';
import type { Campaign } from '../../campaign/campaigns.ts';
import { type Character, type RosterSheet, rosterKinds } from '../../campaign/characters.ts';
import type { WebpImage } from '../../campaign/pictures.ts';
import { normalizeText } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import { libraryKinds, libraryScopes, pictureHashes } from '../../library/library.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

const formatName = 'brotherhood-master/library';
/** The value of a library file's field `format`, with the version number. */
export const libraryFormat = `${formatName}@1`;

/** True if the JSON is a library file of any version. */
export const isLibraryFile = ({ format }: PlainObject): boolean =>
  typeof format === 'string' && format.startsWith(`${formatName}@`);

/** Maximum number of characters and items in a file. */
export const maxItems = 500;
/** Maximum number of earlier versions of a character in a file. */
export const maxVersions = 25;
/** Maximum number of pictures in a file. Below: the maximum length of each (base64 characters). */
export const maxPortraits = 300;
export const maxPictureLength = 2_000_000;
/** Maximum size of a library file (bytes). */
export const maxLibraryFileBytes = 4_194_304;

/** The key of a portrait in the file's list of pictures. */
const face = z.string().min(1).max(64).optional();

/** An earlier version of a sheet, with the change that ended it. */
const versionSchema = z.strictObject({
  at: z.int(),
  edition: z.int().min(1),
  changes: z.array(z.string().max(300)).max(20),
  sheet: z.unknown(),
});
export type SavedVersion = z.output<typeof versionSchema>;

const thing = {
  face,
  system: z.string().max(40),
  name: z
    .string()
    .max(200)
    .transform(normalizeText)
    .refine((name) => name !== '' && [...name].length <= 32, 'a name needs 1 to 32 visible characters'),
  edition: z.int().min(1),
  sheet: z.unknown(),
};
const thingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('character'),
    ...thing,
    versions: z.array(versionSchema).max(maxVersions).optional(),
  }),
  z.strictObject({
    kind: z.literal('roster'),
    campaign: z.string().min(1).max(100),
    as: z.enum(rosterKinds),
    ...thing,
  }),
  z.strictObject({
    kind: z.literal('shelf'),
    of: z.enum(libraryKinds),
    scope: z.enum(libraryScopes),
    /** The name of the campaign whose library contains the item. Undefined for other libraries. */
    campaign: z.string().min(1).max(100).optional(),
    /** The id by which groups of foes in this file refer to the item. */
    id: z.string().max(100),
    system: z.string().max(40).optional(),
    name: z.string().min(1).max(200),
    edition: z.int().min(1),
    thing: z.unknown(),
    face,
  }),
]);
export const libraryFileSchema = z.strictObject({
  format: z.string(),
  things: z.array(thingSchema).max(maxItems),
  /** WebP pictures in base64, by the key that sheets and items use. */
  pictures: z
    .record(z.string().max(64), z.string().max(maxPictureLength))
    .refine((all) => Object.keys(all).length <= maxPortraits, `at most ${maxPortraits} pictures`)
    .optional(),
});
export type FileItem = z.output<typeof thingSchema>;
/** A library item in a library file. */
export type ExportedItem = Extract<FileItem, { readonly kind: 'shelf' }>;

/** A sheet read from a library file, upcast to the current edition and checked by its rulebook. */
export interface LibraryFileItem {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** The campaign roster that contains the sheet. Undefined for a user's own character. */
  readonly roster: { readonly campaign: string; readonly as: (typeof rosterKinds)[number] } | undefined;
  /** The key of the sheet's portrait in the file. */
  readonly face: string | undefined;
  /** Earlier versions of the sheet, latest first. Each is saved in its own edition. */
  readonly versions: readonly SavedVersion[];
}

/** The parsed content of a library file. */
export interface LibraryFileContent {
  readonly sheets: readonly LibraryFileItem[];
  readonly shelved: readonly ExportedItem[];
  readonly pictures: Readonly<Record<string, string>>;
}

/** Maximum length of a library file (characters). Below: the maximum without pictures. */
const maxFileLength = 3_900_000;
const longestThings = 1_000_000;
/** Maximum total length of the earlier versions of one character (characters). */
const longestVersions = 500_000;

/** Everything that an export writes into library files. */
export interface LibraryParts {
  readonly characters: readonly Character[];
  readonly rosters: readonly { readonly campaign: Campaign; readonly sheets: readonly RosterSheet[] }[];
  readonly items: readonly ExportedItem[];
  /** Earlier versions of each character, latest first, by the character's id. */
  readonly versions: ReadonlyMap<string, readonly SavedVersion[]>;
  /** Hashes of portraits by character id, and pictures by hash. */
  readonly portraits: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, WebpImage>;
}

/** The hashes of the pictures that a character or item shows. */
const picturesOf = (each: FileItem): readonly string[] => [
  ...(each.face === undefined ? [] : [each.face]),
  ...(each.kind === 'shelf' ? pictureHashes(each.thing) : []),
];

/** Length of a value in a file with indentation (characters). */
const lengthIn = (each: unknown): number => JSON.stringify(each, undefined, 1).length * 2;

/** The latest versions that fit into the maximum length. */
const newestVersions = (versions: readonly SavedVersion[]): SavedVersion[] => {
  let length = 0;
  return versions.slice(0, maxVersions).filter((each) => {
    length += lengthIn(each);
    return length <= longestVersions;
  });
};

/** Writes characters and items as a library file, or as several files if one would be too large. */
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
    // Groups come after their foes, because an import needs the foes' ids first.
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
