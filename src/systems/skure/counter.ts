import { z } from 'zod';
import type { Attack } from './attack/attack-kinds.ts';
import { requiredMeleeReach } from './board.ts';
import { takeStance } from './defending-self.ts';
import type { FacingZone } from './positioning.ts';
import { isAbleToAct, order, type PlacedCombatant, type State } from './state.ts';

/** SK-CTR-1. */
export const counter = order({
  summary: 'Take a counter position: attack back when a melee attack you see misses; ends the turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => takeStance(draft, call, 'counter'),
});

/** SK-CTR-2, SK-RUL-65: melee that it can see, from front or flank. The damage is not cut (SK-CTR-3). */
export const canBeCountered = ({ how, target, shield }: Attack, zone: FacingZone): boolean =>
  target.stance === 'counter' &&
  !shield &&
  (how === 'melee' || how === 'charge' || how === 'opportunity') &&
  zone !== 'rear';

/** SK-CTR-4, SK-CTR-8, SK-RUL-45: does this blow, if it missed, bring a counter-attack? */
export const isCountered = (
  state: State,
  attacker: PlacedCombatant,
  defender: PlacedCombatant,
  { roll, zone }: { readonly roll?: { readonly stage: number } | undefined; readonly zone?: FacingZone | undefined },
): boolean =>
  roll?.stage === 1 &&
  zone !== 'rear' &&
  defender.stance === 'counter' &&
  isAbleToAct(defender) &&
  requiredMeleeReach(state, attacker, defender) <= defender.sheet.meleeRange;
