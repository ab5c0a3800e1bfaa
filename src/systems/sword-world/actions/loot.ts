import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatants } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { loot as lootAll } from '../after-combat.ts';
import { called, runs, speaksFor } from '../checks.ts';
import { ableCharacters } from '../offers.ts';
import { isCharacter, otherSide, unitAble } from '../units.ts';

/** SW-LOOT-1, SW-LOOT-2, SW-MOUNT-15. */
export const loot = order({
  summary: 'Search the defeated monsters: ten minutes each',
  role: 'player',
  params: z.strictObject({
    looters: combatants('Who searches; left out: every able character of the winners').optional(),
    monsters: combatants('What is searched; left out: every defeated monster').optional(),
  }),
  offers: {
    looters: ableCharacters,
    monsters: (state) => state.units.filter((unit) => !unitAble(unit)).map(({ id }) => ({ value: id, label: ref(id) })),
  },
  resolve: (draft, call, { looters, monsters }) => {
    const state = draft.now();
    const winner = state.outcome?.winner ?? 'allies';
    const side = state.units.find(({ id }) => id === call.actor)?.side ?? winner;
    const own = state.units.find(({ id }) => id === call.actor);
    if (own ? !runs(call, own) : !speaksFor(state, call, side)) return refuse('E_NOT_YOURS', { unit: ref(call.actor) });
    if (state.stage === 'combat') return refuse('E_IN_COMBAT');
    const searching: string[] = [];
    for (const name of looters ?? []) {
      const unit = called(state, name);
      if (!unit.ok) return unit;
      searching.push(unit.value.id);
    }
    // Whom others must not know of is meant where it is named.
    const unseen = call.unseenBy?.(call.actor) ?? [];
    const seen = state.units.filter(({ id }) => !unseen.includes(id));
    const all = seen.filter((unit) => unit.side === side && isCharacter(unit) && unitAble(unit)).map(({ id }) => id);
    const found = seen
      .filter((unit) => unit.side === otherSide(side) && !isCharacter(unit) && !unitAble(unit))
      .map(({ id }) => id);
    const who = looters === undefined ? all : searching;
    const what = monsters ?? found;
    if (who.length === 0 || what.length === 0)
      return refuse('E_NOT_NOW', { why: 'there is nobody to search, or nothing to be searched' });
    lootAll(draft, who, what);
    return done;
  },
});
