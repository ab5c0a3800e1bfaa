import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { numeral } from '../../../core/text.ts';
import type { Decision } from '../../../rules/asking.ts';
import { correctionsOf } from '../../../rules/by-decision.ts';
import { line } from '../../../rules/lines.ts';
import type { Event } from '../index.ts';
import type { Code } from '../refusals.ts';
import type { Body } from '../sheet.ts';
import { bodyCalled, called, event, name, type State, stateSchema, type Unit, unitSchema } from '../state.ts';

/** Whom what was set names besides the one it is of. */
const namedBy = ({
  field,
  who,
  unit,
  battle,
}: {
  readonly field: string;
  readonly who: string;
  readonly unit?: Unit | undefined;
  readonly battle?: { readonly [Key in keyof State]?: State[Key] | undefined } | undefined;
}): readonly string[] => {
  switch (field) {
    case 'turn':
      return battle?.open === undefined ? [] : [battle.open];
    case 'restricted':
      return battle?.restricted ?? [];
    case 'skirmishes':
      return (battle?.skirmishes ?? []).flatMap(({ participants }) => participants);
    case 'mounted-on': {
      const mount = battle?.units?.find(({ id }) => id === who)?.mountedOn;
      return mount === undefined ? [] : [mount];
    }
    case 'passengers':
      return unit?.passengers ?? [];
    default:
      return [];
  }
};

/** What the GM puts right. A value that names somebody whom this reader must not know of is left out. */
export const corrected = event(
  'corrected',
  {
    field: z.string(),
    /** Nobody where it is of the battle itself. */
    who: name,
    value: z.string(),
    unit: unitSchema.optional(),
    battle: stateSchema.partial().optional(),
  },
  {
    apply: (state, { unit, battle }) => {
      if (unit !== undefined)
        return { ...state, units: state.units.map((each) => (each.id === unit.id ? unit : each)) };
      return battle === undefined ? state : Object.assign({ ...state }, battle);
    },
    tell: (happened, { reader }) => {
      const { field, who, value } = happened;
      const known = (who === '' || reader.knowsOf(who)) && namedBy(happened).every(reader.sees);
      const whose = who === '' ? '' : say` of ${ref(who)}`;
      return line(say`The GM sets the ${field}${whose}${known ? `: ${value}` : ''}.`);
    },
  },
);

export const correction = correctionsOf<State, Event, Code>();

type Decided = Decision<Event, Code>;

export const setRight = (field: string, unit: Unit, value: unknown): Decided =>
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
      const unit = called(state, who) ?? bodyCalled(state, who)?.unit;
      if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
      const next = change(unit, given, state);
      return next ? setRight(field, next, given) : refuse('E_BAD_VALUE', { value: shown(given), field, want });
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
      const unit = called(state, who) ?? bodyCalled(state, who)?.unit;
      if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
      const section = unit.bodies.length > 1 ? bodyCalled(state, who)?.body.id : undefined;
      const bodies = unit.bodies.map((body) =>
        section === undefined || body.id === section ? change(body, given) : body,
      );
      return setRight(field, { ...unit, bodies }, given);
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
