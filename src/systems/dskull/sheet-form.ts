import type { SheetForm } from '../../rules/sheet-form.ts';
import { settingsSchema } from './settings.ts';
import { forSale } from './warband/costs.ts';
import { usualWeapons } from './warband/weapon-words.ts';

const usual = settingsSchema.parse({});

/** DS-DATA-1, DS-DATA-2. A warband, and each of its warriors. */
export const form: SheetForm = {
  pages: [
    { title: 'Warriors', fields: ['warriors'] },
    { title: 'Name and primary race', fields: ['name', 'primaryRace'] },
  ],
  catalogue: {
    'warriors.armour': Object.keys(usual.points.armour),
    'warriors.traits': forSale(usual.traits.prices),
    'warriors.weapons': Object.entries(usualWeapons).map(([name, shape]) => ({ name, ...shape })),
  },
  titles: {
    aoe: 'Area',
    apr: 'Attacks per round',
    'warriors.weapons.dice': 'Skull dice',
  },
};
