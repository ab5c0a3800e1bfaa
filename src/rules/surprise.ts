import { ref, say, type Text } from '../core/message.ts';
import { askQuestion, type Caller, gmActor, type Question, standingOrderForQuestion } from './expected-action.ts';

/** The kind of question about an attack from hiding. */
export const surpriseKind = 'surprise';

export const surpriseStandingOrderKind = standingOrderForQuestion(
  'attacks from hiding and the text offers a modifier',
  'gm',
  'add no modifier',
  { none: 'add no modifier' },
);

/** Asks the GM which modifier a hidden attacker gets. `none` if it is not hidden, or without an answer. */
export function* askSurprise<const Id extends string>(
  { actor, gm, hiddenFrom, others = [] }: Caller,
  attacker: string,
  target: string,
  offered: readonly { readonly id: Id; readonly label: Text }[],
): Generator<Question, Id | 'none', string> {
  if (hiddenFrom?.(gmActor).includes(attacker) !== true) return 'none';
  return yield* askQuestion<Id | 'none'>({
    // A question to the GM’s own hidden combatant looks to players like its turn.
    to: gm && !others.includes(actor) ? attacker : gmActor,
    kind: surpriseKind,
    says: say`${ref(attacker)} attacks ${ref(target)} from hiding. Which modifier applies?`,
    choices: [{ id: 'none' as NoInfer<Id | 'none'>, label: 'No modifier' }, ...offered],
    auto: 'none',
  });
}
