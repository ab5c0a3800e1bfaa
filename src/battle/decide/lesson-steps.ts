import { gmActor } from '../../rules/caller.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { SessionEvent } from '../saved/session.ts';

/**
 * What is learnt by an order of the learner's, who is the game master: of the steps that are left the first one for each of these
 * verbs is done. What the others do by themselves teaches nothing.
 */
export const completedSteps = (
  { saved: { table }, ruleset }: OpenBattle,
  user: string,
  actor: string,
  verbs: readonly string[],
): readonly SessionEvent[] => {
  const { lesson, control, gm } = table;
  if (lesson === undefined || user !== gm || (actor !== gmActor && control[actor] !== gm)) return [];
  const steps = ruleset.lesson?.steps ?? [];
  const done = [...new Set(verbs)].map((verb) =>
    steps.findIndex((step, n) => step.verb === verb && !lesson.includes(n)),
  );
  return done.filter((step) => step >= 0).map((step) => ({ type: 'lesson-step-done', step }));
};
