import type { Course } from './course.ts';
import type { Event } from './events.ts';
import type { Held, State, Step } from './model.ts';
import { simultaneous } from './stance.ts';

/** The next step in order and those that are simultaneous with it, in roster order; none when all are over. */
export const nextGroup = (state: State): readonly Step[] => {
  const [head, ...rest] = state.steps.filter(({ over }) => !over);
  if (head === undefined) return [];
  const end = rest.findIndex((step) => !simultaneous(head, step, state.settings));
  return [head, ...(end === -1 ? rest : rest.slice(0, end))];
};

/** Members of the open group whose step is not over; ST-SIM-2 lets the first of them act. */
export const openMembers = ({ open, steps }: State): readonly Step[] =>
  (open?.members ?? []).flatMap(({ combatant, slot }) =>
    steps.filter((step) => step.combatant === combatant && step.slot === slot && !step.over),
  );

/** The step that acts now or, while second actions are nominated, will act next. */
export const currentStep = (state: State): Step | undefined => openMembers(state)[0] ?? nextGroup(state)[0];

/** ST-SIM-4: what one group did, applied at once: losses summed for each target, daze by single attack. */
export const applyTogether = (
  course: Course,
  held: readonly Held[],
  cause: Extract<Event, { type: 'wounded' }>['cause'],
): void => {
  const targets = new Map<string, { healthLost: number; dazed: boolean }>();
  for (const each of held) {
    if (each.kind !== 'wound') continue;
    const before = targets.get(each.target) ?? { healthLost: 0, dazed: false };
    targets.set(each.target, {
      healthLost: before.healthLost + each.healthLost,
      dazed: before.dazed || each.dazes,
    });
  }
  const here = (name: string) => course.now().combatants.some((each) => each.name === name);
  for (const [who, wound] of targets) if (here(who)) course.happen({ type: 'wounded', who, ...wound, cause });
  for (const each of held)
    if (each.kind === 'ready' && here(each.who))
      course.happen({ type: 'readied', who: each.who, weapon: each.weapon, ready: each.ready });
};
