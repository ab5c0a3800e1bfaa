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
  pages: [
    { title: 'Attributes', fields: ['size', 'dex', 'per', 'con', 'luck', 'im', 'maxHp', 'tmr'] },
    { title: 'Defense and protection', fields: ['def', 'prot', 'hasShield', 'shieldReady'] },
    { title: 'Weapons', fields: ['weapons', 'attacks', 'hand', 'offHand', 'ambidextrous', 'masterBowman'] },
    { title: 'Skills and senses', fields: ['skills', 'firstAid', 'targetingSense', 'rangeOfField', 'seesIn'] },
    { title: 'Spells and potions', fields: ['spells', 'energy', 'potions'] },
  ],
  titles: {
    dex: 'DEX',
    per: 'PER',
    con: 'CON',
    'def.skill': 'Defense skill',
    'def.shield': 'Shield and Shield skill',
    'def.shieldAlone': 'Shield without skill',
    im: 'IM',
    sc: 'SC',
    attacks: 'Attacks a round',
    hasShield: 'Has a shield',
    hand: 'In hand',
    offHand: 'In off hand',
    left: 'Carried over from earlier battles',
    armorLoss: 'Armor damage',
    'left.uses': 'Prepared spells',
    firstAid: 'First Aid',
    masterBowman: 'Master Bowman',
    rangeOfField: 'Range of Field',
    'weapons.group': 'Kind of bow',
  },
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
