import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { hangOf } from '../../rules/effect-events.ts';
import { type Effect, effectSchema as hungSchema } from '../../rules/effects.ts';
import { line } from '../../rules/lines.ts';
import { done } from '../../rules/verb.ts';
import { combatantCalled } from './checks.ts';
import type { Code } from './refusals.ts';
import { effectSchema } from './sheet.ts';
import { called, type Draft, event, name, on, type State, theUnit } from './state.ts';
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

/** What the GM hung on somebody, all of it; left out where time changed nothing of it. */
export const hungOptional = z.array(hungSchema).optional();

/** What hangs on everybody, where time changed something of it. */
export const hungSince = (before: readonly Effect[], left: readonly Effect[]): { readonly hung?: Effect[] } =>
  left.length === before.length && left.every((effect, at) => effect === before[at]) ? {} : { hung: [...left] };

/** How hanging and lifting were written before they had an event each. */
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

const hangOrLift = hangOf<State, Code>()({
  find: combatantCalled,
  id: 'id',
  modifiers,
  badTerm: (term, terms) => refuse('E_BAD_VALUE', { value: term, field: 'modifier', want: `use ${terms}` }),
  notThere: (unit, effect) => refuse('E_NO_EFFECT', { unit: ref(unit), effect }),
});

/** Hangs an effect on a unit, or lifts it by its name: also one that its rules brought upon it. */
export const hang = (
  draft: Draft,
  who: string,
  name: string,
  effect: Effect | undefined,
): ReturnType<typeof hangOrLift> => {
  const unit = effect === undefined ? called(draft.now(), who) : undefined;
  const effects = unit?.effects.filter(({ id }) => id !== name) ?? [];
  if (unit === undefined || effects.length === unit.effects.length) return hangOrLift(draft, who, name, effect);
  draft.emit({ type: 'effects', unit: unit.id, effects, why: 'the GM' });
  return done;
};
