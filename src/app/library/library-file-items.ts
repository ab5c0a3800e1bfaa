import { normalizeName, phrase, type Refusal } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { itemKinds, remapBackgroundHash } from '../../library/content.ts';
import type { LibraryItem } from '../../library/library.ts';
import type { Line } from '../../rules/event.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';
import { withPictures } from './encounters.ts';
import { ownLibrary, type ReadableLibrary } from './libraries.ts';
import type { ExportedItem } from './library-format.ts';
import { labelledList, listLedCampaigns } from './restore-from-file.ts';
import { prepareItem } from './save-item.ts';

type ItemServices = Pick<Services, 'library' | 'campaigns' | 'now'>;

interface ExportableLibrary {
  readonly library: ReadableLibrary;
  readonly campaign?: string;
}

/** The shelves of which somebody may take things along: their own, those of campaigns they lead here, and the server’s. */
const exportableLibraries = async (asker: Asker, services: ItemServices): Promise<readonly ExportableLibrary[]> => {
  const { guild, manages } = asker;
  const campaigns = (await listLedCampaigns(asker, services)).map(({ id, name, guild: where }) => ({
    library: {
      ...{ scope: 'campaign' as const, owner: id, guild: where },
      ...{ label: phrase`the library of ${name}`, roles: ['leader'] as const },
    },
    campaign: name,
  }));
  const own = { library: { ...ownLibrary(asker), label: 'your own library', roles: ['owner'] as const } };
  const server =
    guild === undefined
      ? []
      : [
          {
            library: {
              ...{ scope: 'server' as const, owner: guild, guild, label: 'the library of this server' },
              roles: manages ? (['member', 'manager'] as const) : (['member'] as const),
            },
          },
        ];
  return [own, ...campaigns, ...server];
};

/** An item as it is written in a file, for the library of whoever imports it. */
export const toExportedItem = ({ id, kind: of, system, name, edition, thing }: LibraryItem): ExportedItem => ({
  ...{ kind: 'shelf', of, scope: 'person', id, name, edition, thing },
  ...(system !== undefined && { system }),
});

/** Everything of shelves for a file: of the server’s all for whoever manages it, else what they put there themselves. */
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

/** `3 foes`, `1 table`: how many there are of each kind. */
export const countLibraryItems = (things: readonly ExportedItem[]): readonly string[] =>
  [...Map.groupBy(things, ({ of }) => of)].map(([of, all]) => `${all.length} ${of}${all.length === 1 ? '' : 's'}`);

/** A group that names the foes as they are kept here. */
const withIds = (thing: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (!isPlainObject(thing) || !Array.isArray(thing.members)) return thing;
  const members = thing.members.map((each: unknown) =>
    isPlainObject(each) && isPlainObject(each.of) && typeof each.of.foe === 'string'
      ? { ...each, of: { foe: ids.get(each.of.foe) ?? each.of.foe } }
      : each,
  );
  return { ...thing, members };
};

const withMapPicture = (thing: unknown, hashes: ReadonlyMap<string, string>): unknown =>
  isPlainObject(thing) ? remapBackgroundHash(thing, hashes) : thing;

/** Where the items of a file are written, if not where they were. */
export interface ImportTarget {
  readonly onto?: ReadableLibrary | undefined;
  /** True if they may overwrite items of the same name. */
  readonly replaces: boolean;
}

/** The items of a file as they are to be written. An item with no place or no room here is left out and named. */
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
  /** Why the last one that was left out was refused. */
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
      encounter === undefined ? withIds(withMapPicture(written, hashes), ids) : withPictures(encounter, hashes);
    const place =
      onto === undefined
        ? shelves.find(
            ({ library, campaign: led_ }) =>
              library.scope === scope && normalizeName(led_ ?? '') === normalizeName(campaign ?? ''),
          )?.library
        : onto;
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
