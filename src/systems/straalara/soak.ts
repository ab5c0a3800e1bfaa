import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { gmDiceModifier, withoutModifiers } from './modifiers.ts';
import { nonZeroParts, type RolledPool, rollPool, type SumPart } from './pools.ts';
import { stanceBonus } from './stance.ts';
import { type Combatant, type State, update } from './state.ts';

/** ST-SOAK-2, ST-RUL-42: no wound penalty. */
export const soakParts = (me: Combatant, { settings, effects }: State): SumPart[] =>
  nonZeroParts(
    { says: 'stamina', n: me.sheet.attributes.stamina },
    { says: 'armor', n: me.sheet.armor },
    { says: 'stance', n: stanceBonus(me.stance, 'soak', settings) },
    { says: 'GM', n: gmDiceModifier(me, 'soak') },
    { says: 'effects', n: effectSum(effects, me.name, 'soak') },
  );

/** ST-SOAK-3: difficulty 6, 1s cancel, no botch. ST-SOAK-5, ST-RUL-43: everyone rolls it, the helpless too. */
export const rollSoak = (me: Combatant, state: State, dice: Dice): RolledPool =>
  rollPool(
    { family: 'soak', name: 'soak', parts: soakParts(me, state), marks: [{ says: 'soak', n: 6 }] },
    state.settings,
    dice,
  );

/** A soak roll uses up what waited for it (ST-GM-1). */
export const withoutSoakModifiers = (state: State, target: string | undefined, soak: RolledPool | undefined): State =>
  target === undefined || soak === undefined ? state : update(state, target, (me) => withoutModifiers(me, 'soak'));
