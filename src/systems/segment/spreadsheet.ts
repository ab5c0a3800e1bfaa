import { column, list, type SpreadsheetFormat, whole, words, yes } from '../../rules/spreadsheet.ts';

/** A line of a spreadsheet is a combatant, one without a name a weapon more; spells stand in JSON only. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    size: column('size', words),
    dex: column('dex', whole),
    per: column('per', whole),
    con: column('con', whole),
    luck: column('luck', whole),
    im: column('im', whole),
    maxHp: column('maxHp', whole),
    hp: column('hp', whole),
    'def.base': column('def.base', whole),
    'def.dex': column('def.dex', whole),
    'def.skill': column('def.skill', whole),
    'def.shield': column('def.shield', whole),
    'def.magic': column('def.magic', whole),
    'prot.armor': column('prot.armor', whole),
    'prot.other': column('prot.other', whole),
    tmr: column('tmr', whole),
    attacks: column('attacks', whole),
    hasShield: column('hasShield', yes),
    potions: column('potions', list),
  },
  things: {
    at: 'weapons',
    columns: {
      weapon: column('name', words),
      use: column('use', words),
      sc: column('sc', whole),
      damage: column('damage', words),
      rank: column('rank', whole),
      reach: column('reach', whole),
      range: column('range', whole),
      group: column('group', words),
      penetrating: column('penetrating', words),
      specialization: column('specialization', whole),
      hands: column('hands', whole),
    },
  },
};
