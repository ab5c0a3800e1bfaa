import { counted, err, fillPlaceholders, ok, phrase, type Result, term, worded } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { type Line, line, type SumRow, step } from '../../../rules/event.ts';
import { describeInputError } from '../../../rules/verb.ts';
import { notForSalePrice, type Settings } from '../settings.ts';
import { type SheetWarrior, type SheetWeapon, sheetSchema, type Warband } from '../sheet.ts';
import { bodyTypes, races as knownRaces, traits as knownTraits, sheetWord } from '../traits.ts';
import { formatWeapon } from './weapon-text.ts';

/** A warrior's cost with its parts. DS-WB-19. */
type CostBreakdown = ReturnType<typeof warriorCost>;

/** A table’s entry for a name. Undefined if missing, even for inherited keys like `constructor`. */
const entry = (table: Readonly<Record<string, number>>, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Price of a trait or skill. Undefined if it is not for sale. RULING-13, RULING-25. */
export const priceOf = (prices: Settings['skills']['prices'], name: string): number | undefined => {
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  return price === notForSalePrice ? undefined : price;
};

/** Names of all traits or skills for sale. RULING-13, RULING-25. */
export const entriesForSale = (prices: Settings['skills']['prices']): readonly string[] =>
  Object.keys(prices).filter((name) => priceOf(prices, name) !== undefined);

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

const handsIfValid = ({ hands }: SheetWeapon): 1 | 2 | undefined => (hands === 1 || hands === 2 ? hands : undefined);

const areaIfValid = ({ aoe }: SheetWeapon): number | undefined => (isWhole(aoe) && aoe >= 1 ? aoe : undefined);

const chargesIfValid = ({ charges }: SheetWeapon): 1 | 3 | undefined =>
  charges === 1 || charges === 3 ? charges : undefined;

/** Cost of a weapon. Wrong values cost nothing; a weapon with a wrong number of hands is free. DS-WB-10, DS-WB-11. */
export const weaponCost = (weapon: SheetWeapon, { points }: Settings): number => {
  const hands = handsIfValid(weapon);
  if (hands === undefined) return 0;
  const area = weapon.type === 'melee' ? undefined : areaIfValid(weapon);
  const sum =
    (points.weapon[String(hands)] ?? 0) +
    (weapon.reach === true && weapon.type !== 'ranged' ? points.reach : 0) +
    (area === undefined ? 0 : points.aoeBase + points.aoeExtra * (area - 1));
  switch (chargesIfValid(weapon)) {
    case 3:
      return Math.max(1, sum + points.threeCharges);
    case 1:
      return Math.max(1, points.oneChargeRounding === 'down' ? Math.floor(sum / 2) : Math.ceil(sum / 2));
    case undefined:
      return sum;
  }
};

/** Number of hands that a warrior’s weapons and shields need. DS-WB-9. */
const handsUsed = ({ weapons, shields }: SheetWarrior): number =>
  weapons.reduce((sum, weapon) => sum + (handsIfValid(weapon) ?? 0), 0) + shields;

const stepSkills = ['weapon', 'parry'];

/** Cost of a skill: its price for each level. Level 0 counts too, except for weapon and parry. DS-WB-18, RULING-13. */
export const skillCost = (skill: string, level: number, { skills }: Settings): number => {
  const price = priceOf(skills.prices, skill);
  if (price === undefined) return 0;
  return price * Math.max(0, stepSkills.includes(skill) ? level : level + 1);
};

/** Cost of a body. A body that is not allowed costs as much as a grunt. DS-WB-4. */
const bodyCost = (body: string, { points, bodies: allowed }: Settings): number => {
  if (allowed.includes(body)) return entry(points.body, body) ?? points.body.grunt ?? 0;
  return !Object.hasOwn(bodyTypes, body) ? 0 : (points.body.grunt ?? 0);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Cost of a warrior, by part. `surcharge`: true if its race is not the primary one. DS-WB-3, DS-WB-19. */
const warriorCost = (warrior: SheetWarrior, surcharge: boolean, settings: Settings) => {
  const { points, races, traits } = settings;
  const parts = {
    body: bodyCost(warrior.body, settings),
    race: entry(races, warrior.race) ?? 0,
    armour: sum(warrior.armour.map((suit) => entry(points.armour, suit) ?? 0)),
    shields: points.shield * warrior.shields,
    weapons: sum(warrior.weapons.map((weapon) => weaponCost(weapon, settings))),
    hands: points.extraHand * Math.max(0, handsUsed(warrior) - points.freeHands),
    traits: sum(warrior.traits.map((trait) => priceOf(traits.prices, trait) ?? 0)),
    skills: sum(Object.entries(warrior.skills).map(([skill, level]) => skillCost(skill, level, settings))),
    multiracial: surcharge ? points.multiracial : 0,
  };
  return { ...parts, total: Math.max(points.minWarrior, sum(Object.values(parts))) };
};

/** Sentences for the problems that the validator finds, by code. Section 5. */
export const problemTexts = {
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

type ProblemCode = keyof typeof problemTexts;

interface WarbandProblem {
  readonly code: ProblemCode;
  readonly warrior?: string;
  readonly what?: string;
}

/** Costs, errors and warnings that the validator finds in a warband. DS-WB-20. */
interface ValidationReport {
  readonly ok: boolean;
  readonly costs: readonly { readonly warrior: string; readonly cost: CostBreakdown }[];
  readonly total: number;
  readonly errors: readonly WarbandProblem[];
  readonly warnings: readonly WarbandProblem[];
}

/** Codes of a weapon’s errors, in the rulebook’s order. DS-WB-12, RULING-21. */
const weaponProblems = (weapon: SheetWeapon): readonly ProblemCode[] => {
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

/** All traits of a warrior: bought, racial and from the body. A trait may occur twice. DS-WB-5, DS-TRAIT-1. */
export const allTraits = ({ traits, race, body }: SheetWarrior, { bodies: allowed }: Settings): string[] => [
  ...traits,
  ...(has(knownRaces, race) ? (knownRaces[race]?.traits ?? []) : []),
  ...(allowed.includes(body) && has(bodyTypes, body) ? (bodyTypes[body]?.traits ?? []) : []),
];

/** Errors in the traits that a warrior has bought. DS-WB-14, DS-WB-15. */
const traitProblems = (warrior: SheetWarrior, settings: Settings): readonly Omit<WarbandProblem, 'warrior'>[] => {
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

/** All errors of one warrior. DS-WB-6, DS-WB-7, DS-WB-8, RULING-17. */
const warriorProblems = (warrior: SheetWarrior, settings: Settings): readonly WarbandProblem[] => {
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
  for (const weapon of weapons) for (const code of weaponProblems(weapon)) found.push({ code, what: weapon.name });
  found.push(...traitProblems(warrior, settings));
  for (const skill of Object.keys(skills))
    if (priceOf(settings.skills.prices, skill) === undefined) found.push({ code: 'SKILL_NOT_FOR_SALE', what: skill });
  return found.map((problem) => ({ ...problem, warrior: name }));
};

/** Races that cost extra because they are not primary, or the problem with the primary race. DS-WB-16, DS-WB-17. */
const findPrimaryRace = (
  { warriors, primaryRace }: Warband,
  { races }: Settings,
): { readonly paying: readonly string[]; readonly problem?: WarbandProblem } => {
  const present = [...new Set(warriors.map(({ race }) => race).filter((race) => has(races, race)))];
  const refused = (code: ProblemCode, what?: string) => ({ paying: [], problem: { code, ...(what && { what }) } });
  if (primaryRace !== undefined && !present.includes(primaryRace))
    return refused('WB_PRIMARY_RACE_ABSENT', primaryRace);
  if (present.length < 2) return { paying: [] };
  if (primaryRace === undefined) return refused('WB_PRIMARY_RACE_REQUIRED');
  return { paying: present.filter((race) => race !== primaryRace) };
};

/** Calculates the costs of a warband and finds all its errors. DS-WB-2, DS-WB-13, DS-WB-20, RULING-18. */
export const validateWarband = (warband: Warband, settings: Settings): ValidationReport => {
  const { warriors } = warband;
  const { paying, problem } = findPrimaryRace(warband, settings);
  const costs = warriors.map((warrior) => ({
    warrior: warrior.name,
    cost: warriorCost(warrior, paying.includes(warrior.race), settings),
  }));
  const total = costs.reduce((sum, { cost }) => sum + cost.total, 0);
  const names = warriors.map(({ name }) => name);
  const repeated = [...new Set(names.filter((each, index) => names.indexOf(each) < index))];
  const errors: WarbandProblem[] = warriors.flatMap((warrior) => warriorProblems(warrior, settings));
  if (warriors.length === 0) errors.push({ code: 'WB_NO_WARRIORS' });
  for (const each of repeated) errors.push({ code: 'WB_DUPLICATE_NAME', warrior: each, what: each });
  if (problem !== undefined) errors.push(problem);
  if (total > settings.points.limit) errors.push({ code: 'WB_OVER_LIMIT', what: String(settings.points.limit) });
  const warnings = warriors
    .filter(({ weapons }) => weapons.length === 0)
    .map(({ name }): WarbandProblem => ({ code: 'WARN_UNARMED', warrior: name }));
  return { ok: errors.length === 0, costs, total, errors, warnings };
};

/** Errors that a warband may have if the GM allows custom warbands. DS-GEN-2. */
const nonBlockingErrors: ReadonlySet<ProblemCode> = new Set([
  'WEAPON_CUSTOM',
  'TRAIT_NOT_FOR_SALE',
  'TRAIT_REPEATED',
  'SKILL_NOT_FOR_SALE',
  'BODY_NOT_ALLOWED',
  'WB_OVER_LIMIT',
  'CHARGES_VALUE',
  'WB_PRIMARY_RACE_REQUIRED',
]);

/** Errors that prevent a warband from joining. DS-CMD-1. */
export const blockingErrors = (report: ValidationReport, { warband }: Settings): readonly WarbandProblem[] =>
  report.errors.filter(({ code }) => !(warband.custom && nonBlockingErrors.has(code)));

/** Describes a problem: `Skit: the trait fast cannot be bought`. */
export const describeProblem = ({ code, warrior, what }: WarbandProblem): string => {
  const problem = fillPlaceholders(problemTexts[code], { what: what ?? '' });
  return worded(warrior === undefined ? problem : phrase`${warrior}: ${worded(problem)}`);
};

/** Parses a warband. The error is a short text. */
export const parseWarband = (given: unknown): Result<Warband, string> => {
  const parsed = sheetSchema.safeParse(given, { error: describeInputError });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(phrase`${issue?.path.join('.') || term('warband')}: ${issue?.message ?? term('not understood')}`);
};

const costNames = {
  body: 'body',
  race: 'race',
  armour: 'armour',
  shields: 'shield',
  weapons: 'weapons',
  hands: 'extra hands',
  traits: 'traits',
  skills: 'skills',
  multiracial: 'other race',
} satisfies Record<Exclude<keyof CostBreakdown, 'total'>, string>;

/** A warrior’s cost as a row: `body 6 · race −3 · weapons 2 = 5`. DS-WB-19. */
const costRow = ({ total, ...parts }: CostBreakdown): SumRow => [
  ...Object.entries(costNames).flatMap(([part, name]) => {
    const points = ownValue(parts, part) ?? 0;
    return points === 0 ? [] : [step('DS-WB-19', phrase`${term(name, 'dskull')} ${points}`)];
  }),
  step('DS-WB-19', phrase`= ${total}`),
];

/** A warrior’s race, equipment, traits, skills and notes as a row: `goblin · light armour · shield · brave`. */
const gear = ({ race, body, armour, shields, weapons, traits, skills, notes }: SheetWarrior): SumRow =>
  [
    body === 'grunt' ? race : phrase`${sheetWord(race)} ${sheetWord(body)}`,
    ...armour.map((suit) => phrase`${term(suit, 'dskull')} armour`),
    ...(shields === 0 ? [] : [shields === 1 ? 'shield' : counted(shields, 'shield')]),
    ...(weapons.length === 0 ? ['no weapon'] : weapons.map(formatWeapon)),
    ...traits,
    ...Object.entries(skills).map(([skill, level]) => phrase`${term(skill)} ${level}`),
    ...(notes ? [notes] : []),
  ].map((each) => step('', each));

/** Describes the cost of a warband: `31 of 40 points, 9 left. The warband may join.` */
const describeTotal = ({ total, errors }: ValidationReport, { points }: Settings): string => {
  const left = points.limit - total;
  const cost =
    left < 0
      ? phrase`${total} of ${points.limit} points, ${-left} too many.`
      : phrase`${total} of ${points.limit} points, ${left} left.`;
  const wrong = counted(errors.length, 'thing to correct', 'things to correct');
  return phrase`${cost} ${errors.length === 0 ? term('The warband may join.') : phrase`${wrong}.`}`;
};

/** Describes a warband: total, problems, each warrior’s gear and cost. `alone`: the only warrior to show. DS-WB-20. */
export const warbandLines = (warband: Warband, settings: Settings, alone?: SheetWarrior): readonly Line[] => {
  const report = validateWarband(warband, settings);
  const isShown = (name: string | undefined): boolean =>
    alone === undefined || name === undefined || name === alone.name;
  const several = new Set(warband.warriors.map(({ race }) => race)).size > 1;
  return [
    line(describeTotal(report, settings), report.ok ? 'good' : 'bad'),
    ...[...report.errors, ...report.warnings]
      .filter(({ warrior }) => isShown(warrior))
      .map((problem) => line(phrase`${describeProblem(problem)}.`, report.errors.includes(problem) ? 'bad' : 'quiet')),
    ...(several && warband.primaryRace !== undefined
      ? [line(phrase`Primary race: ${sheetWord(warband.primaryRace)}.`)]
      : []),
    ...(warband.notes && alone === undefined ? [line(warband.notes)] : []),
    ...warband.warriors.flatMap((warrior, index) => {
      if (!isShown(warrior.name)) return [];
      const cost = report.costs[index]?.cost;
      const says = cost === undefined ? warrior.name : phrase`${warrior.name}: ${counted(cost.total, 'point')}`;
      return line(says, 'plain', [gear(warrior), ...(cost === undefined ? [] : [costRow(cost)])]);
    }),
  ];
};
