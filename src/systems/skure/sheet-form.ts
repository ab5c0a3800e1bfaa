import type { SheetForm } from '../../rules/sheets.ts';

/** Section 2.1, in the order in which a class is read. */
export const sheetForm: SheetForm = {
  pages: [
    {
      title: 'Class and numbers',
      fields: ['class', 'agility', 'speed', 'attack', 'defense', 'maxHp', 'maxEssence', 'size'],
    },
    { title: 'Movement and reach', fields: ['move', 'meleeRange', 'rangedRange'] },
    { title: 'Traits and elements', fields: ['traits', 'conversions', 'addOns', 'affinities'] },
    { title: 'Spells and breath', fields: ['spells', 'breaths'] },
    { title: 'Person and promotion', fields: ['name', 'role', 'alignment', 'promoted', 'promotion'] },
  ],
  titles: {
    conversions: 'Damage conversions',
    addOns: 'Damage add-ons',
    usesHitRoll: 'Needs a hit roll',
    revives: 'Revives with HP',
    promotion: 'Once promoted',
    promoted: 'Is promoted',
  },
};
