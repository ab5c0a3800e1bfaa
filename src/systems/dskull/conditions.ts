import { hostileSeats, warriorOf } from './seats.ts';
import type { Condition, Draft, Part } from './state.ts';
import { phase } from './triggers.ts';

/** Scenario 22.3. Whoever falls, or is stunned or wounded, lets go of what it carries. */
export const dropCarried = (draft: Draft, id: string): void => {
  const at = warriorOf(draft.now(), id)?.at;
  for (const { name, carrier } of draft.now().things)
    if (carrier === id && at !== undefined) draft.emit({ type: 'thing-dropped', warrior: id, thing: name, at });
};

/** DS-COND-1, DS-COND-4. `quiet`: somebody else tells of it. */
export function* gainCondition(draft: Draft, id: string, condition: Condition, quiet = false): Part {
  const has = warriorOf(draft.now(), id)?.conditions.includes(condition) ?? true;
  if (has && !draft.now().settings.cond.stack) return;
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(draft, 'condition.gain', id, function* () {
    draft.emit({ type: 'condition-gained', warrior: id, condition, quiet });
    if (condition !== 'distracted') dropCarried(draft, id);
  });
}

/** DS-COND-1. `quiet`: somebody else tells of it. */
export function* loseCondition(draft: Draft, id: string, condition: Condition, quiet = false): Part {
  if (!warriorOf(draft.now(), id)?.conditions.includes(condition)) return;
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(draft, 'condition.lose', id, function* () {
    draft.emit({ type: 'condition-lost', warrior: id, condition, ...(quiet && { quiet }) });
  });
}

/** DS-INJ-7, DS-INJ-9, DS-ROUND-8, DS-ACT-10. `credit`: the seat whose warrior did it. */
export function* removeWarrior(
  draft: Draft,
  id: string,
  how: 'incapacitated' | 'killed',
  credit: string | undefined,
): Part {
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(draft, 'warrior.removed', id, function* () {
    dropCarried(draft, id);
    const { owner } = warriorOf(draft.now(), id) ?? {};
    draft.emit({ type: 'removed', warrior: id, how, credit });
    const { scenario } = draft.now();
    const vp = scenario[how];
    if (credit !== undefined && owner !== undefined && vp !== 0 && hostileSeats(draft.now(), credit, owner))
      draft.emit({ type: 'scored', seat: credit, vp, why: how, about: id });
    if (draft.now().activation?.warrior === id) draft.emit({ type: 'activation-ended', warrior: id, why: 'removed' });
  });
}
