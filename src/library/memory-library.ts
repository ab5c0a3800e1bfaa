import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import { normalizeName } from '../core/message.ts';
import {
  compareByName,
  type Library,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryStore,
  type SaveOutcome,
} from './library.ts';

const headOf = ({ thing: _, ...head }: LibraryItem): LibraryItemHead => head;

const isInLibrary = ({ scope, owner, guild }: Library, { shelf }: LibraryItemHead): boolean =>
  shelf.scope === scope && shelf.owner === owner && shelf.guild === guild;

/** True if two items of a library have the same name, kind and rulebook. */
const hasSameName = (one: LibraryItem, other: LibraryItem): boolean =>
  one.deletedAt === undefined &&
  other.deletedAt === undefined &&
  one.id !== other.id &&
  isInLibrary(one.shelf, other) &&
  one.kind === other.kind &&
  one.system === other.system &&
  normalizeName(one.name) === normalizeName(other.name);

export interface MemoryLibrary extends LibraryStore {
  /** Saves all items. If one of them cannot be saved, saves none and returns false. */
  readonly saveTogether: (items: readonly LibraryItem[]) => boolean;
}

/** Creates a store of library items in memory that copies them like a database. */
export const createMemoryLibrary = (outbox?: Pick<OutboxStore, 'write'>): MemoryLibrary => {
  const also = createMessageWriter(outbox);
  const items = new Map<string, LibraryItem>();
  const all = (): readonly LibraryItem[] => [...items.values()];
  const deleted = (shelf: Library): readonly LibraryItem[] =>
    all()
      .filter((each) => each.deletedAt !== undefined && isInLibrary(shelf, each))
      .toSorted((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  const put = (item: LibraryItem): SaveOutcome => {
    if ((items.get(item.id)?.version ?? 0) !== item.version - 1) return 'stale';
    if (all().some((each) => hasSameName(item, each))) return 'taken';
    items.set(item.id, structuredClone(item));
    return 'kept';
  };
  return {
    save: async (item, said) => {
      const how = put(item);
      if (how === 'kept') await also(said);
      return how;
    },
    saveTogether: (some) => {
      const before = new Map(items);
      if (some.every((each) => put(each) === 'kept')) return true;
      items.clear();
      for (const [id, item] of before) items.set(id, item);
      return false;
    },
    list: async (shelf, kind) =>
      structuredClone(
        all()
          .filter(
            (each) => each.deletedAt === undefined && isInLibrary(shelf, each) && (kind ?? each.kind) === each.kind,
          )
          .map(headOf)
          .toSorted(compareByName),
      ),
    listDeleted: async (shelf, kind) =>
      structuredClone(
        deleted(shelf)
          .filter((each) => each.kind === kind)
          .map(headOf),
      ),
    findMany: async (ids) => structuredClone(ids.flatMap((id) => items.get(id) ?? [])),
    sweep: async (shelf, before, most) => {
      for (const [at, { id, deletedAt = 0 }] of deleted(shelf).entries())
        if (at >= most || deletedAt < before) items.delete(id);
    },
    listByUser: async (user) =>
      structuredClone(
        all()
          .filter(({ shelf, keeper }) => keeper === user || (shelf.scope === 'person' && shelf.owner === user))
          .toSorted(compareByName),
      ),
    eraseUser: async (user, gone) => {
      for (const item of all()) {
        if (item.shelf.scope === 'person' && item.shelf.owner === user) items.delete(item.id);
        else if (item.keeper === user) items.set(item.id, { ...item, keeper: gone });
      }
    },
  };
};
