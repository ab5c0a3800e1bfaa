import type { z } from 'zod';
import { lazyPreset } from '../../rules/content.ts';
import type { Preset } from '../../rules/definition.ts';
import { type Sheet, sheetSchema } from './sheet.ts';

type Given = z.input<typeof sheetSchema>;
type WeaponGiven = NonNullable<Given['weapons']>[number];
const preset = (name: string, title: string, says: string, given: Given): Preset<Sheet> =>
  lazyPreset({ title, name, description: says }, () => sheetSchema.parse(given));
type Points = readonly [hp: number, mp: number, defense: number];
const body = (hp: number, mp: number, defense: number) => ({ hp, mp, defense });
type Modifiers = readonly [dex: number, agi: number, str: number, vit: number, int: number, spi: number];
/** A preset character, who holds all its weapons in hand. */
const hero = (
  points: Points,
  classes: Given['classes'],
  [dex, agi, str, vit, int, spi]: Modifiers,
  weapons: readonly WeaponGiven[],
) => ({
  ...body(...points),
  classes,
  mods: { dex, agi, str, vit, int, spi },
  abilities: { dex: dex * 6, agi: agi * 6, str: str * 6, vit: vit * 6, int: int * 6, spi: spi * 6 },
  weapons: [...weapons],
  held: weapons.map(({ id }) => id),
});
const value = (mod: number) => ({ mod, fixed: mod + 7 });
/** A monster’s initiative, and the numbers that checks must reach to learn its reputation and weakness. */
const lore = (initiative: number, reputation: number, weaknessValue: number) => ({
  initiative,
  reputation,
  weaknessValue,
});
interface MonsterFigures {
  readonly points: Points;
  readonly checks: readonly [accuracy: number, evasion: number, fortitude: number, willpower: number];
  /** The X of the attack’s damage, 2d + X. */
  readonly damage: number;
  readonly speed: number;
  readonly lore: Parameters<typeof lore>;
}
/** A monster with one section. */
const monster = ({ points, checks, damage: x, speed, lore: known }: MonsterFigures) => {
  const [accuracy, evasion, fortitude, willpower] = checks.map(value);
  const kind = 'monster' as const;
  return {
    kind,
    ...body(...points),
    accuracy,
    evasion,
    fortitude,
    willpower,
    attack: { damage: { x } },
    speed,
    ...lore(...known),
  };
};
const weapon = (id: string, category: string, power: number, c = 10) => ({
  id,
  category,
  stances: { '1H': { power, c } },
});

const dagger: WeaponGiven = {
  id: 'dagger',
  category: 'throwing',
  modes: ['melee', 'throw'],
  stances: { '1H': { power: 3, c: 10 }, throw: { power: 3, c: 10 } },
  range: 10,
};
const bastard = {
  id: 'bastard sword',
  category: 'sword',
  stances: { '1H': { power: 17, c: 10 }, '2H': { power: 27, c: 10 } },
};
const greatAxe = { id: 'great axe', category: 'axe', stances: { '2H': { power: 33, c: 11 } } };
const twoHanded = { '2H': { power: 22, c: 10 } };
const longBow: WeaponGiven = {
  id: 'long bow',
  category: 'bow',
  modes: ['shoot'],
  stances: twoHanded,
  range: 30,
  ammo: 12,
};
const gun: WeaponGiven = { ...weapon('gun', 'gun', 20), modes: ['gun'], range: 10, ammo: 6, damageType: 'magical' };

/** A section of the drake with its own attack. */
const part = (name: string, hp: number, mp: number, defense: number, id: string, x: number, isWing = false) => ({
  name,
  ...body(hp, mp, defense),
  isWing,
  accuracy: value(7),
  evasion: value(5),
  attack: { id, damage: { x } },
});

/** The breath of the drake’s heads. Each head has the MP to use it once. */
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

/** Characters and monsters that come with the rulebook. SW section 19.2. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  wolf: preset('Wolf', 'Wolf: Fighter 3, Ranger 1', 'Holds the frontline with a bastard sword, and knows herbs.', {
    ...hero([30, 12, 4], { Fighter: 3, Ranger: 1 }, [2, 2, 2, 3, 1, 2], [bastard]),
    feats: ['Power Attack'],
  }),
  mira: preset('Mira', 'Mira: Fencer 3, Scout 2', 'Hardest to hit, strikes first and often critically; wears little.', {
    ...hero([24, 13, 2], { Fencer: 3, Scout: 2 }, [3, 3, 1, 2, 2, 2], [weapon('rapier', 'sword', 14), dagger]),
    feats: ['Lethal Strike'],
  }),
  tess: preset('Tess', 'Tess: Marksman 3, Ranger 2', 'Shoots from the rearguard, into a melee too.', {
    ...hero([24, 12, 2], { Marksman: 3, Ranger: 2 }, [3, 2, 2, 2, 1, 2], [longBow]),
    feats: ['Precise Shot', 'Hawk Eye'],
  }),
  ilse: preset('Ilse', 'Ilse: Sorcerer 3, Sage 2', 'Fireballs from the rear, and knows what a monster is weak to.', {
    ...hero([20, 27, 1], { Sorcerer: 3, Sage: 2 }, [1, 2, 1, 2, 4, 3], [weapon('staff', 'staff', 2, 12)]),
    magicPower: 7,
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
      ...hero([27, 21, 4], { Priest: 3, Fighter: 2 }, [2, 2, 2, 3, 2, 3], [weapon('mace', 'mace', 12, 12)]),
      shields: [{ id: 'round shield', defense: 1 }],
      spells: [
        { id: 'Cure Wounds', cls: 'Priest', mpCost: 3, range: 'touch', recovery: { power: 10 } },
        { id: 'Force', cls: 'Priest', mpCost: 5, range: 10, damage: { power: 10 }, resist: 'half' },
      ],
    },
  ),
  koro: preset('Koro', 'Koro: Artificer 3, Marksman 2', 'Loads bullets by magic; armour hardly helps against them.', {
    ...hero([22, 21, 2], { Artificer: 3, Marksman: 2 }, [3, 2, 1, 2, 3, 2], [gun]),
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
      ...hero([33, 12, 7], { Fighter: 3, Rider: 2 }, [2, 1, 3, 3, 1, 2], [weapon('lance', 'spear', 19), greatAxe]),
      metalArmor: 'full',
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
    ...monster({ points: [16, 10, 1], checks: [3, 3, 3, 2], damage: 2, speed: 12, lore: [11, 5, 10] }),
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  'bog-archer': preset(
    'Bog Archer',
    'Bog Archer',
    'Level 3: shoots twenty metres from the reeds, weak against magic.',
    {
      ...monster({ points: [20, 8, 2], checks: [5, 4, 4, 3], damage: 3, speed: 13, lore: [12, 7, 12] }),
      attack: { damage: { x: 3 }, range: 20 },
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
    ...monster({ points: [34, 10, 3], checks: [5, 4, 5, 4], damage: 5, speed: 15, lore: [12, 7, 13] }),
    aquatic: true,
    breathesWater: true,
    feats: ['Underwater Adaptation'],
    weaknesses: [{ attribute: 'lightning', bonus: 3 }],
  }),
  dorn: preset('Dorn', 'Dorn: Grappler 3, Scout 1', 'Bare fists in the frontline: quick, unarmoured, always armed.', {
    ...hero([27, 11, 2], { Grappler: 3, Scout: 1 }, [3, 3, 2, 2, 1, 1], [weapon('fists', 'grappling', 11)]),
    feats: ['Power Attack'],
  }),
  lian: preset(
    'Lian',
    'Lian: Fairy Tamer 3, Ranger 1',
    'Calls fairies: a flame, a salve, and a wind that blows arrows aside.',
    {
      ...hero([21, 25, 1], { 'Fairy Tamer': 3, Ranger: 1 }, [2, 2, 1, 2, 3, 3], [weapon('dagger', 'sword', 3)]),
      magicPower: 6,
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
    ...monster({ points: [10, 4, 0], checks: [2, 3, 2, 1], damage: 0, speed: 14, lore: [10, 3, 8] }),
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  'goblin-chief': preset('Goblin Chief', 'Goblin Chief', 'Level 4: worth a hero, and his goblins fight for him.', {
    ...monster({ points: [34, 12, 4], checks: [5, 5, 5, 4], damage: 6, speed: 13, lore: [12, 7, 12] }),
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
    drops: [{ item: 'dented helmet' }, { item: 'purse', from: 9 }],
  }),
  ogre: preset('Ogre', 'Ogre', 'Level 5: one blow is half a hero; slow to dodge, and slow of wit.', {
    ...monster({ points: [52, 12, 4], checks: [6, 4, 7, 4], damage: 9, speed: 12, lore: [12, 8, 13] }),
    weaknesses: [{ damageType: 'magical', bonus: 2 }],
  }),
};
