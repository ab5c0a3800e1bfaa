import { lazyPreset } from '../../rules/content.ts';
import type { Preset } from '../../rules/definition.ts';
import { sheetSchema, type Warband } from './sheet.ts';

export const melee = (name: string, hands: 1 | 2, more: object = {}) => ({ name, hands, type: 'melee', ...more });

export const ranged = (name: string, hands: 1 | 2, more: object = {}) => ({ name, hands, type: 'ranged', ...more });

const warband = (
  title: string,
  description: string,
  written: { readonly name: string; readonly [field: string]: unknown },
): Preset<Warband> => lazyPreset({ title, name: written.name, description }, () => sheetSchema.parse(written));

export const ofRace = (race: string, warriors: readonly object[]) => warriors.map((each) => ({ race, ...each }));

/** Example warbands of 40 points, each with a leader trained in Tactics. Section 21; RULING-13. */
export const presets = {
  'greyford-watch': warband(
    'Greyford Watch: humans with sword, spear and bow',
    'A shield in front, a long spear behind it, a bow behind both: good at everything.',
    {
      name: 'Greyford Watch',
      warriors: ofRace('human', [
        {
          name: 'Ysolde',
          armour: ['heavy'],
          shields: 1,
          weapons: [melee('sword', 1)],
          traits: ['brave'],
          skills: { tactics: 0 },
        },
        { name: 'Tam', weapons: [melee('long spear', 2, { reach: true })] },
        { name: 'Odo', weapons: [ranged('longbow', 2)] },
        { name: 'Wren', weapons: [melee('cudgel', 1)] },
      ]),
    },
  ),
  'cinderhold-oath': warband(
    'Cinderhold Oath: slow, tough dwarves',
    'Comes slowly, does not fall, and one axe ends most arguments.',
    {
      name: 'Cinderhold Oath',
      warriors: ofRace('dwarf', [
        { name: 'Barik', armour: ['heavy'], weapons: [melee('great axe', 2)], traits: ['strong'] },
        { name: 'Hild', armour: ['light'], shields: 1, weapons: [melee('hammer', 1)], skills: { tactics: 0 } },
        { name: 'Odrun', weapons: [ranged('crossbow', 2)] },
        { name: 'Kettil', weapons: [melee('pick', 1)] },
      ]),
    },
  ),
  'thornwake-raiders': warband(
    'Thornwake Raiders: orcs and their goblins',
    'Two who break the line and three who pelt it: many, and gone soon.',
    {
      name: 'Thornwake Raiders',
      primaryRace: 'orc',
      warriors: [
        ...ofRace('orc', [
          {
            name: 'Ghazra',
            armour: ['light'],
            weapons: [melee('cleaver', 2)],
            traits: ['intimidating'],
            skills: { tactics: 0 },
          },
          { name: 'Mug', weapons: [melee('axe', 1), melee('axe', 1)] },
        ]),
        ...ofRace('goblin', [
          { name: 'Skit', weapons: [ranged('sling', 1)] },
          { name: 'Nib', weapons: [ranged('short bow', 1)] },
          { name: 'Pik', weapons: [melee('knife', 1)] },
        ]),
      ],
    },
  ),
  'silverbough-wardens': warband(
    'Silverbough Wardens: elven archers and blades',
    'Two war bows that must be reached first; fine blades for those who do.',
    {
      name: 'Silverbough Wardens',
      warriors: ofRace('elf', [
        { name: 'Aelis', weapons: [ranged('war bow', 2)], skills: { tactics: 0 } },
        { name: 'Corin', weapons: [ranged('war bow', 2)] },
        { name: 'Thessaly', weapons: [melee('glaive', 2)] },
        { name: 'Ivor', weapons: [melee('blade', 1)] },
      ]),
    },
  ),
  'ember-and-flask': warband(
    'Ember and Flask: fire pots and a maul',
    'Fire on a whole space, three times; a maul for what walks out of it.',
    {
      name: 'Ember and Flask',
      warriors: ofRace('human', [
        {
          name: 'Pyra',
          armour: ['light'],
          weapons: [melee('short sword', 1), ranged('fire pots', 1, { aoe: 1, charges: 3 })],
        },
        { name: 'Dov', armour: ['light'], weapons: [melee('maul', 2)], skills: { tactics: 0 } },
        { name: 'Marn', weapons: [ranged('arbalest', 2)] },
        { name: 'Sel', shields: 1, weapons: [melee('mace', 1)] },
      ]),
    },
  ),
};
