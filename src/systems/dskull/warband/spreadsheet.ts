import {
  defineColumn,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../../rules/spreadsheet.ts';

/** A line of a spreadsheet is a warrior, one without a name a weapon more; all lines are one warband. */
export const spreadsheet: SpreadsheetFormat = {
  singleSheetList: 'warriors',
  columns: {
    name: defineColumn('name', readTextCell),
    body: defineColumn('body', readTextCell),
    race: defineColumn('race', readTextCell),
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
