import type { Course, Part } from './course.ts';
import { hostileSeats, warriorOf } from './seats.ts';
import type { Condition } from './state.ts';
import { phase } from './triggers.ts';

/** Scenario 22.3. Whoever falls, or is stunned or wounded, lets go of what it carries. */
export const dropCarried = (course: Course, id: string): void => {
  const at = warriorOf(course.now(), id)?.at;
  for (const { name, carrier } of course.now().things)
    if (carrier === id && at !== undefined) course.happen({ type: 'thing-dropped', warrior: id, thing: name, at });
};

/** DS-COND-1, DS-COND-4. `quiet`: somebody else tells of it. */
export function* gainCondition(course: Course, id: string, condition: Condition, quiet = false): Part {
  const has = warriorOf(course.now(), id)?.conditions.includes(condition) ?? true;
  if (has && !course.now().settings.cond.stack) return;
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(course, 'condition.gain', id, function* () {
    course.happen({ type: 'condition-gained', warrior: id, condition, quiet });
    if (condition !== 'distracted') dropCarried(course, id);
  });
}

/** DS-COND-1. `quiet`: somebody else tells of it. */
export function* loseCondition(course: Course, id: string, condition: Condition, quiet = false): Part {
  if (!warriorOf(course.now(), id)?.conditions.includes(condition)) return;
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(course, 'condition.lose', id, function* () {
    course.happen({ type: 'condition-lost', warrior: id, condition, ...(quiet && { quiet }) });
  });
}

/** DS-INJ-7, DS-INJ-9, DS-ROUND-8, DS-ACT-10. `credit`: the seat whose warrior did it. */
export function* removeWarrior(
  course: Course,
  id: string,
  how: 'incapacitated' | 'killed',
  credit: string | undefined,
): Part {
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(course, 'warrior.removed', id, function* () {
    dropCarried(course, id);
    const { owner } = warriorOf(course.now(), id) ?? {};
    course.happen({ type: 'removed', warrior: id, how, credit });
    const { scenario } = course.now();
    const vp = scenario[how];
    if (credit !== undefined && owner !== undefined && vp !== 0 && hostileSeats(course.now(), credit, owner))
      course.happen({ type: 'scored', seat: credit, vp, why: how, about: id });
    if (course.now().activation?.warrior === id)
      course.happen({ type: 'activation-ended', warrior: id, why: 'removed' });
  });
}
