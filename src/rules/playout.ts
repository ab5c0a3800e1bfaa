import type { Text } from '../core/message.ts';
import type { Refusal, Result } from '../core/result.ts';
import type { LoggedDice } from '../dice/dice.ts';
import type { RosterEntry } from './definition.ts';
import type { RuleEvent } from './event.ts';
import type { ExpectedAction, Suggestion } from './expected-action.ts';
import type { Plan } from './tactics.ts';

/** An order of a verb, as plans and suggestions hold it. */
export type PlannedOrder = Pick<Suggestion, 'verb' | 'params'>;

/** What an order came to in a playout, its questions answered as the rulebook would answer them. */
export interface PlayoutOutcome {
  readonly playout: Playout;
  readonly events: readonly RuleEvent[];
}

/**
 * A battle that is only played in thought: the same rules as a `Game`, by orders of our own. Nothing is told or shown in it, no name is
 * read, and of what is awaited only the next is worked out.
 */
export interface Playout {
  readonly status: 'setup' | 'active' | 'ended';
  /** The first of what the battle waits for, with the rulebook's own default. */
  readonly firstExpectedAction: () => ExpectedAction<Text> | undefined;
  /** What this actor could do, the best first. */
  readonly plans: (actor: string) => readonly Plan<Text>[];
  /** The first order of the best of these that begins with one of these verbs: it alone is held against the rules and nothing is worded. */
  readonly bestOrder: (actor: string, verbs: readonly string[]) => PlannedOrder | undefined;
  /**
   * The orders of a plan that is found in less time than the best, as the rules stand in the world that is played; they may turn out not
   * to be legal. None where the rulebook has no plans.
   */
  readonly quickOrders: (actor: string) => readonly PlannedOrder[];
  /** What may be chosen for a parameter of a verb now; undefined where the rulebook has no list for it. */
  readonly offers: (
    verb: string,
    param: string,
    actor: string,
    soFar: Readonly<Record<string, unknown>>,
  ) => readonly string[] | undefined;
  /** Rules an order for an actor, as if the GM gave it. A refusal changes nothing. */
  readonly play: (actor: string, order: PlannedOrder, dice: LoggedDice) => Result<PlayoutOutcome, Refusal>;
  readonly roster: () => readonly RosterEntry[];
  /** How much of its life each combatant has left, 0 to 1; nobody's where the rulebook does not count it. */
  readonly lifeLeft: () => Readonly<Record<string, number>>;
  /** The sides that have won, nobody's where none has; undefined as long as that is open. It needs no word of the GM. */
  readonly winners: () => readonly string[] | undefined;
  readonly save: () => unknown;
}
