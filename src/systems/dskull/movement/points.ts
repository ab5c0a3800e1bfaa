import { z } from 'zod';
import { formatSigned, phrase, ref, say } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { line, step } from '../../../rules/event.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { spendAction } from '../activation/actions.ts';
import { requireAction } from '../checks.ts';
import {
  type Draft,
  event,
  find,
  order,
  type PartialRuling,
  type State,
  updateActivation,
  warriorOrSeatId,
} from '../state.ts';
import { fastBonus, slowPenalty } from '../traits.ts';
import { runPhaseWithoutQuestions } from '../triggers/triggers.ts';

const sources = ['action', 'tacticsAdv', 'effect'] as const;

/** DS-MOVE-1, DS-TRIG-6. */
export const mpGained = event(
  'mp-gained',
  {
    warrior: warriorOrSeatId,
    source: z.enum(sources),
    base: z.int(),
    fast: z.int(),
    slow: z.int(),
    other: z.int(),
    amount: z.int(),
  },
  {
    apply: (state, { amount }) => updateActivation(state, (now) => ({ ...now, mp: now.mp + amount })),
    narrate: ({ warrior, base, fast, slow, other, amount }, { after }) =>
      line(say`${ref(warrior)} gains ${amount} MP; ${after.activation?.mp ?? 0} in all.`, 'plain', [
        [
          step('DS-MOVE-1', phrase`base ${base}`),
          ...(fast === 0 ? [] : [step('DS-TRAIT-12', phrase`${formatSigned(fast)} fast`)]),
          ...(slow === 0 ? [] : [step('DS-TRAIT-11', phrase`${formatSigned(-slow)} slow`)]),
          ...(other === 0 ? [] : [step('DS-TRIG-6', phrase`${formatSigned(other)} effects`)]),
        ],
      ]),
  },
);

type Source = (typeof sources)[number];

/** DS-MOVE-1, DS-TRAIT-11, DS-TRAIT-12. The movement points a warrior gets, at least 0; `more`: what triggers add. */
export const mpGain = (state: State, id: string, source: Source, effect = 0, more = 0) => {
  const { move } = state.settings;
  const warrior = find(state, id);
  const base = source === 'action' ? move.action : source === 'tacticsAdv' ? move.tacticsAdv : effect;
  const slowed = source === 'action' || move.slowScope === 'every-gain';
  const fast = warrior && source === 'action' ? fastBonus(warrior) : 0;
  const slow = warrior && slowed ? slowPenalty(warrior) : 0;
  const laden = source === 'action' && state.things.some(({ carrier }) => carrier === id) ? -1 : 0;
  // The lantern's weight, effects of the GM and of triggers.
  const other = laden + effectSum(state.effects, id, 'movement') + more;
  return { base, fast, slow, other, amount: Math.max(0, base + fast - slow + other) };
};

/** DS-TRIG-6. */
export function* gainMp(draft: Draft, warrior: string, source: Source, effect = 0): PartialRuling {
  yield* runPhaseWithoutQuestions(draft, 'mp.gain', warrior, (more) => {
    const gain = mpGain(draft.now(), warrior, source, effect, more);
    draft.emit(mpGained({ warrior, source, ...gain }));
  });
}

/** DS-CMD-6, DS-ACT-5. */
export const takeMovementAction = order({
  summary: 'Take a Movement action: gain movement points',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const acting = requireAction(draft.now(), call);
    if (!acting.ok) return acting;
    const { warrior } = acting.value;
    yield* spendAction(draft, warrior.id, 'move', () => gainMp(draft, warrior.id, 'action'));
    return doneVerdict;
  },
});
