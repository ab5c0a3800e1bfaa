import { isPlainObject } from '../../core/plain-object.ts';
import { ok } from '../../core/result.ts';
import {
  defineColumn,
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
    name: defineColumn('name', readTextCell),
    class: defineColumn('class', readTextCell),
    promoted: defineColumn('promoted', readYesNoCell),
    team: defineColumn('team', readTextCell),
    role: defineColumn('role', readTextCell),
    agility: defineColumn('agility', readWholeNumberCell),
    speed: defineColumn('speed', readWholeNumberCell),
    attack: defineColumn('attack', readWholeNumberCell),
    defense: defineColumn('defense', readWholeNumberCell),
    maxHp: defineColumn('maxHp', readWholeNumberCell),
    hp: defineColumn('hp', readWholeNumberCell),
    size: defineColumn('size', readWholeNumberCell),
    move: defineColumn('move', readTextCell),
    meleeRange: defineColumn('meleeRange', readWholeNumberCell),
    rangedRange: defineColumn('rangedRange', readWholeNumberCell),
    maxEssence: defineColumn('maxEssence', readWholeNumberCell),
    essence: defineColumn('essence', readWholeNumberCell),
    alignment: defineColumn('alignment', readTextCell),
    traits: defineColumn('traits', readListCell),
    conversions: defineColumn('conversions', portions),
    addOns: defineColumn('addOns', portions),
    affinities: defineColumn('affinities', readPairsCell),
  },
};
