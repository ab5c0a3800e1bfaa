import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatants } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { rollDegree } from '../attribute-checks.ts';
import { byGm, notOver, phaseInWords, present } from '../checks.ts';
import type { State } from '../model.ts';
import { everybody } from '../offers.ts';

/** Before anything is declared in the round that follows. */
const mayBegin = ({ status, phase, pending, combatants: all }: State): boolean =>
  pending === undefined &&
  (status === 'setup' || (phase === 'declare' && all.every(({ declaration }) => declaration === undefined)));

/** SEG-AMB-1, 2, SEG-RUL-43. */
export const ambush = action({
  summary: 'Spring an ambush: each victim rolls PER',
  role: 'gm',
  params: z.strictObject({
    ambushers: combatants('Who springs it, with commas'),
    victims: combatants('Who is ambushed, with commas'),
  }),
  offers: { ambushers: everybody, victims: everybody },
  resolve: (state, call, { ambushers, victims }, dice) => {
    const running = notOver(state);
    if (!running.ok) return running;
    const gm = byGm(call);
    if (!gm.ok) return gm;
    if (!mayBegin(state)) return refuse('WRONG_PHASE', { phase: phaseInWords(state) });
    const ids: string[][] = [];
    for (const names of [ambushers, victims]) {
      const found: string[] = [];
      for (const name of names) {
        const one = present(state, name);
        if (!one.ok) return one;
        found.push(one.value.id);
      }
      ids.push(found);
    }
    const [springers = [], caught = []] = ids;
    if (caught.length === 0) return refuse('NO_SUCH_COMBATANT', { who: 'victim' });
    const rolled = state.combatants
      .filter(({ id }) => caught.includes(id))
      .map((who) => {
        const roll = rollDegree(state, who, 'per', dice, 'ambush');
        return { who: who.id, roll, level: roll.degree };
      });
    return ok([{ type: 'ambushed', ambushers: springers, victims: rolled }]);
  },
});
