import { z } from 'zod';
import { isSameName, phrase, worded } from '../../core/message.ts';
import { areaFields, ownAbilityFields } from '../../rules/abilities.ts';
import { notesField } from '../../rules/sheets.ts';

const sizes = ['tiny', 'small', 'medium', 'large', 'giant'] as const;

export const weaponUses = ['melee', 'missile', 'thrown'] as const;

const groups = ['hand-crossbow', 'crossbow', 'bow', 'none'] as const;

export const missileKinds = ['arrow', 'quarrel', 'javelin', 'spear'] as const;

export const lightLevels = ['normal', 'starry', 'cloudy', 'unlit', 'pitch-black'] as const;

/** Damage dice as text: `NdS+K` means N dice of S sides plus K. */
const damage = z.string().max(20);

const weaponSchema = z.strictObject({
  name: z.string().min(1).max(60),
  use: z.enum(weaponUses),
  sc: z.int(),
  damage,
  rank: z.int().default(0),
  /** Reach (feet). */
  reach: z.int().default(5),
  /** Range (feet). Undefined if unlimited. */
  range: z.int().optional(),
  group: z.enum(groups).default('none'),
  penetrating: z.enum([...missileKinds, 'none']).default('none'),
  specialization: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  hands: z.union([z.literal(1), z.literal(2)]).default(1),
});

export const spellSchema = z.strictObject({
  name: z.string().min(1).max(60),
  tradition: z.enum(['cleric', 'mage']),
  castingTime: z.union([z.int(), z.literal('round')]).optional(),
  rank: z.int().optional(),
  knowledge: z.enum(['GK', 'SK']).optional(),
  castChance: z.int().optional(),
  cost: z.int().default(0),
  prepared: z.int().optional(),
  damage: damage.optional(),
  ignoresProt: z.boolean().default(false),
  ...ownAbilityFields,
  ...areaFields,
});

/** A skill with its chance (percent). SEG-CHECK-5. */
const skillSchema = z.strictObject({ name: z.string().min(1).max(60), chance: z.int() });

/** The sheet of a combatant. Its minimums are checked when it joins a battle. Section 3.1 of RULES.md. */
export const sheetSchema = z.strictObject({
  size: z.enum(sizes).default('medium'),
  dex: z.int().default(10),
  per: z.int().default(10),
  con: z.int().default(10),
  luck: z.int().default(0),
  /** Initiative modifier (IM) as the sheet states it; DEX does not change it. SEG-RUL-6. */
  im: z.int().default(0),
  maxHp: z.int(),
  def: z
    .strictObject({
      base: z.int().default(0),
      dex: z.int().default(0),
      skill: z.int().default(0),
      shield: z.int().default(0),
      /** DEF of the shield without skill, which also protects while casting. SEG-RUL-7. */
      shieldAlone: z.int().default(0),
      magic: z.int().default(0),
    })
    .prefault({}),
  prot: z.strictObject({ armor: z.int().default(0), other: z.int().default(0) }).prefault({}),
  /** Movement rate (feet a round). */
  tmr: z.int().default(60),
  attacks: z.int().default(1),
  weapons: z.array(weaponSchema).max(20).default([]),
  hasShield: z.boolean().default(false),
  potions: z.array(z.string().min(1).max(60)).max(20).default([]),
  ambidextrous: z.boolean().default(false),
  targetingSense: z.boolean().default(false),
  seesIn: z.array(z.enum(lightLevels)).default([]),
  rangeOfField: z.int().default(0),
  masterBowman: z.int().default(0),
  firstAid: z.int().default(0),
  /** Skills other than First Aid. Undefined in old sheets. SEG-CHECK-5. */
  skills: z.array(skillSchema).max(40).optional(),
  tentacles: z.int().default(0),
  agileFlyer: z.boolean().default(false),
  spells: z.array(spellSchema).max(30).default([]),
  energy: z.int().optional(),
  /** Hit points when the combatant joins a battle; default: the maximum. */
  hp: z.int().optional(),
  /** Weapon in hand when the combatant joins; default: the first weapon. Empty text means empty hands. */
  hand: z.string().max(60).optional(),
  offHand: z.string().max(60).optional(),
  shieldReady: z.boolean().default(false),
  /** Armour, energy and prepared spells left after earlier battles, and the wounds from them. */
  left: z
    .strictObject({
      armorLoss: z.int().min(0).default(0),
      energy: z.int().min(0).optional(),
      uses: z.record(z.string(), z.int().min(0)).default({}),
      wounds: z.array(z.string().max(300)).max(100).default([]),
    })
    .optional(),
  ...notesField,
});

export type Sheet = z.output<typeof sheetSchema>;

export type Skill = z.output<typeof skillSchema>;

export type Weapon = z.output<typeof weaponSchema>;

export type Spell = z.output<typeof spellSchema>;

/** Prepared uses by spell, without spells that need no preparation. */
export const preparedUses = (spells: readonly Spell[]): Record<string, number> =>
  Object.fromEntries(spells.flatMap(({ name, prepared }) => (prepared === undefined ? [] : [[name, prepared]])));

/** Parsed damage dice: `count` dice of `sides` sides, plus `bonus`. */
interface DamageDice {
  readonly count: number;
  readonly sides: number;
  readonly bonus: number;
}

const parseDamageDice = (text: string): DamageDice | undefined => {
  const [, count, sides, sign, bonus = 0] =
    /^\s*(\d{1,2})\s*d\s*(\d{1,3})\s*(?:([+\-−])\s*(\d{1,3}))?\s*$/i.exec(text) ?? [];
  if (count === undefined || sides === undefined || Number(sides) < 1) return undefined;
  return { count: Number(count), sides: Number(sides), bonus: (sign === '+' ? 1 : -1) * Number(bonus) || 0 };
};

/** Parses the damage dice of a weapon or spell. Returns no dice if it cannot read the text. */
export const damageDiceOf = (text: string): DamageDice => parseDamageDice(text) ?? { count: 0, sides: 1, bonus: 0 };

/** The mean of damage dice. 0 if the text cannot be read. */
export const meanDamage = (text: string): number => {
  const { count, sides, bonus } = damageDiceOf(text);
  return (count * (sides + 1)) / 2 + bonus;
};

/** Why a sheet is invalid. Undefined if it is valid. Section 3.4 of RULES.md. */
export const findSheetProblem = (sheet: Sheet): string | undefined => {
  const {
    maxHp,
    dex,
    per,
    con,
    attacks,
    tmr,
    luck,
    rangeOfField,
    masterBowman,
    firstAid,
    tentacles,
    energy = 0,
  } = sheet;
  const prot = { 'prot.armor': sheet.prot.armor, 'prot.other': sheet.prot.other };
  const least = [
    [1, { maxHp, dex, per, con, attacks }],
    [0, { tmr, ...prot, luck, rangeOfField, masterBowman, firstAid, tentacles, energy }],
  ] as const;
  for (const [min, numbers] of least)
    for (const [name, value] of Object.entries(numbers))
      if (value < min) return phrase`${name} must be at least ${min}`;
  for (const weapon of sheet.weapons) {
    if (weapon.rank < 0) return phrase`the rank of ${weapon.name} must be at least 0`;
    if (weapon.reach < 0 || (weapon.range ?? 0) < 0)
      return phrase`the reach and range of ${weapon.name} must be at least 0`;
    if (parseDamageDice(weapon.damage) === undefined)
      return phrase`the damage of ${weapon.name} must be written like 1d8+4`;
  }
  const skills = sheet.skills ?? [];
  for (const { name, chance } of skills) {
    if (chance < 0) return phrase`the skill ${name} must be at least 0`;
    if (isSameName(name, 'First Aid'))
      return worded('First Aid does not belong in the list of skills; give its percentage as firstAid');
    if (skills.filter((each) => isSameName(each.name, name)).length > 1) return phrase`the skill ${name} appears twice`;
  }
  for (const spell of sheet.spells) {
    if (spell.tradition === 'mage' && (spell.rank === undefined || spell.knowledge === undefined))
      return phrase`the mage spell ${spell.name} needs a rank and GK or SK`;
    if (spell.tradition === 'mage' && typeof spell.castingTime === 'number')
      return phrase`the casting time of the mage spell ${spell.name} comes from the table; only “round” may replace it`;
    if (spell.tradition === 'cleric' && spell.castingTime === undefined)
      return phrase`the cleric spell ${spell.name} needs a casting time`;
    if (typeof spell.castingTime === 'number' && spell.castingTime < 0)
      return phrase`the casting time of ${spell.name} must be at least 0`;
    if ((spell.castChance ?? 0) < 0 || spell.cost < 0 || (spell.prepared ?? 0) < 0)
      return phrase`chance, cost and uses of ${spell.name} must be at least 0`;
    if (spell.damage !== undefined && parseDamageDice(spell.damage) === undefined)
      return phrase`the damage of ${spell.name} must be written like 3d6+4`;
  }
  const held = [sheet.hand, sheet.offHand].find(
    (name) => name !== undefined && name !== '' && !sheet.weapons.some((weapon) => weapon.name === name),
  );
  return held === undefined ? undefined : phrase`${held} is in hand but not among the weapons of the sheet`;
};
