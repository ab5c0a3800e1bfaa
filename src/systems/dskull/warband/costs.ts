import { notForSalePrice, type Settings } from '../settings.ts';
import type { SheetWarrior, SheetWeapon } from '../sheet.ts';
import { bodyTypes } from '../traits.ts';

/** DS-WB-19. A warrior's cost with its parts. */
export type CostBreakdown = ReturnType<typeof warriorCost>;

/** What a table says of a name somebody wrote down; nothing for `constructor` and the like. */
const entry = (table: Readonly<Record<string, number>>, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** RULING-13, RULING-25. The price of a trait or a skill; nothing where it is not for sale. */
export const priceOf = (prices: Settings['skills']['prices'], name: string): number | undefined => {
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  return price === notForSalePrice ? undefined : price;
};

/** RULING-13, RULING-25. The names of what is for sale. */
export const entriesForSale = (prices: Settings['skills']['prices']): readonly string[] =>
  Object.keys(prices).filter((name) => priceOf(prices, name) !== undefined);

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

export const handsIfValid = ({ hands }: SheetWeapon): 1 | 2 | undefined =>
  hands === 1 || hands === 2 ? hands : undefined;

export const areaIfValid = ({ aoe }: SheetWeapon): number | undefined => (isWhole(aoe) && aoe >= 1 ? aoe : undefined);

export const chargesIfValid = ({ charges }: SheetWeapon): 1 | 3 | undefined =>
  charges === 1 || charges === 3 ? charges : undefined;

/** DS-WB-10, DS-WB-11, DS-WB-12. A wrong value costs nothing; a weapon for a wrong number of hands is free altogether. */
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

/** DS-WB-9. */
const handsUsed = ({ weapons, shields }: SheetWarrior): number =>
  weapons.reduce((sum, weapon) => sum + (handsIfValid(weapon) ?? 0), 0) + shields;

const stepSkills = ['weapon', 'parry'];

/** DS-WB-18, RULING-13. A level costs the price, level 0 included; a weapon or parry step costs it each. */
export const skillCost = (skill: string, level: number, { skills }: Settings): number => {
  const price = priceOf(skills.prices, skill);
  if (price === undefined) return 0;
  return price * Math.max(0, stepSkills.includes(skill) ? level : level + 1);
};

/** DS-WB-4. The price of a body; a reserved one that is not enabled is costed as a grunt. */
const bodyCost = (body: string, { points, bodies: allowed }: Settings): number => {
  if (allowed.includes(body)) return entry(points.body, body) ?? points.body.grunt ?? 0;
  return !Object.hasOwn(bodyTypes, body) ? 0 : (points.body.grunt ?? 0);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** DS-WB-3, DS-WB-19. `surcharge`: is this warrior of another race than the primary one? */
export const warriorCost = (warrior: SheetWarrior, surcharge: boolean, settings: Settings) => {
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
