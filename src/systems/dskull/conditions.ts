import { z } from 'zod';
import { ref, say, term } from '../../core/message.ts';
import { createTally, line } from '../../rules/event.ts';
import { formatSquare, squareSchema } from '../../rules/grid/square.ts';
import { activationEnded } from './activation/actions.ts';
import { areSeatsHostile } from './checks.ts';
import { scored } from './scenarios.ts';
import {
  type Condition,
  conditions,
  type Draft,
  event,
  find,
  type PartialRuling,
  update,
  updateObject,
} from './state.ts';
import { runWithTriggersAtOnce } from './triggers/triggers.ts';

/** A warrior gains a condition. `quiet`: true if another event reports it. */
export const conditionGained = event('condition-gained', {
  facts: { warrior: z.string(), condition: z.enum(conditions), quiet: z.boolean() },
  apply: (state, { warrior, condition }) =>
    update(state, warrior, (each) => ({ conditions: [...each.conditions, condition] })),
  narrate: ({ warrior, condition, quiet }) =>
    quiet ? undefined : line(say`${ref(warrior)} is ${term(condition)}.`, 'bad'),
});

/** A warrior loses one copy of a condition. DS-COND-1. */
export const conditionLost = event('condition-lost', {
  facts: { warrior: z.string(), condition: z.enum(conditions), quiet: z.boolean().optional() },
  apply: (state, { warrior, condition }) =>
    update(state, warrior, (each) => ({
      conditions: each.conditions.filter((_, index) => index !== each.conditions.indexOf(condition)),
    })),
  narrate: ({ warrior, condition, quiet }) =>
    quiet ? undefined : line(say`${ref(warrior)} is no longer ${term(condition)}.`, 'good'),
});

/** A warrior leaves the board, incapacitated or killed. DS-INJ-7. */
export const warriorRemoved = event('warrior-removed', {
  facts: { warrior: z.string(), how: z.enum(['incapacitated', 'killed']), credit: z.string().optional() },
  apply: (state, { warrior, how }) => update(state, warrior, () => ({ at: undefined, ready: false, removed: how })),
  narrate: ({ warrior, how }) => line(say`${ref(warrior)} is ${term(how)} and leaves the board.`, 'bad'),
  tallies: ({ warrior, credit }) => [createTally(warrior, 'felled', 1, credit)],
});

/** A warrior drops a carried object. Scenario 22.3. */
export const objectDropped = event('object-dropped', {
  facts: { warrior: z.string(), object: z.string(), at: squareSchema },
  apply: (state, { object, at }) => updateObject(state, object, { carrier: undefined, at }),
  narrate: ({ warrior, object, at }) => line(say`${ref(warrior)} drops ${term(object)} on ${formatSquare(at)}.`),
});

/** Makes a warrior drop what it carries. Scenario 22.3. */
const dropCarried = (draft: Draft, id: string): void => {
  const at = find(draft.now(), id)?.at;
  for (const { name, carrier } of draft.now().objects)
    if (carrier === id && at !== undefined) draft.emit(objectDropped({ warrior: id, object: name, at }));
};

/** Adds a condition to a warrior. `quiet`: true if another event reports it. DS-COND-1, DS-COND-4, DS-COND-6. */
export function* gainCondition(draft: Draft, id: string, condition: Condition, quiet = false): PartialRuling {
  const has = find(draft.now(), id)?.conditions.includes(condition) ?? true;
  if (has && !draft.now().settings.cond.stack) return;
  yield* runWithTriggersAtOnce(draft, 'condition.gain', id, () => {
    draft.emit(conditionGained({ warrior: id, condition, quiet }));
    if (condition !== 'distracted') dropCarried(draft, id);
  });
}

/** Removes one copy of a warrior’s condition. `quiet`: true if another event reports it. DS-COND-1. */
export function* loseCondition(draft: Draft, id: string, condition: Condition, quiet = false): PartialRuling {
  if (!find(draft.now(), id)?.conditions.includes(condition)) return;
  yield* runWithTriggersAtOnce(draft, 'condition.lose', id, () => {
    draft.emit(conditionLost({ warrior: id, condition, ...(quiet && { quiet }) }));
  });
}

/** Removes a warrior from the board. `credit`: the seat that scores. DS-INJ-7, DS-INJ-9, DS-ROUND-8, DS-ACT-10. */
export function* removeWarrior(
  draft: Draft,
  id: string,
  how: 'incapacitated' | 'killed',
  credit: string | undefined,
): PartialRuling {
  yield* runWithTriggersAtOnce(draft, 'warrior.removed', id, () => {
    dropCarried(draft, id);
    const { owner } = find(draft.now(), id) ?? {};
    draft.emit(warriorRemoved({ warrior: id, how, credit }));
    const { scenario } = draft.now();
    const vp = scenario[how];
    if (credit !== undefined && owner !== undefined && vp !== 0 && areSeatsHostile(draft.now(), credit, owner))
      draft.emit(scored({ seat: credit, vp, why: how, about: id }));
    if (draft.now().activation?.warrior === id) draft.emit(activationEnded({ warrior: id, why: 'removed' }));
  });
}
