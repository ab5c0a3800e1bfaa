import { err, ok, phrase, type Result } from '../core/message.ts';
import type { Dice } from './dice.ts';
import { powerTable } from './power-table.ts';

/** Changes of the final sum: halved (`H`), raised by half (`OH`), doubled (`DB`). */
const scalings = ['H', 'OH', 'DB'] as const;
type Scaling = (typeof scalings)[number];
/** Rolls with one die instead of two. `GF` doubles it, `SF` adds a fixed value, `TF` does so only on the first roll. */
const singles = ['GF', 'SF', 'TF'] as const;
type Single = (typeof singles)[number];

type FirstRollChange =
  | { readonly how: 'is'; readonly value: number }
  | { readonly how: 'change' | 'change-to-10'; readonly value: number };

/** A parsed power roll: `K20@10+5`. */
export interface PowerCommand {
  readonly power: number;
  readonly c: number;
  readonly bonus: number;
  readonly scaling: { readonly kind: Scaling; readonly after: number } | undefined;
  /** The change of the first roll, such as `$+1`. */
  readonly first: FirstRollChange | undefined;
  /** Bonus to the total of every 2d. */
  readonly perRollBonus: number;
  /** Rows added with each critical. */
  readonly rowStep: number;
  /** Bonus to the sum for each critical. */
  readonly bonusPerCritical: number;
  readonly single: { readonly kind: Single; readonly value: number } | undefined;
  /** Highest total of 2d that gives 0. */
  readonly zeroUpTo: number;
}

/** One roll on a row of the power table. `value` is undefined for an automatic failure (1+1). */
export interface PowerTableRoll {
  readonly dice: readonly number[];
  readonly power: number;
  readonly total: number;
  readonly value: number | undefined;
}

/** The result of a power roll. `total` is undefined after an automatic failure. */
export interface PowerRollResult {
  readonly kind: 'power';
  readonly command: PowerCommand;
  readonly passes: readonly PowerTableRoll[];
  /** The sum of the values from the table. */
  readonly powerTotal: number;
  /** The sum with all bonuses, before scaling. */
  readonly sum: number;
  /** The scaled sum, before the bonus that follows the scaling. */
  readonly scaled: number;
  readonly total: number | undefined;
}

const maxRows = 100;
const maxNumber = 1_000_000;
/** Maximum number of criticals. With a C value of 3 a roll goes on 35 times in 36. */
const maxCriticals = 500;

type Parts = {
  bonus?: number;
  c?: number;
  first?: FirstRollChange;
  scaling?: NonNullable<PowerCommand['scaling']>;
  rowStep?: number;
  bonusPerCritical?: number;
  single?: NonNullable<PowerCommand['single']>;
  zeroUpTo?: number;
  perRollBonus?: number;
};

/** Creates a parser that reads from left to right. Each method consumes its part, until the first error. */
const createReader = (text: string) => {
  let at = 0;
  let problem: string | undefined;
  const fail = (says: string): number => {
    problem ??= says;
    at = text.length;
    return 0;
  };
  const take = (what: string): boolean => {
    if (!text.startsWith(what, at)) return false;
    at += what.length;
    return true;
  };
  const rest = (): string => text.slice(at);
  const bounded = (value: number): number =>
    Number.isFinite(value) && Math.abs(value) <= maxNumber ? value + 0 : fail('no number may be above a million.');
  const number = (after: string): number => {
    const [digits] = /^\d+/.exec(rest()) ?? [];
    if (digits === undefined) return fail(phrase`a number is missing after ${after}.`);
    at += digits.length;
    return bounded(Number(digits));
  };
  const unary = (after: string): number => {
    if (take('+')) return unary('+');
    if (take('-')) return -unary('-');
    if (!take('(')) return number(after);
    const value = sum('(');
    return take(')') ? value : fail('a closing bracket is missing.');
  };
  /** Consumes and returns the next sign of these. Undefined if the text continues with another sign. */
  const oneOf = (...signs: readonly string[]): string | undefined => signs.find(take);
  const product = (after: string): number => {
    let value = unary(after);
    for (let sign = oneOf('*', '/'); sign !== undefined; sign = oneOf('*', '/')) {
      const by = unary(sign);
      if (sign === '*') value = bounded(value * by);
      else value = by === 0 ? fail('nothing can be divided by 0.') : bounded(Math.ceil(value / by));
    }
    return value;
  };
  const more = (from: number): number => {
    let value = from;
    for (let sign = oneOf('+', '-'); sign !== undefined; sign = oneOf('+', '-'))
      value = bounded(sign === '+' ? value + product(sign) : value - product(sign));
    return value;
  };
  const sum = (after: string): number => more(product(after));
  const starts = (...with_: readonly string[]): boolean => with_.some((each) => text.startsWith(each, at));
  return { take, rest, number, unary, more, starts, fail, problem: () => problem };
};

type Reader = ReturnType<typeof createReader>;

const parseFirstRoll = ({ take, number, fail }: Reader): FirstRollChange => {
  if (take('~+')) return { how: 'change-to-10', value: number('$~+') };
  if (take('+')) return { how: 'change', value: number('$+') };
  if (take('-')) return { how: 'change', value: -number('$-') };
  const value = number('$');
  if (value < 2 || value > 12) fail('a roll of two dice is between 2 and 12: write $2 to $12.');
  return { how: 'is', value };
};

/** Parses the next option. Returns the option's name too, so that the caller can refuse a repeated option. */
const parseOption = (from: Reader): readonly [string, Parts] => {
  const { take, number, unary, more, starts, rest, fail } = from;
  if (starts('+', '-')) return ['the bonuses', { bonus: more(0) }];
  if (take('@')) return ['the C value', { c: unary('@') }];
  if (take('[')) {
    const c = unary('[');
    if (!take(']')) fail('write one number inside [ ], or a sum in round brackets: [(10-1)].');
    return ['the C value', { c }];
  }
  if (take('$')) return ['the change of the first roll ($)', { first: parseFirstRoll(from) }];
  if (take('#')) return ['#', { perRollBonus: unary('#') }];
  for (const kind of ['OH', 'H', 'DB'] as const)
    if (take(kind)) {
      const after = /^[-+(\d]/.test(rest()) ? unary(kind) : 0;
      return ['H, OH or DB', { scaling: { kind, after } }];
    }
  if (take('GF')) return ['GF, SF or TF', { single: { kind: 'GF', value: 0 } }];
  for (const kind of ['SF', 'TF'] as const)
    if (take(kind)) {
      const value = number(kind);
      if (value < 1 || value > 6) fail(phrase`a die shows 1 to 6: write ${kind}1 to ${kind}6.`);
      return ['GF, SF or TF', { single: { kind, value } }];
    }
  if (take('SZ')) return ['SZ', { zeroUpTo: number('SZ') }];
  if (take('AD')) return ['AD', { bonusPerCritical: unary('AD') }];
  if (take('R')) return ['R', { rowStep: unary('R') }];
  fail(phrase`${rest()} is not understood. Try K20@10+5, HK20+3, K20H+2, K20$+1.`);
  return ['', {}];
};

/** The lowest C value with which the roll ends. */
const minCriticalValue = (single: PowerCommand['single'], every: number): number =>
  single?.kind === 'SF' ? Math.max(3, single.value === 1 ? 3 : single.value + 2 + every) : 3;

const parseCommand = (text: string): Result<PowerCommand, string> => {
  const from = createReader(text);
  const { take, number, rest, fail, problem } = from;
  const prefix = (['OH', 'H', 'DB'] as const).find((kind) => take(kind));
  take('K');
  const power = number('K');
  if (power > maxRows) fail(phrase`the power table has the rows 0 to ${maxRows}.`);
  let parts: Parts = prefix === undefined ? {} : { scaling: { kind: prefix, after: 0 } };
  while (rest() !== '') {
    const [says, part] = parseOption(from);
    for (const key of Object.keys(part))
      if (key in parts)
        fail(key === 'bonus' ? 'write all bonuses next to each other.' : phrase`${says} can appear only once.`);
    parts = { ...parts, ...part };
  }
  const { scaling, single, perRollBonus = 0 } = parts;
  const c = Math.min(13, parts.c ?? (scaling === undefined || scaling.kind === 'DB' ? 10 : 13));
  const least = minCriticalValue(single, perRollBonus);
  if (c < least) fail(phrase`with a C value below ${least} the roll would never end.`);
  const wrong = problem();
  if (wrong !== undefined) return err(wrong);
  return ok({
    power,
    c,
    bonus: parts.bonus ?? 0,
    scaling,
    first: parts.first,
    perRollBonus,
    rowStep: parts.rowStep ?? 0,
    bonusPerCritical: parts.bonusPerCritical ?? 0,
    single,
    zeroUpTo: parts.zeroUpTo ?? 0,
  });
};

const powerRollPattern = /^s?(?:oh|h|db)?k\d/i;

/** True if a normalized text asks for a power roll. */
export const isPowerRoll = (text: string): boolean => powerRollPattern.test(text);

/** True if a roll asks for secrecy, so that only the roller sees it: `SK20`. */
export const isSecretRoll = (text: string): boolean => /^\s*s(?:oh|h|db)?k\d/i.test(text.normalize('NFKC'));

/** Parses a power roll up to the first space: `K20@10+5 words`. Refuses with a sentence. */
export const parsePowerRoll = (text: string): Result<PowerCommand, string> => {
  const [typed = '', ...words] = text.trim().split(/\s+/);
  if (/^[-+*/@[\]$#()\d]/.test(words[0] ?? ''))
    return err(phrase`write a power roll without spaces; text after a space is a label. Try ${typed}${words[0]}.`);
  if (typed.includes('{')) return err('replace each { } and the word in it with a number.');
  return parseCommand(typed.toUpperCase().replace(/^S/, ''));
};

const requireInRange = (least: number, most: number, value: number): number => Math.max(least, Math.min(most, value));

/** The name of one roll of a power roll, as proofs of its dice show it. */
const passName = (n: number): string => (n === 0 ? 'first roll' : phrase`critical ${n}`);

const rollPass = ({ single }: PowerCommand, n: number, dice: Dice): { dice: number[]; natural: number } => {
  const one = single !== undefined && (single.kind !== 'TF' || n === 0);
  const fell = Array.from({ length: one ? 1 : 2 }, () => dice.roll(6, passName(n)));
  const shown = fell.reduce((sum, each) => sum + each, 0);
  if (!one) return { dice: fell, natural: shown };
  return { dice: fell, natural: single.kind === 'GF' ? 2 * shown : shown + single.value };
};

/** The total of a roll after `$` (first roll) and `#` (all rolls). A total of 2 stays 2. */
const adjustRoll = ({ first, perRollBonus }: PowerCommand, n: number, natural: number): number => {
  const start = n === 0 && first?.how === 'is' ? first.value : natural;
  if (start <= 2) return 2;
  const changed =
    n > 0 || first === undefined || first.how === 'is'
      ? start
      : first.how === 'change'
        ? start + first.value
        : start <= 10
          ? start + first.value
          : start;
  return changed <= 2 ? 2 : requireInRange(2, 12, changed + perRollBonus);
};

const applyScaling = (kind: Scaling | undefined, sum: number): number =>
  (kind === undefined ? sum : Math.ceil(kind === 'H' ? sum / 2 : kind === 'OH' ? sum * 1.5 : sum * 2)) + 0;

/** Rolls on the power table, and again after each critical. 1+1 on the first roll is an automatic failure. */
export const rollPowerCommand = (command: PowerCommand, dice: Dice): PowerRollResult => {
  const { c, power, rowStep, zeroUpTo, bonus, bonusPerCritical, scaling } = command;
  const passes: PowerTableRoll[] = [];
  for (let again = true; again; ) {
    const n = passes.length;
    const { dice: fell, natural } = rollPass(command, n, dice);
    const total = adjustRoll(command, n, natural);
    const row = requireInRange(0, maxRows, power + n * rowStep);
    const value = total <= 2 ? undefined : total <= zeroUpTo ? 0 : (powerTable[row]?.[total - 2] ?? undefined);
    passes.push({ dice: fell, power: row, total, value });
    again = total >= c && n < maxCriticals;
  }
  const powerTotal = passes.reduce((sum, { value = 0 }) => sum + value, 0);
  const sum = powerTotal + bonus + bonusPerCritical * (passes.length - 1);
  const scaled = applyScaling(scaling?.kind, sum);
  const failed = passes.length === 1 && passes[0]?.value === undefined;
  return {
    kind: 'power',
    command,
    passes,
    powerTotal,
    sum,
    scaled,
    total: failed ? undefined : scaled + (scaling?.after ?? 0) + 0,
  };
};
