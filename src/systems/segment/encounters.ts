import type { PresetEncounter, PresetFighter } from '../../rules/content.ts';
import { parseSquare } from '../../rules/grid/square.ts';

const at = (value: string): NonNullable<PresetFighter['at']> => [{ field: 'position', value }];

export const encounters: readonly PresetEncounter[] = [
  {
    name: 'The hollow',
    description:
      'Raiders and their brute in a hollow with a few rocks. The raiders run at whoever shoots, the slinger pelts whoever casts, and Grummoth takes his time: someone must stand in his way or take him down early.',
    heroes: [
      { name: 'Hedda', side: 'wardens', preset: 'Hedda Stane', at: at('D4') },
      { name: 'Maud', side: 'wardens', preset: 'Sister Maud', at: at('D6') },
      { name: 'Orrin', side: 'wardens', preset: 'Orrin Vale', at: at('B3') },
      { name: 'Tamsin', side: 'wardens', preset: 'Tamsin Quill', at: at('B7') },
    ],
    foes: [
      { name: 'Grummoth', side: 'hollow', preset: 'Grummoth', at: at('M5') },
      { name: 'Raider', side: 'hollow', preset: 'Hollow Raider', at: at('L3') },
      { name: 'Raider', side: 'hollow', preset: 'Hollow Raider', at: at('L7') },
      { name: 'Slinger', side: 'hollow', preset: 'Hollow Slinger', at: at('N4') },
    ],
    settings: { board: { width: 16, height: 10, blocked: ['H2', 'H3', 'H8', 'I8'].map(parseSquare) } },
  },
];
