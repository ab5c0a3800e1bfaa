import { BoundedCache, internByJson, memoizeByObject } from '../../../core/memoize.ts';
import { isAlly } from '../checks.ts';
import { type LegalDefense, legalDefenses } from '../defense/plan.ts';
import { findAttackSpell, planAttack, toPendingAttack } from '../maneuvers.ts';
import {
  type AttackChances,
  attackChances,
  chanceOfAtLeast,
  clampDifficulty,
  defaultDifficulty,
  exactSuccesses,
  meanSuccesses,
  successChances,
  sumParts,
} from '../pools.ts';
import type { Settings } from '../settings.ts';
import type { Sheet } from '../sheet.ts';
import {
  type ActionSlot,
  type Combatant,
  isAble,
  losesActions,
  type Nomination,
  type PendingAttack,
  type Stance,
  type State,
} from '../state.ts';
import { soakParts } from '../wounds.ts';
import { believedAttack } from './beliefs.ts';

/** The expected effect of an attack: its worth (percent of health) and the chance to take the target down. */
export interface AttackWorth {
  readonly worth: number;
  readonly downChance: number;
  /** Health levels lost on average. */
  readonly levels: number;
}

const nothing: AttackWorth = { worth: 0, downChance: 0, levels: 0 };

/** Worth of a daze; taking the target down is worth 100. ST-DAZE-3. */
const dazeWorth = 30;

/** The numbers of an attack and of the defense against it; `ward` is the difficulty of the defense. */
interface Exchange {
  readonly attack: number;
  readonly difficulty: number;
  /** Successes of the attack. Undefined if it is not rolled yet. */
  readonly met?: number;
  readonly defense: number;
  readonly ward: number;
  readonly base: number;
  readonly netAdds: boolean;
  readonly soak: number;
}

/** Dice and difficulty (`ward`) of a defense; both 0 without a defense. */
type DefenseDice = Pick<Exchange, 'defense' | 'ward'>;
const noAnswer: DefenseDice = { defense: 0, ward: 0 };

/** Replaces equal sheets and settings by one object, so that caches work across battles. */
const internSheet = internByJson<Sheet>(300);
const internSettings = internByJson<Settings>(30);

/** Caches chances by settings and the numbers of an attack and its defense. */
const exchangeCache = memoizeByObject((_: Settings) => new BoundedCache<string, AttackChances>(4000));

const solveExchange = (
  { attack, difficulty, met, defense, ward, base, netAdds, soak }: Exchange,
  settings: Settings,
): AttackChances =>
  attackChances({
    attack: met === undefined ? successChances('trait', attack, difficulty, settings) : exactSuccesses(met),
    defense: ward === 0 ? [1] : successChances('trait', defense, ward, settings),
    base,
    netAdds,
    soakPool: soak,
    settings,
  });

/** Rates an attack against a defense; taking the target down is worth 100. */
const exchangeWorth = (target: Combatant, met: Omit<Exchange, 'soak'>, state: State): AttackWorth => {
  const { settings } = state;
  const whole = { ...met, soak: sumParts(soakParts(target, state)) };
  const { attack, difficulty, defense, ward, base, netAdds, soak } = whole;
  const known = exchangeCache(internSettings(settings));
  const key = `${attack} ${difficulty} ${met.met} ${defense} ${ward} ${base} ${netAdds} ${soak}`;
  const { levelsLost, damageRolled } = known.get(key) ?? known.put(key, solveExchange(whole, settings));
  const most = settings.healthTrack.length;
  const left = Math.max(1, most - target.lost);
  const downChance = chanceOfAtLeast(levelsLost, left);
  const levels = meanSuccesses(levelsLost.slice(0, left)) + downChance * left;
  const dazing = settings.dazeBasis === 'rolled' ? damageRolled : levelsLost;
  const dazed = Math.max(0, chanceOfAtLeast(dazing, target.sheet.attributes.stamina + 1) - downChance);
  return { worth: (levels / most) * 100 + downChance * 100 + dazed * dazeWorth, downChance, levels };
};

export type AttackChoice = Pick<Nomination, 'action' | 'weapon' | 'spell'>;

/** A defense that the target may choose, with the parameters of the order for it. */
interface AllowedDefense extends DefenseDice {
  readonly params: LegalDefense['params'];
}

/** Caches the allowed defenses by settings, sheet, and the state that changes the defenses. */
const answerCache = memoizeByObject((_: Settings) =>
  memoizeByObject((__: Sheet) => new Map<string, readonly AllowedDefense[]>()),
);

/** Every defense that the stance and the attack allow, cached unless modifiers or effects apply. */
const findAllowedDefenses = (state: State, target: Combatant, attack: PendingAttack): readonly AllowedDefense[] => {
  const { settings, effects } = state;
  const calculate = () =>
    legalDefenses(state, target, attack).map(({ plan, params }) => ({
      defense: sumParts(plan.parts),
      ward: clampDifficulty(sumParts(plan.marks), settings),
      params,
    }));
  const { stance, dazed, defensesUsed, lost, modifiers } = target;
  if (modifiers.length > 0 || attack.unseen || effects.some(({ who }) => who === target.id)) return calculate();
  const key = `${stance} ${dazed} ${defensesUsed} ${lost} ${attack.maneuver} ${attack.answerableBy}`;
  const known = answerCache(internSettings(settings))(internSheet(target.sheet));
  const found = known.get(key) ?? calculate();
  known.set(key, found);
  return found;
};

/** Dice of the allowed defense with the most successes on average. No dice if no defense is allowed. */
const bestDefenseDice = (state: State, target: Combatant, attack: PendingAttack): DefenseDice => {
  let best = { answer: noAnswer, mean: -1 };
  for (const { defense, ward } of isAble(target) ? findAllowedDefenses(state, target, attack) : []) {
    const mean = meanSuccesses(successChances('trait', defense, ward, state.settings));
    if (mean > best.mean) best = { answer: { defense, ward }, mean };
  }
  return best.answer;
};

/** Turns that an extended spell needs to reach its goal. Undefined if the spell is not extended. ST-RES-10. */
const countTurns = (me: Combatant, way: AttackChoice, perTurn: () => number): number | undefined => {
  const spell = findAttackSpell(me, way.spell);
  if (spell?.timing !== 'extended') return undefined;
  return Math.max(1, ((spell.goal ?? 1) - (me.extended?.progress ?? 0)) / Math.max(0.1, perTurn()));
};

/** Rates an attack of `me` on a target that chooses its best defense. */
const attackBy = (state: State, me: Combatant, way: AttackChoice): ((target: Combatant) => AttackWorth) => {
  const plan = planAttack(me, way, state);
  if (plan === undefined) return () => nothing;
  const { base, netAdds } = plan;
  const attack = sumParts(plan.parts);
  const difficulty = clampDifficulty(sumParts(plan.marks), state.settings);
  const turns = countTurns(me, way, () => meanSuccesses(successChances('trait', attack, difficulty, state.settings)));
  const met = { attack, difficulty, ...(turns !== undefined && { met: 1 }), base, netAdds };
  return (target) => {
    const answer = bestDefenseDice(state, target, toPendingAttack(me.id, plan, target.id));
    const result = exchangeWorth(target, { ...met, ...answer }, state);
    return turns === undefined ? result : { ...result, worth: result.worth / turns, levels: result.levels / turns };
  };
};

/** Rates attacks in a battle that is reduced to what one side knows. */
export const createAttackWorths = (state: State) => ({
  /** Every defense that the stance and the attack allow. */
  answers: (attack: PendingAttack, me: Combatant) => findAllowedDefenses(state, me, attack),
  /** Rates an attack of `me` on a target that chooses its best defense. */
  attackBy: (me: Combatant, way: AttackChoice) => attackBy(state, me, way),
  /** Rates an attack by a foe, whose sheet is guessed, on a combatant in its current stance. */
  threat: (foe: Combatant, me: Combatant): AttackWorth => {
    const { pool, base } = believedAttack(foe, state);
    const attack = toPendingAttack(foe.id, { maneuver: 'melee', base, netAdds: true, answerableBy: [] }, me.id);
    const met = { attack: pool, difficulty: defaultDifficulty, base, netAdds: true };
    return exchangeWorth(me, { ...met, ...bestDefenseDice(state, me, attack) }, state);
  },
  /** Rates an attack that is already rolled, after the given defense (default: no defense). */
  afterAnswer: ({ successes: met, netAdds, base }: PendingAttack, me: Combatant, answer: DefenseDice = noAnswer) =>
    exchangeWorth(me, { attack: 0, difficulty: 0, met, ...answer, base, netAdds }, state),
});
export type AttackWorths = ReturnType<typeof createAttackWorths>;

/** The expected effect of foes’ attacks on a combatant in the rest of the turn. */
interface Danger {
  readonly worth: number;
  /** The chance that the combatant is taken down. */
  readonly downChance: number;
}

/** Number of second attacks to expect from a foe whose stance is hidden. */
const secondAttacks = 0.5;

/** Expected attacks on a combatant by one action of a foe. A hidden action counts as `share` attacks. */
const countSlotAttacks = (slot: ActionSlot, me: Combatant, share: number): number => {
  switch (slot.status) {
    case 'empty':
      return share;
    case 'nominated':
      if (!slot.opened) return share;
      if (slot.as.class === 'plain') return 0;
      return slot.as.target === me.id ? 1 : 0;
    case 'taken':
    case 'passed':
    case 'lapsed':
    case 'lost':
      return 0;
  }
};

const countAttacks = (foe: Combatant, me: Combatant, share: number): number => {
  const { stance, actions } = foe;
  if (stance === 'defense') return 0;
  const first = countSlotAttacks(actions[0], me, share);
  if (stance === 'mixed') return first;
  return first + countSlotAttacks(actions[1], me, share) * (stance === 'offense' ? 1 : secondAttacks);
};

/** Returns a function that estimates the damage of foes to a combatant in a stance. */
export const estimateDangers = (state: State, me: Combatant, worths: AttackWorths): ((stance: Stance) => Danger) => {
  const allies = state.combatants.filter((each) => isAble(each) && isAlly(me, each)).length;
  const foes = state.combatants.flatMap((foe) => {
    const acts = isAble(foe) && !isAlly(me, foe) && !losesActions(foe, state);
    const attacks = acts ? countAttacks(foe, me, 1 / Math.max(1, allies)) : 0;
    return attacks === 0 ? [] : [{ foe, attacks }];
  });
  return (stance) => {
    const inStance = { ...me, stance };
    let worth = 0;
    let stands = 1;
    for (const { foe, attacks } of foes) {
      const expected = worths.threat(foe, inStance);
      worth += expected.worth * attacks;
      stands *= Math.max(0, 1 - expected.downChance * attacks);
    }
    return { worth, downChance: 1 - stands };
  };
};
