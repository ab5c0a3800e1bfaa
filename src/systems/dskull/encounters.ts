import type { PresetEncounter } from '../../rules/content.ts';

export const encounters: readonly PresetEncounter[] = [
  {
    name: 'The broken field',
    description:
      'The watch of Greyford meets sellswords with fire pots between broken walls. Keep apart, for a fire pot strikes all around it; keep the shield before the bow, and mind the maul.',
    heroes: [{ name: 'Greyford Watch', side: 'company', preset: 'greyford-watch' }],
    foes: [{ name: 'Ember and Flask', side: 'foes', preset: 'ember-and-flask' }],
  },
];
