import type { CarriedCombatant } from '../../src/rules/carry.ts';
import type { Sheet } from './sheet.ts';
import { find, type State } from './state.ts';

/** DU-AFTER-1. */
export const carry = (state: State, id: string, sheet: Sheet): CarriedCombatant<Sheet> | undefined => {
  const me = find(state, id);
  return me && { sheet, changes: [], dead: me.hp <= 0 };
};

/** DU-AFTER-1: there is nothing to mend. */
export const restore = (sheet: Sheet): Sheet => sheet;
