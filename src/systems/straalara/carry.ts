import { type Carried, changed } from '../../rules/carry.ts';
import type { State } from './model.ts';
import { combatantCalled } from './roster.ts';
import type { Sheet } from './sheet.ts';

/** ST-WOUND-1: health levels stay lost; weapons stay broken. Daze, stance and what was begun end with the combat. */
export const carry = (state: State, id: string, { levelsLost: before = 0 }: Sheet): Carried<Sheet> | undefined => {
  const me = combatantCalled(state, id);
  if (me === undefined) return undefined;
  const { levelsLost: _, ...sheet } = me.sheet;
  const dead = me.life === 'dead';
  return {
    sheet: { ...sheet, ...(me.lost > 0 && { levelsLost: me.lost }) },
    changes: [...changed('health levels lost', before, me.lost), ...(me.life === 'up' ? [] : [me.life])],
    dead,
  };
};

/** Every health level. */
export const restore = ({ levelsLost: _, ...sheet }: Sheet): Sheet => sheet;
