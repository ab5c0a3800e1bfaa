import { randomUUID } from 'node:crypto';
import { type Asker, defineCommand } from '../../src/app/command-kit/command.ts';
import type { ImportedSheets } from '../../src/app/imports/import-sheets.ts';
import {
  assignSheetNames,
  createSheetsRequest,
  describeImportedSheets,
  toImportText,
  withRuleset,
} from '../../src/app/imports/read-file.ts';
import { findRuleset, importOptions, sheetLines } from '../../src/app/input/sheets.ts';
import { maxFoeNameLength, toSavedFoe } from '../../src/app/library/foes.ts';
import {
  chooseLibraryForSaving,
  findThing,
  itemOptions,
  kindOfCharacter,
  loadItem,
  type SavedThing,
  savedKinds,
  saveToOption,
} from '../../src/app/library/libraries.ts';
import { type LibraryFileContent, maxLibraryFileBytes } from '../../src/app/library/library-format.ts';
import {
  countLibraryItems,
  exportLibrary,
  importLibraryItems,
  importPictures,
  libraryItemsToExport,
  listSavedSheets,
  restoreFromFile,
  toExportedItem,
} from '../../src/app/library/restore-from-file.ts';
import { prepareItems, saveBatch } from '../../src/app/library/save-item.ts';
import { parseTable } from '../../src/app/library/tables.ts';
import { maxMapBytes } from '../../src/app/maps/map-source.ts';
import type { CommandAnswer } from '../../src/app/replies/reply.ts';
import { type FoeServices, forFoe, type Need } from '../../src/app/services.ts';
import { counted, ok, phrase, refuse, refuseInput, term } from '../../src/core/message.ts';
import { backgroundHashes, parseContent } from '../../src/library/library.ts';
import { line } from '../../src/rules/event.ts';
import { flagParam, type InputOf, oneOfParam, textParam } from '../../src/rules/verb.ts';
import { lineIf, privateCard } from '../answers.ts';
import { completeEach, systemOffers } from '../completion.ts';
import { importWarband } from '../warband/make.ts';
import { completeThing } from './operations.ts';
import { buildMap, pictureOption } from './save.ts';
import { saveCharacter, saveCharacters, saveItem } from './save-item.ts';

type ExportServices = FoeServices & Need<'now'>;
type ImportServices = ExportServices & Need<'batches' | 'outbox' | 'readFile' | 'reencodePicture' | 'servers'>;

/** Exports a saved thing as a file. The file of a group of foes includes these foes. */
const exportThing = async (thing: SavedThing, services: ExportServices): Promise<CommandAnswer> => {
  const characters = 'character' in thing ? [thing.character] : [];
  const item = 'entry' in thing ? await loadItem(thing.entry, services) : undefined;
  if (item?.ok === false) return item;
  const group = item?.value.kind === 'group' ? parseContent('group', item.value, services.rulesets) : undefined;
  const foes = group?.ok ? group.value.members.flatMap(({ of }) => ('foe' in of ? [of.foe] : [])) : [];
  const all =
    item === undefined
      ? []
      : [...(await services.library.findMany(foes)).filter(({ deletedAt }) => deletedAt === undefined), item.value];
  const items = all.map((each) => toExportedItem(each));
  const files = await exportLibrary({ characters, rosters: [], items }, services);
  return ok(privateCard(thing.name, { lines: [importHint] }, { files }));
};

const importHint = line('/library import restores it, here or in another server.', 'quiet');

const exportAll = async (asker: Asker, services: ExportServices): Promise<CommandAnswer> => {
  const { characters, rosters } = await listSavedSheets(asker, services);
  const items = await libraryItemsToExport(asker, services);
  const isEmpty = rosters.every(({ sheets }) => sheets.length === 0) && characters.length + items.length === 0;
  if (isEmpty) return refuse('nothing-kept');
  const lines = [
    line(phrase`${characters.length} of your characters and warbands`),
    ...countLibraryItems(items).map((each) => line(each)),
    ...rosters.flatMap(({ campaign, sheets: on }) =>
      lineIf(on.length > 0, phrase`${on.length} on the roster of ${campaign.name}`),
    ),
    importHint,
  ];
  const files = await exportLibrary({ characters, rosters, items }, services);
  return ok(privateCard('Everything you have saved here', { lines }, { files }));
};

const exporting = defineCommand([...forFoe, 'now'], {
  path: ['library', 'export'],
  summary: 'Export a saved thing, or everything you have saved here, as a file',
  params: {
    name: textParam('The name; default: everything you have saved in this server', 80).optional(),
    kind: oneOfParam('What kind of thing; needed if several have that name', savedKinds).optional(),
    shelf: itemOptions.shelf,
  },
  complete: completeThing(),
  run: async (asker, { name, ...query }, services) => {
    if (name === undefined) return exportAll(asker, services);
    const thing = await findThing(asker, name, query, services);
    return thing.ok ? exportThing(thing.value, services) : thing;
  },
});

const importKinds = ['character', 'warband', 'foe', 'table', 'map'] as const;

const params = {
  kind: oneOfParam('What to import it as; a library file says it itself', importKinds).optional(),
  name: textParam('The name; default: the name in the text', 80).optional(),
  system: textParam('The rulebook; default: the one named in the text', 40).optional(),
  ...importOptions(Math.max(maxLibraryFileBytes, maxMapBytes)),
  ...pictureOption,
  note: textParam('A note, for foes, tables and maps', 500).optional(),
  shelf: saveToOption(),
  over: flagParam('Overwrite what is already saved under that name').default(false),
  look: flagParam('Preview only; nothing is saved').optional(),
};
type ImportInput = InputOf<typeof params>;

/** Restores a library file: characters, roster sheets and items. */
const restoreLibrary = async (
  asker: Asker,
  { sheets, shelved, pictures }: LibraryFileContent,
  input: ImportInput,
  services: ImportServices,
): Promise<CommandAnswer> => {
  if (input.look) {
    const lines = [
      ...sheets.map(({ name, ruleset }) => line(`${name} (${ruleset.id})`)),
      ...shelved.map(({ name, of }) => line(`${name} (${of})`)),
    ];
    return ok(privateCard('This would be restored', { lines }));
  }
  const onto = input.shelf && (await chooseLibraryForSaving(asker, input.shelf, services));
  if (onto?.ok === false) return onto;
  const single = sheets.length + shelved.length === 1;
  if (input.name !== undefined && !single)
    return refuseInput('name', 'the file contains several things; leave this option out');
  const renamed = <Each extends { readonly name: string }>(each: Each): Each =>
    input.name === undefined ? each : { ...each, name: input.name };
  const backgrounds = new Set(shelved.flatMap(({ thing }) => backgroundHashes(thing)));
  const taken = await importPictures(asker, pictures, backgrounds, services);
  const target = { onto: onto?.value, replaces: input.over || !single };
  const items = await importLibraryItems(asker, shelved.map(renamed), services, randomUUID, taken.hashes, target);
  if (single && items.refusal !== undefined) return { ok: false, error: items.refusal };
  const put = await restoreFromFile(asker, sheets.map(renamed), services, randomUUID);
  if (!put.ok) return put;
  const { characters, portraits: faces, lines } = put.value;
  const count = characters.length + items.items.length;
  const left = phrase`Skipped (cannot be read, or no room left): ${counted(taken.skipped, 'picture')}.`;
  const told = privateCard(count === 0 ? 'Nothing could be restored' : phrase`${count} restored`, {
    lines: [...lines, ...items.lines, ...lineIf(taken.skipped > 0, left)],
  });
  const portraits = [...faces, ...items.faces].flatMap(([holder, key]) => {
    const hash = taken.hashes.get(key);
    return hash === undefined ? [] : [{ holder, owner: asker.user, guild: asker.guild, hash }];
  });
  return saveBatch(asker, { characters, items: items.items, pictures: taken.pictures, portraits }, told, services);
};

interface NamedSheet {
  readonly name: string;
  readonly sheet: unknown;
}

/** Saves sheets as foes of a library. */
const saveFoes = async (
  asker: Asker,
  sheets: readonly NamedSheet[],
  taken: ImportedSheets,
  input: ImportInput,
  services: ImportServices,
): Promise<CommandAnswer> => {
  const { ruleset } = taken;
  const library = await chooseLibraryForSaving(asker, input.shelf, services);
  if (!library.ok) return library;
  const [system, edition] = [ruleset.id, ruleset.editions.present];
  const items = await prepareItems(
    asker,
    library.value,
    sheets.map(({ name, sheet }) => ({
      ...{ kind: 'foe', name, system, thing: toSavedFoe(sheet, input.note) },
      ...{ edition, id: randomUUID(), replaces: input.over },
    })),
    services,
  );
  if (!items.ok) return items;
  const [only, ...more] = items.value;
  const what = more.length === 0 ? (only?.name ?? '') : counted(items.value.length, 'foe');
  const title = phrase`${what} saved to ${term(library.value.label)} (${term(ruleset.title)})`;
  const told = privateCard(title, { lines: describeImportedSheets(taken) });
  return saveBatch(asker, { items: items.value }, told, services);
};

const previewSheets = (sheets: readonly NamedSheet[], taken: ImportedSheets): CommandAnswer => {
  const [first, ...more] = sheets;
  const origin = describeImportedSheets(taken);
  if (first === undefined || more.length > 0)
    return ok(privateCard(phrase`${counted(sheets.length, 'sheet')} would be saved`, { lines: origin }));
  const lines = [...origin, ...sheetLines(taken.ruleset, first.sheet)];
  return ok(privateCard(phrase`${first.name} would be saved like this`, { lines }));
};

/** Saves imported sheets as characters, foes or roster sheets. */
const saveSheets = async (
  asker: Asker,
  taken: ImportedSheets,
  input: ImportInput,
  services: ImportServices,
): Promise<CommandAnswer> => {
  const { ruleset } = taken;
  const isFoe = input.kind === 'foe';
  const named = assignSheetNames(taken, input.name, isFoe ? maxFoeNameLength : 32);
  if (!named.ok) return named;
  const [first, ...more] = named.value;
  if (input.look) return previewSheets(named.value, taken);
  if (isFoe) return saveFoes(asker, named.value, taken, input, services);
  const origin = describeImportedSheets(taken);
  if (first === undefined || more.length > 0) return saveCharacters(asker, ruleset, named.value, services, origin);
  return kindOfCharacter(ruleset.id, services) === 'warband'
    ? importWarband(asker, first, origin, services)
    : saveCharacter(asker, ruleset, first.name, first.sheet, services, origin);
};

/** Maximum length of a table's text (characters). */
const maxTableLength = 32_768;

/** Saves an imported table or map. */
const saveText = async (
  asker: Asker,
  kind: 'table' | 'map',
  input: ImportInput,
  services: ImportServices,
): Promise<CommandAnswer> => {
  const text = input.file ?? input.json ?? '';
  const { name, note, over: replaces } = input;
  if (name === undefined) return refuse('import-unnamed');
  const library = await chooseLibraryForSaving(asker, input.shelf, services);
  if (!library.ok) return library;
  if (kind === 'map') {
    const built = await buildMap(asker, text, input, services);
    return built.ok ? saveItem(asker, library.value, { ...built.value, kind, name, replaces }, services) : built;
  }
  if (text.length > maxTableLength) return refuse('too-big', { most: maxTableLength });
  const read = parseTable(text, undefined);
  if (!read.ok) return refuseInput('file', read.error);
  const thing = { ...read.value, ...(note && { note }) };
  return saveItem(asker, library.value, { kind, name, thing, replaces }, services);
};

const importing = defineCommand([...forFoe, 'batches', 'now', 'outbox', 'readFile', 'reencodePicture', 'servers'], {
  path: ['library', 'import'],
  summary: 'Import a library file, or a sheet, table or map from JSON or another tool',
  params,
  complete: completeEach({ system: systemOffers }),
  run: async (asker, input, services) => {
    if (input.kind === 'table' || input.kind === 'map') return saveText(asker, input.kind, input, services);
    const { rulesets } = services;
    const wanted = input.system === undefined ? ok(undefined) : findRuleset(rulesets, input.system);
    if (!wanted.ok) return wanted;
    const warbands = input.kind === 'warband' ? rulesets.filter(({ usesPlayerName }) => usesPlayerName) : undefined;
    const request = createSheetsRequest(toImportText(input), wanted.value ? [wanted.value] : warbands);
    const read = await services.readFile('library', request, asker);
    if (!read.ok) return read;
    const { kept } = read.value;
    if (kept === undefined) return saveSheets(asker, withRuleset(read.value.taken, rulesets), input, services);
    const sheets = kept.sheets.map((each) => withRuleset(each, rulesets));
    return restoreLibrary(asker, { ...kept, sheets }, input, services);
  },
});

export const transferCommands = [exporting, importing];
