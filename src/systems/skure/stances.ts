import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { doneVerdict, type Verdict } from '../../rules/verb.ts';
import { type Attack, isPhysicalAttack } from './attack/attack-kinds.ts';
import { requiredMeleeReach } from './board.ts';
import { orderInTurn } from './checks.ts';
import type { FacingZone } from './positioning.ts';
import type { Settings } from './settings.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  hasTrait,
  isAbleToAct,
  type PlacedCombatant,
  type State,
  stances,
  update,
} from './state.ts';

/**
 * SK-RUL-39, SK-RUL-59: a stance replaces any other and the aim. Hits do not end it (SK-DEF-4), but disruption and a fall do
 * (SK-DEF-5), and the next turn (SK-RUL-63).
 */
export const stanceTaken = event(
  'stance-taken',
  { who: combatantId, stance: z.enum(stances), ally: combatantId.optional(), essence: z.int(), passing: z.boolean() },
  {
    apply: (state, { who, stance, ally, essence }) =>
      update(state, who, () => ({ stance, defendAlly: ally, essence, aim: undefined })),
    narrate: ({ who, stance, ally, essence, passing }, { before, reader }) => {
      const had = find(before, who)?.essence ?? essence;
      const regained = had < essence && reader.isNumberVisible(who, 'essence');
      const text =
        stance === 'counter'
          ? say`${ref(who)} takes a counter position.`
          : stance === 'defend-ally'
            ? say`${ref(who)} defends ${ref(ally ?? '')}.`
            : passing
              ? say`${ref(who)} ends the turn and defends.`
              : say`${ref(who)} defends.`;
      return line(text, 'plain', regained ? [[step('SK-DEF-8', say`essence ${had} → ${essence}`)]] : []);
    },
  },
);

/** SK-DEF-2, SK-DEF-3, SK-DEF-6, SK-DEF-7, SK-RUL-65: does the target's defending itself count against this blow? */
export const isDefendingSelf = ({ how, target, shield }: Attack, zone: FacingZone, settings: Settings): boolean =>
  target.stance === 'defend-self' &&
  !shield &&
  how !== 'counter' &&
  isPhysicalAttack(how, settings) &&
  (zone === 'front' || (zone === 'flank' && settings['defend.flank'] === 'yes'));

/** SK-DEF-2: points on the roll against one who defends itself. */
export const defendPenalty = (target: Combatant): number => (hasTrait(target, 'SUPER_DEFENSE') ? -25 : -15);

/** SK-DEF-3, SK-ALLY-5: the percent of the damage that comes through to one who defends itself or an ally. */
export const defendedDamagePercent = (target: Combatant): number => (hasTrait(target, 'SUPER_DEFENSE') ? 50 : 75);

/** SK-DEF-1, SK-DEF-8, SK-CTR-1: takes a stance that names nobody. Whoever defends itself regains essence. */
const takeStance = (
  { emit }: Draft,
  me: PlacedCombatant,
  stance: 'defend-self' | 'counter',
  passing = false,
): Verdict<never> => {
  const regained = stance === 'defend-self' && me.sheet.maxEssence > 0 ? 1 : 0;
  const essence = Math.max(me.essence, Math.min(me.essence + regained, me.sheet.maxEssence));
  emit(stanceTaken({ who: me.name, stance, essence, passing }));
  return doneVerdict;
};

/** SK-DEF-1. */
export const defend = orderInTurn({
  summary: 'Defend yourself until your next turn; a magic user regains 1 essence; ends the turn',
  params: z.strictObject({}),
  resolve: (draft, { me }) => takeStance(draft, me, 'defend-self'),
});

/** SK-TURN-7, SK-RUL-38. */
export const end = orderInTurn({
  summary: 'End the turn without an action: you defend yourself',
  params: z.strictObject({}),
  resolve: (draft, { me }) => takeStance(draft, me, 'defend-self', true),
});

/** SK-CTR-1. */
export const counter = orderInTurn({
  summary: 'Take a counter position: attack back when a melee attack you see misses; ends the turn',
  params: z.strictObject({}),
  resolve: (draft, { me }) => takeStance(draft, me, 'counter'),
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
