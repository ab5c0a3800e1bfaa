import { z } from 'zod';
import { normalizeName } from '../../core/message.ts';
import { ownAbilityFields } from '../../rules/abilities.ts';
import { notesField } from '../../rules/sheets.ts';

export const maneuvers = ['brawl', 'melee', 'archery', 'thrown', 'spell'] as const;
export type Maneuver = (typeof maneuvers)[number];

export const defenseNames = ['block', 'parry', 'dodge', 'spell'] as const;
export const actionTimings = ['immediate', 'endOfTurn', 'extended'] as const;

const name = z.string().trim().min(1).max(100);

/** Base damage: a number of dice, plus strength if `addStrength`. ST-DMG-1. */
export const damageSchema = z.object({
  base: z.int().min(0).max(20),
  addStrength: z.boolean().default(false),
});
export type DamageFormula = z.output<typeof damageSchema>;

/** The attribute and ability that make a pool. ST-POOL-1. */
export const poolSchema = z.object({ attribute: z.string(), ability: z.string().default('') });
export type PoolTraits = z.output<typeof poolSchema>;

const weaponSchema = z
  .object({
    name,
    categories: z.array(z.enum(['melee', 'bow', 'thrown', 'shield'])).min(1),
    damage: damageSchema.optional(),
    difficultyMod: z.int().default(0),
    ready: z.boolean().default(true),
    broken: z.boolean().default(false),
  })
  .refine(({ categories, damage }) => damage !== undefined || categories.every((each) => each === 'shield'), {
    path: ['damage'],
    message: 'a weapon needs damage unless it is only a shield',
  });
export type Weapon = z.output<typeof weaponSchema>;

const magic = {
  ...{ name, attribute: z.string().min(1), ability: z.string(), difficulty: z.int().default(6) },
  ...ownAbilityFields,
};
const timed = { timing: z.enum(actionTimings).default('immediate'), goal: z.int().min(1).optional() };

const attackSpell = z.object({
  ...magic,
  ...timed,
  kind: z.literal('attack'),
  damage: damageSchema,
  netAddsDamage: z.boolean().default(true),
  answerableBy: z.array(z.enum(defenseNames)).default(['dodge']),
});
const defenseSpell = z.object({
  ...magic,
  kind: z.literal('defense'),
  defendsAs: z.enum(['parry', 'dodge', 'block']).default('parry'),
  stops: z.array(z.enum(maneuvers)).default([...maneuvers]),
});
const effectSpell = z.object({
  ...magic,
  ...timed,
  kind: z.literal('effect'),
  opposed: poolSchema.optional(),
  wholeSide: z.boolean().optional(),
});

const spellSchema = z
  .discriminatedUnion('kind', [attackSpell, defenseSpell, effectSpell])
  .refine((spell) => spell.kind === 'defense' || spell.timing !== 'extended' || spell.goal !== undefined, {
    path: ['goal'],
    message: 'an extended spell needs a goal of at least 1',
  });
export type Spell = z.output<typeof spellSchema>;
export type AttackSpell = z.output<typeof attackSpell>;
export type DefenseSpell = z.output<typeof defenseSpell>;

const attribute = z.int().min(1).max(10);

const unique = (things: readonly { readonly name: string }[]): boolean =>
  new Set(things.map((thing) => normalizeName(thing.name))).size === things.length;

/** The sheet of a combatant; invalid values are refused with BAD_SHEET. ST-GEN-5. */
export const sheetSchema = z.object({
  attributes: z
    .object({ strength: attribute, dexterity: attribute, stamina: attribute, wits: attribute })
    .catchall(attribute),
  abilities: z.record(z.string().min(1).max(100), z.int().min(0).max(10)).default({}),
  armor: z.int().min(0).max(20).default(0),
  walkSpeed: z.int().min(0).max(1000).optional(),
  /** Health levels lost before the combat; default: 0. */
  levelsLost: z.int().min(0).max(100).optional(),
  brawlDamage: damageSchema.default({ base: 0, addStrength: true }),
  weapons: z.array(weaponSchema).default([]).refine(unique, 'two weapons have the same name'),
  spells: z.array(spellSchema).default([]).refine(unique, 'two spells have the same name'),
  ...notesField,
});
export type Sheet = z.output<typeof sheetSchema>;
