import { z } from 'zod';

export const settingsSchema = z.strictObject({
  damageDie: z.int().min(2).max(20).default(6).meta({ description: 'Sides of the damage die (DU-BLOW-2)' }),
  quarter: z.enum(['yes', 'no']).default('no').meta({ description: 'May one yield instead of falling? (DU-BLOW-3)' }),
});
export type Settings = z.output<typeof settingsSchema>;
