import { z } from 'zod';
import { maskedRef, ref, say } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import { ok } from '../../src/core/result.ts';
import { effectSum } from '../../src/rules/effects.ts';
import { line, step } from '../../src/rules/lines.ts';
import { combatantParam } from '../../src/rules/params.ts';
import { askQuestion } from '../../src/rules/question.ts';
import { standingOrderForQuestion } from '../../src/rules/standing-order-kinds.ts';
import { tallyAttack } from '../../src/rules/tally.ts';
import { doneVerdict } from '../../src/rules/verb.ts';
import { requireActing, requireFoe } from './checks.ts';
import { current, event, type Fighter, findByName, foesOf, name, order, query, type State, update } from './state.ts';

/** DU-BLOW-1, DU-BLOW-2, DU-BLOW-3. */
export const struck = event(
  'struck',
  { who: name, target: name, die: z.int(), total: z.int(), needed: z.int(), damage: z.int(), yields: z.boolean() },
  {
    apply: (state, { who, target, damage, yields }) => ({
      ...update(state, target, ({ hp }) => ({ hp: yields ? 1 : hp - damage, yielded: yields })),
      acted: [...state.acted, who],
    }),
    narrate: ({ who, target, die, total, needed, damage, yields }) =>
      line(
        yields
          ? say`${maskedRef(target)} yields to ${maskedRef(who)}.`
          : say`${maskedRef(who)} strikes ${maskedRef(target)}${damage > 0 ? `: ${damage} damage.` : ' and misses.'}`,
        damage > 0 ? 'bad' : 'plain',
        [[step('DU-BLOW-1', `d20 ${die} = ${total} against ${needed}`)]],
      ),
    tallies: ({ who, target, damage }) => tallyAttack(who, target, damage > 0, damage),
    actors: ({ who }) => [who],
    stroke: 'attack',
  },
);

/** DU-BLOW-1: what is added to a fighter's die, and what a blow at it needs. */
const bonusOf = ({ effects }: State, { id, sheet }: Fighter): number => sheet.skill + effectSum(effects, id, 'skill');
const neededAgainst = ({ sheet }: Fighter): number => 10 + sheet.skill;

/** DU-BLOW-1, DU-BLOW-2, DU-BLOW-3. */
export const attack = order({
  summary: 'Strike a foe',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({ target: combatantParam('Whom you strike') }),
  offers: {
    target: (state) => {
      const me = current(state);
      return me === undefined ? [] : foesOf(state, me).map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: function* ({ now, emit, dice }, call, { target: wanted }) {
    const acting = requireActing(now(), call);
    if (!acting.ok) return acting;
    const me = acting.value;
    const foe = requireFoe(now(), me, wanted);
    if (!foe.ok) return foe;
    const { id: target, hp } = foe.value;
    const die = dice.roll(20, 'attack');
    const total = die + bonusOf(now(), me);
    const needed = neededAgainst(foe.value);
    const damage = total >= needed ? dice.roll(now().settings.damageDie, 'damage') : 0;
    const mayYield = damage >= hp && now().settings.quarter === 'yes';
    const yields =
      mayYield &&
      (yield* askQuestion({
        to: target,
        kind: 'yield',
        says: say`${maskedRef(me.id)} fells ${maskedRef(target)} with ${damage} damage. Yield?`,
        choices: [
          { id: 'yield', label: 'Yield' },
          { id: 'fall', label: 'Fight on' },
        ],
        auto: 'yield',
      })) === 'yield';
    emit(struck({ who: me.id, target, die, total, needed, damage, yields }));
    return doneVerdict;
  },
});

/** DU-BLOW-3: the question, for standing orders. */
export const yieldKind = standingOrderForQuestion('would be felled', 'actor', 'yield', {
  yield: 'yield',
  fall: 'fight on',
});

/** DU-BLOW-1. Free, and only of those whom the one who asks may know of. */
export const need = query({
  summary: 'What you must roll to hit a foe',
  params: z.strictObject({ target: combatantParam('Whom you would strike') }),
  answer: (state, call, { target: wanted }) => {
    const [me, foe] = [findByName(state, call.actor) ?? current(state), findByName(state, wanted)];
    if (me === undefined) return refuse('not-active');
    if (foe === undefined) return refuse('no-such-foe', { target: ref(wanted) });
    const needed = neededAgainst(foe) - bonusOf(state, me);
    return ok({
      title: say`${ref(me.id)} against ${ref(foe.id)}`,
      lines: [line(say`${ref(me.id)} hits ${ref(foe.id)} with ${needed} or more.`)],
    });
  },
});
