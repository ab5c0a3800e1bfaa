import { type CarriedCombatant, describeChange } from '../../rules/sheets.ts';
import type { Sheet } from './sheet.ts';
import { find, isAble, type State } from './state.ts';

/** The sheet after combat, with lost levels and broken weapons. Undefined if the combatant was removed. ST-WOUND-1. */
export const carryOverSheet = (
  state: State,
  id: string,
  { levelsLost: before = 0 }: Sheet,
): CarriedCombatant<Sheet> | undefined => {
  const me = find(state, id);
  if (me === undefined) return undefined;
  const { levelsLost: _, ...sheet } = me.sheet;
  return {
    sheet: { ...sheet, ...(me.lost > 0 && { levelsLost: me.lost }) },
    changes: [...describeChange('health levels lost', before, me.lost), ...(isAble(me) ? [] : [me.life])],
    dead: me.life === 'dead',
  };
};

/** The sheet with all health levels restored. */
export const restoreSheet = ({ levelsLost: _, ...sheet }: Sheet): Sheet => sheet;
