import { err, ok, phrase, type Result } from '../core/message.ts';
import type { Dice } from './dice.ts';
import { calculate, createFormula, createReader, type Operator } from './formula.ts';
import { isPowerRoll, type PowerRollResult, parsePowerRoll, rollPowerCommand } from './power-roll.ts';

/** One die of a rolled group, and whether it counts. */
export interface RolledDie {
  readonly value: number;
  readonly status: 'kept' | 'dropped' | 'rerolled';
  /** True if the die was added because the previous one exploded. */
  readonly exploded: boolean;
}

/** A rolled group of dice, or a number. */
export interface RolledTerm {
  readonly text: string;
  /** The label, if one was given: `2d6[fire]`. */
  readonly label?: string | undefined;
  /** The operators and opening brackets before it: `*(`. */
  readonly before: string;
  /** The closing brackets after it. */
  readonly after: string;
  readonly dice: readonly RolledDie[];
  readonly value: number;
  /** True if the value is a number of successes. */
  readonly isCount: boolean;
}

/** How a total compares with its target number. */
export interface CheckOutcome {
  readonly result: 'success' | 'failure' | 'super success' | 'automatic success' | 'automatic failure';
  readonly by: number;
  /** What 6+6 or 1+1 on a 2d6 means in Sword World. SW-DICE-3. */
  readonly natural?: 'success' | 'failure' | undefined;
}

/** The result of a formula of dice and numbers. */
export interface RolledSum {
  readonly kind: 'sum';
  readonly terms: readonly RolledTerm[];
  readonly total: number;
  /** The outcome, if the total is compared with a number: `2d6+5>=10`. */
  readonly outcome?: CheckOutcome;
}

/** The result of one roll, with its notation and remark: `d20+5 Attack`. */
export type RollResult = (RolledSum | PowerRollResult) & { readonly notation: string; readonly remark?: string };

const maxDice = 100;
const maxSides = 1000;
const maxExplosions = 20;
const maxRepeats = 20;
const maxTerms = 12;
const maxLabelLength = 40;
const maxLength = 500;
/** A transcendent check of Sword World that rolled again is a super success from this total on. */
const superSuccess = 41;

/** The totals or faces that succeed. */
interface Limits {
  readonly least: number;
  readonly most: number;
}

interface DiceGroup {
  readonly kind: 'dice';
  readonly text: string;
  readonly count: number;
  readonly sides: number | 'fate';
  readonly reroll: number;
  readonly explodeFrom: number;
  readonly explosions: number;
  /** Which dice to keep or drop: `kh`, `kl`, `dh` or `dl`. */
  readonly keep: { readonly how: string; readonly n: number } | undefined;
  /** The C value of a transcendent check: `2d6@10`. From this total on, the dice are rolled again. */
  readonly again: number;
  /** True if only Sword World writes it like this: `2d`, `2d6@10`. */
  readonly isSwordWorld: boolean;
  readonly success: (Limits & { readonly onesCancel: boolean }) | undefined;
  readonly least: number;
  readonly most: number;
}
interface NumberTerm {
  readonly kind: 'number';
  readonly text: string;
  readonly value: number;
}
type Term = (DiceGroup | NumberTerm) & Pick<RolledTerm, 'label' | 'before' | 'after'>;

const groupPattern =
  /(\d*)d(\d+|%|f)?(?:r(\d+))?(?:!(\d+)?(?:x(\d+))?)?(?:(kh|kl|dh|dl|k)(\d+)?)?(?:@(\d+))?(?:(>=?|<=?)(\d+)(f)?)?(?:min(\d+))?(?:max(\d+))?/iy;

const parseLimits = (compared: string, number: string): Limits => {
  const limit = Number(number) + (compared === '>' ? 1 : compared === '<' ? -1 : 0);
  return compared.startsWith('>')
    ? { least: limit, most: Number.POSITIVE_INFINITY }
    : { least: Number.NEGATIVE_INFINITY, most: limit };
};

const parseGroup = (parts: readonly (string | undefined)[]): Result<DiceGroup, string> => {
  const [text = '', digits, sides = '6', reroll, from, explosions, how, n] = parts;
  const [again, compared, success, ones, least, most] = parts.slice(8);
  const count = digits === '' ? 1 : Number(digits);
  const fate = sides === 'f';
  const faces = sides === '%' ? 100 : fate ? 3 : Number(sides);
  if (count < 1 || count > maxDice) return err(phrase`roll between 1 and ${maxDice} dice at once.`);
  if (faces < 1 || faces > maxSides) return err(phrase`a die has between 1 and ${maxSides} sides.`);
  const explodes = text.includes('!');
  const explodeFrom = explodes ? Number(from ?? faces) : faces + 1;
  if (explodes && (explodeFrom < 2 || explodeFrom > faces))
    return err('the number after ! must be between 2 and the highest face of the die.');
  if (again !== undefined && !/^2d6?@\d+$/.test(text)) return err('write @ only after 2d6, as in 2d6@10+16>=30.');
  if (again !== undefined && Number(again) < 3) return err(phrase`with a C value below ${3} the roll would never end.`);
  return ok({
    kind: 'dice',
    text,
    count,
    sides: fate ? 'fate' : faces,
    reroll: Number(reroll ?? 0),
    explodeFrom,
    explosions: Math.min(Number(explosions ?? maxExplosions), maxExplosions),
    keep: how === undefined ? undefined : { how: how === 'k' ? 'kh' : how, n: Number(n ?? 1) },
    again: Number(again ?? Number.POSITIVE_INFINITY),
    isSwordWorld: parts[2] === undefined || again !== undefined,
    success:
      compared === undefined || success === undefined
        ? undefined
        : { ...parseLimits(compared, success), onesCancel: ones !== undefined },
    least: Number(least ?? Number.NEGATIVE_INFINITY),
    most: Number(most ?? Number.POSITIVE_INFINITY),
  });
};

/** A part of a formula. It rolls its dice from left to right and appends them to `rolled`. */
interface FormulaPart {
  readonly roll: (dice: Dice, rolled: RolledTerm[]) => number;
  /** The number that it consists of. Undefined for dice and sums. */
  readonly number?: number;
}

interface Formula {
  /** The terms as written. The caller may replace a term. */
  readonly terms: Term[];
  readonly roll: FormulaPart['roll'];
}

const parseFormula = (text: string): Result<Formula, string> => {
  const reader = createReader(text);
  const { match, fail, rest } = reader;
  const terms: Term[] = [];
  const nothing: FormulaPart = { roll: () => 0 };
  let end = 0;
  const addTerm = (at: number, bare: DiceGroup | NumberTerm): FormulaPart['roll'] => {
    const [, closing = '', before = ''] = /^(\)*)(.*)$/.exec(text.slice(end, at)) ?? [];
    const last = terms.pop();
    if (last !== undefined) terms.push({ ...last, after: closing });
    const [, label = ''] = match(/\[([^[\]]*)\]/y) ?? [];
    if ([...label].length > maxLabelLength) fail(phrase`the text in [ ] has at most ${maxLabelLength} characters.`);
    end = reader.at();
    const term: Term = { ...bare, before, after: '', label: label.trim() === '' ? undefined : label.trim() };
    const index = terms.push(term) - 1;
    return (dice, rolled) => {
      const fallen = rollTerm(terms[index] ?? term, dice);
      rolled.push(fallen);
      return fallen.value;
    };
  };
  const operand = (after: string): FormulaPart => {
    const at = reader.at();
    const [number] = match(/\d{1,6}(?!\d*d|\d)/iy) ?? [];
    if (number !== undefined) {
      const shown = after === '/' ? phrase`${number}, rounded down` : number;
      const value = Number(number);
      return { roll: addTerm(at, { kind: 'number', text: shown, value }), number: value };
    }
    const parts = match(groupPattern);
    if (parts === undefined || (parts[1] === '' && parts[2] === undefined)) {
      const [unknown = ''] = /^d?[^+\-*/()]*/.exec(text.slice(at)) ?? [];
      if (unknown !== '') fail(phrase`${unknown} is not understood. Try 2d6+3, 4d6kh3, 5d10>=6f, 3d6!, d100.`);
      fail(after === '' ? 'nothing to roll. Try 2d6+3.' : phrase`a number is missing after ${after}.`);
      return nothing;
    }
    const group = parseGroup(parts.map((part) => part?.toLowerCase()));
    if (!group.ok) fail(group.error);
    return group.ok ? { roll: addTerm(at, group.value) } : nothing;
  };
  const combine = (left: FormulaPart, operator: Operator, right: FormulaPart): FormulaPart => {
    if (operator === '/' && !right.number) fail('divide by a number above 0, as in 2d6/2.');
    return {
      roll: (dice, rolled) => calculate(left.roll(dice, rolled), operator, right.roll(dice, rolled), Math.floor),
    };
  };
  const { roll } = createFormula(reader, nothing, operand, combine).sum('');
  if (rest() !== '') fail(phrase`${rest()} is not understood. Try 2d6+3, 4d6kh3, 5d10>=6f, 3d6!, d100.`);
  if (terms.length > maxTerms) fail(phrase`add up at most ${maxTerms} groups of dice and numbers.`);
  const dice = terms.reduce((sum, term) => sum + (term.kind === 'dice' ? term.count : 0), 0);
  if (dice > maxDice) fail(phrase`roll at most ${maxDice} dice at once.`);
  const last = terms.pop();
  if (last !== undefined) terms.push({ ...last, after: text.slice(end) });
  const wrong = reader.problem();
  return wrong === undefined ? ok({ terms, roll }) : err(wrong);
};

const rollDie = (sides: DiceGroup['sides'], dice: Dice): number =>
  sides === 'fate' ? dice.roll(3, 'roll') - 2 : dice.roll(sides, 'roll');

const rollGroup = ({ count, sides, reroll, explodeFrom, explosions, again }: DiceGroup, dice: Dice) => {
  const fallen: RolledDie[] = [];
  let left = explosions;
  let total: number;
  do {
    const exploded = fallen.length > 0;
    total = 0;
    for (let n = 0; n < count; n++) {
      let value = rollDie(sides, dice);
      if (sides !== 'fate' && value <= reroll) {
        fallen.push({ value, status: 'rerolled', exploded });
        value = rollDie(sides, dice);
      }
      fallen.push({ value, status: 'kept', exploded });
      total += value;
      while (sides !== 'fate' && value >= explodeFrom && left > 0) {
        left--;
        value = rollDie(sides, dice);
        fallen.push({ value, status: 'kept', exploded: true });
      }
    }
  } while (total >= again && fallen.length < maxDice);
  return fallen;
};

/** Drops dice. A die and its explosions count as one die. */
const applyKeep = (dice: readonly RolledDie[], keep: DiceGroup['keep']): readonly RolledDie[] => {
  if (keep === undefined) return dice;
  const chains: { value: number; readonly parts: number[] }[] = [];
  for (const [at, { value, status, exploded }] of dice.entries()) {
    if (status === 'rerolled') continue;
    if (!exploded) chains.push({ value: 0, parts: [] });
    const chain = chains.at(-1);
    if (chain !== undefined) chain.value += value;
    chain?.parts.push(at);
  }
  const upward = chains.toSorted((a, b) => a.value - b.value);
  const high = keep.how === 'kh' || keep.how === 'dh';
  const chosen = (high ? upward.toReversed() : upward).slice(0, keep.n).flatMap(({ parts }) => parts);
  const drops = (at: number): boolean => (keep.how.startsWith('k') ? !chosen.includes(at) : chosen.includes(at));
  return dice.map((die, at) => (die.status === 'kept' && drops(at) ? { ...die, status: 'dropped' } : die));
};

const groupValue = (dice: readonly RolledDie[], { success, least, most }: DiceGroup): number => {
  const kept = dice.filter(({ status }) => status === 'kept').map(({ value }) => value);
  const hits = kept.filter((value) => success !== undefined && value >= success.least && value <= success.most).length;
  const ones = success?.onesCancel ? kept.filter((value) => value === 1).length : 0;
  const value = success === undefined ? kept.reduce((sum, each) => sum + each, 0) : hits - ones;
  return Math.min(most, Math.max(least, value));
};

const rollTerm = (term: Term, dice: Dice): RolledTerm => {
  const { text, before, after, label } = term;
  const head = { text, before, after, label };
  if (term.kind === 'number') return { ...head, dice: [], value: term.value, isCount: false };
  const fallen = applyKeep(rollGroup(term, dice), term.keep);
  return { ...head, dice: fallen, value: groupValue(fallen, term), isCount: term.success !== undefined };
};

/** Replaces full-width characters, dashes and tildes by plain ones. */
const normalizeSigns = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u301c', '~')
    .replace(/[≧≥]|=>/g, '>=')
    .replace(/[≦≤]|=</g, '<=')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .trim();

type RollPlan = (dice: Dice) => RollResult;

/** True if one die can reach these limits or miss them, and several dice count. */
const canCountDice = ({ sides, count, keep, again, least: min, most: max }: DiceGroup, { least, most }: Limits) => {
  const counting = keep === undefined ? count : keep.how.startsWith('k') ? keep.n : count - keep.n;
  const isSum = again < Number.POSITIVE_INFINITY || min > Number.NEGATIVE_INFINITY || max < Number.POSITIVE_INFINITY;
  if (sides === 'fate' || isSum || counting < 2) return false;
  return most === Number.POSITIVE_INFINITY ? least > 1 && least <= sides : most >= 1 && most < sides;
};

/** Compares a total with its target number. SW-DICE-2, SW-DICE-3. */
const judgeTotal = (
  total: number,
  { least, most }: Limits,
  terms: readonly Term[],
  rolled: readonly RolledTerm[],
): CheckOutcome => {
  const isMade = total >= least && total <= most;
  const by = Math.abs(total - (Number.isFinite(least) ? least : most));
  const [only, ...others] = terms.filter((term) => term.kind === 'dice');
  const dice = rolled.flatMap((term) => term.dice);
  const is2d6 = others.length === 0 && only !== undefined && /^2d6?(?:@\d+)?$/.test(only.text);
  const both = is2d6 ? (dice[0]?.value ?? 0) + (dice[1]?.value ?? 0) : 0;
  const natural = both === 12 ? 'success' : both === 2 ? 'failure' : undefined;
  if (natural !== undefined && only?.isSwordWorld) return { result: `automatic ${natural}`, by };
  if (isMade && is2d6 && dice.length > 2 && total >= superSuccess) return { result: 'super success', by };
  return { result: isMade ? 'success' : 'failure', by, natural };
};

const parseSum = (written: string): Result<(dice: Dice) => RolledSum, string> => {
  const text = written.replace(/\s+(?![^[]*\])/g, '');
  if (text.length > maxLength) return err(phrase`write at most ${maxLength} characters.`);
  const [, left = text, compared, number] = /^([^<>]+)(>=?|<=?)(\d{1,6})$/.exec(text) ?? [];
  const limits = compared === undefined || number === undefined ? undefined : parseLimits(compared, number);
  const formula = parseFormula(left);
  if (!formula.ok) return formula;
  const { terms, roll } = formula.value;
  const [only] = terms;
  const counts =
    limits !== undefined &&
    terms.length === 1 &&
    only?.kind === 'dice' &&
    only.before === '' &&
    canCountDice(only, limits);
  if (counts)
    terms[0] = { ...only, text: `${only.text}${compared}${number}`, success: { ...limits, onesCancel: false } };
  return ok((dice) => {
    const rolled: RolledTerm[] = [];
    const total = roll(dice, rolled);
    const outcome = limits === undefined || counts ? undefined : judgeTotal(total, limits, terms, rolled);
    return { kind: 'sum', terms: rolled, total, ...(outcome !== undefined && { outcome }) };
  });
};

/** Lists the ways to split a text into a notation and a remark, beginning at the last blank outside brackets. */
const findRemarks = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/\s+(?![^[]*\])(?=[\p{L}\p{Ps}])/gu)]
    .map(({ index, 0: blank }) => [text.slice(0, index), text.slice(index + blank.length)] as const)
    .toReversed();

/** Parses one roll, with an optional remark after it. */
const parseNotation = (text: string): Result<RollPlan, string> => {
  if (isPowerRoll(text)) {
    const command = parsePowerRoll(text);
    const [notation = text, ...words] = text.split(/\s+/);
    const told = { notation, ...(words.length > 0 && { remark: words.join(' ') }) };
    return command.ok ? ok((dice) => ({ ...rollPowerCommand(command.value, dice), ...told })) : command;
  }
  const whole = parseSum(text);
  if (whole.ok) return ok((dice) => ({ ...whole.value(dice), notation: text }));
  for (const [notation, remark] of findRemarks(text)) {
    const read = parseSum(notation);
    if (read.ok) return ok((dice) => ({ ...read.value(dice), notation, remark }));
  }
  return whole;
};

const repeatPattern = /^(?:(\d\s*\d?\s*\d?)\s*#|(?:x|rep|repeat)(\d{1,3})\s)(.+)$/is;

/** Parses a roll that may be repeated: `6#4d6kh3`, `x6 4d6kh3`, `rep6 4d6kh3`. */
const parseRepeated = (text: string): Result<readonly RollPlan[], string> => {
  const [, before, times = before, notation = text] = repeatPattern.exec(text) ?? [];
  const repeats = times === undefined ? 1 : Number(times.replace(/\s/g, ''));
  if (repeats < 1 || repeats > maxRepeats)
    return err(phrase`the number of rolls before # must be between 1 and ${maxRepeats}.`);
  const read = parseNotation(notation.trim());
  return read.ok ? ok(Array.from({ length: repeats }, () => read.value)) : read;
};

const rollsDice = (plan: RollPlan): boolean => {
  const rolled = plan({ roll: () => 1 });
  return rolled.kind === 'power' || rolled.terms.some(({ dice }) => dice.length > 0);
};

/** Parses rolls with an optional comment before them: `Attack d20+5`, `[Attack] d20+5`. */
const parseCommented = (text: string): Result<readonly RollPlan[], string> => {
  const whole = parseRepeated(text);
  if (whole.ok || repeatPattern.test(text)) return whole;
  for (const { index, 0: gap } of text.matchAll(/^\[[^[\]]*\]\s*|\s+(?![^[]*\])/g)) {
    const before = text
      .slice(0, index + gap.length)
      .trim()
      .replace(/^\[(.*)\]$|:$/, '$1');
    const read = parseRepeated(text.slice(index + gap.length));
    if (read.ok && read.value.every(rollsDice))
      return ok(
        read.value.map((plan) => (dice) => {
          const rolled = plan(dice);
          return { ...rolled, remark: rolled.remark === undefined ? before : `${before} ${rolled.remark}` };
        }),
      );
  }
  return whole;
};

/** Splits a text into rolls at `;`. The remark of a power roll goes on to the end of the text. */
const splitRolls = (text: string): readonly string[] => {
  const [head = '', ...rest] = text.split(';');
  const goesOn = isPowerRoll(head.trim().replace(/^[\d\s]+#\s*/, '')) && /\s/.test(head.trim());
  return rest.length === 0 || goesOn ? [text] : [head, ...splitRolls(rest.join(';'))];
};

// The notation:
// - 4d6kh3: keep the highest 3; also kl (keep lowest), dh and dl (drop)
// - 3d6!: roll again on the highest face; !5 from 5 on, !x2 at most twice
// - 5d10>=6f: count the dice from 6 up; <=6 counts from 6 down; > and < exclude 6; f subtracts the ones
// - d20r1: roll a 1 again once
// - 3d6max10: limit the sum; also min
// - d%, 4dF: percentile and Fate dice
// - 6#4d6kh3, x6 4d6kh3, rep6 4d6kh3: roll six times
// - (2d6+3)*2, 2d6/2: quotients are rounded down
// - 2d6+5>=10: the sum is compared, also of one die, or if single dice all succeed or all fail
// - 2d6@10+16>=30: a transcendent check of Sword World; 2d is 2d6
// - K20@10+5: row 20 of the power table, C value 10, plus 5
// - 2d6[fire]+3: a label; d20+5 Attack, [Attack] d20+5: a remark; d20+5; 2d6+3: two rolls
/** Rolls notations such as `2d6+3`, `4d6kh3`, `K20@10+5`. Refuses invalid text with a sentence before any die is rolled. */
export const rollNotation = (text: string, dice: Dice): Result<readonly RollResult[], string> => {
  const all: RollPlan[] = [];
  for (const part of splitRolls(normalizeSigns(text))) {
    const read = parseCommented(part.trim());
    if (!read.ok) return read;
    all.push(...read.value);
  }
  return all.length > maxRepeats
    ? err(phrase`make at most ${maxRepeats} rolls at once.`)
    : ok(all.map((read) => read(dice)));
};

/** The reason that a text is not a dice notation. Undefined if the text is a dice notation. Rolls nothing. */
export const findNotationError = (text: string): string | undefined => {
  const read = rollNotation(text, { roll: () => 1 });
  return read.ok ? undefined : read.error;
};
