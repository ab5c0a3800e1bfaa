import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  deletedCharacters,
  findDeletedCharacter,
  requireRoomForCharacters,
  softDeleteCharacter,
} from '../src/app/characters/deleted-characters.ts';
import { writeLibraryFiles } from '../src/app/characters/library-file.ts';
import { type LibraryFileContent, maxLibraryFileBytes } from '../src/app/characters/library-format.ts';
import { countLibraryItems, importLibraryItems, libraryItemsToExport } from '../src/app/characters/library-items.ts';
import { exportPictures, importPictures, listVersions } from '../src/app/characters/library-pictures.ts';
import { listSavedSheets, restoreFromFile } from '../src/app/characters/restore-from-file.ts';
import { hasCharacter, prepareCharacter, prepareCharacterWithHistory } from '../src/app/characters/save-character.ts';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { defineCommand } from '../src/app/commands/command.ts';
import { sheetCard } from '../src/app/forms/sheet-chart.ts';
import { assignSheetNames, describeImportedSheets, toImportText } from '../src/app/imports/import-lines.ts';
import { importOptions } from '../src/app/imports/import-options.ts';
import { createSheetsRequest, withRuleset } from '../src/app/imports/read-file.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { applySheetChanges } from '../src/app/input/sheet-changes.ts';
import { findCharacter, refuseUnknownCharacter } from '../src/app/input/sheet-lookup.ts';
import {
  findFieldTitleSource,
  findPreset,
  findRuleset,
  parseSheet,
  presetOffers,
  sheetLines,
} from '../src/app/input/sheets.ts';
import { toUnsentAnswer, writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { findPortrait } from '../src/app/pictures/portraits.ts';
import { type CommandAnswer, createPrivateView, type Reply } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { backgroundHashes } from '../src/campaign/library-content.ts';
import type { SaveBatch } from '../src/campaign/save-batch.ts';
import { counted, phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { normalizeText } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { flagParam, textParam } from '../src/rules/params.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { openCharacterForm } from './character-form.ts';

const system = textParam('The rulebook', 40);
const name = textParam('The character’s name', 80);
/** The longest name of a character. */
const maxNameLength = 32;

const complete = async (
  asker: Asker,
  option: string,
  typed: string,
  soFar: Readonly<Record<string, unknown>>,
  services: Services,
) => {
  const { rulesets, characters } = services;
  if (option === 'system') return matchingOffers(toOffers(rulesets.map(({ id }) => id)), typed);
  if (option === 'preset') {
    const wanted = rulesets.filter(({ id }) => soFar.system === undefined || id === soFar.system);
    return matchingOffers(presetOffers(wanted), typed);
  }
  return option === 'name'
    ? matchingOffers(toOffers((await characters.list(asker.user, asker.guild)).map((each) => each.name)), typed)
    : [];
};

/** Keeps a sheet under a name, over one of the same name; refuses a name nobody could call and a sheet the rulebook refuses. */
export const saveCharacter = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  sheet: unknown,
  services: Services,
  origin: readonly Line[] = [],
) => {
  const shown = normalizeText(called);
  if (shown === '' || [...shown].length > maxNameLength) return refuse('bad-name');
  const checked = parseSheet(ruleset, sheet);
  if (!checked.ok) return checked;
  const toKeep = { ruleset, name: shown, sheet: checked.value, id: randomUUID() };
  const own = await services.characters.list(asker.user, asker.guild);
  const room = hasCharacter(own, toKeep) ? ok(undefined) : requireRoomForCharacters(own);
  if (!room.ok) return room;
  const { character, isNew } = await prepareCharacterWithHistory(asker, toKeep, own, services);
  const title = phrase`${shown} is ${isNew ? 'saved' : 'changed'} (${ruleset.title})`;
  const told = createPrivateView({
    cards: [card(title, { lines: [...origin, ...sheetLines(ruleset, checked.value)] })],
    controls: origin.length > 0 && isNew ? [[button('Delete it', ['character', 'delete'], { name: shown })]] : [],
  });
  await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) => services.characters.save(character, said));
  return ok(told);
};

/** Writes all of it with its answer, or nothing. */
const saveBatch = async (asker: Asker, batch: SaveBatch, told: Reply, services: Services): Promise<CommandAnswer> => {
  const how = await writeWithAnswer(
    services,
    asker,
    toUnsentAnswer(told),
    (said) => services.batches.write(batch, said),
    {
      isWritten: (written) => written === 'kept',
    },
  );
  return how === 'kept' ? ok(told) : refuse('kept-meanwhile');
};

/** Keeps several sheets at once, each as a character; their rulebook has checked them. */
const saveCharacters = async (
  asker: Asker,
  ruleset: Ruleset,
  sheets: readonly { readonly name: string; readonly sheet: unknown }[],
  services: Services,
  origin: readonly Line[],
) => {
  const title = phrase`${sheets.length} characters saved (${ruleset.title})`;
  const told = createPrivateView({ cards: [card(title, { lines: origin, footer: 'See each with /character show' })] });
  const own = await services.characters.list(asker.user, asker.guild);
  const room = requireRoomForCharacters(own, sheets.filter((each) => !hasCharacter(own, { ...each, ruleset })).length);
  if (!room.ok) return room;
  const characters: SaveBatch['characters'][number][] = [];
  for (const [at, each] of sheets.entries()) {
    const toKeep = { ...each, ruleset, id: randomUUID() };
    const { character, edited } = await prepareCharacter(asker, toKeep, own, services, at + 1);
    characters.push({ character, historyEvents: edited === undefined ? [] : [edited] });
  }
  return saveBatch(asker, { characters, items: [], pictures: [], portraits: [] }, told, services);
};

const create = defineCommand({
  path: ['character', 'create'],
  summary: 'Create a character from a preset, with changes',
  params: z.strictObject({
    system,
    name,
    preset: textParam('The preset to start from', 80),
    changes: textParam('What to change: hp=45, attack=12', 1000).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const ruleset = findRuleset(services.rulesets, input.system);
    if (!ruleset.ok) return ruleset;
    const preset = findPreset(ruleset.value, input.preset);
    if (!preset.ok) return preset;
    const there = await services.characters.find(asker.user, asker.guild, input.name, ruleset.value.id);
    if (there !== undefined) return refuse('character-there', { name: there.name });
    const sheet =
      input.changes === undefined
        ? ok(preset.value.sheet)
        : applySheetChanges(ruleset.value, preset.value.sheet, input.changes);
    return sheet.ok ? saveCharacter(asker, ruleset.value, input.name, sheet.value, services) : sheet;
  },
});

const edit = defineCommand({
  path: ['character', 'edit'],
  summary: 'Edit one of your characters, with a form or field by field',
  params: z.strictObject({
    name,
    changes: textParam('What to change: hp=45, attack=12; default: open the form', 1000).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    if (input.changes === undefined) return openCharacterForm(there.value, services.rulesets);
    const ruleset = findRuleset(services.rulesets, there.value.system);
    if (!ruleset.ok) return ruleset;
    const sheet = applySheetChanges(ruleset.value, there.value.sheet, input.changes);
    return sheet.ok ? saveCharacter(asker, ruleset.value, there.value.name, sheet.value, services) : sheet;
  },
});

/** Sheets that are looked at before they are kept: one whole, of several what they are. */
const previewSheets = (
  ruleset: Ruleset,
  sheets: readonly { readonly name: string; readonly sheet: unknown }[],
  origin: readonly Line[],
) => {
  const [first, ...more] = sheets;
  if (first === undefined) return [];
  return more.length === 0
    ? [
        card(phrase`${first.name} would be saved like this`, {
          lines: [...origin, ...sheetLines(ruleset, first.sheet)],
        }),
      ]
    : [card(phrase`${sheets.length} sheets would be saved`, { lines: origin })];
};

/** Brings everything back that such a file holds: characters to the asker, sheets of a roster to the campaign of that name. */
const restoreLibrary = async (
  asker: Asker,
  { sheets, shelved, pictures }: LibraryFileContent,
  services: Services,
  look = false,
) => {
  if (look) {
    const lines = [
      ...sheets.map(({ name, ruleset }) => line(`${name} (${ruleset.id})`)),
      ...shelved.map(({ name, of }) => line(`${name} (${of})`)),
    ];
    return ok(createPrivateView({ cards: [card('This would be restored', { lines })] }));
  }
  const backdrops = new Set(shelved.flatMap(({ thing }) => backgroundHashes(thing)));
  const taken = await importPictures(asker, pictures, backdrops, services);
  const onShelf = await importLibraryItems(asker, shelved, services, randomUUID, taken.hashes);
  const put = await restoreFromFile(asker, sheets, services, randomUUID);
  if (!put.ok) return put;
  const back = put.value;
  const count = back.characters.length + onShelf.items.length;
  const left =
    taken.skipped === 0
      ? []
      : [line(phrase`Skipped (cannot be read, or no room left): ${counted(taken.skipped, 'picture')}.`)];
  const told = createPrivateView({
    cards: [
      card(count === 0 ? 'Nothing could be restored' : phrase`${count} restored`, {
        lines: [...back.lines, ...onShelf.lines, ...left],
      }),
    ],
  });
  const faces = [...back.portraits, ...onShelf.faces].flatMap(([holder, key]) => {
    const hash = taken.hashes.get(key);
    return hash === undefined ? [] : [{ holder, owner: asker.user, guild: asker.guild, hash }];
  });
  const batch = { characters: back.characters, items: onShelf.items, pictures: taken.pictures, portraits: faces };
  return saveBatch(asker, batch, told, services);
};

const importing = defineCommand({
  path: ['character', 'import'],
  summary: 'Import a character from JSON, another tool or a table, or a file from /character export',
  params: z.strictObject({
    system: textParam('The rulebook; default: the one named in the text', 40).optional(),
    name: textParam('The character’s name; default: the name in the text', 80).optional(),
    ...importOptions(maxLibraryFileBytes),
    look: flagParam('Preview only; nothing is saved').optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const wanted = input.system === undefined ? ok(undefined) : findRuleset(services.rulesets, input.system);
    if (!wanted.ok) return wanted;
    const { rulesets } = services;
    const asked = createSheetsRequest(toImportText(input), wanted.value && [wanted.value]);
    const read = await services.readFile('character', asked, asker);
    if (!read.ok) return read;
    const { kept: all } = read.value;
    if (all !== undefined) {
      const sheets = all.sheets.map((each) => withRuleset(each, rulesets));
      return restoreLibrary(asker, { ...all, sheets }, services, input.look);
    }
    const taken = withRuleset(read.value.taken, rulesets);
    const named = assignSheetNames(taken, input.name, maxNameLength);
    if (!named.ok) return named;
    const [first, ...more] = named.value;
    const { ruleset } = taken;
    const origin = describeImportedSheets(taken);
    if (input.look) return ok(createPrivateView({ cards: previewSheets(ruleset, named.value, origin) }));
    return first !== undefined && more.length === 0
      ? saveCharacter(asker, ruleset, first.name, first.sheet, services, origin)
      : saveCharacters(asker, ruleset, named.value, services, origin);
  },
});

const exporting = defineCommand({
  path: ['character', 'export'],
  summary: 'Export one of your characters, or everything you have saved here, as a file',
  params: z.strictObject({
    name: textParam('The character’s name; default: everything you have saved in this server', 80).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    if (input.name === undefined) {
      const { characters, rosters } = await listSavedSheets(asker, services);
      const sheets = rosters.flatMap((each) => each.sheets);
      const items = await libraryItemsToExport(asker, services);
      const versions = await listVersions(characters, services);
      const pictured = await exportPictures(
        [...characters, ...sheets].map(({ id }) => id),
        items,
        services,
      );
      if (characters.length + sheets.length + items.length === 0) return refuse('nothing-kept');
      const lines = [
        line(phrase`${characters.length} of your characters and warbands`),
        ...countLibraryItems(items).map((each) => line(each)),
        ...rosters.flatMap(({ campaign, sheets: on }) =>
          on.length === 0 ? [] : [line(phrase`${on.length} on the roster of ${campaign.name}`)],
        ),
        line('/character import restores it, here or in another server.', 'quiet'),
      ];
      return ok(
        createPrivateView({
          cards: [card('Everything you have saved here', { lines })],
          files: writeLibraryFiles({ characters, rosters, items, versions, ...pictured }),
        }),
      );
    }
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    const { name: called, system: of, sheet } = there.value;
    const file = { name: `${of}-character.json`, content: `${JSON.stringify(sheet, undefined, 2)}\n` };
    return ok(createPrivateView({ cards: [card(phrase`${called} (${of})`)], files: [file] }));
  },
});

const show = defineCommand({
  path: ['character', 'show'],
  summary: 'Show the sheet of one of your characters, as a picture and in words',
  params: z.strictObject({ name }),
  complete,
  run: async (asker, input, services) => {
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    const { id, name: called, system: of, sheet } = there.value;
    const shown = sheetCard(
      services.rulesets.find((each) => each.id === of) ?? { title: of },
      phrase`${called} (${of})`,
      { name: called, sheet, portrait: await findPortrait(id, services) },
    );
    return ok(createPrivateView({ cards: [shown] }));
  },
});

const list = defineCommand({
  path: ['character', 'list'],
  summary: 'List your characters in this server',
  params: z.strictObject({}),
  run: async (asker, _input, { characters, histories }) => {
    const own = await characters.list(asker.user, asker.guild);
    const last = await histories.last(own.map(({ id }) => id));
    const lines = own.map(({ id, name: called, system: of, sharedBy }) =>
      line(phrase`${called} (${of}${last.get(id)?.dead ? ', dead' : ''}${sharedBy === undefined ? '' : ', shared'})`),
    );
    return ok(
      createPrivateView({
        cards: [card(lines.length === 0 ? 'You have no characters here' : 'Your characters', { lines })],
      }),
    );
  },
});

const remove = defineCommand({
  path: ['character', 'delete'],
  summary: 'Delete one of your characters; you can restore it for 30 days',
  params: z.strictObject({ name }),
  complete,
  run: async (asker, input, services) => {
    const { characters } = services;
    // What is deleted is gone: its whole name is wanted.
    const there = await characters.find(asker.user, asker.guild, input.name);
    if (there === undefined) {
      const own = await characters.list(asker.user, asker.guild);
      const meant = matchName(input.name, own, (each) => [each.name]);
      return refuseUnknownCharacter(input.name, meant.found === undefined ? meant.suggestions : [meant.found.name]);
    }
    const told = createPrivateView({
      cards: [card(phrase`${there.name} is deleted`, { lines: [line('You can restore it for 30 days.', 'quiet')] })],
      controls: [[button('Restore', ['character', 'restore'], { name: there.name })]],
    });
    await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) => softDeleteCharacter(there, services, said));
    return ok(told);
  },
});

const restore = defineCommand({
  path: ['character', 'restore'],
  summary: 'Restore a recently deleted character and its history',
  params: z.strictObject({ name }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'name'
      ? matchingOffers(toOffers((await deletedCharacters(asker, services)).map((each) => each.name)), typed)
      : [],
  run: async (asker, input, services) => {
    const back = await findDeletedCharacter(asker, input.name, services);
    if (!back.ok) return back;
    const told = createPrivateView({
      cards: [
        card(phrase`${back.value.name} is restored`, {
          lines: sheetLines(findFieldTitleSource(services.rulesets, back.value.system), back.value.sheet),
        }),
      ],
    });
    await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) => services.characters.save(back.value, said));
    return ok(told);
  },
});

const preset = defineCommand({
  path: ['character', 'preset'],
  summary: 'List a rulebook’s presets, or show one',
  params: z.strictObject({ system, preset: textParam('Which preset', 80).optional() }),
  complete,
  run: async (_asker, input, { rulesets }) => {
    const ruleset = findRuleset(rulesets, input.system);
    if (!ruleset.ok) return ruleset;
    if (input.preset === undefined) {
      const lines = Object.values(ruleset.value.presets).map(({ title, description }) =>
        line(description === undefined ? title : `${title}. ${description}`),
      );
      return ok(createPrivateView({ cards: [card(phrase`Presets for ${ruleset.value.title}`, { lines })] }));
    }
    const found = findPreset(ruleset.value, input.preset);
    return found.ok
      ? ok(
          createPrivateView({
            cards: [
              card(found.value.title, {
                lines: [
                  ...(found.value.description ? [line(found.value.description)] : []),
                  ...sheetLines(ruleset.value, found.value.sheet),
                ],
              }),
            ],
          }),
        )
      : found;
  },
});

export const characterCommands = [create, edit, importing, exporting, show, list, remove, restore, preset];
