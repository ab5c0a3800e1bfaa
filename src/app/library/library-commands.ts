import { z } from 'zod';
import type { LibraryItem, LibraryKind, LibraryScope } from '../../campaign/library.ts';
import { pictureHashes } from '../../campaign/library-content.ts';
import { phrase } from '../../core/language.ts';
import { ok } from '../../core/result.ts';
import { card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/lines.ts';
import { textParam } from '../../rules/params.ts';
import type { Asker } from '../commands/asker.ts';
import { type Command, defineCommand } from '../commands/command.ts';
import { findRuleset } from '../input/sheets.ts';
import { button } from '../outbox/notifications.ts';
import { adoptPictures, copyPortrait } from '../pictures/portraits.ts';
import { type CommandAnswer, createPrivateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { chooseLibraryForSaving, findLibraryItem, type LibraryQuery, libraryEntries, loadItem } from './libraries.ts';
import { createItemCompleter, formatScope, itemOptions, scopeOption } from './library-options.ts';
import {
  checkItemName,
  prepareChange,
  prepareItem,
  purgeDeletedItems,
  requireLibraryRoom,
  writeItem,
} from './save-item.ts';

/** The path of the command that does this to what is kept. */
type LibraryCommandPath = (what: 'rename' | 'copy' | 'delete' | 'restore') => readonly [string, string];

type Kinds = readonly [LibraryKind, ...LibraryKind[]];

/** Gives something that is kept another name. */
export const defineRenameCommand = (at: LibraryCommandPath, kinds: Kinds, summary: string): Command =>
  defineCommand({
    path: at('rename'),
    summary,
    params: z.strictObject({ ...itemOptions, to: textParam('The new name', 80) }),
    complete: createItemCompleter(kinds),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, input, services);
      if (!there.ok) return there;
      const name = checkItemName(input.to, there.value.head.kind);
      if (!name.ok) return name;
      const changed = await prepareChange(asker, there.value, () => ok({ name: name.value }), services);
      if (!changed.ok) return changed;
      const told = createPrivateView({ cards: [card(phrase`${there.value.head.name} is now called ${name.value}`)] });
      return writeItem(asker, changed.value, told, services);
    },
  });

/** Copies something that is kept, under another name or to another shelf. */
export const defineCopyCommand = (
  at: LibraryCommandPath,
  kinds: Kinds,
  summary: string,
  newId: () => string,
): Command =>
  defineCommand({
    path: at('copy'),
    summary,
    params: z.strictObject({
      ...itemOptions,
      to: textParam('The name of the copy; default: the same name', 80).optional(),
      onto: scopeOption('The library to copy it to; default: the same library'),
    }),
    complete: createItemCompleter(kinds),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, input, services);
      if (!there.ok) return there;
      const item = await loadItem(there.value, services);
      if (!item.ok) return item;
      const on = await chooseLibraryForSaving(asker, input.onto ?? there.value.library.scope, services);
      if (!on.ok) return on;
      const { kind, system, thing, edition } = item.value;
      const copy = await prepareItem(
        asker,
        on.value,
        { kind, name: input.to ?? item.value.name, system, thing, edition, id: newId(), replaces: false },
        services,
      );
      if (!copy.ok) return copy;
      const told = createPrivateView({
        cards: [card(phrase`${item.value.name} copied: ${copy.value.name} in ${on.value.label}`)],
      });
      const written = await writeItem(asker, copy.value, told, services);
      if (written.ok) {
        await copyPortrait(asker, item.value.id, copy.value.id, services);
        await adoptPictures(asker, pictureHashes(thing), services);
      }
      return written;
    },
  });

/** Deletes something that is kept; it can be brought back for a while. */
export const defineDeleteCommand = (at: LibraryCommandPath, kinds: Kinds, summary: string): Command =>
  defineCommand({
    path: at('delete'),
    summary,
    params: z.strictObject(itemOptions),
    complete: createItemCompleter(kinds),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, input, services);
      if (!there.ok) return there;
      const { library, head } = there.value;
      const deleted = await prepareChange(asker, there.value, () => ok({ deletedAt: services.now() }), services);
      if (!deleted.ok) return deleted;
      const back = button('Restore', at('restore'), { name: head.name, shelf: formatScope(library.scope) });
      const told = createPrivateView({
        cards: [card(phrase`${head.name} is deleted from ${library.label}`)],
        controls: [[back]],
      });
      const written = await writeItem(asker, deleted.value, told, services);
      if (written.ok) await purgeDeletedItems(library, services);
      return written;
    },
  });

/** Brings back something that was deleted not long ago. */
export const defineRestoreCommand = (at: LibraryCommandPath, kinds: Kinds, summary: string): Command =>
  defineCommand({
    path: at('restore'),
    summary,
    params: z.strictObject(itemOptions),
    complete: createItemCompleter(kinds, true),
    run: async (asker, input, services) => {
      const there = await findLibraryItem(asker, kinds, input.name, { ...input, deleted: true }, services);
      if (!there.ok) return there;
      const { library, head } = there.value;
      const room = requireLibraryRoom(asker, library, head.kind, await services.library.list(library, head.kind));
      if (!room.ok) return room;
      const back = await prepareChange(asker, there.value, () => ok({ deletedAt: undefined }), services);
      if (!back.ok) return back;
      const told = createPrivateView({ cards: [card(phrase`${head.name} restored in ${library.label}`)] });
      return writeItem(asker, back.value, told, services);
    },
  });

interface ListTexts {
  readonly title: string;
  /** Where there is nothing, and how to keep a first one. */
  readonly none: string;
  readonly first: string;
  /** What else there is, that stands on no shelf. */
  readonly more?: readonly Line[];
}

const entryText = ({ name, kind }: Pick<LibraryItem, 'name' | 'kind'>): string =>
  kind === 'group' ? phrase`${name} (group)` : name;

/** Everything of some kinds that somebody may read here, a paragraph a shelf and rulebook. */
export const libraryListReply = async (
  asker: Asker,
  kinds: Kinds,
  wanted: { readonly shelf?: LibraryScope | undefined; readonly system?: string | undefined },
  { title, none, first, more = [] }: ListTexts,
  services: Services,
): Promise<CommandAnswer> => {
  const system = wanted.system === undefined ? ok(undefined) : findRuleset(services.rulesets, wanted.system);
  if (!system.ok) return system;
  const asked: LibraryQuery = { shelf: wanted.shelf, system: system.value?.id };
  const all = await libraryEntries(asker, kinds, asked, services);
  const byPlace = Map.groupBy(all, ({ library, head }) => {
    const book = services.rulesets.find(({ id }) => id === head.system)?.title;
    return book === undefined ? library.label : `${library.label}, ${book}`;
  });
  const lines = [
    ...[...byPlace].map(([place, items]) => {
      const names = items.map(({ head }) => entryText(head)).join(', ');
      return line(phrase`${place.charAt(0).toUpperCase()}${place.slice(1)}: ${names}.`);
    }),
    ...more,
  ];
  const empty = card(none, { lines: [line(phrase`Save your first one with ${first}.`, 'quiet')] });
  return ok(createPrivateView({ cards: [lines.length === 0 ? empty : card(title, { lines })] }));
};
