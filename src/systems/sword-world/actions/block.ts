import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { mayCommand } from '../../../rules/call.ts';
import { combatants, text, whole } from '../../../rules/params.ts';
import { reply } from '../action.ts';
import { blockText, noBlock, passageAsked } from '../block-questions.ts';
import { type Block, checkBlock } from '../blocking.ts';
import { called } from '../checks.ts';
import { ownUnits } from '../offers.ts';
import { meleeOf } from '../units.ts';

/** SW-BLOCK-1..13. Answers a movement: who blocks, and where. */
export const block = reply({
  summary: 'Block the movement that is being made, or let it pass',
  role: 'player',
  seen: 'seen',
  answers: 'block',
  params: z.strictObject({
    by: combatants('Who blocks; left out: let the mover pass').optional(),
    at: whole('The coordinate at which free units block', -9999, 9999).optional(),
    skirmish: text('The skirmish whose participants block', 20).optional(),
    assist: combatants('Independents who help the participants').optional(),
  }),
  offers: {
    by: ownUnits,
    assist: ownUnits,
    skirmish: (state) => state.skirmishes.map(({ id, center }) => ({ value: id, label: `${id} at ${center} m` })),
  },
  choose: (state, call, { by = [], at, skirmish, assist = [] }, question) => {
    if (question === undefined) return refuse('E_NOT_NOW', { why: 'no movement waits for a block' });
    if (!mayCommand(call, question.to)) return refuse('E_NOT_YOURS', { unit: ref(question.to) });
    if (by.length === 0) return ok(noBlock);
    const first = called(state, by[0] ?? '');
    if (!first.ok) return first;
    const passage = passageAsked(state, question);
    if (passage === undefined) return ok(question.choices.some(({ id }) => id === 'help') ? 'help' : noBlock);
    const melee = skirmish ?? (at === undefined ? meleeOf(state, first.value.id)?.id : undefined);
    const wanted: Block = { by, at, skirmish: melee, assist };
    const stopped = checkBlock(state, passage, wanted);
    return stopped.ok ? ok(blockText(wanted)) : stopped;
  },
});
