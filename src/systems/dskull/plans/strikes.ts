import { memoizeByObject } from '../../../core/memoize.ts';
import { gripped } from '../attack/melee.ts';
import { resultOdds } from '../attack/odds.ts';
import { aimed, attackSteps } from '../attack/steps.ts';
import type { Chance } from '../dice/chances.ts';
import { sum } from '../dice/roll.ts';
import type { Terrain } from '../engagement.ts';
import type { HarmResult } from '../harm/harm.ts';
import type { Settings } from '../settings.ts';
import type { Acting, Figure, State, Weapon } from '../state.ts';
import { advWorth, toughness } from '../traits.ts';

/** What an attack does to somebody: what that is worth, and the chance to take them out. */
export interface Strike {
  readonly worth: number;
  readonly out: number;
}

/** What a warrior is worth on the board, and each victory point beside it. */
const standing = 60;
export const pointWorth = 40;

const asNumber = ({ ways, dice }: Chance): number => Number(ways) / 6 ** dice;

/** What each result is worth against this target: actions lost, or the warrior and what the scenario gives for it. */
const worthsOf = ({ scenario, things }: State, { id, conditions }: Figure): Readonly<Record<HarmResult, number>> => {
  const bearer = things.some(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  const drops = bearer ? 2 * pointWorth : 0;
  return {
    none: 0,
    stunned: (conditions.includes('stunned') ? 0 : 20) + drops,
    wounded: (conditions.includes('wounded') ? 0 : 40) + drops,
    incapacitated: standing + pointWorth * scenario.incapacitated + drops,
    killed: standing + pointWorth * scenario.killed + drops,
  };
};

type Chances = readonly { readonly result: HarmResult; readonly chance: number }[];

/** Strikes reckoned in one battle as somebody knows it, each kind once. */
export interface Strikes {
  /** An attack from where the attacker stands in this terrain; nothing where it cannot be made. */
  readonly at: (terrain: Terrain, acting: Acting, target: Figure, weapon: Weapon) => Strike | undefined;
  /** An attack with so many steps, from wherever. */
  readonly by: (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip?: boolean) => Strike;
}

/** A worse shot than this is hardly ever worth an action, and long to reckon; a better one, or more dice, is reckoned as this. */
const hopeless = -6;
const surest = 6;
const mostDice = 8;

/** What was reckoned before under one table's settings, where no effects hang on anybody. */
const chancesBy = memoizeByObject((_: Settings) => new Map<string, Chances>());

export const strikesIn = (state: State): Strikes => {
  const { settings, effects } = state;
  const known = effects.length === 0 ? chancesBy(settings) : new Map<string, Chances>();
  /** Those are struck alike whose armour, toughness and effects are alike. */
  const chances = (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip: boolean): Chances => {
    const { type, tags } = weapon;
    const dice = Math.min(weapon.dice, mostDice);
    const hung = effects.some(({ who }) => who === target.id) ? JSON.stringify(target.id) : '';
    const key = `${dice} ${type} ${tags.join('+')} ${step} ${grip} ${advWorth(attacker, 'best')} ${target.armour} ${toughness(target, settings)} ${hung}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { results } = resultOdds(state, attacker, target, { ...weapon, dice }, step, grip);
    const found = (Object.entries(results) as [HarmResult, Chance][]).map(([result, chance]) => ({
      result,
      chance: asNumber(chance),
    }));
    known.set(key, found);
    return found;
  };
  const by: Strikes['by'] = (attacker, target, weapon, step, grip = false) => {
    if (step < hopeless) return { worth: 0, out: 0 };
    const worths = worthsOf(state, target);
    let [worth, out] = [0, 0];
    for (const { result, chance } of chances(attacker, target, weapon, Math.min(step, surest), grip)) {
      worth += chance * worths[result];
      if (result === 'incapacitated' || result === 'killed') out += chance;
    }
    return { worth, out };
  };
  return {
    by,
    at: (terrain, acting, target, weapon) => {
      const aim = aimed(terrain, acting.warrior, target, weapon);
      if (!aim.ok) return undefined;
      const { steps } = attackSteps(terrain, acting, target, aim.value);
      const grip = gripped(terrain.state.settings, acting.warrior, acting.activation, weapon);
      return by(acting.warrior, target, weapon, sum(steps), grip);
    },
  };
};
