import { column, list, pairs, type SpreadsheetFormat, whole, words, yes } from '../../../rules/spreadsheet.ts';

/** A line of a spreadsheet is a warrior, one without a name a weapon more; all lines are one warband. */
export const spreadsheet: SpreadsheetFormat = {
  together: 'warriors',
  columns: {
    name: column('name', words),
    body: column('body', words),
    race: column('race', words),
    armour: column('armour', list),
    shields: column('shields', whole),
    traits: column('traits', list),
    skills: column('skills', pairs),
  },
  things: {
    at: 'weapons',
    columns: {
      weapon: column('name', words),
      hands: column('hands', whole),
      type: column('type', words),
      reach: column('reach', yes),
      aoe: column('aoe', whole),
      charges: column('charges', whole),
    },
  },
};
