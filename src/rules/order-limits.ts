import { phrase, type Refusal, type Result, refuse } from '../core/message.ts';
import type { Dice, LoggedDice } from '../dice/dice.ts';
import type { RuleEvent } from './event.ts';

/** Limits of one order, far above any need. Counts steps because time differs between machines. Not for replays. */
export const orderLimits = { dice: 10_000, events: 10_000, questions: 1_000, steps: 10_000_000 } as const;
type LimitedResource = keyof typeof orderLimits;

const names: Readonly<Record<LimitedResource, string>> = {
  dice: 'dice',
  events: 'events',
  questions: 'questions',
  steps: 'steps of calculation',
};

/** Thrown to end a ruling from deep inside. The ruling's changes are dropped. */
class RulingAborted extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(phrase`Undone: ${refusal.code}.`);
    this.refusal = refusal;
  }
}

/** Ends a ruling with a refusal. For problems that cannot be checked beforehand; otherwise return the refusal. */
export const abortRuling = (refusal: Refusal): never => {
  throw new RulingAborted(refusal);
};

/** Ends a ruling because of an invalid answer (`no-such-choice`). Asking again would get the same answer. */
export const rejectChoice = (choice: string, choices: readonly { readonly id: string }[]): never =>
  abortRuling({ code: 'no-such-choice', facts: { choice, choices: choices.map(({ id }) => id).join(', ') } });

/** Creates a counter of one resource that ends the ruling above the limit. `weight`: the amount to add, default 1. */
export const createLimitCounter = (of: LimitedResource): ((at: string, weight?: number) => void) => {
  let count = 0;
  return (at, weight = 1) => {
    count += weight;
    if (count > orderLimits[of])
      abortRuling({ code: 'beyond-bounds', facts: { what: names[of], most: orderLimits[of], at } });
  };
};

/** Dice that end the ruling if it rolls more dice than the limit. */
export const limitedDice = (dice: LoggedDice): LoggedDice => {
  const count = createLimitCounter('dice');
  return {
    roll: (sides, name) => {
      count(name);
      return dice.roll(sides, name);
    },
    rolledDice: dice.rolledDice,
  };
};

/** The refusal if `problem` comes from an aborted ruling. Throws any other error again. */
export const toAbortedRefusal = (verb: string, problem: unknown): Result<never> => {
  if (!(problem instanceof RulingAborted)) throw problem;
  const { code, facts } = problem.refusal;
  return refuse(code, code === 'beyond-bounds' ? { verb, ...facts } : facts);
};

/** A ruling in progress: its events so far, and the battle after them. */
export interface RulingDraft<State> {
  readonly now: () => State;
  /** Adds events to the ruling, and applies them to the battle. */
  readonly emit: (...events: readonly RuleEvent[]) => void;
  readonly events: readonly RuleEvent[];
  readonly dice: Dice;
  /** Ids of combatants hidden from the controller of an actor. Questions to that controller must leave them out. */
  readonly hiddenFrom: (actor: string) => readonly string[];
  /** Creates a copy of the draft to try orders on. The copy's changes are dropped, and the copy must not roll dice. */
  readonly trial: () => RulingDraft<State>;
}

const noDice: Dice = {
  roll: (_, name) => {
    throw new Error(`The die ${name} must not fall in a trial.`);
  },
};

/** Starts a draft from the current battle. Ends the ruling if it emits too many events. */
export const createRulingDraft = <State>(
  from: State,
  evolve: (state: State, event: RuleEvent) => State,
  {
    dice = noDice,
    hiddenFrom = () => [],
  }: { readonly dice?: Dice; readonly hiddenFrom?: RulingDraft<unknown>['hiddenFrom'] | undefined } = {},
): RulingDraft<State> => {
  const count = createLimitCounter('events');
  const events: RuleEvent[] = [];
  let state = from;
  return {
    now: () => state,
    emit: (...happened) => {
      for (const event of happened) {
        count(event.type);
        events.push(event);
        state = evolve(state, event);
      }
    },
    events,
    dice,
    hiddenFrom,
    trial: () => createRulingDraft(state, evolve, { hiddenFrom }),
  };
};
