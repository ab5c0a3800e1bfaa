import { phrase } from '../../core/language.ts';
import type { CarriedCombatant } from '../../rules/carry.ts';
import { findSeat } from './players.ts';
import type { Warband } from './sheet.ts';
import type { State } from './state.ts';

/** DS-INJ-7: the killed leave the warband for good. All others, the incapacitated too, fight the next game as fresh as ever. */
export const carryOverSheet = (state: State, id: string, warband: Warband): CarriedCombatant<Warband> | undefined => {
  if (findSeat(state, id) === undefined) return undefined;
  const fielded = state.warriors.filter(({ owner }) => owner === id);
  // They came in by the order of the sheet; only where the GM has changed that, the name must do.
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

/** Nothing is lost but the killed, and they do not come back. */
export const restoreSheet = (warband: Warband): Warband => warband;
