import { z } from 'zod';
import { findCharacter } from '../src/app/characters/save-character.ts';
import type { Asker } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { applySheetChanges, findPreset, findRuleset, presetOffers, sheetLines } from '../src/app/input/sheets.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { ok, phrase, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { textParam } from '../src/rules/verb.ts';
import { openCharacterForm } from './character-form.ts';
import { saveCharacter } from './library/save-character.ts';

const system = textParam('The rulebook', 40);
const name = textParam('The character’s name', 80);

const complete = async (
  asker: Asker,
  option: string,
  typed: string,
  soFar: Readonly<Record<string, unknown>>,
  services: Pick<Services, 'characters' | 'rulesets'>,
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

const create = defineCommand(['characters', 'histories', 'now', 'outbox', 'rulesets'], {
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

const edit = defineCommand(['characters', 'histories', 'now', 'outbox', 'rulesets'], {
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

const preset = defineCommand(['rulesets'], {
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

export const characterCommands = [create, edit, preset];
