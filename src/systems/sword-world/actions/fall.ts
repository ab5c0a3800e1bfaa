import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { combatant, text, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called } from '../checks.ts';
import { endTest } from '../ending.ts';
import { type FallModifier, fall as fallDown, fallModifiers, harm } from '../falling.ts';
import { ableUnits } from '../offers.ts';
import { advance } from '../rounds.ts';
import { recompute } from '../skirmish.ts';
import { isDead, theUnit } from '../units.ts';

const isModifier = (word: string): word is FallModifier => Object.hasOwn(fallModifiers, word);

/** SW-FALL-1..8. */
export const fall = order({
  summary: 'Let a unit fall',
  role: 'gm',
  params: z.strictObject({
    height: whole('Metres', 0, 9999).optional(),
    mods: text('What counts: forest, water, cliff, hard', 60).optional(),
    catcher: combatant('Who catches it').optional(),
    spikes: whole('Damage of what it falls on, dealt afterwards', 0, 999).default(0),
  }),
  offers: {
    catcher: ableUnits,
    mods: () => Object.keys(fallModifiers).map((value) => ({ value, label: value })),
  },
  resolve: (draft, call, { height, mods = '', catcher, spikes }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const unit = called(state, call.actor);
    if (!unit.ok) return unit;
    const by = catcher === undefined ? undefined : called(state, catcher);
    if (by && !by.ok) return by;
    if (by?.value.id === unit.value.id) return refuse('E_NO_TARGET');
    const words = mods.split(/[\s,;]+/).filter((word) => word !== '');
    const wrong = words.find((word) => !isModifier(word));
    if (wrong !== undefined)
      return refuse('E_BAD_VALUE', {
        value: wrong,
        field: 'mods',
        want: `use ${Object.keys(fallModifiers).join(', ')}`,
      });
    const how = { height: height ?? unit.value.altitude, mods: words.filter(isModifier), catcher: by?.value.id };
    fallDown(draft, unit.value.id, how);
    if (spikes > 0)
      for (const body of theUnit(draft.now(), unit.value.id).bodies)
        if (!isDead(body)) harm(draft, body.id, 'hp', Math.max(0, spikes - body.defense));
    if (state.stage === 'combat') {
      recompute(draft);
      if (!endTest(draft)) advance(draft);
    }
    return done;
  },
});
