import type { Reader } from '../../src/rules/reader.ts';
import type { BattleView } from '../../src/rules/view.ts';
import { current, type State, stands } from './state.ts';

/** What one reader may see of a duel. */
export const view = (state: State, reader: Reader): BattleView => {
  const seen = state.fighters.filter(({ id }) => reader.sees(id));
  return {
    status: state.status,
    phase: 'Duel',
    round: state.round,
    combatants: seen.map((fighter) => ({
      id: fighter.id,
      actor: fighter.id,
      side: fighter.side,
      life: stands(fighter) ? 'up' : 'out',
      gauges: [reader.gauge(fighter.id, 'HP', fighter.hp, fighter.sheet.hp)].filter((each) => each !== undefined),
      marks: fighter.yielded ? ['yielded'] : [],
      place: undefined,
      sheet: [`skill ${fighter.sheet.skill}`],
    })),
    order: seen
      .filter(stands)
      .map(({ id }) => ({ id, note: '', state: id === current(state)?.id && reader.seesTurnOf(id) ? 'now' : 'next' })),
    board: undefined,
    timeline: undefined,
    notes: [],
    outcome: state.winner && `Victory for ${state.winner}.`,
  };
};
