import type { Lesson } from '../../rules/content.ts';
import { sheetSchema } from './sheet.ts';

const melee = (name: string) => ({ name, hands: 1, type: 'melee' });
const ofRace = (race: string, warriors: readonly object[]) => warriors.map((each) => ({ race, ...each }));

const watch = () =>
  sheetSchema.parse({
    name: 'Greyford Watch',
    warriors: ofRace('human', [
      { name: 'Ysolde', armour: ['heavy'], shields: 1, skills: { tactics: 0 }, weapons: [melee('sword')] },
      { name: 'Odo', weapons: [{ name: 'longbow', hands: 2, type: 'ranged' }] },
    ]),
  });

const goblins = () =>
  sheetSchema.parse({
    name: 'Goblins',
    warriors: ofRace('goblin', [
      { name: 'Skit', skills: { tactics: 0 }, weapons: [melee('cudgel')] },
      { name: 'Pik', weapons: [melee('knife')] },
    ]),
  });

/** The lesson: two warriors of the watch against two goblins. */
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
      params: { warrior: 'Ysolde', to: 'E2' },
    },
    {
      verb: 'deploy',
      says: 'Odo is the archer; he is safer behind Ysolde.',
      params: { warrior: 'Odo', to: 'F1' },
    },
    {
      verb: 'activate',
      says: 'The Tactics tests at the start of a round show who begins, and may store a symbol for later. Now activate one of your warriors.',
      offered: 'warrior',
    },
    {
      verb: 'attack',
      says: 'A foe is in reach or in sight. An attack is one of the two actions of an activation. /dskull line-of-sight shows how clearly you see a foe, /odds your chances.',
      offered: 'target',
    },
    {
      verb: 'gain',
      says: 'A Movement action is one of the two actions, too. It gives movement points, 4 for a human.',
    },
    {
      verb: 'move',
      says: 'Now spend the movement points: each space costs 1, and crossing an impeding edge costs 1 more. Name the space to move to, or every space on the way. This one is the nearest to a goblin.',
      offered: 'path',
    },
    {
      verb: 'end',
      says: 'When both actions are used or nothing is left to do, end the activation. Then the other side activates one of its warriors.',
    },
  ],
  closing:
    'A battle goes on like this for six rounds. The scenario says what scores points, and /battle status shows the score. More to try: /dskull spend-symbol spends a stored symbol, /dskull special uses a special skill, /dskull interact opens a door. /battle end ends the lesson; /battle create starts a battle of your own.',
};
