import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import type { Course } from './course.ts';
import type { Combatant, State } from './model.ts';
import { able } from './roster.ts';
import { woundPenalty } from './wounds.ts';

/** ST-INIT-1, ST-INIT-2. */
export const ratingOf = (me: Combatant, { settings, effects }: State): number => {
  const { wits, dexterity } = me.sheet.attributes;
  const rating = wits + dexterity - (woundPenalty(me, settings) ?? 0) + effectSum(effects, me.name, 'initiative');
  return settings.initiativeFloor === 'none' ? rating : Math.max(settings.initiativeFloor, rating);
};

/** ST-INIT-6: the rating by which ties are told apart. */
export const comparedRating = (me: Combatant, { settings }: State): number =>
  settings.tieRating === 'unwounded' ? me.sheet.attributes.wits + me.sheet.attributes.dexterity : (me.rating ?? 0);

/** ST-INIT-3. */
export const rollInitiative = (course: Course, me: Combatant, dice: Dice): void => {
  const rating = ratingOf(me, course.now());
  const die = dice.roll(10, 'initiative');
  course.happen({ type: 'initiative', who: me.name, die, rating, score: rating + die });
};

/** ST-INIT-4: the able that have still to roll, in roster order. */
export const stillToRoll = (state: State): readonly Combatant[] =>
  state.stage === 'INITIATIVE' ? state.combatants.filter((each) => able(each) && each.score === undefined) : [];
