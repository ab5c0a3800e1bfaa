import type { OpenBattle } from '../../battle/saved/store.ts';
import { expectedActionsForViewer } from '../../battle/views/expected-actions.ts';
import { controlledCombatants, createCaller, isGm } from '../../battle/views/viewer.ts';
import { type ExpectedAction, mayCommand } from '../../rules/expected-action.ts';

/** What is awaited of this person now: of those they run, and, where they are the GM, of all that nobody else runs. */
export const expectedActionsOfUser = (battle: OpenBattle, user: string): readonly ExpectedAction[] => {
  const { table } = battle.saved;
  const own = controlledCombatants(battle, user);
  const gm = isGm(table, user);
  return expectedActionsForViewer(battle, user).filter(
    ({ actor }) => own.includes(actor) || (gm && table.control[actor] === undefined),
  );
};

/** Is the open question this person's to answer? */
export const isAsked = (battle: OpenBattle, user: string): boolean => {
  const { pending } = battle.saved;
  return pending !== undefined && mayCommand(createCaller(battle, user, pending.question.to));
};
