import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  readListCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** Pages and field titles of the form for a sheet. Section 3.1 of RULES.md. */
export const sheetForm: SheetForm = {
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

/** Spreadsheet columns, each with the name of its sheet field. */
const columnsOf = (read: Parameters<typeof defineColumn>[1], fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, defineColumn(field, read)]));

/** Sheets in a spreadsheet: a row without a name adds a weapon to the combatant above. Spells need JSON. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    ...columnsOf(readTextCell, ['size']),
    ...columnsOf(readWholeNumberCell, ['dex', 'per', 'con', 'luck', 'im', 'maxHp', 'hp']),
    ...columnsOf(readWholeNumberCell, ['def.base', 'def.dex', 'def.skill', 'def.magic']),
    ...columnsOf(readWholeNumberCell, ['def.shield', 'def.shieldAlone']),
    ...columnsOf(readWholeNumberCell, ['prot.armor', 'prot.other', 'tmr', 'attacks']),
    ...columnsOf(readYesNoCell, ['hasShield']),
    ...columnsOf(readListCell, ['potions']),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: defineColumn('name', readTextCell),
      use: defineColumn('use', readTextCell),
      sc: defineColumn('sc', readWholeNumberCell),
      damage: defineColumn('damage', readTextCell),
      ...columnsOf(readWholeNumberCell, ['rank', 'reach', 'range']),
      ...columnsOf(readTextCell, ['group', 'penetrating']),
      ...columnsOf(readWholeNumberCell, ['specialization', 'hands']),
    },
  },
};
