import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { squareName, squareSchema } from '../../rules/grid/square.ts';
import { findSeat, findWarrior } from './checks.ts';
import type { Decided } from './course.ts';
import { correction } from './declare.ts';
import type { Patch } from './events.ts';
import type { Activation, Seat, State, Warrior } from './state.ts';

/** A whole number between two others. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .transform((text) => Number(text.replace('−', '-')))
    .pipe(z.int().min(min).max(max));
export const yesNo = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['yes', 'no', 'true', 'false']))
  .transform((word) => word === 'yes' || word === 'true');
export const words = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== '' && word !== 'none'));

/** What was set, as it is written: `D4`, `no`, `stunned, prone`, `medicine=1`. */
const written = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const at = squareSchema.safeParse(value);
  if (at.success) return squareName(at.data);
  const numbers = z.record(z.string(), z.number()).safeParse(value);
  const parts = numbers.success ? Object.entries(numbers.data).map(([key, n]) => `${key}=${n}`) : value;
  const list = z.array(z.string()).safeParse(parts);
  return list.success ? list.data.join(', ') || 'none' : JSON.stringify(value);
};

const corrected = (who: string, field: string, value: unknown, patch: Patch): Decided =>
  ok([{ type: 'corrected', who, field, value: written(value), patch }]);

/** A correction of one warrior; taken off the board, it acts no more. */
export const ofWarrior = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (warrior: Warrior, value: Value, state: State) => Warrior | Decided,
) =>
  correction({
    says,
    of: 'combatant',
    value,
    resolve: (state, who, wanted) => {
      const warrior = findWarrior(state, who);
      if (warrior === undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(who) });
      const next = change(warrior, wanted, state);
      if ('ok' in next) return next;
      const off = next.at === undefined && state.activation?.warrior === warrior.id;
      return corrected(warrior.id, field, wanted, { warrior: next, ...(off && { noActivation: true }) });
    },
  });

/** A correction of one player's seat. */
export const ofSeat = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (seat: Seat, value: Value) => Seat,
) =>
  correction({
    says,
    of: 'seat',
    value,
    resolve: (state, who, wanted) => {
      const seat = findSeat(state, findWarrior(state, who)?.owner ?? who);
      return seat === undefined
        ? refuse('seat-unknown', { seat: ref(who) })
        : corrected(seat.id, field, wanted, { seat: change(seat, wanted) });
    },
  });

/** A correction of the open activation. */
export const ofActivation = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (now: Activation, value: Value) => Activation,
) =>
  correction({
    says,
    of: 'battle',
    value,
    resolve: (state, _who, wanted) =>
      state.activation === undefined
        ? refuse('E_NO_ACTIVATION')
        : corrected(state.activation.warrior, field, wanted, { activation: change(state.activation, wanted) }),
  });

/** A correction of the battle as a whole. */
export const ofBattle = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  change: (state: State, value: Value) => Patch | Decided,
) =>
  correction({
    says,
    of: 'battle',
    value,
    resolve: (state, _who, wanted) => {
      const next = change(state, wanted);
      return 'ok' in next ? next : corrected('battle', field, wanted, next);
    },
  });
