import type { Preset } from '../../rules/definition.ts';
import { lazyPreset } from '../../rules/preset.ts';
import { type Element, type Sheet, sheetSchema } from './sheet.ts';

type Written = Omit<Parameters<typeof sheetSchema.parse>[0] & object, 'name' | 'class'>;

/** What came with the first release was called so there. */
const formerly = (name: string): readonly string[] => [name, `Example ${name}`];

/** A person of a class, who brought in by the GM goes by the class: there may be several. */
const person = (who: string, name: string, says: string, sheet: Written): Preset<Sheet> =>
  lazyPreset({ title: `${who}, ${name.toLowerCase()}`, aliases: formerly(name), name, description: says }, () =>
    sheetSchema.parse({ ...sheet, name: who, class: name }),
  );

const monster = (name: string, says: string, sheet: Written): Preset<Sheet> =>
  lazyPreset({ title: name, aliases: formerly(name), name, description: says }, () =>
    sheetSchema.parse({ ...sheet, name, class: name }),
  );

/** An elemental and its fierce promotion, which adds 25% of its own element to its damage (SK-PROMO-2). */
const elemental = (element: Element, says: string, sheet: Written): Readonly<Record<string, Preset<Sheet>>> => {
  const called = `${element[0]?.toUpperCase()}${element.slice(1)} Elemental`;
  const addOns = [{ element, percent: 25 }];
  const conversions = [{ element, percent: 75 }];
  return {
    [`${element}-elemental`]: monster(called, says, {
      ...sheet,
      conversions,
      promotion: { class: `Fierce ${called}`, addOns },
    }),
    [`fierce-${element}-elemental`]: monster(
      `Fierce ${called}`,
      `The same, promoted: its blows add a quarter of ${element}.`,
      { ...sheet, conversions, promoted: true, addOns },
    ),
  };
};

/** Section 8. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  swordsman: person('Roland Vey', 'Swordsman', 'Steady in front: strikes hard, takes blows, may charge.', {
    agility: 18,
    speed: 20,
    attack: 16,
    defense: 8,
    maxHp: 45,
    size: 5,
    move: '3F (+1) Ground',
  }),
  ...elemental('fire', 'Strikes hard and burns; water and cold undo it. Worth one hero.', {
    agility: 15,
    speed: 18,
    attack: 18,
    defense: 6,
    maxHp: 50,
    size: 6,
    move: '4A Ground',
    affinities: { fire: -75, water: 50, cold: 25 },
  }),
  ...elemental('water', 'Steady, hard to drown, weak against thunder. Worth one hero.', {
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
  ...elemental('earth', 'Slow and strong, rams whoever stands in line; air wears it down. Worth more than one hero.', {
    agility: 7,
    speed: 9,
    attack: 20,
    defense: 11,
    maxHp: 70,
    size: 8,
    move: '2F (+2) Ground',
    affinities: { earth: -75, air: 50, thunder: -25 },
  }),
  ...elemental('air', 'Quickest of the four, and thin; flies round to the flank. Worth less than one hero.', {
    agility: 27,
    speed: 30,
    attack: 14,
    defense: 4,
    maxHp: 38,
    size: 6,
    move: '5A Flying',
    affinities: { air: -75, earth: 50 },
  }),
  ghost: monster(
    'Ghost',
    'Flies through the dark, and its touch is half shadow; light burns it. Worth less than one hero.',
    {
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
    },
  ),
  'will-o-wisp': monster(
    'Will o’ Wisp',
    'Hard to catch, dazzles for a turn, and breaks at a touch. Worth half a hero.',
    {
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
    },
  ),
  zombie: monster('Zombie', 'Slow, tough and stupid: the foe to begin with. Worth less than one hero.', {
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
  'sky-harrier': person(
    'Iria Gale',
    'Sky Harrier',
    'Flies, dives on archers and mages, and falls quickly when caught.',
    {
      agility: 26,
      speed: 28,
      attack: 14,
      defense: 4,
      maxHp: 34,
      size: 4,
      move: '5A (+2) Flying',
    },
  ),
  cutthroat: person('Vess', 'Cutthroat', 'Quickest on foot, deadly from behind, soon dead from in front.', {
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
  'tower-guard': person(
    'Berit Stone',
    'Tower Guard',
    'Slow and hard to hurt; stands in front of whoever must not be hit.',
    {
      agility: 9,
      speed: 12,
      attack: 13,
      defense: 12,
      maxHp: 60,
      size: 6,
      move: '2S Ground',
      alignment: 'good',
      traits: ['SUPER_DEFENSE'],
    },
  ),
  longbowman: person('Osric Fenn', 'Longbowman', 'Shoots six squares; wants someone in front of him.', {
    agility: 20,
    speed: 22,
    attack: 14,
    defense: 5,
    maxHp: 36,
    size: 5,
    move: '3S Ground',
    rangedRange: 6,
  }),
  'hedge-mage': person(
    'Maren Ash',
    'Hedge Mage',
    'Fire from five squares away, and puts a foe to sleep; dies of a sneeze.',
    {
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
    },
  ),
  'ogre-rammer': monster('Ogre Rammer', 'Rams in a straight line and strikes like a falling tree. Worth two heroes.', {
    agility: 8,
    speed: 10,
    attack: 22,
    defense: 9,
    maxHp: 80,
    size: 8,
    move: '3F (+2) Ground',
  }),
  'tide-wyrmling': monster('Tide Wyrmling', 'Flies, dives, and spits water four squares. Worth two heroes.', {
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
  'field-priest': person(
    'Brother Anselm',
    'Field Priest',
    'Light against the dead from four squares away, and raises the fallen.',
    {
      agility: 13,
      speed: 14,
      attack: 10,
      defense: 7,
      maxHp: 40,
      size: 5,
      move: '3F Ground',
      alignment: 'good',
      maxEssence: 10,
      essence: 10,
      spells: [
        { name: 'Radiance', cost: 2, range: 4, damage: 11, element: 'light' },
        { name: 'Rise Again', cost: 6, range: 1, damage: 0, revives: 15 },
      ],
    },
  ),
  lancer: person('Dame Ygraine', 'Lancer', 'Lives by the charge: four squares and three more in a straight line.', {
    agility: 14,
    speed: 16,
    attack: 17,
    defense: 8,
    maxHp: 48,
    size: 7,
    move: '4F (+3) Ground',
    alignment: 'good',
  }),
  'bog-rat': monster('Bog Rat', 'One bite at a time, but never alone. Worth a quarter of a hero.', {
    agility: 19,
    speed: 18,
    attack: 8,
    defense: 2,
    maxHp: 14,
    size: 2,
    move: '4A Ground',
  }),
  brigand: monster('Brigand', 'Fights for pay and runs for free. Worth half a hero.', {
    agility: 15,
    speed: 15,
    attack: 11,
    defense: 5,
    maxHp: 30,
    size: 5,
    move: '3F (+1) Ground',
    alignment: 'evil',
  }),
  'barrow-champion': monster(
    'Barrow Champion',
    'A dead king’s guard: armoured, patient, afraid only of light. Worth two heroes.',
    {
      agility: 12,
      speed: 14,
      attack: 19,
      defense: 11,
      maxHp: 85,
      size: 6,
      move: '3F (+1) Ground',
      alignment: 'evil',
      conversions: [{ element: 'dark', percent: 50 }],
      affinities: { light: 75, dark: -75, cold: -25 },
    },
  ),
  'elder-wyrm': monster('Elder Wyrm', 'Fire in a line, wings, and a hide like slate: for four heroes and a plan.', {
    agility: 18,
    speed: 22,
    attack: 26,
    defense: 13,
    maxHp: 160,
    size: 10,
    move: '5S (+3) Flying',
    conversions: [{ element: 'fire', percent: 50 }],
    affinities: { fire: -100, cold: 50, water: 25 },
    breaths: [{ name: 'Furnace', range: 6, damage: 24, element: 'fire' }],
  }),
};
