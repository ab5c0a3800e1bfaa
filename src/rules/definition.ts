import type { z } from 'zod';
import type { Refusal, Result, Text, Wording } from '../core/message.ts';
import type { Die } from '../dice/dice.ts';
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
import type { CarriedCombatant, EntrantInBattle, SheetCheck, SheetForm } from './sheets.ts';
import type { Importer, SpreadsheetFormat } from './spreadsheet.ts';
import type { AdvanceTactics, SampleBelief, Tactics } from './tactics.ts';
import type { InteractiveRuling, Query, Verb, Verdict } from './verb.ts';
import type { BattleView } from './view.ts';

/** A participant that joins a battle: a combatant, or a player's whole warband. Each entrant is one actor. */
export interface Entrant<Sheet = unknown> {
  /** The id, unique in the battle. It is also the displayed name. */
  readonly id: string;
  readonly side: string | undefined;
  readonly sheet: Sheet;
}

/** One figure on the board. `actor`: who acts for the figure, which is the figure itself or its warband. */
export interface RosterEntry {
  readonly id: string;
  readonly actor: string;
  readonly side: string | undefined;
  readonly up: boolean;
  /** Named parts of the figure: a wing, a head. */
  readonly parts?: readonly string[];
}

export interface Preset<Sheet> {
  readonly title: string;
  /** The name of a combatant made from this preset. Default: the title. */
  readonly name?: string;
  /** The strengths of the preset, in one line. */
  readonly description?: string;
  readonly sheet: Sheet;
}

/** The result of a battle that the GM ends. */
export interface GmEnding {
  readonly winner: string | undefined;
  readonly reason: string;
}

/** The size of a battle, which configured caps limit. */
export interface BattleSize {
  /** The size of the board. Undefined if there is no board, or the board is not chosen yet. */
  readonly board: { readonly columns: number; readonly rows: number } | undefined;
  /** Number of effects, conditions, rulings and objects that users added. */
  readonly effectCount: number;
}

export type BattleStatus = BattleView['status'];

/** The part of a battle's state that the app itself reads. */
export interface CommonState<Settings> {
  readonly settings: Settings;
  /** All effects on combatants. The app shows effects on the roster, and narrates when an effect ends. */
  readonly effects?: readonly Effect[];
  readonly status?: BattleStatus;
}

/** The name of a rulebook, and the noun for its entrants. */
export interface RulesetIdentity {
  readonly id: string;
  readonly title: string;
  /** The noun for an entrant: `combatant`, `warband`. */
  readonly entrantNoun: string;
  /** True if an entrant is a group that is named after its player. */
  readonly usesPlayerName?: true;
  /** The only possible sides. An entrant without a chosen side joins the first. */
  readonly sides?: readonly string[];
}

/** The rule text, presets and encounters that come with a rulebook. */
export interface RulesetContent<Sheet> {
  /** The rules of the rulebook. Loaded at the first call. */
  readonly rules: () => readonly RuleEntry[];
  readonly presets: Readonly<Record<string, Preset<Sheet>>>;
  readonly encounters?: readonly PresetEncounter[];
  /** A small battle that teaches the rulebook. */
  readonly lesson?: Lesson | undefined;
  /** Tables that the rulebook refers to but does not contain. */
  readonly gmTables?: GmTables | undefined;
}

/** Schemas and editions of a rulebook's saved data. */
export interface RulesetSavedData<Sheet, Settings, State, Code extends string> {
  readonly state: z.ZodType<State>;
  readonly settings: z.ZodType<Settings>;
  readonly sheet: z.ZodType<Sheet>;
  /** The settings that follow the original text most literally. Default: the default settings. */
  readonly literalSettings?: unknown;
  /** The conversion to each edition after the first, oldest first. Add a conversion when a saved shape changes. */
  readonly editions?: readonly EditionStep[];
  /** The refusal codes for an invalid sheet or invalid settings (facts: option, problem). Default: `bad-input`. */
  readonly badSheetCode?: Code;
  readonly badSettingsCode?: Code;
}

/** The event functions of a rulebook, as made by `createEventTable`. */
export interface RulesetEvents<State> {
  readonly event: z.ZodType<RuleEvent>;
  readonly evolve: (state: State, event: RuleEvent) => State;
  readonly narrate: (event: RuleEvent, moment: EventContext<State>) => readonly UnresolvedLine[];
  /** The facts that statistics count from an event. */
  readonly talliesOf: (event: RuleEvent, before: State, after: State) => readonly Tally[];
  /** The combatants that visibly act in an event. Acting reveals those that are hidden until they act. */
  readonly actorsOf: (event: RuleEvent, before: State, after: State) => readonly string[];
  /** The kind of line that an event draws on the board: a move, an attack. */
  readonly strokeOf: (event: RuleEvent) => DrawnAction | undefined;
  /** Types of events that begin a round, note a wish for later, or are rolled for everyone at once. */
  readonly marked: Readonly<Record<'roundStarts' | 'wishes' | 'rolledForAll', readonly string[]>>;
}

/** The orders and queries of a rulebook, and how its battles begin and end. */
export interface RulesetOrders<Sheet, Settings, State, Code extends string> {
  readonly emptyBattle: (settings: Settings) => State;
  readonly enter: (draft: RulingDraft<State>, entrant: Entrant<Sheet>) => Verdict<Code> | RuleEvent;
  readonly start: (draft: RulingDraft<State>, call: Caller) => Verdict<Code> | InteractiveRuling<Code> | RuleEvent;
  readonly finish: (draft: RulingDraft<State>, finish: GmEnding) => Verdict<Code> | RuleEvent;
  readonly verbs: Readonly<Record<string, Verb<State, Code>>>;
  readonly queries?: Readonly<Record<string, Query<State, Code>>>;
  /** What follows from the dice of a check that the GM requested of an entrant. Default: nothing. */
  readonly checkEvents?: (there: EntrantInBattle<State>, dice: readonly Die[]) => readonly RuleEvent[];
  /** All kinds of questions and expected actions that standing orders can name. */
  readonly standingOrderKinds: Readonly<Record<string, StandingOrderKind>>;
  /** True if combatants are placed after the battle begins. Default: before. */
  readonly isPlacedAfterStart?: true;
}

/** The functions that show a battle to its viewers. */
export interface RulesetDisplay<State, Code extends string> {
  readonly view: (state: State, reader: Reader) => BattleView;
  readonly expectedActions: (state: State) => readonly ExpectedAction<Text>[];
  readonly roster: (state: State) => readonly RosterEntry[];
  /** The battle without these combatants, to answer viewers who cannot see them. */
  readonly withoutCombatants: (state: State, ids: readonly string[]) => State;
  /** The sentence of each refusal code. */
  readonly refusals: Readonly<Record<Code, Wording>>;
  /** The numbers of a combatant whose visibility the GM can choose. */
  readonly numberTerms?: NumberTerms;
  /** The status of a battle. Default: the `status` of the state. */
  readonly status?: (state: State) => BattleStatus;
  /** The size of a battle. Default: no board, and the effects of the state. */
  readonly battleSize?: (state: State) => BattleSize;
  /** The share of life that each combatant has left, 0 to 1. */
  readonly lifeLeft?: (state: State) => Readonly<Record<string, number>>;
  /** The winning sides. Undefined while the battle is open. Default: the only side left. */
  readonly winners?: (state: State) => readonly string[] | undefined;
  /** Names of dice for random choices. Their results count as neither good nor bad luck. */
  readonly lotDice?: readonly string[];
  /** Ids of the rules that help this actor now, most relevant first. */
  readonly advice?: (state: State, actor: string) => readonly string[];
}

/** The corrections and effects that the GM may use. */
export interface RulesetGm<State, Code extends string> {
  readonly corrections: Readonly<Record<string, CorrectableField<State, Code>>>;
  /** Continues the battle after a correction or removal. Undefined if it waits for someone. `before`: on a removal. */
  readonly continueAfterCorrection?: (
    draft: RulingDraft<State>,
    before?: State,
  ) => Verdict<Code | 'pending-choice'> | InteractiveRuling<Code> | undefined;
  /** The values that an effect may modify, each with its description. */
  readonly modifiers: Readonly<Record<string, string>>;
  /** Applies an effect to a combatant. Removes the effect with this name if `effect` is undefined. */
  readonly applyEffect: (
    draft: RulingDraft<State>,
    who: string,
    name: string,
    effect: Effect | undefined,
  ) => Verdict<Code | 'bad-input' | 'no-such-effect'>;
  /** Saves all positions and the terrain, to set them up in another battle. */
  readonly layout?: RulesetLayout<State>;
}

/** How a rulebook's sheets are edited, rolled for and imported. */
export interface RulesetSheets<Sheet, State = unknown> {
  /** The pages of the form that edits a sheet. Default: one page with all fields. */
  readonly form?: SheetForm | undefined;
  /** The checks that can be rolled for a sheet, most usual first. In a battle, with what changes them there. */
  readonly sheetChecks?: (sheet: Sheet, there?: EntrantInBattle<State>) => readonly SheetCheck[];
  /** Importers of the formats of other tools. */
  readonly importers?: readonly Importer[];
  /** How rows of a spreadsheet become sheets. */
  readonly spreadsheet?: SpreadsheetFormat | undefined;
  /** How a map of another tool becomes terrain. */
  readonly importMap?: ImportMap | undefined;
}

/** How sheets and settings change between the battles of a campaign. */
export interface RulesetCampaign<Sheet, State, Code extends string> {
  /** An entrant as it leaves the battle, from its sheet before the battle. Undefined if no entrant has this id. */
  readonly carry: (state: State, id: string, sheet: Sheet) => CarriedCombatant<Sheet> | undefined;
  /** The sheet after a rest between battles. */
  readonly restore: (sheet: Sheet) => Sheet;
  /** The sheet after a promotion. `into` is the sheet it is promoted to; undefined if the sheet itself names it. */
  readonly promote?: (sheet: Sheet, into: Sheet | undefined) => Result<Sheet, Refusal<Code>>;
  /** Settings that changed during the battle and that the campaign's next battles use. */
  readonly carriedSettings?: (state: State) => Readonly<Record<string, unknown>>;
}

/** How a rulebook's autopilot finds plans. */
export interface RulesetTactics<State> {
  /** The plans of an actor that the battle waits for. */
  readonly plans: Tactics<State>;
  /** A faster search with similar plans, for simulated battles. Default: `plans`. */
  readonly quickPlans?: Tactics<State>;
  /** The plans of an actor that advances to a square. */
  readonly advance?: AdvanceTactics<State>;
  /** A battle as a reader believes it to be. Default: the battle as it is. */
  readonly sampleBelief?: SampleBelief<State>;
}

/** Everything that the author of a rulebook defines. */
export interface RulesetDefinition<Sheet, Settings, State extends CommonState<Settings>, Code extends string> {
  readonly identity: RulesetIdentity;
  readonly content: RulesetContent<Sheet>;
  readonly saved: RulesetSavedData<Sheet, Settings, State, Code>;
  readonly events: RulesetEvents<State>;
  readonly orders: RulesetOrders<Sheet, Settings, State, Code>;
  readonly display: RulesetDisplay<State, Code>;
  /** The GM's corrections and effects. Default: the GM can correct nothing. */
  readonly gm?: RulesetGm<State, Code>;
  readonly sheets?: RulesetSheets<Sheet, State>;
  /** How battles change sheets. Default: battles do not change sheets. */
  readonly campaign?: RulesetCampaign<Sheet, State, Code>;
  /** How autopilots find plans. Default: the rulebook has no plans. */
  readonly tactics?: RulesetTactics<State>;
}
