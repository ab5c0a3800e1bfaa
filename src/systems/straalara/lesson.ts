import type { Lesson } from '../../rules/content.ts';
import { presets } from './presets.ts';

/** The tutorial: a shield captain fights a recruit in an alley. */
export const lesson: Lesson = {
  name: 'Lesson: the alley',
  hero: { name: 'Ysolde', side: 'watch', sheet: () => presets.ysolde?.sheet },
  foes: [{ name: 'Pell', side: 'ruffians', sheet: () => presets.pell?.sheet }],
  opening:
    'Straalara is played with handfuls of d10: each that shows six or more is a success. Everyone says what they will do, the slowest first; then they do it, the quickest first.',
  steps: [
    {
      verb: 'initiative',
      says: 'A turn begins with initiative: your wits and dexterity and a d10. Pell has rolled already.',
      type: '/straalara initiative',
    },
    {
      verb: 'declare',
      says: 'Take a stance and nominate an action. Offense gives two actions but does not let you dodge. /odds Pell shows what an attack on Pell would do.',
      type: '/declare offense action:melee target:Pell',
    },
    {
      verb: 'defend',
      says: 'You are attacked, and choose how you answer: block with the shield, parry with the sword, dodge, or none. Your successes are subtracted from the attacker’s.',
      type: '/defend {maneuver}',
    },
    { verb: 'take', says: 'It is your turn to act: carry out what you nominated.', type: '/take' },
    {
      verb: 'nominate',
      says: 'Offense gives a second action: nominate it now.',
      type: '/nominate melee target:Pell',
    },
  ],
  closing:
    'The battle goes on like this, turn by turn: initiative, stance and action, and then what was nominated. More to try: the other stances, /straalara intend to seal a plan ahead of time, /my standing-orders to answer attacks for you. /battle end ends the lesson; /battle create starts a battle of your own.',
};
