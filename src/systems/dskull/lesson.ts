import type { Lesson } from '../../rules/lesson.ts';
import { sheetSchema } from './sheet.ts';

const watch = sheetSchema.parse({
  name: 'Greyford Watch',
  warriors: [
    {
      ...{ name: 'Ysolde', race: 'human', armour: ['heavy'], shields: 1, skills: { tactics: 0 } },
      weapons: [{ name: 'sword', hands: 1, type: 'melee' }],
    },
    { name: 'Odo', race: 'human', weapons: [{ name: 'longbow', hands: 2, type: 'ranged' }] },
  ],
});

const goblins = sheetSchema.parse({
  name: 'Goblins',
  warriors: [
    { name: 'Skit', race: 'goblin', skills: { tactics: 0 }, weapons: [{ name: 'cudgel', hands: 1, type: 'melee' }] },
    { name: 'Pik', race: 'goblin', weapons: [{ name: 'knife', hands: 1, type: 'melee' }] },
  ],
});

/** Two of the watch and two goblins in a broken field. */
export const lesson: Lesson = {
  name: 'Lesson: the broken field',
  hero: { name: 'Watch', sheet: watch },
  foes: [{ name: 'Goblins', sheet: goblins }],
  opening:
    'In dSkull Skirmish two warbands meet on a board with walls and cover. Warriors are activated in turn, each has two actions, and the dice show symbols: hits, blocks, skill and advantage.',
  steps: [
    {
      verb: 'deploy',
      says: 'The warbands are placed in turn, in their zones: yours is the first two rows. Ysolde wears heavy armour and belongs in front.',
      type: '/deploy Ysolde E2',
    },
    {
      verb: 'deploy',
      says: 'Odo shoots; behind her he is safe.',
      type: '/deploy Odo F1',
    },
    {
      verb: 'activate',
      says: 'The Tactics test says who begins a round, and stores a symbol for later. It is up to you: activate one of yours.',
      type: '/activate {warrior}',
    },
    {
      verb: 'attack',
      says: 'An attack is one of the two actions of an activation. /los counts the clear lines to a foe, /odds the chances.',
      type: '/attack {target}',
    },
    {
      verb: 'gain',
      says: 'An action gives movement points: as many as the warrior is fast. Nobody to strike yet, so forward.',
      type: '/gain',
    },
    {
      verb: 'move',
      says: 'They are spent space by space, and broken ground costs more. Name the space where you want to stand, or each on the way; the goblins come from row 7.',
      type: '/move {path}',
    },
    {
      verb: 'end',
      says: 'Both actions are used, or nothing is left to do: end the activation, and the other side activates one of theirs.',
      type: '/end',
    },
  ],
  closing:
    'So it goes on for six rounds; the scenario says what gives points, and /battle status how it stands. Left to find out: /symbol spends what you stored, /special uses skills, /interact opens doors. /battle end ends the lesson; /battle create opens a battle of your own.',
};
