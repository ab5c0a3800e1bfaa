import { z } from 'zod';
import { type Refusal, refuse } from '../core/refusal.ts';
import { ok, type Result } from '../core/result.ts';
import { filled } from '../core/text.ts';
import type { Die, LoggedDice } from '../dice/dice.ts';
import { type Answering, type Decision, type Question, type Ruling, rule } from './asking.ts';
import type { Awaited } from './awaited.ts';
import { type Call, gmActor } from './call.ts';
import type { Carried } from './carry.ts';
import { type Effect, endings, withEffects } from './effects.ts';
import type { Line } from './lines.ts';
import { type Numbers, type Reader, readerOf, type Viewer } from './reader.ts';
import type { RuleEntry } from './rulebook.ts';
import type { Tally } from './tally.ts';
import { type Answer, type Correction, type Offer, type Query, type Role, read, type Verb } from './verb.ts';
import type { BattleView } from './view.ts';

export interface RuleEvent {
  readonly type: string;
}

/** Who or what comes into a battle. One entrant is one actor: a combatant, or a player's whole warband. */
export interface Entrant<Sheet = unknown> {
  /** Unique in the battle; also the name that is shown. */
  readonly id: string;
  readonly side: string | undefined;
  readonly sheet: Sheet;
}

/** One figure on the field. `actor` is who is commanded when it acts: itself, or its warband. */
export interface RosterEntry {
  readonly id: string;
  readonly actor: string;
  readonly side: string | undefined;
  readonly up: boolean;
}

export interface Preset<Sheet> {
  readonly title: string;
  readonly sheet: Sheet;
}

/** An event with the battle before and after it, told to one reader. */
export interface Moment<State> {
  readonly before: State;
  readonly after: State;
  readonly reader: Reader;
}

/** How a battle ends when the GM ends it. */
export interface Finish {
  readonly winner: string | undefined;
  readonly reason: string;
}

/** What the author of one system writes. */
export interface RulesetDefinition<Sheet, Settings, State, Event extends RuleEvent, Code extends string> {
  readonly id: string;
  readonly title: string;
  /** Raised when a change of the rules would change a running battle; battles are pinned to it. */
  readonly version: number;
  /** What one entrant is called: `combatant`, `warband`. */
  readonly entrant: string;
  readonly sheet: z.ZodType<Sheet>;
  readonly settings: z.ZodType<Settings>;
  readonly state: z.ZodType<State>;
  readonly event: z.ZodType<Event>;
  /** Every code with its sentence; facts stand in braces. */
  readonly refusals: Readonly<Record<Code, string>>;
  /** The rulebook's own codes for a sheet or settings that do not parse (facts: option, problem); else `bad-input`. */
  readonly badSheet?: Code;
  readonly badSettings?: Code;
  readonly rules: readonly RuleEntry[];
  readonly presets: Readonly<Record<string, Preset<Sheet>>>;
  readonly verbs: Readonly<Record<string, Verb<State, Event, Code>>>;
  readonly queries: Readonly<Record<string, Query<State, Code>>>;
  readonly corrections: Readonly<Record<string, Correction<State, Event, Code>>>;
  /** The terms in which the GM may hang modifiers on a combatant, and what each does. */
  readonly modifiers: Readonly<Record<string, string>>;
  /** The numbers of a combatant, by the term under which the GM may choose how they are told. */
  readonly numbers: Numbers;
  readonly blank: (settings: Settings) => State;
  readonly enter: (state: State, entrant: Entrant<Sheet>) => Decision<Event, Code>;
  readonly start: (state: State, call: Call, dice: LoggedDice) => Decision<Event, Code> | Ruling<Event, Code>;
  readonly finish: (state: State, finish: Finish) => Decision<Event, Code>;
  /** Hangs an effect on a combatant, or lifts it (`effect` left out) by its name. */
  readonly hang: (state: State, who: string, name: string, effect: Effect | undefined) => Decision<Event, Code>;
  /** Everything that hangs on anybody: shown on the roster, and told when its time is up. */
  readonly effects: (state: State) => readonly Effect[];
  readonly evolve: (state: State, event: Event) => State;
  /** An entrant as it leaves the battle, given the sheet with which it came in; nothing where nobody is called so. */
  readonly carry?: (state: State, id: string, sheet: Sheet) => Carried<Sheet> | undefined;
  /** A sheet made whole: what rest between battles gives back. */
  readonly restore?: (sheet: Sheet) => Sheet;
  readonly status: (state: State) => 'setup' | 'active' | 'ended';
  readonly roster: (state: State) => readonly RosterEntry[];
  /** The battle as if these were not there: by it queries and offers are answered for whoever must not know of them. */
  readonly without?: (state: State, ids: readonly string[]) => State;
  readonly awaiting: (state: State) => readonly Awaited[];
  readonly view: (state: State, reader: Reader) => BattleView;
  readonly narrate: (event: Event, moment: Moment<State>) => readonly Line[];
  /** What statistics count of an event; a rulebook without it has only its dice counted. */
  readonly tally?: (event: Event, before: State, after: State) => readonly Tally[];
}

interface Declared {
  readonly summary: string;
  readonly params: z.ZodObject;
}
export interface DeclaredVerb extends Declared {
  readonly role: Role;
  /** The kind of question it answers, if it is a reply. */
  readonly answers: string | undefined;
  /** Optional parameters that whoever orders step by step is asked for too, given what was chosen so far. */
  readonly asks: (soFar: Readonly<Record<string, unknown>>) => readonly string[];
}

/** What the rest of the program sees of a system: no type parameters, only values parsed at the border. */
export interface Ruleset {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly entrant: string;
  readonly sheet: z.ZodType;
  readonly settings: z.ZodType;
  readonly rules: readonly RuleEntry[];
  readonly presets: Readonly<Record<string, Preset<unknown>>>;
  readonly verbs: Readonly<Record<string, DeclaredVerb>>;
  readonly queries: Readonly<Record<string, Declared>>;
  readonly corrections: Readonly<Record<string, { readonly says: string; readonly of: 'combatant' | 'battle' }>>;
  readonly modifiers: Readonly<Record<string, string>>;
  readonly numbers: Numbers;
  /** The sentence for a refusal of this system, or nothing where the code is not its own. */
  readonly sentence: (refusal: Refusal) => string | undefined;
  /** A battle with nobody in it. Refuses settings that do not parse. */
  readonly blank: (settings: unknown) => Result<Game, Refusal>;
  /** A sheet made whole. */
  readonly restore: (sheet: unknown) => Result<unknown, Refusal>;
  /** A battle as it was saved. Throws where it does not parse: only we write it. */
  readonly open: (saved: unknown) => Game;
}

/** What may be done to a battle, by a person or by the battle service itself. */
export type Doing =
  | { readonly do: 'verb'; readonly verb: string; readonly params: unknown }
  | { readonly do: 'enter'; readonly entrant: Entrant }
  | { readonly do: 'start' }
  | { readonly do: 'finish'; readonly finish: Finish }
  | { readonly do: 'correct'; readonly field: string; readonly who: string; readonly value: unknown }
  | { readonly do: 'hang'; readonly who: string; readonly name: string; readonly effect: Effect | undefined };

/** What one order led to. */
export type Outcome =
  | {
      readonly kind: 'decided';
      readonly game: Game;
      readonly events: readonly RuleEvent[];
      readonly dice: readonly Die[];
      /** The answers it took, those given and those that gave themselves. */
      readonly answers: readonly string[];
    }
  | {
      readonly kind: 'asked';
      readonly question: Question;
      readonly dice: readonly Die[];
      readonly answers: readonly string[];
    }
  /** The order was a reply: the open question is answered so. */
  | { readonly kind: 'answered'; readonly choice: string };

/** A battle as it stands. Acting on it leaves it as it was and gives the next one. */
export interface Game {
  readonly status: 'setup' | 'active' | 'ended';
  readonly act: (
    doing: Doing,
    call: Call,
    answers: readonly string[],
    dice: LoggedDice,
    answering?: Answering,
  ) => Result<Outcome, Refusal>;
  /** The fold: the battle after these events. */
  readonly after: (events: readonly unknown[]) => Game;
  /** What these events say to one reader, this being the battle before them. */
  readonly tell: (events: readonly unknown[], viewer: Viewer) => readonly Line[];
  /** What there is to count in these events, this being the battle before them. Nothing is kept from anybody. */
  readonly tally: (events: readonly unknown[]) => readonly Tally[];
  /** What the battle waits for. For one viewer the verbs and the suggestion are those of a battle without whom they must not know of. */
  readonly awaiting: (viewer?: Viewer) => readonly Awaited[];
  /** The battle as if nobody were in it of whom this viewer must not know. */
  readonly knownTo: (viewer: Viewer) => Game;
  readonly roster: () => readonly RosterEntry[];
  /** What the GM has hung on anybody. */
  readonly effects: () => readonly Effect[];
  readonly view: (viewer: Viewer) => BattleView;
  readonly ask: (query: string, call: Call, input: unknown, viewer: Viewer) => Result<Answer, Refusal>;
  /** What autocomplete offers for a parameter of a verb or query; undefined where the system has no list for it. */
  readonly offers: (
    name: string,
    param: string,
    call: Call,
    soFar: Readonly<Record<string, unknown>>,
    viewer: Viewer,
  ) => readonly Offer[] | undefined;
  /** An entrant as it leaves the battle, given the sheet with which it came in; nothing where the rulebook keeps nothing. */
  readonly carry: (id: string, sheet: unknown) => Carried | undefined;
  readonly save: () => unknown;
}

/** A list in which only its own names are found: people type `constructor` too. */
const bare = <Value>(list: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), list);

export const defineRuleset = <Sheet, Settings, State, Event extends RuleEvent, Code extends string>(
  definition: RulesetDefinition<Sheet, Settings, State, Event, Code>,
): Ruleset => {
  const rules = {
    ...definition,
    presets: bare(definition.presets),
    verbs: bare(definition.verbs),
    queries: bare(definition.queries),
    corrections: bare(definition.corrections),
  };
  type Ruled = Decision<Event, Code | 'bad-input' | 'unknown-verb' | 'unknown-field'> | Ruling<Event, Code>;
  const events = z.array(rules.event);
  const evolved = (state: State, happened: readonly Event[]): State => happened.reduce(rules.evolve, state);

  const ruled = (state: State, doing: Exclude<Doing, { do: 'verb' }>, call: Call, dice: LoggedDice): Ruled => {
    switch (doing.do) {
      case 'enter': {
        const sheet = read(rules.sheet, doing.entrant.sheet);
        return sheet.ok
          ? rules.enter(state, { ...doing.entrant, sheet: sheet.value })
          : refuse(rules.badSheet ?? 'bad-input', sheet.error.facts);
      }
      case 'start':
        return rules.start(state, call, dice);
      case 'finish':
        return rules.finish(state, doing.finish);
      case 'hang':
        return rules.hang(state, doing.who, doing.name, doing.effect);
      case 'correct':
        return (
          rules.corrections[doing.field]?.resolve(state, doing.who, doing.value) ??
          refuse('unknown-field', { field: doing.field, fields: Object.keys(rules.corrections).join(', ') })
        );
    }
  };

  const concluded = (
    state: State,
    outcome: Ruled,
    given: readonly string[],
    dice: LoggedDice,
    answering: Answering | undefined,
  ): Result<Outcome, Refusal> => {
    const plain = { kind: 'decided' as const, answers: [] };
    const progress = 'next' in outcome ? rule(outcome, given, answering) : { ...plain, decision: outcome };
    const { answers } = progress;
    if (progress.kind === 'asked')
      return ok({ kind: 'asked', question: progress.question, dice: dice.fallen(), answers });
    const { decision } = progress;
    if (!decision.ok) return decision;
    return ok({
      kind: 'decided',
      game: gameOf(evolved(state, decision.value)),
      events: decision.value,
      dice: dice.fallen(),
      answers,
    });
  };

  const actVerb = (
    state: State,
    { verb: name, params }: Extract<Doing, { do: 'verb' }>,
    call: Call,
    answers: readonly string[],
    dice: LoggedDice,
    answering: Answering | undefined,
  ): Result<Outcome, Refusal> => {
    const verb = rules.verbs[name];
    if (verb === undefined) return refuse('unknown-verb', { verb: name, system: rules.title });
    if (verb.kind === 'reply') {
      const choice = verb.choose(state, call, params, call.pending?.kind === verb.answers ? call.pending : undefined);
      return choice.ok ? ok({ kind: 'answered', choice: choice.value }) : choice;
    }
    const outcome = concluded(state, verb.resolve(state, call, params, dice), answers, dice, answering);
    if (!outcome.ok) return outcome;
    if (verb.role === 'gm' && !call.gm) return refuse('gm-only');
    return call.pending && !verb.whilePending ? refuse('pending-choice', { who: call.pending.to }) : outcome;
  };

  const asSeen = (state: State, { unseen }: Viewer): State =>
    unseen.length === 0 ? state : (rules.without?.(state, unseen) ?? state);

  const offersOf = (name: string, param: string) =>
    rules.verbs[name]?.offers[param] ?? rules.queries[name]?.offers[param];

  const gameOf = (state: State): Game => ({
    status: rules.status(state),
    act: (doing, call, answers, dice, answering) =>
      doing.do === 'verb'
        ? actVerb(state, doing, call, answers, dice, answering)
        : concluded(state, ruled(state, doing, call, dice), answers, dice, answering),
    after: (happened) => gameOf(evolved(state, events.parse(happened))),
    tell: (happened, viewer) => {
      const reader = readerOf(viewer, rules.numbers);
      let before = state;
      return events.parse(happened).flatMap((event) => {
        const after = rules.evolve(before, event);
        const lines = rules.narrate(event, { before, after, reader });
        const over = endings(rules.effects(before), rules.effects(after), lines, reader);
        before = after;
        return [...lines, ...over];
      });
    },
    tally: (happened) => {
      let before = state;
      return events.parse(happened).flatMap((event) => {
        const after = rules.evolve(before, event);
        const counted = rules.tally?.(event, before, after) ?? [];
        before = after;
        return counted;
      });
    },
    awaiting: (viewer) => {
      const all = rules.awaiting(state);
      if (viewer === undefined || viewer.unseen.length === 0) return all;
      const seen = rules.awaiting(asSeen(state, viewer));
      // What the GM is awaited for on account of the unseen alone is left out; what is asked of others stays theirs.
      return all.flatMap((each) => {
        const same = seen.find(({ actor, kind }) => actor === each.actor && kind === each.kind);
        return same ?? (each.actor === gmActor ? [] : { ...each, auto: undefined });
      });
    },
    knownTo: (viewer) => gameOf(asSeen(state, viewer)),
    roster: () => rules.roster(state),
    view: (viewer) => withEffects(rules.view(state, readerOf(viewer, rules.numbers)), rules.effects(state)),
    effects: () => rules.effects(state),
    ask: (query, call, input, viewer) =>
      rules.queries[query]?.answer(asSeen(state, viewer), call, input, readerOf(viewer, rules.numbers)) ??
      refuse('unknown-query', { query, system: rules.title }),
    offers: (name, param, call, soFar, viewer) => {
      const reader = readerOf(viewer, rules.numbers);
      return offersOf(name, param)?.(asSeen(state, viewer), call, soFar).filter(
        ({ about }) => about === undefined || reader.sees(about),
      );
    },
    carry: (id, sheet) => {
      const read = rules.sheet.safeParse(sheet);
      return read.success ? rules.carry?.(state, id, read.data) : undefined;
    },
    save: () => state,
  });

  return {
    ...rules,
    verbs: bare(
      Object.fromEntries(
        Object.entries(rules.verbs).map(([name, verb]) => [
          name,
          {
            summary: verb.summary,
            params: verb.params,
            role: verb.role,
            asks: verb.asks,
            answers: verb.kind === 'reply' ? verb.answers : undefined,
          },
        ]),
      ),
    ),
    sentence: ({ code, facts }) => {
      const sentence = Object.entries<string>(rules.refusals).find(([known]) => known === code)?.[1];
      return sentence === undefined ? undefined : filled(sentence, facts);
    },
    blank: (settings) => {
      const parsed = read(rules.settings, settings);
      return parsed.ok
        ? ok(gameOf(rules.blank(parsed.value)))
        : refuse(rules.badSettings ?? 'bad-input', parsed.error.facts);
    },
    restore: (sheet) => {
      const parsed = read(rules.sheet, sheet);
      return parsed.ok ? ok(rules.restore?.(parsed.value) ?? parsed.value) : parsed;
    },
    open: (saved) => gameOf(rules.state.parse(saved)),
  };
};

/** The call of the battle service itself, or of the GM when nobody else is meant. */
export const gmCall = (by = gmActor, actor = gmActor): Call => ({
  actor,
  by,
  gm: true,
  controls: [],
  pending: undefined,
});
