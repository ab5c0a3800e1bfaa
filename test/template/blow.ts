import { z } from 'zod';
import { masked, ref, say } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import { ok } from '../../src/core/result.ts';
import { mayCommand } from '../../src/rules/call.ts';
import { effectSum } from '../../src/rules/effects.ts';
import { line, step } from '../../src/rules/lines.ts';
import { combatant } from '../../src/rules/params.ts';
import { ask } from '../../src/rules/question.ts';
import { blowTallies } from '../../src/rules/tally.ts';
import { done } from '../../src/rules/verb.ts';
import { called, current, event, foesOf, name, on, order, query } from './state.ts';

/** DU-BLOW-1, DU-BLOW-2. */
export const struck = event(
  'struck',
  { who: name, target: name, die: z.int(), total: z.int(), needed: z.int(), damage: z.int(), yields: z.boolean() },
  {
    apply: (state, { target, damage, yields }) => ({
      ...on(state, target, ({ hp }) => ({ hp: yields ? 1 : hp - damage, yielded: yields })),
      turn: state.turn + 1,
    }),
    tell: ({ who, target, die, total, needed, damage, yields }) =>
      line(
        yields
          ? say`${masked(target)} yields to ${masked(who)}.`
          : say`${masked(who)} strikes ${masked(target)}${damage > 0 ? `: ${damage} damage.` : ' and misses.'}`,
        damage > 0 ? 'bad' : 'plain',
        [[step('DU-BLOW-1', `d20 ${die} = ${total} against ${needed}`)]],
      ),
    counts: ({ who, target, damage }) => blowTallies(who, target, damage > 0, damage),
    actedBy: ({ who }) => [who],
    draws: 'attack',
  },
);

/** DU-BLOW-1, DU-BLOW-2, DU-BLOW-3. */
export const attack = order({
  summary: 'Strike a foe',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({ target: combatant('Whom you strike') }),
  offers: {
    target: (state) => {
      const me = current(state);
      return me === undefined ? [] : foesOf(state, me).map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: function* ({ now, emit, dice }, call, { target: wanted }) {
    const me = current(now());
    if (me === undefined) return refuse('not-active');
    if (!mayCommand(call)) return refuse('not-yours', { who: ref(call.actor) });
    if (me.id !== call.actor) return refuse('not-your-turn', { who: ref(call.actor) });
    const foe = foesOf(now(), me).find(({ id }) => id === wanted);
    if (foe === undefined) return refuse('no-such-foe', { target: ref(wanted) });
    const die = dice.roll(20, 'attack');
    const total = die + me.sheet.skill + effectSum(now().effects, me.id, 'skill');
    const needed = 10 + foe.sheet.skill;
    const damage = total >= needed ? dice.roll(now().settings.damageDie, 'damage') : 0;
    const falls = damage >= foe.hp && now().settings.quarter === 'yes';
    const yields =
      falls &&
      (yield* ask({
        to: foe.id,
        kind: 'yield',
        says: say`${masked(me.id)} fells ${masked(foe.id)} with ${damage} damage. Yield?`,
        choices: [
          { id: 'yield', label: 'Yield' },
          { id: 'fall', label: 'Fight on' },
        ],
        auto: 'yield',
      })) === 'yield';
    emit({ type: 'struck', who: me.id, target: foe.id, die, total, needed, damage, yields });
    return done;
  },
});

/** DU-BLOW-1. Free, and only of those whom the one who asks may know of. */
export const need = query({
  summary: 'What you must roll to hit a foe',
  params: z.strictObject({ target: combatant('Whom you would strike') }),
  answer: (state, call, { target: wanted }) => {
    const [me, foe] = [called(state, call.actor), called(state, wanted)];
    if (me === undefined || foe === undefined) return refuse('no-such-foe', { target: ref(wanted) });
    const needed = 10 + foe.sheet.skill - me.sheet.skill - effectSum(state.effects, me.id, 'skill');
    return ok({
      title: say`${ref(me.id)} against ${ref(foe.id)}`,
      lines: [line(say`${ref(me.id)} hits ${ref(foe.id)} with ${needed} or more.`)],
    });
  },
});
