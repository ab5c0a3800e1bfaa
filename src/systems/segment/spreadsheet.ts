import {
  column,
  readList,
  readWholeNumber,
  readWords,
  readYesNo,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';

/** A line of a spreadsheet is a combatant, one without a name a weapon more; spells stand in JSON only. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    size: column('size', readWords),
    dex: column('dex', readWholeNumber),
    per: column('per', readWholeNumber),
    con: column('con', readWholeNumber),
    luck: column('luck', readWholeNumber),
    im: column('im', readWholeNumber),
    maxHp: column('maxHp', readWholeNumber),
    hp: column('hp', readWholeNumber),
    'def.base': column('def.base', readWholeNumber),
    'def.dex': column('def.dex', readWholeNumber),
    'def.skill': column('def.skill', readWholeNumber),
    'def.shield': column('def.shield', readWholeNumber),
    'def.magic': column('def.magic', readWholeNumber),
    'prot.armor': column('prot.armor', readWholeNumber),
    'prot.other': column('prot.other', readWholeNumber),
    tmr: column('tmr', readWholeNumber),
    attacks: column('attacks', readWholeNumber),
    hasShield: column('hasShield', readYesNo),
    potions: column('potions', readList),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: column('name', readWords),
      use: column('use', readWords),
      sc: column('sc', readWholeNumber),
      damage: column('damage', readWords),
      rank: column('rank', readWholeNumber),
      reach: column('reach', readWholeNumber),
      range: column('range', readWholeNumber),
      group: column('group', readWords),
      penetrating: column('penetrating', readWords),
      specialization: column('specialization', readWholeNumber),
      hands: column('hands', readWholeNumber),
    },
  },
};
