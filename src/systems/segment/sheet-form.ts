import { loadSheetForm } from '../../rules/presets.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  defineColumns,
  readListCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** Pages and field titles of the form for a sheet. Section 3.1 of RULES.md. */
export const sheetForm: SheetForm = {
  abilities: { spells: 'name' },
  castsBy: ['energy'],
  ...loadSheetForm(new URL('./form.json', import.meta.url)),
};

/** Sheets in a spreadsheet: a row without a name adds a weapon to the combatant above. Spells need JSON. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    ...defineColumns(readTextCell, 'size'),
    ...defineColumns(readWholeNumberCell, 'dex', 'per', 'con', 'luck', 'im', 'maxHp', 'hp'),
    ...defineColumns(readWholeNumberCell, 'def.base', 'def.dex', 'def.skill', 'def.magic', 'def.shield'),
    ...defineColumns(readWholeNumberCell, 'def.shieldAlone', 'prot.armor', 'prot.other', 'tmr', 'attacks'),
    ...defineColumns(readYesNoCell, 'hasShield'),
    ...defineColumns(readListCell, 'potions'),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: defineColumn('name', readTextCell),
      ...defineColumns(readTextCell, 'use', 'damage', 'group', 'penetrating'),
      ...defineColumns(readWholeNumberCell, 'sc', 'rank', 'reach', 'range', 'specialization', 'hands'),
    },
  },
};
