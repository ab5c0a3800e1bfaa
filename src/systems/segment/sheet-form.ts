import type { SheetForm } from '../../rules/sheet-form.ts';

/** Section 3.1, in the order in which a sheet is read. */
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
