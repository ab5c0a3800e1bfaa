import type { PresetEncounter } from '../../rules/content.ts';

export const encounters: readonly PresetEncounter[] = [
  {
    name: 'Toll on the old road',
    description:
      'A goblin chief takes toll where the road crosses the bog, with archers in the reeds. Goblins hold the frontline and the archers shoot from behind: reach the archers, and the fight is half won. They run when the chief falls.',
    heroes: ['Wolf', 'Mira', 'Ilse', 'Sela'].map((name) => ({ name, side: 'allies', preset: name.toLowerCase() })),
    foes: [
      { name: 'Chief', side: 'enemies', preset: 'goblin-chief' },
      ...[1, 2, 3, 4].map(() => ({ name: 'Goblin', side: 'enemies', preset: 'goblin' })),
      ...[1, 2, 3].map(() => ({ name: 'Bog Archer', side: 'enemies', preset: 'bog-archer' })),
    ],
  },
];
