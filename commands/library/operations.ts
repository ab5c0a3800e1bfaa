import { randomUUID } from 'node:crypto';
import { requireRoomForCharacters, softDeleteCharacter } from '../../src/app/characters/save-character.ts';
import { type Asker, type Command, defineCommand, matchingOffers } from '../../src/app/command-kit/command.ts';
import { checkName } from '../../src/app/forms/form-steps.ts';
import { findRuleset } from '../../src/app/input/sheets.ts';
import {
  chooseLibraryForSaving,
  findThing,
  formatScope,
  itemOptions,
  kindOfCharacter,
  loadItem,
  parseScope,
  type SavedKind,
  type SavedThing,
  savedKinds,
  savedThings,
  scopeOption,
  type ThingQuery,
  thingOffers,
} from '../../src/app/library/libraries.ts';
import {
  checkItemName,
  prepareChange,
  prepareItem,
  purgeDeletedItems,
  requireLibraryRoom,
  writeItem,
} from '../../src/app/library/save-item.ts';
import { copyPicturesToUser, copyPortrait } from '../../src/app/pictures/save-picture.ts';
import {
  button,
  type CommandAnswer,
  type Control,
  createPrivateView,
  type PrivateView,
  selectMenu,
} from '../../src/app/replies/reply.ts';
import { forFoe, forLibrary, type LibraryServices, type Need } from '../../src/app/services.ts';
import type { Character } from '../../src/campaign/characters.ts';
import { capitalize, isSameName, listText, ok, phrase, refuse, term, worded } from '../../src/core/message.ts';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { pictureHashes } from '../../src/library/library.ts';
import { type Line, line } from '../../src/rules/event.ts';
import { oneOfParam, textParam } from '../../src/rules/verb.ts';
import { privateCard, writeAndAnswer } from '../answers.ts';
import { completeEach, systemOffers, systemParam } from '../completion.ts';
import { characterViews, itemViews, noteOfThing, showPresetEncounter, showThing } from './kinds.ts';
import { saveCharacter } from './save-item.ts';

/** The options that select a saved thing. */
const thingOptions = {
  ...itemOptions,
  kind: oneOfParam('What kind of thing; needed if several have that name', savedKinds).optional(),
};

/** Converts the options that the user has chosen so far to a search query. */
const queryOf = ({ kind, shelf }: Readonly<Record<string, unknown>>): ThingQuery => ({
  kind: savedKinds.find((each) => each === kind),
  shelf: parseScope(shelf),
});

/** Creates a completer that suggests names of saved things, or of deleted things. */
export const completeThing =
  (deleted = false): Command<LibraryServices & Need<'characters' | 'now'>>['complete'] =>
  async (asker, option, typed, soFar, services) =>
    option === 'name' ? thingOffers(asker, typed, { ...queryOf(soFar), deleted }, services) : [];

/** Describes a saved thing with its library: `Grim (Skure), in your own library`. */
const titleOf = ({ name, system: of, ...thing }: SavedThing, { rulesets }: Need<'rulesets'>): string => {
  const book = rulesets.find(({ id }) => id === of)?.title ?? of;
  const titled = book === undefined ? name : phrase`${name} (${term(book)})`;
  return 'entry' in thing ? phrase`${titled}, in ${term(thing.label)}` : titled;
};

const viewOfKind = (kind: SavedKind) =>
  kind === 'character' || kind === 'warband' ? characterViews[kind] : itemViews[kind];

const maxOffered = 25;

/** A menu of saved rolls or saved tables. Choosing an entry rolls it. */
const rollMenu = (
  option: string | undefined,
  all: readonly { readonly name: string; readonly note?: string | undefined }[],
): readonly (readonly Control[])[] => {
  if (option === undefined || all.length === 0) return [];
  const offers = all
    .slice(0, maxOffered)
    .map(({ name, note }) => ({ value: name, label: name, note: note?.slice(0, 90) }));
  return [[selectMenu('Roll one', option, offers, { path: ['roll'] })]];
};

const list = defineCommand([...forFoe, 'now', 'servers'], {
  path: ['library', 'list'],
  summary: 'List what you have saved and can use here',
  params: {
    kind: oneOfParam('What kind of thing; default: all', savedKinds).optional(),
    shelf: scopeOption('Which library; default: all'),
    system: systemParam.optional(),
  },
  complete: completeEach({ system: systemOffers }),
  run: async (asker, input, services) => {
    const book = input.system === undefined ? ok(undefined) : findRuleset(services.rulesets, input.system);
    if (!book.ok) return book;
    const query = { kind: input.kind, shelf: input.shelf, system: book.value?.id };
    const things = await savedThings(asker, query, services);
    const all = await Promise.all(
      things.map(async (thing) => ({
        ...thing,
        note: input.kind === undefined ? undefined : await noteOfThing(thing, asker, services),
      })),
    );
    const byPlace = Map.groupBy(all, ({ kind, label, system: of }) => {
      const title = services.rulesets.find(({ id }) => id === of)?.title;
      const where = title === undefined ? worded(label) : phrase`${term(label)}, ${term(title)}`;
      return input.kind === undefined ? phrase`${term(viewOfKind(kind).title)} in ${where}` : capitalize(where);
    });
    const view = input.kind && viewOfKind(input.kind);
    const lines: readonly Line[] = [
      ...[...byPlace].map(([place, each]) => {
        const names = each.map(({ name, note }) => (note === undefined ? name : phrase`${name} (${note})`));
        return line(phrase`${place}: ${listText(names)}.`);
      }),
      ...(input.shelf === undefined ? ((await view?.more?.(asker, query.system, services)) ?? []) : []),
    ];
    const hint =
      view === undefined
        ? 'Save something with /library save, or make a character with /character create.'
        : phrase`Save your first one with ${view.first}.`;
    const controls = rollMenu(view?.rollOption, all);
    return ok(
      lines.length === 0
        ? privateCard('Nothing is saved here', { lines: [line(hint, 'quiet')] }, { controls })
        : privateCard(view?.title ?? 'Saved here', { lines }, { controls }),
    );
  },
});

const show = defineCommand([...forFoe, 'now', 'servers'], {
  path: ['library', 'show'],
  summary: 'Show a saved thing: a sheet as a picture and in words, a map, a table',
  params: thingOptions,
  complete: async (asker, option, typed, soFar, services) => {
    const encounters = soFar.kind === 'encounter' ? services.rulesets.flatMap((each) => each.encounters) : [];
    const presets = encounters.map(({ name }) => ({ value: name, label: worded(name) }));
    const saved = await completeThing()(asker, option, typed, soFar, services);
    return [...saved, ...(option === 'name' ? matchingOffers(presets, typed) : [])].slice(0, maxOffered);
  },
  run: async (asker, input, services) => {
    const thing = await findThing(asker, input.name, input, services);
    const mayBePreset = !thing.ok && input.shelf === undefined && (input.kind ?? 'encounter') === 'encounter';
    const preset = mayBePreset ? showPresetEncounter(input.name, services) : undefined;
    if (preset !== undefined) return ok(createPrivateView({ cards: [preset] }));
    if (!thing.ok) return thing;
    const shown = await showThing(thing.value, titleOf(thing.value, services), asker, services);
    return shown.ok ? ok(createPrivateView({ cards: [shown.value.card], controls: shown.value.controls })) : shown;
  },
});

/** Finds another character of the user with the same rulebook and name. Undefined if there is none. */
const findNamesake = async (
  { user, guild }: Asker,
  name: string,
  { id, system: of }: Character,
  { characters }: Need<'characters'>,
) =>
  (await characters.list(user, guild)).find(
    (each) => each.id !== id && each.system === of && isSameName(each.name, name),
  );

/** Sets the name field of a character's sheet, if the rulebook's sheets have a name field. */
const sheetNamed = ({ system: of, sheet }: Character, name: string, services: Need<'rulesets'>): unknown =>
  kindOfCharacter(of, services) === 'warband' && isPlainObject(sheet) ? { ...sheet, name } : sheet;

const renameCharacter = async (
  asker: Asker,
  there: Character,
  to: string,
  told: PrivateView,
  services: Need<'characters' | 'now' | 'outbox' | 'rulesets'>,
): Promise<CommandAnswer> => {
  const taken = await findNamesake(asker, to, there, services);
  if (taken !== undefined) return refuse('character-there', { name: taken.name });
  const renamed = { ...there, name: to, sheet: sheetNamed(there, to, services), updatedAt: services.now() };
  return writeAndAnswer(asker, told, services, (said) => services.characters.save(renamed, said));
};

const rename = defineCommand([...forLibrary, 'characters', 'now', 'outbox'], {
  path: ['library', 'rename'],
  summary: 'Rename a saved thing',
  params: { ...thingOptions, to: textParam('The new name', 80) },
  complete: completeThing(),
  run: async (asker, input, services) => {
    const found = await findThing(asker, input.name, input, services);
    if (!found.ok) return found;
    const thing = found.value;
    const name = 'entry' in thing ? checkItemName(input.to, thing.kind) : checkName(input.to);
    if (!name.ok) return name;
    const told = privateCard(phrase`${thing.name} is now called ${name.value}`);
    if ('character' in thing) return renameCharacter(asker, thing.character, name.value, told, services);
    const changed = await prepareChange(asker, thing.entry, () => ok({ name: name.value }), services);
    return changed.ok ? writeItem(asker, changed.value, told, services) : changed;
  },
});

/** Copies one of the user's own characters. */
const copyCharacter = async (
  asker: Asker,
  there: Character,
  name: string,
  services: Need<'batches' | 'characters' | 'histories' | 'now' | 'outbox' | 'rulesets'>,
): Promise<CommandAnswer> => {
  const ruleset = findRuleset(services.rulesets, there.system);
  if (!ruleset.ok) return ruleset;
  const taken = await findNamesake(asker, name, { ...there, id: '' }, services);
  if (taken !== undefined) return refuse('character-there', { name: taken.name });
  const origin = phrase`Copied from ${there.name}.`;
  const sheet = sheetNamed(there, name, services);
  return saveCharacter(asker, ruleset.value, name, sheet, services, [line(origin, 'quiet')]);
};

const copy = defineCommand([...forFoe, 'batches', 'now', 'outbox'], {
  path: ['library', 'copy'],
  summary: 'Copy a saved thing under another name or to another library',
  params: {
    ...thingOptions,
    to: textParam('The name of the copy; default: the same name', 80).optional(),
    onto: scopeOption('The library to copy it to; default: the same library'),
  },
  complete: completeThing(),
  run: async (asker, input, services) => {
    const found = await findThing(asker, input.name, input, services);
    if (!found.ok) return found;
    const thing = found.value;
    if ('character' in thing) return copyCharacter(asker, thing.character, input.to ?? thing.name, services);
    const item = await loadItem(thing.entry, services);
    if (!item.ok) return item;
    const onto = await chooseLibraryForSaving(asker, input.onto ?? thing.entry.library.scope, services);
    if (!onto.ok) return onto;
    const { kind, system: of, thing: content, edition } = item.value;
    const wanted = { kind, name: input.to ?? thing.name, system: of, thing: content, edition };
    const made = await prepareItem(asker, onto.value, { ...wanted, id: randomUUID(), replaces: false }, services);
    if (!made.ok) return made;
    const says = phrase`${thing.name} copied: ${made.value.name} in ${term(onto.value.label)}`;
    const written = await writeItem(asker, made.value, privateCard(says), services);
    if (written.ok) {
      await copyPortrait(asker, item.value.id, made.value.id, services);
      await copyPicturesToUser(asker, pictureHashes(content), services);
    }
    return written;
  },
});

/** The input with which other commands find this saved thing. */
const inputOf = (thing: SavedThing) => ({
  ...{ name: thing.name, kind: thing.kind },
  ...('entry' in thing && { shelf: formatScope(thing.entry.library.scope) }),
});

const remove = defineCommand([...forFoe, 'now', 'outbox'], {
  path: ['library', 'delete'],
  summary: 'Delete a saved thing; you can restore it for 30 days, and battles are not affected',
  params: thingOptions,
  complete: completeThing(),
  run: async (asker, input, services) => {
    const found = await findThing(asker, input.name, input, services, { whole: true });
    if (!found.ok) return found;
    const thing = found.value;
    const says =
      'entry' in thing ? phrase`${thing.name} is deleted from ${term(thing.label)}` : phrase`${thing.name} is deleted`;
    const told = privateCard(
      says,
      { lines: [line('You can restore it for 30 days.', 'quiet')] },
      { controls: [[button('Restore', { path: ['library', 'restore'], input: inputOf(thing) })]] },
    );
    if ('character' in thing)
      return writeAndAnswer(asker, told, services, (said) => softDeleteCharacter(thing.character, services, said));
    const deleted = await prepareChange(asker, thing.entry, () => ok({ deletedAt: services.now() }), services);
    if (!deleted.ok) return deleted;
    const written = await writeItem(asker, deleted.value, told, services);
    if (written.ok) await purgeDeletedItems(thing.entry.library, services);
    return written;
  },
});

const requireRoomToRestore = async (asker: Asker, thing: SavedThing, services: Need<'characters' | 'library'>) => {
  if ('entry' in thing) {
    const { library } = thing.entry;
    return requireLibraryRoom(asker, library, thing.kind, await services.library.list(library, thing.kind));
  }
  const taken = await findNamesake(asker, thing.name, thing.character, services);
  if (taken !== undefined) return refuse('character-there', { name: taken.name });
  return requireRoomForCharacters(await services.characters.list(asker.user, asker.guild));
};

const restore = defineCommand([...forLibrary, 'characters', 'now', 'outbox'], {
  path: ['library', 'restore'],
  summary: 'Restore a recently deleted thing; a character comes back with its history',
  params: thingOptions,
  complete: completeThing(true),
  run: async (asker, input, services) => {
    const found = await findThing(asker, input.name, { ...input, deleted: true }, services);
    if (!found.ok) return found;
    const thing = found.value;
    const room = await requireRoomToRestore(asker, thing, services);
    if (!room.ok) return room;
    const says =
      'entry' in thing ? phrase`${thing.name} restored in ${term(thing.label)}` : phrase`${thing.name} is restored`;
    const told = privateCard(says);
    if ('character' in thing) {
      const restored = { ...thing.character, owner: asker.user, updatedAt: services.now() };
      return writeAndAnswer(asker, told, services, (said) => services.characters.save(restored, said));
    }
    const back = await prepareChange(asker, thing.entry, () => ok({ deletedAt: undefined }), services);
    return back.ok ? writeItem(asker, back.value, told, services) : back;
  },
});

export const libraryOperations = [list, show, rename, copy, remove, restore];
