import { z } from 'zod';
import { normalizeText } from '../../core/message.ts';
import { notesField } from '../../rules/sheets.ts';

const name = z.string().max(60).transform(normalizeText);

/** A weapon on a sheet. Any values are allowed, because the validator reports wrong ones. DS-WB-12. */
export const weaponSchema = z.object({
  name: name.default('weapon'),
  hands: z.unknown().meta({ type: 'integer' }).optional(),
  type: z
    .unknown()
    .meta({ enum: ['melee', 'ranged'] })
    .optional(),
  reach: z.unknown().meta({ type: 'boolean' }).optional(),
  aoe: z.unknown().meta({ type: 'integer' }).optional(),
  charges: z.unknown().meta({ type: 'integer' }).optional(),
  apr: z.unknown().meta({ type: 'integer' }).optional(),
  dice: z.unknown().meta({ type: 'integer' }).optional(),
  tags: z.array(z.enum(['sharp', 'impact'])).optional(),
});
export type SheetWeapon = z.output<typeof weaponSchema>;

/** A warrior on a sheet. Unknown names are allowed, because the validator reports all errors at once. DS-DATA-2. */
const writtenWarrior = z.object({
  name: name.refine((text) => text !== '', 'a warrior needs a name'),
  body: z.string().max(60).default('grunt'),
  race: z.string().max(60).default('human'),
  armour: z.array(z.string().max(60)).max(20).default([]),
  shields: z.int().min(0).max(9).default(0),
  weapons: z.array(weaponSchema).max(20).default([]),
  traits: z.array(z.string().max(60)).max(30).default([]),
  skills: z.record(z.string().max(60), z.int().min(-9).max(9)).default({}),
  ...notesField,
});
export type SheetWarrior = z.output<typeof writtenWarrior>;

/** A player's warband. DS-DATA-1. */
export const sheetSchema = z.object({
  name,
  primaryRace: z.string().max(60).optional(),
  warriors: z.array(writtenWarrior).max(60),
  ...notesField,
});
export type Warband = z.output<typeof sheetSchema>;
