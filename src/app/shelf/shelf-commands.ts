import { z } from 'zod';
import type { ShelfItem, ShelfKind, ShelfScope } from '../../campaign/shelf.ts';
import { picturesIn } from '../../campaign/shelf-things.ts';
import { phrase } from '../../core/language.ts';
import { ok } from '../../core/result.ts';
import { card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/lines.ts';
import { text } from '../../rules/params.ts';
import type { Asker } from '../commands/asker.ts';
import { type Command, command } from '../commands/command.ts';
import { findRuleset } from '../input/sheets.ts';
import { button } from '../outbox/notifications.ts';
import { adoptPictures, copyFace } from '../pictures/faces.ts';
import { type Answer, privateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { findLibraryItem, type LibraryLookup, libraryEntries, libraryToSaveTo, loadItem } from './libraries.ts';
import { changedItem, itemToWrite, requireRoom, shelfName, sweepShelf, writeItem } from './save-item.ts';
import { completingItem, itemOptions, shelfOption, shelfWord } from './shelf-options.ts';

/** The path of the command that does this to what is kept. */
type ShelfPath = (what: 'rename' | 'copy' | 'delete' | 'restore') => readonly [string, string];

type Kinds = readonly [ShelfKind, ...ShelfKind[]];

/** Gives something that is kept another name. */
export const renamingItem = (at: ShelfPath, kinds: Kinds, summary: string): Command =>
  command({
    path: at('rename'),
    summary,
    params: z.strictObject({ ...itemOptions, to: text('Its new name', 80) }),
    complete: completingItem(kinds),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, input, services);
      if (!there.ok) return there;
      const name = shelfName(input.to, there.value.head.kind);
      if (!name.ok) return name;
      const changed = await changedItem(asker, there.value, () => ok({ name: name.value }), services);
      if (!changed.ok) return changed;
      const told = privateView({ cards: [card(phrase`${there.value.head.name} is called ${name.value} now`)] });
      return writeItem(asker, changed.value, told, services);
    },
  });

/** Copies something that is kept, under another name or to another shelf. */
export const copyingItem = (at: ShelfPath, kinds: Kinds, summary: string, newId: () => string): Command =>
  command({
    path: at('copy'),
    summary,
    params: z.strictObject({
      ...itemOptions,
      to: text('The name of the copy; by default the same', 80).optional(),
      onto: shelfOption('The shelf it is copied to; by default the same'),
    }),
    complete: completingItem(kinds),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, input, services);
      if (!there.ok) return there;
      const item = await loadItem(there.value, services);
      if (!item.ok) return item;
      const on = await libraryToSaveTo(asker, input.onto ?? there.value.shelf.scope, services);
      if (!on.ok) return on;
      const { kind, system, thing, edition } = item.value;
      const copy = await itemToWrite(
        asker,
        on.value,
        { kind, name: input.to ?? item.value.name, system, thing, edition, id: newId(), over: false },
        services,
      );
      if (!copy.ok) return copy;
      const told = privateView({
        cards: [card(phrase`${item.value.name} is copied: ${copy.value.name} on ${on.value.called}`)],
      });
      const written = await writeItem(asker, copy.value, told, services);
      if (written.ok) {
        await copyFace(asker, item.value.id, copy.value.id, services);
        await adoptPictures(asker, picturesIn(thing), services);
      }
      return written;
    },
  });

/** Deletes something that is kept; it can be brought back for a while. */
export const deletingItem = (at: ShelfPath, kinds: Kinds, summary: string): Command =>
  command({
    path: at('delete'),
    summary,
    params: z.strictObject(itemOptions),
    complete: completingItem(kinds),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, input, services);
      if (!there.ok) return there;
      const { shelf, head } = there.value;
      const deleted = await changedItem(asker, there.value, () => ok({ deletedAt: services.now() }), services);
      if (!deleted.ok) return deleted;
      const back = button('Bring it back', at('restore'), { name: head.name, shelf: shelfWord(shelf.scope) });
      const told = privateView({
        cards: [card(phrase`${head.name} is deleted from ${shelf.called}`)],
        controls: [[back]],
      });
      const written = await writeItem(asker, deleted.value, told, services);
      if (written.ok) await sweepShelf(shelf, services);
      return written;
    },
  });

/** Brings back something that was deleted not long ago. */
export const restoringItem = (at: ShelfPath, kinds: Kinds, summary: string): Command =>
  command({
    path: at('restore'),
    summary,
    params: z.strictObject(itemOptions),
    complete: completingItem(kinds, true),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, { ...input, deleted: true }, services);
      if (!there.ok) return there;
      const { shelf, head } = there.value;
      const room = requireRoom(asker, shelf, head.kind, await services.shelf.list(shelf, head.kind));
      if (!room.ok) return room;
      const back = await changedItem(asker, there.value, () => ok({ deletedAt: undefined }), services);
      if (!back.ok) return back;
      const told = privateView({ cards: [card(phrase`${head.name} is back on ${shelf.called}`)] });
      return writeItem(asker, back.value, told, services);
    },
  });

interface ListWords {
  readonly title: string;
  /** Where there is nothing, and how to keep a first one. */
  readonly none: string;
  readonly first: string;
  /** What else there is, that stands on no shelf. */
  readonly more?: readonly Line[];
}

const entryText = ({ name, kind }: Pick<ShelfItem, 'name' | 'kind'>): string =>
  kind === 'group' ? phrase`${name} (group)` : name;

/** Everything of some kinds that somebody may read here, a paragraph a shelf and rulebook. */
export const shelfListCard = async (
  asker: Asker,
  kinds: Kinds,
  wanted: { readonly shelf?: ShelfScope | undefined; readonly system?: string | undefined },
  { title, none, first, more = [] }: ListWords,
  services: Services,
): Promise<Answer> => {
  const system = wanted.system === undefined ? ok(undefined) : findRuleset(services.rulesets, wanted.system);
  if (!system.ok) return system;
  const asked: LibraryLookup = { shelf: wanted.shelf, system: system.value?.id };
  const all = await libraryEntries(asker, kinds, asked, services);
  const byPlace = Map.groupBy(all, ({ shelf, head }) => {
    const book = services.rulesets.find(({ id }) => id === head.system)?.title;
    return book === undefined ? shelf.called : `${shelf.called}, ${book}`;
  });
  const lines = [
    ...[...byPlace].map(([place, items]) => {
      const names = items.map(({ head }) => entryText(head)).join(', ');
      return line(phrase`${place.charAt(0).toUpperCase()}${place.slice(1)}: ${names}.`);
    }),
    ...more,
  ];
  const empty = card(none, { lines: [line(phrase`${first} keeps a first one.`, 'quiet')] });
  return ok(privateView({ cards: [lines.length === 0 ? empty : card(title, { lines })] }));
};
