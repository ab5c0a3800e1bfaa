import { z } from 'zod';
import { maskedRef, ref, refuse, say } from '../../src/core/message.ts';
import { line, step } from '../../src/rules/event.ts';
import { mayCommand } from '../../src/rules/expected-action.ts';
import { combatantParam, doneVerdict } from '../../src/rules/verb.ts';
import { current, duelists, event, isStanding, order } from './state.ts';

/** DU-BLOW-1, DU-BLOW-2. */
export const struck = event('struck', {
  facts: { who: z.string(), target: z.string(), total: z.int(), needed: z.int(), damage: z.int() },
  apply: (state, { who, target, damage }) => ({
    ...duelists.update(state, target, ({ hp }) => ({ hp: hp - damage })),
    acted: [...state.acted, who],
  }),
  narrate: ({ who, target, total, needed, damage }) =>
    line(say`${maskedRef(who)} strikes ${maskedRef(target)}: ${damage} damage.`, damage > 0 ? 'bad' : 'plain', [
      [step('DU-BLOW-1', `${total} against ${needed}`)],
    ]),
  actors: ({ who }) => [who],
});

/** DU-TURN-1, DU-BLOW-1, DU-BLOW-2. */
export const attack = order({
  summary: 'Strike a foe',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({ target: combatantParam('Whom you strike') }),
  resolve: ({ now, emit, dice }, call, { target }) => {
    const me = current(now());
    if (me?.id !== call.actor || !mayCommand(call)) return refuse('not-your-turn', { who: ref(call.actor) });
    const foe = duelists.findByName(now(), target);
    if (foe === undefined || !isStanding(foe) || foe.side === me.side)
      return refuse('no-such-foe', { target: ref(target) });
    const [total, needed] = [dice.roll(20, 'attack') + me.sheet.skill, 10 + foe.sheet.skill];
    const damage = total >= needed ? dice.roll(6, 'damage') : 0;
    emit(struck({ who: me.id, target: foe.id, total, needed, damage }));
    return doneVerdict;
  },
});
