import { ok } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { loadSheetForm } from '../../rules/presets.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumns,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** Pages and titles of the form for a class. Section 2.1. */
export const sheetForm: SheetForm = {
  abilities: { spells: 'name', breaths: 'name' },
  castsBy: ['maxEssence'],
  ...loadSheetForm(new URL('./form.json', import.meta.url)),
};

/** Parses a cell of elements with percentages, like `fire=75`. */
const portions: typeof readPairsCell = (cell) => {
  const read = readPairsCell(cell);
  return read.ok && isPlainObject(read.value)
    ? ok(Object.entries(read.value).map(([element, percent]) => ({ element, percent })))
    : read;
};

/** Columns of a spreadsheet with a combatant in each row. Spells and breaths can only be imported from JSON. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    ...defineColumns(readTextCell, 'name', 'class'),
    ...defineColumns(readYesNoCell, 'promoted'),
    ...defineColumns(readTextCell, 'team', 'role'),
    ...defineColumns(readWholeNumberCell, 'agility', 'speed', 'attack', 'defense', 'maxHp', 'hp', 'size'),
    ...defineColumns(readTextCell, 'move'),
    ...defineColumns(readWholeNumberCell, 'meleeRange', 'rangedRange', 'maxEssence', 'essence'),
    ...defineColumns(readTextCell, 'alignment'),
    ...defineColumns(readListCell, 'traits'),
    ...defineColumns(portions, 'conversions', 'addOns'),
    ...defineColumns(readPairsCell, 'affinities'),
  },
};
