import type { z } from 'zod';
import { refuse } from '../core/refusal.ts';
import type { LoggedDice } from '../dice/dice.ts';
import type { ActSeen } from './acts.ts';
import type { Decision, Question, Ruling } from './asking.ts';
import type { Call } from './call.ts';
import type { Entrant, Finish, RuleEvent, RulesetDefinition } from './definition.ts';
import type { Draft } from './draft.ts';
import type { Effect } from './effects.ts';
import type { Corrected, Field } from './fields.ts';
import { defineRuleset, type Ruleset } from './ruleset.ts';
import { type Deliberation, done, type OrderDeclaration, read, type Verb, type Verdict, verbsOf } from './verb.ts';

const written = <State, Event, Code extends string>(
  draft: Draft<State, Event>,
  decision: Decision<Event, Code>,
): Verdict<Code> => {
  if (!decision.ok) return decision;
  draft.emit(...decision.value);
  return done;
};

function* laterWritten<State, Event, Code extends string>(
  draft: Draft<State, Event>,
  ruling: Ruling<Event, Code>,
): Generator<Question, Verdict<Code>, string> {
  return written(draft, yield* ruling);
}

/** A ruling that gives its events, not yet one that writes on a draft. */
const byDecision = <State, Event, Code extends string>(
  draft: Draft<State, Event>,
  decided: Decision<Event, Code> | Ruling<Event, Code>,
): Verdict<Code> | Deliberation<Code> => ('next' in decided ? laterWritten(draft, decided) : written(draft, decided));

interface VerbDeclaration<State, Event, Code extends string, Params extends z.ZodObject>
  extends Omit<OrderDeclaration<State, Event, Code, Params>, 'resolve'> {
  readonly resolve: (
    state: State,
    call: Call,
    params: z.output<Params>,
    dice: LoggedDice,
  ) => Decision<Event, Code> | Ruling<Event, Code>;
}

/** Declares a verb whose ruling gives its events. */
export const verbsByDecision =
  <State, Event, Code extends string>() =>
  <Params extends z.ZodObject>({ resolve, ...declared }: VerbDeclaration<State, Event, Code, Params>) =>
    verbsOf<State, Event, Code>().order({
      ...declared,
      resolve: (draft, call, params) => byDecision(draft, resolve(draft.now(), call, params, draft.dice as LoggedDice)),
    } as OrderDeclaration<State, Event, Code, Params>);

/** The same verbs, those by which somebody may be seen marked so. */
const withSeen = <State, Event, Code extends string>(
  verbs: Readonly<Record<string, Verb<State, Event, Code>>>,
  seen: Readonly<Record<string, ActSeen>>,
): Readonly<Record<string, Verb<State, Event, Code>>> =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [
      name,
      seen[name] === undefined ? verb : { ...verb, seen: seen[name] },
    ]),
  );

interface CorrectionDeclaration<State, Event, Code extends string, Value> {
  readonly says: string;
  readonly of: Corrected;
  readonly value: z.ZodType<Value, string>;
  readonly resolve: (state: State, who: string, value: Value) => Decision<Event, Code>;
}
export const correctionsOf =
  <State, Event, Code extends string>() =>
  <Value>({
    says,
    of,
    value,
    resolve,
  }: CorrectionDeclaration<State, Event, Code, Value>): Field<State, Event, Code> => ({
    says,
    of,
    value,
    set: (draft, { who, typed }): Verdict<Code | 'bad-input'> => {
      const given = read(value, typed);
      if (given.ok) return written<State, Event, Code>(draft, resolve(draft.now(), who, given.value));
      return refuse('bad-input', { option: 'value', problem: given.error.facts.problem ?? 'it is not understood' });
    },
  });

/** What can be seen of an event, as one function beside the list of verbs by which it can. */
export interface Acts<State, Event> {
  readonly verbs: Readonly<Record<string, ActSeen>>;
  readonly by: (event: Event, before: State, after: State) => readonly string[];
  readonly draws?: (event: Event) => 'move' | 'attack' | undefined;
}

interface DefinitionByDecision<Sheet, Settings, State, Event extends RuleEvent, Code extends string>
  extends Omit<
    RulesetDefinition<Sheet, Settings, State, Event, Code>,
    'enter' | 'start' | 'finish' | 'hang' | 'goesOn' | 'actedBy' | 'draws'
  > {
  readonly acts: Acts<State, Event>;
  readonly enter: (state: State, entrant: Entrant<Sheet>) => Decision<Event, Code>;
  readonly start: (state: State, call: Call, dice: LoggedDice) => Decision<Event, Code> | Ruling<Event, Code>;
  readonly finish: (state: State, finish: Finish) => Decision<Event, Code>;
  readonly goesOn?: (state: State, dice: LoggedDice) => Decision<Event, Code> | Ruling<Event, Code> | undefined;
  readonly hang: (state: State, who: string, name: string, effect: Effect | undefined) => Decision<Event, Code>;
}

/** Defines a system whose rulings give their events. */
export const defineByDecision = <Sheet, Settings, State, Event extends RuleEvent, Code extends string>({
  acts,
  enter,
  start,
  finish,
  hang,
  goesOn,
  ...others
}: DefinitionByDecision<Sheet, Settings, State, Event, Code>): Ruleset =>
  defineRuleset<Sheet, Settings, State, Event, Code>({
    ...others,
    verbs: withSeen(others.verbs, acts.verbs),
    actedBy: acts.by,
    ...(acts.draws && { draws: acts.draws }),
    ...(goesOn && {
      goesOn: (draft) => {
        const next = goesOn(draft.now(), draft.dice as LoggedDice);
        return next && byDecision(draft, next);
      },
    }),
    enter: (draft, entrant) => written(draft, enter(draft.now(), entrant)),
    start: (draft, call) => byDecision(draft, start(draft.now(), call, draft.dice as LoggedDice)),
    finish: (draft, finished) => written(draft, finish(draft.now(), finished)),
    hang: (draft, who, name, effect) => written(draft, hang(draft.now(), who, name, effect)),
  });
