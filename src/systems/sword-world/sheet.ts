import { z } from 'zod';
import { ownTextFields } from '../../rules/abilities.ts';
import { notesField } from '../../rules/sheets.ts';

export const sides = ['allies', 'enemies'] as const;
export const areas = ['alliesRear', 'front', 'enemiesRear'] as const;
export const abilities = ['dex', 'agi', 'str', 'vit', 'int', 'spi'] as const;
export const damageTypes = ['physical', 'magical'] as const;

export type Side = (typeof sides)[number];
export type Area = (typeof areas)[number];
export type Ability = (typeof abilities)[number];

const count = z.int().min(0);
const perAbility = z.partialRecord(z.enum(abilities), z.int());

/** The value of a check: one number for a character; 2d’s modifier and a fixed value for a monster. SW-DATA-5. */
const checkValueSchema = z.union([z.int(), z.strictObject({ mod: z.int(), fixed: z.int() })]);

/** An increase or reduction of damage, and the damage that it applies to. SW-DMG-6, SW-DMG-7. */
const changeSchema = z.strictObject({
  value: z.int(),
  type: z.enum([...damageTypes, 'any']).default('any'),
  attribute: z.string().optional(),
});

export const weaponModes = ['melee', 'throw', 'shoot', 'gun'] as const;
export const grips = ['1H', '2H', 'throw'] as const;
const stanceSchema = z.strictObject({
  power: z.int(),
  c: z.int(),
  accMod: z.int().optional(),
  dmgMod: z.int().optional(),
});
/** The changes that a Bullet spell makes to the next shot. SW-GUN-4. */
export const bulletSchema = z.strictObject({
  id: z.string().optional(),
  power: z.int().optional(),
  cMod: z.int().optional(),
  increase: z.int().optional(),
  attributes: z.array(z.string()).optional(),
});
export const weaponSchema = z.strictObject({
  id: z.string().min(1),
  category: z.string().default('sword'),
  modes: z.array(z.enum(weaponModes)).min(1).default(['melee']),
  stances: z.partialRecord(z.enum(grips), stanceSchema),
  /** Range (metres). Undefined for melee weapons. */
  range: count.optional(),
  ammo: count.optional(),
  damageType: z.enum(damageTypes).optional(),
  attributes: z.array(z.string()).optional(),
  bullet: bulletSchema.optional(),
});

/** An effect of a spell, feat or rule on a unit. `remaining` is a number of rounds, or `long` for an hour or more. */
export const effectSchema = z.strictObject({
  id: z.string().min(1),
  caster: z.string().optional(),
  /** The condition that the effect causes; both end together. SW-ROUND-2. */
  status: z.string().min(1).optional(),
  /** The affected section. Undefined if the effect is on the whole unit. */
  body: z.string().optional(),
  remaining: z.union([z.int(), z.literal('long')]).optional(),
  until: z.literal('nextTurn').optional(),
  checks: z.int().optional(),
  accuracy: z.int().optional(),
  evasion: z.int().optional(),
  fortitude: z.int().optional(),
  willpower: z.int().optional(),
  magicPower: z.int().optional(),
  power: z.int().optional(),
  cMod: z.int().optional(),
  defense: z.int().optional(),
  speed: z.int().optional(),
  ability: perAbility.optional(),
  increase: changeSchema.optional(),
  /** The kind of attacks that `power`, `cMod` and `increase` raise. Default: weapons. SW-FEAT-6. */
  raises: z.enum(['weapons', 'spells', 'all']).optional(),
  reduction: changeSchema.optional(),
  /** An attribute added to weapon damage. SW-ATTR-1. */
  attribute: z.string().optional(),
  flight: z.boolean().optional(),
  breath: z.boolean().optional(),
});
/** The fields of an effect that are no modifiers. */
const effectMarks = { id: true, caster: true, status: true, body: true, remaining: true, until: true } as const;
const effectModsSchema = effectSchema.omit(effectMarks);
const effectMarksSchema = effectSchema.pick(effectMarks).strip();

/** The effect with its condition and duration, but without its modifiers. SW-ROUND-2. */
export const withoutModifiers = (effect: TimedEffect): TimedEffect => effectMarksSchema.parse(effect);

export const spellShapeSchema = z.union([
  z.enum(['target', 'shot', 'line', 'breakthrough']),
  z.strictObject({ radius: count, max: z.int().min(1).optional() }),
]);
export const spellSchema = z.strictObject({
  id: z.string().min(1),
  cls: z.string().default('Sorcerer'),
  mpCost: count.default(0),
  castAs: z.enum(['major', 'minor']).default('major'),
  range: z.union([count, z.enum(['touch', 'self'])]).default('self'),
  shape: spellShapeSchema.default('target'),
  damage: z
    .strictObject({
      power: z.int(),
      c: z.int().optional(),
      type: z.enum(damageTypes).default('magical'),
      attributes: z.array(z.string()).optional(),
    })
    .optional(),
  /** The HP or MP that the spell restores. SW-POWER-7. */
  recovery: z.strictObject({ power: z.int(), pool: z.enum(['hp', 'mp']).default('hp') }).optional(),
  resist: z.enum(['none', 'half', 'negates']).default('none'),
  resistBy: z.enum(['willpower', 'fortitude']).default('willpower'),
  durationRounds: z.union([z.int().min(1), z.enum(['1h', '1d', 'permanent'])]).optional(),
  effect: effectModsSchema.optional(),
  /** The condition that the spell causes: asleep, prone, immobilised. */
  status: z.string().optional(),
  /** The Bullet that the spell loads into the gun in hand. SW-GUN-4. */
  bullet: bulletSchema.omit({ id: true }).optional(),
  ...ownTextFields,
});

export const accessorySchema = z.strictObject({ slot: z.string(), item: z.string().nullable() });

/** HP and MP left from earlier battles. Default: the maximum. */
const leftOver = { hpLeft: z.int().optional(), mpLeft: count.optional() };

/** A feat with its stats. If the sheet has only a name, the rulebook’s stats are used. SW-FEAT-2. */
export const featSchema = z.strictObject({
  id: z.string().min(1),
  active: z.boolean().default(false),
  accMod: z.int().optional(),
  evaMod: z.int().optional(),
  cMod: z.int().optional(),
  increase: changeSchema.optional(),
  reduction: changeSchema.optional(),
});

const attackData = {
  /** The name that an order uses to choose this attack. */
  id: z.string().min(1).max(60).optional(),
  /** The damage: 2d + X, a flat number, or a row of the power table. SW-ATK-10. */
  damage: z.union([
    z.strictObject({ x: z.int() }),
    z.strictObject({ flat: z.int() }),
    z.strictObject({ power: z.int().min(0).max(100), c: z.int().optional(), extra: z.int().optional() }),
  ]),
  damageType: z.enum(damageTypes).default('physical'),
  attributes: z.array(z.string()).default([]),
  /** Range (metres). Undefined for melee. SW-ATK-2. */
  range: count.optional(),
  pool: z.enum(['hp', 'mp']).default('hp'),
  /** The attack’s own Accuracy, or what targets must reach to resist. Default: its body’s Accuracy. */
  check: checkValueSchema.optional(),
  shape: spellShapeSchema.optional(),
  /** What a target achieves by resisting. Undefined if the target rolls Evasion instead. SW-ATK-11. */
  resist: z.enum(['none', 'half', 'negates']).optional(),
  resistBy: z.enum(['willpower', 'fortitude']).optional(),
  /** The MP cost, and the number of uses in a battle. SW-ATK-12. */
  mpCost: count.optional(),
  uses: z.int().min(1).optional(),
  /** What a target that does not resist gets besides the damage. SW-ATK-11. */
  ...spellSchema.pick({ recovery: true, durationRounds: true, effect: true, status: true }).shape,
  ...ownTextFields,
};
const attackSchema = z.strictObject(attackData);

const bodyStats = {
  defense: z.int().default(0),
  accuracy: checkValueSchema.optional(),
  evasion: checkValueSchema.optional(),
  fortitude: checkValueSchema.optional(),
  willpower: checkValueSchema.optional(),
  attack: attackSchema.optional(),
  /** Attacks and abilities besides the default attack. SW-ATK-9. */
  attacks: z.array(attackSchema).max(20).optional(),
  /** Number of Major Actions in a turn. Default: 1. SW-ATK-12. */
  majors: z.int().min(1).max(10).optional(),
  isWing: z.boolean().default(false),
};

/** The stats of a body in a sheet or section, without HP and MP. */
export const bodyStatsSchema = z.object(bodyStats);

/** A body: a whole character, or one section of a monster or mount. */
export const bodySchema = z.strictObject({
  id: z.string(),
  hp: z.int(),
  maxHp: z.int(),
  mp: count,
  maxMp: count,
  statuses: z.array(z.string()),
  /** Number of uses so far, by the attack’s id. */
  used: z.record(z.string(), count).optional(),
  ...bodyStats,
});

const sectionSheetSchema = z.strictObject({
  name: z.string().min(1),
  hp: z.int().default(20),
  mp: count.default(10),
  ...leftOver,
  ...bodyStats,
});

const shieldSchema = z.strictObject({ id: z.string().min(1), defense: z.int(), evaMod: z.int().optional() });

const defenseSetSchema = z.strictObject({
  id: z.string().min(1),
  holds: z.string().min(1).optional(),
  defense: z.int(),
  evaMod: z.int().optional(),
});

/** A potion: its row of the power table, the pool it restores, and the number left. SW-GEAR-4. */
const potionSchema = z.strictObject({
  id: z.string().min(1),
  power: z.int().min(0).max(100),
  pool: z.enum(['hp', 'mp']).optional(),
  left: count,
});

const weaknessSchema = z.strictObject({
  attribute: z.string().optional(),
  damageType: z.enum(damageTypes).optional(),
  bonus: z.int().default(0),
  /** The bonus to Accuracy for attacks against the monster. SW-ATTR-2. */
  accuracy: z.int().optional(),
});

const diceTotal = z.int().min(2).max(12).optional();
const dropSchema = z.strictObject({ item: z.string().min(1).max(60), from: diceTotal, to: diceTotal });

/** The sheet of an entrant: a character, a whole monster, or a mount. */
export const sheetSchema = z.strictObject({
  kind: z.enum(['pc', 'monster', 'mount']).default('pc'),
  hp: z.int().default(20),
  mp: count.default(10),
  ...leftOver,
  /** Long effects that are still active from earlier battles. SW-END-2. */
  effects: z.array(effectSchema).optional(),
  ...bodyStats,
  sections: z.array(sectionSheetSchema).default([]),
  /** The core section. The unit is down when the core section is down. SW-RUL-44. */
  core: z.string().optional(),
  /** Further core sections. The unit is down when all its core sections are down. SW-RUL-44. */
  cores: z.array(z.string().min(1)).max(20).optional(),
  abilities: perAbility.optional(),
  mods: perAbility.default({}),
  classes: z.record(z.string(), count).default({}),
  advLevel: z.int().optional(),
  speed: count.optional(),
  metalArmor: z.union([z.literal(false), z.enum(['metal', 'full'])]).default(false),
  evaMod: z.int().default(0),
  extra: z.int().optional(),
  magicPower: z.int().optional(),
  /** Magic Power of classes for which it differs from `magicPower`. SW-DMG-3. */
  magicPowers: z.record(z.string(), z.int()).optional(),
  tumble: z.int().optional(),
  initiativeValue: z.int().optional(),
  weapons: z.array(weaponSchema).default([]),
  held: z.array(z.string()).default([]),
  /** Shields. Each shield adds its Defense while the unit holds it. SW-GEAR-1. */
  shields: z.array(shieldSchema).max(10).optional(),
  /** Sets of Defense. The first with its item in hand counts, else the first without an item. SW-GEAR-2. */
  defenses: z.array(defenseSetSchema).max(10).optional(),
  /** Potions that the unit carries. SW-GEAR-4. */
  potions: z.array(potionSchema).max(20).optional(),
  hands: count.default(2),
  luggage: z.array(z.string()).default([]),
  accessories: z.array(accessorySchema).default([]),
  feats: z.array(z.union([z.string().min(1), featSchema])).default([]),
  spells: z.array(spellSchema).default([]),
  useFixed: z.boolean().optional(),
  initiative: z.int().optional(),
  reputation: z.int().optional(),
  weaknessValue: z.int().optional(),
  weaknesses: z.array(weaknessSchema).default([]),
  weaknessKnown: z.boolean().default(false),
  increases: z.array(changeSchema).default([]),
  reductions: z.array(changeSchema).default([]),
  /** True if the monster rolls Death Checks. SW-DEATH-4. */
  deathCheck: z.boolean().default(false),
  /** The monster’s loot: items always found, or found on certain totals of 2d. SW-LOOT-3. */
  drops: z.array(dropSchema).max(20).optional(),
  canFly: z.boolean().default(false),
  aquatic: z.boolean().default(false),
  breathesWater: z.boolean().default(false),
  /** Number of passengers behind the rider of a mount. Default: 1. SW-MOUNT-18. */
  seats: count.optional(),
  /** The name of the mount that the unit rides from the start. */
  rides: z.string().optional(),
  /** Values of an imported chat palette that no other field has, by name, for `/roll`. */
  variables: z.record(z.string().max(60), z.int()).optional(),
  /** Experience points of earlier battles. SW-XP-1. */
  xp: count.optional(),
  ...notesField,
});

export type Sheet = z.output<typeof sheetSchema>;
export type Weapon = z.output<typeof weaponSchema>;
export type Spell = z.output<typeof spellSchema>;
export type SpellShape = z.output<typeof spellShapeSchema>;
/** The shape of a spell with a radius. */
export type Radius = Exclude<SpellShape, string>;
export type Feat = z.output<typeof featSchema>;
export type DamageChange = z.output<typeof changeSchema>;
export type CheckValue = z.output<typeof checkValueSchema>;
export type Attack = z.output<typeof attackSchema>;
export type Body = z.output<typeof bodySchema>;
/** The kinds of attacks that an effect may raise. SW-FEAT-6. */
export type RaisedAttackKind = 'weapons' | 'spells';
export type TimedEffect = z.output<typeof effectSchema>;
export type Grip = (typeof grips)[number];
export type WeaponMode = (typeof weaponModes)[number];
export type Pool = 'hp' | 'mp';
