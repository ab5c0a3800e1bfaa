import type { AskedPart } from '../../campaign/asked-rolls.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { nameKey } from '../../core/text.ts';
import { isTree } from '../../core/tree.ts';
import { notationProblem } from '../../dice/notation.ts';
import type { SheetCheck } from '../../rules/sheet-check.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import type { Askable } from './roll-targets.ts';

type Checked = Pick<AskedPart, 'notation' | 'succeeds' | 'target' | 'always'>;

const holes = /\{\s*([^{}]+?)\s*\}/g;
const mostShown = 20;

/** Every whole number on a sheet, by its name and by the way to it: `agility`, `attributes.strength`. */
const numbersOn = (sheet: unknown, way: readonly string[] = []): readonly (readonly [string, number])[] => {
  if (Number.isInteger(sheet)) return [way.at(-1) ?? '', way.join('.')].map((name) => [name, Number(sheet)] as const);
  return isTree(sheet) ? Object.entries(sheet).flatMap(([name, value]) => numbersOn(value, [...way, name])) : [];
};

/** A formula with something in each of its holes. */
const filledBy = (formula: string, of: (word: string) => string): string =>
  formula.replaceAll(holes, (_, word: string) => of(word));

/** A formula with the numbers of a sheet in its holes; the name of the first hole that has none. */
const filled = (formula: string, sheet: unknown): Result<string, string> => {
  const numbers = numbersOn(sheet);
  let missing: string | undefined;
  const whole = filledBy(formula, (word) => {
    const found = numbers.find(([name]) => nameKey(name) === nameKey(word));
    missing ??= found === undefined ? word : undefined;
    return String(found?.[1] ?? 0);
  });
  // `d20+{mod}` of somebody whose number is below 0.
  return missing === undefined
    ? ok(whole.replaceAll(/([+-])\s*-/g, (_, sign) => (sign === '+' ? '-' : '+')))
    : err(missing);
};

/** `Wits + Alertness` is `wits alertness`. */
const asWord = (typed: string): string => typed.replaceAll(/\s*\+\s*/g, ' ');

const checkCalled = (checks: readonly SheetCheck[], what: string): SheetCheck | undefined => {
  const key = nameKey(asWord(what));
  const same = checks.find(({ name }) => nameKey(name) === key);
  return same ?? matchName(asWord(what), checks, ({ name }) => [name]).found;
};

/** What is rolled for whom. */
export interface RolledFor {
  readonly who: Askable;
  readonly check: Checked;
}

interface Rolls {
  /** What it is called. */
  readonly what: string;
  readonly of: readonly RolledFor[];
  /** Those who have nothing of the kind on their sheet. */
  readonly without: readonly string[];
}

/** Every word that can be rolled for on the sheets of these, the usual first. */
export const wordsToRoll = (asked: readonly Askable[]): readonly string[] => [
  ...new Set(asked.flatMap(({ ruleset, sheet }) => ruleset.checks(sheet).map(({ name }) => name))),
];

/** Which number of a sheet a word that is none may mean. */
const numberMeant = (word: string, sheet: unknown): string => {
  const names = [...new Set(numbersOn(sheet).map(([name]) => name))].filter((name) => !name.includes('.'));
  const { found, near } = { near: [], ...matchName(word, names, (each) => [each]) };
  return didYouMean(
    found === undefined ? near : [found],
    names.length === 0 ? '' : phrase`There are: ${names.slice(0, mostShown).join(', ')}.`,
  );
};

const formulaFor = (asked: readonly Askable[], formula: string): Result<readonly RolledFor[], Refusal> => {
  const of: RolledFor[] = [];
  for (const who of asked) {
    const text = filled(formula, who.sheet);
    if (!text.ok)
      return refuse('no-number-on-sheet', {
        who: who.name,
        word: text.error,
        hint: numberMeant(text.error, who.sheet),
      });
    of.push({ who, check: { notation: text.value, succeeds: 'at-least' } });
  }
  return ok(of);
};

/**
 * What each of these rolls: a word of their sheet (`PER`, `Scout dex`) or dice (`2d6+{agility}`). Who has no such word is left out,
 * unless they were named; refuses what nobody has.
 */
export const whatToRoll = (asked: readonly Askable[], what: string, byName: boolean): Result<Rolls, Refusal> => {
  const bare = filledBy(what, () => '1');
  if (notationProblem(bare) === undefined) {
    const of = formulaFor(asked, what);
    return of.ok ? ok({ what, of: of.value, without: [] }) : of;
  }
  const found = asked.map((who) => ({ who, check: checkCalled(who.ruleset.checks(who.sheet), what) }));
  const of = found.flatMap(({ who, check }) => (check === undefined ? [] : [{ who, check }]));
  const [first] = of;
  const lacking = found.filter(({ check }) => check === undefined).map(({ who }) => who.name);
  if (first !== undefined && !(byName && lacking.length > 0))
    return ok({
      what: first.check.name,
      of: of.map(({ who, check: { name: _, ...check } }) => ({ who, check })),
      without: lacking,
    });
  const words = wordsToRoll(asked);
  const { near = [] } = { near: [], ...matchName(what, words, (each) => [each]) };
  const there = words.slice(0, mostShown).join(', ');
  return refuse('no-such-check', {
    who: first === undefined ? undefined : lacking[0],
    word: what,
    problem: notationProblem(bare),
    example: 'what:d20+{agility}',
    hint:
      words.length === 0 || first !== undefined
        ? undefined
        : didYouMean(near, phrase`There are: ${there}${words.length > mostShown ? ' …' : ''}.`),
  });
};
