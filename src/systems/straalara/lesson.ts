import type { Lesson } from '../../rules/content.ts';
import { presets } from './presets.ts';

/** The tutorial: a shield captain fights a recruit in an alley. */
export const lesson: Lesson = {
  name: 'Lesson: the alley',
  hero: { name: 'Ysolde', side: 'watch', sheet: () => presets.ysolde?.sheet },
  foes: [{ name: 'Pell', side: 'ruffians', sheet: () => presets.pell?.sheet }],
  opening:
    'Straalara is played with handfuls of d10: each that shows 6 or more is a hit, each 1 cancels a hit, and what is left are successes. Everyone says what they will do, the slowest first; then they do it, the quickest first.',
  steps: [
    {
      verb: 'initiative',
      says: 'A turn begins with initiative: your wits and dexterity and a d10. Pell has rolled already.',
    },
    {
      verb: 'declare',
      says: 'Take a stance and nominate an action. Offense gives two actions but does not let you dodge. /odds Pell shows what an attack on Pell would do.',
      params: { stance: 'offense', action: 'melee', target: 'Pell' },
    },
    {
      verb: 'defend',
      says: 'You are attacked, and choose how you answer. Parry with shield or sword, or block with your arms, which uses brawl and stops no missile; offense forbids dodging. Your successes are subtracted from the attacker’s.',
      params: { maneuver: 'parry' },
    },
    { verb: 'take', says: 'It is your turn to act: carry out what you nominated.' },
    {
      verb: 'nominate',
      says: 'Offense gives a second action: nominate it now.',
      params: { action: 'melee', target: 'Pell' },
    },
    { verb: 'take', says: 'Your second action comes up, 10 below the first. Carry it out.' },
  ],
  closing:
    'A battle goes on like this, turn by turn: initiative, stance and action, and then what was nominated. More to try: the other stances, /straalara intend to seal a plan ahead of time, /my standing-orders to answer attacks for you. /battle end ends the lesson; /battle create starts a battle of your own.',
};
