import type { z } from 'zod';
import { ok, type Refusal, type Result, refuse } from '../core/message.ts';
import type { RulingDraft } from './order-limits.ts';
import { doneVerdict, parseInput, type Verdict } from './verb.ts';

/** A correction for the log: of which combatant and field, and what the GM typed. */
export interface Correction {
  readonly who: string;
  readonly field: string;
  readonly typed: string;
}

/** What a correction changes: a combatant, a whole seat, or the battle. */
export type CorrectionScope = 'combatant' | 'seat' | 'battle';

/** A field of a combatant or battle that the GM may correct. Its key in the list of fields is its name. */
export interface CorrectableField<State, Code extends string> {
  readonly description: string;
  readonly scope: CorrectionScope;
  readonly value: z.ZodType;
  /** Refuses what does not read (`bad-input`), and whatever the rulebook does not allow even the GM. */
  readonly set: (draft: RulingDraft<State>, correction: Correction) => Verdict<Code | 'bad-input'>;
}

/** Of what some fields are, and how a change of it is written. */
interface FieldOwner<State, Code extends string, Thing> {
  readonly scope: CorrectionScope;
  readonly find: (state: State, who: string) => Result<Thing, Refusal<Code>>;
  /** Emits what puts it right. */
  readonly write: (
    draft: RulingDraft<State>,
    after: Thing,
    correction: Correction & { readonly says: string },
    before: Thing,
  ) => void;
}

/** What a field changes, or in a few words why it cannot. */
type FieldChange<Thing> = Partial<Thing> | string;

/** Binds the types of one system: fields each of which writes its change in its own way. */
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

/** Binds the types of one system. */
export const bindFields =
  <State, Code extends string>() =>
  <Thing extends object>({ scope, find, write }: FieldOwner<State, Code, Thing>) => {
    const ruled = bindCustomFields<State, Code>()<Thing>({ scope, find });
    return {
      /** A field that changes parts of the thing. */
      field: <Value>(
        says: string,
        value: z.ZodType<Value, string>,
        change: (
          thing: Thing,
          value: Value,
          state: State,
        ) => FieldChange<Thing> | Result<Partial<Thing>, Refusal<Code>>,
      ): CorrectableField<State, Code> =>
        ruled(says, value, (draft, thing, given, correction) => {
          const changed = change(thing, given, draft.now());
          if (typeof changed === 'string') return changed;
          const parts = 'ok' in changed ? changed : ok(changed);
          if (!parts.ok) return parts as Verdict<Code>;
          write(draft, { ...thing, ...(parts.value as Partial<Thing>) }, { ...correction, says }, thing);
          return doneVerdict;
        }),
      /** A field whose change is written in its own way. */
      ruled,
    };
  };
