import type { SaveBatch } from '../../campaign/save-batch.ts';
import { isSameName, normalizeText, ok, type Result, refuse, worded } from '../../core/message.ts';
import { findNotationError } from '../../dice/notation.ts';
import {
  deletedItemLifetime,
  itemKinds,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryKind,
  serverLibraryShareDivisor,
} from '../../library/library.ts';
import type { Asker } from '../command-kit/command.ts';
import { writeWithAnswer } from '../outbox/durable-answer.ts';
import type { Reply } from '../replies/reply.ts';
import type { Need } from '../services.ts';
import { type LibraryEntry, loadItem, type ReadableLibrary, requireMayChange } from './libraries.ts';

/** Maximum length of a name (characters), which leaves room for a number behind the name in a battle. */
const maxNameLength = 28;

export interface ItemToSave extends Pick<LibraryItem, 'id' | 'kind' | 'name' | 'system' | 'thing' | 'edition'> {
  /** True if the item may replace a saved item of the same name. */
  readonly replaces: boolean;
}

/** Checks the name of an item to save. The name of a saved roll must not look like dice notation. */
export const checkItemName = (wanted: string, kind: LibraryKind): Result<string> => {
  const name = normalizeText(wanted);
  if (name === '' || [...name].length > maxNameLength) return refuse('bad-shelf-name', { most: maxNameLength });
  return kind === 'roll' && findNotationError(name) === undefined ? refuse('name-is-dice', { name }) : ok(name);
};

/** Refuses an item if the library is full, or if the user's share of the library is. */
export const requireLibraryRoom = (
  { user }: Pick<Asker, 'user'>,
  shelf: ReadableLibrary,
  kind: LibraryKind,
  there: readonly LibraryItemHead[],
): Result<undefined> => {
  const most = itemKinds[kind].max;
  if (there.length >= most) return refuse('shelf-full', { shelf: worded(shelf.label), kind: worded(kind), most });
  const share = Math.floor(most / serverLibraryShareDivisor);
  const own = there.filter(({ keeper }) => keeper === user).length;
  return shelf.scope === 'server' && own >= share
    ? refuse('shelf-share', { kind: worded(kind), most: share })
    : ok(undefined);
};

const requireFittingLength = (kind: LibraryKind, thing: unknown): Result<undefined> => {
  const most = itemKinds[kind].maxLength;
  return JSON.stringify(thing).length > most ? refuse('too-big', { most }) : ok(undefined);
};

/** Builds an item to save, either new or replacing another. Refuses items that are too long or not allowed. */
const buildItem = (
  asker: Asker,
  library: ReadableLibrary,
  { kind, name: wanted, system, thing, edition, id, replaces }: ItemToSave,
  heads: readonly LibraryItemHead[],
  now: number,
): Result<LibraryItem> => {
  const name = checkItemName(wanted, kind);
  if (!name.ok) return name;
  const size = requireFittingLength(kind, thing);
  if (!size.ok) return size;
  const there = heads.find((each) => each.system === system && isSameName(each.name, name.value));
  if (there !== undefined && !replaces)
    return refuse('name-on-shelf', { kind: worded(kind), name: there.name, shelf: worded(library.label) });
  const may =
    there === undefined
      ? requireLibraryRoom(asker, library, kind, heads)
      : requireMayChange(asker, { head: there, library });
  if (!may.ok) return may;
  const { scope, owner, guild } = library;
  return ok({
    id: there?.id ?? id,
    shelf: { scope, owner, guild },
    keeper: there?.keeper ?? asker.user,
    ...{ kind, system, name: name.value, thing, edition },
    version: (there?.version ?? 0) + 1,
    updatedAt: now,
  });
};

/** Builds all items of a batch, or refuses if one is not allowed. `before`: items of the batch already prepared. */
export const prepareItems = async (
  asker: Asker,
  shelf: ReadableLibrary,
  things: readonly ItemToSave[],
  { library: store, now }: Need<'library' | 'now'>,
  before: readonly LibraryItem[] = [],
): Promise<Result<readonly LibraryItem[]>> => {
  const { scope, owner } = shelf;
  const coming = before.filter((each) => each.shelf.scope === scope && each.shelf.owner === owner);
  const there = [...coming, ...(await store.list(shelf)).filter(({ id }) => coming.every((each) => each.id !== id))];
  const items: LibraryItem[] = [];
  for (const each of things) {
    const heads = [...items, ...there].filter(({ kind }) => kind === each.kind);
    const item = buildItem(asker, shelf, each, heads, now());
    if (!item.ok) return item;
    items.push(item.value);
  }
  return ok(items);
};

/** Builds one item to save. `before`: items of the same batch that were prepared earlier. */
export const prepareItem = async (
  asker: Asker,
  shelf: ReadableLibrary,
  thing: ItemToSave,
  services: Need<'library' | 'now'>,
  before: readonly LibraryItem[] = [],
): Promise<Result<LibraryItem>> => {
  const items = await prepareItems(asker, shelf, [thing], services, before);
  const [item] = items.ok ? items.value : [];
  return items.ok ? (item === undefined ? refuse('busy') : ok(item)) : items;
};

/** Saves an item and the answer to the user, both or neither. */
export const writeItem = async (
  asker: Asker,
  item: LibraryItem,
  told: Reply,
  services: Need<'library' | 'outbox'>,
): Promise<Result<Reply>> => {
  const written = await writeWithAnswer(services, asker, told, (said) => services.library.save(item, said));
  if (written === 'kept') return ok(told);
  return written === 'stale'
    ? refuse('busy')
    : refuse('name-on-shelf', { kind: worded(item.kind), name: item.name, shelf: worded('that library') });
};

/** Saves all changes of a command with its answer, or none. Refuses with `kept-meanwhile` if data changed meanwhile. */
export const saveBatch = async (
  asker: Asker,
  changes: Partial<SaveBatch>,
  told: Reply,
  services: Need<'batches' | 'outbox'>,
): Promise<Result<Reply>> => {
  const batch = { characters: [], items: [], pictures: [], portraits: [], ...changes };
  const written = await writeWithAnswer(services, asker, told, (said) => services.batches.write(batch, said));
  return written === 'kept' ? ok(told) : refuse('kept-meanwhile');
};

/** Builds an item with changed content. Refuses users who may not change the item. */
export const prepareChange = async (
  asker: Asker,
  there: LibraryEntry,
  change: (item: LibraryItem) => Result<Partial<Pick<LibraryItem, 'name' | 'thing' | 'deletedAt'>>>,
  services: Need<'library' | 'now'>,
): Promise<Result<LibraryItem>> => {
  const may = requireMayChange(asker, there);
  if (!may.ok) return may;
  const item = await loadItem(there, services);
  if (!item.ok) return item;
  const changed = change(item.value);
  if (!changed.ok) return changed;
  const next = { ...item.value, ...changed.value, version: item.value.version + 1, updatedAt: services.now() };
  const size = requireFittingLength(next.kind, next.thing);
  return size.ok ? ok(next) : size;
};

/** Purges items that were deleted too long ago. */
export const purgeDeletedItems = (shelf: ReadableLibrary, services: Need<'library' | 'now'>): Promise<void> =>
  services.library.sweep(shelf, services.now() - deletedItemLifetime.milliseconds, deletedItemLifetime.most);
