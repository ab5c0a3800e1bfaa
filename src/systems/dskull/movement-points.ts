import { effectSum } from '../../rules/effects.ts';
import { warriorOf } from './seats.ts';
import type { Draft, Part, State } from './state.ts';
import { fastBonus, slowness } from './traits.ts';
import { phase } from './triggers.ts';

export type Source = 'action' | 'tacticsAdv' | 'effect';

export interface Gain {
  readonly base: number;
  readonly fast: number;
  readonly slow: number;
  /** The lantern's weight, effects of the GM and of triggers. */
  readonly other: number;
  readonly amount: number;
}

/** DS-MOVE-1, DS-TRAIT-11, DS-TRAIT-12. The movement points a warrior gets, at least 0. */
export const mpGain = (state: State, id: string, source: Source, effect = 0): Gain => {
  const { move } = state.settings;
  const warrior = warriorOf(state, id);
  const base = source === 'action' ? move.action : source === 'tacticsAdv' ? move.tacticsAdv : effect;
  const slowed = source === 'action' || move.slowScope === 'every-gain';
  const fast = warrior && source === 'action' ? fastBonus(warrior) : 0;
  const slow = warrior && slowed ? slowness(warrior) : 0;
  const laden = source === 'action' && state.things.some(({ carrier }) => carrier === id) ? -1 : 0;
  const other = laden + effectSum(state.effects, id, 'movement');
  return { base, fast, slow, other, amount: Math.max(0, base + fast - slow + other) };
};

/** DS-TRIG-6. */
export function* gainMp(draft: Draft, warrior: string, source: Source, effect = 0): Part {
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  yield* phase(draft, 'mp.gain', warrior, function* (more) {
    const gain = mpGain(draft.now(), warrior, source, effect);
    const other = gain.other + more;
    draft.emit({
      type: 'mp-gained',
      warrior,
      source,
      ...gain,
      other,
      amount: Math.max(0, gain.base + gain.fast - gain.slow + other),
    });
  });
}
