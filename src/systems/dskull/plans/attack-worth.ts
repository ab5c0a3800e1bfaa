import { BoundedCache, memoizeByContent, memoizeByKey } from '../../../core/memoize.ts';
import { effectSum } from '../../../rules/effects.ts';
import { calculateResultOdds } from '../attack/odds.ts';
import {
  attackSteps,
  bestAttackStep,
  hasTwoHandedGrip,
  meleeRefusal,
  requireShotInRange,
  summarizeShot,
} from '../attack/steps.ts';
import type { Chance } from '../dice/chances.ts';
import { sumParts } from '../dice/roll.ts';
import type { Terrain } from '../engagement.ts';
import type { HarmResult } from '../harm/harm.ts';
import { canSeeIgnoringFigures } from '../line-of-sight.ts';
import type { Settings } from '../settings.ts';
import type { ActingWarrior, Figure, State, Weapon } from '../state.ts';
import { advEffect, toughnessStep } from '../traits.ts';

/** What an attack does to somebody: what that is worth, and the chance to take them out. */
export interface AttackWorth {
  readonly worth: number;
  readonly takeOutChance: number;
}

/** What a warrior is worth on the board, and each victory point beside it. */
const standing = 60;
export const victoryPointWorth = 40;

const asNumber = ({ ways, dice }: Chance): number => Number(ways) / 6 ** dice;

type Worths = Readonly<Record<HarmResult, number>>;

/** What each result is worth against this target: actions lost, or the warrior and what the scenario gives for it. */
const worthsOf = ({ scenario, things }: State, { id, conditions }: Figure): Worths => {
  const bearer = things.some(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  const drops = bearer ? 2 * victoryPointWorth : 0;
  return {
    none: 0,
    stunned: (conditions.includes('stunned') ? 0 : 20) + drops,
    wounded: (conditions.includes('wounded') ? 0 : 40) + drops,
    incapacitated: standing + victoryPointWorth * scenario.incapacitated + drops,
    killed: standing + victoryPointWorth * scenario.killed + drops,
  };
};

type Chances = readonly { readonly result: HarmResult; readonly chance: number }[];

/** Strikes reckoned in one battle as somebody knows it, each kind once. */
export interface AttackWorthLookup {
  /** An attack from where the attacker stands in this terrain, pressed by so many; nothing where it cannot be made. */
  readonly fromPosition: (
    terrain: Terrain,
    acting: ActingWarrior,
    target: Figure,
    weapon: Weapon,
    pressed: () => number,
  ) => AttackWorth | undefined;
  /** What an attack could be worth, from wherever it is made. */
  readonly atBest: (terrain: Terrain, acting: ActingWarrior, target: Figure, weapon: Weapon) => number;
  /** An attack with so many steps, from wherever. */
  readonly withSteps: (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip?: boolean) => AttackWorth;
}

/** A worse shot than this is hardly ever worth an action, and long to reckon; a better one, or more dice, is reckoned as this. */
const hopeless = -6;
const surest = 6;
const mostDice = 8;

/** What was reckoned before under the settings of some tables, by what the effects on whoever is struck come to. */
const chancesBy = memoizeByContent(8, (_: Settings) => new BoundedCache<string, Map<number, Chances>>(16));

/** Those are struck alike whose armour and toughness are alike: a number for each kind of strike. */
const kindOf = (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip: boolean, settings: Settings) => {
  const { type, tags, dice } = weapon;
  const weak = (tags.includes('sharp') ? 2 : 0) + (tags.includes('impact') ? 1 : 0);
  const held = (Math.min(dice, mostDice) * 2 + (type === 'melee' ? 1 : 0)) * 2 + (grip ? 1 : 0);
  const armour = target.armour === 'none' ? 0 : target.armour === 'light' ? 1 : 2;
  const blow = ((held * 4 + weak) * 4 + armour) * 4 - advEffect(attacker, 'best');
  return (toughnessStep(target, settings) * (surest - hopeless + 1) + step - hopeless) * kinds + blow;
};

/** So few steps make hardly a difference: with one less an ADV may be kept that is spent on more than a HIT is worth. */
const similarSteps = 4;

/** More kinds of blows than there are. */
const kinds = 2 ** 16;

export const createAttackWorthLookup = (state: State): AttackWorthLookup => {
  const { settings, effects } = state;
  const kept = chancesBy(settings);
  const chancesOf = (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip: boolean): Chances => {
    const { results } = calculateResultOdds(
      state,
      attacker,
      target,
      { ...weapon, dice: Math.min(weapon.dice, mostDice) },
      step,
      grip,
    );
    return (Object.entries(results) as [HarmResult, Chance][]).map(([result, chance]) => ({
      result,
      chance: asNumber(chance),
    }));
  };
  /** The harm of a blow depends on two sums of the effects on whoever is struck. */
  const knownFor = memoizeByKey((id: string): Map<number, Chances> => {
    const hung = `${effectSum(effects, id, 'armour')} ${effectSum(effects, id, 'injury')}`;
    return kept.get(hung) ?? kept.put(hung, new Map());
  });
  const chances = (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip: boolean): Chances => {
    const known = knownFor(target.id);
    const kind = kindOf(attacker, target, weapon, step, grip, settings);
    const before = known.get(kind);
    if (before !== undefined) return before;
    const found = chancesOf(attacker, target, weapon, step, grip);
    known.set(kind, found);
    return found;
  };
  const worths = memoizeByKey((target: Figure) => worthsOf(state, target));
  const by: AttackWorthLookup['withSteps'] = (attacker, target, weapon, step, grip = false) => {
    if (step < hopeless) return { worth: 0, takeOutChance: 0 };
    const worth = worths(target);
    let [total, out] = [0, 0];
    for (const { result, chance } of chances(attacker, target, weapon, Math.min(step, surest), grip)) {
      total += chance * worth[result];
      if (result === 'incapacitated' || result === 'killed') out += chance;
    }
    return { worth: total, takeOutChance: out };
  };
  return {
    withSteps: by,
    atBest: (terrain, acting, target, weapon) => {
      const grip = hasTwoHandedGrip(settings, acting.warrior, acting.activation, weapon);
      const best = bestAttackStep(terrain, acting, target, weapon);
      let worth = 0;
      for (let step = best; step > best - similarSteps; step--)
        worth = Math.max(worth, by(acting.warrior, target, weapon, step, grip).worth);
      return worth;
    },
    fromPosition: (terrain, acting, target, weapon, pressed) => {
      const { warrior, activation } = acting;
      if (weapon.type === 'melee' && meleeRefusal(terrain, warrior, target, weapon) !== undefined) return undefined;
      if (weapon.type !== 'melee' && !canSeeIgnoringFigures(terrain.ground, settings.los, warrior.at, target.at))
        return undefined;
      const shot = weapon.type === 'melee' ? undefined : summarizeShot(terrain, warrior, weapon, target.at);
      if (shot !== undefined && !requireShotInRange(terrain, shot).ok) return undefined;
      const grip = hasTwoHandedGrip(settings, warrior, activation, weapon);
      const { steps } = attackSteps(terrain, acting, target, shot, pressed);
      return by(warrior, target, weapon, sumParts(steps), grip);
    },
  };
};
