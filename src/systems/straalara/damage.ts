import { type Dice, rollMany } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { dazes } from './daze.ts';
import type { Blow, DamageRoll } from './events.ts';
import type { Combatant, State } from './model.ts';
import { counted } from './pools.ts';
import type { DamageRecord } from './sheet.ts';
import { rollSoak } from './soak.ts';

/** ST-DMG-1, with what the GM hung on the attacker. */
export const baseDamage = (me: Combatant, { base, addStrength }: DamageRecord, { effects }: State): number =>
  Math.max(0, base + (addStrength ? me.sheet.attributes.strength : 0) + effectSum(effects, me.name, 'damage'));

/** ST-DMG-2, ST-DMG-3: dice beyond the base. */
export const extraDamage = (net: number, netAdds: boolean): number => (netAdds ? net - 1 : 0);

/** ST-DMG-4, ST-DMG-5: difficulty 6, no 1s, no botch; 0 dice are not rolled. */
const rollDamage = (base: number, extra: number, { settings }: State, dice: Dice): DamageRoll => {
  const fallen = rollMany(dice, base + extra, 10, 'damage');
  return { base, extra, dice: fallen, successes: counted('damage', fallen, 6, settings).successes };
};

/** ST-RES steps 5 to 8: damage, soak if there is any, what is lost, and whether it dazes. */
export const rollBlow = (target: Combatant, base: number, extra: number, state: State, dice: Dice): Blow => {
  const damage = rollDamage(base, extra, state, dice);
  if (damage.successes === 0) return { damage, healthLost: 0, dazes: false };
  const soak = rollSoak(target, state, dice);
  const healthLost = Math.max(0, damage.successes - soak.successes);
  return { damage, soak, healthLost, dazes: dazes(target, damage.successes, healthLost, state.settings) };
};
