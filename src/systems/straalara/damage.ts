import { z } from 'zod';
import { count, phrase, ref, say, type Text } from '../../core/message.ts';
import { type Dice, rollMany } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, type SumRow, step, type Tally, tallyAttack } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { gmDiceModifier, withoutModifiers } from './modifiers.ts';
import {
  countSuccesses,
  defaultDifficulty,
  formatSuccesses,
  nonZeroParts,
  type RolledPool,
  rolledPoolSchema,
  rollPool,
  rollRows,
  type SumPart,
} from './pools.ts';
import type { Settings } from './settings.ts';
import type { DamageFormula } from './sheet.ts';
import { stanceBonus } from './stance.ts';
import { type Combatant, combatantId, endSlot, endStep, event, type State, slotNumberSchema, update } from './state.ts';
import { isNumberVisible, isSoakVisible } from './visibility.ts';

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
const rollSoak = (me: Combatant, state: State, dice: Dice): RolledPool =>
  rollPool(
    { family: 'soak', name: 'soak', parts: soakParts(me, state), marks: [{ says: 'soak', n: 6 }] },
    state.settings,
    dice,
  );

/** A soak roll uses up what waited for it (ST-GM-1). */
export const withoutSoakModifiers = (state: State, target: string | undefined, soak: RolledPool | undefined): State =>
  target === undefined || soak === undefined ? state : update(state, target, (me) => withoutModifiers(me, 'soak'));

/** ST-DAZE-1, ST-DAZE-2, ST-RUL-46: one source against stamina alone. Equal is not enough. */
export const isDazing = (target: Combatant, rolled: number, healthLost: number, { dazeBasis }: Settings): boolean =>
  (dazeBasis === 'rolled' ? rolled : healthLost) > target.sheet.attributes.stamina;

/** ST-DAZE-3, ST-RUL-47: the step is lost and, unless the whole turn is the price, the daze with it. */
const shakenOff = (me: Combatant, { dazeLoses }: Settings): Combatant =>
  dazeLoses === 'next-action' ? { ...me, dazed: false } : { ...me, dazeEnds: true };

/** ST-DAZE-3. */
export const stepLost = event(
  'step-lost',
  { who: combatantId, slot: slotNumberSchema },
  {
    apply: (state, { who, slot }) =>
      endStep(
        update(state, who, (me) => shakenOff(endSlot(me, slot, 'lost'), state.settings)),
        who,
        slot,
      ),
    narrate: ({ who }) =>
      line(say`${ref(who)} is dazed and loses this action.`, 'bad', [[step('ST-DAZE-3', 'the next action is lost')]]),
  },
);

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
