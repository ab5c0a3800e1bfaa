import { z } from 'zod';
import { ref, say } from '../core/message.ts';
import type { Draft } from './draft.ts';
import { type Effect, effectSchema, ticked } from './effects.ts';
import { eventsOf } from './event.ts';
import { line, type UnreadLine } from './lines.ts';

interface WithEffects {
  readonly effects: readonly Effect[];
}
type Named = Pick<Effect, 'who' | 'name'>;

const without = (effects: readonly Effect[], { who, name }: Named): readonly Effect[] =>
  effects.filter((each) => each.who !== who || each.name !== name);

const over = ({ who, name }: Named): UnreadLine => ({
  ...line(say`${name} on ${ref(who)} ends.`, 'quiet'),
  ends: [{ who, name }],
});

const named = z.strictObject({ who: z.string(), name: z.string() });

/** The events by which what the GM hangs on somebody comes and goes, for a state that keeps it as `effects`. */
export const effectEvents = <State extends WithEffects>() => {
  const event = eventsOf<State>();
  return [
    event(
      'effect-hung',
      { effect: effectSchema },
      {
        apply: (state, { effect }) => ({ ...state, effects: [...without(state.effects, effect), effect] }),
        tell: ({ effect }) => line(say`${effect.name} hangs on ${ref(effect.who)}.`),
      },
    ),
    event(
      'effect-lifted',
      /** `ended`: by itself, when its time was up. */
      { who: z.string(), name: z.string(), ended: z.boolean().optional() },
      {
        apply: (state, lifted) => ({ ...state, effects: without(state.effects, lifted) }),
        tell: (lifted) =>
          lifted.ended
            ? over(lifted)
            : { ...line(say`${lifted.name} on ${ref(lifted.who)} is lifted.`), ends: [lifted] },
      },
    ),
    event(
      'effects-ticked',
      { left: z.array(effectSchema), ended: z.array(named).optional() },
      {
        apply: (state, { left }) => ({ ...state, effects: left }),
        tell: ({ ended = [] }) => ended.map(over),
      },
    ),
  ] as const;
};

type EffectEvent =
  | { readonly type: 'effect-hung'; readonly effect: Effect }
  | { readonly type: 'effect-lifted'; readonly who: string; readonly name: string }
  | { readonly type: 'effects-ticked'; readonly left: Effect[]; readonly ended?: { who: string; name: string }[] };

/** Hangs an effect on somebody in place of one of the same name, or lifts it (`effect` left out). Was there anything to lift? */
export const hang = <State extends WithEffects>(
  { now, emit }: Pick<Draft<State, EffectEvent>, 'now' | 'emit'>,
  who: string,
  name: string,
  effect: Effect | undefined,
): boolean => {
  if (effect !== undefined) emit({ type: 'effect-hung', effect: { ...effect, who, name } });
  else if (now().effects.some((each) => each.who === who && each.name === name))
    emit({ type: 'effect-lifted', who, name });
  else return false;
  return true;
};

/** Counts effects down at the start or end of somebody's turn, or of the round (`of` left out). */
export const tickEffects = <State extends WithEffects>(
  { now, emit }: Pick<Draft<State, EffectEvent>, 'now' | 'emit'>,
  at: 'start' | 'end',
  of?: string,
): void => {
  const { effects } = now();
  const { left, ended } = ticked(effects, at, of);
  if (left.some((effect, index) => effect !== effects[index]) || ended.length > 0)
    emit({ type: 'effects-ticked', left: [...left], ended: ended.map(({ who, name }) => ({ who, name })) });
};
