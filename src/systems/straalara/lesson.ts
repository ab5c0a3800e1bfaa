import type { Lesson } from '../../rules/lesson.ts';
import { presets } from './presets.ts';

/** A shield captain and a recruit in an alley. */
export const lesson: Lesson = {
  name: 'Lesson: the alley',
  hero: { name: 'Ysolde', side: 'watch', sheet: () => presets.ysolde?.sheet },
  foes: [{ name: 'Pell', side: 'ruffians', sheet: () => presets.pell?.sheet }],
  opening:
    'Straalara is played with handfuls of d10: each that reaches six is a success. Everybody says what they are going to do, the slowest first, and does it then, the quickest first.',
  steps: [
    {
      verb: 'initiative',
      says: 'A turn begins with initiative: your wits and dexterity and a d10. Pell has rolled already.',
      type: '/initiative',
    },
    {
      verb: 'declare',
      says: 'Take a stance and nominate an action. Offense gives two actions but does not let you dodge. /odds Pell tells you what a blow would come to.',
      type: '/declare offense action:melee target:Pell',
    },
    {
      verb: 'defend',
      says: 'You are attacked, and choose how you answer: block with the shield, parry with the sword, dodge, or none. Your successes are taken from theirs.',
      type: '/defend {maneuver}',
    },
    {
      verb: 'take',
      says: 'Your moment has come: carry out what you nominated.',
      type: '/take',
    },
    {
      verb: 'nominate',
      says: 'Offense gives a second action: nominate it now.',
      type: '/nominate melee target:Pell',
    },
  ],
  closing:
    'So it goes on, turn by turn: initiative, stance and action, and then what was nominated. Still to try are the other stances; /intend seals a plan ahead of time, /orders answers attacks for you. /battle end ends the lesson; /battle create opens a battle of your own.',
};
