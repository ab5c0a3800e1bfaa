import type { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import {
  fillPlaceholders,
  type Message,
  ok,
  type Refusal,
  type Result,
  type Text,
  type Wording,
} from '../core/message.ts';
import type { PresetEncounter } from './content.ts';
import { defineGames } from './define/games.ts';
import type { CommonState, RulesetContent, RulesetDefinition, RulesetIdentity, RulesetSheets } from './definition.ts';
import { defineEditions, type Editions } from './editions.ts';
import { gmActor, type StandingOrderKind } from './expected-action.ts';
import type { CorrectionScope } from './fields.ts';
import type { Game, Playout } from './game.ts';
import type { NumberTerms } from './reader.ts';
import type { SheetCheck } from './sheets.ts';
import type { Importer } from './spreadsheet.ts';
import type { SealedVerb } from './verb.ts';

type Fact = Text | number | undefined;

const isThere = (fact: Fact): fact is Text | number => fact !== undefined && fact !== '';

/** The GM's seat does not count as a name if a wording can do without it. */
const namesSomeone = (fact: Fact): boolean =>
  isThere(fact) && !(typeof fact === 'object' && 'ref' in fact && (fact.ref === gmActor || fact.ref === ''));

/** The sentence of a refusal: the first wording that says nothing of what is not there. */
export const refusalSentence = (wording: Wording, facts: Refusal['facts']): Message => {
  const wordings = typeof wording === 'string' ? [wording] : wording;
  const fits = (fact: (fact: Fact) => boolean) =>
    wordings.find((each) => [...each.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => fact(facts[name])));
  const known = Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact] as const]));
  return fillPlaceholders(fits(namesSomeone) ?? fits(isThere) ?? wordings.at(-1) ?? '', Object.fromEntries(known));
};

/** What the rest of the program sees of a rulebook: no groups and no type parameters, only values parsed at the border. */
export interface Ruleset extends RulesetIdentity, RulesetContent<unknown>, Omit<RulesetSheets<unknown>, 'sheetChecks'> {
  readonly sides: readonly string[];
  readonly encounters: readonly PresetEncounter[];
  readonly importers: readonly Importer[];
  readonly sheet: z.ZodType;
  readonly settings: z.ZodType;
  readonly literalSettings: unknown;
  /** How what was saved under older editions is upgraded to the present one. */
  readonly editions: Editions;
  readonly isPlacedAfterStart?: true | undefined;
  /** True if it has plans of several orders. */
  readonly hasPlans: boolean;
  /** What on a sheet can be rolled for, the usual first. Empty if the sheet does not parse. */
  readonly sheetChecks: (sheet: unknown) => readonly SheetCheck[];
  /** The field that corrects a position, if the GM may place combatants. */
  readonly placeField?: string | undefined;
  readonly verbs: Readonly<Record<string, SealedVerb>>;
  readonly queries: Readonly<Record<string, Pick<SealedVerb, 'command' | 'summary' | 'params'>>>;
  readonly corrections: Readonly<Record<string, { readonly description: string; readonly scope: CorrectionScope }>>;
  readonly modifiers: Readonly<Record<string, string>>;
  readonly numberTerms: NumberTerms;
  readonly lotDice: readonly string[];
  readonly roundStartEvents: readonly string[];
  readonly isRolledForAll: (event: unknown) => boolean;
  readonly standingOrderKinds: Readonly<Record<string, StandingOrderKind>>;
  /** The sentence for a refusal of this rulebook. Undefined if the code is not its own. */
  readonly refusalSentence: (refusal: Refusal) => Message | undefined;
  /** Every setting with its value in force, given those that were chosen. Refuses what does not parse. */
  readonly completeSettings: (chosen: unknown) => Result<unknown, Refusal>;
  /** A battle without combatants. Refuses settings that do not parse. */
  readonly createGame: (settings: unknown) => Result<Game, Refusal>;
  /** A sheet after rest between battles. */
  readonly restore: (sheet: unknown) => Result<unknown, Refusal>;
  /** A sheet after its promotion, by what it says itself or into another. */
  readonly promote: (sheet: unknown, into: unknown) => Result<unknown, Refusal>;
  /** A battle as it was saved. Throws if it does not parse: only we write it. */
  readonly openGame: (saved: unknown) => Game;
  /** A saved battle, to be simulated. Throws if it does not parse. */
  readonly createPlayout: (saved: unknown) => Playout;
}

/** A list in which only its own names are found: people type `constructor` too. */
const ownEntries = <Value>(list: Readonly<Record<string, Value>> = {}): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), list);

/** Makes of what the author of a rulebook writes what the rest of the program sees. */
export const defineRuleset = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  definition: RulesetDefinition<Sheet, Settings, State, Code>,
): Ruleset => {
  const content = { ...definition.content, rules: lazyValue(definition.content.rules) };
  const { identity, saved: shapes, events, orders, display, gm, sheets, tactics } = definition;
  const battles = defineGames({ ...definition, content });
  const { saved, gameOf, playoutOf } = battles;
  return {
    ...identity,
    sides: identity.sides ?? [],
    ...content,
    presets: ownEntries(content.presets),
    encounters: content.encounters ?? [],
    ...sheets,
    importers: sheets?.importers ?? [],
    sheetChecks: saved.sheetChecks,
    restore: saved.restore,
    promote: saved.promote,
    sheet: shapes.sheet,
    settings: shapes.settings,
    literalSettings: shapes.literalSettings ?? {},
    editions: defineEditions(shapes.editions ?? []),
    isPlacedAfterStart: orders.isPlacedAfterStart,
    hasPlans: tactics !== undefined,
    placeField: gm?.layout?.placeField,
    verbs: ownEntries(orders.verbs),
    queries: ownEntries(orders.queries),
    standingOrderKinds: ownEntries(orders.standingOrderKinds),
    corrections: ownEntries(gm?.corrections),
    modifiers: gm?.modifiers ?? {},
    numberTerms: display.numberTerms ?? {},
    lotDice: display.lotDice ?? [],
    roundStartEvents: events.roundStartEvents,
    isRolledForAll: (event) => events.isRolledForAll(events.event.parse(event)),
    refusalSentence: ({ code, facts }) => {
      const wording = Object.entries<Wording>(display.refusals).find(([known]) => known === code)?.[1];
      return wording === undefined ? undefined : refusalSentence(wording, facts);
    },
    completeSettings: saved.parseSettings,
    createGame: (settings) => {
      const parsed = saved.parseSettings(settings);
      return parsed.ok ? ok(gameOf(orders.emptyBattle(parsed.value))) : parsed;
    },
    openGame: battles.openGame,
    createPlayout: (state) => playoutOf(saved.readState(state)),
  };
};

/** A sheet in the current edition of its rulebook. Unchanged if it cannot be upcast; it is refused when it is used. */
export const upcastSheet = (ruleset: Ruleset | undefined, edition: number, sheet: unknown): unknown => {
  try {
    return ruleset === undefined ? sheet : ruleset.editions.sheet(edition, sheet);
  } catch {
    return sheet;
  }
};
