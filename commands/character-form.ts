import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { roomForCharacters } from '../src/app/characters/deleted-characters.ts';
import { characterFor } from '../src/app/characters/keep-character.ts';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { entered } from '../src/app/forms/entered.ts';
import { changedByForm, nameFor } from '../src/app/forms/form-change.ts';
import { type Filled, formActs, formPage, formPath, placesOf } from '../src/app/forms/form-page.ts';
import { noSuchCharacter } from '../src/app/input/sheet-lookup.ts';
import { presetCalled, presetOffers, rulesetCalled } from '../src/app/input/sheets.ts';
import { answerInWords, withAnswer } from '../src/app/outbox/durable-answer.ts';
import { privateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { Character } from '../src/campaign/characters.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { oneOf, text } from '../src/rules/params.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

const mostListed = 25;

/** The form of a character that is kept. */
export const formOf = (there: Character, rulesets: readonly Ruleset[]) => {
  const ruleset = rulesetCalled(rulesets, there.system);
  if (!ruleset.ok) return ruleset;
  const known = filled(there, ruleset.value, there.sheet);
  return known.ok ? ok(formPage(known.value, '')) : known;
};

/** A character with its sheet as the form shows it. Refuses a sheet that its rulebook would not let into a battle. */
const filled = (
  { id, name }: Pick<Character, 'id' | 'name'>,
  ruleset: Ruleset,
  sheet: unknown,
): Result<Filled, Refusal> => {
  const came = entered(ruleset, name, sheet);
  return came.ok ? ok({ id, name, ruleset, ...came.value }) : came;
};

/** Keeps a sheet that the form has changed, and shows a page of it. */
const kept = async (asker: Asker, there: Filled, at: string, services: Services) => {
  const own = await services.characters.list(asker.user, asker.guild);
  const { ruleset, name, sheet, id } = there;
  const before = own.find((each) => each.id === id);
  const same = before === undefined ? own : own.map((each) => (each.id === id ? { ...each, name } : each));
  const { character } = await characterFor(asker, { ruleset, name, sheet, id }, same, services);
  const told = formPage(there, at);
  await withAnswer(services, asker, answerInWords(told), (said) => services.characters.save(character, said));
  return ok(told);
};

/** A ready-made sheet by its title, or that of a character of one’s own: a copy begins so. */
const sheetToBeginWith = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  { characters }: Pick<Services, 'characters'>,
): Promise<Result<unknown, Refusal>> => {
  const own = await characters.find(asker.user, asker.guild, called, ruleset.id);
  if (own !== undefined) return ok(own.sheet);
  const preset = presetCalled(ruleset, called);
  return preset.ok ? ok(preset.value.sheet) : preset;
};

const make = command({
  path: ['character', 'make'],
  summary: 'Make a character with a form, or change one: menus and fields, checked as you go',
  params: z.strictObject({
    system: text('The rulebook', 40),
    name: text('What it is called; a character of yours with that name is changed', 80),
    preset: text(
      'The ready-made sheet to begin with, or one of your characters to copy; by default you are asked',
      80,
    ).optional(),
  }),
  complete: async (asker, option, typed, soFar, { rulesets, characters }) => {
    if (option === 'system') return matchingOffers(offersOf(rulesets.map(({ id }) => id)), typed);
    if (option === 'name')
      return matchingOffers(offersOf((await characters.list(asker.user, asker.guild)).map((each) => each.name)), typed);
    const wanted = rulesets.filter(({ id }) => soFar.system === undefined || id === soFar.system);
    const own = (await characters.list(asker.user, asker.guild)).filter(({ system }) =>
      wanted.some(({ id }) => id === system),
    );
    return matchingOffers([...offersOf(own.map(({ name }) => name)), ...presetOffers(wanted)], typed);
  },
  run: async (asker, input, services) => {
    const found = rulesetCalled(services.rulesets, input.system);
    if (!found.ok) return found;
    const ruleset = found.value;
    if (ruleset.goesByPerson) return refuse('made-as-company', { entrant: ruleset.entrant, system: ruleset.title });
    const name = nameFor(input.name);
    if (!name.ok) return name;
    const there = await services.characters.find(asker.user, asker.guild, name.value, ruleset.id);
    if (there !== undefined) return formOf(there, services.rulesets);
    if (input.preset === undefined) {
      const ready = Object.values(ruleset.presets).slice(0, mostListed);
      const press = { path: ['character', 'make'], input: { system: ruleset.id, name: name.value } };
      return ok(
        privateView({
          cards: [
            card(phrase`${name.value} (${ruleset.title})`, {
              lines: [line('Which sheet does it begin with? Everything in it can be changed.')],
            }),
          ],
          controls: [
            [
              {
                ...{ kind: 'select', label: 'Begin with', option: 'preset', press },
                options: ready.map(({ title, says }) => ({ value: title, label: title, ...(says && { note: says }) })),
              },
            ],
          ],
        }),
      );
    }
    const like = await sheetToBeginWith(asker, ruleset, input.preset, services);
    if (!like.ok) return like;
    const room = roomForCharacters(await services.characters.list(asker.user, asker.guild));
    if (!room.ok) return room;
    const begun = filled({ id: randomUUID(), name: name.value }, ruleset, like.value);
    return begun.ok ? kept(asker, begun.value, '', services) : begun;
  },
});

/** One page of the form, or one field of it filled in. */
const form = command({
  path: formPath,
  summary: 'Open a page of a character’s form, or fill in one of its fields',
  params: z.strictObject({
    who: text('Which character', 80),
    of: text('Of which rulebook', 40).optional(),
    does: oneOf('What to do; by default the field is set, or its page opens if there is no value', formActs).optional(),
    at: text('Which page or field of the sheet', 200).default(''),
    value: text('The new value; none takes it away', 1000).optional(),
  }),
  complete: async (asker, option, typed, soFar, { characters, rulesets }) => {
    if (option === 'who')
      return matchingOffers(offersOf((await characters.list(asker.user, asker.guild)).map(({ name }) => name)), typed);
    if (option === 'of') return matchingOffers(offersOf(rulesets.map(({ id }) => id)), typed);
    if (option !== 'at') return [];
    const there = await characters.find(asker.user, asker.guild, String(soFar.who ?? ''));
    const ruleset = there && rulesetCalled(rulesets, there.system);
    return ruleset?.ok ? matchingOffers(placesOf(ruleset.value, there?.sheet), typed) : [];
  },
  run: async (asker, { who, of, does: said, at, value: given }, services) => {
    const does = said ?? (given === undefined ? 'open' : 'set');
    const value = given ?? '';
    const there = await services.characters.find(asker.user, asker.guild, who, of);
    if (there === undefined) return noSuchCharacter(who);
    const ruleset = rulesetCalled(services.rulesets, there.system);
    if (!ruleset.ok) return ruleset;
    const now = filled(there, ruleset.value, there.sheet);
    if (!now.ok) return now;
    if (does === 'name') {
      const name = nameFor(value);
      if (!name.ok) return name;
      const taken = await services.characters.find(asker.user, asker.guild, name.value, there.system);
      if (taken !== undefined && taken.id !== there.id) return refuse('character-there', { name: taken.name });
      return kept(asker, { ...now.value, name: name.value }, '', services);
    }
    const changed = changedByForm(now.value, does, at, value);
    if (!changed.ok) return changed;
    const { sheet, page } = changed.value;
    if (sheet === now.value.sheet) return ok(formPage(now.value, page));
    const after = filled(there, ruleset.value, sheet);
    return after.ok ? kept(asker, after.value, page, services) : after;
  },
});

export const characterFormCommands = [make, form];
