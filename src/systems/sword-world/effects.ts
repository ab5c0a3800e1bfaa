import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { hang as hangEffect } from '../../rules/effect-events.ts';
import { type Effect, effectSchema as hungSchema } from '../../rules/effects.ts';
import { line } from '../../rules/lines.ts';
import { done, type Verdict } from '../../rules/verb.ts';
import type { Code } from './refusals.ts';
import { effectSchema } from './sheet.ts';
import { called, type Draft, event, name, on, theUnit } from './state.ts';
import { capital, theThing } from './text.ts';

/** SW-FEAT-5. Effects that came upon a unit, or left it. */
export const effectsChanged = event(
  'effects',
  { unit: name, effects: z.array(effectSchema), why: z.string() },
  {
    apply: (state, { unit, effects }) => on(state, unit, () => ({ effects })),
    tell: ({ unit, effects, why }, { before }) => {
      const has = effects.map(({ id }) => id);
      const ended = theUnit(before, unit).effects.flatMap(({ id }) => (has.includes(id) ? [] : [id]));
      return ended.length > 0
        ? ended.map((id) => line(say`${capital(id)} ends on ${ref(unit)}.`, 'quiet'))
        : line(say`${ref(unit)} is under ${theThing(why)}.`, 'quiet');
    },
  },
);

/** How hanging and lifting were written before they had an event each. */
/** What the GM hung on somebody, all of it; left out where time changed nothing of it. */
export const hungOptional = z.array(hungSchema).optional();

/** What hangs on everybody, where time changed something of it. */
export const hungSince = (before: readonly Effect[], left: readonly Effect[]): { readonly hung?: Effect[] } =>
  left.length === before.length && left.every((effect, at) => effect === before[at]) ? {} : { hung: [...left] };

export const hung = event(
  'hung',
  { who: name, name, effects: z.array(hungSchema) },
  {
    apply: (state, { effects }) => ({ ...state, effects }),
    tell: ({ who, name: effect, effects }) =>
      effects.some((each) => each.who === who && each.name === effect)
        ? line(say`The GM sets ${effect} on ${ref(who)}.`, 'quiet')
        : { ...line(say`The GM lifts ${effect} from ${ref(who)}.`, 'quiet'), ends: [{ who, name: effect }] },
  },
);

/** What the GM may hang on a unit, and what each term does. */
export const modifiers = {
  checks: 'all checks',
  accuracy: 'Accuracy',
  evasion: 'Evasion',
  fortitude: 'Fortitude',
  willpower: 'Willpower',
  magicPower: 'Magic Power',
  power: 'the row of the power table',
  cMod: 'the C value of its attacks',
  increase: 'the total damage it deals',
  reduction: 'the damage applied to it, subtracted',
  defense: 'Defense',
  speed: 'Move Speed in metres',
} as const;

/** Hangs an effect on a unit, or lifts it by its name. */
export const hang = (draft: Draft, who: string, name: string, effect: Effect | undefined): Verdict<Code> => {
  const unit = called(draft.now(), who);
  if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
  if (effect === undefined) {
    const natural = unit.effects.some(({ id }) => id === name);
    if (natural) {
      const effects = unit.effects.filter(({ id }) => id !== name);
      draft.emit({ type: 'effects', unit: unit.id, effects, why: 'the GM' });
      return done;
    }
    return hangEffect(draft, unit.id, name, undefined)
      ? done
      : refuse('E_NO_EFFECT', { unit: ref(unit.id), effect: name });
  }
  const strange = Object.keys(effect.modifiers).find((term) => !Object.hasOwn(modifiers, term));
  if (strange !== undefined)
    return refuse('E_BAD_VALUE', {
      value: strange,
      field: 'modifier',
      want: `use ${Object.keys(modifiers).join(', ')}`,
    });
  hangEffect(draft, unit.id, name, effect);
  return done;
};
