import type { z } from 'zod';
import type { Preset } from '../../rules/definition.ts';
import type { Lesson } from '../../rules/lesson.ts';
import { lazyPreset } from '../../rules/preset.ts';
import type { PresetEncounter } from '../../rules/preset-encounter.ts';
import { type Sheet, sheetSchema } from './sheet.ts';

type Given = z.input<typeof sheetSchema>;
const preset = (name: string, title: string, says: string, given: Given): Preset<Sheet> =>
  lazyPreset({ title, name, description: says }, () => sheetSchema.parse(given));
const mods = (dex: number, agi: number, str: number, vit: number, int: number, spi: number) => ({
  mods: { dex, agi, str, vit, int, spi },
  abilities: { dex: dex * 6, agi: agi * 6, str: str * 6, vit: vit * 6, int: int * 6, spi: spi * 6 },
});
const body = (hp: number, mp: number, defense: number) => ({ hp, mp, defense });
const value = (mod: number) => ({ mod, fixed: mod + 7 });
const checks = (accuracy: number, evasion: number, fortitude: number, willpower: number) => ({
  accuracy: value(accuracy),
  evasion: value(evasion),
  fortitude: value(fortitude),
  willpower: value(willpower),
});
/** What is rolled against: by those who act first, and by those who recall the monster and its weakness. */
const lore = (initiative: number, reputation: number, weaknessValue: number) => ({
  initiative,
  reputation,
  weaknessValue,
});
const weapon = (id: string, category: string, power: number, c = 10) => ({
  id,
  category,
  stances: { '1H': { power, c } },
});

const dagger = {
  id: 'dagger',
  category: 'throwing',
  modes: ['melee' as const, 'throw' as const],
  stances: { '1H': { power: 3, c: 10 }, throw: { power: 3, c: 10 } },
  range: 10,
};
const bastard = {
  id: 'bastard sword',
  category: 'sword',
  stances: { '1H': { power: 17, c: 10 }, '2H': { power: 27, c: 10 } },
};

/** A section of the drake, and what it strikes with. */
const part = (name: string, hp: number, mp: number, defense: number, id: string, x: number, isWing = false) => ({
  name,
  ...body(hp, mp, defense),
  isWing,
  accuracy: value(7),
  evasion: value(5),
  attack: { id, damage: { x } },
});

/** As many as a head has MP for: one in a battle. */
const mireBreath = {
  id: 'mire breath',
  damage: { x: 6 },
  damageType: 'magical' as const,
  attributes: ['poison'],
  range: 20,
  shape: 'line' as const,
  resist: 'half' as const,
  resistBy: 'fortitude' as const,
  mpCost: 5,
};

/** SW section 19.2. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  wolf: preset('Wolf', 'Wolf: Fighter 3, Ranger 1', 'Holds the frontline with a bastard sword, and knows herbs.', {
    ...body(30, 12, 4),
    classes: { Fighter: 3, Ranger: 1 },
    ...mods(2, 2, 2, 3, 1, 2),
    weapons: [bastard],
    held: ['bastard sword'],
    feats: ['Power Attack'],
  }),
  mira: preset('Mira', 'Mira: Fencer 3, Scout 2', 'Hardest to hit, strikes first and often critically; wears little.', {
    ...body(24, 13, 2),
    classes: { Fencer: 3, Scout: 2 },
    ...mods(3, 3, 1, 2, 2, 2),
    weapons: [weapon('rapier', 'sword', 14), dagger],
    held: ['rapier', 'dagger'],
    feats: ['Lethal Strike'],
  }),
  tess: preset('Tess', 'Tess: Marksman 3, Ranger 2', 'Shoots from the rearguard, into a melee too.', {
    ...body(24, 12, 2),
    classes: { Marksman: 3, Ranger: 2 },
    ...mods(3, 2, 2, 2, 1, 2),
    weapons: [
      {
        id: 'long bow',
        category: 'bow',
        modes: ['shoot'],
        stances: { '2H': { power: 22, c: 10 } },
        range: 30,
        ammo: 12,
      },
    ],
    held: ['long bow'],
    feats: ['Precise Shot', 'Hawk Eye'],
  }),
  ilse: preset('Ilse', 'Ilse: Sorcerer 3, Sage 2', 'Fireballs from the rear, and knows what a monster is weak to.', {
    ...body(20, 27, 1),
    classes: { Sorcerer: 3, Sage: 2 },
    ...mods(1, 2, 1, 2, 4, 3),
    magicPower: 7,
    weapons: [weapon('staff', 'staff', 2, 12)],
    held: ['staff'],
    feats: ['Guided Magic'],
    spells: [
      { id: 'Energy Bolt', cls: 'Sorcerer', mpCost: 5, range: 20, damage: { power: 10 } },
      {
        id: 'Fireball',
        cls: 'Sorcerer',
        mpCost: 7,
        range: 30,
        shape: { radius: 3, max: 5 },
        damage: { power: 20, attributes: ['fire'] },
        resist: 'half',
      },
    ],
  }),
  sela: preset(
    'Sela',
    'Sela: Priest 3, Fighter 2, a healer',
    'Heals, holds a shield, and wields a mace where it must be.',
    {
      ...body(27, 21, 4),
      classes: { Priest: 3, Fighter: 2 },
      ...mods(2, 2, 2, 3, 2, 3),
      weapons: [weapon('mace', 'mace', 12, 12)],
      held: ['mace'],
      shields: [{ id: 'round shield', defense: 1 }],
      spells: [
        { id: 'Cure Wounds', cls: 'Priest', mpCost: 3, range: 'touch', recovery: { power: 10 } },
        { id: 'Force', cls: 'Priest', mpCost: 5, range: 10, damage: { power: 10 }, resist: 'half' },
      ],
    },
  ),
  koro: preset('Koro', 'Koro: Artificer 3, Marksman 2', 'Loads bullets by magic; armour hardly helps against them.', {
    ...body(22, 21, 2),
    classes: { Artificer: 3, Marksman: 2 },
    ...mods(3, 2, 1, 2, 3, 2),
    weapons: [{ ...weapon('gun', 'gun', 20), modes: ['gun'], range: 10, ammo: 6, damageType: 'magical' }],
    held: ['gun'],
    spells: [
      { id: 'Solid Bullet', cls: 'Artificer', mpCost: 1, castAs: 'minor', bullet: { power: 20 } },
      { id: 'Critical Bullet', cls: 'Artificer', mpCost: 2, castAs: 'minor', bullet: { power: 20, cMod: -1 } },
    ],
  }),
  bram: preset(
    'Bram',
    'Bram: Fighter 3, Rider 2, on Dusty',
    'Heavy armour on horseback: takes what is meant for others.',
    {
      ...body(33, 12, 7),
      classes: { Fighter: 3, Rider: 2 },
      ...mods(2, 1, 3, 3, 1, 2),
      metalArmor: 'full',
      weapons: [
        weapon('lance', 'spear', 19),
        { id: 'great axe', category: 'axe', stances: { '2H': { power: 33, c: 11 } } },
      ],
      held: ['lance'],
      rides: 'Dusty',
    },
  ),
  dusty: preset('Dusty', 'Dusty, a horse', 'Carries Bram, and kicks.', {
    kind: 'mount',
    ...body(24, 6, 2),
    accuracy: value(3),
    evasion: value(3),
    attack: { damage: { x: 3 } },
    speed: 24,
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  goblin: preset('Goblin', 'Goblin', 'Level 2: three are work for one hero.', {
    kind: 'monster',
    ...body(16, 10, 1),
    ...checks(3, 3, 3, 2),
    attack: { damage: { x: 2 } },
    speed: 12,
    ...lore(11, 5, 10),
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  'bog-archer': preset(
    'Bog Archer',
    'Bog Archer',
    'Level 3: shoots twenty metres from the reeds, weak against magic.',
    {
      kind: 'monster',
      ...body(20, 8, 2),
      ...checks(5, 4, 4, 3),
      attack: { damage: { x: 3 }, range: 20 },
      speed: 13,
      ...lore(12, 7, 12),
      weaknesses: [{ damageType: 'magical', bonus: 2 }],
    },
  ),
  'mire-drake': preset(
    'Twin-Headed Mire Drake',
    'Twin-Headed Mire Drake, five sections',
    'Level 7: five sections, two breaths and wings; for a whole party.',
    {
      kind: 'monster',
      sections: [
        { ...part('head A', 28, 5, 4, 'bite', 6), attacks: [mireBreath] },
        { ...part('head B', 28, 5, 4, 'bite', 6), attacks: [mireBreath] },
        part('body', 46, 12, 6, 'tail', 8),
        part('wing A', 20, 5, 3, 'wing blow', 4, true),
        part('wing B', 20, 5, 3, 'wing blow', 4, true),
      ],
      core: 'body',
      fortitude: value(8),
      willpower: value(7),
      speed: 22,
      canFly: true,
      ...lore(14, 9, 16),
      weaknesses: [{ damageType: 'physical', bonus: 2 }],
      drops: [{ item: 'mire drake scales' }, { item: 'drake fang', from: 7 }, { item: 'mire gland', from: 11 }],
    },
  ),
  'reed-lurker': preset('Reed Lurker', 'Reed Lurker', 'Level 4: at home in water, where heroes are not.', {
    kind: 'monster',
    ...body(34, 10, 3),
    ...checks(5, 4, 5, 4),
    attack: { damage: { x: 5 } },
    speed: 15,
    aquatic: true,
    breathesWater: true,
    feats: ['Underwater Adaptation'],
    ...lore(12, 7, 13),
    weaknesses: [{ attribute: 'lightning', bonus: 3 }],
  }),
  dorn: preset('Dorn', 'Dorn: Grappler 3, Scout 1', 'Bare fists in the frontline: quick, unarmoured, always armed.', {
    ...body(27, 11, 2),
    classes: { Grappler: 3, Scout: 1 },
    ...mods(3, 3, 2, 2, 1, 1),
    weapons: [weapon('fists', 'grappling', 11)],
    held: ['fists'],
    feats: ['Power Attack'],
  }),
  lian: preset(
    'Lian',
    'Lian: Fairy Tamer 3, Ranger 1',
    'Calls fairies: a flame, a salve, and a wind that blows arrows aside.',
    {
      ...body(21, 25, 1),
      classes: { 'Fairy Tamer': 3, Ranger: 1 },
      ...mods(2, 2, 1, 2, 3, 3),
      magicPower: 6,
      weapons: [weapon('dagger', 'sword', 3)],
      held: ['dagger'],
      spells: [
        {
          id: 'Fire Bolt',
          cls: 'Fairy Tamer',
          mpCost: 5,
          range: 20,
          damage: { power: 20, attributes: ['fire'] },
          resist: 'half',
        },
        { id: 'Primary Healing', cls: 'Fairy Tamer', mpCost: 4, range: 10, recovery: { power: 10 } },
        { id: 'Wind Guard', cls: 'Fairy Tamer', mpCost: 4, range: 10, durationRounds: 3, effect: { evasion: 1 } },
      ],
    },
  ),
  'giant-rat': preset('Giant Rat', 'Giant Rat', 'Level 1: comes by the half dozen, and half of them fall at once.', {
    kind: 'monster',
    ...body(10, 4, 0),
    ...checks(2, 3, 2, 1),
    attack: { damage: { x: 0 } },
    speed: 14,
    ...lore(10, 3, 8),
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  'goblin-chief': preset('Goblin Chief', 'Goblin Chief', 'Level 4: worth a hero, and his goblins fight for him.', {
    kind: 'monster',
    ...body(34, 12, 4),
    ...checks(5, 5, 5, 4),
    attack: { damage: { x: 6 } },
    speed: 13,
    ...lore(12, 7, 12),
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
    drops: [{ item: 'dented helmet' }, { item: 'purse', from: 9 }],
  }),
  ogre: preset('Ogre', 'Ogre', 'Level 5: one blow is half a hero; slow to dodge, and slow of wit.', {
    kind: 'monster',
    ...body(52, 12, 4),
    ...checks(6, 4, 7, 4),
    attack: { damage: { x: 9 } },
    speed: 12,
    ...lore(12, 8, 13),
    weaknesses: [{ damageType: 'magical', bonus: 2 }],
  }),
};

const party = (['wolf', 'mira', 'ilse', 'sela'] as const).map((preset) => ({
  name: `${preset.charAt(0).toUpperCase()}${preset.slice(1)}`,
  side: 'allies',
  preset,
}));

/** Fights that are ready to be brought. */
export const encounters: readonly PresetEncounter[] = [
  {
    name: 'Toll on the old road',
    description:
      'A goblin chief takes toll where the road crosses the bog, with archers in the reeds. Goblins hold the frontline and the archers shoot from behind: reach the archers, and the fight is half won. They run when the chief falls.',
    heroes: party,
    foes: [
      { name: 'Chief', side: 'enemies', preset: 'goblin-chief' },
      ...[1, 2, 3, 4].map(() => ({ name: 'Goblin', side: 'enemies', preset: 'goblin' })),
      ...[1, 2, 3].map(() => ({ name: 'Bog Archer', side: 'enemies', preset: 'bog-archer' })),
    ],
  },
];

/** A fighter and two goblins on a road. */
export const lesson: Lesson = {
  name: 'Lesson: the old road',
  hero: { name: 'Wolf', side: 'allies', sheet: () => presets.wolf?.sheet },
  foes: ['Snag', 'Rikk'].map((name) => ({ name, side: 'enemies', sheet: () => presets.goblin?.sheet })),
  opening:
    'In Sword World you roll 2d6 to see whether you hit, and read the damage from the power table. First everyone on one side acts, then everyone on the other. Simplified combat has three areas: a Rearguard for each side and the Frontline between them.',
  steps: [
    {
      verb: 'initiative',
      says: 'Before the first round, roll for which side acts first: 2d6 plus your initiative value against the foes’ initiative. (With /knowledge you can learn about the foes.)',
      type: '/initiative',
    },
    {
      verb: 'place',
      says: 'Now everyone is placed in an area. Wolf fights with a sword and belongs in the Frontline.',
      type: '/place Wolf: front',
    },
    {
      verb: 'attack',
      says: 'A turn is a move, Minor Actions and one Major Action. Attacking is a Major Action: Accuracy against Evasion, then damage from the power table. /odds Snag shows your chances.',
      type: '/attack Snag',
    },
    {
      verb: 'end',
      says: 'Wolf has nothing left to do, so end the turn. When everyone on a side has done so, the other side acts.',
      type: '/end',
    },
    {
      verb: 'minor',
      says: 'Feats are Minor Actions that you take before the attack. With Power Attack, Wolf deals 4 more damage and has −2 Evasion.',
      type: '/minor feat item:Power Attack',
    },
    {
      verb: 'attack',
      says: 'Now attack with this feat active.',
      type: '/attack Snag',
    },
  ],
  closing:
    'The battle goes on like this until one side is down or gives up; then the winners may /loot. More to try: /cast, /move between the areas, potions, and Standard combat, which measures metres (mode:standard). /battle end ends the lesson; /battle create starts a battle of your own.',
};
