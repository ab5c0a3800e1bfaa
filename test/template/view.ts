import type { Reader } from '../../src/rules/reader.ts';
import type { BattleView } from '../../src/rules/view.ts';
import { current, isStanding, type State } from './state.ts';

/** What one reader may see of a duel. */
export const view = (state: State, reader: Reader): BattleView => {
  const seen = state.fighters.filter(({ id }) => reader.canSee(id));
  return {
    status: state.status,
    phase: 'Duel',
    round: state.round,
    combatants: seen.map((fighter) => ({
      id: fighter.id,
      actor: fighter.id,
      side: fighter.side,
      life: isStanding(fighter) ? 'up' : 'out',
      gauges: [reader.gauge(fighter.id, 'HP', fighter.hp, fighter.sheet.hp)].filter((each) => each !== undefined),
      marks: fighter.yielded ? ['yielded'] : [],
      place: undefined,
      sheet: [`skill ${fighter.sheet.skill}`],
    })),
    order: seen.filter(isStanding).map(({ id }) => ({
      id,
      note: '',
      state: id === current(state)?.id && reader.canSeeTurnOf(id) ? 'now' : 'next',
    })),
    board: undefined,
    timeline: undefined,
    notes: [],
    outcome: state.winner && `Victory for ${state.winner}.`,
  };
};
