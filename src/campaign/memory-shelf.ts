import { writeMessages } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import { nameKey } from '../core/text.ts';
import { byShelfName, type SaveOutcome, type Shelf, type ShelfHead, type ShelfItem, type ShelfStore } from './shelf.ts';

const headOf = ({ thing: _, ...head }: ShelfItem): ShelfHead => head;

const isOn = ({ scope, owner, guild }: Shelf, { shelf }: ShelfHead): boolean =>
  shelf.scope === scope && shelf.owner === owner && shelf.guild === guild;

/** Is it in the way of another: of the same name, kind and rulebook on one shelf? */
const isInTheWay = (one: ShelfItem, other: ShelfItem): boolean =>
  one.deletedAt === undefined &&
  other.deletedAt === undefined &&
  one.id !== other.id &&
  isOn(one.shelf, other) &&
  one.kind === other.kind &&
  one.system === other.system &&
  nameKey(one.name) === nameKey(other.name);

export interface MemoryShelf extends ShelfStore {
  /** Writes all of these, or none where one of them cannot be written. */
  readonly saveTogether: (items: readonly ShelfItem[]) => boolean;
}

/** Shelves in memory. Holds copies, as a database would. */
export const memoryShelf = (outbox?: Pick<OutboxStore, 'write'>): MemoryShelf => {
  const also = writeMessages(outbox);
  const items = new Map<string, ShelfItem>();
  const all = (): readonly ShelfItem[] => [...items.values()];
  const deleted = (shelf: Shelf): readonly ShelfItem[] =>
    all()
      .filter((each) => each.deletedAt !== undefined && isOn(shelf, each))
      .toSorted((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  const put = (item: ShelfItem): SaveOutcome => {
    if ((items.get(item.id)?.version ?? 0) !== item.version - 1) return 'stale';
    if (all().some((each) => isInTheWay(item, each))) return 'taken';
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
          .filter((each) => each.deletedAt === undefined && isOn(shelf, each) && (kind ?? each.kind) === each.kind)
          .map(headOf)
          .toSorted(byShelfName),
      ),
    deleted: async (shelf, kind) =>
      structuredClone(
        deleted(shelf)
          .filter((each) => each.kind === kind)
          .map(headOf),
      ),
    of: async (ids) => structuredClone(ids.flatMap((id) => items.get(id) ?? [])),
    sweep: async (shelf, before, most) => {
      for (const [at, { id, deletedAt = 0 }] of deleted(shelf).entries())
        if (at >= most || deletedAt < before) items.delete(id);
    },
    keptBy: async (user) =>
      structuredClone(
        all()
          .filter(({ shelf, keeper }) => keeper === user || (shelf.scope === 'person' && shelf.owner === user))
          .toSorted(byShelfName),
      ),
    depart: async (user, gone) => {
      for (const item of all()) {
        if (item.shelf.scope === 'person' && item.shelf.owner === user) items.delete(item.id);
        else if (item.keeper === user) items.set(item.id, { ...item, keeper: gone });
      }
    },
  };
};
