import type { Lesson } from '../../rules/content.ts';
import { presets } from './presets.ts';
import { sheetSchema } from './sheet.ts';

const cutpurse = () =>
  sheetSchema.parse({
    ...{ dex: 12, per: 10, con: 12, luck: 40, im: 1, maxHp: 40, tmr: 55, attacks: 1 },
    def: { base: 8, dex: 6 },
    prot: { armor: 1 },
    weapons: [{ name: 'shortsword', use: 'melee', sc: 78, damage: '1d6+2', rank: 3 }],
  });

export const lesson: Lesson = {
  name: 'Lesson: the hollow',
  settings: { board: { width: 12, height: 8 } },
  hero: { name: 'Hedda', side: 'wardens', sheet: () => presets['Hedda Stane']?.sheet },
  foes: [{ name: 'Skell', side: 'hollow', sheet: cutpurse }],
  places: [
    { who: 'Hedda', field: 'position', value: 'B4' },
    { who: 'Skell', field: 'position', value: 'F4' },
  ],
  opening:
    'In Segment Rounds everyone first declares what they will do. Then initiative is rolled, and the segments run from the highest down. What you declared happens in its segment, unless someone quicker stops you.',
  steps: [
    {
      verb: 'declare',
      says: 'Skell has declared already; the roster says what. Declare an attack with your longsword: if your segment comes before he is in reach, your attack waits for him. (/odds Skell shows your chances.)',
      params: { action: 'attack', target: 'Skell', weapon: 'longsword' },
    },
    {
      verb: 'resolve',
      says: 'Everyone has declared and initiative is rolled. Let the segments run; they stop when someone must decide something.',
    },
    {
      verb: 'declare',
      says: 'A new round. To hit, you must roll your strike chance minus the target’s defense, or lower, on d100; armour reduces the damage. Attack again. (To reach someone farther away, use /declare move-attack.)',
      params: { action: 'attack', target: 'Skell', weapon: 'longsword' },
    },
    {
      verb: 'resolve',
      says: 'Let the segments run again. /segment next goes one step at a time, if you would rather watch.',
    },
    {
      verb: 'declare',
      says: 'If things go badly, take desperate defense: you are much harder to hit, but do nothing else.',
      params: { action: 'desperate-defense' },
    },
    { verb: 'resolve', says: 'Let the segments run once more.' },
  ],
  closing:
    'A battle goes on like this, round by round. More to try: casting a spell, run and attack, /segment redirect when your target is gone, first aid for stuck missiles. /battle end ends the lesson; /battle create opens a battle of your own.',
};
