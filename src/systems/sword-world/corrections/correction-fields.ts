import { z } from 'zod';
import { ok, ref, refuse, say } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { line } from '../../../rules/event.ts';
import { bindCustomFields } from '../../../rules/fields.ts';
import {
  createValueParser,
  formatValue,
  isNoneText,
  nameListParser,
  parseNumber,
  textParser,
} from '../../../rules/value-parsers.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { bodyConditions, bodyStatuses, conditionsOf, withoutConditions } from '../conditions.ts';
import type { RefusalCode } from '../refusals.ts';
import type { Body } from '../sheet.ts';
import {
  type CheckResult,
  type Draft,
  event,
  type State,
  stateSchema,
  type Unit,
  unitOrThingId,
  unitSchema,
} from '../state.ts';
import { findBody, findByName } from '../units.ts';

const correctionShape = {
  field: z.string(),
  /** The unit. Empty for a fact of the whole battle. */
  who: unitOrThingId,
  /** The section, if only that is corrected: `Drake.head`. */
  section: unitOrThingId.optional(),
  value: z.string(),
  unit: unitSchema.optional(),
  battle: stateSchema.partial().optional(),
};

/** The other units that the new value names. */
const namedBy = ({ field, who, unit, battle }: z.output<z.ZodObject<typeof correctionShape>>): readonly string[] => {
  const named: Readonly<Record<string, string | readonly string[] | undefined>> = {
    turn: battle?.open,
    restricted: battle?.restricted,
    skirmishes: battle?.skirmishes?.flatMap(({ participants }) => participants),
    'mounted-on': battle?.units?.find(({ id }) => id === who)?.mountedOn,
    passengers: unit?.passengers,
  };
  return [ownValue(named, field) ?? []].flat();
};

/** The GM corrects a value. Hidden from readers who may not see a unit that it names. */
export const corrected = event('corrected', correctionShape, {
  apply: (state, { field, unit, battle }) => {
    if (unit !== undefined) return { ...state, units: state.units.map((each) => (each.id === unit.id ? unit : each)) };
    // JSON cannot save undefined, so a cleared turn has no key `open`.
    return Object.assign({ ...state }, field === 'turn' && { open: undefined }, battle);
  },
  narrate: (happened, { reader }) => {
    const { field, who, section, value } = happened;
    const known = (who === '' || reader.knowsAllOf(who)) && namedBy(happened).every(reader.canSee);
    const whose = who === '' ? '' : say` of ${ref(who)}${section === undefined ? '' : section.slice(who.length)}`;
    return line(say`The GM sets the ${field}${whose}${known ? say`: ${value}` : ''}.`);
  },
});

const fields = bindCustomFields<State, RefusalCode>();

/** Finds a unit by its own name or that of a section. */
const requireNamedUnit = (state: State, who: string): CheckResult<Unit> => {
  const unit = findByName(state, who) ?? findBody(state, who)?.unit;
  return unit === undefined ? refuse('E_NO_UNIT', { unit: ref(who) }) : ok(unit);
};

const ruledOfCombatant = fields<Unit>({ scope: 'combatant', find: requireNamedUnit });
const ruledOfBattle = fields<State>({ scope: 'battle', find: (state) => ok(state) });

/** Emits a corrected unit or section. */
const correctUnit = ({ emit }: Draft, field: string, given: unknown, unit: Unit, section?: string | undefined) => {
  emit(corrected({ field, who: unit.id, ...(section && { section }), value: formatValue(given), unit }));
  return doneVerdict;
};

/** The named section. Undefined if the unit has only one body. */
const namedSection = (state: State, { bodies }: Unit, who: string) =>
  bodies.length > 1 ? findBody(state, who)?.body.id : undefined;

const unfit = (value: unknown, field: string, want: string) =>
  refuse('E_BAD_VALUE', { value: formatValue(value), field, want });

/** A correctable fact of a unit. */
export const unitField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (unit: Unit, value: Value, state: State) => Partial<Unit> | undefined,
  want = 'choose another value',
) =>
  ruledOfCombatant(says, value, (draft, unit, given, { field }) => {
    const changed = change(unit, given, draft.now());
    return changed ? correctUnit(draft, field, given, { ...unit, ...changed }) : unfit(given, field, want);
  });

/** A correctable fact of a unit, saved as it is given. */
export const plainUnitField = <Key extends keyof Unit>(says: string, value: z.ZodType<Unit[Key], string>, key: Key) =>
  unitField(says, value, (_unit, given) => ({ [key]: given }));

/** A correctable fact of one section, or of all if the unit is named. */
export const bodyField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (body: Body, value: Value) => Partial<Body>,
) =>
  ruledOfCombatant(says, value, (draft, unit, given, { field, who }) => {
    const section = namedSection(draft.now(), unit, who);
    const bodies = unit.bodies.map((body) =>
      section === undefined || body.id === section ? { ...body, ...change(body, given) } : body,
    );
    return correctUnit(draft, field, given, { ...unit, bodies }, section);
  });

/** All conditions of a unit or section. Those of an effect stay with it; those not listed end. SW-ROUND-2. */
export const conditionsField = ruledOfCombatant(
  'All conditions that apply, like prone, asleep, flying, or none',
  nameListParser,
  (draft, unit, given, { field, who }) => {
    const section = namedSection(draft.now(), unit, who);
    const whole = section === undefined;
    const isOver = (status: string) => !given.includes(status) && (whole || bodyStatuses.includes(status));
    const effects = withoutConditions(unit.effects, isOver, section);
    const left = { ...unit, effects, statuses: [] };
    const bodies = unit.bodies.map((body) => {
      if (!whole && body.id !== section) return body;
      const laid = bodyConditions(left, { ...body, statuses: [] });
      return { ...body, statuses: given.filter((status) => bodyStatuses.includes(status) && !laid.includes(status)) };
    });
    const laid = conditionsOf(left);
    const statuses = whole
      ? given.filter((status) => !bodyStatuses.includes(status) && !laid.includes(status))
      : unit.statuses;
    return correctUnit(draft, field, given, { ...left, bodies, statuses }, section);
  },
);

/** A correctable fact of the battle. */
export const battleCorrectionField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (state: State, value: Value) => Partial<State> | undefined,
  want = 'choose another value',
) =>
  ruledOfBattle(says, value, ({ emit }, state, given, { field }) => {
    const battle = change(state, given);
    if (battle === undefined) return unfit(given, field, want);
    emit(corrected({ field, who: '', value: formatValue(given), battle }));
    return doneVerdict;
  });

/** A correctable fact of the battle, saved as it is given. */
export const plainBattleField = <Key extends keyof State>(
  says: string,
  value: z.ZodType<State[Key], string>,
  key: Key,
) => battleCorrectionField(says, value, (_state, given) => ({ [key]: given }));

/** The mount that a unit rides. Sets both sides of the relation. */
export const mountField = ruledOfCombatant(
  'The mount the unit rides, or none',
  textParser(),
  ({ now, emit }, unit, given, { field }) => {
    const { units: all } = now();
    const mount = isNoneText(given) ? undefined : findByName(now(), given);
    if (!isNoneText(given) && mount === undefined) return refuse('E_NO_UNIT', { unit: ref(given) });
    const units = all.map((each) => {
      const rides = each.id === unit.id ? mount?.id : each.mountedOn === mount?.id ? undefined : each.mountedOn;
      const rider = each.id === mount?.id ? unit.id : each.rider === unit.id ? undefined : each.rider;
      return { ...each, mountedOn: rides, rider };
    });
    emit(corrected({ field, who: unit.id, value: mount?.id ?? 'none', battle: { units } }));
    return doneVerdict;
  },
);

/** All values. Undefined if one of them is. */
const every = <Value>(values: readonly (Value | undefined)[]): Value[] | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
};

/** Parses a check: `4`, or `+3/10` for a monster’s modifier and fixed value. */
export const checkValueParser = createValueParser(
  'write a number, or a modifier and a fixed value like +3/10',
  (text) => {
    const [mod, fixed, ...more] = text.split('/').map((part) => parseNumber(part.trim()));
    if (mod === undefined || more.length > 0) return undefined;
    if (!text.includes('/')) return mod;
    return fixed === undefined ? undefined : { mod, fixed };
  },
);

/** Parses names with numbers: `Fighter 3, Ranger 1`. */
export const numberListParser = createValueParser('write it like Fighter 3, Ranger 1', (text) =>
  every(
    text.split(',').map((each) => {
      const [, name, figure = ''] = /^(.+?)\s+(\S+)$/.exec(each.trim()) ?? [];
      const value = parseNumber(figure);
      return name === undefined || value === undefined ? undefined : ([name, value] as const);
    }),
  ),
);

/** Parses skirmishes: `s1 at 10: Wolf, Goblin; s2 at 20: Mira, Archer`. */
export const skirmishParser = createValueParser('write it like s1 at 10: Wolf, Goblin; or write none', (text) =>
  every(
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '' && part !== 'none')
      .map((part) => {
        const [, id, at = '', names = ''] = /^(\S+) at (\S+?)\s*:\s*(.+)$/.exec(part) ?? [];
        const center = parseNumber(at);
        return id === undefined || center === undefined
          ? undefined
          : { id, center, participants: names.split(',').map((name) => name.trim()) };
      }),
  ),
);
