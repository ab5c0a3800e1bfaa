import type { Lesson } from '../../rules/lesson.ts';
import { presets } from './presets.ts';
import { sheetSchema } from './sheet.ts';

const cutpurse = sheetSchema.parse({
  ...{ dex: 12, per: 10, con: 12, luck: 40, im: 1, maxHp: 40, tmr: 55, attacks: 1 },
  def: { base: 8, dex: 6 },
  prot: { armor: 1 },
  weapons: [{ name: 'shortsword', use: 'melee', sc: 78, damage: '1d6+2', rank: 3 }],
});

/** A fighter and a cutpurse in a hollow. */
export const lesson: Lesson = {
  name: 'Lesson: the hollow',
  settings: { board: { width: 12, height: 8 } },
  hero: { name: 'Hedda', side: 'wardens', sheet: presets['Hedda Stane']?.sheet },
  foes: [{ name: 'Skell', side: 'hollow', sheet: cutpurse }],
  places: [
    { who: 'Hedda', field: 'position', value: 'B4' },
    { who: 'Skell', field: 'position', value: 'F4' },
  ],
  opening:
    'In Segment Rounds everybody first says what they mean to do; then initiative is rolled, and the segments run from the highest down. What was declared happens in its segment, unless somebody was quicker.',
  steps: [
    {
      verb: 'declare',
      says: 'Skell has declared that he comes and strikes. Declare an attack with the longsword: should your moment come first, it waits until he is in reach. (/odds Skell tells the chances.)',
      type: '/declare attack target:Skell weapon:longsword',
    },
    {
      verb: 'resolve',
      says: 'All have declared, initiative is rolled. Let the segments run: it stops wherever somebody must decide.',
      type: '/resolve',
    },
    {
      verb: 'declare',
      says: 'A new round. To hit, d100 must be at most your strike chance less the defense of the other; armour takes from the damage. Strike again. (To somebody farther away one gets with /declare move-attack.)',
      type: '/declare attack target:Skell weapon:longsword',
    },
    {
      verb: 'resolve',
      says: 'And let it happen. /next takes one step at a time, if you would rather look.',
      type: '/resolve',
    },
    {
      verb: 'declare',
      says: 'When it goes badly: desperate defense makes you much harder to hit, and you strike nobody.',
      type: '/declare desperate-defense',
    },
    {
      verb: 'resolve',
      says: 'Once more.',
      type: '/resolve',
    },
  ],
  closing:
    'So it goes on, round by round. Left to find out: casting, charging, /redirect when what you declared was overtaken, first aid after the battle. /battle end ends the lesson; /battle create opens a battle of your own.',
};
