import { err, ok, type Result } from '../core/result.ts';
import type { Dice } from './dice.ts';
import { isPowerRoll, type PowerRolled, readPowerRoll, rollPowerCommand } from './power-roll.ts';

/** Why a text is no roll: one sentence. */
export interface NotationProblem {
  readonly says: string;
}

/** One die of a rolled pool and what became of it. */
export interface RolledDie {
  readonly value: number;
  readonly fate: 'kept' | 'dropped' | 'rerolled';
  /** It is there because the one before it exploded. */
  readonly exploded: boolean;
}

/** One group of dice, or a plain number, with its worth in the sum. */
export interface RolledTerm {
  readonly text: string;
  readonly sign: 1 | -1;
  readonly dice: readonly RolledDie[];
  readonly value: number;
}

/** Groups of dice and numbers, summed up. */
export interface RolledSum {
  readonly kind: 'sum';
  readonly terms: readonly RolledTerm[];
  readonly total: number;
}

export type Rolled = RolledSum | PowerRolled;

const mostDice = 100;
const mostSides = 1000;
const mostExplosions = 20;
const mostRepeats = 20;
const mostTerms = 12;

interface Group {
  readonly kind: 'dice';
  readonly sign: 1 | -1;
  readonly text: string;
  readonly count: number;
  readonly sides: number | 'fate';
  readonly reroll: number;
  readonly explodeFrom: number;
  readonly explosions: number;
  readonly keep: { readonly how: 'kh' | 'kl' | 'dh' | 'dl'; readonly n: number } | undefined;
  readonly success: { readonly from: number; readonly onesCancel: boolean } | undefined;
  readonly least: number;
  readonly most: number;
}
type Term = Group | { readonly kind: 'number'; readonly sign: 1 | -1; readonly text: string; readonly value: number };

const group =
  /^(\d*)d(\d+|%|f)(?:r(\d+))?(?:!(\d+)?(?:x(\d+))?)?(?:(kh|kl|dh|dl|k)(\d+)?)?(?:>=?(\d+)(f)?)?(?:min(\d+))?(?:max(\d+))?$/i;

const problem = (says: string): Result<never, NotationProblem> => err({ says });

const readGroup = (text: string, sign: 1 | -1): Result<Term, NotationProblem> => {
  const [, count, sides, reroll, from, explosions, how, n, success, ones, least, most] = group.exec(text) ?? [];
  if (sides === undefined) return problem(`${text} is not understood. Try 2d6+3, 4d6kh3, 5d10>=6f, 3d6!, d100.`);
  const many = count === '' || count === undefined ? 1 : Number(count);
  const fate = sides.toLowerCase() === 'f';
  const faces = sides === '%' ? 100 : fate ? 3 : Number(sides);
  if (many < 1 || many > mostDice) return problem(`between 1 and ${mostDice} dice at once.`);
  if (faces < 1 || faces > mostSides) return problem(`a die has between 1 and ${mostSides} sides.`);
  const explodes = text.includes('!');
  const explodeFrom = explodes ? Number(from ?? faces) : faces + 1;
  if (explodes && (explodeFrom < 2 || explodeFrom > faces))
    return problem('a die explodes from 2 up to its highest face.');
  const keeping = how === undefined ? undefined : how.toLowerCase() === 'k' ? 'kh' : how.toLowerCase();
  return ok({
    kind: 'dice',
    sign,
    text,
    count: many,
    sides: fate ? 'fate' : faces,
    reroll: Number(reroll ?? 0),
    explodeFrom,
    explosions: Math.min(Number(explosions ?? mostExplosions), mostExplosions),
    keep:
      keeping === 'kh' || keeping === 'kl' || keeping === 'dh' || keeping === 'dl'
        ? { how: keeping, n: Number(n ?? 1) }
        : undefined,
    success: success === undefined ? undefined : { from: Number(success), onesCancel: ones !== undefined },
    least: Number(least ?? Number.NEGATIVE_INFINITY),
    most: Number(most ?? Number.POSITIVE_INFINITY),
  });
};

const readTerms = (text: string): Result<readonly Term[], NotationProblem> => {
  const parts = text.match(/[+-]?[^+-]+/g) ?? [];
  if (parts.length === 0 || parts.join('') !== text) return problem('nothing to roll. Try 2d6+3.');
  if (parts.length > mostTerms) return problem(`at most ${mostTerms} parts.`);
  const terms: Term[] = [];
  for (const part of parts) {
    const sign = part.startsWith('-') ? -1 : 1;
    const bare = part.replace(/^[+-]/, '');
    if (/^\d{1,6}$/.test(bare)) {
      terms.push({ kind: 'number', sign, text: bare, value: Number(bare) });
      continue;
    }
    const read = readGroup(bare, sign);
    if (!read.ok) return read;
    terms.push(read.value);
  }
  const dice = terms.reduce((sum, term) => sum + (term.kind === 'dice' ? term.count : 0), 0);
  return dice > mostDice ? problem(`at most ${mostDice} dice at once.`) : ok(terms);
};

const face = (sides: Group['sides'], dice: Dice): number =>
  sides === 'fate' ? dice.roll(3, 'roll') - 2 : dice.roll(sides, 'roll');

const rolledDice = ({ count, sides, reroll, explodeFrom, explosions }: Group, dice: Dice): readonly RolledDie[] => {
  const fallen: RolledDie[] = [];
  let left = explosions;
  for (let n = 0; n < count; n++) {
    let value = face(sides, dice);
    if (sides !== 'fate' && value <= reroll) {
      fallen.push({ value, fate: 'rerolled', exploded: false });
      value = face(sides, dice);
    }
    fallen.push({ value, fate: 'kept', exploded: false });
    while (sides !== 'fate' && value >= explodeFrom && left > 0) {
      left--;
      value = face(sides, dice);
      fallen.push({ value, fate: 'kept', exploded: true });
    }
  }
  return fallen;
};

const sifted = (dice: readonly RolledDie[], keep: Group['keep']): readonly RolledDie[] => {
  if (keep === undefined) return dice;
  const live = dice.map((die, at) => ({ ...die, at })).filter(({ fate }) => fate === 'kept');
  const upward = live.toSorted((a, b) => a.value - b.value || a.at - b.at);
  const high = keep.how === 'kh' || keep.how === 'dh';
  const chosen = (high ? upward.toReversed() : upward).slice(0, keep.n).map(({ at }) => at);
  const drops = (at: number): boolean => (keep.how.startsWith('k') ? !chosen.includes(at) : chosen.includes(at));
  return dice.map((die, at) => (die.fate === 'kept' && drops(at) ? { ...die, fate: 'dropped' } : die));
};

const worth = (dice: readonly RolledDie[], { success, least, most }: Group): number => {
  const kept = dice.filter(({ fate }) => fate === 'kept').map(({ value }) => value);
  const hits = kept.filter((value) => success !== undefined && value >= success.from).length;
  const ones = success?.onesCancel ? kept.filter((value) => value === 1).length : 0;
  const value = success === undefined ? kept.reduce((sum, each) => sum + each, 0) : hits - ones;
  return Math.min(most, Math.max(least, value));
};

const rolledTerm = (term: Term, dice: Dice): RolledTerm => {
  if (term.kind === 'number') return { text: term.text, sign: term.sign, dice: [], value: term.value };
  const fallen = sifted(rolledDice(term, dice), term.keep);
  return { text: term.text, sign: term.sign, dice: fallen, value: worth(fallen, term) };
};

/** Full-width digits, letters and signs, and dashes, as plain ones. */
const plainSigns = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u301c', '~')
    .trim();

const readNotation = (text: string): Result<(dice: Dice) => Rolled, NotationProblem> => {
  if (isPowerRoll(text)) {
    const command = readPowerRoll(text);
    return command.ok ? ok((dice) => rollPowerCommand(command.value, dice)) : problem(command.error);
  }
  const terms = readTerms(text.replace(/\s+/g, '').toLowerCase());
  if (!terms.ok) return terms;
  return ok((dice) => {
    const rolled = terms.value.map((term) => rolledTerm(term, dice));
    return { kind: 'sum', terms: rolled, total: rolled.reduce((sum, { sign, value }) => sum + sign * value, 0) };
  });
};

/**
 * Rolls a text: `2d6+3`, `4d6kh3` (keep or drop highest or lowest), `3d6!` (explode; `!5` from 5, `!x2` at most twice), `5d10>=6f` (count, ones cancel),
 * `d20r1` (roll a 1 again once), `d%`, `4dF`, `3d6max10` (cap), `6#4d6kh3` (six times), `K20@10+5` (row 20 of the power table, C value 10, +5).
 * Refuses what it cannot read, before any die falls.
 */
export const rollNotation = (text: string, dice: Dice): Result<readonly Rolled[], NotationProblem> => {
  const plain = plainSigns(text);
  const [, times, notation = plain] = /^(\d\s*\d?\s*\d?)\s*#(.+)$/.exec(plain) ?? [];
  const repeats = times === undefined ? 1 : Number(times.replace(/\s/g, ''));
  if (repeats < 1 || repeats > mostRepeats) return problem(`between 1 and ${mostRepeats} times.`);
  const read = readNotation(notation.trim());
  return read.ok ? ok(Array.from({ length: repeats }, () => read.value(dice))) : read;
};
