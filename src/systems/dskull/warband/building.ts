import { z } from 'zod';
import { cutLetters } from '../../../core/letters.ts';
import { isSameName, normalizeText, ok, type Refusal, type Result, ref, refuse } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { loadTables } from '../../../rules/presets.ts';
import { findFreeName } from '../activation/weapons.ts';
import type { RefusalCode } from '../refusals.ts';
import type { SheetWarrior, SheetWeapon, Warband } from '../sheet.ts';

/** Changes to a warrior on a sheet. Undefined fields stay unchanged. */
export interface WarriorChanges {
  readonly name?: string | undefined;
  readonly race?: string | undefined;
  readonly body?: string | undefined;
  /** Name of a suit of armour, or `none`. */
  readonly armour?: string | undefined;
  readonly shield?: boolean | undefined;
  readonly weapons?: readonly SheetWeapon[] | undefined;
  readonly traits?: readonly string[] | undefined;
  readonly skills?: SheetWarrior['skills'] | undefined;
}

type Built = Result<Warband, Refusal<RefusalCode>>;

export const emptyWarband = (name: string): Warband => ({ name, warriors: [] });

/** Finds the first warrior with this name, ignoring case. Undefined if there is none. */
export const findSheetWarrior = ({ warriors }: Warband, name: string): SheetWarrior | undefined =>
  warriors.find((each) => each.name === name) ?? warriors.find((each) => isSameName(each.name, name));

/** Sets the primary race: the chosen or else the first race. Removes it if there is only one race. DS-WB-17. */
const withPrimary = (warband: Warband): Warband => {
  const races = [...new Set(warband.warriors.map(({ race }) => race))];
  const { primaryRace, ...rest } = warband;
  if (races.length < 2) return rest;
  return { ...rest, primaryRace: primaryRace !== undefined && races.includes(primaryRace) ? primaryRace : races[0] };
};

const key = (word: string): string => normalizeText(word).toLowerCase().replaceAll(' ', '-').slice(0, 60);

const applyParts = (warrior: SheetWarrior, parts: WarriorChanges, taken: readonly string[]): SheetWarrior => {
  const { name, race, body, armour, shield, weapons, traits, skills } = parts;
  const called = name === undefined ? warrior.name : cutLetters(name, 60) || warrior.name;
  return {
    ...warrior,
    name: uniqueName(called, taken),
    ...(race !== undefined && { race: key(race) }),
    ...(body !== undefined && { body: key(body) }),
    ...(armour !== undefined && { armour: key(armour) === 'none' ? [] : [key(armour)] }),
    ...(shield !== undefined && { shields: shield ? 1 : 0 }),
    ...(weapons !== undefined && { weapons: [...weapons] }),
    ...(traits !== undefined && { traits: traits.map(key).filter((each) => each !== 'none') }),
    ...(skills !== undefined && { skills: { ...skills } }),
  };
};

const warriorNames = ({ warriors }: Warband): readonly string[] => warriors.map(({ name }) => name);

/** Adds a warrior to a warband. Default race: the primary one. */
export const withWarrior = (warband: Warband, parts: WarriorChanges): Warband => {
  const taken = warriorNames(warband);
  const race =
    parts.race === undefined ? (warband.primaryRace ?? warband.warriors[0]?.race ?? 'human') : key(parts.race);
  const fresh: SheetWarrior = {
    name: suggestNames(race, taken)[0] ?? 'Warrior',
    body: 'grunt',
    race,
    armour: [],
    shields: 0,
    weapons: [],
    traits: [],
    skills: {},
  };
  return withPrimary({ ...warband, warriors: [...warband.warriors, applyParts(fresh, parts, taken)] });
};

const replaceWarrior = (
  warband: Warband,
  name: string,
  by: (warrior: SheetWarrior) => readonly SheetWarrior[],
): Built => {
  const found = findSheetWarrior(warband, name);
  if (found === undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(name) });
  return ok(
    withPrimary({ ...warband, warriors: warband.warriors.flatMap((each) => (each === found ? by(each) : [each])) }),
  );
};

/** Changes a warrior of a warband. Refuses with E_WARRIOR_UNKNOWN. */
export const withWarriorChanged = (warband: Warband, name: string, parts: WarriorChanges): Built =>
  replaceWarrior(warband, name, (warrior) => [
    applyParts(
      warrior,
      parts,
      warband.warriors.filter((each) => each !== warrior).map((each) => each.name),
    ),
  ]);

export const withoutWarrior = (warband: Warband, name: string): Built => replaceWarrior(warband, name, () => []);

/** Copies a warrior of a warband under a new name. Refuses with E_WARRIOR_UNKNOWN. */
export const withCopy = (warband: Warband, name: string): Built =>
  replaceWarrior(warband, name, (warrior) => [warrior, applyParts(warrior, {}, warriorNames(warband))]);

export const withPrimaryRace = (warband: Warband, race: string): Warband =>
  withPrimary({ ...warband, primaryRace: key(race) });

/** Sets the level of a skill. If the level is undefined, removes the skill. DS-WB-18. */
export const withSkillLevel = (
  { skills }: SheetWarrior,
  skill: string,
  level: number | undefined,
): SheetWarrior['skills'] => {
  const { [skill]: _, ...others } = skills;
  return level === undefined ? others : { ...others, [skill]: level };
};

/** Removes an entry from a list, or adds it at the end if the list lacks it. */
export const toggleEntry = (list: readonly string[], entry: string): readonly string[] =>
  list.includes(entry) ? list.filter((_, index) => index !== list.indexOf(entry)) : [...list, entry];

/** Suggested names of warriors, by race. */
const byRace = loadTables(new URL('./names.json', import.meta.url), z.record(z.string(), z.array(z.string())));

/** Suggested names for a warrior of this race, without taken ones. */
export const suggestNames = (race: string, taken: readonly string[]): readonly string[] => {
  return [...(ownValue(byRace, race) ?? []), ...(byRace.other ?? [])].filter((name) => !taken.includes(name));
};

/** A name that no warrior has: `Grub`, or `Grub 2` if `Grub` is taken. */
const uniqueName = (name: string, taken: readonly string[]): string => {
  if (!taken.includes(name)) return name;
  const stem = cutLetters(name.replace(/ \d+$/, ''), 56);
  return findFreeName(stem, (each) => each === stem || taken.includes(each));
};
