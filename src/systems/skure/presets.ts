import type { Preset } from '../../rules/definition.ts';
import { type Element, type Sheet, sheetSchema } from './sheet.ts';

type Written = Omit<Parameters<typeof sheetSchema.parse>[0] & object, 'name' | 'class'>;

const preset = (name: string, sheet: Written): Preset<Sheet> => ({
  title: `Example ${name}`,
  name,
  sheet: sheetSchema.parse({ ...sheet, name: `Example ${name}`, class: name }),
});

/** An elemental and its fierce promotion, which adds 25% of its own element to its damage (SK-PROMO-2). */
const elemental = (element: Element, sheet: Written): Readonly<Record<string, Preset<Sheet>>> => {
  const called = `${element[0]?.toUpperCase()}${element.slice(1)} Elemental`;
  const addOns = [{ element, percent: 25 }];
  const conversions = [{ element, percent: 75 }];
  return {
    [`${element}-elemental`]: preset(called, {
      ...sheet,
      conversions,
      promotion: { class: `Fierce ${called}`, addOns },
    }),
    [`fierce-${element}-elemental`]: preset(`Fierce ${called}`, { ...sheet, conversions, promoted: true, addOns }),
  };
};

/** Section 8. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  swordsman: preset('Swordsman', {
    agility: 18,
    speed: 20,
    attack: 16,
    defense: 8,
    maxHp: 45,
    size: 5,
    move: '3F (+1) Ground',
  }),
  ...elemental('fire', {
    agility: 15,
    speed: 18,
    attack: 18,
    defense: 6,
    maxHp: 50,
    size: 6,
    move: '4A Ground',
    affinities: { fire: -75, water: 50, cold: 25 },
  }),
  ...elemental('water', {
    agility: 16,
    speed: 17,
    attack: 16,
    defense: 7,
    maxHp: 52,
    size: 6,
    move: '4A Ground',
    affinities: { water: -75, cold: 50, thunder: 50 },
  }),
  // SK-RUL-73: the one of the four that has the body for a charge.
  ...elemental('earth', {
    agility: 7,
    speed: 9,
    attack: 20,
    defense: 11,
    maxHp: 70,
    size: 8,
    move: '2F (+2) Ground',
    affinities: { earth: -75, air: 50, thunder: -25 },
  }),
  ...elemental('air', {
    agility: 27,
    speed: 30,
    attack: 14,
    defense: 4,
    maxHp: 38,
    size: 6,
    move: '5A Flying',
    affinities: { air: -75, earth: 50 },
  }),
  ghost: preset('Ghost', {
    agility: 17,
    speed: 19,
    attack: 13,
    defense: 7,
    maxHp: 34,
    size: 5,
    move: '3A Flying',
    alignment: 'evil',
    conversions: [{ element: 'dark', percent: 50 }],
    affinities: { light: 75, dark: -75 },
  }),
  'will-o-wisp': preset('Will o’ Wisp', {
    agility: 29,
    speed: 32,
    attack: 11,
    defense: 2,
    maxHp: 24,
    size: 2,
    move: '5A Flying',
    conversions: [{ element: 'light', percent: 100 }],
    affinities: { light: -50, dark: 50 },
    maxEssence: 4,
    essence: 4,
    spells: [{ name: 'Dazzle', cost: 2, range: 4, damage: 0, inflicts: { condition: 'stunned', turns: 1 } }],
  }),
  zombie: preset('Zombie', {
    agility: 6,
    speed: 8,
    attack: 12,
    defense: 5,
    maxHp: 55,
    size: 5,
    move: '2F Ground',
    alignment: 'evil',
    affinities: { light: 50, dark: -50 },
  }),
  'sky-harrier': preset('Sky Harrier', {
    agility: 26,
    speed: 28,
    attack: 14,
    defense: 4,
    maxHp: 34,
    size: 4,
    move: '5A (+2) Flying',
  }),
  cutthroat: preset('Cutthroat', {
    agility: 28,
    speed: 30,
    attack: 13,
    defense: 4,
    maxHp: 32,
    size: 4,
    move: '4S (+1) Ground',
    alignment: 'evil',
    traits: ['BACKSTABBER'],
  }),
  'tower-guard': preset('Tower Guard', {
    agility: 9,
    speed: 12,
    attack: 13,
    defense: 12,
    maxHp: 60,
    size: 6,
    move: '2S Ground',
    alignment: 'good',
    traits: ['SUPER_DEFENSE'],
  }),
  longbowman: preset('Longbowman', {
    agility: 20,
    speed: 22,
    attack: 14,
    defense: 5,
    maxHp: 36,
    size: 5,
    move: '3S Ground',
    rangedRange: 6,
  }),
  'hedge-mage': preset('Hedge Mage', {
    agility: 16,
    speed: 16,
    attack: 8,
    defense: 4,
    maxHp: 30,
    size: 5,
    move: '3F Ground',
    maxEssence: 8,
    essence: 8,
    spells: [
      { name: 'Ember Dart', cost: 2, range: 5, damage: 12, element: 'fire' },
      { name: 'Hush', cost: 3, range: 4, damage: 0, inflicts: { condition: 'asleep', turns: 1 } },
    ],
  }),
  'ogre-rammer': preset('Ogre Rammer', {
    agility: 8,
    speed: 10,
    attack: 22,
    defense: 9,
    maxHp: 80,
    size: 8,
    move: '3F (+2) Ground',
  }),
  'tide-wyrmling': preset('Tide Wyrmling', {
    agility: 14,
    speed: 17,
    attack: 17,
    defense: 8,
    maxHp: 58,
    size: 7,
    move: '4S (+2) Flying',
    conversions: [{ element: 'water', percent: 75 }],
    addOns: [{ element: 'cold', percent: 25 }],
    affinities: { water: -50, thunder: 50 },
    breaths: [{ name: 'Spray', range: 4, damage: 15, element: 'water' }],
  }),
};
