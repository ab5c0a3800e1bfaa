import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { givenText, importLines, namedSheets } from '../src/app/imports/import-lines.ts';
import { importOptions } from '../src/app/imports/import-options.ts';
import { takeSheets } from '../src/app/imports/take-sheets.ts';
import { meantOf } from '../src/app/input/meant.ts';
import { settingLeaves } from '../src/app/input/setting-text.ts';
import { characterCalled, noSuchCharacter } from '../src/app/input/sheet-lookup.ts';
import { changedSheet, checkedSheet, presetCalled, rulesetCalled, sheetLines } from '../src/app/input/sheets.ts';
import { answerInWords, withAnswer } from '../src/app/outbox/durable-answer.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { privateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { Placed } from '../src/battle/saved/outbox.ts';
import type { Character } from '../src/campaign/characters.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { nameKey, plainText } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { text } from '../src/rules/params.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

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
    return matchingOffers(
      wanted.flatMap(({ presets }) => Object.values(presets).map(({ title }) => ({ value: title, label: title }))),
      typed,
    );
  }
  return option === 'name'
    ? matchingOffers(offersOf((await characters.list(asker.user, asker.guild)).map((each) => each.name)), typed)
    : [];
};

/** `hp 45 → 12`: what is different, as far as a line holds it. */
const differences = (before: unknown, after: unknown): readonly string[] => {
  const [was, is] = [before, after].map(
    (sheet) => new Map(settingLeaves(sheet).map(({ key, value }) => [key, JSON.stringify(value)])),
  );
  const keys = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  const changes = keys
    .filter((key) => was?.get(key) !== is?.get(key))
    .map((key) => `${key} ${was?.get(key) ?? '–'} → ${is?.get(key) ?? '–'}`.slice(0, 80));
  return changes.length > 6 ? [...changes.slice(0, 6), `${changes.length - 6} more`] : changes;
};

interface Keeping {
  readonly name: string;
  readonly sheet: unknown;
}

/** The character a sheet is kept as: over one of the same name, whose id and history it goes on with. */
const characterFor = async (
  asker: Asker,
  ruleset: Ruleset,
  { name, sheet }: Keeping,
  services: Services,
  nth: number,
) => {
  const { characters, histories, now } = services;
  const there = (await characters.list(asker.user, asker.guild)).find(
    (each) => each.system === ruleset.id && nameKey(each.name) === nameKey(name),
  );
  const character: Character = {
    id: there?.id ?? randomUUID(),
    owner: asker.user,
    guild: asker.guild,
    system: ruleset.id,
    name,
    sheet,
    edition: ruleset.editions.present,
    updatedAt: now(),
  };
  const changes = there === undefined ? [] : [...differences(there.sheet, sheet)];
  if (changes.length > 0)
    await histories.add({
      id: nth === 1 ? `edited ${asker.orderId}` : `edited ${asker.orderId} ${nth}`,
      character: character.id,
      kind: 'edited',
      at: now(),
      changes,
      dead: (await histories.last([character.id])).get(character.id)?.dead ?? false,
      edition: ruleset.editions.present,
    });
  return { character, isNew: there === undefined };
};

/** Keeps a sheet under a name, over one of the same name; refuses a name nobody could call and a sheet the rulebook refuses. */
const kept = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  sheet: unknown,
  services: Services,
  origin: readonly Line[] = [],
) => {
  const shown = plainText(called);
  if (shown === '' || [...shown].length > longestName) return refuse('bad-name');
  const checked = checkedSheet(ruleset, sheet);
  if (!checked.ok) return checked;
  const { character, isNew } = await characterFor(asker, ruleset, { name: shown, sheet: checked.value }, services, 1);
  const title = `${shown} is ${isNew ? 'kept' : 'changed'} (${ruleset.title})`;
  const told = privateView({
    cards: [card(title, { lines: [...origin, ...sheetLines(checked.value)] })],
    controls: origin.length > 0 && isNew ? [[button('Delete it again', ['character', 'delete'], { name: shown })]] : [],
  });
  await withAnswer(services, asker, answerInWords(told), (said) => services.characters.save(character, said));
  return ok(told);
};

/** Keeps several sheets at once, each as a character; their rulebook has checked them. */
const keptAll = async (
  asker: Asker,
  ruleset: Ruleset,
  sheets: readonly Keeping[],
  services: Services,
  origin: readonly Line[],
) => {
  const title = `${sheets.length} characters are kept (${ruleset.title})`;
  const told = privateView({ cards: [card(title, { lines: origin, footer: '/character show shows each' })] });
  for (const [at, each] of sheets.entries()) {
    const { character } = await characterFor(asker, ruleset, each, services, at + 1);
    const save = (said?: Placed) => services.characters.save(character, said);
    if (at + 1 < sheets.length) await save();
    else await withAnswer(services, asker, answerInWords(told), save);
  }
  return ok(told);
};

const create = command({
  path: ['character', 'create'],
  summary: 'Make a character of yours from a ready-made sheet, with changes',
  params: z.strictObject({
    system,
    name,
    preset: text('The ready-made sheet to begin with', 80),
    changes: text('What is different: hp=45, attack=12', 1000).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const ruleset = rulesetCalled(services.rulesets, input.system);
    if (!ruleset.ok) return ruleset;
    const preset = presetCalled(ruleset.value, input.preset);
    if (!preset.ok) return preset;
    const there = await services.characters.find(asker.user, asker.guild, input.name, ruleset.value.id);
    if (there !== undefined) return refuse('character-there', { name: there.name });
    const sheet =
      input.changes === undefined ? ok(preset.value.sheet) : changedSheet(preset.value.sheet, input.changes);
    return sheet.ok ? kept(asker, ruleset.value, input.name, sheet.value, services) : sheet;
  },
});

const edit = command({
  path: ['character', 'edit'],
  summary: 'Change a character of yours',
  params: z.strictObject({ name, changes: text('What is different: hp=45, attack=12', 1000) }),
  complete,
  run: async (asker, input, services) => {
    const there = await characterCalled(asker, input.name, services);
    if (!there.ok) return there;
    const ruleset = rulesetCalled(services.rulesets, there.value.system);
    if (!ruleset.ok) return ruleset;
    const sheet = changedSheet(there.value.sheet, input.changes);
    return sheet.ok ? kept(asker, ruleset.value, there.value.name, sheet.value, services) : sheet;
  },
});

const importing = command({
  path: ['character', 'import'],
  summary: 'Keep a character from JSON, another tool’s sheet or a table, pasted or attached',
  params: z.strictObject({
    system: text('The rulebook; left out: the text says it', 40).optional(),
    name: text('The character’s name; left out: as the text has it', 80).optional(),
    ...importOptions,
  }),
  complete,
  run: async (asker, input, services) => {
    const wanted = input.system === undefined ? ok(undefined) : rulesetCalled(services.rulesets, input.system);
    if (!wanted.ok) return wanted;
    const taken = takeSheets(givenText(input), services.rulesets, wanted.value && [wanted.value]);
    if (!taken.ok) return taken;
    const named = namedSheets(taken.value, input.name, longestName);
    if (!named.ok) return named;
    const [first, ...more] = named.value;
    const { ruleset } = taken.value;
    const origin = importLines(taken.value);
    return first !== undefined && more.length === 0
      ? kept(asker, ruleset, first.name, first.sheet, services, origin)
      : keptAll(asker, ruleset, named.value, services, origin);
  },
});

const exporting = command({
  path: ['character', 'export'],
  summary: 'Get a character of yours as a JSON file',
  params: z.strictObject({ name }),
  complete,
  run: async (asker, input, services) => {
    const there = await characterCalled(asker, input.name, services);
    if (!there.ok) return there;
    const { name: called, system: of, sheet } = there.value;
    const file = { name: `${of}-character.json`, content: `${JSON.stringify(sheet, undefined, 2)}\n` };
    return ok(privateView({ cards: [card(`${called} (${of})`)], files: [file] }));
  },
});

const show = command({
  path: ['character', 'show'],
  summary: 'Show a character of yours',
  params: z.strictObject({ name }),
  complete,
  run: async (asker, input, services) => {
    const there = await characterCalled(asker, input.name, services);
    if (!there.ok) return there;
    const { name: called, system: of, sheet } = there.value;
    return ok(privateView({ cards: [card(`${called} (${of})`, { lines: sheetLines(sheet) })] }));
  },
});

const list = command({
  path: ['character', 'list'],
  summary: 'List your characters in this server',
  params: z.strictObject({}),
  run: async (asker, _input, { characters, histories }) => {
    const own = await characters.list(asker.user, asker.guild);
    const last = await histories.last(own.map(({ id }) => id));
    const lines = own.map(({ id, name: called, system: of }) =>
      line(`${called} (${of}${last.get(id)?.dead ? ', dead' : ''})`),
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
  summary: 'Delete a character of yours; battles keep their copies',
  params: z.strictObject({ name }),
  complete,
  run: async (asker, input, { characters, histories }) => {
    // What is deleted is gone: its whole name is wanted.
    const there = await characters.find(asker.user, asker.guild, input.name);
    if (there === undefined) {
      const own = await characters.list(asker.user, asker.guild);
      const meant = meantOf(input.name, own, (each) => [each.name]);
      return noSuchCharacter(input.name, meant.found === undefined ? meant.near : [meant.found.name]);
    }
    await characters.remove(there.id);
    await histories.forget(there.id);
    return ok(privateView({ cards: [card(`${there.name} is deleted`)] }));
  },
});

const preset = command({
  path: ['character', 'preset'],
  summary: 'Show the ready-made sheets of a rulebook, or one of them',
  params: z.strictObject({ system, preset: text('Which one', 80).optional() }),
  complete,
  run: async (_asker, input, { rulesets }) => {
    const ruleset = rulesetCalled(rulesets, input.system);
    if (!ruleset.ok) return ruleset;
    if (input.preset === undefined) {
      const lines = Object.entries(ruleset.value.presets).map(([key, { title }]) =>
        line(nameKey(title).includes(nameKey(key).replaceAll('-', ' ')) ? title : `${key}: ${title}`),
      );
      return ok(privateView({ cards: [card(`Ready-made for ${ruleset.value.title}`, { lines })] }));
    }
    const found = presetCalled(ruleset.value, input.preset);
    return found.ok
      ? ok(privateView({ cards: [card(found.value.title, { lines: sheetLines(found.value.sheet) })] }))
      : found;
  },
});

export const characterCommands = [create, edit, importing, exporting, show, list, remove, preset];
