import { err, ok } from '../../core/message.ts';
import { loadSheetForm } from '../../rules/presets.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  defineColumns,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { attributeNames } from './imports/importers.ts';

/** Pages and field titles of the form for a sheet. */
export const sheetForm: SheetForm = {
  abilities: { spells: 'name' },
  ...loadSheetForm(new URL('./form.json', import.meta.url)),
};

/** Reads a cell with damage like `3` or `2+strength`. */
const damage: typeof readTextCell = (cell) => {
  const [, base, strength] = /^(\d{1,2})\s*(\+\s*str(?:ength)?)?$/i.exec(cell) ?? [];
  return base === undefined
    ? err('is not damage; write it like 3 or 2+strength')
    : ok({ base: Number(base), addStrength: strength !== undefined });
};

/** Abilities that have their own column; the column `abilities` has all others. */
const usualAbilities = ['alertness', 'archery', 'athletics', 'brawl', 'dodge', 'melee', 'stealth', 'weaponry'];

/** Sheets in a spreadsheet: a line without a name adds a weapon to the combatant above. Spells need JSON. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    ...Object.fromEntries(
      attributeNames.map((name) => [name, defineColumn(`attributes.${name}`, readWholeNumberCell)]),
    ),
    abilities: defineColumn('abilities', readPairsCell),
    ...Object.fromEntries(usualAbilities.map((name) => [name, defineColumn(`abilities.${name}`, readWholeNumberCell)])),
    ...defineColumns(readWholeNumberCell, 'armor', 'walkSpeed', 'levelsLost'),
    brawlDamage: defineColumn('brawlDamage', damage),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: defineColumn('name', readTextCell),
      categories: defineColumn('categories', readListCell),
      damage: defineColumn('damage', damage),
      difficultyMod: defineColumn('difficultyMod', readWholeNumberCell),
    },
  },
};
