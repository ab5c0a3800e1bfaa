import type { Dice } from '../dice/dice.ts';
import type { RuleEvent } from './event.ts';
import { createLimitCounter } from './order-limits.ts';

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
