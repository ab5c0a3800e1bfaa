import type { Settings } from '../settings.ts';
import type { SheetWarrior, SheetWeapon, Warband } from '../sheet.ts';
import { bodyTypes, traits as knownTraits, racialTraits } from '../traits.ts';
import { areaIfValid, type CostBreakdown, chargesIfValid, handsIfValid, priceOf, warriorCost } from './costs.ts';

/** The validator's codes and what each says (section 5). */
export const problems = {
  BODY_UNKNOWN: 'there is no body {what}',
  BODY_NOT_ALLOWED: 'the body {what} is not allowed in this game',
  RACE_UNKNOWN: 'there is no race {what}',
  ARMOUR_TOO_MANY: 'more than one suit of armour',
  ARMOUR_UNKNOWN: 'there is no armour {what}; write light or heavy',
  SHIELD_TOO_MANY: 'more than one shield',
  SHIELD_WITH_TWO_HANDED: 'a shield cannot be combined with a two-handed weapon',
  WEAPON_HANDS: '{what} must be for 1 or 2 hands',
  WEAPON_TYPE: '{what} must be melee or ranged',
  REACH_NEEDS_MELEE: '{what}: only melee weapons have reach',
  AOE_NEEDS_RANGED: '{what}: only ranged weapons can have an area',
  AOE_AREA: '{what}: the area is a whole number of at least 1',
  CHARGES_VALUE: '{what}: a weapon has 1 charge, 3 charges or no limit',
  WEAPON_CUSTOM: '{what}: only GM weapons may set attacks per round or dice',
  TRAIT_UNKNOWN: 'there is no trait {what}',
  TRAIT_NOT_FOR_SALE: 'the trait {what} cannot be bought',
  TRAIT_REPEATED: 'the trait {what} is bought twice',
  TRAIT_REQUIRES: '{what} needs another trait first',
  SKILL_NOT_FOR_SALE: 'the skill {what} is not for sale',
  WB_NO_WARRIORS: 'a warband needs at least one warrior',
  WB_DUPLICATE_NAME: 'the name {what} is used more than once',
  WB_PRIMARY_RACE_REQUIRED: 'a warband with several races must name a primary race',
  WB_PRIMARY_RACE_ABSENT: 'no warrior is of the primary race {what}',
  WB_OVER_LIMIT: 'the warband costs more than {what} points',
  WARN_UNARMED: 'has no weapon: it cannot attack and has no zone',
} as const;

type ProblemCode = keyof typeof problems;

export interface WarbandProblem {
  readonly code: ProblemCode;
  readonly warrior?: string;
  readonly what?: string;
}

/** DS-WB-20. Everything the validator finds. */
export interface ValidationReport {
  readonly ok: boolean;
  readonly costs: readonly { readonly warrior: string; readonly cost: CostBreakdown }[];
  readonly total: number;
  readonly errors: readonly WarbandProblem[];
  readonly warnings: readonly WarbandProblem[];
}

/** DS-WB-12, RULING-21. What is wrong with one weapon, in the order of the rule. */
const weaponFaults = (weapon: SheetWeapon): readonly ProblemCode[] => {
  const { type, reach, aoe, charges, apr, dice } = weapon;
  const found: ProblemCode[] = [];
  if (handsIfValid(weapon) === undefined) found.push('WEAPON_HANDS');
  if (type !== 'melee' && type !== 'ranged') found.push('WEAPON_TYPE');
  if (reach === true && type === 'ranged') found.push('REACH_NEEDS_MELEE');
  const areal = aoe !== undefined && aoe !== null && aoe !== false;
  if (areal && type === 'melee') found.push('AOE_NEEDS_RANGED');
  if (areal && areaIfValid(weapon) === undefined) found.push('AOE_AREA');
  if (charges !== undefined && charges !== null && chargesIfValid(weapon) === undefined) found.push('CHARGES_VALUE');
  if ((apr !== undefined && apr !== null) || (dice !== undefined && dice !== null)) found.push('WEAPON_CUSTOM');
  return found;
};

const has = (table: Readonly<Record<string, unknown>>, key: string): boolean => Object.hasOwn(table, key);

/** All traits a warrior has: bought, racial and bodily ones, each copy for itself (DS-WB-5, DS-TRAIT-1). */
export const allTraits = ({ traits, race, body }: SheetWarrior, { bodies: allowed }: Settings): string[] => [
  ...traits,
  ...(has(racialTraits, race) ? (racialTraits[race] ?? []) : []),
  ...(allowed.includes(body) && has(bodyTypes, body) ? (bodyTypes[body]?.traits ?? []) : []),
];

/** DS-WB-14, DS-WB-15. */
const traitFaults = (warrior: SheetWarrior, settings: Settings): readonly Omit<WarbandProblem, 'warrior'>[] => {
  const owned = allTraits(warrior, settings);
  return warrior.traits.flatMap((what, index) => {
    const found: ProblemCode[] = [];
    const needs = has(knownTraits, what) ? knownTraits[what]?.needs : undefined;
    if (!has(knownTraits, what) && !has(settings.traits.prices, what)) found.push('TRAIT_UNKNOWN');
    else if (priceOf(settings.traits.prices, what) === undefined) found.push('TRAIT_NOT_FOR_SALE');
    if (warrior.traits.indexOf(what) < index) found.push('TRAIT_REPEATED');
    if (needs !== undefined && !owned.includes(needs)) found.push('TRAIT_REQUIRES');
    return found.map((code) => ({ code, what }));
  });
};

/** DS-WB-6, DS-WB-7, DS-WB-8, RULING-17. What is wrong with one warrior. */
const warriorFaults = (warrior: SheetWarrior, settings: Settings): readonly WarbandProblem[] => {
  const { body, race, armour, shields, weapons, skills, name } = warrior;
  const { points } = settings;
  const found: Omit<WarbandProblem, 'warrior'>[] = [];
  if (!settings.bodies.includes(body))
    found.push({ code: has(bodyTypes, body) ? 'BODY_NOT_ALLOWED' : 'BODY_UNKNOWN', what: body });
  if (!has(settings.races, race)) found.push({ code: 'RACE_UNKNOWN', what: race });
  if (armour.length > 1) found.push({ code: 'ARMOUR_TOO_MANY' });
  for (const suit of armour) if (!has(points.armour, suit)) found.push({ code: 'ARMOUR_UNKNOWN', what: suit });
  if (shields > 1) found.push({ code: 'SHIELD_TOO_MANY' });
  if (shields > 0 && weapons.some((weapon) => handsIfValid(weapon) === 2))
    found.push({ code: 'SHIELD_WITH_TWO_HANDED' });
  for (const weapon of weapons) for (const code of weaponFaults(weapon)) found.push({ code, what: weapon.name });
  found.push(...traitFaults(warrior, settings));
  for (const skill of Object.keys(skills))
    if (priceOf(settings.skills.prices, skill) === undefined) found.push({ code: 'SKILL_NOT_FOR_SALE', what: skill });
  return found.map((problem) => ({ ...problem, warrior: name }));
};

interface Races {
  /** Does a warrior of this race pay the surcharge (DS-WB-16)? */
  readonly pays: (race: string) => boolean;
  readonly fault: WarbandProblem | undefined;
}

/** DS-WB-16, DS-WB-17. Unknown races are none. */
const racesOf = ({ warriors, primaryRace }: Warband, { races }: Settings): Races => {
  const present = new Set(warriors.map(({ race }) => race).filter((race) => has(races, race)));
  const nobodyPays = (fault?: WarbandProblem): Races => ({ pays: () => false, fault });
  if (primaryRace !== undefined && !present.has(primaryRace))
    return nobodyPays({ code: 'WB_PRIMARY_RACE_ABSENT', what: primaryRace });
  if (present.size < 2) return nobodyPays();
  if (primaryRace === undefined) return nobodyPays({ code: 'WB_PRIMARY_RACE_REQUIRED' });
  return { pays: (race) => has(races, race) && race !== primaryRace, fault: undefined };
};

/** DS-WB-2, DS-WB-13, DS-WB-20, RULING-18. Checks and costs a warband; every error is told, not just the first. */
export const validateWarband = (warband: Warband, settings: Settings): ValidationReport => {
  const { warriors } = warband;
  const { pays, fault } = racesOf(warband, settings);
  const costs = warriors.map((warrior) => ({
    warrior: warrior.name,
    cost: warriorCost(warrior, pays(warrior.race), settings),
  }));
  const total = costs.reduce((sum, { cost }) => sum + cost.total, 0);
  const names = warriors.map(({ name }) => name);
  const repeated = [...new Set(names.filter((each, index) => names.indexOf(each) < index))];
  const errors: WarbandProblem[] = warriors.flatMap((warrior) => warriorFaults(warrior, settings));
  if (warriors.length === 0) errors.push({ code: 'WB_NO_WARRIORS' });
  for (const each of repeated) errors.push({ code: 'WB_DUPLICATE_NAME', warrior: each, what: each });
  if (fault !== undefined) errors.push(fault);
  if (total > settings.points.limit) errors.push({ code: 'WB_OVER_LIMIT', what: String(settings.points.limit) });
  const warnings = warriors
    .filter(({ weapons }) => weapons.length === 0)
    .map(({ name }): WarbandProblem => ({ code: 'WARN_UNARMED', warrior: name }));
  return { ok: errors.length === 0, costs, total, errors, warnings };
};

/** What a GM who allows GM warbands overlooks (DS-GEN-2): names, shapes and hands must be right all the same. */
const forgivable: ReadonlySet<ProblemCode> = new Set([
  'WEAPON_CUSTOM',
  'TRAIT_NOT_FOR_SALE',
  'TRAIT_REPEATED',
  'SKILL_NOT_FOR_SALE',
  'BODY_NOT_ALLOWED',
  'WB_OVER_LIMIT',
  'CHARGES_VALUE',
  'WB_PRIMARY_RACE_REQUIRED',
]);

/** DS-CMD-1. The errors that keep a warband out of a game. */
export const blockingErrors = (report: ValidationReport, { warband }: Settings): readonly WarbandProblem[] =>
  report.errors.filter(({ code }) => !(warband.custom && forgivable.has(code)));
