import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, names, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { activate as begin } from '../activation.ts';
import { onTurn, ownWarrior } from '../checks.ts';
import { readyWarriors, selectableWeapons } from '../offers.ts';
import { isFigure } from '../seats.ts';
import { order } from '../state.ts';
import { selected } from '../weapons.ts';

/** DS-CMD-5. */
export const activate = order({
  summary: 'Activate one of your ready warriors',
  role: 'player',
  params: z.strictObject({
    warrior: combatant('Which of your ready warriors'),
    weapons: names('The weapons it uses: one, or two one-handed ones; left out, the usual ones').optional(),
    primary: text('Which of two weapons is the primary one; left out, the first', 100).optional(),
  }),
  offers: { warrior: readyWarriors, weapons: selectableWeapons },
  asks: () => ['weapons'],
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const seat = onTurn(state, call, 'resolution');
    if (!seat.ok) return seat;
    if (state.activation !== undefined) return refuse('E_ACTIVATION_OPEN', { warrior: ref(state.activation.warrior) });
    const own = ownWarrior(state, seat.value, params.warrior);
    if (!own.ok) return own;
    const warrior = own.value;
    if (!isFigure(warrior)) return refuse('E_OFF_BOARD', { warrior: ref(warrior.id) });
    if (!warrior.ready) return refuse('E_NOT_READY', { warrior: ref(warrior.id) });
    const selection = selected(warrior, params.weapons, params.primary);
    if (!selection.ok) return selection;
    const unseen = call.unseenBy?.(seat.value.id).includes(warrior.id) ?? false;
    yield* begin(draft, warrior, selection.value, unseen);
    return done;
  },
});
