import { phrase } from '../../core/message.ts';
import type { CarriedCombatant } from '../../rules/sheets.ts';
import { findSeat } from './checks.ts';
import type { Warband } from './sheet.ts';
import type { State } from './state.ts';

/** The killed leave the warband. All others are fresh in the next game. DS-INJ-7. */
export const carryOverSheet = (state: State, id: string, warband: Warband): CarriedCombatant<Warband> | undefined => {
  if (findSeat(state, id) === undefined) return undefined;
  const fielded = state.warriors.filter(({ owner }) => owner === id);
  // Warriors are matched by order, or by name if their number changed.
  const inOrder = fielded.length === warband.warriors.length;
  const killed = warband.warriors.filter(({ name }, at) => {
    const warrior = inOrder ? fielded[at] : fielded.find((each) => each.id === name);
    return warrior?.removed === 'killed';
  });
  const warriors = warband.warriors.filter((each) => !killed.includes(each));
  return {
    sheet: { ...warband, warriors },
    changes: killed.map(({ name }) => phrase`${name} killed`),
    dead: warriors.length === 0,
  };
};
