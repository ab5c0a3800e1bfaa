import { z } from 'zod';
import { normalizeText } from '../../core/message.ts';

const name = z.string().max(60).transform(normalizeText);

/** A weapon as a player may write it down: what is wrong with it, the validator says (DS-WB-12); a form asks for what it should be. */
const writtenWeapon = z.object({
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
export type SheetWeapon = z.output<typeof writtenWeapon>;

/** DS-DATA-2, as written: names of bodies, races, armour and traits are free, so that all errors can be told at once. */
const writtenWarrior = z.object({
  name: name.refine((text) => text !== '', 'a warrior needs a name'),
  body: z.string().max(60).default('grunt'),
  race: z.string().max(60).default('human'),
  armour: z.array(z.string().max(60)).max(20).default([]),
  shields: z.int().min(0).max(9).default(0),
  weapons: z.array(writtenWeapon).max(20).default([]),
  traits: z.array(z.string().max(60)).max(30).default([]),
  skills: z.record(z.string().max(60), z.int().min(-9).max(9)).default({}),
});
export type SheetWarrior = z.output<typeof writtenWarrior>;

/** DS-DATA-1. One entrant: a player's seat with its warband. */
export const sheetSchema = z.object({
  name,
  primaryRace: z.string().max(60).optional(),
  warriors: z.array(writtenWarrior).max(60),
});
export type Warband = z.output<typeof sheetSchema>;
