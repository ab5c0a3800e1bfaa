import { phrase, type Refusal, type Result, refuse } from '../core/message.ts';
import type { Dice, LoggedDice } from '../dice/dice.ts';
import type { RuleEvent } from './event.ts';

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

/** Ends a ruling that was given an answer it cannot go on with: `no-such-choice`. It would get the same answer again. */
export const rejectChoice = (choice: string, choices: readonly { readonly id: string }[]): never =>
  abortRuling({ code: 'no-such-choice', facts: { choice, choices: choices.map(({ id }) => id).join(', ') } });

/**
 * Counts towards a ceiling, and ends the ruling that goes beyond it: `beyond-bounds`. A loop whose end the numbers of a sheet or a setting put off
 * counts its `steps`; `weight` is what one of them costs, in things looked at.
 */
export const createLimitCounter = (of: LimitedResource): ((at: string, weight?: number) => void) => {
  let count = 0;
  return (at, weight = 1) => {
    count += weight;
    if (count > orderLimits[of])
      abortRuling({ code: 'beyond-bounds', facts: { what: names[of], most: orderLimits[of], at } });
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

/** The refusal that a ruling was ended with. Throws any other error again. */
export const toAbortedRefusal = (verb: string, problem: unknown): Result<never, Refusal> => {
  if (!(problem instanceof RulingAborted)) throw problem;
  const { code, facts } = problem.refusal;
  return refuse(code, code === 'beyond-bounds' ? { verb, ...facts } : facts);
};

/** A ruling in the making: what has happened so far, and the battle as it stands after it. */
export interface RulingDraft<State> {
  readonly now: () => State;
  /** Something happens: it is written down, and the battle goes on from there. */
  readonly emit: (...events: readonly RuleEvent[]) => void;
  readonly events: readonly RuleEvent[];
  readonly dice: Dice;
  /** Ids hidden from the controller of that combatant or seat: what is put to them is put without these. */
  readonly hiddenFrom: (actor: string) => readonly string[];
  /** A copy to try things on. Nothing that is tried there happens, and no die may fall in it. */
  readonly trial: () => RulingDraft<State>;
}

/** What a draft is made with beside the battle: its dice (none may fall where they are left out), and who is hidden from whom. */
export interface RulingDraftParts {
  readonly dice?: Dice;
  readonly hiddenFrom?: RulingDraft<unknown>['hiddenFrom'] | undefined;
}

const noDice: Dice = {
  roll: (_, name) => {
    throw new Error(`The die ${name} must not fall in a trial.`);
  },
};

/** A draft from the battle as it stands. A ruling that emits more events than one order may is refused. */
export const startDraft = <State>(
  from: State,
  evolve: (state: State, event: RuleEvent) => State,
  { dice = noDice, hiddenFrom = () => [] }: RulingDraftParts = {},
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
