import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { nameKey } from '../../../core/text.ts';
import { combatant, flag, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { makeCast } from '../casting.ts';
import { acting, placeCalled } from '../checks.ts';
import { areaNames } from '../field.ts';
import { actorIn, bodies, spellsKnown } from '../offers.ts';
import { areas } from '../sheet.ts';
import { planCast } from '../spells.ts';

/** SW-SPELL-1..9. */
export const cast = order({
  summary: 'Cast a spell',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    spell: text('The spell', 100),
    target: combatant('At whom: a unit, or one section of it').optional(),
    center: text('The middle of a wide effect: an area, or metres', 40).optional(),
    self: flag('Take the same chance as others on a line').default(false),
  }),
  offers: {
    spell: spellsKnown,
    target: (state, call, soFar) => {
      const unit = actorIn(state, call);
      const spell = unit?.sheet.spells.find(({ id }) => id === soFar.spell);
      const all = bodies(state, call, soFar);
      return unit && spell ? all.filter(({ value }) => planCast(state, unit, { spell, target: value }).ok) : all;
    },
    center: (state) =>
      state.settings.mode === 'simplified' ? areas.map((value) => ({ value, label: areaNames[value] })) : [],
  },
  asks: () => ['target'],
  resolve: (draft, call, { spell: name, target, center, self }) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    const spell = unit.sheet.spells.find(({ id }) => nameKey(id) === nameKey(name));
    if (spell === undefined) return refuse('E_NO_SPELL', { unit: ref(unit.id), spell: name });
    const middle = center === undefined ? undefined : placeCalled(draft.now(), center, unit.side);
    if (middle && !middle.ok) return middle;
    const plan = planCast(draft.now(), unit, { spell, target, center: middle?.value, withSelf: self });
    if (!plan.ok) return plan;
    makeCast(draft, plan.value);
    return done;
  },
});
