import type { AskedRollPart } from '../../campaign/asked-rolls.ts';
import { err, normalizeName, ok, phrase, type Result, refuse } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { findNotationError } from '../../dice/notation.ts';
import type { SheetCheck } from '../../rules/sheets.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import type { RollTarget } from './roll-targets.ts';

type Checked = Pick<AskedRollPart, 'notation' | 'succeeds' | 'target' | 'always'>;

const placeholderPattern = /\{\s*([^{}]+?)\s*\}/g;
const maxShown = 20;

/** Every whole number on a sheet, by its name and by the way to it: `agility`, `attributes.strength`. */
const listNumbers = (sheet: unknown, way: readonly string[] = []): readonly (readonly [string, number])[] => {
  if (Number.isInteger(sheet)) return [way.at(-1) ?? '', way.join('.')].map((name) => [name, Number(sheet)] as const);
  return isPlainObject(sheet)
    ? Object.entries(sheet).flatMap(([name, value]) => listNumbers(value, [...way, name]))
    : [];
};

/** A formula with something in each of its holes. */
const fillFormula = (formula: string, of: (word: string) => string): string =>
  formula.replaceAll(placeholderPattern, (_, word: string) => of(word));

/** A formula with the numbers of a sheet in its holes; the name of the first hole that has none. */
const fillFromSheet = (formula: string, sheet: unknown): Result<string, string> => {
  const numbers = listNumbers(sheet);
  let missing: string | undefined;
  const whole = fillFormula(formula, (word) => {
    const found = numbers.find(([name]) => normalizeName(name) === normalizeName(word));
    missing ??= found === undefined ? word : undefined;
    return String(found?.[1] ?? 0);
  });
  // `d20+{mod}` of somebody whose number is below 0.
  return missing === undefined
    ? ok(whole.replaceAll(/([+-])\s*-/g, (_, sign) => (sign === '+' ? '-' : '+')))
    : err(missing);
};

/** `Wits + Alertness` is `wits alertness`. */
const normalizeWord = (typed: string): string => typed.replaceAll(/\s*\+\s*/g, ' ');

const findCheck = (checks: readonly SheetCheck[], what: string): SheetCheck | undefined => {
  const key = normalizeName(normalizeWord(what));
  const same = checks.find(({ name }) => normalizeName(name) === key);
  return same ?? matchName(normalizeWord(what), checks, ({ name }) => [name]).found;
};

/** What is rolled for whom. */
export interface PlannedRoll {
  readonly who: RollTarget;
  readonly check: Checked;
}

interface PlannedRolls {
  /** What it is called. */
  readonly what: string;
  readonly rolls: readonly PlannedRoll[];
  /** Those who have nothing of the kind on their sheet. */
  readonly missing: readonly string[];
}

/** Every word that can be rolled for on the sheets of these, the usual first. */
export const listRollWords = (asked: readonly RollTarget[]): readonly string[] => [
  ...new Set(asked.flatMap(({ ruleset, sheet }) => ruleset.sheetChecks(sheet).map(({ name }) => name))),
];

/** Which number of a sheet a word that is none may mean. */
const matchNumber = (word: string, sheet: unknown): string => {
  const names = [...new Set(listNumbers(sheet).map(([name]) => name))].filter((name) => !name.includes('.'));
  const { found, suggestions } = { suggestions: [], ...matchName(word, names, (each) => [each]) };
  return didYouMean(
    found === undefined ? suggestions : [found],
    names.length === 0 ? '' : phrase`Available: ${names.slice(0, maxShown).join(', ')}.`,
  );
};

const rollFormula = (asked: readonly RollTarget[], formula: string): Result<readonly PlannedRoll[]> => {
  const of: PlannedRoll[] = [];
  for (const who of asked) {
    const text = fillFromSheet(formula, who.sheet);
    if (!text.ok)
      return refuse('no-number-on-sheet', {
        who: who.name,
        word: text.error,
        hint: matchNumber(text.error, who.sheet),
      });
    of.push({ who, check: { notation: text.value, succeeds: 'at-least' } });
  }
  return ok(of);
};

/**
 * What each of these rolls: a word of their sheet (`PER`, `Scout dex`) or dice (`2d6+{agility}`). Who has no such word is left out,
 * unless they were named; refuses what nobody has.
 */
export const planRolls = (asked: readonly RollTarget[], what: string, byName: boolean): Result<PlannedRolls> => {
  const bare = fillFormula(what, () => '1');
  if (findNotationError(bare) === undefined) {
    const of = rollFormula(asked, what);
    return of.ok ? ok({ what, rolls: of.value, missing: [] }) : of;
  }
  const found = asked.map((who) => ({ who, check: findCheck(who.ruleset.sheetChecks(who.sheet), what) }));
  const of = found.flatMap(({ who, check }) => (check === undefined ? [] : [{ who, check }]));
  const [first] = of;
  const lacking = found.filter(({ check }) => check === undefined).map(({ who }) => who.name);
  if (first !== undefined && !(byName && lacking.length > 0))
    return ok({
      what: first.check.name,
      rolls: of.map(({ who, check: { name: _, ...check } }) => ({ who, check })),
      missing: lacking,
    });
  const words = listRollWords(asked);
  const { suggestions = [] } = { suggestions: [], ...matchName(what, words, (each) => [each]) };
  const there = words.slice(0, maxShown).join(', ');
  return refuse('no-such-check', {
    who: first === undefined ? undefined : lacking[0],
    word: what,
    problem: findNotationError(bare),
    example: 'what:d20+{agility}',
    hint:
      words.length === 0 || first !== undefined
        ? undefined
        : didYouMean(suggestions, phrase`Available: ${there}${words.length > maxShown ? ' …' : ''}.`),
  });
};
