import { type OpenBattle, toVersionToken } from '../../battle/saved/store.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import type { Control, ControlAction } from './reply.ts';

/** Before the first round, where all are placed one after the other: the button by which the GM places those who still wait. */
export const placementButton = (battle: OpenBattle): readonly Control[] => {
  const { saved, ruleset, game } = battle;
  const verb = ruleset.isPlacedAfterStart ? 'deploy' : 'deploy-rest';
  const path = ruleset.isPlacedAfterStart ? ['battle', verb] : [ruleset.id, verb];
  const isPlacing =
    game.view(viewerOf(battle)).round === 0 && game.expectedActions().some(({ kind }) => kind === 'placement');
  return ruleset.verbs[verb] === undefined || !isPlacing
    ? []
    : [
        {
          kind: 'button',
          label: 'Place everyone',
          style: 'secondary',
          press: { path, input: {}, battle: saved.id, moment: toVersionToken(saved) },
        },
      ];
};

/** How a battle that has not begun is prepared by presses: who comes in, where they stand, and its beginning. */
export const setupButtons = ({ saved, ruleset }: OpenBattle): readonly Control[] => {
  const door = (
    label: string,
    style: 'primary' | 'secondary' | 'success',
    path: ControlAction['path'],
    input: ControlAction['input'] = {},
  ): Control => ({ kind: 'button', label, style, press: { path, input, battle: saved.id } });
  const places = ruleset.verbs.deploy?.role === 'gm' && !ruleset.isPlacedAfterStart;
  return [
    door('Join', 'primary', ['battle', 'enter'], { as: 'player' }),
    door('Add foes', 'secondary', ['battle', 'enter'], { as: 'foes' }),
    ...(places ? [door('Place everyone', 'secondary', ['battle', 'deploy'])] : []),
    door('Start', 'success', ['battle', 'start']),
  ];
};
