import type { SavedPicture } from '../../campaign/pictures.ts';
import {
  deletedItemLifetime,
  maxItemsPerKind,
  maxThingLength,
  type ShelfHead,
  type ShelfItem,
  type ShelfKind,
  shareOfServer,
} from '../../campaign/shelf.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { nameKey, plainText } from '../../core/text.ts';
import { notationProblem } from '../../dice/notation.ts';
import type { Asker } from '../commands/asker.ts';
import { answerInWords, withAnswer } from '../outbox/durable-answer.ts';
import type { Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { type LibraryEntry, loadItem, mayChange, type ReadableLibrary } from './libraries.ts';

/** The longest name of something kept: where it comes into a battle room for a number is left. */
const longestName = 28;

/** Something that is to be kept. */
export interface ItemToSave {
  readonly kind: ShelfKind;
  readonly name: string;
  readonly system: string | undefined;
  readonly thing: unknown;
  readonly edition: number;
  /** The id it gets where it is new. */
  readonly id: string;
  /** Does it take the place of what is called so? */
  readonly over: boolean;
}

/** A name as it is kept: 1 to 28 visible characters; of a roll none that would be read as dice where it is typed. */
export const shelfName = (wanted: string, kind: ShelfKind): Result<string, Refusal> => {
  const name = plainText(wanted);
  if (name === '' || [...name].length > longestName) return refuse('bad-shelf-name', { most: longestName });
  return kind === 'roll' && notationProblem(name) === undefined ? refuse('name-is-dice', { name }) : ok(name);
};

/** Refuses one thing more than a shelf holds of its kind, and more of one person than their share of a server’s. */
export const requireRoom = (
  { user }: Pick<Asker, 'user'>,
  shelf: ReadableLibrary,
  kind: ShelfKind,
  there: readonly ShelfHead[],
): Result<undefined, Refusal> => {
  const most = maxItemsPerKind[kind];
  if (there.length >= most) return refuse('shelf-full', { shelf: shelf.called, kind, most });
  const share = Math.floor(most / shareOfServer);
  const own = there.filter(({ keeper }) => keeper === user).length;
  return shelf.scope === 'server' && own >= share ? refuse('shelf-share', { kind, most: share }) : ok(undefined);
};

/** What something becomes as it is kept beside what is there; refuses what is too long. */
const itemBeside = (
  asker: Asker,
  shelf: ReadableLibrary,
  { kind, name: wanted, system, thing, edition, id, over }: ItemToSave,
  heads: readonly ShelfHead[],
  now: number,
): Result<ShelfItem, Refusal> => {
  const name = shelfName(wanted, kind);
  if (!name.ok) return name;
  if (JSON.stringify(thing).length > maxThingLength[kind]) return refuse('too-big', { most: maxThingLength[kind] });
  const there = heads.find((each) => each.system === system && nameKey(each.name) === nameKey(name.value));
  if (there !== undefined && !over) return refuse('name-on-shelf', { kind, name: there.name, shelf: shelf.called });
  const may = there === undefined ? requireRoom(asker, shelf, kind, heads) : mayChange(asker, { head: there, shelf });
  if (!may.ok) return may;
  const { scope, owner, guild } = shelf;
  return ok({
    id: there?.id ?? id,
    shelf: { scope, owner, guild },
    keeper: there?.keeper ?? asker.user,
    ...{ kind, system, name: name.value, thing, edition },
    version: (there?.version ?? 0) + 1,
    updatedAt: now,
  });
};

/** What several things become as they are kept: over what is called so, where that is wanted and allowed. All of them, or none. */
export const itemsToWrite = async (
  asker: Asker,
  shelf: ReadableLibrary,
  things: readonly ItemToSave[],
  { shelf: store, now }: Pick<Services, 'shelf' | 'now'>,
  before: readonly ShelfItem[] = [],
): Promise<Result<readonly ShelfItem[], Refusal>> => {
  const { scope, owner } = shelf;
  const coming = before.filter((each) => each.shelf.scope === scope && each.shelf.owner === owner);
  const there = [...coming, ...(await store.list(shelf)).filter(({ id }) => coming.every((each) => each.id !== id))];
  const items: ShelfItem[] = [];
  for (const each of things) {
    const heads = [...items, ...there].filter(({ kind }) => kind === each.kind);
    const item = itemBeside(asker, shelf, each, heads, now());
    if (!item.ok) return item;
    items.push(item.value);
  }
  return ok(items);
};

/** The same for a single thing; `before` are those that are to be written before it. */
export const itemToWrite = async (
  asker: Asker,
  shelf: ReadableLibrary,
  thing: ItemToSave,
  services: Pick<Services, 'shelf' | 'now'>,
  before: readonly ShelfItem[] = [],
): Promise<Result<ShelfItem, Refusal>> => {
  const items = await itemsToWrite(asker, shelf, [thing], services, before);
  const [item] = items.ok ? items.value : [];
  return items.ok ? (item === undefined ? refuse('busy') : ok(item)) : items;
};

/** Writes something with what is answered; `nth` counts those that one command writes, of which the last says it. */
export const writeItem = async (
  asker: Asker,
  item: ShelfItem,
  told: Reply,
  services: Services,
): Promise<Result<Reply, Refusal>> => {
  const written = await withAnswer(services, asker, answerInWords(told), (said) => services.shelf.save(item, said), {
    isWritten: (how) => how === 'kept',
  });
  switch (written) {
    case 'kept':
      return ok(told);
    case 'taken':
      return refuse('name-on-shelf', { kind: item.kind, name: item.name, shelf: 'that shelf' });
    case 'stale':
      return refuse('busy');
  }
};

/** Writes several things, and pictures that they show, with what is answered: all of it or nothing. */
export const writeItems = async (
  asker: Asker,
  items: readonly ShelfItem[],
  told: Reply,
  services: Services,
  pictures: readonly SavedPicture[] = [],
): Promise<Result<Reply, Refusal>> => {
  const batch = { characters: [], items, pictures, faces: [] };
  const written = await withAnswer(
    services,
    asker,
    answerInWords(told),
    (said) => services.keeping.write(batch, said),
    {
      isWritten: (how) => how === 'kept',
    },
  );
  return written === 'kept' ? ok(told) : refuse('kept-meanwhile');
};

/** Something on a shelf after a change that this person may make. */
export const changedItem = async (
  asker: Asker,
  there: LibraryEntry,
  change: (item: ShelfItem) => Result<Partial<Pick<ShelfItem, 'name' | 'thing' | 'deletedAt'>>, Refusal>,
  services: Services,
): Promise<Result<ShelfItem, Refusal>> => {
  const may = mayChange(asker, there);
  if (!may.ok) return may;
  const item = await loadItem(there, services);
  if (!item.ok) return item;
  const changed = change(item.value);
  if (!changed.ok) return changed;
  const next = { ...item.value, ...changed.value, version: item.value.version + 1, updatedAt: services.now() };
  return JSON.stringify(next.thing).length > maxThingLength[next.kind]
    ? refuse('too-big', { most: maxThingLength[next.kind] })
    : ok(next);
};

/** What was deleted long ago on a shelf goes for good. */
export const sweepShelf = (shelf: ReadableLibrary, services: Services): Promise<void> =>
  services.shelf.sweep(shelf, services.now() - deletedItemLifetime.milliseconds, deletedItemLifetime.most);
