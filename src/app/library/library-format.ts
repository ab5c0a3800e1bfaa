import { z } from 'zod';
import { rosterKinds } from '../../campaign/characters.ts';
import { normalizeText } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import { libraryKinds, libraryScopes } from '../../library/library.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

const formatName = 'brotherhood-master/library';
/** How a library file says what it is. */
export const libraryFormat = `${formatName}@1`;

/** True if it is a library file of any release. */
export const isLibraryFile = ({ format }: PlainObject): boolean =>
  typeof format === 'string' && format.startsWith(`${formatName}@`);

/** Things of one file. */
export const maxItems = 500;
/** Earlier versions of one character that a file holds. */
export const maxVersions = 25;
/** Pictures of one file, and base64 of one of them: what lies behind a board is the longest. */
export const maxPortraits = 300;
export const maxPictureLength = 2_000_000;
/** So much of a file of kept things is read, in bytes. */
export const maxLibraryFileBytes = 4_194_304;

/** The key of one of the file’s pictures. */
const face = z.string().min(1).max(64).optional();

/** A sheet as it was before a change. */
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
    /** Whose shelf, where it is a campaign’s. */
    campaign: z.string().min(1).max(100).optional(),
    /** By which a group of the same file names it. */
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
  /** WebP in base64, by the keys that things name as their faces, and maps and encounters as what lies behind the board. */
  pictures: z
    .record(z.string().max(64), z.string().max(maxPictureLength))
    .refine((all) => Object.keys(all).length <= maxPortraits, `at most ${maxPortraits} pictures`)
    .optional(),
});
export type FileItem = z.output<typeof thingSchema>;
/** Something of a shelf as it stands in such a file. */
export type ExportedItem = Extract<FileItem, { readonly kind: 'shelf' }>;

/** One thing of such a file, its sheet in the present edition of its rulebook and checked by it. */
export interface LibraryFileItem {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** On whose roster it stands; nothing for a character of one’s own. */
  readonly roster: { readonly campaign: string; readonly as: (typeof rosterKinds)[number] } | undefined;
  /** The key of its face among the file’s pictures. */
  readonly face: string | undefined;
  /** Earlier versions of it, the last first; each in the edition it says. */
  readonly versions: readonly SavedVersion[];
}

/** What such a file holds. */
export interface LibraryFileContent {
  readonly sheets: readonly LibraryFileItem[];
  readonly shelved: readonly ExportedItem[];
  readonly pictures: Readonly<Record<string, string>>;
}
