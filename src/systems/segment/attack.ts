import type { Dice } from '../../dice/dice.ts';
import { rollDegree } from './attribute-checks.ts';
import { find, isRanged } from './battle.ts';
import { readRoll, thresholds } from './critical.ts';
import { damageExtras, impactOn, rollDamage, sticks } from './damage.ts';
import { defenseAgainst } from './defense.ts';
import type { Attacked, Impact, IntoMelee, Sight } from './events.ts';
import { meleeSizes, rollIntoMelee } from './into-melee.ts';
import type { Combatant, Hand, State, Weapon } from './model.ts';
import { type Blow, cannotSee, strikeChance, surpriseOf, unseenPenalty } from './to-hit.ts';
import { woundNow } from './wounds.ts';

/** Who strikes whom with what; section 6. */
export interface Strike {
  readonly who: string;
  readonly target: string;
  readonly weapon: Weapon;
  readonly hand: Hand;
  readonly segment: number;
  /** Place in the list; undefined: a free attack on a withdrawer. */
  readonly number: number | undefined;
}

type Rolled = Omit<Attacked, 'impact'> & { readonly damage: number };

const strayed = (state: State, shooter: Combatant, { weapon, target }: Strike, dice: Dice): IntoMelee | undefined => {
  const aimed = find(state, target);
  if (!isRanged(weapon) || aimed === undefined || aimed.team === shooter.team) return undefined;
  const { friends, opponents } = meleeSizes(state, shooter, aimed);
  return friends.length === 0
    ? undefined
    : rollIntoMelee(
        { rank: weapon.rank, masterBowman: shooter.sheet.masterBowman, specialization: weapon.specialization },
        friends.map(({ id }) => id),
        opponents.length,
        target,
        state.settings,
        dice,
      );
};

/** SEG-MELEE-7: the PER dice of those who do not see each other, the attacker's first. */
const looked = (state: State, attacker: Combatant, target: Combatant, dice: Dice): readonly Sight[] => {
  if (state.settings.unseenCheck === 'gm') return [];
  return [[attacker, target] as const, [target, attacker] as const].flatMap(([who, foe]) => {
    if (!cannotSee(who, foe) || who.unseen[foe.id] !== undefined) return [];
    const roll = rollDegree(state, who, 'per', dice);
    return [{ who: who.id, foe: foe.id, roll, seen: seenBy(roll.degree) }];
  });
};

/** SEG-MELEE-1: worse than 2x is a failure. */
export const seenBy = (degree: number): Sight['seen'] => (degree === 1 ? '1x' : degree === 2 ? '2x' : 'fail');

/** A combatant as it is once these have looked. */
export const withSights = (combatant: Combatant, sights: readonly Sight[]): Combatant => ({
  ...combatant,
  unseen: {
    ...combatant.unseen,
    ...Object.fromEntries(sights.filter(({ who }) => who === combatant.id).map(({ foe, seen }) => [foe, seen])),
  },
});

/** Need, SC and DEF of a blow as the battle stands; what `odds` shows and an attack rolls against. */
export const needFor = (state: State, blow: Blow) => {
  const { sc, parts: scParts } = strikeChance(state, blow, woundNow(state, blow.attacker).modifier);
  const { def, parts: defParts } = defenseAgainst(state, blow.target, {
    surprise: surpriseOf(state, blow.attacker, blow.target),
    free: blow.free,
    ranged: isRanged(blow.weapon),
    unseen: unseenPenalty(blow.target, blow.attacker)[1],
  });
  return { sc, scParts: [...scParts], def, defParts: [...defParts], need: sc - def };
};

/** Section 6, steps 2 to 6: all dice of an attack but what its damage does. Both must be in the battle. */
export const rollAttack = (state: State, strike: Strike, dice: Dice): Rolled | undefined => {
  const { who, weapon, hand, segment, number } = strike;
  const shooter = find(state, who);
  if (shooter === undefined) return undefined;
  const intoMelee = strayed(state, shooter, strike, dice);
  const struck = intoMelee?.friend ? (intoMelee.friends[(intoMelee.index ?? 1) - 1] ?? strike.target) : strike.target;
  const found = find(state, struck);
  if (found === undefined) return undefined;
  const sights = looked(state, shooter, found, dice);
  const attacker = withSights(shooter, sights);
  const target = withSights(found, sights);
  const blow = { attacker, target, weapon, hand, free: number === undefined };
  // SEG-INTOMELEE-6: no surprise bonus, whoever it is.
  const chances = needFor(intoMelee === undefined ? state : { ...state, surprises: [] }, blow);
  const roll = dice.roll(100, 'attack');
  const limits = thresholds(chances.need);
  const outcome = readRoll(roll, chances.need, limits);
  const doubles = outcome === 'critical' || outcome === 'grievous' ? state.settings.critDoubles : 'no';
  const hurt = outcome === 'miss' ? undefined : rollDamage(weapon.damage, damageExtras(state, blow), doubles, dice);
  return {
    type: 'attacked',
    who,
    ...(number !== undefined && { number }),
    target: struck,
    weapon: weapon.name,
    use: weapon.use,
    hand,
    segment,
    ...(intoMelee && { intoMelee }),
    sights: [...sights],
    ...chances,
    roll,
    ...limits,
    outcome,
    ...(hurt && { rolled: hurt.rolled }),
    damageParts: [...(hurt?.parts ?? [])],
    damage: hurt?.damage ?? 0,
  };
};

/** Section 6, steps 7 and 8: what a rolled attack does to its target as it is now. */
export const landed = (state: State, { damage, ...rolled }: Rolled, dice: Dice): Attacked => {
  const target = find(state, rolled.target);
  const weapon = find(state, rolled.who)?.sheet.weapons.find(
    ({ name, use }) => name === rolled.weapon && use === rolled.use,
  );
  if (rolled.outcome === 'miss' || target === undefined || weapon === undefined) return rolled;
  const impact: Impact = impactOn(
    state,
    target,
    {
      damage,
      protects: rolled.outcome === 'hit',
      single: true,
      grievous: rolled.outcome === 'grievous',
      stuck: sticks(weapon, rolled.outcome, state.round),
    },
    dice,
  );
  return { ...rolled, impact };
};

/** One attack from its first die to its last, SEG-HIT-4. */
export const strikeOnce = (state: State, strike: Strike, dice: Dice): Attacked | undefined => {
  const rolled = rollAttack(state, strike, dice);
  return rolled === undefined ? undefined : landed(state, rolled, dice);
};
