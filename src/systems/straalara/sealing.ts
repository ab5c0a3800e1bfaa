import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import { actionCalled } from './action-checks.ts';
import { type Course, courseFrom } from './course.ts';
import type { Event } from './events.ts';
import type { Combatant, Intent, State } from './model.ts';
import type { Code } from './refusals.ts';
import { stanceCalled } from './stance.ts';

/**
 * ST-NOM-4: keeps a nomination ahead of its moment, unseen by others. Only its words are looked at now (UNKNOWN_STANCE,
 * UNKNOWN_ACTION); every other check waits for its moment.
 */
export const sealed = (
  state: State,
  me: Combatant,
  intent: Intent,
  next: (course: Course) => void,
): Decision<Event, Code> => {
  if (intent.stance !== undefined && stanceCalled(intent.stance) === undefined)
    return refuse('UNKNOWN_STANCE', { stance: intent.stance });
  const unknown = [intent.first, intent.second].find((draft) => draft && actionCalled(draft.action) === undefined);
  if (unknown) return refuse('UNKNOWN_ACTION', { action: unknown.action });
  const course = courseFrom(state);
  course.happen({ type: 'sealed', who: me.name, intent: { ...me.intent, ...intent } });
  next(course);
  return ok(course.events());
};
