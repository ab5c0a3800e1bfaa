import type { z } from 'zod';
import { ok, type Refusal, type Result, refuse } from '../core/message.ts';
import type { RulingDraft } from './order-limits.ts';
import { doneVerdict, parseInput, type Verdict } from './verb.ts';

/** A correction: the combatant, the field, and the value as the GM typed it. */
export interface Correction {
  readonly who: string;
  readonly field: string;
  readonly typed: string;
}

/** What a correction changes: a combatant, a whole seat, or the battle. */
export type CorrectionScope = 'combatant' | 'seat' | 'battle';

/** A field of a combatant or battle that the GM may correct. Its name is its key in the list of fields. */
export interface CorrectableField<State, Code extends string> {
  readonly description: string;
  readonly scope: CorrectionScope;
  readonly value: z.ZodType;
  /** Applies a correction. Refuses an invalid value (`bad-input`), or a value that the rules forbid even to the GM. */
  readonly set: (draft: RulingDraft<State>, correction: Correction) => Verdict<Code | 'bad-input'>;
}

/** The kind of object that fields belong to, and how a change is emitted. */
interface FieldOwner<State, Code extends string, Thing> {
  readonly scope: CorrectionScope;
  readonly find: (state: State, who: string) => Result<Thing, Refusal<Code>>;
  /** Emits the event of the correction. */
  readonly write: (
    draft: RulingDraft<State>,
    after: Thing,
    correction: Correction & { readonly says: string },
    before: Thing,
  ) => void;
}

/** The changed parts of an object, or a phrase that says what is wrong with the correction. */
type FieldChange<Thing> = Partial<Thing> | string;

/** Binds a rulebook's types. The returned function defines fields that emit their own events. */
export const bindCustomFields =
  <State, Code extends string>() =>
  <Thing extends object>({ scope, find }: Pick<FieldOwner<State, Code, Thing>, 'scope' | 'find'>) =>
  <Value>(
    says: string,
    value: z.ZodType<Value, string>,
    rule: (draft: RulingDraft<State>, thing: Thing, value: Value, correction: Correction) => Verdict<Code> | string,
  ): CorrectableField<State, Code> => ({
    description: says,
    scope,
    value,
    set: (draft, correction) => {
      const wrong = (problem: string) => refuse('bad-input', { option: 'value', problem });
      const thing = find(draft.now(), correction.who);
      if (!thing.ok) return thing;
      const given = parseInput(value, correction.typed);
      if (!given.ok) return wrong(String(given.error.facts.problem));
      const verdict = rule(draft, thing.value, given.value, correction);
      return typeof verdict === 'string' ? wrong(verdict) : verdict;
    },
  });

/** Binds a rulebook's types. The returned functions define fields of one kind of object. */
export const bindFields =
  <State, Code extends string>() =>
  <Thing extends object>({ scope, find, write }: FieldOwner<State, Code, Thing>) => {
    const customField = bindCustomFields<State, Code>()<Thing>({ scope, find });
    return {
      /** Defines a field that changes parts of the object. */
      field: <Value>(
        says: string,
        value: z.ZodType<Value, string>,
        change: (
          thing: Thing,
          value: Value,
          state: State,
        ) => FieldChange<Thing> | Result<Partial<Thing>, Refusal<Code>>,
      ): CorrectableField<State, Code> =>
        customField(says, value, (draft, thing, given, correction) => {
          const changed = change(thing, given, draft.now());
          if (typeof changed === 'string') return changed;
          const parts = 'ok' in changed ? changed : ok(changed);
          if (!parts.ok) return parts as Verdict<Code>;
          write(draft, { ...thing, ...(parts.value as Partial<Thing>) }, { ...correction, says }, thing);
          return doneVerdict;
        }),
      /** Defines a field that emits its own events. */
      customField,
    };
  };
