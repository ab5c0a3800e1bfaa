import { type Lesson, lazyPreset, type PresetEncounter } from '../../rules/content.ts';
import type { Preset } from '../../rules/definition.ts';
import { sheetSchema, type Warband } from './sheet.ts';

const melee = (name: string, hands: 1 | 2, more: object = {}) => ({ name, hands, type: 'melee', ...more });

const ranged = (name: string, hands: 1 | 2, more: object = {}) => ({ name, hands, type: 'ranged', ...more });

const warband = (
  title: string,
  description: string,
  written: { readonly name: string; readonly [field: string]: unknown },
): Preset<Warband> => lazyPreset({ title, name: written.name, description }, () => sheetSchema.parse(written));

const of = (race: string, warriors: readonly object[]) => warriors.map((each) => ({ race, ...each }));

/** The example warbands: 40 points each, their leaders trained in Tactics. Section 21, RULING-13. */
export const presets = {
  'greyford-watch': warband(
    'Greyford Watch: humans with sword, spear and bow',
    'A shield in front, a long spear behind it, a bow behind both: good at everything.',
    {
      name: 'Greyford Watch',
      warriors: of('human', [
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
      warriors: of('dwarf', [
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
        ...of('orc', [
          {
            name: 'Ghazra',
            armour: ['light'],
            weapons: [melee('cleaver', 2)],
            traits: ['intimidating'],
            skills: { tactics: 0 },
          },
          { name: 'Mug', weapons: [melee('axe', 1), melee('axe', 1)] },
        ]),
        ...of('goblin', [
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
      warriors: of('elf', [
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
      warriors: of('human', [
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

/** Preset encounters. */
export const encounters: readonly PresetEncounter[] = [
  {
    name: 'The broken field',
    description:
      'The watch of Greyford meets sellswords with fire pots between broken walls. Keep apart, for a fire pot strikes all around it; keep the shield before the bow, and mind the maul.',
    heroes: [{ name: 'Greyford Watch', side: 'company', preset: 'greyford-watch' }],
    foes: [{ name: 'Ember and Flask', side: 'foes', preset: 'ember-and-flask' }],
  },
];

const watch = () =>
  sheetSchema.parse({
    name: 'Greyford Watch',
    warriors: of('human', [
      { name: 'Ysolde', armour: ['heavy'], shields: 1, skills: { tactics: 0 }, weapons: [melee('sword', 1)] },
      { name: 'Odo', weapons: [ranged('longbow', 2)] },
    ]),
  });

const goblins = () =>
  sheetSchema.parse({
    name: 'Goblins',
    warriors: of('goblin', [
      { name: 'Skit', skills: { tactics: 0 }, weapons: [melee('cudgel', 1)] },
      { name: 'Pik', weapons: [melee('knife', 1)] },
    ]),
  });

/** Two of the watch and two goblins in a broken field. */
export const lesson: Lesson = {
  name: 'Lesson: the broken field',
  hero: { name: 'Watch', sheet: watch },
  foes: [{ name: 'Goblins', sheet: goblins }],
  opening:
    'In dSkull Skirmish two warbands meet on a board with walls and cover. Warriors are activated in turn, each has two actions, and the dice show four faces: HIT, ADV (advantage), BLK (blank) and SKL (skull).',
  steps: [
    {
      verb: 'deploy',
      says: 'The players take turns placing a warrior in their own zone; yours is the first two rows. Ysolde wears heavy armour and belongs in front.',
      type: '/battle deploy Ysolde E2',
    },
    {
      verb: 'deploy',
      says: 'Odo is the archer; he is safer behind Ysolde.',
      type: '/battle deploy Odo F1',
    },
    {
      verb: 'activate',
      says: 'The Tactics tests at the start of a round show who begins, and may store a symbol for later. Now activate one of your warriors.',
      type: '/activate {warrior}',
    },
    {
      verb: 'attack',
      says: 'An attack is one of the two actions of an activation. /dskull line-of-sight shows how clearly you see a foe, /odds your chances.',
      type: '/attack {target}',
    },
    {
      verb: 'gain',
      says: 'A Movement action gives 4 movement points. There is no one to attack yet, so move forward.',
      type: '/dskull gain',
    },
    {
      verb: 'move',
      says: 'Now spend the movement points: each space costs 1, and crossing an impeding edge costs 1 more. Name the space to move to, or every space on the way. The goblins come from row 7.',
      type: '/move {path}',
    },
    {
      verb: 'end',
      says: 'When both actions are used or nothing is left to do, end the activation. Then the other side activates one of its warriors.',
      type: '/end',
    },
  ],
  closing:
    'The battle goes on like this for six rounds. The scenario says what scores points, and /battle status shows the score. More to try: /dskull spend-symbol spends a stored symbol, /dskull special uses a special skill, /dskull interact opens a door. /battle end ends the lesson; /battle create starts a battle of your own.',
};
