import type { SavedEncounter } from '../../campaign/library-content.ts';
import type { WebpImage } from '../../campaign/pictures.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

export const encounterFormat = 'brotherhood-master/encounter@1';
/** So much of a file is read, in bytes. */
export const maxEncounterFileBytes = 3_145_728;

/** Base64 of one picture: what lies behind a board is the longest. */
export const maxPictureLength = 2_000_000;

/** An encounter as a file that `parseEncounterFile` reads, with the pictures it shows that are there. */
export const writeEncounterFile = (
  ruleset: Ruleset,
  name: string,
  encounter: SavedEncounter,
  images: ReadonlyMap<string, WebpImage>,
) => {
  const pictures = Object.fromEntries(
    [...images]
      .map(([hash, { bytes }]) => [hash, Buffer.from(bytes).toString('base64')] as const)
      .filter(([, written]) => written.length <= maxPictureLength),
  );
  const file = {
    ...{ format: encounterFormat, system: ruleset.id, edition: ruleset.editions.present, name, encounter },
    ...(images.size > 0 && { pictures }),
  };
  return { name: 'encounter.json', content: `${JSON.stringify(file, undefined, 1)}\n` };
};

/** What such a file holds, in the present edition of its rulebook. */
export interface EncounterFileContent {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly encounter: SavedEncounter;
  readonly pictures: Readonly<Record<string, string>>;
}
