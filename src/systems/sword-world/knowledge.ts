import { z } from 'zod';
import { maskedRef, ref, refuse, say } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { combatantParam, doneVerdict } from '../../rules/verb.ts';
import { requireCombatant, requireCommandedUnit } from './checks.ts';
import { isUnitAble, unableReason } from './conditions.ts';
import { abilityMod, checkModifiers, classLevel } from './derived-values.ts';
import { checkRollRow, checkRollSchema, isSuccess, rollCheck } from './dice.ts';
import { earnExperience } from './life.ts';
import { areHostile, isMonster } from './relations.ts';
import { type Draft, event, order, type Unit, unitOrThingId } from './state.ts';
import { update } from './units.ts';
import { isNumberVisible } from './visibility.ts';
import { isUnderwaterInMetalArmor } from './water.ts';

/** SW-KNOW-2. Told to all who see the monster. */
export const knowledgeChecked = event(
  'knowledge',
  {
    unit: unitOrThingId,
    monster: unitOrThingId,
    rolled: checkRollSchema,
    revealed: z.boolean(),
    weakness: z.boolean(),
  },
  {
    apply: (state, { unit, monster, revealed, weakness }) =>
      update(
        update(state, unit, ({ studied }) => ({ studied: [...studied, monster] })),
        monster,
        (known) => ({ revealed: known.revealed || revealed, weaknessKnown: known.weaknessKnown || weakness }),
      ),
    narrate: ({ unit, monster, rolled, revealed, weakness }, moment) => {
      const whom = ref(monster);
      const found = revealed
        ? say`knows ${whom}${weakness ? ' and its weakness' : ''}`
        : say`recalls ${weakness ? 'the weakness' : 'nothing'} of ${whom}`;
      const rows = isNumberVisible(moment, unit, 'checks')
        ? [checkRollRow('SW-KNOW-2', 'Monster Knowledge', rolled)]
        : [];
      const where = revealed || weakness ? say`; see /battle status who:${whom}` : '';
      return line(say`${maskedRef(unit)} ${found}${where}.`, 'plain', rows);
    },
  },
);

/**
 * SW-KNOW-2, SW-RUL-85. 2d + Sage + Intelligence: the sheet at the reputation, the weaknesses at theirs, with Sage
 * only.
 */
const knowledgeCheck = (draft: Draft, unit: Unit, monster: Unit): void => {
  const sage = classLevel(unit, 'Sage');
  const rolled = rollCheck(draft.dice, 'Monster Knowledge', [
    ...(sage > 0
      ? [
          { rule: 'SW-KNOW-2', says: 'Sage', value: sage },
          { rule: 'SW-DATA-3', says: 'int', value: abilityMod(unit, 'int') },
        ]
      : []),
    ...checkModifiers(draft.now(), unit),
  ]);
  const { reputation = 0, weaknessValue } = monster.sheet;
  draft.emit(
    knowledgeChecked({
      unit: unit.id,
      monster: monster.id,
      rolled,
      revealed: isSuccess(rolled, reputation),
      weakness: sage > 0 && weaknessValue !== undefined && isSuccess(rolled, weaknessValue),
    }),
  );
  earnExperience(draft, unit, rolled);
};

/** SW-KNOW-1, SW-KNOW-2, SW-MOUNT-15. */
export const knowledge = order({
  summary: 'Roll Monster Knowledge to recall what is known about a monster',
  role: 'player',
  params: z.strictObject({ target: combatantParam('The monster') }),
  offers: {
    target: (state, call) => {
      const own = state.units.find(({ id }) => id === call.actor);
      return state.units
        .filter((unit) => isMonster(unit) && own && areHostile(own, unit) && !own.studied.includes(unit.id))
        .map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: (draft, call, { target }) => {
    const state = draft.now();
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const monster = requireCombatant(state, target);
    if (!monster.ok) return monster;
    if (!isMonster(monster.value))
      return refuse('E_NO_TARGET', { why: say`${ref(monster.value.id)} is not a monster` });
    if (!isUnitAble(unit.value))
      return refuse('E_CANNOT_ACT', { unit: ref(unit.value.id), reason: unableReason(unit.value) });
    if (unit.value.studied.includes(monster.value.id))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has already tried to recall this monster` });
    if (isUnderwaterInMetalArmor(state, unit.value)) return refuse('E_FULL_METAL_UNDERWATER');
    knowledgeCheck(draft, unit.value, monster.value);
    return doneVerdict;
  },
});
