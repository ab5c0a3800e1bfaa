import type { z } from 'zod';
import { bindPresets } from '../../rules/content.ts';
import type { Preset } from '../../rules/definition.ts';
import { type Sheet, sheetSchema } from './sheet.ts';

type Given = z.input<typeof sheetSchema>;

type Numbers = Pick<Given, 'dex' | 'per' | 'con' | 'luck' | 'im' | 'maxHp' | 'tmr' | 'attacks'>;

const preset = bindPresets(sheetSchema);

const skills = (chances: Readonly<Record<string, number>>) =>
  Object.entries(chances).map(([name, chance]) => ({ name, chance }));

/** A preset; its attributes are a parameter of their own. */
const example = (name: string, role: string, says: string, numbers: Numbers, rest: Omit<Given, keyof Numbers>) =>
  preset(name, role, says, { ...numbers, ...rest });

const examples = [
  example(
    'Hedda Stane',
    'fighter with longsword, throwing spear and shield',
    'Holds a gap against two, and throws before they are there.',
    { dex: 14, per: 12, con: 18, luck: 55, im: 2, maxHp: 62, tmr: 60, attacks: 2 },
    {
      def: { base: 10, dex: 8, skill: 10, shield: 12 },
      prot: { armor: 6 },
      hasShield: true,
      shieldReady: true,
      weapons: [
        { name: 'longsword', use: 'melee', sc: 112, damage: '1d8+4', rank: 8 },
        { name: 'throwing spear', use: 'thrown', sc: 88, damage: '1d6+4', rank: 4, penetrating: 'spear', range: 60 },
        { name: 'dagger', use: 'melee', sc: 90, damage: '1d4+2', rank: 3 },
      ],
      potions: ['potion'],
      skills: skills({ Climbing: 55, Riding: 70 }),
    },
  ),
  example(
    'Orrin Vale',
    'archer with longbow and hand crossbow',
    'Three arrows a round from wherever he stands; lost in a melee.',
    { dex: 18, per: 15, con: 14, luck: 50, im: 3, maxHp: 44, tmr: 65, attacks: 3 },
    {
      def: { base: 5, dex: 12, skill: 5, magic: 3 },
      prot: { armor: 3 },
      masterBowman: 2,
      skills: skills({ Hiding: 60, Tracking: 65 }),
      weapons: [
        {
          name: 'longbow',
          use: 'missile',
          sc: 118,
          damage: '1d8+3',
          rank: 9,
          group: 'bow',
          penetrating: 'arrow',
          specialization: 1,
          hands: 2,
          range: 300,
        },
        {
          name: 'hand crossbow',
          use: 'missile',
          sc: 95,
          damage: '1d4+1',
          rank: 4,
          group: 'hand-crossbow',
          penetrating: 'quarrel',
        },
        { name: 'shortsword', use: 'melee', sc: 84, damage: '1d6+1', rank: 4 },
      ],
    },
  ),
  example(
    'Sister Maud',
    'cleric with mace, shield and two spells',
    'Closes wounds, gives first aid, and is not easily knocked down.',
    { dex: 11, per: 13, con: 16, luck: 60, maxHp: 52, tmr: 50 },
    {
      def: { base: 8, dex: 3, skill: 5, shield: 10, magic: 6 },
      prot: { armor: 5 },
      hasShield: true,
      shieldReady: true,
      energy: 20,
      firstAid: 60,
      weapons: [{ name: 'mace', use: 'melee', sc: 90, damage: '1d6+3', rank: 5 }],
      spells: [
        { name: 'Close Wounds', tradition: 'cleric', castingTime: 5, castChance: 85, cost: 4 },
        { name: 'Hallow', tradition: 'cleric', castingTime: 'round', castChance: 75, cost: 8 },
      ],
    },
  ),
  example(
    'Tamsin Quill',
    'mage with staff, Ember Lance and Hush',
    'One spell in time decides a fight; one arrow decides hers.',
    { dex: 15, per: 14, con: 10, luck: 45, im: 2, maxHp: 18, tmr: 55 },
    {
      size: 'small',
      def: { dex: 9, magic: 10 },
      prot: { other: 2 },
      energy: 30,
      weapons: [{ name: 'staff', use: 'melee', sc: 55, damage: '1d6', rank: 2, hands: 2 }],
      spells: [
        {
          name: 'Ember Lance',
          tradition: 'mage',
          knowledge: 'SK',
          rank: 8,
          castChance: 92,
          cost: 5,
          damage: '3d6+4',
        },
        { name: 'Hush', tradition: 'mage', knowledge: 'GK', rank: 16, castChance: 80, cost: 3 },
      ],
    },
  ),
  example(
    'Grummoth',
    'ogre-like brute with a tree club and boulders',
    'Reaches ten feet, throws boulders, and outlasts two heroes.',
    { dex: 9, per: 8, con: 24, luck: 30, im: -1, maxHp: 134, tmr: 70, attacks: 2 },
    {
      size: 'large',
      def: { base: 15, dex: 2 },
      prot: { armor: 2, other: 4 },
      weapons: [
        { name: 'tree club', use: 'melee', sc: 98, damage: '2d8+6', rank: 5, reach: 10 },
        { name: 'boulder', use: 'thrown', sc: 70, damage: '2d6+4', rank: 2, range: 80 },
      ],
    },
  ),
  example(
    'The Cave Lasher',
    'a giant thing with six tentacles',
    'Hardly moves and strikes six at once: for a whole party.',
    { dex: 12, per: 10, con: 22, luck: 20, im: 1, maxHp: 96, tmr: 15, attacks: 6 },
    {
      size: 'giant',
      def: { base: 20, dex: 4 },
      prot: { other: 5 },
      tentacles: 6,
      targetingSense: true,
      weapons: [{ name: 'tentacle', use: 'melee', sc: 80, damage: '1d6+2', rank: 4, reach: 20 }],
    },
  ),
  example(
    'Wick Marlow',
    'scout with two knives and a sling',
    'First in every round, at home in hiding and with locks; armour is for others.',
    { dex: 17, per: 16, con: 12, luck: 65, im: 3, maxHp: 40, tmr: 70, attacks: 2 },
    {
      def: { base: 6, dex: 11, skill: 8 },
      prot: { armor: 2 },
      ambidextrous: true,
      firstAid: 30,
      skills: skills({ Hiding: 75, Locks: 70, Listening: 60 }),
      weapons: [
        { name: 'long knife', use: 'melee', sc: 96, damage: '1d6+2', rank: 5 },
        { name: 'sling', use: 'missile', sc: 88, damage: '1d4+2', rank: 4, range: 120 },
      ],
    },
  ),
  example(
    'Hollow Rat',
    'vermin',
    'Bites once and dies at once; a dozen are a danger. A fifth of a hero.',
    { dex: 13, per: 10, con: 8, luck: 20, im: 1, maxHp: 12, tmr: 60 },
    {
      size: 'small',
      def: { base: 5, dex: 6 },
      weapons: [{ name: 'bite', use: 'melee', sc: 65, damage: '1d4', rank: 1 }],
    },
  ),
  example(
    'Hollow Raider',
    'raider with axe and buckler',
    'An axe, a buckler and no plan. Half a hero.',
    { dex: 12, per: 10, con: 14, luck: 35, im: 1, maxHp: 40, tmr: 55 },
    {
      def: { base: 8, dex: 5, skill: 3, shield: 6 },
      prot: { armor: 3 },
      hasShield: true,
      shieldReady: true,
      weapons: [{ name: 'hand axe', use: 'melee', sc: 82, damage: '1d6+3', rank: 3 }],
    },
  ),
  example(
    'Hollow Slinger',
    'raider with sling and knife',
    'Keeps away and pelts whoever casts. Half a hero.',
    { dex: 14, per: 13, con: 11, luck: 40, im: 2, maxHp: 32, tmr: 60, attacks: 2 },
    {
      def: { base: 5, dex: 8 },
      prot: { armor: 2 },
      weapons: [
        { name: 'sling', use: 'missile', sc: 85, damage: '1d4+3', rank: 3, range: 120, hands: 1 },
        { name: 'knife', use: 'melee', sc: 70, damage: '1d4+1', rank: 2 },
      ],
    },
  ),
  example(
    'Cave Bear',
    'beast',
    'Two paws a round and a hide to cut through. A hero and a half.',
    { dex: 11, per: 12, con: 20, luck: 25, im: 0, maxHp: 85, tmr: 80, attacks: 2 },
    {
      size: 'large',
      def: { base: 10, dex: 4 },
      prot: { other: 4 },
      weapons: [{ name: 'paw', use: 'melee', sc: 90, damage: '1d8+4', rank: 4 }],
    },
  ),
];

/** The presets by name. Section 11 of RULES.md. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = Object.fromEntries(
  examples.map((each) => [each.name, each]),
);
