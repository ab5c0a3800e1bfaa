import { lazyPreset } from '../../rules/content.ts';
import type { Preset } from '../../rules/definition.ts';
import { type Element, type Sheet, sheetSchema } from './sheet.ts';

type Written = Omit<Parameters<typeof sheetSchema.parse>[0] & object, 'name' | 'class'>;

/** Aliases of a preset. They include the preset’s name in the first release. */
const formerly = (name: string): readonly string[] => [name, `Example ${name}`];

/** Numbers of a class, in the order of its sheet. */
const numbers = (
  agility: number,
  speed: number,
  attack: number,
  defense: number,
  maxHp: number,
  size: number,
  move: string,
) => ({ agility, speed, attack, defense, maxHp, size, move });

/** A preset of a named person. A GM’s copies are named after the class, because there may be several. */
const person = (who: string, name: string, says: string, sheet: Written): Preset<Sheet> =>
  lazyPreset({ title: `${who}, ${name.toLowerCase()}`, aliases: formerly(name), name, description: says }, () =>
    sheetSchema.parse({ ...sheet, name: who, class: name }),
  );

const monster = (name: string, says: string, sheet: Written): Preset<Sheet> =>
  lazyPreset({ title: name, aliases: formerly(name), name, description: says }, () =>
    sheetSchema.parse({ ...sheet, name, class: name }),
  );

/** Presets of an elemental and its promotion, which adds 25% of the elemental’s element. SK-PROMO-2. */
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

/** All preset classes by id. Section 8. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  swordsman: person('Roland Vey', 'Swordsman', 'Steady in front: strikes hard, takes blows, may charge.', {
    ...numbers(18, 20, 16, 8, 45, 5, '3F (+1) Ground'),
  }),
  ...elemental('fire', 'Strikes hard and burns; water and cold undo it. Worth one hero.', {
    ...numbers(15, 18, 18, 6, 50, 6, '4A Ground'),
    affinities: { fire: -75, water: 50, cold: 25 },
  }),
  ...elemental('water', 'Steady, hard to drown, weak against thunder. Worth one hero.', {
    ...numbers(16, 17, 16, 7, 52, 6, '4A Ground'),
    affinities: { water: -75, cold: 50, thunder: 50 },
  }),
  // Only this one of the four elementals has the body for a charge. SK-RUL-73.
  ...elemental('earth', 'Slow and strong, rams whoever stands in line; air wears it down. Worth more than one hero.', {
    ...numbers(7, 9, 20, 11, 70, 8, '2F (+2) Ground'),
    affinities: { earth: -75, air: 50, thunder: -25 },
  }),
  ...elemental('air', 'Quickest of the four, and thin; flies round to the flank. Worth less than one hero.', {
    ...numbers(27, 30, 14, 4, 38, 6, '5A Flying'),
    affinities: { air: -75, earth: 50 },
  }),
  ghost: monster(
    'Ghost',
    'Flies through the dark, and its touch is half shadow; light burns it. Worth less than one hero.',
    {
      ...numbers(17, 19, 13, 7, 34, 5, '3A Flying'),
      alignment: 'evil',
      conversions: [{ element: 'dark', percent: 50 }],
      affinities: { light: 75, dark: -75 },
    },
  ),
  'will-o-wisp': monster(
    'Will o’ Wisp',
    'Hard to catch, dazzles for a turn, and breaks at a touch. Worth half a hero.',
    {
      ...numbers(29, 32, 11, 2, 24, 2, '5A Flying'),
      conversions: [{ element: 'light', percent: 100 }],
      affinities: { light: -50, dark: 50 },
      maxEssence: 4,
      essence: 4,
      spells: [{ name: 'Dazzle', cost: 2, range: 4, damage: 0, inflicts: { condition: 'stunned', turns: 1 } }],
    },
  ),
  zombie: monster('Zombie', 'Slow, tough and stupid: the foe to begin with. Worth less than one hero.', {
    ...numbers(6, 8, 12, 5, 55, 5, '2F Ground'),
    alignment: 'evil',
    affinities: { light: 50, dark: -50 },
  }),
  'sky-harrier': person(
    'Iria Gale',
    'Sky Harrier',
    'Flies, dives on archers and mages, and falls quickly when caught.',
    { ...numbers(26, 28, 14, 4, 34, 4, '5A (+2) Flying') },
  ),
  cutthroat: person('Vess', 'Cutthroat', 'Quickest on foot, deadly from behind, soon dead from in front.', {
    ...numbers(28, 30, 13, 4, 32, 4, '4S (+1) Ground'),
    alignment: 'evil',
    traits: ['BACKSTABBER'],
  }),
  'tower-guard': person(
    'Berit Stone',
    'Tower Guard',
    'Slow and hard to hurt; stands in front of whoever must not be hit.',
    { ...numbers(9, 12, 13, 12, 60, 6, '2S Ground'), alignment: 'good', traits: ['SUPER_DEFENSE'] },
  ),
  longbowman: person('Osric Fenn', 'Longbowman', 'Shoots six squares; wants someone in front of him.', {
    ...numbers(20, 22, 14, 5, 36, 5, '3S Ground'),
    rangedRange: 6,
  }),
  'hedge-mage': person(
    'Maren Ash',
    'Hedge Mage',
    'Fire from five squares away, and puts a foe to sleep; dies of a sneeze.',
    {
      ...numbers(16, 16, 8, 4, 30, 5, '3F Ground'),
      maxEssence: 8,
      essence: 8,
      spells: [
        { name: 'Ember Dart', cost: 2, range: 5, damage: 12, element: 'fire' },
        { name: 'Hush', cost: 3, range: 4, damage: 0, inflicts: { condition: 'asleep', turns: 1 } },
      ],
    },
  ),
  'ogre-rammer': monster('Ogre Rammer', 'Rams in a straight line and strikes like a falling tree. Worth two heroes.', {
    ...numbers(8, 10, 22, 9, 80, 8, '3F (+2) Ground'),
  }),
  'tide-wyrmling': monster('Tide Wyrmling', 'Flies, dives, and spits water four squares. Worth two heroes.', {
    ...numbers(14, 17, 17, 8, 58, 7, '4S (+2) Flying'),
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
      ...numbers(13, 14, 10, 7, 40, 5, '3F Ground'),
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
    ...numbers(14, 16, 17, 8, 48, 7, '4F (+3) Ground'),
    alignment: 'good',
  }),
  'bog-rat': monster('Bog Rat', 'One bite at a time, but never alone. Worth a quarter of a hero.', {
    ...numbers(19, 18, 8, 2, 14, 2, '4A Ground'),
  }),
  brigand: monster('Brigand', 'Fights for pay and runs for free. Worth half a hero.', {
    ...numbers(15, 15, 11, 5, 30, 5, '3F (+1) Ground'),
    alignment: 'evil',
  }),
  'barrow-champion': monster(
    'Barrow Champion',
    'A dead king’s guard: armoured, patient, afraid only of light. Worth two heroes.',
    {
      ...numbers(12, 14, 19, 11, 85, 6, '3F (+1) Ground'),
      alignment: 'evil',
      conversions: [{ element: 'dark', percent: 50 }],
      affinities: { light: 75, dark: -75, cold: -25 },
    },
  ),
  'elder-wyrm': monster('Elder Wyrm', 'Fire in a line, wings, and a hide like slate: for four heroes and a plan.', {
    ...numbers(18, 22, 26, 13, 160, 10, '5S (+3) Flying'),
    conversions: [{ element: 'fire', percent: 50 }],
    affinities: { fire: -100, cold: 50, water: 25 },
    breaths: [{ name: 'Furnace', range: 6, damage: 24, element: 'fire' }],
  }),
};
