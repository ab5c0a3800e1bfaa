import type { z } from 'zod';
import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { numeral } from '../../core/text.ts';
import type { Decision } from '../../rules/asking.ts';
import { correctionsOf } from '../../rules/by-decision.ts';
import type { Event } from './events.ts';
import type { State, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import type { Body } from './sheet.ts';
import { bodyCalled, unitCalled } from './units.ts';

export const correction = correctionsOf<State, Event, Code>();
type Decided = Decision<Event, Code>;

export const corrected = (field: string, unit: Unit, value: unknown): Decided =>
  ok([{ type: 'corrected', field, who: unit.id, value: shown(value), unit }]);
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shown).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numeral(value);
  return typeof value === 'object' && value !== null ? Object.values(value).map(shown).join(' ') : String(value);
};

/** A fact of one unit. */
export const ofUnit = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (unit: Unit, value: Value, state: State) => Unit | undefined,
  want = 'choose another value',
) =>
  correction<Value>({
    says,
    of: 'combatant',
    value,
    resolve: (state, who, given) => {
      const unit = unitCalled(state, who) ?? bodyCalled(state, who)?.unit;
      if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
      const next = change(unit, given, state);
      return next ? corrected(field, next, given) : refuse('E_BAD_VALUE', { value: shown(given), field, want });
    },
  });

/** A number of one body: a unit of several sections is corrected by the name of the section, or in all of them. */
export const ofBody = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (body: Body, value: Value) => Body,
) =>
  correction<Value>({
    says,
    of: 'combatant',
    value,
    resolve: (state, who, given) => {
      const unit = unitCalled(state, who) ?? bodyCalled(state, who)?.unit;
      if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
      const section = unit.bodies.length > 1 ? bodyCalled(state, who)?.body.id : undefined;
      const bodies = unit.bodies.map((body) =>
        section === undefined || body.id === section ? change(body, given) : body,
      );
      return corrected(field, { ...unit, bodies }, given);
    },
  });

/** A fact of the whole battle. */
export const ofBattle = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (state: State, value: Value) => Partial<State> | undefined,
  want = 'choose another value',
) =>
  correction<Value>({
    says,
    of: 'battle',
    value,
    resolve: (state, _who, given) => {
      const battle = change(state, given);
      return battle === undefined
        ? refuse('E_BAD_VALUE', { value: shown(given), field, want })
        : ok([{ type: 'corrected', field, who: '', value: shown(given), battle }]);
    },
  });
