import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import type { Effect } from '../../rules/effects.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
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
export const hang = (state: State, who: string, name: string, effect: Effect | undefined): Decision<Event, Code> => {
  const unit = unitCalled(state, who);
  if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
  if (effect === undefined) {
    const natural = unit.effects.some(({ id }) => id === name);
    if (natural)
      return ok([
        { type: 'effects', unit: unit.id, effects: unit.effects.filter(({ id }) => id !== name), why: 'the GM' },
      ]);
    return state.effects.some((each) => each.who === unit.id && each.name === name)
      ? ok([{ type: 'effect-lifted', who: unit.id, name }])
      : refuse('E_NO_EFFECT', { unit: ref(unit.id), effect: name });
  }
  const strange = Object.keys(effect.modifiers).find((term) => !Object.hasOwn(modifiers, term));
  if (strange !== undefined)
    return refuse('E_BAD_VALUE', {
      value: strange,
      field: 'modifier',
      want: `use ${Object.keys(modifiers).join(', ')}`,
    });
  return ok([{ type: 'effect-hung', effect: { ...effect, who: unit.id, name } }]);
};
