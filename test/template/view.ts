import type { ExpectedAction } from '../../src/rules/expected-action.ts';
import type { Reader } from '../../src/rules/reader.ts';
import type { BattleView } from '../../src/rules/view.ts';
import { current, isStanding, type State } from './state.ts';

/** The fighter that the duel waits for, with its verbs. DU-TURN-1. */
export const expectedActions = (state: State): readonly ExpectedAction[] => {
  const me = current(state);
  if (me === undefined) return [];
  return [{ actor: me.id, kind: 'turn', what: 'to strike', verbs: ['attack'], auto: undefined }];
};

/** What one viewer may see of a duel. */
export const view = ({ status, round, fighters }: State, reader: Reader): BattleView => ({
  ...{ status, phase: 'Duel', round, order: [], board: undefined, timeline: undefined, notes: [], outcome: undefined },
  combatants: fighters
    .filter(({ id }) => reader.canSee(id))
    .map((each) => ({
      ...{ id: each.id, actor: each.id, side: each.side, marks: [], place: undefined },
      life: isStanding(each) ? 'up' : 'out',
      gauges: [reader.gauge(each.id, 'HP', each.hp, each.sheet.hp)].filter((gauge) => gauge !== undefined),
      sheet: [`skill ${each.sheet.skill}`],
    })),
});
