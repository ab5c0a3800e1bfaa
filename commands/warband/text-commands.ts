import { z } from 'zod';
import type { Asker } from '../../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../../src/app/commands/autocomplete.ts';
import { type Command, defineCommand } from '../../src/app/commands/command.ts';
import type { CommandAnswer } from '../../src/app/replies/reply.ts';
import type { Services } from '../../src/app/services.ts';
import { phrase } from '../../src/core/language.ts';
import { type Refusal, refuse } from '../../src/core/refusal.ts';
import { ok, type Result } from '../../src/core/result.ts';
import { flagParam, namesParam, textParam } from '../../src/rules/params.ts';
import {
  forSale,
  readSkills,
  readWeapons,
  usualWeapons,
  type Warband,
  type WarriorParts,
  withChanges,
  withCopy,
  withoutWarrior,
  withPrimaryRace,
  withWarrior,
} from '../../src/systems/dskull/index.ts';
import {
  checkWarbandName,
  dropDraft,
  findWarband,
  findWarbandSettings,
  loadDraft,
  saveDraft,
  saveWarband,
  warbandNames,
} from './drafts.ts';
import { buildEditorPage } from './editor-page.ts';
import { savedReply } from './make.ts';

const warrior = textParam('Which warrior of the draft', 60);

const parts = {
  name: textParam('The name of the warrior', 60).optional(),
  race: textParam('The race: human, orc, dwarf, elf, goblin, or one the GM added', 60).optional(),
  armour: textParam('The armour: none, light or heavy', 60).optional(),
  shield: flagParam('Does the warrior carry a shield?').optional(),
  weapons: textParam(
    'Weapons: sword, longbow, trident 2h melee reach, fire pots area 1 3 charges; or none',
    400,
  ).optional(),
  traits: namesParam('Traits: strong, brave …; or none').optional(),
  skills: namesParam('tactics 0, medicine 1 …; none').optional(),
  body: textParam('The warrior’s body, if the GM allows more than grunts', 60).optional(),
};

/** A list of which the last entry is still being typed: what stands before it goes along. */
const listed = (typed: string, words: readonly string[]): ReturnType<typeof matchingOffers> => {
  const at = typed.lastIndexOf(',') + 1;
  const before = typed.slice(0, at);
  return matchingOffers(toOffers(words), typed.slice(at).trim()).map(({ value, label }) => ({
    value: before === '' ? value : `${before} ${value}`,
    label: before === '' ? label : phrase`${before} ${label}`,
  }));
};

const complete: Command['complete'] = async (asker, option, typed, _soFar, services) => {
  const settings = await findWarbandSettings(asker, services);
  switch (option) {
    case 'warrior':
      return matchingOffers(toOffers((await loadDraft(asker, services)).warriors.map(({ name }) => name)), typed);
    case 'race':
    case 'primary':
      return matchingOffers(toOffers(Object.keys(settings.races)), typed);
    case 'body':
      return matchingOffers(toOffers(settings.bodies), typed);
    case 'armour':
      return matchingOffers(toOffers(['none', ...Object.keys(settings.points.armour)]), typed);
    case 'weapons':
      return listed(typed, ['none', ...Object.keys(usualWeapons)]);
    case 'traits':
      return listed(typed, ['none', ...forSale(settings.traits.prices)]);
    case 'skills':
      return listed(typed, ['none', ...forSale(settings.skills.prices).map((skill) => `${skill} 0`)]);
    case 'from':
      return matchingOffers(toOffers(await warbandNames(asker, services)), typed);
  }
  return [];
};

interface Typed extends Omit<WarriorParts, 'weapons' | 'skills'> {
  readonly weapons?: string | undefined;
  readonly skills?: readonly string[] | undefined;
}

const partsOf = ({ weapons, skills, ...others }: Typed): Result<WarriorParts, Refusal> => {
  const armed = weapons === undefined ? undefined : readWeapons(weapons);
  if (armed?.ok === false) return refuse('bad-input', { option: 'weapons', problem: armed.error });
  const trained = skills === undefined ? undefined : readSkills(skills);
  if (trained?.ok === false) return refuse('bad-input', { option: 'skills', problem: trained.error });
  return ok({ ...others, weapons: armed?.value, skills: trained?.value });
};

/** Puts the draft down as it has become, and shows it. */
const shown = async (asker: Asker, built: Result<Warband, Refusal>, services: Services): Promise<CommandAnswer> => {
  if (!built.ok) return built;
  await saveDraft(asker, built.value, services);
  return ok(buildEditorPage(built.value, { page: 'all' }, await findWarbandSettings(asker, services)));
};

const build = defineCommand({
  path: ['warband', 'build'],
  summary: 'Build a warband step by step as a draft; points are counted as you go',
  params: z.strictObject({
    name: textParam('The name of the warband', 32).optional(),
    from: textParam('Start from a copy of this warband or preset', 80).optional(),
    primary: textParam('The primary race, if there are several', 60).optional(),
  }),
  complete,
  run: async (asker, { name, from, primary }, services) => {
    const begun = from === undefined ? ok(await loadDraft(asker, services)) : await findWarband(asker, from, services);
    if (!begun.ok) return begun;
    const named = name === undefined ? ok(begun.value.name) : checkWarbandName(name);
    if (!named.ok) return named;
    const warband = { ...begun.value, name: named.value };
    return shown(asker, ok(primary === undefined ? warband : withPrimaryRace(warband, primary)), services);
  },
});

const add = defineCommand({
  path: ['warband', 'add'],
  summary: 'Add a warrior to your draft',
  params: z.strictObject(parts),
  complete,
  run: async (asker, input, services) => {
    const given = partsOf(input);
    return given.ok ? shown(asker, ok(withWarrior(await loadDraft(asker, services), given.value)), services) : given;
  },
});

const change = defineCommand({
  path: ['warband', 'change'],
  summary: 'Edit a warrior of your draft; options you do not use stay unchanged',
  params: z.strictObject({ warrior, ...parts }),
  complete,
  run: async (asker, { warrior: called, ...input }, services) => {
    const given = partsOf(input);
    return given.ok
      ? shown(asker, withChanges(await loadDraft(asker, services), called, given.value), services)
      : given;
  },
});

const copy = defineCommand({
  path: ['warband', 'copy'],
  summary: 'Copy a warrior of your draft',
  params: z.strictObject({ warrior, name: textParam('The name of the copy', 60).optional() }),
  complete,
  run: async (asker, { warrior: called, name }, services) =>
    shown(asker, withCopy(await loadDraft(asker, services), called, name), services),
});

const remove = defineCommand({
  path: ['warband', 'remove'],
  summary: 'Remove a warrior from your draft',
  params: z.strictObject({ warrior }),
  complete,
  run: async (asker, { warrior: called }, services) =>
    shown(asker, withoutWarrior(await loadDraft(asker, services), called), services),
});

const keep = defineCommand({
  path: ['warband', 'keep'],
  summary: 'Save your draft as a warband to fight with',
  params: z.strictObject({ name: textParam('The name of the warband', 32).optional() }),
  run: async (asker, { name }, services) => {
    const draft = await loadDraft(asker, services);
    const kept = await saveWarband(asker, name === undefined ? draft : { ...draft, name }, services);
    if (!kept.ok) return kept;
    await dropDraft(asker, services);
    return ok(savedReply(kept.value));
  },
});

/** The workbench by words, for those who would rather type. */
export const warbandTextCommands = [build, add, change, copy, remove, keep];
