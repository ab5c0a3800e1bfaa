import type { Result, Text } from '../core/message.ts';
import type { Die, LoggedDice } from '../dice/dice.ts';
import type { Layout } from './content.ts';
import type { BattleSize, Entrant, GmEnding, RosterEntry } from './definition.ts';
import type { Effect } from './effects.ts';
import type { DrawnAction, Line, RuleEvent, Tally } from './event.ts';
import type { AnswerPolicy, Caller, ExpectedAction, Question, Suggestion } from './expected-action.ts';
import type { Square } from './grid/square.ts';
import type { Viewer } from './reader.ts';
import type { RuleEntry } from './rulebook.ts';
import type { CarriedCombatant } from './sheets.ts';
import type { AdvanceProblem, DrawNumber, Plan } from './tactics.ts';
import type { Answer, ParamOffer } from './verb.ts';
import type { BattleView } from './view.ts';

/** What may be done to a battle, by a person or by the battle service itself. */
export type GameAction =
  | { readonly do: 'verb'; readonly verb: string; readonly params: unknown }
  | { readonly do: 'enter'; readonly entrant: Entrant }
  | { readonly do: 'start' }
  | { readonly do: 'finish'; readonly finish: GmEnding }
  | { readonly do: 'correct'; readonly field: string; readonly who: string; readonly value: unknown }
  | { readonly do: 'hang'; readonly who: string; readonly name: string; readonly effect: Effect | undefined };

/** What one order led to. */
export type OrderOutcome =
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

/** The current battle. Acting returns the next one and does not change it. */
export interface Game {
  readonly status: 'setup' | 'active' | 'ended';
  readonly act: (
    action: GameAction,
    call: Caller,
    answers: readonly string[],
    dice: LoggedDice,
    answering?: AnswerPolicy,
  ) => Result<OrderOutcome>;
  /** The fold: the battle after these events. */
  readonly applyEvents: (events: readonly unknown[]) => Game;
  /** The battle under other settings from now on; what was stays as it was. Refuses settings that do not parse. */
  readonly withSettings: (settings: unknown) => Result<Game>;
  /** What these events say to one reader, this being the battle before them. */
  readonly narrate: (events: readonly unknown[], viewer: Viewer) => readonly Line[];
  /** Who visibly attacks, casts or moves in these events, given the battle before them. */
  readonly actorsOf: (events: readonly unknown[]) => readonly string[];
  /** What these events draw on the board. */
  readonly strokesOf: (events: readonly unknown[]) => readonly DrawnAction[];
  /** What statistics count in these events, given the battle before them. Not filtered for any reader. */
  readonly talliesOf: (events: readonly unknown[]) => readonly Tally[];
  /** What the battle waits for. For one viewer the verbs and the suggestion are those of a battle without those hidden from them. */
  readonly expectedActions: (viewer?: Viewer) => readonly ExpectedAction[];
  /** What this actor could do, as far as this viewer knows of the battle; the best first. */
  readonly plans: (actor: string, viewer: Viewer) => readonly Plan[];
  /** The plans of this actor to advance on a place, the best first. */
  readonly advancePlans: (actor: string, viewer: Viewer, place: Square) => readonly Plan[];
  /** Why no one can advance on a place. Undefined if it is possible. */
  readonly placeProblem: (place: Square) => AdvanceProblem | undefined;
  /** The battle without combatants hidden from this viewer. */
  readonly asKnownTo: (viewer: Viewer) => Game;
  /** The battle as this viewer believes it to be, for simulations. It contains nothing that the viewer cannot know. */
  readonly sampleBelief: (viewer: Viewer, draw: DrawNumber) => Game;
  readonly roster: () => readonly RosterEntry[];
  readonly battleSize: () => BattleSize;
  /** All placements and the board. Not filtered for any reader. */
  readonly layout: () => Layout;
  /** The effects on all combatants. */
  readonly effects: () => readonly Effect[];
  /** The rules that help this actor now, as far as this viewer knows the battle, the most relevant first. */
  readonly advice: (actor: string, viewer: Viewer) => readonly RuleEntry[];
  readonly view: (viewer: Viewer) => BattleView;
  readonly answerQuery: (query: string, call: Caller, input: unknown, viewer: Viewer) => Result<Answer>;
  /** What autocomplete offers for a parameter of a verb or query; undefined where the system has no list for it. */
  readonly offers: (
    name: string,
    param: string,
    call: Caller,
    soFar: Readonly<Record<string, unknown>>,
    viewer: Viewer,
  ) => readonly ParamOffer[] | undefined;
  /** Settings that it has come to on its way, for the next battles of its campaign. */
  readonly carriedSettings: () => Readonly<Record<string, unknown>>;
  /** An entrant as it leaves the battle, given its sheet from before. Undefined if the rulebook carries nothing over. */
  readonly carry: (id: string, sheet: unknown) => CarriedCombatant | undefined;
  readonly save: () => unknown;
}

/** An order of a verb, as plans and suggestions hold it. */
export type PlannedOrder = Pick<Suggestion, 'verb' | 'params'>;

/** What an order came to in a playout, its questions answered as the rulebook would answer them. */
export interface PlayoutOutcome {
  readonly playout: Playout;
  readonly events: readonly RuleEvent[];
}

/** A simulated battle: the rules of a `Game` without texts. Only the next expected action is calculated. */
export interface Playout {
  readonly status: 'setup' | 'active' | 'ended';
  /** The first of what the battle waits for, with the rulebook's own default. */
  readonly firstExpectedAction: () => ExpectedAction<Text> | undefined;
  /** What this actor could do, the best first. */
  readonly plans: (actor: string) => readonly Plan<Text>[];
  /** The best plan's first order among these verbs. Only that order is checked, and it has no text. */
  readonly bestOrder: (actor: string, verbs: readonly string[]) => PlannedOrder | undefined;
  /** The orders of a plan that is found faster than the best one. They may turn out to be illegal. Empty if the rulebook has no plans. */
  readonly quickOrders: (actor: string) => readonly PlannedOrder[];
  /** What may be chosen for a parameter of a verb now; undefined where the rulebook has no list for it. */
  readonly offers: (
    verb: string,
    param: string,
    actor: string,
    soFar: Readonly<Record<string, unknown>>,
  ) => readonly string[] | undefined;
  /** Rules an order for an actor, as if the GM gave it. A refusal changes nothing. */
  readonly play: (actor: string, order: PlannedOrder, dice: LoggedDice) => Result<PlayoutOutcome>;
  readonly roster: () => readonly RosterEntry[];
  /** The share of life that each combatant has left, 0 to 1. Empty if the rulebook does not count it. */
  readonly lifeLeft: () => Readonly<Record<string, number>>;
  /** The sides that have won, perhaps none. Undefined while it is open. Needs no decision of the GM. */
  readonly winners: () => readonly string[] | undefined;
  readonly save: () => unknown;
}
