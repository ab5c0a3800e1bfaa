import { type CarriedCombatant, describeChange } from '../../rules/sheets.ts';
import type { Sheet } from './sheet.ts';
import { find, isAble, type State } from './state.ts';

/** ST-WOUND-1: health levels stay lost; weapons stay broken. Daze, stance and what was begun end with the combat. */
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

/** Every health level. */
export const restoreSheet = ({ levelsLost: _, ...sheet }: Sheet): Sheet => sheet;
