import { phrase, present, term, worded } from '../../core/message.ts';
import { type CarriedCombatant, describeChange } from '../../rules/sheets.ts';
import type { Sheet } from './sheet.ts';
import { find, type State } from './state.ts';

/** Minimum HP of a sheet. */
const lowest = -100;

/** The sheet after a battle: HP, essence, lasting conditions. Undefined for unknown ids. SK-COND-3, SK-GEN-4. */
export const carryOverSheet = (
  state: State,
  id: string,
  { hp, essence, class: was }: Sheet,
): CarriedCombatant<Sheet> | undefined => {
  const me = find(state, id);
  if (me === undefined) return undefined;
  const { life, deathCause, remains } = me;
  const dead = life === 'dead' || life === 'destroyed';
  const lasting = me.conditions.filter(({ turns }) => turns === undefined);
  const { conditions: _, ...sheet } = me.sheet;
  return {
    sheet: {
      ...sheet,
      hp: Math.max(lowest, Math.min(me.hp, sheet.maxHp)),
      essence: Math.min(me.essence, sheet.maxEssence),
      ...(lasting.length > 0 && { conditions: lasting.map(({ name, disrupts }) => ({ name, disrupts })) }),
      ...(dead && { death: { life, deathCause, remains } }),
    },
    changes: present([
      ...describeChange('HP', hp ?? sheet.maxHp, me.hp),
      ...describeChange('essence', essence ?? sheet.maxEssence, me.essence),
      sheet.class !== was && phrase`promoted to ${sheet.class}`,
      ...lasting.map(({ name }) => worded(name)),
      dead && (remains === undefined || remains === 'body' ? worded(life) : phrase`${term(life)} (${term(remains)})`),
    ]),
    dead,
  };
};

/** The sheet with full HP and essence, alive and without conditions. */
export const restoreSheet = ({ hp: _, essence: _essence, conditions: _all, death: _death, ...sheet }: Sheet): Sheet =>
  sheet;
