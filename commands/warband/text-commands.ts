import { z } from 'zod';
import type { Asker } from '../../src/app/commands/asker.ts';
import { matchingOffers, offersOf } from '../../src/app/commands/autocomplete.ts';
import { type Command, command } from '../../src/app/commands/command.ts';
import type { Answer } from '../../src/app/replies/reply.ts';
import type { Services } from '../../src/app/services.ts';
import { phrase } from '../../src/core/language.ts';
import { type Refusal, refuse } from '../../src/core/refusal.ts';
import { ok, type Result } from '../../src/core/result.ts';
import { flag, names, text } from '../../src/rules/params.ts';
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
  draftOf,
  dropDraft,
  keepWarband,
  saveDraft,
  settingsHere,
  warbandCalled,
  warbandName,
  warbandNames,
} from './drafts.ts';
import { page } from './editor-page.ts';
import { savedReply } from './make.ts';

const warrior = text('Which warrior of the draft', 60);

const parts = {
  name: text('What the warrior is called', 60).optional(),
  race: text('human, orc, dwarf, elf, goblin, or a race of the GM', 60).optional(),
  armour: text('none, light or heavy', 60).optional(),
  shield: flag('Does it carry a shield?').optional(),
  weapons: text('sword, longbow, trident 2h melee reach, fire pots area 1 3 charges; none', 400).optional(),
  traits: names('strong, brave …; none').optional(),
  skills: names('tactics 0, medicine 1 …; none').optional(),
  body: text('Its body, where the GM allows more than grunts', 60).optional(),
};

/** A list of which the last entry is still being typed: what stands before it goes along. */
const listed = (typed: string, words: readonly string[]): ReturnType<typeof matchingOffers> => {
  const at = typed.lastIndexOf(',') + 1;
  const before = typed.slice(0, at);
  return matchingOffers(offersOf(words), typed.slice(at).trim()).map(({ value, label }) => ({
    value: before === '' ? value : `${before} ${value}`,
    label: before === '' ? label : phrase`${before} ${label}`,
  }));
};

const complete: Command['complete'] = async (asker, option, typed, _soFar, services) => {
  const settings = await settingsHere(asker, services);
  switch (option) {
    case 'warrior':
      return matchingOffers(offersOf((await draftOf(asker, services)).warriors.map(({ name }) => name)), typed);
    case 'race':
    case 'primary':
      return matchingOffers(offersOf(Object.keys(settings.races)), typed);
    case 'body':
      return matchingOffers(offersOf(settings.bodies), typed);
    case 'armour':
      return matchingOffers(offersOf(['none', ...Object.keys(settings.points.armour)]), typed);
    case 'weapons':
      return listed(typed, ['none', ...Object.keys(usualWeapons)]);
    case 'traits':
      return listed(typed, ['none', ...forSale(settings.traits.prices)]);
    case 'skills':
      return listed(typed, ['none', ...forSale(settings.skills.prices).map((skill) => `${skill} 0`)]);
    case 'from':
      return matchingOffers(offersOf(await warbandNames(asker, services)), typed);
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
const shown = async (asker: Asker, built: Result<Warband, Refusal>, services: Services): Promise<Answer> => {
  if (!built.ok) return built;
  await saveDraft(asker, built.value, services);
  return ok(page(built.value, { page: 'all' }, await settingsHere(asker, services)));
};

const build = command({
  path: ['warband', 'build'],
  summary: 'Build a warband step by step: your draft, with its points counted as you go',
  params: z.strictObject({
    name: text('What the warband is called', 32).optional(),
    from: text('Start over with a copy of this warband or example', 80).optional(),
    primary: text('The primary race, where there are several', 60).optional(),
  }),
  complete,
  run: async (asker, { name, from, primary }, services) => {
    const begun = from === undefined ? ok(await draftOf(asker, services)) : await warbandCalled(asker, from, services);
    if (!begun.ok) return begun;
    const named = name === undefined ? ok(begun.value.name) : warbandName(name);
    if (!named.ok) return named;
    const warband = { ...begun.value, name: named.value };
    return shown(asker, ok(primary === undefined ? warband : withPrimaryRace(warband, primary)), services);
  },
});

const add = command({
  path: ['warband', 'add'],
  summary: 'Add a warrior to your draft',
  params: z.strictObject(parts),
  complete,
  run: async (asker, input, services) => {
    const given = partsOf(input);
    return given.ok ? shown(asker, ok(withWarrior(await draftOf(asker, services), given.value)), services) : given;
  },
});

const change = command({
  path: ['warband', 'change'],
  summary: 'Change a warrior of your draft; what you leave out stays',
  params: z.strictObject({ warrior, ...parts }),
  complete,
  run: async (asker, { warrior: called, ...input }, services) => {
    const given = partsOf(input);
    return given.ok ? shown(asker, withChanges(await draftOf(asker, services), called, given.value), services) : given;
  },
});

const copy = command({
  path: ['warband', 'copy'],
  summary: 'Copy a warrior of your draft',
  params: z.strictObject({ warrior, name: text('What the copy is called', 60).optional() }),
  complete,
  run: async (asker, { warrior: called, name }, services) =>
    shown(asker, withCopy(await draftOf(asker, services), called, name), services),
});

const remove = command({
  path: ['warband', 'remove'],
  summary: 'Take a warrior out of your draft',
  params: z.strictObject({ warrior }),
  complete,
  run: async (asker, { warrior: called }, services) =>
    shown(asker, withoutWarrior(await draftOf(asker, services), called), services),
});

const keep = command({
  path: ['warband', 'keep'],
  summary: 'Keep your draft as a warband to fight with',
  params: z.strictObject({ name: text('What the warband is called', 32).optional() }),
  run: async (asker, { name }, services) => {
    const draft = await draftOf(asker, services);
    const kept = await keepWarband(asker, name === undefined ? draft : { ...draft, name }, services);
    if (!kept.ok) return kept;
    await dropDraft(asker, services);
    return ok(savedReply(kept.value));
  },
});

/** The workbench by words, for those who would rather type. */
export const typedCommands = [build, add, change, copy, remove, keep];
