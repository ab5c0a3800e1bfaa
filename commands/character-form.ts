import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  prepareCharacterWithHistory,
  refuseUnknownCharacter,
  requireRoomForCharacters,
} from '../src/app/characters/save-character.ts';
import type { Asker } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
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
import { findRuleset, presetOffers, presetSheet } from '../src/app/input/sheets.ts';
import { toUnsentAnswer, writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import type { Services } from '../src/app/services.ts';
import type { Character } from '../src/campaign/characters.ts';
import { ok, type Refusal, type Result, refuse } from '../src/core/message.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { textParam } from '../src/rules/verb.ts';

const saveCommands: SaveCommands = { group: 'character' };

/** The form of a character that is kept. */
export const openCharacterForm = (there: Character, rulesets: readonly Ruleset[]) =>
  firstPage(there, saveCommands, rulesets);

/** Keeps a sheet that the form has changed, and shows a page of it. */
const saveForm = async (
  asker: Asker,
  there: FormSubject,
  at: string,
  services: Pick<Services, 'characters' | 'histories' | 'now' | 'outbox'>,
) => {
  const own = await services.characters.list(asker.user, asker.guild);
  const { ruleset, name, sheet, id } = there;
  const before = own.find((each) => each.id === id);
  const same = before === undefined ? own : own.map((each) => (each.id === id ? { ...each, name } : each));
  const { character } = await prepareCharacterWithHistory(asker, { ruleset, name, sheet, id }, same, services);
  const told = buildFormPage(there, at);
  await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) => services.characters.save(character, said));
  return ok(told);
};

/** A ready-made sheet by its title, or that of a character of one’s own: a copy begins so. */
const findStartSheet = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  { characters }: Pick<Services, 'characters'>,
): Promise<Result<unknown, Refusal>> => {
  const own = await characters.find(asker.user, asker.guild, called, ruleset.id);
  if (own !== undefined) return ok(own.sheet);
  return presetSheet(ruleset, called);
};

const make = defineCommand(['characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'make'],
  summary: 'Create or edit a character with a form that checks as you go',
  params: z.strictObject({
    system: textParam('The rulebook', 40),
    name: textParam('The character’s name; if you already have that character, you edit it', 80),
    preset: textParam(
      'The preset to start from, or one of your characters to copy; default: you are asked',
      80,
    ).optional(),
  }),
  complete: async (asker, option, typed, soFar, { rulesets, characters }) => {
    if (option === 'system') return matchingOffers(toOffers(rulesets.map(({ id }) => id)), typed);
    if (option === 'name')
      return matchingOffers(toOffers((await characters.list(asker.user, asker.guild)).map((each) => each.name)), typed);
    const wanted = rulesets.filter(({ id }) => soFar.system === undefined || id === soFar.system);
    const own = (await characters.list(asker.user, asker.guild)).filter(({ system }) =>
      wanted.some(({ id }) => id === system),
    );
    return matchingOffers([...toOffers(own.map(({ name }) => name)), ...presetOffers(wanted)], typed);
  },
  run: async (asker, input, services) => {
    const found = findRuleset(services.rulesets, input.system);
    if (!found.ok) return found;
    const ruleset = found.value;
    if (ruleset.usesPlayerName)
      return refuse('made-as-company', { entrant: ruleset.entrantNoun, system: ruleset.title });
    const name = checkName(input.name);
    if (!name.ok) return name;
    const there = await services.characters.find(asker.user, asker.guild, name.value, ruleset.id);
    if (there !== undefined) return openCharacterForm(there, services.rulesets);
    if (input.preset === undefined)
      return ok(presetPage(ruleset, name.value, ['character', 'make'], { system: ruleset.id, name: name.value }));
    const like = await findStartSheet(asker, ruleset, input.preset, services);
    if (!like.ok) return like;
    const room = requireRoomForCharacters(await services.characters.list(asker.user, asker.guild));
    if (!room.ok) return room;
    const begun = openForm({ id: randomUUID(), name: name.value, sheet: like.value }, ruleset, saveCommands);
    return begun.ok ? saveForm(asker, begun.value, '', services) : begun;
  },
});

/** One page of the form, or one field of it filled in. */
const form = defineCommand(['characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'form'],
  summary: 'Open a page of a character’s form, or fill in one of its fields',
  params: z.strictObject({
    who: textParam('Which character', 80),
    of: textParam('The rulebook', 40).optional(),
    ...formOptions(),
  }),
  complete: async (asker, option, typed, soFar, { characters, rulesets }) => {
    if (option === 'who')
      return matchingOffers(toOffers((await characters.list(asker.user, asker.guild)).map(({ name }) => name)), typed);
    if (option === 'of') return matchingOffers(toOffers(rulesets.map(({ id }) => id)), typed);
    if (option !== 'at') return [];
    const there = await characters.find(asker.user, asker.guild, String(soFar.who ?? ''));
    return there === undefined ? [] : suggestFields(there, typed, rulesets);
  },
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
    const told = await saveForm(asker, subject, '', services);
    // Under another name it is still shared.
    if (there.sharedBy !== undefined) await services.characters.share(there, there.sharedBy);
    return told;
  },
});

export const characterFormCommands = [make, form];
