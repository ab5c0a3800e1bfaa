import type { Lesson } from '../../rules/lesson.ts';
import { presets } from './presets.ts';

/** A fighter and two goblins on a road. */
export const lesson: Lesson = {
  name: 'Lesson: the old road',
  hero: { name: 'Wolf', side: 'allies', sheet: presets.wolf?.sheet },
  foes: ['Snag', 'Rikk'].map((name) => ({ name, side: 'enemies', sheet: presets.goblin?.sheet })),
  opening:
    'Sword World rolls 2d6 for whether, and the power table for how much. One side acts, all of it, then the other. In simplified combat there are three areas: the rearguard of each side, and the frontline between them.',
  steps: [
    {
      verb: 'initiative',
      says: 'Before the first round it is rolled which side acts first: 2d6 with initiative against that of the foes. (/knowledge would tell you what they are.)',
      type: '/initiative',
    },
    {
      verb: 'place',
      says: 'Everybody takes an area now. With a sword one belongs in the frontline.',
      type: '/place Wolf: front',
    },
    {
      verb: 'attack',
      says: 'A turn is a move, Minor Actions and one Major Action. Attacking is a Major Action: accuracy against evasion, then damage by the power table. /odds Snag tells the chances.',
      type: '/attack Snag',
    },
    {
      verb: 'end',
      says: 'Wolf has nothing left to do. When everybody of a side has ended the turn, the other side acts.',
      type: '/end',
    },
    {
      verb: 'minor',
      says: 'Feats are Minor Actions before the attack: with Power Attack Wolf gives up accuracy for damage.',
      type: '/minor feat item:Power Attack',
    },
    {
      verb: 'attack',
      says: 'And now the attack with it.',
      type: '/attack Snag',
    },
  ],
  closing:
    'So it goes on until one side is down or gives up; then /loot. Left to find out: /cast, /move between the areas, potions, and standard combat, which measures metres (mode:standard). /battle end ends the lesson; /battle create opens a battle of your own.',
};
