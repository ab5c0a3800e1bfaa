import { phrase, type Refusal, type Result, refuse } from '../core/message.ts';
import type { Dice, LoggedDice } from '../dice/dice.ts';
import type { RuleEvent } from './event.ts';

/**
 * Limits of one order, far above what any rule needs in the largest battle. They are counted, never timed, so that an order
 * gets the same answer on every machine. Replays do not count.
 */
export const orderLimits = { dice: 10_000, events: 10_000, questions: 1_000, steps: 10_000_000 } as const;
type LimitedResource = keyof typeof orderLimits;

const names: Readonly<Record<LimitedResource, string>> = {
  dice: 'dice',
  events: 'events',
  questions: 'questions',
  steps: 'steps of calculation',
};

/** Thrown to end a ruling from inside. Its changes are dropped. */
class RulingAborted extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(phrase`Undone: ${refusal.code}.`);
    this.refusal = refusal;
  }
}

/** Ends a ruling in a refusal, however deep in it. For what no check beforehand can find; else refuse with a value. */
export const abortRuling = (refusal: Refusal): never => {
  throw new RulingAborted(refusal);
};

/** Ends a ruling that was given an answer it cannot go on with: `no-such-choice`. It would get the same answer again. */
export const rejectChoice = (choice: string, choices: readonly { readonly id: string }[]): never =>
  abortRuling({ code: 'no-such-choice', facts: { choice, choices: choices.map(({ id }) => id).join(', ') } });

/**
 * Creates a counter that ends the ruling above its limit: `beyond-bounds`. Loops whose length depends on a sheet or setting
 * count `steps`; `weight` is the cost of one, in values read.
 */
export const createLimitCounter = (of: LimitedResource): ((at: string, weight?: number) => void) => {
  let count = 0;
  return (at, weight = 1) => {
    count += weight;
    if (count > orderLimits[of])
      abortRuling({ code: 'beyond-bounds', facts: { what: names[of], most: orderLimits[of], at } });
  };
};

/** The dice, limited to what an order may roll. */
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

/** The refusal that a ruling was ended with. Throws any other error again. */
export const toAbortedRefusal = (verb: string, problem: unknown): Result<never> => {
  if (!(problem instanceof RulingAborted)) throw problem;
  const { code, facts } = problem.refusal;
  return refuse(code, code === 'beyond-bounds' ? { verb, ...facts } : facts);
};

/** A ruling in progress: what has happened so far, and the battle after it. */
export interface RulingDraft<State> {
  readonly now: () => State;
  /** Something happens: it is written down, and the battle goes on from there. */
  readonly emit: (...events: readonly RuleEvent[]) => void;
  readonly events: readonly RuleEvent[];
  readonly dice: Dice;
  /** Ids hidden from the controller of that actor: questions to it leave them out. */
  readonly hiddenFrom: (actor: string) => readonly string[];
  /** A copy to try things on. Nothing that is tried there happens, and no die may fall in it. */
  readonly trial: () => RulingDraft<State>;
}

const noDice: Dice = {
  roll: (_, name) => {
    throw new Error(`The die ${name} must not fall in a trial.`);
  },
};

/** Starts a draft from the current battle. Ends the ruling if it emits more events than an order may. */
export const startDraft = <State>(
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
    trial: () => startDraft(state, evolve, { hiddenFrom }),
  };
};
