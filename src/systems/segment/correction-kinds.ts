import { z } from 'zod';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import { correctionsOf } from '../../rules/by-decision.ts';
import { present } from './checks.ts';
import type { Event } from './events.ts';
import type { Combatant, Sheet, State } from './model.ts';
import type { Code } from './refusals.ts';

const correction = correctionsOf<State, Event, Code>();

/** The new values of some fields; undefined clears. */
export type Patch = Partial<Combatant>;

export const whole = z
  .string()
  .regex(/^\s*[+-]?\d{1,6}\s*$/, 'a whole number is wanted')
  .transform(Number);
export const truth = z
  .string()
  .regex(/^\s*(yes|no|true|false|on|off)\s*$/i, 'yes or no is wanted')
  .transform((text) => /yes|true|on/i.test(text));
export const words = z.string().max(300);
export const oneOf = <const Word extends readonly [string, ...string[]]>(list: Word) =>
  z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(list));
export const nothing = /^\s*(none|nothing|-|)\s*$/i;

const shown = (value: unknown): string => {
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
};

/** SEG-GEN-1: the value before and after stands in the log. */
const corrected = (
  who: Combatant,
  field: string,
  patch: Patch,
  before: unknown,
  after: unknown,
): Decision<Event, Code> => {
  const entries = Object.entries(patch);
  return ok([
    {
      type: 'corrected',
      who: who.id,
      field,
      before: shown(before),
      after: shown(after),
      combatant: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
      clears: entries.filter(([, value]) => value === undefined).map(([key]) => key),
    },
  ]);
};

const bad = (problem: string): Decision<Event, Code> => refuse('BAD_ACTION', { problem });

/** A field of one combatant. */
export const own = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  set: (who: Combatant, value: Value, state: State) => Patch | string,
  read: (who: Combatant) => unknown,
) =>
  correction({
    says,
    of: 'combatant',
    value,
    resolve: (state, name, wanted) => {
      const found = present(state, name);
      if (!found.ok) return found;
      const patch = set(found.value, wanted, state);
      if (typeof patch === 'string') return bad(patch);
      return corrected(found.value, field, patch, read(found.value), read({ ...found.value, ...patch }));
    },
  });

type SheetNumber = { [Key in keyof Sheet]-?: Sheet[Key] extends number ? Key : never }[keyof Sheet];
const minima: Partial<Record<SheetNumber, number>> = { maxHp: 1, dex: 1, per: 1, con: 1, attacks: 1, im: -99 };

/** A number of the sheet. */
export const onSheet = (field: string, key: SheetNumber) =>
  own(
    field,
    `The ${field.replaceAll('-', ' ')} on the sheet`,
    whole,
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
    whole,
    ({ sheet }, value) => ({ sheet: { ...sheet, def: { ...sheet.def, [key]: value } } }),
    ({ sheet }) => sheet.def[key],
  );

/** Worn armour or the rest of PROT. */
export const protPart = (key: keyof Sheet['prot']) =>
  own(
    `prot-${key}`,
    `The ${key} part of PROT`,
    whole,
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
    truth,
    (_who, value) => ({ [key]: value }),
    (who) => who[key],
  );

/** Names with commas between, or nothing. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !nothing.test(each));

/** Something of the battle itself. */
export const ofBattle = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  set: (state: State, value: Value) => Partial<State> | string,
  read: (state: State) => unknown,
) =>
  correction({
    says,
    of: 'battle',
    value,
    resolve: (state, _who, wanted) => {
      const battle = set(state, wanted);
      if (typeof battle === 'string') return bad(battle);
      const entries = Object.entries(battle);
      return ok([
        {
          type: 'corrected',
          field,
          before: shown(read(state)),
          after: shown(read({ ...state, ...battle })),
          battle: Object.fromEntries(entries.filter(([, each]) => each !== undefined)),
          clears: entries.filter(([, each]) => each === undefined).map(([key]) => key),
        },
      ]);
    },
  });
