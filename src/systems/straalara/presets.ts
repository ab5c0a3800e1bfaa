import type { z } from 'zod';
import type { Preset } from '../../rules/definition.ts';
import { type Sheet, sheetSchema } from './sheet.ts';

const example = (name: string, says: string, sheet: z.input<typeof sheetSchema>): Preset<Sheet> => ({
  title: `${name}, ${says}`,
  name,
  sheet: sheetSchema.parse(sheet),
});

const plus = (base: number) => ({ base, addStrength: true });

/** Section 9. */
export const presets: Readonly<Record<string, Preset<Sheet>>> = {
  ysolde: example('Ysolde Marr', 'shield captain', {
    attributes: { strength: 3, dexterity: 4, stamina: 3, wits: 3 },
    abilities: { brawl: 2, weaponry: 4, athletics: 2, dodge: 2 },
    armor: 2,
    weapons: [
      { name: 'longsword', categories: ['melee'], damage: plus(3) },
      { name: 'round shield', categories: ['shield'] },
    ],
  }),
  tobin: example('Tobin Reed', 'ranger', {
    attributes: { strength: 2, dexterity: 4, stamina: 2, wits: 4 },
    abilities: { brawl: 1, weaponry: 1, archery: 4, athletics: 3, dodge: 3 },
    armor: 1,
    weapons: [
      { name: 'longbow', categories: ['bow'], damage: { base: 5 } },
      { name: 'hunting knife', categories: ['melee', 'thrown'], damage: plus(1) },
    ],
  }),
  karg: example('Karg', 'quarry troll', {
    attributes: { strength: 5, dexterity: 2, stamina: 5, wits: 2 },
    abilities: { brawl: 3, weaponry: 2 },
    weapons: [{ name: 'maul', categories: ['melee'], damage: plus(4), difficultyMod: 1 }],
  }),
  nim: example('Nim Vess', 'knife juggler', {
    attributes: { strength: 2, dexterity: 5, stamina: 2, wits: 4 },
    abilities: { brawl: 1, weaponry: 2, athletics: 4, dodge: 4 },
    weapons: [{ name: 'throwing knives', categories: ['melee', 'thrown'], damage: plus(1) }],
  }),
  ashwen: example('Ashwen', 'hedge witch', {
    attributes: { strength: 2, dexterity: 3, stamina: 2, wits: 4, intelligence: 4 },
    abilities: { weaponry: 1, dodge: 2, occult: 4 },
    weapons: [{ name: 'staff', categories: ['melee'], damage: plus(1) }],
    spells: [
      { name: 'Ember Lance', kind: 'attack', attribute: 'intelligence', ability: 'occult', damage: { base: 5 } },
      {
        name: 'Slow Frost',
        kind: 'attack',
        attribute: 'intelligence',
        ability: 'occult',
        damage: { base: 4 },
        netAddsDamage: false,
        timing: 'endOfTurn',
      },
      { name: 'Glass Ward', kind: 'defense', attribute: 'wits', ability: 'occult', defendsAs: 'parry' },
      {
        name: 'Binding Mist',
        kind: 'effect',
        attribute: 'intelligence',
        ability: 'occult',
        opposed: { attribute: 'strength', ability: 'athletics' },
      },
      {
        name: 'Great Sigil',
        kind: 'effect',
        attribute: 'intelligence',
        ability: 'occult',
        timing: 'extended',
        goal: 6,
      },
    ],
  }),
  pell: example('Pell', 'raw recruit', {
    attributes: { strength: 2, dexterity: 2, stamina: 2, wits: 2 },
    abilities: { brawl: 1, weaponry: 1, dodge: 1 },
    weapons: [{ name: 'spear', categories: ['melee', 'thrown'], damage: plus(2) }],
  }),
};
