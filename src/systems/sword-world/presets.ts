import type { z } from 'zod';
import type { Preset } from '../../rules/definition.ts';
import { type Sheet, sheetSchema } from './sheet.ts';

type Given = z.input<typeof sheetSchema>;
const preset = (name: string, title: string, given: Given): Preset<Sheet> => ({
  title,
  name,
  sheet: sheetSchema.parse(given),
});
const mods = (dex: number, agi: number, str: number, vit: number, int: number, spi: number) => ({
  mods: { dex, agi, str, vit, int, spi },
  abilities: { dex: dex * 6, agi: agi * 6, str: str * 6, vit: vit * 6, int: int * 6, spi: spi * 6 },
});
const value = (mod: number, fixed = mod + 7) => ({ mod, fixed });
const sword = (id: string, power: number, c = 10) => ({ id, category: 'sword', stances: { '1H': { power, c } } });

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
  hp,
  mp,
  defense,
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
  wolf: preset('Wolf', 'Wolf: Fighter 3, Ranger 1', {
    hp: 30,
    mp: 12,
    defense: 4,
    classes: { Fighter: 3, Ranger: 1 },
    ...mods(2, 2, 2, 3, 1, 2),
    weapons: [bastard],
    held: ['bastard sword'],
    feats: ['Power Attack'],
  }),
  mira: preset('Mira', 'Mira: Fencer 3, Scout 2', {
    hp: 24,
    mp: 13,
    defense: 2,
    classes: { Fencer: 3, Scout: 2 },
    ...mods(3, 3, 1, 2, 2, 2),
    weapons: [sword('rapier', 14), dagger],
    held: ['rapier', 'dagger'],
    feats: ['Lethal Strike'],
  }),
  tess: preset('Tess', 'Tess: Marksman 3, Ranger 2', {
    hp: 24,
    mp: 12,
    defense: 2,
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
  ilse: preset('Ilse', 'Ilse: Sorcerer 3, Sage 2', {
    hp: 20,
    mp: 27,
    defense: 1,
    classes: { Sorcerer: 3, Sage: 2 },
    ...mods(1, 2, 1, 2, 4, 3),
    magicPower: 7,
    weapons: [{ id: 'staff', category: 'staff', stances: { '1H': { power: 2, c: 12 } } }],
    held: ['staff'],
    feats: ['Guided Magic'],
    spells: [
      {
        id: 'Energy Bolt',
        cls: 'Sorcerer',
        mpCost: 5,
        range: 20,
        shape: 'target',
        damage: { power: 10 },
        resist: 'none',
      },
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
  koro: preset('Koro', 'Koro: Artificer 3, Marksman 2', {
    hp: 22,
    mp: 21,
    defense: 2,
    classes: { Artificer: 3, Marksman: 2 },
    ...mods(3, 2, 1, 2, 3, 2),
    weapons: [
      {
        id: 'gun',
        category: 'gun',
        modes: ['gun'],
        stances: { '1H': { power: 20, c: 10 } },
        range: 10,
        ammo: 6,
        damageType: 'magical',
      },
    ],
    held: ['gun'],
    spells: [
      { id: 'Solid Bullet', cls: 'Artificer', mpCost: 1, castAs: 'minor', range: 'self', bullet: { power: 20 } },
      {
        id: 'Critical Bullet',
        cls: 'Artificer',
        mpCost: 2,
        castAs: 'minor',
        range: 'self',
        bullet: { power: 20, cMod: -1 },
      },
    ],
  }),
  bram: preset('Bram', 'Bram: Fighter 3, Rider 2, on Dusty', {
    hp: 33,
    mp: 12,
    defense: 7,
    classes: { Fighter: 3, Rider: 2 },
    ...mods(2, 1, 3, 3, 1, 2),
    metalArmor: 'full',
    weapons: [
      { id: 'lance', category: 'spear', stances: { '1H': { power: 19, c: 10 } } },
      { id: 'great axe', category: 'axe', stances: { '2H': { power: 33, c: 11 } } },
    ],
    held: ['lance'],
    rides: 'Dusty',
  }),
  dusty: preset('Dusty', 'Dusty, a horse', {
    kind: 'mount',
    hp: 24,
    mp: 6,
    defense: 2,
    accuracy: value(3),
    evasion: value(3),
    attack: { damage: { x: 3 } },
    speed: 24,
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  goblin: preset('Goblin', 'Goblin', {
    kind: 'monster',
    hp: 16,
    mp: 10,
    defense: 1,
    accuracy: value(3),
    evasion: value(3),
    fortitude: value(3),
    willpower: value(2),
    attack: { damage: { x: 2 } },
    speed: 12,
    initiative: 11,
    reputation: 5,
    weaknessValue: 10,
    weaknesses: [{ attribute: 'fire', bonus: 2 }],
  }),
  'bog-archer': preset('Bog Archer', 'Bog Archer', {
    kind: 'monster',
    hp: 20,
    mp: 8,
    defense: 2,
    accuracy: value(5),
    evasion: value(4),
    fortitude: value(4),
    willpower: value(3),
    attack: { damage: { x: 3 }, range: 20 },
    speed: 13,
    initiative: 12,
    reputation: 7,
    weaknessValue: 12,
    weaknesses: [{ damageType: 'magical', bonus: 2 }],
  }),
  'mire-drake': preset('Twin-Headed Mire Drake', 'Twin-Headed Mire Drake, five sections', {
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
    initiative: 14,
    reputation: 9,
    weaknessValue: 16,
    weaknesses: [{ damageType: 'physical', bonus: 2 }],
    drops: [{ item: 'mire drake scales' }, { item: 'drake fang', from: 7 }, { item: 'mire gland', from: 11 }],
  }),
  'reed-lurker': preset('Reed Lurker', 'Reed Lurker', {
    kind: 'monster',
    hp: 34,
    mp: 10,
    defense: 3,
    accuracy: value(5),
    evasion: value(4),
    fortitude: value(5),
    willpower: value(4),
    attack: { damage: { x: 5 } },
    speed: 15,
    aquatic: true,
    breathesWater: true,
    feats: ['Underwater Adaptation'],
    initiative: 12,
    reputation: 7,
    weaknessValue: 13,
    weaknesses: [{ attribute: 'lightning', bonus: 3 }],
  }),
};
