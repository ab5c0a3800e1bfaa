import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import type { Part, Roll } from './events.ts';
import type { Combatant, State } from './model.ts';
import { gmDice } from './modifiers.ts';
import { partsOf, rollPool } from './pools.ts';
import { stanceBonus } from './stance.ts';

/** ST-SOAK-2: no wound penalty. */
export const soakParts = (me: Combatant, { settings, effects }: State): Part[] =>
  partsOf(
    { says: 'stamina', n: me.sheet.attributes.stamina },
    { says: 'armor', n: me.sheet.armor },
    { says: 'stance', n: stanceBonus(me.stance, 'soak', settings) },
    { says: 'GM', n: gmDice(me, 'soak') },
    { says: 'effects', n: effectSum(effects, me.name, 'soak') },
  );

/** ST-SOAK-3: difficulty 6, 1s cancel, no botch. */
export const rollSoak = (me: Combatant, state: State, dice: Dice): Roll =>
  rollPool(
    { family: 'soak', name: 'soak', parts: soakParts(me, state), marks: [{ says: 'soak', n: 6 }] },
    state.settings,
    dice,
  );
