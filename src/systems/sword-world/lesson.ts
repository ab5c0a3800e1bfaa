import type { Lesson } from '../../rules/content.ts';
import { presets } from './presets.ts';

/** The lesson: a fighter against two goblins on a road. */
export const lesson: Lesson = {
  name: 'Lesson: the old road',
  hero: { name: 'Wolf', side: 'allies', sheet: () => presets.wolf?.sheet },
  foes: ['Snag', 'Rikk'].map((name) => ({ name, side: 'enemies', sheet: () => presets.goblin?.sheet })),
  opening:
    'In Sword World you roll 2d6 to see whether you hit, and read the damage from the power table. First everyone on one side acts, then everyone on the other. Simplified combat has three areas: a Rearguard for each side and the Frontline between them.',
  steps: [
    {
      verb: 'initiative',
      says: 'Before the first round, roll for which side acts first: 2d6 plus your initiative value against the foes’ initiative. (With /sword-world knowledge you can learn about the foes.)',
    },
    {
      verb: 'place',
      says: 'Now everyone is placed in an area. Wolf fights with a sword and belongs in the Frontline.',
      params: { placement: 'Wolf: front' },
    },
    {
      verb: 'attack',
      says: 'A turn is a move, Minor Actions and one Major Action. Attacking is a Major Action: Accuracy against Evasion, then damage from the power table. /odds Snag shows your chances.',
      params: { target: 'Snag' },
    },
    {
      verb: 'end',
      says: 'Wolf has used the Major Action. End the turn; when everyone on a side has done so, the other side acts.',
    },
    {
      verb: 'minor',
      says: 'Feats are Minor Actions that you take before the attack. With Power Attack, Wolf deals 4 more damage and has −2 Evasion.',
      params: { kind: 'feat', item: 'Power Attack' },
    },
    {
      verb: 'attack',
      says: 'Now attack with this feat active.',
      params: { target: 'Snag' },
    },
  ],
  closing:
    'A battle goes on like this until one side is down or gives up; then the winners search the defeated with /sword-world loot. More to try: /cast, /move between the areas, potions, and Standard combat, which measures metres (mode:standard). /battle end ends the lesson; /battle create starts a battle of your own.',
};
