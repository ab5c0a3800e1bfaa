import { z } from 'zod';
import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import type { Image } from '../../campaign/pictures.ts';
import { rosterKinds } from '../../campaign/roster-kinds.ts';
import { shelfKinds, shelfScopes } from '../../campaign/shelf.ts';
import { picturesIn } from '../../campaign/shelf-things.ts';
import { plainText } from '../../core/text.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { RosterSheet } from '../campaigns/campaign-roster.ts';

const present = 4;
export const keptFormat = 'brotherhood-master/kept';
/** Every format that is read: `kept@2` has shelves too, `kept@3` maps, faces and earlier versions, `kept@4` what lies behind boards. */
export const keptFormats = Array.from({ length: present }, (_, at) => `${keptFormat}@${at + 1}`);
/** Things of one file. */
const mostThings = 500;
/** Characters of JSON that one file is written with at most: so much is read of it again. */
const longestFile = 3_900_000;
/** Earlier versions of one character that a file holds. */
const mostVersions = 25;
/** Pictures of one file, and base64 of one of them: what lies behind a board is the longest. */
const mostFaces = 300;
const longestPicture = 2_000_000;
/** So much of a file of kept things is read, in bytes. */
export const longestKeptFile = 4_194_304;

/** The key of one of the file’s pictures. */
const face = z.string().min(1).max(64).optional();

/** A sheet as it was before a change. */
const versionSchema = z.strictObject({
  at: z.int(),
  edition: z.int().min(1),
  changes: z.array(z.string().max(300)).max(20),
  sheet: z.unknown(),
});
export type KeptVersion = z.output<typeof versionSchema>;

const thing = {
  face,
  system: z.string().max(40),
  name: z
    .string()
    .max(200)
    .transform(plainText)
    .refine((name) => name !== '' && [...name].length <= 32, 'a name needs 1 to 32 visible characters'),
  edition: z.int().min(1),
  sheet: z.unknown(),
};
const thingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('character'),
    ...thing,
    versions: z.array(versionSchema).max(mostVersions).optional(),
  }),
  z.strictObject({
    kind: z.literal('roster'),
    campaign: z.string().min(1).max(100),
    as: z.enum(rosterKinds),
    ...thing,
  }),
  z.strictObject({
    kind: z.literal('shelf'),
    of: z.enum(shelfKinds),
    scope: z.enum(shelfScopes),
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
export const keptFileSchema = z.strictObject({
  format: z.string(),
  things: z.array(thingSchema).max(mostThings),
  /** WebP in base64, by the keys that things name as their faces, and maps and encounters as what lies behind the board. */
  pictures: z
    .record(z.string().max(64), z.string().max(longestPicture))
    .refine((all) => Object.keys(all).length <= mostFaces, `at most ${mostFaces} pictures`)
    .optional(),
});
type WrittenThing = z.output<typeof thingSchema>;
export type WrittenSheet = Exclude<WrittenThing, { readonly kind: 'shelf' }>;
/** Something of a shelf as it stands in such a file. */
export type ShelvedThing = Extract<WrittenThing, { readonly kind: 'shelf' }>;

/** What goes into a file of kept things. */
interface KeptParts {
  readonly characters: readonly Character[];
  readonly rosters: readonly { readonly campaign: Campaign; readonly sheets: readonly RosterSheet[] }[];
  readonly shelves: readonly ShelvedThing[];
  /** Earlier versions of a character by its id, the last first. */
  readonly versions: ReadonlyMap<string, readonly KeptVersion[]>;
  /** The hash of a face by the id of whoever has it, and the pictures by their hashes. */
  readonly faces: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, Image>;
}

/** The pictures that a thing of the file shows. */
const picturesOf = (each: WrittenThing): readonly string[] => [
  ...(each.face === undefined ? [] : [each.face]),
  ...(each.kind === 'shelf' ? picturesIn(each.thing) : []),
];

/** Everything that is kept, as files that `keptThings` reads: one, where it is not too much for that. */
export const keptFiles = ({
  characters,
  rosters,
  shelves,
  versions,
  faces,
  images,
}: KeptParts): readonly { readonly name: string; readonly content: string }[] => {
  const faced = (id: string) => {
    const hash = faces.get(id);
    return hash === undefined || !images.has(hash) ? {} : { face: hash };
  };
  const things: readonly WrittenThing[] = [
    ...characters.map(({ id, system, name, edition, sheet }) => {
      const before = (versions.get(id) ?? []).slice(0, mostVersions);
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
    ...shelves
      .map((each) => ({ ...each, ...faced(each.id) }))
      .toSorted((a, b) => Number(a.of === 'group') - Number(b.of === 'group')),
  ];
  const webp = new Map(
    [...images]
      .map(([hash, { bytes }]) => [hash, Buffer.from(bytes).toString('base64')] as const)
      .filter(([, written]) => written.length <= longestPicture),
  );
  const files: { readonly things: WrittenThing[]; readonly pictures: Record<string, string> }[] = [
    { things: [], pictures: {} },
  ];
  let length = 0;
  for (const each of things) {
    const fresh = picturesOf(each).filter((hash) => webp.has(hash) && files.at(-1)?.pictures[hash] === undefined);
    const long =
      JSON.stringify(each, undefined, 1).length * 2 +
      fresh.reduce((sum, hash) => sum + (webp.get(hash)?.length ?? 0) + 80, 0);
    const last = files.at(-1);
    const isFull =
      last?.things.length === mostThings || Object.keys(last?.pictures ?? {}).length + fresh.length > mostFaces;
    if (length > 0 && (length + long > longestFile || isFull)) {
      files.push({ things: [], pictures: {} });
      length = 0;
    }
    const into = files.at(-1);
    into?.things.push(each);
    for (const hash of picturesOf(each)) {
      const picture = webp.get(hash);
      if (into !== undefined && picture !== undefined) into.pictures[hash] = picture;
    }
    length += long;
  }
  return files.map(({ things: some, pictures }, at) => {
    const file = {
      format: `${keptFormat}@${present}`,
      things: some,
      ...(Object.keys(pictures).length > 0 && { pictures }),
    };
    return {
      name: at === 0 ? 'kept.json' : `kept-${at + 1}.json`,
      content: `${JSON.stringify(file, undefined, 1)}\n`,
    };
  });
};

/** One thing of such a file, its sheet in the present edition of its rulebook and checked by it. */
export interface KeptThing {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** On whose roster it stands; nothing for a character of one’s own. */
  readonly roster: { readonly campaign: string; readonly as: (typeof rosterKinds)[number] } | undefined;
  /** The key of its face among the file’s pictures. */
  readonly face: string | undefined;
  /** Earlier versions of it, the last first; each in the edition it says. */
  readonly versions: readonly KeptVersion[];
}

/** What such a file holds. */
export interface KeptThings {
  readonly sheets: readonly KeptThing[];
  readonly shelved: readonly ShelvedThing[];
  readonly pictures: Readonly<Record<string, string>>;
}
