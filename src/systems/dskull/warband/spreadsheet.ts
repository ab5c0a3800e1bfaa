import {
  column,
  readList,
  readPairs,
  readWholeNumber,
  readWords,
  readYesNo,
  type SpreadsheetFormat,
} from '../../../rules/spreadsheet.ts';

/** A line of a spreadsheet is a warrior, one without a name a weapon more; all lines are one warband. */
export const spreadsheet: SpreadsheetFormat = {
  singleSheetList: 'warriors',
  columns: {
    name: column('name', readWords),
    body: column('body', readWords),
    race: column('race', readWords),
    armour: column('armour', readList),
    shields: column('shields', readWholeNumber),
    traits: column('traits', readList),
    skills: column('skills', readPairs),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: column('name', readWords),
      hands: column('hands', readWholeNumber),
      type: column('type', readWords),
      reach: column('reach', readYesNo),
      aoe: column('aoe', readWholeNumber),
      charges: column('charges', readWholeNumber),
    },
  },
};
