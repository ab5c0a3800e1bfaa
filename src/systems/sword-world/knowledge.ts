import type { Draft } from './action.ts';
import { earn } from './life.ts';
import type { Unit } from './model.ts';
import { roll, succeeds } from './rolls.ts';
import { abilityMod, checkModifiers, levelOf } from './values.ts';

/** SW-KNOW-2, SW-RUL-85. 2d + Sage + Intelligence: the sheet at the reputation, the weaknesses at theirs, with Sage only. */
export const knowledgeCheck = (draft: Draft, unit: Unit, monster: Unit): void => {
  const sage = levelOf(unit, 'Sage');
  const rolled = roll(draft.dice, 'Monster Knowledge', [
    ...(sage > 0
      ? [
          { rule: 'SW-KNOW-2', says: 'Sage', value: sage },
          { rule: 'SW-DATA-3', says: 'int', value: abilityMod(unit, 'int') },
        ]
      : []),
    ...checkModifiers(draft.now(), unit),
  ]);
  const { reputation = 0, weaknessValue } = monster.sheet;
  draft.emit({
    type: 'knowledge',
    unit: unit.id,
    monster: monster.id,
    rolled,
    revealed: succeeds(rolled, reputation),
    weakness: sage > 0 && weaknessValue !== undefined && succeeds(rolled, weaknessValue),
  });
  earn(draft, unit, rolled);
};
