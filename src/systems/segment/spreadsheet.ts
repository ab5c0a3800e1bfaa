import {
  defineColumn,
  readListCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** A line of a spreadsheet is a combatant, one without a name a weapon more; spells stand in JSON only. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    size: defineColumn('size', readTextCell),
    dex: defineColumn('dex', readWholeNumberCell),
    per: defineColumn('per', readWholeNumberCell),
    con: defineColumn('con', readWholeNumberCell),
    luck: defineColumn('luck', readWholeNumberCell),
    im: defineColumn('im', readWholeNumberCell),
    maxHp: defineColumn('maxHp', readWholeNumberCell),
    hp: defineColumn('hp', readWholeNumberCell),
    'def.base': defineColumn('def.base', readWholeNumberCell),
    'def.dex': defineColumn('def.dex', readWholeNumberCell),
    'def.skill': defineColumn('def.skill', readWholeNumberCell),
    'def.shield': defineColumn('def.shield', readWholeNumberCell),
    'def.magic': defineColumn('def.magic', readWholeNumberCell),
    'prot.armor': defineColumn('prot.armor', readWholeNumberCell),
    'prot.other': defineColumn('prot.other', readWholeNumberCell),
    tmr: defineColumn('tmr', readWholeNumberCell),
    attacks: defineColumn('attacks', readWholeNumberCell),
    hasShield: defineColumn('hasShield', readYesNoCell),
    potions: defineColumn('potions', readListCell),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: defineColumn('name', readTextCell),
      use: defineColumn('use', readTextCell),
      sc: defineColumn('sc', readWholeNumberCell),
      damage: defineColumn('damage', readTextCell),
      rank: defineColumn('rank', readWholeNumberCell),
      reach: defineColumn('reach', readWholeNumberCell),
      range: defineColumn('range', readWholeNumberCell),
      group: defineColumn('group', readTextCell),
      penetrating: defineColumn('penetrating', readTextCell),
      specialization: defineColumn('specialization', readWholeNumberCell),
      hands: defineColumn('hands', readWholeNumberCell),
    },
  },
};
