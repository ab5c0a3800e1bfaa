import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { ruledFieldsOf } from '../../../rules/fields.ts';
import { line, step } from '../../../rules/lines.ts';
import { isNone, whole, yesNo } from '../../../rules/values.ts';
import { done } from '../../../rules/verb.ts';
import { present } from '../checks.ts';
import { plainWords } from '../declaration/words.ts';
import type { Event } from '../index.ts';
import type { Code } from '../refusals.ts';
import type { Sheet } from '../sheet.ts';
import { type Combatant, combatantSchema, event, find, name, on, type State, stateSchema } from '../state.ts';

/** Is one of these a value anywhere in it? */
const holds = (value: unknown, ids: readonly string[]): boolean => {
  if (typeof value === 'string') return ids.includes(value);
  if (Array.isArray(value)) return value.some((each) => holds(each, ids));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => ids.includes(key) || holds(each, ids));
};

/** SEG-GEN-1. A value that names somebody this reader must not know of is left out. */
export const corrected = event(
  'corrected',
  {
    who: name.optional(),
    field: z.string(),
    before: z.string(),
    after: z.string(),
    combatant: combatantSchema.partial().optional(),
    battle: stateSchema.partial().optional(),
    /** Fields to clear: JSON has no undefined. */
    clears: z.array(z.string()),
  },
  {
    apply: (state, event) => {
      const { who, combatant, battle, clears } = event;
      const cleared = Object.fromEntries(clears.map((field) => [field, undefined]));
      const next = Object.assign({}, state, battle);
      return who === undefined
        ? Object.assign(next, cleared)
        : on(next, who, (before) => Object.assign({}, before, combatant, cleared));
    },
    tell: ({ who, field, before: from, after: to, clears, combatant, battle }, { before, reader }) => {
      const was: object = (who === undefined ? before : find(before, who)) ?? {};
      const is = { ...combatant, ...battle };
      const replaced = Object.entries(was).flatMap(([key, value]) =>
        key in is || clears.includes(key) ? [value] : [],
      );
      const hidden = reader.unseen.filter((id) => !reader.sees(id));
      const leaks = holds([is, replaced], hidden);
      const row = [[step('SEG-GEN-1', 'GM')]];
      const change = `: ${from} → ${to}`;
      if (who === undefined) return line(`The GM sets ${plainWords(field)}${leaks ? '' : change}.`, 'quiet', row);
      const told = !leaks && reader.sees(who) && reader.knowsOf(who);
      return line(say`The GM sets ${plainWords(field)} of ${ref(who)}${told ? change : ''}.`, 'quiet', row);
    },
  },
);

/** The new values of some fields; undefined clears. */
export type Patch = Partial<Combatant>;

const shown = (value: unknown): string => {
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
};

const fields = ruledFieldsOf<State, Event, Code>();

const ofOne = fields<Combatant>({ of: 'combatant', find: present });

const ofAll = fields<State>({ of: 'battle', find: (state) => ok(state) });

const bad = (problem: string) => refuse('BAD_ACTION', { problem });

/** The parts of a change that have a value, and the keys of those that are cleared. */
const split = <Thing extends object>(patch: Partial<Thing>) => {
  const entries = Object.entries(patch);
  return {
    values: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    clears: entries.filter(([, value]) => value === undefined).map(([key]) => key),
  };
};

/** A field of one combatant. SEG-GEN-1: the value before and after stands in the log. */
export const own = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  set: (who: Combatant, value: Value, state: State) => Patch | string,
  read: (who: Combatant) => unknown,
) =>
  ofOne(says, value, ({ now, emit }, who, wanted) => {
    const patch = set(who, wanted, now());
    if (typeof patch === 'string') return bad(patch);
    const { values, clears } = split(patch);
    const [before, after] = [shown(read(who)), shown(read({ ...who, ...patch }))];
    emit({ type: 'corrected', who: who.id, field, before, after, combatant: values, clears });
    return done;
  });

/** Something of the battle itself. */
export const ofBattle = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  set: (state: State, value: Value) => Partial<State> | string,
  read: (state: State) => unknown,
) =>
  ofAll(says, value, ({ emit }, state, wanted) => {
    const patch = set(state, wanted);
    if (typeof patch === 'string') return bad(patch);
    const { values, clears } = split(patch);
    const [before, after] = [shown(read(state)), shown(read({ ...state, ...patch }))];
    emit({ type: 'corrected', field, before, after, battle: values, clears });
    return done;
  });

type SheetNumber = { [Key in keyof Sheet]-?: Sheet[Key] extends number ? Key : never }[keyof Sheet];

const minima: Partial<Record<SheetNumber, number>> = { maxHp: 1, dex: 1, per: 1, con: 1, attacks: 1, im: -99 };

/** A number of the sheet. */
export const onSheet = (field: string, key: SheetNumber) =>
  own(
    field,
    `The ${field.replaceAll('-', ' ')} on the sheet`,
    whole(),
    ({ sheet }, value) => {
      const least = minima[key] ?? 0;
      return value < least ? `${field} must be at least ${least}` : { sheet: { ...sheet, [key]: value } };
    },
    ({ sheet }) => sheet[key],
  );

/** SEG-RUL-7. */
export const defPart = (key: keyof Sheet['def']) =>
  own(
    `def-${key}`,
    `The ${key} part of DEF`,
    whole(),
    ({ sheet }, value) => ({ sheet: { ...sheet, def: { ...sheet.def, [key]: value } } }),
    ({ sheet }) => sheet.def[key],
  );

/** Worn armour or the rest of PROT. */
export const protPart = (key: keyof Sheet['prot']) =>
  own(
    `prot-${key}`,
    `The ${key} part of PROT`,
    whole(),
    ({ sheet }, value) =>
      value < 0 ? 'PROT must be at least 0' : { sheet: { ...sheet, prot: { ...sheet.prot, [key]: value } } },
    ({ sheet }) => sheet.prot[key],
  );

type Truth = { [Key in keyof Combatant]-?: Combatant[Key] extends boolean ? Key : never }[keyof Combatant];

/** A mark: yes or no. */
export const truthOf = (field: string, key: Truth) =>
  own(
    field,
    `${field.replaceAll('-', ' ')}: yes or no`,
    yesNo,
    (_who, value) => ({ [key]: value }),
    (who) => who[key],
  );

/** Names with commas between, or nothing. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !isNone(each));
