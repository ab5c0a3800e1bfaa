import type { Result, Text } from '../core/message.ts';
import type { Die, LoggedDice } from '../dice/dice.ts';
import type { Layout } from './content.ts';
import type { BattleSize, Entrant, GmEnding, RosterEntry } from './definition.ts';
import type { Effect } from './effects.ts';
import type { DrawnAction, Line, RuleEvent, Tally } from './event.ts';
import type { AnswerPolicy, Caller, ExpectedAction, Question, Suggestion } from './expected-action.ts';
import type { listFieldValues } from './fields.ts';
import type { Square } from './grid/square.ts';
import type { Viewer } from './reader.ts';
import type { Departure } from './removal.ts';
import type { RuleEntry } from './rulebook.ts';
import type { CarriedCombatant, SheetCheck } from './sheets.ts';
import type { AdvanceProblem, DrawNumber, Plan } from './tactics.ts';
import type { Answer, ParamOffer } from './verb.ts';
import type { BattleView } from './view.ts';

/** An action that changes a battle, by a user or by the battle service. */
export type GameAction =
  | { readonly do: 'verb'; readonly verb: string; readonly params: unknown }
  | { readonly do: 'enter'; readonly entrant: Entrant }
  | { readonly do: 'start' }
  | { readonly do: 'finish'; readonly finish: GmEnding }
  | { readonly do: 'correct'; readonly field: string; readonly who: string; readonly value: unknown }
  /** Takes a combatant or an entrant out of the battle for good. */
  | { readonly do: 'remove'; readonly who: string; readonly as: Departure }
  | { readonly do: 'rename'; readonly who: string; readonly to: string }
  | { readonly do: 'hang'; readonly who: string; readonly name: string; readonly effect: Effect | undefined };

/** The outcome of one order: decided, stopped by an open question, or an answer to the open question. */
export type OrderOutcome =
  | {
      readonly kind: 'decided';
      readonly game: Game;
      readonly events: readonly RuleEvent[];
      readonly dice: readonly Die[];
      /** All answers that the order used: answers by users and automatic answers. */
      readonly answers: readonly string[];
    }
  | {
      readonly kind: 'asked';
      readonly question: Question;
      readonly dice: readonly Die[];
      readonly answers: readonly string[];
    }
  /** The order was a reply: it answers the open question. */
  | { readonly kind: 'answered'; readonly choice: string };

/** A battle in one state. `act` returns the battle after an action, and leaves this one unchanged. */
export interface Game {
  readonly status: 'setup' | 'active' | 'ended';
  readonly act: (
    action: GameAction,
    call: Caller,
    answers: readonly string[],
    dice: LoggedDice,
    answering?: AnswerPolicy,
  ) => Result<OrderOutcome>;
  /** Returns the battle after these events. */
  readonly applyEvents: (events: readonly unknown[]) => Game;
  /** Returns the battle with other settings from now on. Refuses invalid settings. */
  readonly withSettings: (settings: unknown) => Result<Game>;
  /** The narrated lines of events that happen next in this battle, for one viewer. */
  readonly narrate: (events: readonly unknown[], viewer: Viewer) => readonly Line[];
  /** The combatants that visibly act in events that happen next in this battle. */
  readonly actorsOf: (events: readonly unknown[]) => readonly string[];
  /** The kinds of lines that these events draw on the board. */
  readonly strokesOf: (events: readonly unknown[]) => readonly DrawnAction[];
  /** The facts that statistics count in events that happen next in this battle. Not filtered for a viewer. */
  readonly talliesOf: (events: readonly unknown[]) => readonly Tally[];
  /** The actions that the battle waits for. For a viewer, combatants hidden from the viewer are left out. */
  readonly expectedActions: (viewer?: Viewer) => readonly ExpectedAction[];
  /** The plans of an actor, best first, from what the viewer knows. */
  readonly plans: (actor: string, viewer: Viewer) => readonly Plan[];
  /** The plans of an actor to advance to a square, best first, from what the viewer knows. */
  readonly advancePlans: (actor: string, viewer: Viewer, place: Square) => readonly Plan[];
  /** The reason that no one can advance to a square. Undefined if it is possible. */
  readonly placeProblem: (place: Square) => AdvanceProblem | undefined;
  /** The battle without combatants hidden from the viewer. */
  readonly asKnownTo: (viewer: Viewer) => Game;
  /** The battle as the viewer believes it to be, for simulations. It contains nothing that the viewer cannot know. */
  readonly sampleBelief: (viewer: Viewer, draw: DrawNumber) => Game;
  readonly roster: () => readonly RosterEntry[];
  readonly battleSize: () => BattleSize;
  /** All positions and the terrain. Not filtered for a viewer. */
  readonly layout: () => Layout;
  readonly effects: () => readonly Effect[];
  /** The rules that help this actor now, most relevant first, from what the viewer knows. */
  readonly advice: (actor: string, viewer: Viewer) => readonly RuleEntry[];
  readonly view: (viewer: Viewer) => BattleView;
  readonly answerQuery: (query: string, call: Caller, input: unknown, viewer: Viewer) => Result<Answer>;
  /** The values that autocomplete offers for a parameter of a verb or query. Undefined if the rulebook has no list. */
  readonly offers: (
    name: string,
    param: string,
    call: Caller,
    soFar: Readonly<Record<string, unknown>>,
    viewer: Viewer,
  ) => readonly ParamOffer[] | undefined;
  /** Settings that changed during the battle, for the next battles of its campaign. */
  /** The fields that the GM may correct, with their values. Without an id: those of the battle. Not filtered. */
  readonly fieldValues: (id?: string) => ReturnType<typeof listFieldValues>;
  readonly carriedSettings: () => Readonly<Record<string, unknown>>;
  /** An entrant as it leaves the battle, given its earlier sheet. Undefined if the rulebook carries nothing over. */
  readonly carry: (id: string, sheet: unknown) => CarriedCombatant | undefined;
  /** The checks that an entrant can roll now, given its sheet. Empty if the sheet is invalid. */
  readonly sheetChecks: (id: string, sheet: unknown) => readonly SheetCheck[];
  /** What follows from the dice of a check that the GM requested of an entrant. */
  readonly checkEvents: (id: string, dice: readonly Die[]) => readonly RuleEvent[];
  readonly save: () => unknown;
}

/** A verb with its parameters, as in plans and suggestions. */
export type PlannedOrder = Pick<Suggestion, 'verb' | 'params'>;

/** The battle and events after a simulated order. The order's questions got the rulebook's own answers. */
export interface PlayoutOutcome {
  readonly playout: Playout;
  readonly events: readonly RuleEvent[];
}

/** A simulated battle: the rules of a `Game` without texts. Calculates only the next expected action. */
export interface Playout extends Pick<Game, 'status' | 'roster' | 'save'> {
  /** The first action that the battle waits for, with the rulebook's own default. */
  readonly firstExpectedAction: () => ExpectedAction<Text> | undefined;
  /** The plans of an actor, best first. */
  readonly plans: (actor: string) => readonly Plan<Text>[];
  /** The first order of the best plan that begins with one of these verbs. Faster than `plans`: no texts. */
  readonly bestOrder: (actor: string, verbs: readonly string[]) => PlannedOrder | undefined;
  /** The orders of one plan from a faster search. The orders may be illegal. Empty if the rulebook has no plans. */
  readonly quickOrders: (actor: string) => readonly PlannedOrder[];
  /** The values that may be chosen for a parameter of a verb. Undefined if the rulebook has no list. */
  readonly offers: (
    verb: string,
    param: string,
    actor: string,
    soFar: Readonly<Record<string, unknown>>,
  ) => readonly string[] | undefined;
  /** Plays an order of an actor, as if the GM gave it. Changes nothing if it is refused. */
  readonly play: (actor: string, order: PlannedOrder, dice: LoggedDice) => Result<PlayoutOutcome>;
  /** The share of life that each combatant has left, 0 to 1. Empty if the rulebook does not count it. */
  readonly lifeLeft: () => Readonly<Record<string, number>>;
  /** The sides that have won; empty if no side has. Undefined while the battle goes on. Needs no decision of the GM. */
  readonly winners: () => readonly string[] | undefined;
}
