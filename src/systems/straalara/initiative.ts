import type { Dice } from '../../dice/dice.ts';
import type { Course } from './course.ts';
import type { Combatant, State } from './model.ts';
import { ratingOf } from './rating.ts';
import { able } from './roster.ts';

/** ST-INIT-3. */
export const rollInitiative = (course: Course, me: Combatant, dice: Dice): void => {
  const rating = ratingOf(me, course.now());
  const die = dice.roll(10, 'initiative');
  course.happen({ type: 'initiative', who: me.name, die, rating, score: rating + die });
};

/** ST-INIT-4: the able that have still to roll, in roster order. */
export const stillToRoll = (state: State): readonly Combatant[] =>
  state.stage === 'INITIATIVE' ? state.combatants.filter((each) => able(each) && each.score === undefined) : [];
