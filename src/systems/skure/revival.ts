import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import { checkAims } from './aiming.ts';
import { standing } from './combatants.ts';
import { revivalFailure, risingSquare } from './death.ts';
import type { Ledger } from './ledger.ts';
import type { Combatant } from './model.ts';
import type { Code } from './refusals.ts';

/** SK-DEATH-10: only the dead, and never the destroyed. */
export const mayRise = (target: Combatant): Result<Combatant, Refusal<Code>> => {
  if (target.life === 'destroyed') return refuse('DESTROYED', { target: ref(target.name) });
  return target.life === 'dead' ? ok(target) : refuse('NOT_DEAD', { target: ref(target.name) });
};

/** SK-DEATH-5..10, SK-RUL-71: one attempt; a die only where a failure chance exists. The drowned rise stunned. */
export const attemptRevival = (book: Ledger, dice: Dice, who: string, hp: number): boolean => {
  const body = standing(book.now(), who);
  const chance = revivalFailure(body);
  const natural = chance > 0 ? dice.roll(100, 'revival') : undefined;
  const success = natural === undefined || natural > chance;
  const stunned = success && body.deathCause === 'water';
  const at = success ? risingSquare(book.now(), body) : undefined;
  book.add({
    type: 'revived',
    who,
    chance,
    success,
    hp,
    stunned,
    ...(natural !== undefined && { natural }),
    ...(at !== undefined && { at }),
  });
  if (stunned) book.add({ type: 'conditioned', who, condition: { name: 'stunned', disrupts: true, turns: 1 } });
  if (success) checkAims(book, who);
  return success;
};
