import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import type { Control, Press } from './reply.ts';

/** How a battle that has not begun is prepared by presses: who comes in, where they stand, and its beginning. */
export const setupDoors = ({ saved, ruleset }: OpenBattle): readonly Control[] => {
  const door = (
    label: string,
    style: 'primary' | 'secondary' | 'success',
    path: Press['path'],
    input: Press['input'] = {},
  ): Control => ({ kind: 'button', label, style, press: { path, input, battle: saved.id } });
  const places = ruleset.verbs.deploy?.role === 'gm';
  return [
    door('Join', 'primary', ['battle', 'enter'], { as: 'player' }),
    door('Bring foes', 'secondary', ['battle', 'enter'], { as: 'foes' }),
    ...(places ? [door('Place everybody', 'secondary', ['battle', 'deploy'])] : []),
    door('Begin', 'success', ['battle', 'start']),
  ];
};
