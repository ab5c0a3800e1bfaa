import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  deletedCharacters,
  findDeletedCharacter,
  requireRoomForCharacters,
  softDeleteCharacter,
} from '../src/app/characters/deleted-characters.ts';
import { writeLibraryFiles } from '../src/app/characters/library-file.ts';
import { type KeptThings, maxLibraryFileBytes } from '../src/app/characters/library-format.ts';
import { countLibraryItems, importLibraryItems, libraryItemsToExport } from '../src/app/characters/library-items.ts';
import { exportPictures, importPictures, versionsOf } from '../src/app/characters/library-pictures.ts';
import { restoreFromFile, shelfOf } from '../src/app/characters/restore-from-file.ts';
import { characterToWrite, characterWithHistory, isOneOf } from '../src/app/characters/save-character.ts';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { sheetCard } from '../src/app/forms/sheet-chart.ts';
import { givenText, importLines, namedSheets } from '../src/app/imports/import-lines.ts';
import { importOptions } from '../src/app/imports/import-options.ts';
import { sheetsWanted, withRuleset } from '../src/app/imports/read-file.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { applySheetChanges } from '../src/app/input/sheet-changes.ts';
import { findCharacter, refuseUnknownCharacter } from '../src/app/input/sheet-lookup.ts';
import { findPreset, findRuleset, parseSheet, presetOffers, sheetLines, titledBy } from '../src/app/input/sheets.ts';
import { answerInWords, withAnswer } from '../src/app/outbox/durable-answer.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { faceOf } from '../src/app/pictures/faces.ts';
import { type Answer, privateView, type Reply } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { SaveBatch } from '../src/campaign/save-batch.ts';
import { backdropsIn } from '../src/campaign/shelf-things.ts';
import { counted, phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { plainText } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { flag, text } from '../src/rules/params.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { formOf } from './character-form.ts';

const system = text('The rulebook', 40);
const name = text('The character’s name', 80);
/** The longest name of a character. */
const longestName = 32;

const complete = async (
  asker: Asker,
  option: string,
  typed: string,
  soFar: Readonly<Record<string, unknown>>,
  services: Services,
) => {
  const { rulesets, characters } = services;
  if (option === 'system') return matchingOffers(offersOf(rulesets.map(({ id }) => id)), typed);
  if (option === 'preset') {
    const wanted = rulesets.filter(({ id }) => soFar.system === undefined || id === soFar.system);
    return matchingOffers(presetOffers(wanted), typed);
  }
  return option === 'name'
    ? matchingOffers(offersOf((await characters.list(asker.user, asker.guild)).map((each) => each.name)), typed)
    : [];
};

/** Keeps a sheet under a name, over one of the same name; refuses a name nobody could call and a sheet the rulebook refuses. */
export const kept = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  sheet: unknown,
  services: Services,
  origin: readonly Line[] = [],
) => {
  const shown = plainText(called);
  if (shown === '' || [...shown].length > longestName) return refuse('bad-name');
  const checked = parseSheet(ruleset, sheet);
  if (!checked.ok) return checked;
  const toKeep = { ruleset, name: shown, sheet: checked.value, id: randomUUID() };
  const own = await services.characters.list(asker.user, asker.guild);
  const room = isOneOf(own, toKeep) ? ok(undefined) : requireRoomForCharacters(own);
  if (!room.ok) return room;
  const { character, isNew } = await characterWithHistory(asker, toKeep, own, services);
  const title = phrase`${shown} is ${isNew ? 'kept' : 'changed'} (${ruleset.title})`;
  const told = privateView({
    cards: [card(title, { lines: [...origin, ...sheetLines(ruleset, checked.value)] })],
    controls: origin.length > 0 && isNew ? [[button('Delete it again', ['character', 'delete'], { name: shown })]] : [],
  });
  await withAnswer(services, asker, answerInWords(told), (said) => services.characters.save(character, said));
  return ok(told);
};

/** Writes all of it with its answer, or nothing. */
const keptTogether = async (asker: Asker, batch: SaveBatch, told: Reply, services: Services): Promise<Answer> => {
  const how = await withAnswer(services, asker, answerInWords(told), (said) => services.keeping.write(batch, said), {
    isWritten: (written) => written === 'kept',
  });
  return how === 'kept' ? ok(told) : refuse('kept-meanwhile');
};

/** Keeps several sheets at once, each as a character; their rulebook has checked them. */
const keptAll = async (
  asker: Asker,
  ruleset: Ruleset,
  sheets: readonly { readonly name: string; readonly sheet: unknown }[],
  services: Services,
  origin: readonly Line[],
) => {
  const title = phrase`${sheets.length} characters are kept (${ruleset.title})`;
  const told = privateView({ cards: [card(title, { lines: origin, footer: '/character show shows each' })] });
  const own = await services.characters.list(asker.user, asker.guild);
  const room = requireRoomForCharacters(own, sheets.filter((each) => !isOneOf(own, { ...each, ruleset })).length);
  if (!room.ok) return room;
  const characters: SaveBatch['characters'][number][] = [];
  for (const [at, each] of sheets.entries()) {
    const toKeep = { ...each, ruleset, id: randomUUID() };
    const { character, edited } = await characterToWrite(asker, toKeep, own, services, at + 1);
    characters.push({ character, happenings: edited === undefined ? [] : [edited] });
  }
  return keptTogether(asker, { characters, items: [], pictures: [], faces: [] }, told, services);
};

const create = command({
  path: ['character', 'create'],
  summary: 'Make a character from a ready-made sheet, with changes',
  params: z.strictObject({
    system,
    name,
    preset: text('The ready-made sheet to begin with', 80),
    changes: text('What to change: hp=45, attack=12', 1000).optional(),
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
    return sheet.ok ? kept(asker, ruleset.value, input.name, sheet.value, services) : sheet;
  },
});

const edit = command({
  path: ['character', 'edit'],
  summary: 'Change one of your characters: in its form, or field by field',
  params: z.strictObject({
    name,
    changes: text('What to change: hp=45, attack=12; by default its form opens', 1000).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    if (input.changes === undefined) return formOf(there.value, services.rulesets);
    const ruleset = findRuleset(services.rulesets, there.value.system);
    if (!ruleset.ok) return ruleset;
    const sheet = applySheetChanges(ruleset.value, there.value.sheet, input.changes);
    return sheet.ok ? kept(asker, ruleset.value, there.value.name, sheet.value, services) : sheet;
  },
});

/** Sheets that are looked at before they are kept: one whole, of several what they are. */
const lookedAt = (
  ruleset: Ruleset,
  sheets: readonly { readonly name: string; readonly sheet: unknown }[],
  origin: readonly Line[],
) => {
  const [first, ...more] = sheets;
  if (first === undefined) return [];
  return more.length === 0
    ? [card(phrase`${first.name} would be kept like this`, { lines: [...origin, ...sheetLines(ruleset, first.sheet)] })]
    : [card(phrase`${sheets.length} would be kept`, { lines: origin })];
};

/** Brings everything back that such a file holds: characters to the asker, sheets of a roster to the campaign of that name. */
const broughtBack = async (
  asker: Asker,
  { sheets, shelved, pictures }: KeptThings,
  services: Services,
  look = false,
) => {
  if (look) {
    const lines = [
      ...sheets.map(({ name, ruleset }) => line(`${name} (${ruleset.id})`)),
      ...shelved.map(({ name, of }) => line(`${name} (${of})`)),
    ];
    return ok(privateView({ cards: [card('It would bring back', { lines })] }));
  }
  const backdrops = new Set(shelved.flatMap(({ thing }) => backdropsIn(thing)));
  const taken = await importPictures(asker, pictures, backdrops, services);
  const onShelf = await importLibraryItems(asker, shelved, services, randomUUID, taken.hashes);
  const put = await restoreFromFile(asker, sheets, services, randomUUID);
  if (!put.ok) return put;
  const back = put.value;
  const count = back.characters.length + onShelf.items.length;
  const left =
    taken.left === 0
      ? []
      : [line(phrase`Left out, as they are no pictures or there is no room: ${counted(taken.left, 'picture')}.`)];
  const told = privateView({
    cards: [
      card(count === 0 ? 'Nothing could be brought back' : phrase`${count} are back`, {
        lines: [...back.lines, ...onShelf.lines, ...left],
      }),
    ],
  });
  const faces = [...back.faces, ...onShelf.faces].flatMap(([holder, key]) => {
    const hash = taken.hashes.get(key);
    return hash === undefined ? [] : [{ holder, owner: asker.user, guild: asker.guild, hash }];
  });
  const batch = { characters: back.characters, items: onShelf.items, pictures: taken.pictures, faces };
  return keptTogether(asker, batch, told, services);
};

const importing = command({
  path: ['character', 'import'],
  summary: 'Keep a character from JSON, another tool’s sheet or a table; or all that /character export gave',
  params: z.strictObject({
    system: text('The rulebook; by default the text says it', 40).optional(),
    name: text('The character’s name; by default as the text has it', 80).optional(),
    ...importOptions(maxLibraryFileBytes),
    look: flag('Only show what would be taken; nothing is kept').optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const wanted = input.system === undefined ? ok(undefined) : findRuleset(services.rulesets, input.system);
    if (!wanted.ok) return wanted;
    const { rulesets } = services;
    const asked = sheetsWanted(givenText(input), wanted.value && [wanted.value]);
    const read = await services.readFile('character', asked, asker);
    if (!read.ok) return read;
    const { kept: all } = read.value;
    if (all !== undefined) {
      const sheets = all.sheets.map((each) => withRuleset(each, rulesets));
      return broughtBack(asker, { ...all, sheets }, services, input.look);
    }
    const taken = withRuleset(read.value.taken, rulesets);
    const named = namedSheets(taken, input.name, longestName);
    if (!named.ok) return named;
    const [first, ...more] = named.value;
    const { ruleset } = taken;
    const origin = importLines(taken);
    if (input.look) return ok(privateView({ cards: lookedAt(ruleset, named.value, origin) }));
    return first !== undefined && more.length === 0
      ? kept(asker, ruleset, first.name, first.sheet, services, origin)
      : keptAll(asker, ruleset, named.value, services, origin);
  },
});

const exporting = command({
  path: ['character', 'export'],
  summary: 'Get one of your characters as a file, or all you keep here, shelves too, for /character import',
  params: z.strictObject({
    name: text('The character’s name; by default everything you keep in this server', 80).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    if (input.name === undefined) {
      const { characters, rosters } = await shelfOf(asker, services);
      const sheets = rosters.flatMap((each) => each.sheets);
      const shelves = await libraryItemsToExport(asker, services);
      const versions = await versionsOf(characters, services);
      const pictured = await exportPictures(
        [...characters, ...sheets].map(({ id }) => id),
        shelves,
        services,
      );
      if (characters.length + sheets.length + shelves.length === 0) return refuse('nothing-kept');
      const lines = [
        line(phrase`${characters.length} characters and warbands of yours`),
        ...countLibraryItems(shelves).map((each) => line(each)),
        ...rosters.flatMap(({ campaign, sheets: on }) =>
          on.length === 0 ? [] : [line(phrase`${on.length} on the roster of ${campaign.name}`)],
        ),
        line('/character import brings it all back, here or in another server.', 'quiet'),
      ];
      return ok(
        privateView({
          cards: [card('Everything you keep here', { lines })],
          files: writeLibraryFiles({ characters, rosters, shelves, versions, ...pictured }),
        }),
      );
    }
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    const { name: called, system: of, sheet } = there.value;
    const file = { name: `${of}-character.json`, content: `${JSON.stringify(sheet, undefined, 2)}\n` };
    return ok(privateView({ cards: [card(phrase`${called} (${of})`)], files: [file] }));
  },
});

const show = command({
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
      { name: called, sheet, face: await faceOf(id, services) },
    );
    return ok(privateView({ cards: [shown] }));
  },
});

const list = command({
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
      privateView({
        cards: [card(lines.length === 0 ? 'You have no characters here' : 'Your characters', { lines })],
      }),
    );
  },
});

const remove = command({
  path: ['character', 'delete'],
  summary: 'Delete a character of yours; battles keep their copies, and it can be brought back for 30 days',
  params: z.strictObject({ name }),
  complete,
  run: async (asker, input, services) => {
    const { characters } = services;
    // What is deleted is gone: its whole name is wanted.
    const there = await characters.find(asker.user, asker.guild, input.name);
    if (there === undefined) {
      const own = await characters.list(asker.user, asker.guild);
      const meant = matchName(input.name, own, (each) => [each.name]);
      return refuseUnknownCharacter(input.name, meant.found === undefined ? meant.near : [meant.found.name]);
    }
    const told = privateView({
      cards: [
        card(phrase`${there.name} is deleted`, { lines: [line('It can be brought back for 30 days.', 'quiet')] }),
      ],
      controls: [[button('Bring it back', ['character', 'restore'], { name: there.name })]],
    });
    await withAnswer(services, asker, answerInWords(told), (said) => softDeleteCharacter(there, services, said));
    return ok(told);
  },
});

const restore = command({
  path: ['character', 'restore'],
  summary: 'Bring back a character that was deleted not long ago, with its history',
  params: z.strictObject({ name }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'name'
      ? matchingOffers(offersOf((await deletedCharacters(asker, services)).map((each) => each.name)), typed)
      : [],
  run: async (asker, input, services) => {
    const back = await findDeletedCharacter(asker, input.name, services);
    if (!back.ok) return back;
    const told = privateView({
      cards: [
        card(phrase`${back.value.name} is back`, {
          lines: sheetLines(titledBy(services.rulesets, back.value.system), back.value.sheet),
        }),
      ],
    });
    await withAnswer(services, asker, answerInWords(told), (said) => services.characters.save(back.value, said));
    return ok(told);
  },
});

const preset = command({
  path: ['character', 'preset'],
  summary: 'Show the ready-made sheets of a rulebook, or one of them',
  params: z.strictObject({ system, preset: text('Which one', 80).optional() }),
  complete,
  run: async (_asker, input, { rulesets }) => {
    const ruleset = findRuleset(rulesets, input.system);
    if (!ruleset.ok) return ruleset;
    if (input.preset === undefined) {
      const lines = Object.values(ruleset.value.presets).map(({ title, says }) =>
        line(says === undefined ? title : `${title}. ${says}`),
      );
      return ok(privateView({ cards: [card(phrase`Ready-made for ${ruleset.value.title}`, { lines })] }));
    }
    const found = findPreset(ruleset.value, input.preset);
    return found.ok
      ? ok(
          privateView({
            cards: [
              card(found.value.title, {
                lines: [
                  ...(found.value.says ? [line(found.value.says)] : []),
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
