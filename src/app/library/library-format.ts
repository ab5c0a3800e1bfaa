import { z } from 'zod';
import { rosterKinds } from '../../campaign/characters.ts';
import { normalizeText } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import { libraryKinds, libraryScopes } from '../../library/library.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

const formatName = 'brotherhood-master/library';
/** The format field of a library file. */
export const libraryFormat = `${formatName}@1`;

/** True if it is a library file of any version. */
export const isLibraryFile = ({ format }: PlainObject): boolean =>
  typeof format === 'string' && format.startsWith(`${formatName}@`);

/** Maximum number of things in a file. */
export const maxItems = 500;
/** Maximum number of earlier versions of a character in a file. */
export const maxVersions = 25;
/** Maximum number of pictures in a file, and length of each (base64 characters). */
export const maxPortraits = 300;
export const maxPictureLength = 2_000_000;
/** Maximum size of a library file (bytes). */
export const maxLibraryFileBytes = 4_194_304;

/** The key of a picture in the file. */
const face = z.string().min(1).max(64).optional();

/** A sheet before a change. */
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
    /** The name of the campaign, for an item of its library. */
    campaign: z.string().min(1).max(100).optional(),
    /** The id by which groups of the same file name it. */
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
  /** WebP pictures as base64, by key. */
  pictures: z
    .record(z.string().max(64), z.string().max(maxPictureLength))
    .refine((all) => Object.keys(all).length <= maxPortraits, `at most ${maxPortraits} pictures`)
    .optional(),
});
export type FileItem = z.output<typeof thingSchema>;
/** An item of a library in a file. */
export type ExportedItem = Extract<FileItem, { readonly kind: 'shelf' }>;

/** A sheet of a file, in the current edition and checked by its rulebook. */
export interface LibraryFileItem {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** The roster it belongs to. Undefined for the user's own character. */
  readonly roster: { readonly campaign: string; readonly as: (typeof rosterKinds)[number] } | undefined;
  /** The key of its portrait in the file. */
  readonly face: string | undefined;
  /** Earlier versions, latest first, each in its own edition. */
  readonly versions: readonly SavedVersion[];
}

/** The content of a library file. */
export interface LibraryFileContent {
  readonly sheets: readonly LibraryFileItem[];
  readonly shelved: readonly ExportedItem[];
  readonly pictures: Readonly<Record<string, string>>;
}
