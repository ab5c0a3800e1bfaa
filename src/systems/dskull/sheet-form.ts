import { lazyValue } from '../../core/memoize.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  defineColumns,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { settingsSchema } from './settings.ts';
import { entriesForSale } from './warband/validation.ts';
import { standardWeapons } from './warband/weapon-text.ts';

const catalogue = lazyValue((): NonNullable<SheetForm['catalogue']> => {
  const usual = settingsSchema.parse({});
  return {
    'warriors.armour': Object.keys(usual.points.armour),
    'warriors.traits': entriesForSale(usual.traits.prices),
    'warriors.weapons': Object.entries(standardWeapons).map(([name, shape]) => ({ name, ...shape })),
  };
});

/** Pages and titles of the form for a warband. DS-DATA-1, DS-DATA-2. */
export const sheetForm: SheetForm = {
  pages: [
    { title: 'Warriors', fields: ['warriors'] },
    { title: 'Name, primary race and notes', fields: ['name', 'primaryRace', 'notes'] },
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

/** Columns of a spreadsheet that holds one warband. A row without a name adds a weapon to the warrior above. */
export const spreadsheet: SpreadsheetFormat = {
  singleSheetList: 'warriors',
  columns: {
    ...defineColumns(readTextCell, 'name', 'body', 'race'),
    armour: defineColumn('armour', readListCell),
    shields: defineColumn('shields', readWholeNumberCell),
    traits: defineColumn('traits', readListCell),
    skills: defineColumn('skills', readPairsCell),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: defineColumn('name', readTextCell),
      hands: defineColumn('hands', readWholeNumberCell),
      type: defineColumn('type', readTextCell),
      reach: defineColumn('reach', readYesNoCell),
      aoe: defineColumn('aoe', readWholeNumberCell),
      charges: defineColumn('charges', readWholeNumberCell),
    },
  },
};
