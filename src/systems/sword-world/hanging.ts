import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import type { Effect } from '../../rules/effects.ts';
import { done, type Verdict } from '../../rules/verb.ts';
import type { Draft } from './action.ts';
import type { Code } from './refusals.ts';
import { unitCalled } from './units.ts';

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
  const unit = unitCalled(draft.now(), who);
  if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
  if (effect === undefined) {
    const natural = unit.effects.some(({ id }) => id === name);
    if (natural) {
      const effects = unit.effects.filter(({ id }) => id !== name);
      draft.emit({ type: 'effects', unit: unit.id, effects, why: 'the GM' });
      return done;
    }
    if (draft.now().effects.every((each) => each.who !== unit.id || each.name !== name))
      return refuse('E_NO_EFFECT', { unit: ref(unit.id), effect: name });
    draft.emit({ type: 'effect-lifted', who: unit.id, name });
    return done;
  }
  const strange = Object.keys(effect.modifiers).find((term) => !Object.hasOwn(modifiers, term));
  if (strange !== undefined)
    return refuse('E_BAD_VALUE', {
      value: strange,
      field: 'modifier',
      want: `use ${Object.keys(modifiers).join(', ')}`,
    });
  draft.emit({ type: 'effect-hung', effect: { ...effect, who: unit.id, name } });
  return done;
};
