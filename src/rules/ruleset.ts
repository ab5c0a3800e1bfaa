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
import type { CorrectableField } from './fields.ts';
import type { Game, Playout } from './game.ts';
import type { NumberTerms } from './reader.ts';
import type { SheetCheck } from './sheets.ts';
import type { Importer } from './spreadsheet.ts';
import type { VerbInfo } from './verb.ts';

type Fact = Text | number | undefined;

const isThere = (fact: Fact): fact is Text | number => fact !== undefined && fact !== '';

/** True if a fact is known and is not the GM. Sentences that name the GM are avoided where possible. */
const namesSomeone = (fact: Fact): boolean =>
  isThere(fact) && !(typeof fact === 'object' && 'ref' in fact && (fact.ref === gmActor || fact.ref === ''));

/** The sentence of a refusal: the first wording whose facts are all known. */
export const refusalSentence = (wording: Wording, facts: Refusal['facts']): Message => {
  const wordings = typeof wording === 'string' ? [wording] : wording;
  const fits = (fact: (fact: Fact) => boolean) =>
    wordings.find((each) => [...each.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => fact(facts[name])));
  const known = Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact] as const]));
  return fillPlaceholders(fits(namesSomeone) ?? fits(isThere) ?? wordings.at(-1) ?? '', Object.fromEntries(known));
};

/** A rulebook as the app uses it: without type parameters. All input is parsed at this border. */
export interface Ruleset extends RulesetIdentity, RulesetContent<unknown>, Omit<RulesetSheets<unknown>, 'sheetChecks'> {
  readonly sides: readonly string[];
  readonly encounters: readonly PresetEncounter[];
  readonly importers: readonly Importer[];
  readonly sheet: z.ZodType;
  readonly settings: z.ZodType;
  readonly literalSettings: unknown;
  /** The editions of the rulebook's saved data, to convert data saved in older editions. */
  readonly editions: Editions;
  readonly isPlacedAfterStart?: true | undefined;
  /** True if the rulebook has plans, so that autopilots can look ahead. */
  readonly hasPlans: boolean;
  /** The checks that can be rolled for a sheet outside battles, most usual first. Empty if the sheet is invalid. */
  readonly sheetChecks: (sheet: unknown) => readonly SheetCheck[];
  /** The field by which the GM corrects a position. Undefined if the rulebook has none. */
  readonly placeField?: string | undefined;
  /** The field by which the GM moves a combatant. Undefined if the rulebook has no positions. */
  readonly moveField: string | undefined;
  readonly verbs: Readonly<Record<string, VerbInfo>>;
  readonly queries: Readonly<Record<string, Pick<VerbInfo, 'command' | 'summary' | 'params'>>>;
  readonly corrections: Readonly<Record<string, Omit<CorrectableField<never, never>, 'set' | 'read'>>>;
  readonly modifiers: Readonly<Record<string, string>>;
  readonly numberTerms: NumberTerms;
  readonly lotDice: readonly string[];
  readonly markedEvents: Readonly<Record<'roundStarts' | 'wishes' | 'rolledForAll', readonly string[]>>;
  readonly standingOrderKinds: Readonly<Record<string, StandingOrderKind>>;
  /** The sentence for a refusal of this rulebook. Undefined if the code belongs to the app. */
  readonly refusalSentence: (refusal: Refusal) => Message | undefined;
  /** Adds the defaults to chosen settings. Refuses invalid settings. */
  readonly completeSettings: (chosen: unknown) => Result<unknown>;
  /** Creates a battle without combatants. Refuses invalid settings. */
  readonly createGame: (settings: unknown) => Result<Game>;
  /** The sheet after a rest between battles. */
  readonly restore: (sheet: unknown) => Result<unknown>;
  /** The sheet after a promotion. `into` is the sheet it is promoted to; undefined if the sheet itself names it. */
  readonly promote: (sheet: unknown, into: unknown) => Result<unknown>;
  /** Opens a saved battle. Throws if it is invalid, since only the app saves battles. */
  readonly openGame: (saved: unknown) => Game;
  /** Opens a saved battle for simulation. Throws if it is invalid. */
  readonly createPlayout: (saved: unknown) => Playout;
}

/** A list without inherited keys, because users also type names like `constructor`. */
const ownEntries = <Value>(list: Readonly<Record<string, Value>> = {}): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), list);

/** Makes a rulebook's definition usable by the app. Hides its type parameters. */
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
    moveField: gm?.layout?.moveField ?? gm?.layout?.placeField,
    verbs: ownEntries(orders.verbs),
    queries: ownEntries(orders.queries),
    standingOrderKinds: ownEntries(orders.standingOrderKinds),
    corrections: ownEntries(gm?.corrections),
    modifiers: gm?.modifiers ?? {},
    numberTerms: display.numberTerms ?? {},
    lotDice: display.lotDice ?? [],
    markedEvents: events.marked,
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

/** Converts a sheet to the current edition. Returns it unchanged if that fails, and its next use is refused. */
export const upcastSheet = (ruleset: Ruleset | undefined, edition: number, sheet: unknown): unknown => {
  try {
    return ruleset === undefined ? sheet : ruleset.editions.sheet(edition, sheet);
  } catch {
    return sheet;
  }
};
