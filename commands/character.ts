import { randomUUID } from 'node:crypto';
import {
  findCharacter,
  prepareCharacter,
  refuseUnknownCharacter,
  requireRoomForCharacters,
} from '../src/app/characters/save-character.ts';
import { type Asker, defineCommand } from '../src/app/command-kit/command.ts';
import { buildFormPage, type FormSubject, type SaveCommands } from '../src/app/forms/form-page.ts';
import {
  applyFormPress,
  checkName,
  firstPage,
  formOptions,
  openForm,
  presetPage,
  suggestFields,
} from '../src/app/forms/form-steps.ts';
import {
  applySheetChanges,
  findPreset,
  findRuleset,
  presetOffers,
  presetSheet,
  sheetLines,
  sheetWithChanges,
} from '../src/app/input/sheets.ts';
import { saveBatch } from '../src/app/library/save-item.ts';
import type { Need } from '../src/app/services.ts';
import type { Character } from '../src/campaign/characters.ts';
import { ok, phrase, type Result, refuse, term } from '../src/core/message.ts';
import { line } from '../src/rules/event.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { textParam } from '../src/rules/verb.ts';
import { privateCard, refuseMissing } from './answers.ts';
import {
  characterOffers,
  chosenRulesets,
  completeEach,
  offersOf,
  presetsOfSystem,
  systemOffers,
  systemParam,
} from './completion.ts';
import { saveCharacter } from './library/save-item.ts';
import { buildWarband } from './warband/make.ts';

const name = textParam('The character’s name', 80);

const edit = defineCommand(['batches', 'characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'edit'],
  summary: 'Edit one of your characters, with a form or field by field',
  params: {
    name,
    changes: textParam('What to change: hp=45, attack=12; default: open the form', 1000).optional(),
  },
  complete: completeEach({ name: characterOffers }),
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

const preset = defineCommand(['rulesets'], {
  path: ['character', 'preset'],
  summary: 'List a rulebook’s presets, or show one',
  params: { system: systemParam, preset: textParam('Which preset', 80).optional() },
  complete: completeEach({ system: systemOffers, preset: presetsOfSystem }),
  run: async (_asker, input, { rulesets }) => {
    const ruleset = findRuleset(rulesets, input.system);
    if (!ruleset.ok) return ruleset;
    if (input.preset === undefined) {
      const lines = Object.values(ruleset.value.presets).map(({ title, description }) =>
        line(description === undefined ? title : phrase.of('a preset')`${term(title)}. ${term(description)}`),
      );
      return ok(privateCard(phrase`Presets for ${term(ruleset.value.title)}`, { lines }));
    }
    const found = findPreset(ruleset.value, input.preset);
    if (!found.ok) return found;
    const { title, description, sheet } = found.value;
    const lines = [...(description ? [line(description)] : []), ...sheetLines(ruleset.value, sheet)];
    return ok(privateCard(title, { lines }));
  },
});

const saveCommands: SaveCommands = { group: 'character' };

const openCharacterForm = (there: Character, rulesets: readonly Ruleset[]) => firstPage(there, saveCommands, rulesets);

/** Saves a sheet that the user changed in the form, and shows a page of the form again. */
const saveForm = async (
  asker: Asker,
  there: FormSubject,
  at: string,
  services: Need<'batches' | 'characters' | 'histories' | 'now' | 'outbox'>,
) => {
  const own = await services.characters.list(asker.user, asker.guild);
  const { ruleset, name, sheet, id } = there;
  const before = own.find((each) => each.id === id);
  const same = before === undefined ? own : own.map((each) => (each.id === id ? { ...each, name } : each));
  const prepared = await prepareCharacter(asker, { ruleset, name, sheet, id }, same, services);
  return saveBatch(asker, { characters: [prepared] }, buildFormPage(there, at), services);
};

/** Finds the sheet to copy: one of the user's characters, else a preset. */
const findStartSheet = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  { characters }: Need<'characters'>,
): Promise<Result<unknown>> => {
  const own = await characters.find(asker.user, asker.guild, called, ruleset.id);
  if (own !== undefined) return ok(own.sheet);
  return presetSheet(ruleset, called);
};

const create = defineCommand(
  ['batches', 'battles', 'characters', 'histories', 'now', 'outbox', 'rulesets', 'servers'],
  {
    path: ['character', 'create'],
    summary: 'Create a character with a form that checks as you go, or at once with changes',
    params: {
      system: systemParam,
      name: textParam(
        'The character’s name; if you already have that character, you edit it; default: your draft warband’s',
        80,
      ).optional(),
      preset: textParam(
        'The preset to start from, or one of your characters to copy; default: you are asked',
        80,
      ).optional(),
      changes: textParam('What to change: hp=45, attack=12; default: open the form', 1000).optional(),
    },
    complete: completeEach({
      system: systemOffers,
      name: characterOffers,
      preset: offersOf(async (asker, services, soFar) => {
        const wanted = chosenRulesets(soFar, services);
        const all = await services.characters.list(asker.user, asker.guild);
        const own = all.filter(({ system }) => wanted.some(({ id }) => id === system)).map((each) => each.name);
        return [...own, ...presetOffers(wanted)];
      }),
    }),
    run: async (asker, input, services) => {
      const found = findRuleset(services.rulesets, input.system);
      if (!found.ok) return found;
      const ruleset = found.value;
      if (ruleset.usesPlayerName && input.changes === undefined) return buildWarband(asker, input, services);
      const name = checkName(input.name ?? '');
      if (!name.ok) return name;
      const there = await services.characters.find(asker.user, asker.guild, name.value, ruleset.id);
      if (there !== undefined)
        return input.changes === undefined
          ? openCharacterForm(there, services.rulesets)
          : refuse('character-there', { name: there.name });
      if (input.preset === undefined && input.changes === undefined)
        return ok(presetPage(ruleset, name.value, ['character', 'create'], { system: ruleset.id, name: name.value }));
      if (input.preset === undefined) return refuseMissing('preset');
      const like = await findStartSheet(asker, ruleset, input.preset, services);
      if (!like.ok) return like;
      if (input.changes !== undefined) {
        const sheet = sheetWithChanges(ruleset, like.value, input.changes);
        return sheet.ok ? saveCharacter(asker, ruleset, name.value, sheet.value, services) : sheet;
      }
      const room = requireRoomForCharacters(await services.characters.list(asker.user, asker.guild));
      if (!room.ok) return room;
      const begun = openForm({ id: randomUUID(), name: name.value, sheet: like.value }, ruleset, saveCommands);
      return begun.ok ? saveForm(asker, begun.value, '', services) : begun;
    },
  },
);

/** Opens a page of a character's form, or fills in one of its fields. */
const form = defineCommand(['batches', 'characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'form'],
  hidden: true,
  summary: 'Open a page of a character’s form, or fill in one of its fields',
  params: {
    who: textParam('Which character', 80),
    of: systemParam.optional(),
    ...formOptions(),
  },
  complete: completeEach({
    who: characterOffers,
    of: systemOffers,
    at: async (asker, typed, { characters, rulesets }, soFar) => {
      const there = await characters.find(asker.user, asker.guild, String(soFar.who ?? ''));
      return there === undefined ? [] : suggestFields(there, typed, rulesets);
    },
  }),
  run: async (asker, { who, of, ...pressed }, services) => {
    const there = await services.characters.find(asker.user, asker.guild, who, of);
    if (there === undefined) return refuseUnknownCharacter(who);
    const step = applyFormPress(there, saveCommands, pressed, services.rulesets, checkName);
    if (!step.ok) return step;
    const { action, subject } = step.value;
    if (action === 'show') return ok(buildFormPage(subject, step.value.page));
    if (action === 'keep') return saveForm(asker, subject, step.value.page, services);
    const taken = await services.characters.find(asker.user, asker.guild, subject.name, there.system);
    if (taken !== undefined && taken.id !== there.id) return refuse('character-there', { name: taken.name });
    return saveForm(asker, subject, '', services);
  },
});

export const characterCommands = [create, edit, preset, form];
