import { lazyValue } from '../../core/memoize.ts';
import type { SheetForm } from '../../rules/sheet-form.ts';
import { settingsSchema } from './settings.ts';
import { entriesForSale } from './warband/costs.ts';
import { standardWeapons } from './warband/weapon-text.ts';

const catalogue = lazyValue((): NonNullable<SheetForm['catalogue']> => {
  const usual = settingsSchema.parse({});
  return {
    'warriors.armour': Object.keys(usual.points.armour),
    'warriors.traits': entriesForSale(usual.traits.prices),
    'warriors.weapons': Object.entries(standardWeapons).map(([name, shape]) => ({ name, ...shape })),
  };
});

/** DS-DATA-1, DS-DATA-2. A warband, and each of its warriors. */
export const sheetForm: SheetForm = {
  pages: [
    { title: 'Warriors', fields: ['warriors'] },
    { title: 'Name and primary race', fields: ['name', 'primaryRace'] },
  ],
  get catalogue() {
    return catalogue();
  },
  titles: {
    aoe: 'Area',
    apr: 'Attacks per round',
    'warriors.weapons.dice': 'Skull dice',
  },
};
