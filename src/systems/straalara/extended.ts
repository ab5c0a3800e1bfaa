import type { EventOf, Roll } from './events.ts';
import type { Combatant, Nomination } from './model.ts';

export type Progress = NonNullable<EventOf<'attacked'>['extended']>;

/** ST-RES-10: what a roll does to an extended action. */
export const progressed = (me: Combatant, action: Nomination, goal: number, roll: Roll): Progress => {
  if (roll.outcome === 'botch') return { action, progress: 0, goal, completed: false };
  const progress = (me.extended?.progress ?? 0) + roll.successes;
  return { action, progress, goal, completed: progress >= goal };
};

/** Successes that meet the defense or opposition: ST-RES-10 counts 1 and the surplus over the goal. */
export const meeting = (roll: Roll, extended: Progress | undefined): number =>
  extended === undefined ? roll.successes : extended.completed ? extended.progress - extended.goal + 1 : 0;
