import { type Campaign, isLeader } from '../../campaign/campaigns.ts';
import type { Character, HistoryEvent, RosterSheet } from '../../campaign/characters.ts';
import { maxPictures, type SavedPicture } from '../../campaign/pictures.ts';
import type { SaveBatch } from '../../campaign/save-batch.ts';
import { isSameName, ok, phrase, type Refusal, type Result, term } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { itemKinds, type LibraryItem, pictureHashes, remapBackgroundHash } from '../../library/library.ts';
import { type Line, line } from '../../rules/event.ts';
import { listRoster, prepareRosterSheet } from '../campaigns/channel-campaign.ts';
import { prepareCharacter, requireRoomForCharacters } from '../characters/save-character.ts';
import type { Asker } from '../command-kit/command.ts';
import type { Need } from '../services.ts';
import { withPictures } from './encounters.ts';
import { campaignLibrary, ownLibrary, type ReadableLibrary, serverLibraries } from './libraries.ts';
import {
  type ExportedItem,
  type LibraryFileItem,
  type LibraryParts,
  type SavedVersion,
  writeLibraryFiles,
} from './library-format.ts';
import { prepareItem } from './save-item.ts';

/** Lists the unfinished campaigns in this server that the user leads. */
export const listLedCampaigns = async (
  { user, guild }: Asker,
  { campaigns }: Need<'campaigns'>,
): Promise<readonly Campaign[]> => (await campaigns.list(guild, 'unfinished')).filter((each) => isLeader(each, user));

interface Roster {
  readonly campaign: Campaign;
  readonly sheets: readonly RosterSheet[];
}

interface SavedSheets {
  readonly characters: readonly Character[];
  /** The rosters of all campaigns that the user leads, including empty ones. */
  readonly rosters: readonly Roster[];
}

/** Lists the user's characters in this server, and the rosters of campaigns that the user leads there. */
export const listSavedSheets = async (
  asker: Asker,
  services: Need<'characters' | 'campaigns'>,
): Promise<SavedSheets> => {
  const rosters: Roster[] = [];
  for (const campaign of await listLedCampaigns(asker, services))
    rosters.push({ campaign, sheets: await listRoster(campaign, services) });
  return { characters: await services.characters.list(asker.user, asker.guild), rosters };
};

interface RestoredSheets {
  readonly characters: SaveBatch['characters'];
  /** Keys of portraits in the library file, by character id. */
  readonly portraits: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
}

/** A line that lists names after a label: `Saved: Ann (skure); Bo (skure).` Empty if there are no names. */
const labelledList = (head: string, names: readonly string[]): readonly Line[] => {
  const more = names.length > 40 ? [phrase`and ${names.length - 40} more`] : [];
  return names.length === 0 ? [] : [line(phrase`${term(head)}: ${[...names.slice(0, 40), ...more].join('; ')}.`)];
};

/** Converts the earlier versions of a newly saved character to history events. */
const historyFromVersions = (
  { versions, ruleset }: LibraryFileItem,
  { id }: Character,
  { orderId }: Asker,
  nth: number,
): readonly HistoryEvent[] =>
  versions
    .filter(({ edition }) => edition <= ruleset.editions.present)
    .toReversed()
    .map(({ at, edition, changes, sheet }, n) => ({
      ...{ id: `version ${orderId} ${nth} ${n + 1}`, character: id, kind: 'edited', at, changes, dead: false },
      ...{ before: sheet, edition },
    }));

/** Prepares a file's sheets for saving, with lines about each sheet. Skips roster sheets of unknown campaigns. */
export const restoreFromFile = async (
  asker: Asker,
  things: readonly LibraryFileItem[],
  services: Need<'characters' | 'campaigns' | 'histories' | 'now'>,
  newId: () => string,
): Promise<Result<RestoredSheets>> => {
  const { characters: own, rosters } = await listSavedSheets(asker, services);
  const characters: SaveBatch['characters'][number][] = [];
  const faces = new Map<string, string>();
  const fresh: string[] = [];
  const changed: string[] = [];
  const same: string[] = [];
  const enrolled: string[] = [];
  const homeless: string[] = [];
  const keep = ({ face }: LibraryFileItem, character: Character, historyEvents: readonly HistoryEvent[]): void => {
    characters.push({ character, historyEvents });
    if (face !== undefined) faces.set(character.id, face);
  };
  for (const [at, each] of things.entries()) {
    const { roster, name, ruleset } = each;
    if (roster === undefined) {
      const wanted = { ...each, id: newId() };
      const { character, historyEvents, isNew } = await prepareCharacter(asker, wanted, own, services, at + 1);
      keep(each, character, isNew ? historyFromVersions(each, character, asker, at + 1) : historyEvents);
      (isNew ? fresh : historyEvents.length > 0 ? changed : same).push(phrase`${name} (${ruleset.id})`);
      continue;
    }
    const place = rosters.find(({ campaign }) => isSameName(campaign.name, roster.campaign));
    if (place === undefined) homeless.push(phrase`${name} of ${roster.campaign}`);
    else {
      const wanted = { id: newId(), name, kind: roster.as, sheet: each.sheet };
      keep(each, await prepareRosterSheet(place.campaign, ruleset, wanted, services), []);
      enrolled.push(phrase`${name}, ${term(roster.as)} of ${place.campaign.name}`);
    }
  }
  const room = requireRoomForCharacters(own, fresh.length);
  if (!room.ok) return room;
  return ok({
    ...{ characters, portraits: faces },
    lines: [
      ...labelledList('Saved', fresh),
      ...labelledList('Changed', changed),
      ...labelledList('Unchanged', same),
      ...labelledList('On the roster', enrolled),
      ...labelledList('Skipped, because you lead no campaign with that name here', homeless),
    ],
  });
};

type ItemServices = Need<'library' | 'campaigns' | 'now'>;

interface ExportableLibrary {
  readonly library: ReadableLibrary;
  readonly campaign?: string;
}

/** The libraries that the user may export: their own, those of campaigns they lead, and the server's. */
const exportableLibraries = async (asker: Asker, services: ItemServices): Promise<readonly ExportableLibrary[]> => {
  const led = await listLedCampaigns(asker, services);
  return [
    { library: ownLibrary(asker) },
    ...led.map((campaign) => ({ library: campaignLibrary(campaign), campaign: campaign.name })),
    ...serverLibraries(asker).map((library) => ({ library })),
  ];
};

export const toExportedItem = ({ id, kind: of, system, name, edition, thing }: LibraryItem): ExportedItem => ({
  ...{ kind: 'shelf', of, scope: 'person', id, name, edition, thing },
  ...(system !== undefined && { system }),
});

/** Lists the items to export. From the server's library: all items for server managers, else the user's own. */
export const libraryItemsToExport = async (asker: Asker, services: ItemServices): Promise<readonly ExportedItem[]> => {
  const things: ExportedItem[] = [];
  for (const { library, campaign } of await exportableLibraries(asker, services)) {
    const heads = (await services.library.list(library)).filter(
      ({ keeper }) => library.scope !== 'server' || keeper === asker.user || library.roles.includes('manager'),
    );
    const items = await services.library.findMany(heads.map(({ id }) => id));
    things.push(
      ...items.map((item) => ({
        ...toExportedItem(item),
        ...{ scope: library.scope, ...(campaign !== undefined && { campaign }) },
      })),
    );
  }
  return things;
};

/** Counts items of each kind: `3 foes`, `1 table`. */
export const countLibraryItems = (things: readonly ExportedItem[]): readonly string[] =>
  [...Map.groupBy(things, ({ of }) => of)].map(([of, all]) => `${all.length} ${of}${all.length === 1 ? '' : 's'}`);

/** Replaces the ids of foes in an imported group by the ids that these foes got when saved here. */
const withIds = (thing: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (!isPlainObject(thing) || !Array.isArray(thing.members)) return thing;
  const members = thing.members.map((each: unknown) =>
    isPlainObject(each) && isPlainObject(each.of) && typeof each.of.foe === 'string'
      ? { ...each, of: { foe: ids.get(each.of.foe) ?? each.of.foe } }
      : each,
  );
  return { ...thing, members };
};

/** The library to import into. Default: for each item, the library that it came from. */
interface ImportTarget {
  readonly onto?: ReadableLibrary | undefined;
  /** True if imported items may overwrite saved items of the same name. */
  readonly replaces: boolean;
}

/** Prepares the items of a file for saving. Skips items that none of the libraries here can take. */
export const importLibraryItems = async (
  asker: Asker,
  things: readonly ExportedItem[],
  services: ItemServices,
  newId: () => string,
  hashes: ReadonlyMap<string, string>,
  { onto, replaces }: ImportTarget,
): Promise<{
  readonly items: readonly LibraryItem[];
  readonly faces: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
  /** The refusal for the last item that was skipped. Undefined if no item was skipped. */
  readonly refusal: Refusal | undefined;
}> => {
  const faces = new Map<string, string>();
  const shelves = await exportableLibraries(asker, services);
  const ids = new Map<string, string>();
  const items: LibraryItem[] = [];
  const kept: string[] = [];
  const left: string[] = [];
  let refusal: Refusal | undefined;
  for (const { of: kind, scope, campaign, id, system, name, edition, thing: written, face } of things) {
    const encounter = kind === 'encounter' ? itemKinds.encounter.schema.safeParse(written).data : undefined;
    const thing =
      encounter === undefined ? withIds(remapBackgroundHash(written, hashes), ids) : withPictures(encounter, hashes);
    const there = shelves.find(
      (each) => each.library.scope === scope && isSameName(each.campaign ?? '', campaign ?? ''),
    );
    const place = onto ?? there?.library;
    const asWritten = { kind, name, system, thing, edition, id: newId(), replaces };
    const item = place && (await prepareItem(asker, place, asWritten, services, items));
    if (item?.ok) {
      ids.set(id, item.value.id);
      if (face !== undefined) faces.set(item.value.id, face);
      items.push(item.value);
      kept.push(`${name} (${kind})`);
    } else {
      left.push(`${name} (${kind})`);
      refusal = item?.error;
    }
  }
  return {
    ...{ items, faces, refusal },
    lines: [...labelledList('Libraries', kept), ...labelledList('Skipped (not allowed there, or no room left)', left)],
  };
};

/** The pictures of a file after re-encoding. */
interface ImportedPictures {
  /** The hash of each picture after re-encoding, by the hash that the file uses. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly pictures: readonly SavedPicture[];
  /** Number of pictures that were skipped. */
  readonly skipped: number;
}

/** Re-encodes the pictures of a file. Skips invalid pictures, and pictures beyond the user's limit. */
export const importPictures = async (
  { user: owner, guild }: Pick<Asker, 'user' | 'guild'>,
  given: Readonly<Record<string, string>>,
  backdrops: ReadonlySet<string>,
  { pictures: store, reencodePicture, now }: Need<'pictures' | 'reencodePicture' | 'now'>,
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
    if (kept !== undefined && Buffer.compare(kept, bytes) === 0) hashes.set(key, key);
    else if (pictures.length < room) {
      const made = await reencodePicture(bytes, backdrops.has(key) ? 'backdrop' : 'face', guild ?? owner);
      if (!made.ok) continue;
      pictures.push({ ...made.value, guild, owner, touchedAt: now() });
      hashes.set(key, made.value.hash);
    }
  }
  return { hashes, pictures, skipped: wanted.length - hashes.size };
};

/** Lists the earlier versions of each character, latest first, by the character's id. */
const listVersions = async (
  characters: readonly Character[],
  { histories }: Need<'histories'>,
): Promise<ReadonlyMap<string, readonly SavedVersion[]>> => {
  const versions = new Map<string, readonly SavedVersion[]>();
  for (const { id } of characters) {
    const before = (await histories.list(id)).flatMap(({ at, edition, changes, before: sheet }) =>
      sheet === undefined ? [] : [{ at, edition, changes: changes.slice(0, 20), sheet }],
    );
    versions.set(id, before.toReversed());
  }
  return versions;
};

/** Writes saved things as library files, with portraits, all other pictures that items show, and earlier versions. */
export const exportLibrary = async (
  { characters, rosters, items }: Pick<LibraryParts, 'characters' | 'rosters' | 'items'>,
  { pictures, histories }: Need<'histories' | 'pictures'>,
) => {
  const sheets = [...characters, ...rosters.flatMap((each) => each.sheets)];
  const all = await pictures.portraits([...sheets, ...items].map(({ id }) => id));
  const portraits = new Map([...all].map(([holder, { hash }]) => [holder, hash]));
  const shown = new Set([...portraits.values(), ...items.flatMap(({ thing }) => pictureHashes(thing))]);
  const images = await pictures.images([...shown]);
  const versions = await listVersions(characters, { histories });
  return writeLibraryFiles({ characters, rosters, items, versions, portraits, images });
};
