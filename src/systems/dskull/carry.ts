import { phrase } from '../../core/message.ts';
import type { CarriedCombatant } from '../../rules/sheets.ts';
import type { Warband } from './sheet.ts';
import { findSeat, type State } from './state.ts';

/** The warband after a game, without killed warriors. Undefined if the player was not in the game. DS-INJ-7. */
export const carryOverSheet = (state: State, id: string, warband: Warband): CarriedCombatant<Warband> | undefined => {
  if (findSeat(state, id) === undefined) return undefined;
  const fielded = state.warriors.filter(({ owner }) => owner === id);
  // Names in battle may differ, like `Grub (Ada)`: match by position unless the number of warriors changed.
  const inOrder = fielded.length === warband.warriors.length;
  const killed = warband.warriors.filter(({ name }, at) => {
    const warrior = inOrder ? fielded[at] : fielded.find((each) => each.id === name);
    return warrior?.removed === 'killed';
  });
  const warriors = warband.warriors.filter((each) => !killed.includes(each));
  return {
    sheet: { ...warband, warriors },
    changes: [
      ...killed.map(({ name }) => phrase`${name} killed`),
      ...fielded.flatMap(({ id: name, removed }) => {
        if (removed === 'fled') return phrase`${name} fled`;
        return removed === 'captured' ? phrase`${name} captured` : [];
      }),
    ],
    dead: warriors.length === 0,
    isFinal: killed.length > 0,
  };
};
