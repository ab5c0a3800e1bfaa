import type { z } from 'zod';
import type { Text } from '../core/message.ts';
import type { Refusal, Wording } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';
import type { SampleBelief } from './beliefs.ts';
import type { Caller } from './caller.ts';
import type { CarriedCombatant } from './carry.ts';
import type { RulingDraft } from './draft.ts';
import type { EditionStep } from './editions.ts';
import type { Effect } from './effects.ts';
import type { DrawnAction, EventContext, RuleEvent } from './event.ts';
import type { ExpectedAction } from './expected-action.ts';
import type { CorrectableField } from './fields.ts';
import type { GmTables } from './gm-tables.ts';
import type { ImportMap } from './grid/map-plan.ts';
import type { Importer } from './imports.ts';
import type { RulesetLayout } from './layout.ts';
import type { Lesson } from './lesson.ts';
import type { UnresolvedLine } from './lines.ts';
import type { PresetEncounter } from './preset-encounter.ts';
import type { NumberTerms, Reader } from './reader.ts';
import type { RuleEntry } from './rulebook.ts';
import type { SheetCheck } from './sheet-check.ts';
import type { SheetForm } from './sheet-form.ts';
import type { SpreadsheetFormat } from './spreadsheet.ts';
import type { StandingOrderKind } from './standing-order-kinds.ts';
import type { AdvanceTactics, Tactics } from './tactics.ts';
import type { Tally } from './tally.ts';
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
  /** What it is called where nobody gives it a name, if that is not its title. */
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

/** How large a battle is: what is held against the caps of the house. */
export interface BattleSize {
  /** Of a board in squares; nothing where the rulebook has none, or it is not chosen yet. */
  readonly board: { readonly columns: number; readonly rows: number } | undefined;
  /** How many things are laid on combatants and ground by somebody's word: effects, conditions, rulings, objects. */
  readonly effectCount: number;
}

type BattleStatus = BattleView['status'];

/** What the kit itself reads in the state of a battle. */
export interface CommonState<Settings> {
  /** The settings under which it is fought from now on. */
  readonly settings: Settings;
  /** Everything that hangs on anybody: shown on the roster, and told when its time is up. */
  readonly effects?: readonly Effect[];
  readonly status?: BattleStatus;
}

/** What the author of one system writes. */
export interface RulesetDefinition<Sheet, Settings, State extends CommonState<Settings>, Code extends string> {
  readonly id: string;
  readonly title: string;
  /** What each edition after the first changed in what is saved, in order. A changed shape adds one. */
  readonly editions: readonly EditionStep[];
  /** What one entrant is called: `combatant`, `warband`. */
  readonly entrantNoun: string;
  /** What somebody joins with is a company of theirs, not one figure: it goes by the name of the person. */
  readonly usesPlayerName?: true;
  /** Where it knows just these sides: whoever joins without one comes to the first. */
  readonly sides?: readonly string[];
  readonly sheet: z.ZodType<Sheet>;
  readonly settings: z.ZodType<Settings>;
  /** The settings at which the original text reads plainest, where those are not the usual ones. */
  readonly literalSettings: unknown;
  readonly state: z.ZodType<State>;
  readonly event: z.ZodType<RuleEvent>;
  /** Every code with what is said of it. */
  readonly refusals: Readonly<Record<Code, Wording>>;
  /** The rulebook's own codes for a sheet or settings that do not parse (facts: option, problem); else `bad-input`. */
  readonly badSheetCode?: Code;
  readonly badSettingsCode?: Code;
  /** Its text, read once, when it is first asked for. */
  readonly rules: () => readonly RuleEntry[];
  /** Are all placed once the battle has begun, not before? */
  readonly isPlacedAfterStart?: true;
  readonly presets: Readonly<Record<string, Preset<Sheet>>>;
  /** Fights that are ready to be brought; left out where there are none. */
  readonly encounters?: readonly PresetEncounter[];
  /** How its sheet is made by a form; left out: all fields on one page. */
  readonly form?: SheetForm;
  /** A small battle by which it is learnt; left out where there is none. */
  readonly lesson?: Lesson;
  /** What other tools write that becomes a sheet of this rulebook; left out: nothing. */
  readonly importers?: readonly Importer[];
  /** How a table of a spreadsheet becomes sheets; left out where none does. */
  readonly spreadsheet?: SpreadsheetFormat;
  /** How a map another tool drew becomes the ground; left out where there is no board of squares. */
  readonly importMap?: ImportMap;
  /** The tables that it names and does not hold; left out where there are none. */
  readonly gmTables?: GmTables;
  /** What on a sheet can be rolled for outside the rules of a battle, the usual first; left out where there is nothing. */
  readonly sheetChecks?: (sheet: Sheet) => readonly SheetCheck[];
  readonly verbs: Readonly<Record<string, Verb<State, Code>>>;
  readonly queries: Readonly<Record<string, Query<State, Code>>>;
  /** What the GM may put right by hand. */
  readonly corrections: Readonly<Record<string, CorrectableField<State, Code>>>;
  /** What follows of itself where a correction left nobody to act, as if the GM had said to go on; nothing where somebody is. */
  readonly continueAfterCorrection?: (draft: RulingDraft<State>) => Verdict<Code> | InteractiveRuling<Code> | undefined;
  /** The terms in which the GM may hang modifiers on a combatant, and what each does. */
  readonly modifiers: Readonly<Record<string, string>>;
  /** The names of dice that draw lots: whether they fall high or low is nobody's luck. */
  readonly lotDice: readonly string[];
  /** The numbers of a combatant, by the term under which the GM may choose how they are told. */
  readonly numberTerms: NumberTerms;
  readonly emptyBattle: (settings: Settings) => State;
  readonly enter: (draft: RulingDraft<State>, entrant: Entrant<Sheet>) => Verdict<Code>;
  readonly start: (draft: RulingDraft<State>, call: Caller) => Verdict<Code> | InteractiveRuling<Code>;
  readonly finish: (draft: RulingDraft<State>, finish: GmEnding) => Verdict<Code>;
  /** Hangs an effect on a combatant, or lifts it (`effect` left out) by its name. */
  readonly applyEffect: (
    draft: RulingDraft<State>,
    who: string,
    name: string,
    effect: Effect | undefined,
  ) => Verdict<Code | 'bad-input' | 'no-such-effect'>;
  readonly battleSize: (state: State) => BattleSize;
  /** Where everybody stands and what the ground is, to be laid out again elsewhere. Left out where there are no places. */
  readonly layout?: RulesetLayout<State>;
  /** The events with which a round begins, or what the rulebook counts in its place. */
  readonly roundStartEvents: readonly string[];
  /** Is it an event for which one order rolls for everybody in the battle, the unseen among them? */
  readonly isRolledForAll?: (event: RuleEvent) => boolean;
  readonly evolve: (state: State, event: RuleEvent) => State;
  /** Settings that a battle has come to on its way, for the next battles of its campaign. */
  readonly carriedSettings?: (state: State) => Readonly<Record<string, unknown>>;
  /** An entrant as it leaves the battle, given the sheet with which it came in; nothing where nobody is called so. */
  readonly carry: (state: State, id: string, sheet: Sheet) => CarriedCombatant<Sheet> | undefined;
  /** A sheet made whole: what rest between battles gives back. */
  readonly restore: (sheet: Sheet) => Sheet;
  /** A sheet after its promotion, into what it says itself or into another; left out where the rulebook knows none. */
  readonly promote?: (sheet: Sheet, into: Sheet | undefined) => Result<Sheet, Refusal<Code>>;
  /** Left out where the state says it as `status`. */
  readonly status?: (state: State) => BattleStatus;
  readonly roster: (state: State) => readonly RosterEntry[];
  /** How much of its life each combatant has left, 0 to 1; left out where nobody's life is counted. */
  readonly lifeLeft?: (state: State) => Readonly<Record<string, number>>;
  /** The sides that have won, none of them where nobody has, undefined while it is open; left out where whoever stands alone has won. */
  readonly winners?: (state: State) => readonly string[] | undefined;
  /** The battle as if these were not there: by it queries and offers are answered for whoever must not know of them. */
  readonly withoutCombatants: (state: State, ids: readonly string[]) => State;
  /** Every kind of question that is asked and of move that is awaited, for standing orders. */
  readonly standingOrderKinds: Readonly<Record<string, StandingOrderKind>>;
  readonly expectedActions: (state: State) => readonly ExpectedAction<Text>[];
  /** The first of these, found in less time; left out where nothing is saved by it. */
  readonly firstExpectedAction?: (state: State) => ExpectedAction<Text> | undefined;
  /** What whoever is awaited could do, and what each is worth; left out where the rulebook has none yet. */
  readonly tactics?: Tactics<State>;
  /** Much the same, found in less time, for battles played in thought: see `Playout.quick`. Left out where it is `tactics`. */
  readonly quickTactics?: Tactics<State>;
  /** What whoever is to advance on a place could do; left out where the rulebook has no squares. */
  readonly advance?: AdvanceTactics<State>;
  /** The battle as a reader believes it to stand; left out where everybody is told all there is. */
  readonly sampleBelief?: SampleBelief<State>;
  /** Whose blow, spell or move in sight an event is: by it the hidden are revealed who are hidden until they act. */
  readonly actorsOf: (event: RuleEvent, before: State, after: State) => readonly string[];
  /** What an event draws on the board: a way, a blow. Left out where nothing is drawn. */
  readonly strokeOf?: (event: RuleEvent) => DrawnAction | undefined;
  /** The rules of the rulebook that advise this actor as things stand, the most fitting first. */
  readonly advice?: (state: State, actor: string) => readonly string[];
  readonly view: (state: State, reader: Reader) => BattleView;
  readonly narrate: (event: RuleEvent, moment: EventContext<State>) => readonly UnresolvedLine[];
  /** What statistics count of an event; a rulebook without it has only its dice counted. */
  readonly talliesOf?: (event: RuleEvent, before: State, after: State) => readonly Tally[];
}
