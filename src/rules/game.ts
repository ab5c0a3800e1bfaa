import type { Refusal, Result } from '../core/result.ts';
import type { Die, LoggedDice } from '../dice/dice.ts';
import type { DrawNumber } from './beliefs.ts';
import type { Caller } from './caller.ts';
import type { CarriedCombatant } from './carry.ts';
import type { BattleSize, Entrant, GmEnding, RosterEntry } from './definition.ts';
import type { Effect } from './effects.ts';
import type { DrawnAction, RuleEvent } from './event.ts';
import type { ExpectedAction } from './expected-action.ts';
import type { Square } from './grid/square.ts';
import type { Layout } from './layout.ts';
import type { Line } from './lines.ts';
import type { AnswerPolicy, Question } from './question.ts';
import type { Viewer } from './reader.ts';
import type { RuleEntry } from './rulebook.ts';
import type { AdvanceProblem, Plan } from './tactics.ts';
import type { Tally } from './tally.ts';
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

/** A battle as it stands. Acting on it leaves it as it was and gives the next one. */
export interface Game {
  readonly status: 'setup' | 'active' | 'ended';
  readonly act: (
    action: GameAction,
    call: Caller,
    answers: readonly string[],
    dice: LoggedDice,
    answering?: AnswerPolicy,
  ) => Result<OrderOutcome, Refusal>;
  /** The fold: the battle after these events. */
  readonly applyEvents: (events: readonly unknown[]) => Game;
  /** The battle under other settings from now on; what was stays as it was. Refuses settings that do not parse. */
  readonly withSettings: (settings: unknown) => Result<Game, Refusal>;
  /** What these events say to one reader, this being the battle before them. */
  readonly narrate: (events: readonly unknown[], viewer: Viewer) => readonly Line[];
  /** Whose blow, spell or move in sight is among these events, this being the battle before them. */
  readonly actorsOf: (events: readonly unknown[]) => readonly string[];
  /** What these events draw on the board. */
  readonly strokesOf: (events: readonly unknown[]) => readonly DrawnAction[];
  /** What there is to count in these events, this being the battle before them. Nothing is kept from anybody. */
  readonly talliesOf: (events: readonly unknown[]) => readonly Tally[];
  /** What the battle waits for. For one viewer the verbs and the suggestion are those of a battle without those hidden from them. */
  readonly expectedActions: (viewer?: Viewer) => readonly ExpectedAction[];
  /** What this actor could do, as far as this viewer knows of the battle; the best first. */
  readonly plans: (actor: string, viewer: Viewer) => readonly Plan[];
  /** The same for one who is to advance on a place. */
  readonly advancePlans: (actor: string, viewer: Viewer, place: Square) => readonly Plan[];
  /** Why nobody can advance on a place; nothing where it can be done. */
  readonly placeProblem: (place: Square) => AdvanceProblem | undefined;
  /** The battle as if nobody hidden from this viewer were in it. */
  readonly asKnownTo: (viewer: Viewer) => Game;
  /** The battle as this viewer believes it to stand, to be played on in thought; of what they are not told nothing is left in it. */
  readonly sampleBelief: (viewer: Viewer, draw: DrawNumber) => Game;
  readonly roster: () => readonly RosterEntry[];
  readonly battleSize: () => BattleSize;
  /** Where everybody stands, and the ground. Nothing is kept from anybody. */
  readonly layout: () => Layout;
  /** What the GM has hung on anybody. */
  readonly effects: () => readonly Effect[];
  /** The rules that advise this actor as things stand, as far as this viewer knows of them; the most fitting first. */
  readonly advice: (actor: string, viewer: Viewer) => readonly RuleEntry[];
  readonly view: (viewer: Viewer) => BattleView;
  readonly answerQuery: (query: string, call: Caller, input: unknown, viewer: Viewer) => Result<Answer, Refusal>;
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
  /** An entrant as it leaves the battle, given the sheet with which it came in; nothing where the rulebook keeps nothing. */
  readonly carry: (id: string, sheet: unknown) => CarriedCombatant | undefined;
  readonly save: () => unknown;
}
