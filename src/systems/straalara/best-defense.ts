import { mean, strikeChances, successChances } from './chances.ts';
import { type LegalDefense, legalDefenses, netOf } from './defending.ts';
import type { Combatant, PendingAttack, State } from './model.ts';
import { clampedDifficulty, sumOf } from './pools.ts';
import { soakParts } from './soak.ts';

/** The legal defense by which the fewest levels are lost on average; nothing where none helps. */
export const bestDefense = (state: State, me: Combatant, attack: PendingAttack): LegalDefense['params'] | undefined => {
  const { settings } = state;
  const soakPool = sumOf(soakParts(me, state));
  const exactly = Array.from({ length: attack.successes + 1 }, (_, n) => (n === attack.successes ? 1 : 0));
  const expected = ({ plan }: LegalDefense): number =>
    mean(
      strikeChances({
        attack: exactly,
        defense: successChances('trait', sumOf(plan.parts), clampedDifficulty(sumOf(plan.marks), settings), settings),
        net: (a, d) => netOf(a, d, settings),
        base: attack.base,
        netAdds: attack.netAdds,
        soakPool,
        settings,
      }).lost,
    );
  const [best] = legalDefenses(state, me, attack)
    .map((defense) => ({ defense, lost: expected(defense) }))
    .toSorted((a, b) => a.lost - b.lost);
  return best?.defense.params;
};
