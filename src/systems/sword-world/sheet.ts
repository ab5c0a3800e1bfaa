import { z } from 'zod';
import type { SheetCheck } from '../../rules/sheets.ts';

export const sides = ['allies', 'enemies'] as const;
export const areas = ['alliesRear', 'front', 'enemiesRear'] as const;
export const abilities = ['dex', 'agi', 'str', 'vit', 'int', 'spi'] as const;
export const damageTypes = ['physical', 'magical'] as const;

export type Side = (typeof sides)[number];
export type Area = (typeof areas)[number];
export type Ability = (typeof abilities)[number];
export type DamageType = (typeof damageTypes)[number];

const count = z.int().min(0);
const perAbility = z.partialRecord(z.enum(abilities), z.int());

/** SW-DATA-5. A number for characters; for monsters what dice are added to, and what counts without dice. */
const checkValueSchema = z.union([z.int(), z.strictObject({ mod: z.int(), fixed: z.int() })]);

/** SW-DMG-6, SW-DMG-7. An increase or a reduction, and the damage it applies to. */
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
/** SW-GUN-4. What a Bullet spell makes of the next shot. */
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
  /** Metres; melee weapons have none. */
  range: count.optional(),
  ammo: count.optional(),
  damageType: z.enum(damageTypes).optional(),
  attributes: z.array(z.string()).optional(),
  bullet: bulletSchema.optional(),
});

/** What a lasting spell, a feat or a rule does to a unit. `remaining` counts rounds; `long` is an hour or more. */
export const effectSchema = z.strictObject({
  id: z.string().min(1),
  caster: z.string().optional(),
  /** SW-ROUND-2. The condition it lays, which goes with it. */
  status: z.string().min(1).optional(),
  /** The section it lies on, where it is not on the whole unit; on a sheet by the section’s own name. */
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
  /** SW-FEAT-6. What `power`, `cMod` and `increase` raise; left out: weapons, and not spells. */
  raises: z.enum(['weapons', 'spells', 'all']).optional(),
  reduction: changeSchema.optional(),
  /** Added to the attributes of weapon damage: SW-ATTR-1. */
  attribute: z.string().optional(),
  flight: z.boolean().optional(),
  breath: z.boolean().optional(),
});
const effectModsSchema = effectSchema.omit({
  id: true,
  caster: true,
  status: true,
  body: true,
  remaining: true,
  until: true,
});

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
  /** SW-POWER-7. HP or MP given back. */
  recovery: z.strictObject({ power: z.int(), pool: z.enum(['hp', 'mp']).default('hp') }).optional(),
  resist: z.enum(['none', 'half', 'negates']).default('none'),
  resistBy: z.enum(['willpower', 'fortitude']).default('willpower'),
  durationRounds: z.union([z.int().min(1), z.enum(['1h', '1d', 'permanent'])]).optional(),
  effect: effectModsSchema.optional(),
  /** A status it lays on those it affects: asleep, prone, immobilised. */
  status: z.string().optional(),
  /** SW-GUN-4. A Bullet spell: it loads the gun in the caster's hand. */
  bullet: bulletSchema.omit({ id: true }).optional(),
});

export const accessorySchema = z.strictObject({ slot: z.string(), item: z.string().nullable() });

/** HP and MP left from before; left out: all. */
const leftOver = { hpLeft: z.int().optional(), mpLeft: count.optional() };

/** SW-FEAT-2. Feats are data; a bare name takes the figures the rules give it, or none. */
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
  /** By which it is chosen, where a body can do several things. */
  id: z.string().min(1).max(60).optional(),
  /** SW-ATK-10. 2d + X, a flat number, or a row of the power table and what is added to it. */
  damage: z.union([
    z.strictObject({ x: z.int() }),
    z.strictObject({ flat: z.int() }),
    z.strictObject({ power: z.int().min(0).max(100), c: z.int().optional(), extra: z.int().optional() }),
  ]),
  damageType: z.enum(damageTypes).default('physical'),
  attributes: z.array(z.string()).default([]),
  /** SW-ATK-2. With a range it is a shooting attack. */
  range: count.optional(),
  pool: z.enum(['hp', 'mp']).default('hp'),
  /** Its own Accuracy, or what must be resisted; left out: the Accuracy of its body. */
  check: checkValueSchema.optional(),
  shape: spellShapeSchema.optional(),
  /** SW-ATK-11. Left out: met by Evasion. */
  resist: z.enum(['none', 'half', 'negates']).optional(),
  resistBy: z.enum(['willpower', 'fortitude']).optional(),
  /** SW-ATK-12. */
  mpCost: count.optional(),
  uses: z.int().min(1).optional(),
};
const attackSchema = z.strictObject(attackData);

const bodyStats = {
  defense: z.int().default(0),
  accuracy: checkValueSchema.optional(),
  evasion: checkValueSchema.optional(),
  fortitude: checkValueSchema.optional(),
  willpower: checkValueSchema.optional(),
  attack: attackSchema.optional(),
  /** SW-ATK-9. What else it can do. */
  attacks: z.array(attackSchema).max(20).optional(),
  /** SW-ATK-12. Major Actions a turn; left out: one. */
  majors: z.int().min(1).max(10).optional(),
  isWing: z.boolean().default(false),
};

/** Of a sheet or a section, what its body has in battle beside HP and MP. */
export const bodyStatsSchema = z.object(bodyStats);

/** One thing with HP: a character, or one section of a monster or mount. */
export const bodySchema = z.strictObject({
  id: z.string(),
  hp: z.int(),
  maxHp: z.int(),
  mp: count,
  maxMp: count,
  statuses: z.array(z.string()),
  /** How often each thing that has uses was done. */
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

/** SW-GEAR-4. The row of the power table, what it restores, and how many are left. */
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
  /** SW-ATTR-2. Added to the Accuracy of those who attack it. */
  accuracy: z.int().optional(),
});

const diceTotal = z.int().min(2).max(12).optional();
const dropSchema = z.strictObject({ item: z.string().min(1).max(60), from: diceTotal, to: diceTotal });

/** What one entrant brings: a character, a whole monster with its sections, or a mount. */
export const sheetSchema = z.strictObject({
  kind: z.enum(['pc', 'monster', 'mount']).default('pc'),
  hp: z.int().default(20),
  mp: count.default(10),
  ...leftOver,
  /** SW-END-2. Long effects that it is still under. */
  effects: z.array(effectSchema).optional(),
  ...bodyStats,
  sections: z.array(sectionSheetSchema).default([]),
  /** SW-RUL-44. The section whose fall is the unit's. */
  core: z.string().optional(),
  /** SW-RUL-44. More core sections: the unit falls when all of them have. */
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
  /** SW-DMG-3. Magic Power of a class, where it is not that of the sheet. */
  magicPowers: z.record(z.string(), z.int()).optional(),
  tumble: z.int().optional(),
  initiativeValue: z.int().optional(),
  weapons: z.array(weaponSchema).default([]),
  held: z.array(z.string()).default([]),
  /** SW-GEAR-1. Added while it is held. */
  shields: z.array(shieldSchema).max(10).optional(),
  /** SW-GEAR-2. Sets of Defense: the one whose thing is held counts, else the one that needs none. */
  defenses: z.array(defenseSetSchema).max(10).optional(),
  /** SW-GEAR-4. Potions it carries. */
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
  /** SW-DEATH-4. A monster that rolls Death Checks all the same. */
  deathCheck: z.boolean().default(false),
  /** SW-LOOT-3. What is found on it: always, or on these totals of 2d. */
  drops: z.array(dropSchema).max(20).optional(),
  canFly: z.boolean().default(false),
  aquatic: z.boolean().default(false),
  breathesWater: z.boolean().default(false),
  /** SW-MOUNT-18. How many may ride along on a mount, behind its rider; left out: one. */
  seats: count.optional(),
  /** The mount it comes in on, by name. */
  rides: z.string().optional(),
  /** SW-XP-1. Experience points of the battles before. */
  xp: count.optional(),
});

export type Sheet = z.output<typeof sheetSchema>;
export type Weapon = z.output<typeof weaponSchema>;
export type Spell = z.output<typeof spellSchema>;
export type SpellShape = z.output<typeof spellShapeSchema>;
export type Feat = z.output<typeof featSchema>;
export type DamageChange = z.output<typeof changeSchema>;
export type CheckValue = z.output<typeof checkValueSchema>;
export type Attack = z.output<typeof attackSchema>;
export type Body = z.output<typeof bodySchema>;
/** What an effect may raise: SW-FEAT-6. */
export type RaisedAttackKind = 'weapons' | 'spells';
export type TimedEffect = z.output<typeof effectSchema>;
export type Grip = (typeof grips)[number];
export type WeaponMode = (typeof weaponModes)[number];
export type Pool = 'hp' | 'mp';

/** SW-DICE-2, SW-DICE-3. */
const twoDice = (name: string, added: number): SheetCheck => ({
  name,
  notation: added === 0 ? '2d6' : `2d6${added < 0 ? '-' : '+'}${Math.abs(added)}`,
  succeeds: 'at-least',
  always: { succeeds: 12, fails: 2 },
});

/** SW-DATA-3. */
const modOf = ({ mods, abilities: scores }: Sheet, ability: Ability): number =>
  mods[ability] ?? Math.floor((scores?.[ability] ?? 0) / 6);

/** SW-DATA-4, SW-DATA-5, SW-ACC-4: what is on the sheet goes before what is derived; a fixed value rolls no dice. */
const resistance = (name: string, value: CheckValue | undefined, ability: Ability, sheet: Sheet): SheetCheck => {
  const level = sheet.advLevel ?? Math.max(0, ...Object.values(sheet.classes));
  const derived = sheet.kind === 'pc' ? level + modOf(sheet, ability) : 0;
  if (typeof value === 'object')
    return sheet.useFixed === true
      ? { name, notation: `${value.fixed}`, succeeds: 'at-least' }
      : twoDice(name, value.mod);
  return twoDice(name, value ?? derived);
};

/** SW-DICE-2: every class with each ability, a class alone, no class at all, and the resistances. */
export const sheetChecks = (sheet: Sheet): readonly SheetCheck[] => {
  const classes = Object.entries(sheet.classes).filter(([, level]) => level > 0);
  return [
    resistance('Fortitude', sheet.fortitude, 'vit', sheet),
    resistance('Willpower', sheet.willpower, 'spi', sheet),
    ...classes.flatMap(([name, level]) => [
      ...abilities.map((ability) => twoDice(`${name} ${ability}`, level + modOf(sheet, ability))),
      twoDice(name, level),
    ]),
    twoDice('unskilled', 0),
  ];
};
