import { err, phrase, type Refusal, type Result, refuse } from '../core/message.ts';
import type { LoggedDice } from '../dice/dice.ts';

/**
 * The most that one order may take, far above what any rule asks of the largest battle. Counted, never timed, so that the same
 * order gets the same answer on every machine. What was ruled before is never counted again: a log replays whatever it holds.
 */
export const orderLimits = { dice: 10_000, events: 10_000, questions: 1_000, steps: 10_000_000 } as const;
type LimitedResource = keyof typeof orderLimits;

const names: Readonly<Record<LimitedResource, string>> = {
  dice: 'dice',
  events: 'events',
  questions: 'questions',
  steps: 'steps of calculation',
};

/** Thrown where a ruling goes beyond a ceiling: whoever rules it makes a refusal of that. */
class LimitExceeded extends Error {
  readonly resource: LimitedResource;
  /** What it was doing: the name of the last die, the type of the last event. */
  readonly activity: string;
  constructor(of: LimitedResource, at: string) {
    super(phrase`More than ${orderLimits[of]} ${names[of]} (${at}).`);
    this.resource = of;
    this.activity = at;
  }
}

/** Thrown where a ruling is given an answer that is none of its choices. It cannot ask again: it would get the same answer. */
class InvalidChoice extends Error {
  readonly choice: string;
  readonly choices: readonly string[];
  constructor(choice: string, choices: readonly string[]) {
    super(phrase`${choice} is not one of ${choices.join(', ')}.`);
    this.choice = choice;
    this.choices = choices;
  }
}

/** Ends a ruling that was given an answer it cannot go on with: `no-such-choice`. */
export const rejectChoice = (choice: string, choices: readonly { readonly id: string }[]): never => {
  throw new InvalidChoice(
    choice,
    choices.map(({ id }) => id),
  );
};

/** Thrown where a ruling finds out halfway that it cannot be: whoever rules it takes all of it back. */
class RulingAborted extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(phrase`Taken back: ${refusal.code}.`);
    this.refusal = refusal;
  }
}

/** Ends a ruling in a refusal, however deep in it. For what no check beforehand can find; else refuse with a value. */
export const abortRuling = (refusal: Refusal): never => {
  throw new RulingAborted(refusal);
};

/**
 * Counts towards a ceiling, and ends the ruling that goes beyond it. A loop whose end the numbers of a sheet or a setting put off
 * counts its `steps`; `weight` is what one of them costs, in things looked at.
 */
export const createLimitCounter = (of: LimitedResource): ((at: string, weight?: number) => void) => {
  let count = 0;
  return (at, weight = 1) => {
    count += weight;
    if (count > orderLimits[of]) throw new LimitExceeded(of, at);
  };
};

/** The same dice, no more of them than an order may roll. */
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

/**
 * The refusal that a ruling was ended with: it was taken back, went beyond a limit (`beyond-bounds`) or was given no answer
 * (`no-such-choice`). Throws what is none of these.
 */
export const toAbortedRefusal = (verb: string, problem: unknown): Result<never, Refusal> => {
  if (problem instanceof LimitExceeded)
    return refuse('beyond-bounds', {
      verb,
      what: names[problem.resource],
      most: orderLimits[problem.resource],
      at: problem.activity,
    });
  if (problem instanceof RulingAborted) return err(problem.refusal);
  if (problem instanceof InvalidChoice)
    return refuse('no-such-choice', { choice: problem.choice, choices: problem.choices.join(', ') });
  throw problem;
};
