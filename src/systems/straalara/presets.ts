import { bindPresets } from '../../rules/content.ts';
import type { Preset } from '../../rules/definition.ts';
import { type Sheet, sheetSchema } from './sheet.ts';

const example = bindPresets(sheetSchema);

const plus = (base: number) => ({ base, addStrength: true });
const occult = { attribute: 'intelligence', ability: 'occult' };

/** Example combatants. Section 9 of RULES.md. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  ysolde: example(
    'Ysolde Marr',
    'shield captain',
    'Strikes, parries and blocks alike: stands anywhere, best in front.',
    {
      attributes: { strength: 3, dexterity: 4, stamina: 3, wits: 3 },
      abilities: { brawl: 2, weaponry: 4, athletics: 2, dodge: 2 },
      armor: 2,
      weapons: [
        { name: 'longsword', categories: ['melee'], damage: plus(3) },
        { name: 'round shield', categories: ['shield'] },
      ],
    },
  ),
  tobin: example('Tobin Reed', 'ranger', 'Shoots eight dice from afar and dodges well; thin up close.', {
    attributes: { strength: 2, dexterity: 4, stamina: 2, wits: 4 },
    abilities: { brawl: 1, weaponry: 1, archery: 4, athletics: 3, dodge: 3 },
    armor: 1,
    weapons: [
      { name: 'longbow', categories: ['bow'], damage: { base: 5 } },
      { name: 'hunting knife', categories: ['melee', 'thrown'], damage: plus(1) },
    ],
  }),
  karg: example(
    'Karg',
    'quarry troll',
    'Nine dice of damage when the maul lands, which it seldom does. A foe for two.',
    {
      attributes: { strength: 5, dexterity: 2, stamina: 5, wits: 2 },
      abilities: { brawl: 3, weaponry: 2 },
      weapons: [{ name: 'maul', categories: ['melee'], damage: plus(4), difficultyMod: 1 }],
    },
  ),
  nim: example('Nim Vess', 'knife juggler', 'First to act and hardest to hit; many small wounds.', {
    attributes: { strength: 2, dexterity: 5, stamina: 2, wits: 4 },
    abilities: { brawl: 1, weaponry: 2, athletics: 4, dodge: 4 },
    weapons: [{ name: 'throwing knives', categories: ['melee', 'thrown'], damage: plus(1) }],
  }),
  ashwen: example(
    'Ashwen',
    'hedge witch',
    'Fire, frost, a ward and a mist that binds; wants someone in front of her.',
    {
      attributes: { strength: 2, dexterity: 3, stamina: 2, wits: 4, intelligence: 4 },
      abilities: { weaponry: 1, dodge: 2, occult: 4 },
      weapons: [{ name: 'staff', categories: ['melee'], damage: plus(1) }],
      spells: [
        { name: 'Ember Lance', kind: 'attack', ...occult, damage: { base: 5 } },
        {
          name: 'Slow Frost',
          kind: 'attack',
          ...occult,
          damage: { base: 4 },
          netAddsDamage: false,
          timing: 'endOfTurn',
        },
        { name: 'Glass Ward', kind: 'defense', attribute: 'wits', ability: 'occult', defendsAs: 'parry' },
        { name: 'Binding Mist', kind: 'effect', ...occult, opposed: { attribute: 'strength', ability: 'athletics' } },
        { name: 'Great Sigil', kind: 'effect', ...occult, timing: 'extended', goal: 6 },
      ],
    },
  ),
  pell: example('Pell', 'raw recruit', 'Four dice and good will: the foe to begin with, or a hostage to fortune.', {
    attributes: { strength: 2, dexterity: 2, stamina: 2, wits: 2 },
    abilities: { brawl: 1, weaponry: 1, dodge: 1 },
    weapons: [{ name: 'spear', categories: ['melee', 'thrown'], damage: plus(2) }],
  }),
  cass: example(
    'Mother Cass',
    'warden priest',
    'A ward for others and a staff for the rest: hard to kill, slow to hurt.',
    {
      attributes: { strength: 2, dexterity: 3, stamina: 4, wits: 4, intelligence: 3 },
      abilities: { weaponry: 2, dodge: 1, occult: 3 },
      armor: 2,
      weapons: [{ name: 'quarterstaff', categories: ['melee'], damage: plus(2) }],
      spells: [
        { name: 'Shield of Reeds', kind: 'defense', attribute: 'wits', ability: 'occult', defendsAs: 'parry' },
        { name: 'Sting', kind: 'attack', ...occult, damage: { base: 3 } },
      ],
    },
  ),
  doran: example('Doran Hale', 'duelist', 'One blade, and never where the blow falls; no armor at all.', {
    attributes: { strength: 3, dexterity: 5, stamina: 2, wits: 3 },
    abilities: { brawl: 1, weaponry: 4, athletics: 1, dodge: 3 },
    weapons: [{ name: 'duelling sword', categories: ['melee'], damage: plus(2) }],
  }),
  brun: example('Brun', 'wrestler', 'Bare hands in a crowd: seven dice to grip, five to hold out.', {
    attributes: { strength: 4, dexterity: 3, stamina: 4, wits: 2 },
    abilities: { brawl: 4, athletics: 2, dodge: 1 },
    armor: 1,
    brawlDamage: { base: 1, addStrength: true },
  }),
  tough: example('Tough', 'dockside', 'A club and a debt to pay off. Half a hero.', {
    attributes: { strength: 3, dexterity: 2, stamina: 3, wits: 2 },
    abilities: { brawl: 2, weaponry: 2, dodge: 1 },
    weapons: [{ name: 'club', categories: ['melee'], damage: plus(1) }],
  }),
  hound: example('Marsh Hound', 'beast', 'Quick, and bites what runs. Half a hero.', {
    attributes: { strength: 2, dexterity: 4, stamina: 2, wits: 3 },
    abilities: { brawl: 2, dodge: 2 },
    brawlDamage: { base: 1, addStrength: true },
  }),
  ironboar: example(
    'The Iron Boar',
    'beast of the quarry',
    'Armored like a gate and stronger than one. For three heroes.',
    {
      attributes: { strength: 7, dexterity: 3, stamina: 7, wits: 2 },
      abilities: { brawl: 4, dodge: 1 },
      armor: 3,
      brawlDamage: { base: 2, addStrength: true },
    },
  ),
};
