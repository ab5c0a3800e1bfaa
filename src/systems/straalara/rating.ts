import { effectSum } from '../../rules/effects.ts';
import type { Combatant, State } from './model.ts';
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
