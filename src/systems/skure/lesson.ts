import type { Lesson } from '../../rules/content.ts';
import { presets } from './presets.ts';

/** The lesson: a swordsman against a zombie at a ford. */
export const lesson: Lesson = {
  name: 'Lesson: the ford',
  settings: { 'board.width': 8, 'board.height': 8 },
  hero: { name: 'Ada', side: 'company', sheet: () => presets.swordsman?.sheet },
  foes: [{ name: 'Grim', side: 'dead', sheet: () => presets.zombie?.sheet }],
  places: [
    { who: 'Ada', field: 'position', value: 'B4' },
    { who: 'Ada', field: 'facing', value: 'E' },
    { who: 'Grim', field: 'position', value: 'E4' },
    { who: 'Grim', field: 'facing', value: 'W' },
  ],
  opening:
    'In Skure teams fight on a grid, and it matters which way you face: you attack the enemy you face, and an attack from the flank or the rear hits harder.',
  steps: [
    {
      verb: 'move',
      says: 'Ada is quicker, so it is her turn. In a turn you may move first and then act. Grim stands three squares to the east: walk up to him.',
      params: { path: '2E' },
    },
    {
      verb: 'attack',
      says: 'Grim is in front of you. One d100, your speed compared with his, and your position give one of seven stages, from a miss to a kill shot. /odds Grim shows the chances beforehand. An attack ends your turn.',
      params: { target: 'Grim' },
    },
    {
      verb: 'defend',
      says: 'Each result shows the die and everything added to it; /rule explains each. He will attack again: defend yourself this time, and you are harder to hit.',
    },
    {
      verb: 'aim',
      says: 'Instead of attacking you can aim: your next attack on that target hits more easily.',
      params: { target: 'Grim' },
    },
    { verb: 'attack', says: 'Now attack Grim with that aim.', params: { target: 'Grim' } },
  ],
  closing:
    'A battle goes on until only one side is left. More to try: /charge in a straight line, going round to the flank (a foe attacks as you pass in front of it), /skure guard for a friend, /cast. /battle end ends the lesson; /battle create starts a battle of your own.',
};
