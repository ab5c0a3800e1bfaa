import { z } from 'zod';
import { phrase, ref, say } from '../core/message.ts';
import { type Refusal, type Result, refuse } from '../core/result.ts';
import type { RulingDraft } from './draft.ts';
import { type Effect, effectSchema, effectsAfterTick } from './effects.ts';
import { bindEvents } from './event.ts';
import { line, type UnresolvedLine } from './lines.ts';
import { doneVerdict, type Verdict } from './verb.ts';

interface StateWithEffects {
  readonly effects: readonly Effect[];
}
type EffectKey = Pick<Effect, 'who' | 'name'>;

/** Nobody has two effects of one name. The same list where there is none of that name on them. */
const withoutEffect = (effects: readonly Effect[], { who, name }: EffectKey): readonly Effect[] => {
  const at = effects.findIndex((each) => each.name === name && each.who === who);
  return at < 0 ? effects : effects.toSpliced(at, 1);
};

const effectEndedLine = ({ who, name }: EffectKey): UnresolvedLine => ({
  ...line(say`${name} on ${ref(who)} ends.`, 'quiet'),
  endedEffects: [{ who, name }],
});

const effectKeySchema = z.strictObject({ who: z.string(), name: z.string() });

/** The events by which what the GM hangs on somebody comes and goes, for a state that keeps it as `effects`. */
export const declareEffectEvents = <State extends StateWithEffects>() => {
  const event = bindEvents<State>();
  return [
    event(
      'effect-hung',
      { effect: effectSchema },
      {
        apply: (state, { effect }) => ({ ...state, effects: withoutEffect(state.effects, effect).concat(effect) }),
        narrate: ({ effect }) => line(say`${effect.name} now affects ${ref(effect.who)}.`),
      },
    ),
    event(
      'effect-lifted',
      /** `ended`: by itself, when its time was up. */
      { who: z.string(), name: z.string(), ended: z.boolean().optional() },
      {
        apply: (state, lifted) => ({ ...state, effects: withoutEffect(state.effects, lifted) }),
        narrate: (lifted) =>
          lifted.ended
            ? effectEndedLine(lifted)
            : { ...line(say`${lifted.name} on ${ref(lifted.who)} is removed.`), endedEffects: [lifted] },
      },
    ),
    event(
      'effects-ticked',
      { left: z.array(effectSchema), ended: z.array(effectKeySchema).optional() },
      {
        apply: (state, { left }) => ({ ...state, effects: left }),
        narrate: ({ ended = [] }) => ended.map(effectEndedLine),
      },
    ),
  ] as const;
};

const [effectApplied, effectRemoved, effectsTicked] = declareEffectEvents<StateWithEffects>();

type Refused<Code extends string> = Result<never, Refusal<Code>>;

/** Whom the GM may hang what on, and the rulebook's own refusals, where it has such. */
interface ApplyEffectOptions<State, One, Code extends string> {
  /** Who is called so; refuses where nobody is. */
  readonly find: (state: State, who: string) => Result<One, Refusal<Code>>;
  /** The key under which the id of one stands. */
  readonly id: keyof One;
  readonly modifiers: Readonly<Record<string, string>>;
  readonly badTerm?: (term: string, terms: string) => Refused<Code>;
  readonly noSuchEffect?: (who: string, name: string) => Refused<Code>;
}

/**
 * Binds the types of one system: hangs an effect on somebody in place of one of the same name, or lifts it (`effect` left out).
 * Refuses an unknown combatant, a term that the rulebook does not have, and to lift what does not hang.
 */
export const bindApplyEffect =
  <State extends StateWithEffects, Code extends string>() =>
  <One>({ find, id, modifiers, badTerm, noSuchEffect }: ApplyEffectOptions<State, One, Code>) =>
  (
    { now, emit }: Pick<RulingDraft<State>, 'now' | 'emit'>,
    whom: string,
    name: string,
    effect: Effect | undefined,
  ): Verdict<Code | 'bad-input' | 'no-such-effect'> => {
    const found = find(now(), whom);
    if (!found.ok) return found;
    const who = String(found.value[id]);
    const strange = Object.keys(effect?.modifiers ?? {}).find((term) => !Object.hasOwn(modifiers, term));
    if (strange !== undefined) {
      const terms = Object.keys(modifiers).join(', ');
      return (
        badTerm?.(strange, terms) ??
        refuse('bad-input', {
          option: 'modifiers',
          problem: phrase`there is no modifier named ${strange}; use ${terms}`,
        })
      );
    }
    if (effect !== undefined) emit(effectApplied({ effect: { ...effect, who, name } }));
    else if (now().effects.some((each) => each.who === who && each.name === name)) emit(effectRemoved({ who, name }));
    else return noSuchEffect?.(who, name) ?? refuse('no-such-effect', { effect: name, who: ref(who) });
    return doneVerdict;
  };

/** Counts effects down at the start or end of somebody's turn, or of the round (`of` left out). */
export const tickEffects = <State extends StateWithEffects>(
  { now, emit }: Pick<RulingDraft<State>, 'now' | 'emit'>,
  at: 'start' | 'end',
  of?: string,
): void => {
  const { effects } = now();
  const { left, ended } = effectsAfterTick(effects, at, of);
  if (left.some((effect, index) => effect !== effects[index]) || ended.length > 0)
    emit(effectsTicked({ left: [...left], ended: ended.map(({ who, name }) => ({ who, name })) }));
};
