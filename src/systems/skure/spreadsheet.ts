import { ok } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import {
  defineColumns,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** `fire=75`: an element and a percentage each. */
const portions: typeof readPairsCell = (cell) => {
  const read = readPairsCell(cell);
  return read.ok && isPlainObject(read.value)
    ? ok(Object.entries(read.value).map(([element, percent]) => ({ element, percent })))
    : read;
};

/** A line of a spreadsheet is a combatant; spells and breaths stand in JSON only. */
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
