import { type Chance, certain, countOdds, impossible, plus, times } from '../dice/odds.ts';
import { sum } from '../dice/roll.ts';
import type { State } from '../state.ts';
import { armourDice, armourSteps, type Blow, type HarmResult, injurySteps, resultOf } from './harm.ts';

export type HarmOdds = Readonly<Partial<Record<HarmResult, Chance>>>;

const merge = (into: Partial<Record<HarmResult, Chance>>, from: HarmOdds, by: Chance): void => {
  for (const [result, chance] of Object.entries(from) as [HarmResult, Chance][])
    into[result] = plus(into[result] ?? impossible, times(chance, by));
};

/** DS-ARM-1 to DS-INJ-6. The chance of each result of so much damage. */
export const harmOdds = (state: Pick<State, 'settings' | 'effects'>, blow: Blow): HarmOdds => {
  const { settings } = state;
  const odds: Partial<Record<HarmResult, Chance>> = {};
  const dice = armourDice(blow.target) + (blow.coverDice ?? 0);
  const stopped =
    dice === 0 ? new Map([[0, certain]]) : countOdds(settings, dice, sum(armourSteps(state, blow)), 'armour');
  for (const [negated, chance] of stopped) {
    const through = blow.damage - negated;
    if (through <= 0) merge(odds, { none: certain }, chance);
    else {
      const step = sum(injurySteps(state, blow, through));
      for (const [count, each] of countOdds(settings, 1, step, 'default')) {
        const final = Math.min(through, settings.injury.cap) - count;
        merge(odds, { [resultOf(final)]: certain }, times(chance, each));
      }
    }
  }
  return odds;
};
