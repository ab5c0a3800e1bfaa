import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { sameName } from '../../../core/text.ts';
import { combatant, flag, oneOf, whole } from '../../../rules/params.ts';
import { byTheBm } from '../checks.ts';
import { verb } from '../declare.ts';
import { ledger } from '../ledger.ts';
import { proposers } from '../offers.ts';
import { endTurn, settle } from '../turns.ts';

/** SK-EXC-1, SK-EXC-3, SK-EXC-4: the BM's word on a proposed stunt: its effect, its die, its limits. */
export const ruleStunt = verb({
  summary: 'The BM approves or denies a stunt, and says what comes of it',
  role: 'gm',
  whilePending: true,
  params: z.strictObject({
    answer: oneOf('Is it allowed?', ['approve', 'deny']),
    target: combatant('Whose stunt; left out: the one proposed first, somebody hidden last').optional(),
    effect: z.string().max(500).default('').meta({ description: 'What comes of it, and its limits' }),
    chance: whole('Percent chance that it succeeds; left out: no die', 1, 100).optional(),
    hit: whole('Points on the next roll of the one who does it', -100, 100).optional(),
    damage: whole('Percent on the damage of that roll', -100, 1000).optional(),
    spend: flag('Does it use up the action and end the turn?').default(false),
  }),
  offers: { target: proposers },
  resolve: (state, call, { answer, target, effect, chance, hit, damage, spend }, dice) => {
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    const unseen = call.unseenBy?.(call.actor) ?? [];
    const stunt =
      target === undefined
        ? (state.stunts.find(({ who }) => !unseen.includes(who)) ?? state.stunts[0])
        : state.stunts.find(({ who }) => sameName(who, target));
    if (stunt === undefined) return refuse('NO_STUNT', { target: target === undefined ? 'anybody' : ref(target) });
    if (spend && call.pending !== undefined) return refuse('REACTION_PENDING');
    const approved = answer === 'approve';
    const natural = approved && chance !== undefined ? dice.roll(100, 'stunt') : undefined;
    const comesOff = approved && (natural === undefined || natural <= (chance ?? 100));

    const book = ledger(state);
    book.add({
      type: 'stunt-ruled',
      who: stunt.who,
      text: stunt.text,
      approved,
      effect,
      ...(natural !== undefined && { chance, natural }),
      next: comesOff ? { ...(hit !== undefined && { hit }), ...(damage !== undefined && { damage }) } : {},
    });
    if (approved && spend && state.turn?.who === stunt.who) endTurn(book);
    settle(book);
    return ok(book.events);
  },
});
