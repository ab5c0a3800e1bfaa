import { z } from 'zod';

export const sheetSchema = z.strictObject({ skill: z.int().min(0).max(20), hp: z.int().min(1).max(99) });
export type Sheet = z.output<typeof sheetSchema>;

export const settingsSchema = z.strictObject({
  damageDie: z.int().min(2).max(20).default(6),
  quarter: z.enum(['yes', 'no']).default('no'),
});
export type Settings = z.output<typeof settingsSchema>;

export const presets = {
  squire: { title: 'Squire', sheet: { skill: 2, hp: 10 } },
  ogre: { title: 'Ogre', sheet: { skill: 1, hp: 20 } },
};
