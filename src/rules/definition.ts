import type { z } from 'zod';
import type { Refusal, Result, Text, Wording } from '../core/message.ts';
import type { GmTables, Lesson, PresetEncounter, RulesetLayout } from './content.ts';
import type { EditionStep } from './editions.ts';
import type { Effect } from './effects.ts';
import type { DrawnAction, EventContext, RuleEvent, Tally, UnresolvedLine } from './event.ts';
import type { Caller, ExpectedAction, StandingOrderKind } from './expected-action.ts';
import type { CorrectableField } from './fields.ts';
import type { ImportMap } from './grid/map-plan.ts';
import type { RulingDraft } from './order-limits.ts';
import type { NumberTerms, Reader } from './reader.ts';
import type { RuleEntry } from './rulebook.ts';
import type { CarriedCombatant, SheetCheck, SheetForm } from './sheets.ts';
import type { Importer, SpreadsheetFormat } from './spreadsheet.ts';
import type { AdvanceTactics, SampleBelief, Tactics } from './tactics.ts';
import type { InteractiveRuling, Query, Verb, Verdict } from './verb.ts';
import type { BattleView } from './view.ts';

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
  /** Its parts that have names of their own: a wing, a head. */
  readonly parts?: readonly string[];
}

export interface Preset<Sheet> {
  readonly title: string;
  /** Its name if no one chooses another. Default: its title. */
  readonly name?: string;
  /** Other titles it is found by: what it was called in earlier releases, too. */
  readonly aliases?: readonly string[];
  /** What it is good at, in a line. */
  readonly description?: string;
  readonly sheet: Sheet;
}

/** How a battle ends when the GM ends it. */
export interface GmEnding {
  readonly winner: string | undefined;
  readonly reason: string;
}

/** The size of a battle, as the caps count it. */
export interface BattleSize {
  /** Undefined if there is no board, or it is not chosen yet. */
  readonly board: { readonly columns: number; readonly rows: number } | undefined;
  /** Number of effects, conditions, rulings and objects that people put on combatants and the board. */
  readonly effectCount: number;
}

export type BattleStatus = BattleView['status'];

/** What the kit itself reads in the state of a battle. */
export interface CommonState<Settings> {
  /** The settings under which it is fought from now on. */
  readonly settings: Settings;
  /** All effects: shown on the roster, and narrated when they end. */
  readonly effects?: readonly Effect[];
  readonly status?: BattleStatus;
}

/** What a rulebook is called, and who takes part. */
export interface RulesetIdentity {
  readonly id: string;
  readonly title: string;
  /** What one entrant is called: `combatant`, `warband`. */
  readonly entrantNoun: string;
  /** True if an entrant is a company, which is named after its player. */
  readonly usesPlayerName?: true;
  /** The only sides there are. An entrant without one joins the first. */
  readonly sides?: readonly string[];
}

/** What a rulebook comes with. */
export interface RulesetContent<Sheet> {
  /** Its text, read once, when it is first asked for. */
  readonly rules: () => readonly RuleEntry[];
  readonly presets: Readonly<Record<string, Preset<Sheet>>>;
  /** Fights to bring into a battle. */
  readonly encounters?: readonly PresetEncounter[];
  /** A small battle that teaches it. */
  readonly lesson?: Lesson | undefined;
  /** The tables that it names and does not hold. */
  readonly gmTables?: GmTables | undefined;
}

/** What is saved of a battle and of those who take part. */
export interface RulesetSavedData<Sheet, Settings, State, Code extends string> {
  readonly state: z.ZodType<State>;
  readonly settings: z.ZodType<Settings>;
  readonly sheet: z.ZodType<Sheet>;
  /** The settings under which the original text reads plainest. Default: the usual ones. */
  readonly literalSettings?: unknown;
  /** What each edition after the first changed in what is saved, in order. A changed shape adds one. */
  readonly editions?: readonly EditionStep[];
  /** The rulebook's own codes for a sheet or settings that do not parse (facts: option, problem). Default: `bad-input`. */
  readonly badSheetCode?: Code;
  readonly badSettingsCode?: Code;
}

/** The kinds of events, as `createEventTable` makes them. */
export interface RulesetEvents<State> {
  readonly event: z.ZodType<RuleEvent>;
  readonly evolve: (state: State, event: RuleEvent) => State;
  readonly narrate: (event: RuleEvent, moment: EventContext<State>) => readonly UnresolvedLine[];
  /** What statistics count of an event. */
  readonly talliesOf: (event: RuleEvent, before: State, after: State) => readonly Tally[];
  /** The combatants that others can see act by an event: it reveals those hidden until they act. */
  readonly actorsOf: (event: RuleEvent, before: State, after: State) => readonly string[];
  /** What an event draws on the board: a way, a blow. */
  readonly strokeOf: (event: RuleEvent) => DrawnAction | undefined;
  /** The events with which a round begins, or what the rulebook counts in its place. */
  readonly roundStartEvents: readonly string[];
  /** True if one order rolls for everyone in the battle, the hidden among them. */
  readonly isRolledForAll: (event: RuleEvent) => boolean;
}

/** How a battle begins and ends, and what can be ordered and asked in it. */
export interface RulesetOrders<Sheet, Settings, State, Code extends string> {
  readonly emptyBattle: (settings: Settings) => State;
  readonly enter: (draft: RulingDraft<State>, entrant: Entrant<Sheet>) => Verdict<Code>;
  readonly start: (draft: RulingDraft<State>, call: Caller) => Verdict<Code> | InteractiveRuling<Code>;
  readonly finish: (draft: RulingDraft<State>, finish: GmEnding) => Verdict<Code>;
  readonly verbs: Readonly<Record<string, Verb<State, Code>>>;
  readonly queries?: Readonly<Record<string, Query<State, Code>>>;
  /** All kinds of questions and expected actions, for standing orders. */
  readonly standingOrderKinds: Readonly<Record<string, StandingOrderKind>>;
  /** True if everyone is placed after the battle has begun. Default: before. */
  readonly isPlacedAfterStart?: true;
}

/** What people see of a battle. */
export interface RulesetDisplay<State, Code extends string> {
  readonly view: (state: State, reader: Reader) => BattleView;
  readonly expectedActions: (state: State) => readonly ExpectedAction<Text>[];
  readonly roster: (state: State) => readonly RosterEntry[];
  /** The battle without these combatants: it answers queries and offers of readers they are hidden from. */
  readonly withoutCombatants: (state: State, ids: readonly string[]) => State;
  /** Every code with its sentence. */
  readonly refusals: Readonly<Record<Code, Wording>>;
  /** The numbers of a combatant, by the term under which the GM chooses how they are shown. */
  readonly numberTerms?: NumberTerms;
  /** Default: the `status` of the state. */
  readonly status?: (state: State) => BattleStatus;
  /** Default: no board, and the effects of the state. */
  readonly battleSize?: (state: State) => BattleSize;
  /** How much of its life each combatant has left, 0 to 1. */
  readonly lifeLeft?: (state: State) => Readonly<Record<string, number>>;
  /** The sides that have won. Undefined while it is open. Default: the only side left. */
  readonly winners?: (state: State) => readonly string[] | undefined;
  /** The names of dice that draw lots: a high or low result is neither good nor bad luck. */
  readonly lotDice?: readonly string[];
  /** The rules that help this actor now, the most relevant first. */
  readonly advice?: (state: State, actor: string) => readonly string[];
}

/** What the GM may change by hand. */
export interface RulesetGm<State, Code extends string> {
  readonly corrections: Readonly<Record<string, CorrectableField<State, Code>>>;
  /** Goes on as if the GM had ordered it, if a correction left no one to act. Undefined if someone is. */
  readonly continueAfterCorrection?: (draft: RulingDraft<State>) => Verdict<Code> | InteractiveRuling<Code> | undefined;
  /** The terms in which effects modify a combatant, and what each does. */
  readonly modifiers: Readonly<Record<string, string>>;
  /** Puts an effect on a combatant, or ends it by its name if `effect` is undefined. */
  readonly applyEffect: (
    draft: RulingDraft<State>,
    who: string,
    name: string,
    effect: Effect | undefined,
  ) => Verdict<Code | 'bad-input' | 'no-such-effect'>;
  /** Describes all placements and the board, to set them up again elsewhere. */
  readonly layout?: RulesetLayout<State>;
}

/** How sheets are filled in, rolled for and imported. */
export interface RulesetSheets<Sheet> {
  /** Default: all fields on one page. */
  readonly form?: SheetForm | undefined;
  /** What on a sheet can be rolled for outside the rules of a battle, the usual first. */
  readonly sheetChecks?: (sheet: Sheet) => readonly SheetCheck[];
  /** What other tools write that becomes a sheet of this rulebook. */
  readonly importers?: readonly Importer[];
  /** How a table of a spreadsheet becomes sheets. */
  readonly spreadsheet?: SpreadsheetFormat | undefined;
  /** How a map another tool drew becomes the ground. */
  readonly importMap?: ImportMap | undefined;
}

/** What stays after a battle. */
export interface RulesetCampaign<Sheet, State, Code extends string> {
  /** An entrant as it leaves the battle, given its sheet from before. Undefined if there is no entrant of that name. */
  readonly carry: (state: State, id: string, sheet: Sheet) => CarriedCombatant<Sheet> | undefined;
  /** A sheet after rest between battles. */
  readonly restore: (sheet: Sheet) => Sheet;
  /** A sheet after its promotion, by what it says itself or into another. */
  readonly promote?: (sheet: Sheet, into: Sheet | undefined) => Result<Sheet, Refusal<Code>>;
  /** Settings that a battle has come to on its way, for the next battles of its campaign. */
  readonly carriedSettings?: (state: State) => Readonly<Record<string, unknown>>;
}

/** What a side would do. */
export interface RulesetTactics<State> {
  /** What an expected actor could do, and its worth. */
  readonly plans: Tactics<State>;
  /** Much the same in less time, for simulated battles. Default: `plans`. */
  readonly quickPlans?: Tactics<State>;
  /** What an actor who advances on a place could do. */
  readonly advance?: AdvanceTactics<State>;
  /** The battle as a reader believes it to be. Default: as it is. */
  readonly sampleBelief?: SampleBelief<State>;
}

/** What the author of one rulebook writes. */
export interface RulesetDefinition<Sheet, Settings, State extends CommonState<Settings>, Code extends string> {
  readonly identity: RulesetIdentity;
  readonly content: RulesetContent<Sheet>;
  readonly saved: RulesetSavedData<Sheet, Settings, State, Code>;
  readonly events: RulesetEvents<State>;
  readonly orders: RulesetOrders<Sheet, Settings, State, Code>;
  readonly display: RulesetDisplay<State, Code>;
  /** Default: the GM corrects nothing. */
  readonly gm?: RulesetGm<State, Code>;
  readonly sheets?: RulesetSheets<Sheet>;
  /** Default: sheets stay as they were. */
  readonly campaign?: RulesetCampaign<Sheet, State, Code>;
  /** Default: the rulebook has no plans. */
  readonly tactics?: RulesetTactics<State>;
}
