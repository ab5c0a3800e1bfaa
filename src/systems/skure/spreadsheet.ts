import { ok } from '../../core/result.ts';
import { isTree } from '../../core/tree.ts';
import { column, list, pairs, type SpreadsheetFormat, whole, words, yes } from '../../rules/spreadsheet.ts';

/** `fire=75`: an element and a percentage each. */
const portions: typeof pairs = (cell) => {
  const read = pairs(cell);
  return read.ok && isTree(read.value)
    ? ok(Object.entries(read.value).map(([element, percent]) => ({ element, percent })))
    : read;
};

/** A line of a spreadsheet is a combatant; spells and breaths stand in JSON only. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    name: column('name', words),
    class: column('class', words),
    promoted: column('promoted', yes),
    team: column('team', words),
    role: column('role', words),
    agility: column('agility', whole),
    speed: column('speed', whole),
    attack: column('attack', whole),
    defense: column('defense', whole),
    maxHp: column('maxHp', whole),
    hp: column('hp', whole),
    size: column('size', whole),
    move: column('move', words),
    meleeRange: column('meleeRange', whole),
    rangedRange: column('rangedRange', whole),
    maxEssence: column('maxEssence', whole),
    essence: column('essence', whole),
    alignment: column('alignment', words),
    traits: column('traits', list),
    conversions: column('conversions', portions),
    addOns: column('addOns', portions),
    affinities: column('affinities', pairs),
  },
};
