import { z } from 'zod';
import { masked, ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { line } from '../../rules/lines.ts';
import { combatant } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { combatantCalled, commanded } from './checks.ts';
import { abilityMod, checkModifiers, levelOf } from './derived-values.ts';
import { roll, rolledRow, rolledSchema, succeeds } from './dice.ts';
import { earn } from './experience.ts';
import {
  type Draft,
  event,
  hostile,
  isMonster,
  on,
  order,
  type Unit,
  unitAble,
  unitOrThingId,
  whyUnable,
} from './state.ts';
import { isNumberVisible } from './visibility.ts';
import { sunkInMetal } from './water.ts';

/** SW-KNOW-2. Told to all who see the monster. */
export const knowledgeChecked = event(
  'knowledge',
  { unit: unitOrThingId, monster: unitOrThingId, rolled: rolledSchema, revealed: z.boolean(), weakness: z.boolean() },
  {
    apply: (state, { unit, monster, revealed, weakness }) =>
      on(
        on(state, unit, ({ studied }) => ({ studied: [...studied, monster] })),
        monster,
        (known) => ({
          revealed: known.revealed || revealed,
          weaknessKnown: known.weaknessKnown || weakness,
        }),
      ),
    tell: ({ unit, monster, rolled, revealed, weakness }, moment) => {
      const whom = ref(monster);
      const found = revealed
        ? say`knows ${whom}${weakness ? ' and its weakness' : ''}`
        : say`recalls ${weakness ? 'the weakness' : 'nothing'} of ${whom}`;
      const rows = isNumberVisible(moment, unit, 'checks') ? [rolledRow('SW-KNOW-2', 'Monster Knowledge', rolled)] : [];
      const where = revealed || weakness ? say`: /battle status who:${whom}` : '';
      return line(say`${masked(unit)} ${found}${where}.`, 'plain', rows);
    },
  },
);

/**
 * SW-KNOW-2, SW-RUL-85. 2d + Sage + Intelligence: the sheet at the reputation, the weaknesses at theirs, with Sage
 * only.
 */
const knowledgeCheck = (draft: Draft, unit: Unit, monster: Unit): void => {
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

/** SW-KNOW-1, SW-KNOW-2, SW-MOUNT-15. */
export const knowledge = order({
  summary: 'Recall what is known of a monster',
  role: 'player',
  params: z.strictObject({ target: combatant('The monster') }),
  offers: {
    target: (state, call) => {
      const own = state.units.find(({ id }) => id === call.actor);
      return state.units
        .filter((unit) => isMonster(unit) && own && hostile(own, unit) && !own.studied.includes(unit.id))
        .map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: (draft, call, { target }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const monster = combatantCalled(state, target);
    if (!monster.ok) return monster;
    if (!isMonster(monster.value))
      return refuse('E_NO_TARGET', { why: say`${ref(monster.value.id)} is not a monster` });
    if (!unitAble(unit.value))
      return refuse('E_CANNOT_ACT', { unit: ref(unit.value.id), reason: whyUnable(unit.value) });
    if (unit.value.studied.includes(monster.value.id))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has already tried to recall it` });
    if (sunkInMetal(state, unit.value)) return refuse('E_FULL_METAL_UNDERWATER');
    knowledgeCheck(draft, unit.value, monster.value);
    return done;
  },
});
