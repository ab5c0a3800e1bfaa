import { type OpenBattle, toVersionToken } from '../../battle/saved/store.ts';
import {
  expectedActionsForViewer,
  expectedFoeActions,
  isFoe,
  suggestionForGm,
} from '../../battle/views/expected-actions.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';
import { selectTargets } from '../input/target-selector.ts';
import type { Control, PrivateViewKind } from './reply.ts';

/** The combatants or seats that a selection names, of those the GM runs. Refuses `bad-selection` and `no-foes`. */
export const selectFoes = (battle: OpenBattle, text: string): Result<readonly string[], Refusal> => {
  const ids = selectTargets(battle, text);
  if (!ids.ok) return ids;
  const roster = battle.game.roster();
  const actors = ids.value.map((id) => roster.find((each) => each.id === id)?.actor ?? id);
  const own = [...new Set(actors)].filter((actor) => isFoe(battle, actor));
  return own.length === 0 ? refuse('no-foes', { text }) : ok(own);
};

/** What those of the GM's who are awaited would do by themselves, each in a line. */
export const describePlannedActions = (battle: OpenBattle, user: string): readonly Line[] =>
  expectedActionsForViewer(battle, user)
    .filter(({ actor }) => isFoe(battle, actor))
    .flatMap((due) => {
      const done = suggestionForGm(battle, due);
      return done === undefined ? [] : [line(phrase`${due.actor}: ${done.label}.`)];
    });

/** Lets all of the GM's act who may: where more than one of them is in the battle, and it is up to one. */
export const runFoesButton = (battle: OpenBattle, view?: PrivateViewKind): readonly (readonly Control[])[] => {
  const { table, id } = battle.saved;
  const open = expectedFoeActions(battle).filter(({ actor }) => table.hidden[actor] === undefined);
  if (open.length === 0 || (viewerOf(battle).gmControlled ?? []).length < 2) return [];
  return [
    [
      {
        ...{ kind: 'button', label: 'Run all your combatants', style: 'primary' },
        press: {
          ...{ path: ['gm', 'run'], input: {}, battle: id, moment: toVersionToken(battle.saved) },
          ...(view !== undefined && { view }),
        },
      },
    ],
  ];
};
