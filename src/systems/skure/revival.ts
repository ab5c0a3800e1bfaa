import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { checkAims } from './aim.ts';
import { revivalFailure, risingSquare } from './death.ts';
import type { Code } from './refusals.ts';
import { type Combatant, type Draft, findPlaced } from './state.ts';

/** SK-DEATH-10: only the dead, and never the destroyed. */
export const mayRise = (target: Combatant): Result<Combatant, Refusal<Code>> => {
  if (target.life === 'destroyed') return refuse('DESTROYED', { target: ref(target.name) });
  return target.life === 'dead' ? ok(target) : refuse('NOT_DEAD', { target: ref(target.name) });
};

/** SK-DEATH-5..10, SK-RUL-71: one attempt; a die only where a failure chance exists. The drowned rise stunned. */
export const attemptRevival = (draft: Draft, who: string, hp: number): boolean => {
  const body = findPlaced(draft.now(), who);
  const chance = revivalFailure(body);
  const natural = chance > 0 ? draft.dice.roll(100, 'revival') : undefined;
  const success = natural === undefined || natural > chance;
  const stunned = success && body.deathCause === 'water';
  const at = success ? risingSquare(draft.now(), body) : undefined;
  draft.emit({
    type: 'revived',
    who,
    chance,
    success,
    hp,
    stunned,
    ...(natural !== undefined && { natural }),
    ...(at !== undefined && { at }),
  });
  if (stunned) draft.emit({ type: 'conditioned', who, condition: { name: 'stunned', disrupts: true, turns: 1 } });
  if (success) checkAims(draft, who);
  return success;
};
