import { isPlainObject } from '../../core/plain-object.ts';
import { ok } from '../../core/result.ts';
import {
  column,
  readList,
  readPairs,
  readWholeNumber,
  readWords,
  readYesNo,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** `fire=75`: an element and a percentage each. */
const portions: typeof readPairs = (cell) => {
  const read = readPairs(cell);
  return read.ok && isPlainObject(read.value)
    ? ok(Object.entries(read.value).map(([element, percent]) => ({ element, percent })))
    : read;
};

/** A line of a spreadsheet is a combatant; spells and breaths stand in JSON only. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    name: column('name', readWords),
    class: column('class', readWords),
    promoted: column('promoted', readYesNo),
    team: column('team', readWords),
    role: column('role', readWords),
    agility: column('agility', readWholeNumber),
    speed: column('speed', readWholeNumber),
    attack: column('attack', readWholeNumber),
    defense: column('defense', readWholeNumber),
    maxHp: column('maxHp', readWholeNumber),
    hp: column('hp', readWholeNumber),
    size: column('size', readWholeNumber),
    move: column('move', readWords),
    meleeRange: column('meleeRange', readWholeNumber),
    rangedRange: column('rangedRange', readWholeNumber),
    maxEssence: column('maxEssence', readWholeNumber),
    essence: column('essence', readWholeNumber),
    alignment: column('alignment', readWords),
    traits: column('traits', readList),
    conversions: column('conversions', portions),
    addOns: column('addOns', portions),
    affinities: column('affinities', readPairs),
  },
};
