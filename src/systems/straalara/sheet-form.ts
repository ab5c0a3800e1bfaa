import type { SheetForm } from '../../rules/sheets.ts';

/** A sheet in the order in which it is read. */
export const sheetForm: SheetForm = {
  pages: [
    { title: 'Attributes and abilities', fields: ['attributes', 'abilities'] },
    { title: 'Weapons and armor', fields: ['weapons', 'armor', 'brawlDamage'] },
    { title: 'Spells', fields: ['spells'] },
  ],
  titles: {
    difficultyMod: 'Difficulty modifier',
    walkSpeed: 'Walking speed',
    levelsLost: 'Health levels lost',
    base: 'Dice',
    addStrength: 'Plus strength',
    netAddsDamage: 'Net successes add damage',
    answerableBy: 'Answered by',
    goal: 'Successes needed',
    opposed: 'Opposed by',
  },
};
