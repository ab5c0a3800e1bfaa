import { z } from 'zod';
import { settingGroup } from '../../src/rules/settings.ts';

export const settingsSchema = z.strictObject({
  ...settingGroup('Blows', {
    damageDie: z
      .int()
      .min(2)
      .max(20)
      .default(6)
      .meta({ title: 'Damage die', description: 'Sides of the damage die (DU-BLOW-2)' }),
    quarter: z
      .enum(['yes', 'no'])
      .default('no')
      .meta({ title: 'Quarter', description: 'May one yield instead of falling? (DU-BLOW-3)' }),
  }),
});
export type Settings = z.output<typeof settingsSchema>;
