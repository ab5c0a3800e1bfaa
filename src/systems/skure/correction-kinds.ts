import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { dropAimsAt } from './aim.ts';
import { number, word } from './correction-values.ts';
import { correction } from './declare.ts';
import { ledger } from './ledger.ts';
import type { Code } from './refusals.ts';
import type { Sheet } from './sheet.ts';
import { type Combatant, called, type Draft, type State, type Turn } from './state.ts';
import { settle } from './turns.ts';

export const phrase = z.string().trim().max(300);

const found = (state: State, who: string): Result<Combatant, Refusal<Code>> => {
  const combatant = called(state, who);
  return combatant === undefined ? refuse('NO_SUCH_TARGET', { target: ref(who) }) : ok(combatant);
};

/** SK-EXC-3: does something to one combatant, then what follows every command (section 4). */
export const ruling = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (draft: Draft, combatant: Combatant, value: Value) => Refusal<Code> | undefined,
) =>
  correction({
    says,
    of: 'combatant',
    value,
    resolve: (state, who, given: Value) => {
      const combatant = found(state, who);
      if (!combatant.ok) return combatant;
      const draft = ledger(state);
      const refused = change(draft, combatant.value, given);
      if (refused !== undefined) return { ok: false, error: refused };
      settle(draft);
      return ok(draft.events);
    },
  });

const atRest = { stance: 'none', defendAlly: undefined, aim: undefined } as const;

/** Sets fields of a combatant; who is no longer conscious loses stance and aim, and aims at the dead end. */
export const set = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  fields: (combatant: Combatant, value: Value, state: State) => Partial<Combatant>,
) =>
  ruling(says, value, (draft, combatant, given) => {
    const changed = { ...combatant, ...fields(combatant, given, draft.now()) };
    const next = changed.life === 'conscious' ? changed : { ...changed, ...atRest };
    draft.emit({ type: 'corrected', what: says, combatant: next });
    if (next.life !== combatant.life && (next.life === 'dead' || next.life === 'destroyed'))
      dropAimsAt(draft, next.name);
    return undefined;
  });

export const rate = (says: string, field: 'agility' | 'speed' | 'attack' | 'defense' | 'maxEssence', min = 0) =>
  set(says, number(min, 10_000), ({ sheet }, value) => ({ sheet: { ...sheet, [field]: value } }));

export const sheetField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (sheet: Sheet, value: Value) => Partial<Sheet>,
) => set(says, value, ({ sheet }, given) => ({ sheet: { ...sheet, ...change(sheet, given) } }));

/** The scratch of the turn in hand; only the one whose turn it is has one. */
export const turnField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  fields: (value: Value) => Partial<Turn>,
) =>
  ruling(says, value, (draft, { name }, given) => {
    const { turn } = draft.now();
    if (turn?.who !== name) return { code: 'NOT_YOUR_TURN', facts: { actor: ref(name) } };
    draft.emit({ type: 'turn-corrected', what: says, turn: { ...turn, ...fields(given) } });
    return undefined;
  });

export const yesNo = word(['yes', 'no']);

export const ofBattle = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (state: State, value: Value) => Partial<Pick<State, 'objective' | 'round' | 'board'>>,
) =>
  correction({
    says,
    of: 'battle',
    value,
    resolve: (state, _, given: Value) => {
      const { objective, round, board } = { ...state, ...change(state, given) };
      const draft = ledger(state);
      draft.emit({ type: 'battle-corrected', what: says, objective, round, blocked: board.blocked });
      settle(draft);
      return ok(draft.events);
    },
  });
