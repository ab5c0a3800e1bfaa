import { err, ok, phrase, type Result } from '../core/message.ts';
import type { Dice } from './dice.ts';
import { createNumberFormula, createReader } from './formula.ts';
import { powerTable } from './power-table.ts';

/** Changes of the final sum: halved (`H`), raised by half (`OH`), doubled (`DB`). */
const scalings = ['H', 'OH', 'DB'] as const;
type Scaling = (typeof scalings)[number];
/** Rolls with one die instead of two. `GF` doubles it, `SF` adds a fixed value, `TF` does so only on the first roll. */
type Single = 'GF' | 'SF' | 'TF';

interface FirstRollChange {
  /** `change-to-10`: only a roll of at most 10. */
  readonly how: 'is' | 'change' | 'change-to-10';
  readonly value: number;
}

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
/** Maximum number of criticals. With a C value of 3 a roll goes on 35 times in 36. */
const maxCriticals = 500;

type Parts = Partial<PowerCommand>;

const noParts = {
  bonus: 0,
  scaling: undefined,
  first: undefined,
  perRollBonus: 0,
  rowStep: 0,
  bonusPerCritical: 0,
  single: undefined,
  zeroUpTo: 0,
};

const requireInRange = (least: number, most: number, value: number): number => Math.max(least, Math.min(most, value));

/** Creates a parser that reads from left to right. Each method consumes its part, until the first error. */
const createPowerReader = (text: string) => {
  const reader = createReader(text);
  const number = (after: string): number => {
    const [digits] = reader.match(/\d+/y) ?? [];
    return digits === undefined ? reader.fail(phrase`a number is missing after ${after}.`) : Number(digits);
  };
  return { ...reader, number, ...createNumberFormula(reader, number, Math.ceil) };
};

type PowerReader = ReturnType<typeof createPowerReader>;

const parseFirstRoll = ({ take, number, fail }: PowerReader): FirstRollChange => {
  if (take('~+')) return { how: 'change-to-10', value: number('$~+') };
  if (take('+')) return { how: 'change', value: number('$+') };
  if (take('-')) return { how: 'change', value: -number('$-') };
  const value = number('$');
  if (value < 2 || value > 12) fail('a roll of two dice is between 2 and 12: write $2 to $12.');
  return { how: 'is', value };
};

/** Parses the next option. Returns the option's name too, so that the caller can refuse a repeated option. */
const parseOption = (from: PowerReader): readonly [string, Parts] => {
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
  const kind = scalings.find(take);
  if (kind !== undefined) {
    const after = /^[-+(\d]/.test(rest()) ? unary(kind) : 0;
    return ['H, OH or DB', { scaling: { kind, after } }];
  }
  if (take('GF')) return ['GF, SF or TF', { single: { kind: 'GF', value: 0 } }];
  for (const kind of ['SF', 'TF'] as const)
    if (take(kind)) return ['GF, SF or TF', { single: { kind, value: requireInRange(1, 6, number(kind)) } }];
  if (take('SZ')) return ['SZ', { zeroUpTo: number('SZ') }];
  if (take('AD')) return ['AD', { bonusPerCritical: unary('AD') }];
  if (take('R')) return ['R', { rowStep: unary('R') }];
  fail(phrase`${rest()} is not understood. Try K20@10+5, HK20+3, K20H+2, K20$+1.`);
  return ['', {}];
};

/** The lowest C value with which the roll ends. */
const minCriticalValue = (single: PowerCommand['single'], every: number): number =>
  single?.kind === 'SF' && single.value > 1 ? requireInRange(3, 13, single.value + 2 + every) : 3;

const parseCommand = (text: string): Result<PowerCommand, string> => {
  const from = createPowerReader(text);
  const { take, unary, rest, fail, problem } = from;
  const prefix = scalings.find(take);
  take('K');
  const power = unary('K');
  if (power < 0 || power > maxRows) fail(phrase`the power table has the rows 0 to ${maxRows}.`);
  let parts: Parts = {};
  while (rest() !== '') {
    const [says, part] = parseOption(from);
    for (const key of Object.keys(part))
      if (key in parts)
        fail(key === 'bonus' ? 'write all bonuses next to each other.' : phrase`${says} can appear only once.`);
    parts = { ...parts, ...part };
  }
  // HK10H is halved once.
  if (prefix !== undefined && prefix !== (parts.scaling?.kind ?? prefix)) fail('H, OH or DB can appear only once.');
  const scaling = parts.scaling ?? (prefix === undefined ? undefined : { kind: prefix, after: 0 });
  const { single, perRollBonus = 0 } = parts;
  const c = Math.min(13, parts.c ?? (scaling === undefined || scaling.kind === 'DB' ? 10 : 13));
  const least = minCriticalValue(single, perRollBonus);
  if (c < least) fail(phrase`with a C value below ${least} the roll would never end.`);
  const wrong = problem();
  if (wrong !== undefined) return err(wrong);
  return ok({ ...noParts, ...parts, power, c, scaling });
};

const powerRollPattern = /^s?(?:oh|h|db)?k[\d(]/i;

/** True if a normalized text asks for a power roll. */
export const isPowerRoll = (text: string): boolean => powerRollPattern.test(text);

/** True if a roll asks for secrecy, so that only the roller sees it: `SK20`, `3#SK20`, `[Bite] SK20`. */
export const isSecretRoll = (text: string): boolean =>
  /(?:^|[\s;#\]])s(?:oh|h|db)?k[\d(]/i.test(text.normalize('NFKC'));

/** Parses a power roll up to the first space: `K20@10+5 words`. Refuses with a sentence. */
export const parsePowerRoll = (text: string): Result<PowerCommand, string> => {
  const [typed = '', ...words] = text.trim().split(/\s+/);
  if (/^[-+*/@[\]$#()\d]/.test(words[0] ?? ''))
    return err(phrase`write a power roll without spaces; text after a space is a label. Try ${typed}${words[0]}.`);
  if (typed.includes('{')) return err('replace each { } and the word in it with a number.');
  return parseCommand(typed.toUpperCase().replace(/^S/, ''));
};

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
  const isChanged = n === 0 && (first?.how === 'change' || (first?.how === 'change-to-10' && start <= 10));
  const changed = start + (isChanged ? first.value : 0);
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
