import type { Course } from './course.ts';
import type { Blow } from './events.ts';
import type { Queued } from './model.ts';

/** ST-SIM-4: what a blow costs waits until the open group is over. */
export const hold = (course: Course, target: string, blow: Blow | undefined): void => {
  if (blow !== undefined && (blow.healthLost > 0 || blow.dazes))
    course.happen({
      type: 'held',
      what: { kind: 'wound', target, healthLost: blow.healthLost, dazes: blow.dazes },
    });
};

/** ST-RES-9, ST-RES-11: what waits for END, together with what its own group queued. */
export const queue = (course: Course, entry: Omit<Queued, 'batch'>): void =>
  course.happen({ type: 'queued', entry: { ...entry, batch: course.now().batch } });
