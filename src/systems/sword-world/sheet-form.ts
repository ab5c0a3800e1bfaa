import { branches, isTree } from '../../core/tree.ts';
import type { SheetForm } from '../../rules/sheet-form.ts';

/** What somebody could hold: weapons and shields of the sheet. */
const holdable = (sheet: unknown): readonly unknown[] =>
  isTree(sheet) ? [...branches(sheet.weapons), ...branches(sheet.shields)].map(({ id }) => id) : [];

/** Character sheets in the order in which they are read, monsters and mounts last. */
export const form: SheetForm = {
  pages: [
    { title: 'Classes and abilities', fields: ['classes', 'mods', 'abilities', 'advLevel', 'hp', 'mp'] },
    {
      title: 'Weapons, armor and feats',
      fields: ['weapons', 'held', 'feats', 'defense', 'shields', 'defenses', 'metalArmor', 'evaMod'],
    },
    { title: 'Magic', fields: ['spells', 'magicPower', 'magicPowers'] },
    { title: 'What it carries', fields: ['potions', 'luggage', 'accessories', 'hands'] },
    {
      title: 'Other numbers',
      fields: [
        'speed',
        'tumble',
        'extra',
        'increases',
        'reductions',
        'canFly',
        'rides',
        'seats',
        'xp',
        'hpLeft',
        'mpLeft',
      ],
    },
    {
      title: 'Monsters and mounts',
      fields: [
        ...['kind', 'accuracy', 'evasion', 'fortitude', 'willpower', 'attack', 'attacks', 'majors', 'sections', 'core'],
        ...['cores', 'initiativeValue', 'reputation', 'weaknessValue', 'weaknesses', 'useFixed', 'drops', 'deathCheck'],
      ],
    },
  ],
  catalogue: {
    held: holdable,
    feats: [
      ...['Power Attack', 'Lethal Strike', 'Precise Shot', 'Guided Magic', 'Hawk Eye', 'Taunting Strike'],
      "Lion's Fury",
    ],
    potions: [{ id: 'Healing Potion', power: 20, left: 1 }],
  },
};
