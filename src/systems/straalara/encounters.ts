import type { PresetEncounter } from '../../rules/content.ts';

export const encounters: readonly PresetEncounter[] = [
  {
    name: 'The quarry gate',
    description:
      'The watch comes for Karg, and his friends are in the way. Karg is slow and seldom hits, but once is enough: keep him busy, be quick with the toughs, and let the ranger shoot.',
    heroes: [
      { name: 'Ysolde', side: 'watch', preset: 'ysolde' },
      { name: 'Tobin', side: 'watch', preset: 'tobin' },
      { name: 'Ashwen', side: 'watch', preset: 'ashwen' },
    ],
    foes: [
      { name: 'Karg', side: 'quarry', preset: 'karg' },
      { name: 'Nim', side: 'quarry', preset: 'nim' },
      { name: 'Doran', side: 'quarry', preset: 'doran' },
      { name: 'Brun', side: 'quarry', preset: 'brun' },
      { name: 'Tough', side: 'quarry', preset: 'tough' },
      { name: 'Hound', side: 'quarry', preset: 'hound' },
    ],
  },
];
