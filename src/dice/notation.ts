import { err, ok, phrase, type Result } from '../core/message.ts';
import type { Dice } from './dice.ts';
import { isPowerRoll, type PowerRollResult, parsePowerRoll, rollPowerCommand } from './power-roll.ts';

/** The reason that a text is not a dice notation, as a sentence. */
export interface NotationError {
  readonly message: string;
}

/** One die of a rolled group, and whether it counts. */
export interface RolledDie {
  readonly value: number;
  readonly status: 'kept' | 'dropped' | 'rerolled';
  /** True if the die was added because the previous one exploded. */
  readonly exploded: boolean;
}

/** A rolled group of dice, or a number, with its value in the sum. */
export interface RolledTerm {
  readonly text: string;
  /** The label, if one was given: `2d6[fire]`. */
  readonly label?: string;
  readonly sign: 1 | -1;
  readonly dice: readonly RolledDie[];
  readonly value: number;
}

/** The sum of groups of dice and numbers. */
export interface RolledSum {
  readonly kind: 'sum';
  readonly terms: readonly RolledTerm[];
  readonly total: number;
}

/** The result of one roll, with its notation and remark: `d20+5 Attack`. */
export type RollResult = (RolledSum | PowerRollResult) & { readonly notation: string; readonly remark?: string };

const maxDice = 100;
const maxSides = 1000;
const maxExplosions = 20;
const maxRepeats = 20;
const maxTerms = 12;
const maxLabelLength = 40;

interface DiceGroup {
  readonly kind: 'dice';
  readonly sign: 1 | -1;
  readonly text: string;
  readonly label?: string | undefined;
  readonly count: number;
  readonly sides: number | 'fate';
  readonly reroll: number;
  readonly explodeFrom: number;
  readonly explosions: number;
  readonly keep: { readonly how: 'kh' | 'kl' | 'dh' | 'dl'; readonly n: number } | undefined;
  readonly success: { readonly least: number; readonly most: number; readonly onesCancel: boolean } | undefined;
  readonly least: number;
  readonly most: number;
}
type ParsedTerm =
  | DiceGroup
  | {
      readonly kind: 'number';
      readonly sign: 1 | -1;
      readonly text: string;
      readonly label?: string | undefined;
      readonly value: number;
    };

const groupPattern =
  /^(\d*)d(\d+|%|f)(?:r(\d+))?(?:!(\d+)?(?:x(\d+))?)?(?:(kh|kl|dh|dl|k)(\d+)?)?(?:(>=?|<=)(\d+)(f)?)?(?:min(\d+))?(?:max(\d+))?$/i;

const problem = (says: string): Result<never, NotationError> => err({ message: says });

const parseGroup = (text: string, sign: 1 | -1): Result<ParsedTerm, NotationError> => {
  const [, count, sides, reroll, from, explosions, how, n, compared, success, ones, least, most] =
    groupPattern.exec(text) ?? [];
  if (sides === undefined) return problem(phrase`${text} is not understood. Try 2d6+3, 4d6kh3, 5d10>=6f, 3d6!, d100.`);
  const many = count === '' || count === undefined ? 1 : Number(count);
  const fate = sides.toLowerCase() === 'f';
  const faces = sides === '%' ? 100 : fate ? 3 : Number(sides);
  if (many < 1 || many > maxDice) return problem(phrase`roll between 1 and ${maxDice} dice at once.`);
  if (faces < 1 || faces > maxSides) return problem(phrase`a die has between 1 and ${maxSides} sides.`);
  const explodes = text.includes('!');
  const explodeFrom = explodes ? Number(from ?? faces) : faces + 1;
  if (explodes && (explodeFrom < 2 || explodeFrom > faces))
    return problem('the number after ! must be between 2 and the highest face of the die.');
  const keeping = how === undefined ? undefined : how.toLowerCase() === 'k' ? 'kh' : how.toLowerCase();
  return ok({
    kind: 'dice',
    sign,
    text,
    count: many,
    sides: fate ? 'fate' : faces,
    reroll: Number(reroll ?? 0),
    explodeFrom,
    explosions: Math.min(Number(explosions ?? maxExplosions), maxExplosions),
    keep:
      keeping === 'kh' || keeping === 'kl' || keeping === 'dh' || keeping === 'dl'
        ? { how: keeping, n: Number(n ?? 1) }
        : undefined,
    success:
      success === undefined
        ? undefined
        : compared === '<='
          ? { least: Number.NEGATIVE_INFINITY, most: Number(success), onesCancel: ones !== undefined }
          : { least: Number(success), most: Number.POSITIVE_INFINITY, onesCancel: ones !== undefined },
    least: Number(least ?? Number.NEGATIVE_INFINITY),
    most: Number(most ?? Number.POSITIVE_INFINITY),
  });
};

/** Splits off the label of a group of dice: `2d6[fire]`. Undefined if the group has no label. */
const splitLabel = (part: string): readonly [string, string | undefined] => {
  const [, bare = part, label] = /^(.*?)\s*\[\s*([^[\]]*?)\s*\]$/s.exec(part) ?? [];
  return [bare, label === '' ? undefined : label];
};

const parseTerms = (written: string): Result<readonly ParsedTerm[], NotationError> => {
  const text = written.replace(/\s+(?![^[]*\])/g, '');
  const parts = text.match(/[+-]?(?:\[[^\]]*\]|[^+[-])+/g) ?? [];
  if (parts.length === 0 || parts.join('') !== text) return problem('nothing to roll. Try 2d6+3.');
  if (parts.length > maxTerms) return problem(phrase`add up at most ${maxTerms} groups of dice and numbers.`);
  const terms: ParsedTerm[] = [];
  for (const part of parts) {
    const sign = part.startsWith('-') ? -1 : 1;
    const [bare, label] = splitLabel(part.replace(/^[+-]/, ''));
    if (label !== undefined && [...label].length > maxLabelLength)
      return problem(phrase`the text in [ ] has at most ${maxLabelLength} characters.`);
    if (/^\d{1,6}$/.test(bare)) {
      terms.push({ kind: 'number', sign, text: bare, label, value: Number(bare) });
      continue;
    }
    const read = parseGroup(bare.toLowerCase(), sign);
    if (!read.ok) return read;
    terms.push({ ...read.value, label });
  }
  const dice = terms.reduce((sum, term) => sum + (term.kind === 'dice' ? term.count : 0), 0);
  return dice > maxDice ? problem(phrase`roll at most ${maxDice} dice at once.`) : ok(terms);
};

const rollDie = (sides: DiceGroup['sides'], dice: Dice): number =>
  sides === 'fate' ? dice.roll(3, 'roll') - 2 : dice.roll(sides, 'roll');

const rollGroup = ({ count, sides, reroll, explodeFrom, explosions }: DiceGroup, dice: Dice): readonly RolledDie[] => {
  const fallen: RolledDie[] = [];
  let left = explosions;
  for (let n = 0; n < count; n++) {
    let value = rollDie(sides, dice);
    if (sides !== 'fate' && value <= reroll) {
      fallen.push({ value, status: 'rerolled', exploded: false });
      value = rollDie(sides, dice);
    }
    fallen.push({ value, status: 'kept', exploded: false });
    while (sides !== 'fate' && value >= explodeFrom && left > 0) {
      left--;
      value = rollDie(sides, dice);
      fallen.push({ value, status: 'kept', exploded: true });
    }
  }
  return fallen;
};

const applyKeep = (dice: readonly RolledDie[], keep: DiceGroup['keep']): readonly RolledDie[] => {
  if (keep === undefined) return dice;
  const live = dice.map((die, at) => ({ ...die, at })).filter(({ status }) => status === 'kept');
  const upward = live.toSorted((a, b) => a.value - b.value || a.at - b.at);
  const high = keep.how === 'kh' || keep.how === 'dh';
  const chosen = (high ? upward.toReversed() : upward).slice(0, keep.n).map(({ at }) => at);
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

const rollTerm = (term: ParsedTerm, dice: Dice): RolledTerm => {
  const { text, sign, label } = term;
  const head = { text, sign, ...(label !== undefined && { label }) };
  if (term.kind === 'number') return { ...head, dice: [], value: term.value };
  const fallen = applyKeep(rollGroup(term, dice), term.keep);
  return { ...head, dice: fallen, value: groupValue(fallen, term) };
};

/** Replaces full-width characters, dashes and tildes by plain ones. */
const normalizeSigns = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u301c', '~')
    .trim();

type RollPlan = (dice: Dice) => RollResult;

const parseSum = (text: string): Result<(dice: Dice) => RolledSum, NotationError> => {
  const terms = parseTerms(text);
  if (!terms.ok) return terms;
  return ok((dice) => {
    const rolled = terms.value.map((term) => rollTerm(term, dice));
    return { kind: 'sum', terms: rolled, total: rolled.reduce((sum, { sign, value }) => sum + sign * value, 0) };
  });
};

/** Lists the ways to split a text into a notation and a remark, beginning at the last blank outside brackets. */
const findRemarks = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/\s+(?![^[]*\])(?=\p{L})/gu)]
    .map(({ index, 0: blank }) => [text.slice(0, index), text.slice(index + blank.length)] as const)
    .toReversed();

/** Parses one roll, with an optional remark. */
const parseNotation = (text: string): Result<RollPlan, NotationError> => {
  if (isPowerRoll(text)) {
    const command = parsePowerRoll(text);
    const [notation = text, ...words] = text.split(/\s+/);
    const told = { notation, ...(words.length > 0 && { remark: words.join(' ') }) };
    return command.ok ? ok((dice) => ({ ...rollPowerCommand(command.value, dice), ...told })) : problem(command.error);
  }
  const whole = parseSum(text);
  if (whole.ok) return ok((dice) => ({ ...whole.value(dice), notation: text }));
  for (const [notation, remark] of findRemarks(text)) {
    const read = parseSum(notation);
    if (read.ok) return ok((dice) => ({ ...read.value(dice), notation, remark }));
  }
  return whole;
};

/** Parses a roll that may be repeated: `6#4d6kh3`. */
const parseRepeated = (text: string): Result<readonly RollPlan[], NotationError> => {
  const [, times, notation = text] = /^(\d\s*\d?\s*\d?)\s*#(.+)$/s.exec(text) ?? [];
  const repeats = times === undefined ? 1 : Number(times.replace(/\s/g, ''));
  if (repeats < 1 || repeats > maxRepeats)
    return problem(phrase`the number of rolls before # must be between 1 and ${maxRepeats}.`);
  const read = parseNotation(notation.trim());
  return read.ok ? ok(Array.from({ length: repeats }, () => read.value)) : read;
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
// - 5d10>=6f: count the dice from 6 up; <=6 counts from 6 down; f subtracts the ones
// - d20r1: roll a 1 again once
// - 3d6max10: limit the sum; also min
// - d%, 4dF: percentile and Fate dice
// - 6#4d6kh3: roll six times
// - K20@10+5: row 20 of the power table, C value 10, plus 5
// - 2d6[fire]+3: a label; d20+5 Attack: a remark; d20+5; 2d6+3: two rolls
/** Rolls notations such as `2d6+3`, `4d6kh3` or `K20@10+5`. Refuses invalid text before any die is rolled. */
export const rollNotation = (text: string, dice: Dice): Result<readonly RollResult[], NotationError> => {
  const all: RollPlan[] = [];
  for (const part of splitRolls(normalizeSigns(text))) {
    const read = parseRepeated(part.trim());
    if (!read.ok) return read;
    all.push(...read.value);
  }
  return all.length > maxRepeats
    ? problem(phrase`make at most ${maxRepeats} rolls at once.`)
    : ok(all.map((read) => read(dice)));
};

/** The reason that a text is not a dice notation. Undefined if the text is a dice notation. Rolls nothing. */
export const findNotationError = (text: string): string | undefined => {
  const read = rollNotation(text, { roll: () => 1 });
  return read.ok ? undefined : read.error.message;
};
