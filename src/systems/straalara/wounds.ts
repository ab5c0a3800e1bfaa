import { z } from 'zod';
import { count, phrase, ref, say, sentences, several, type Text, term } from '../../core/message.ts';
import { type Dice, rollMany } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import {
  createTally,
  type EventContext,
  line,
  type SumRow,
  step,
  type Tally,
  tallyAttack,
  type UnresolvedLine,
} from '../../rules/event.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import { stanceBonus } from './initiative.ts';
import { gmModifier, withoutModifiers } from './modifiers.ts';
import {
  countSuccesses,
  defaultDifficulty,
  formatSuccesses,
  healthLevelOf,
  nonZeroParts,
  type RolledPool,
  rolledPoolSchema,
  rollPool,
  rollRows,
  type SumPart,
  woundPenalty,
} from './pools.ts';
import type { Settings } from './settings.ts';
import type { DamageFormula } from './sheet.ts';
import {
  type ActionSlot,
  type Combatant,
  combatantId,
  endSlot,
  endStep,
  event,
  find,
  isAble,
  type State,
  slotNumberSchema,
  update,
} from './state.ts';
import { isNumberVisible, isSoakVisible } from './visibility.ts';

/** The parts of a soak pool, which wounds do not reduce. ST-SOAK-2, ST-RUL-42. */
export const soakParts = (me: Combatant, { settings, effects }: State): SumPart[] =>
  nonZeroParts(
    { says: 'stamina', n: me.sheet.attributes.stamina },
    { says: 'armor', n: me.sheet.armor },
    { says: 'stance', n: stanceBonus(me.stance, 'soak', settings) },
    { says: 'GM', n: gmModifier(me, 'soak', 'dice') },
    { says: 'effects', n: effectSum(effects, me.id, 'soak') },
  );

/** Rolls soak against difficulty 6, even for a helpless target. ST-SOAK-3, ST-SOAK-5, ST-RUL-43. */
const rollSoak = (me: Combatant, state: State, dice: Dice): RolledPool => {
  const marks = [{ says: 'soak', n: 6 }];
  return rollPool({ family: 'soak', name: 'soak', parts: soakParts(me, state), marks }, state.settings, dice);
};

/** The battle without the GM’s modifiers that a soak roll has used up. ST-GM-1. */
export const withoutSoakModifiers = (state: State, target: string | undefined, soak: RolledPool | undefined): State =>
  target === undefined || soak === undefined ? state : update(state, target, (me) => withoutModifiers(me, 'soak'));

/** True if the damage of one attack is more than the target’s stamina. ST-DAZE-1, ST-DAZE-2, ST-RUL-46. */
export const isDazing = (target: Combatant, rolled: number, healthLost: number, { dazeBasis }: Settings): boolean =>
  (dazeBasis === 'rolled' ? rolled : healthLost) > target.sheet.attributes.stamina;

/** A dazed combatant lost an action; the daze ends at once or with the turn. ST-DAZE-3, ST-RUL-47. */
export const stepLost = event('step-lost', {
  facts: { who: combatantId, slot: slotNumberSchema },
  apply: (state, { who, slot }) => {
    const price = state.settings.dazeLoses === 'next-action' ? { dazed: false } : { dazeEnds: true };
    const after = update(state, who, (me) => ({ ...endSlot(me, slot, 'lost'), ...price }));
    return endStep(after, who, slot);
  },
  narrate: ({ who }) =>
    line(say`${ref(who)} is dazed and loses this action.`, 'bad', [[step('ST-DAZE-3', 'the next action is lost')]]),
});

/** Damage and soak of one hit, and the health levels that the target lost. ST-DMG-7, ST-RUL-41. */
export const damageRollSchema = z.strictObject({
  roll: z.strictObject({
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

/** Dice of base damage, with strength and the attacker’s effects. ST-DMG-1, ST-RUL-40. */
export const baseDamage = (me: Combatant, { base, addStrength }: DamageFormula, { effects }: State): number =>
  Math.max(0, base + (addStrength ? me.sheet.attributes.strength : 0) + effectSum(effects, me.id, 'damage'));

/** Damage dice for each net success after the first; 0 if net successes add no damage. ST-DMG-2, ST-DMG-3. */
export const extraDamage = (net: number, netAdds: boolean): number => (netAdds ? net - 1 : 0);

/** Rolls damage against difficulty 6; 1s cancel nothing. ST-DMG-4, ST-DMG-5. */
const rollDamage = (base: number, extra: number, { settings }: State, dice: Dice): DamageRoll['roll'] => {
  const fallen = rollMany(dice, base + extra, 10, 'damage');
  const { successes } = countSuccesses('damage', fallen, defaultDifficulty, settings);
  return { base, extra, dice: fallen, successes };
};

/** Rolls damage and soak, and finds the levels lost and whether the target is dazed. ST-RES-1. */
export const rollDamageAndSoak = (
  target: Combatant,
  base: number,
  extra: number,
  state: State,
  dice: Dice,
): DamageRoll => {
  const roll = rollDamage(base, extra, state, dice);
  // ST-DMG-6, ST-SOAK-1.
  if (roll.successes === 0) return { roll, healthLost: 0, dazes: false };
  const soak = rollSoak(target, state, dice);
  // ST-SOAK-4.
  const healthLost = Math.max(0, roll.successes - soak.successes);
  return { roll, soak, healthLost, dazes: isDazing(target, roll.successes, healthLost, state.settings) };
};

/** Log rows of damage and soak, as far as the reader may see the numbers. */
export const damageRows = (
  { roll, soak, healthLost }: DamageRoll,
  who: string,
  target: string,
  reader: Reader,
): readonly SumRow<Text>[] => [
  isNumberVisible(reader, who, 'pools')
    ? [
        step('ST-DMG-2', phrase`damage ${roll.base}`),
        ...(roll.extra > 0 ? [step('ST-DMG-2', phrase`+${roll.extra} net`)] : []),
        step('ST-DMG-5', phrase`d10 ${roll.dice.join(' ') || term('none')} against 6`),
        step('ST-DMG-5', say`= ${formatSuccesses(roll.successes)}`),
      ]
    : [step('ST-DMG-5', say`damage: ${formatSuccesses(roll.successes)}`)],
  ...(soak && isSoakVisible(reader, target)
    ? [
        ...rollRows(term('soak'), 'ST-SOAK-3', soak, true),
        [step('ST-SOAK-4', say`${roll.successes} − ${soak.successes} = ${count(healthLost, 'level')} lost`)],
      ]
    : []),
];

/** Statistics of an attack, without damage taken, which the `damaged` event counts later. */
export const attackTallies = (
  who: string,
  target: string,
  hit: boolean,
  damage: DamageRoll | undefined,
): readonly Tally[] => tallyAttack(who, target, hit, damage?.healthLost ?? 0).filter(({ what }) => what !== 'taken');

/** The health bar, as far as the reader may see it. */
export const healthGauge = (me: Combatant, { settings }: State, reader: Reader): Gauge | undefined => {
  const most = settings.healthTrack.length;
  return reader.gauge(me.id, 'Health', most - me.lost, most);
};

/** Describes health for a reader: `Hurt (−1 die)`, or a word. Undefined if hidden. */
export const describeHealth = (me: Combatant, state: State, reader: Reader): Text | undefined => {
  const { settings } = state;
  if (me.life !== 'up') return term(me.life);
  if (isNumberVisible(reader, me.id, 'health')) {
    const penalty = woundPenalty(me, settings) ?? 0;
    const level = term(healthLevelOf(me, settings));
    return penalty === 0 ? level : several(penalty, say`${level} (−${penalty} die)`, say`${level} (−${penalty} dice)`);
  }
  const gauge = healthGauge(me, state, reader);
  return gauge && term(gauge.text);
};

/** Describes lost levels, or just a wound if the reader may not see the target’s health. */
export const describeLoss = (healthLost: number, target: string, reader: Reader): Text => {
  if (healthLost === 0) return term('no damage');
  return isNumberVisible(reader, target, 'health') ? say`${count(healthLost, 'level')} lost` : term('a wound');
};

const lostIfNominated = (slot: ActionSlot): ActionSlot =>
  slot.status === 'nominated' ? { status: 'lost', as: slot.as } : slot;

/** The combatant without stance, daze and unfinished actions. The caller must set `life`. ST-WOUND-5, ST-STANCE-12. */
const withoutTurn = (me: Combatant): Combatant => ({
  ...me,
  stance: 'none',
  dazed: false,
  dazeEnds: false,
  extended: undefined,
  actions: [lostIfNominated(me.actions[0]), lostIfNominated(me.actions[1])],
});

/** The battle without the unfinished steps of combatants that cannot act. ST-WOUND-5. */
export const withoutFallenSteps = (state: State): State => {
  const up = new Set(state.combatants.flatMap((each) => (isAble(each) ? [each.id] : [])));
  return state.steps.every(({ combatant, over }) => over || up.has(combatant))
    ? state
    : { ...state, steps: state.steps.filter(({ combatant, over }) => over || up.has(combatant)) };
};

/** The combatant after losing health levels. ST-WOUND-1, ST-WOUND-5, ST-WOUND-6, ST-WOUND-7, ST-RUL-45, ST-DAZE-4. */
const applyLoss = (me: Combatant, healthLost: number, dazes: boolean, settings: Settings): Combatant => {
  const most = settings.healthTrack.length;
  const lost = Math.min(most, me.lost + healthLost);
  const overflow = me.overflow + me.lost + healthLost - lost;
  const after = { ...me, lost, overflow };
  if (me.life === 'dead' || lost < most) return me.life === 'up' && dazes ? { ...after, dazed: true } : after;
  const dies = settings.death === 'overflow' && overflow >= 1 && healthLost >= 1;
  return { ...withoutTurn(after), life: dies ? 'dead' : 'incapacitated' };
};

/** The combatant after `life` becomes `up`; it acts again from the next turn on. ST-RUL-4. */
const standUp = (me: Combatant, stage: State['stage']): Combatant => ({
  ...me,
  life: 'up',
  stance: 'none',
  ...(stage === 'INITIATIVE' ? {} : { rating: undefined, score: undefined }),
});

/** The combatant after healing, which reduces overflow first and lost levels second. ST-GM-3. */
export const withHealing = (me: Combatant, levels: number, { settings, stage }: State): Combatant => {
  const overflow = Math.max(0, me.overflow - levels);
  const lost = Math.max(0, me.lost - (levels - (me.overflow - overflow)));
  const better = { ...me, overflow, lost };
  return me.life === 'incapacitated' && lost < settings.healthTrack.length ? standUp(better, stage) : better;
};

/** The combatant with the `life` that the GM set, and lost levels that fit. ST-GM-4. */
export const withLife = (me: Combatant, life: Combatant['life'], { settings, stage }: State): Combatant => {
  const most = settings.healthTrack.length;
  if (life !== 'up') return { ...withoutTurn(me), life, lost: most };
  const alive = me.lost >= most ? { ...me, lost: most - 1, overflow: 0 } : me;
  return me.life === 'up' ? alive : standUp(alive, stage);
};

/** The combatant with the `life` that fits its health levels after a correction. */
export const withLifeMatchingLevels = (me: Combatant, { settings, stage }: State): Combatant => {
  const full = me.lost >= settings.healthTrack.length;
  if (!full) return me.life === 'incapacitated' ? standUp({ ...me, overflow: 0 }, stage) : { ...me, overflow: 0 };
  if (me.life === 'dead') return me;
  return { ...withoutTurn(me), life: settings.death === 'overflow' && me.overflow >= 1 ? 'dead' : 'incapacitated' };
};

/** Names the only side whose visible combatants can act. Undefined if several sides can. ST-RUL-57. */
export const describeLastSide = ({ combatants }: State, reader: Reader): string | undefined => {
  const seen = combatants.filter((each) => reader.canSee(each.id));
  const able = new Set(seen.filter(isAble).map(({ side }) => side));
  const [side] = able;
  if (side === undefined || able.size > 1 || seen.every((each) => each.side === side)) return undefined;
  return phrase`Of those you can see, only ${side} can still act; the GM may end the combat.`;
};

/** A line in the log when only one side can act. `able`: who could act before. Empty if said before. ST-RUL-57. */
export const lastSideLines = (
  { before, after, reader }: EventContext<State>,
  able?: readonly string[],
): readonly UnresolvedLine[] => {
  const says = describeLastSide(after, reader);
  const combatants = before.combatants.map((each) =>
    able?.includes(each.id) ? { ...each, life: 'up' as const } : each,
  );
  return says === undefined || able?.length === 0 || describeLastSide({ ...before, combatants }, reader) === says
    ? []
    : [line(says, 'plain', [[step('ST-RUL-57', 'the GM decides')]])];
};

const woundRows = (
  was: Combatant,
  me: Combatant,
  healthLost: number,
  dazed: boolean,
  reader: Reader,
): readonly SumRow<Text>[] => [
  ...(isNumberVisible(reader, me.id, 'health')
    ? [
        [
          step('ST-WOUND-1', say`${was.lost} + ${healthLost} = ${count(was.lost + healthLost, 'level')} lost`),
          ...(me.overflow > was.overflow ? [step('ST-WOUND-6', phrase`${me.overflow} past the last level`)] : []),
        ],
      ]
    : []),
  ...(dazed && isSoakVisible(reader, me.id)
    ? [[step('ST-DAZE-1', phrase`damage above stamina ${me.sheet.attributes.stamina}: dazed`)]]
    : []),
];

/** A combatant lost health levels or was dazed. ST-WOUND-1. */
export const damaged = event('damaged', {
  facts: {
    target: combatantId,
    damage: z.int().min(0),
    dazed: z.boolean(),
    cause: z.enum(['attack', 'action', 'end', 'botch', 'gm']),
    /** Combatants that could act before simultaneous wounds. Empty until the last of these wounds. ST-SIM-4. */
    able: z.array(combatantId).optional(),
  },
  apply: (state, { target, damage, dazed }) =>
    withoutFallenSteps(update(state, target, (me) => applyLoss(me, damage, dazed, state.settings))),
  narrate: ({ target, damage, cause, able }, moment) => {
    const { before, after, reader } = moment;
    const [was, me] = [find(before, target), find(after, target)];
    if (was === undefined || me === undefined || !reader.canSee(target)) return [];
    const health = describeHealth(me, after, reader);
    const state =
      me.life !== was.life
        ? say`${ref(target)} is ${term(me.life)}.`
        : health === undefined
          ? say`${ref(target)} is hurt.`
          : say`${ref(target)} is now ${health}.`;
    const dazed = me.dazed && !was.dazed;
    const ruling = cause === 'gm' && say`The GM ruled so.`;
    const text = sentences(state, dazed && say`${ref(target)} is dazed.`, ruling);
    return [line(text, 'bad', woundRows(was, me, damage, dazed, reader)), ...lastSideLines(moment, able)];
  },
  tallies: ({ target, damage }, before, after) => {
    const stood = (state: State): boolean => find(state, target)?.life === 'up';
    const felled = stood(before) && !stood(after) ? [createTally(target, 'felled')] : [];
    return [...tallyAttack(undefined, target, undefined, damage), ...felled];
  },
});

export const healed = event('healed', {
  facts: { who: combatantId, levels: z.int().min(1) },
  apply: (state, { who, levels }) => update(state, who, (me) => withHealing(me, levels, state)),
  narrate: ({ who }, { after, reader }) => {
    const me = find(after, who);
    const health = me && describeHealth(me, after, reader);
    return line(health === undefined ? say`${ref(who)} is healed.` : say`${ref(who)} is healed: ${health}.`, 'good');
  },
  tallies: ({ who, levels }) => [createTally(who, 'healed', levels)],
});
