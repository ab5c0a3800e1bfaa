import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { count, say, type Text } from '../../core/message.ts';
import { type Dice, rollMany } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { type SumRow, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { type Tally, tallyAttack } from '../../rules/tally.ts';
import { isDazing } from './daze.ts';
import { countSuccesses, defaultDifficulty, formatSuccesses, rolledPoolSchema, rollRows } from './pools.ts';
import type { DamageFormula } from './sheet.ts';
import { rollSoak } from './soak.ts';
import type { Combatant, State } from './state.ts';
import { isNumberVisible, isSoakVisible } from './visibility.ts';

/** Damage and soak of one source, and what they come to. One kind of damage only (ST-DMG-7, ST-RUL-41). */
export const damageRollSchema = z.strictObject({
  damage: z.strictObject({
    base: z.int(),
    extra: z.int(),
    dice: z.array(z.int().min(1).max(10)),
    successes: z.int(),
  }),
  soak: rolledPoolSchema.optional(),
  healthLost: z.int().min(0),
  dazes: z.boolean(),
});
export type DamageRoll = z.output<typeof damageRollSchema>;

/** ST-DMG-1, ST-RUL-40, with what the GM hung on the attacker. */
export const baseDamage = (me: Combatant, { base, addStrength }: DamageFormula, { effects }: State): number =>
  Math.max(0, base + (addStrength ? me.sheet.attributes.strength : 0) + effectSum(effects, me.name, 'damage'));

/** ST-DMG-2, ST-DMG-3: dice beyond the base. */
export const extraDamage = (net: number, netAdds: boolean): number => (netAdds ? net - 1 : 0);

/** ST-DMG-4, ST-DMG-5: difficulty 6, no 1s, no botch; 0 dice are not rolled. */
const rollDamage = (base: number, extra: number, { settings }: State, dice: Dice): DamageRoll['damage'] => {
  const fallen = rollMany(dice, base + extra, 10, 'damage');
  return {
    base,
    extra,
    dice: fallen,
    successes: countSuccesses('damage', fallen, defaultDifficulty, settings).successes,
  };
};

/** ST-RES-1, steps 5 to 8: damage, soak if there is any, what is lost, and whether it dazes. */
export const rollDamageAndSoak = (
  target: Combatant,
  base: number,
  extra: number,
  state: State,
  dice: Dice,
): DamageRoll => {
  const damage = rollDamage(base, extra, state, dice);
  // ST-DMG-6, ST-SOAK-1.
  if (damage.successes === 0) return { damage, healthLost: 0, dazes: false };
  const soak = rollSoak(target, state, dice);
  // ST-SOAK-4.
  const healthLost = Math.max(0, damage.successes - soak.successes);
  return { damage, soak, healthLost, dazes: isDazing(target, damage.successes, healthLost, state.settings) };
};

/** Damage, soak and what is left, each as far as the reader is told the numbers of the one who rolled. */
export const damageRows = (
  { damage, soak, healthLost }: DamageRoll,
  who: string,
  target: string,
  reader: Reader,
): readonly SumRow<Text>[] => [
  isNumberVisible(reader, who, 'pools')
    ? [
        step('ST-DMG-2', phrase`damage ${damage.base}${damage.extra > 0 ? phrase` + ${damage.extra} net` : ''}`),
        step('ST-DMG-5', phrase`d10 ${damage.dice.join(' ') || 'none'} against 6`),
        step('ST-DMG-5', say`= ${formatSuccesses(damage.successes)}`),
      ]
    : [step('ST-DMG-5', say`damage: ${formatSuccesses(damage.successes)}`)],
  ...(soak && isSoakVisible(reader, target)
    ? [
        ...rollRows('soak', 'ST-SOAK-3', soak, true),
        [step('ST-SOAK-4', say`${damage.successes} − ${soak.successes} = ${count(healthLost, 'level')} lost`)],
      ]
    : []),
];

/** Health is lost later, all wounds of one moment together: what a blow does is the striker's, what is lost the victim's. */
export const attackTallies = (
  who: string,
  target: string,
  hit: boolean,
  blow: DamageRoll | undefined,
): readonly Tally[] => tallyAttack(who, target, hit, blow?.healthLost ?? 0).filter(({ what }) => what !== 'taken');
