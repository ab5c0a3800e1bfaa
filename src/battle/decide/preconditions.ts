import { ref } from '../../core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import type { GameAction } from '../../rules/game.ts';
import type { OpenBattle } from '../saved/store.ts';
import { type BattleRight, hasBattleRight, playersActedFor } from '../views/permissions.ts';
import type { Decider } from './decision.ts';
import type { Issuer } from './decisions.ts';

/** What a deputy may do in a player's stead, with or without a seat. */
const deputyRights: readonly BattleRight[] = ['command own', 'answer own', 'standing orders own', 'speak'];

const requireUserRight = (battle: OpenBattle, user: string, right: BattleRight): Result<void, Refusal> => {
  if (hasBattleRight(battle.saved.table, user, right)) return ok(undefined);
  if (deputyRights.includes(right) && playersActedFor(battle, user).length > 0) return ok(undefined);
  if (right === 'hand over' || right === 'name co-gms') return refuse('head-gm-only');
  return refuse(right === 'command own' ? 'no-seat' : 'gm-only');
};

/** Is nobody asked anything? */
export const requireNoQuestion = ({ saved: { pending } }: OpenBattle): Result<void, Refusal> =>
  pending === undefined ? ok(undefined) : refuse('pending-choice', { who: ref(pending.question.to) });

export const requireNotEnded = ({ game }: OpenBattle): Result<void, Refusal> =>
  game.status === 'ended' ? refuse('already-ended') : ok(undefined);

export const requireActions = (
  doings: readonly GameAction[],
): Result<readonly [GameAction, ...GameAction[]], Refusal> => {
  const [first, ...rest] = doings;
  return first === undefined ? refuse('nobody-meant') : ok([first, ...rest]);
};

/** Decides once every check has passed; the first that fails is the answer. */
export const decideAfterChecks =
  (checks: readonly ((battle: OpenBattle) => Result<void, Refusal>)[], decide: Decider): Decider =>
  (battle) => {
    for (const check of checks) {
      const passed = check(battle);
      if (!passed.ok) return passed;
    }
    return decide(battle);
  };

/** Has who gives the order the right to it? */
export const requireRight =
  ({ user }: Issuer, right: BattleRight) =>
  (battle: OpenBattle) =>
    requireUserRight(battle, user, right);
