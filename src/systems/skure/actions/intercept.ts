import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { mayCommand } from '../../../rules/call.ts';
import { oneOf } from '../../../rules/params.ts';
import { whyNot } from '../checks.ts';
import { standsInFront } from '../defending-ally.ts';
import { find, isAble, reply } from '../state.ts';

/** SK-ALLY-4: the answer in the defend-ally window. Another than the one who is asked is told why it cannot answer. */
export const intercept = reply({
  summary: 'Say whether you take the attack that is made on an ally behind you',
  role: 'player',
  answers: 'intercept',
  params: z.strictObject({ answer: oneOf('Do you take it?', ['yes', 'no']).default('yes') }),
  choose: (state, call, { answer }, question) => {
    const { actor } = call;
    const me = find(state, actor);
    if (question === undefined || me === undefined || state.status !== 'active')
      return refuse('NO_PENDING_ATTACK', { actor: ref(actor) });
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
    if (question.to === actor) return ok(answer);
    if (!isAble(me)) return refuse('INCAPACITATED', { actor: ref(actor), why: whyNot(me) || me.life });
    const asked = find(state, question.to);
    if (asked?.team !== me.team) return refuse('NOT_AN_ALLY', { actor: ref(actor), target: 'The one under attack' });
    const sharesTheAlly = state.combatants.some(
      (ally) => standsInFront(state, asked, ally) && standsInFront(state, me, ally),
    );
    return sharesTheAlly
      ? refuse('NO_PENDING_ATTACK', { actor: ref(actor) })
      : refuse('ALLY_NOT_BEHIND', { actor: ref(actor), target: 'the ally under attack' });
  },
});
