import { isBlank, parseNumber } from './values.ts';

/** Maximum depth of brackets, and of names that refer to other names. */
const maxDepth = 20;
const longest = 500;

/** Definitions of a chat palette by name. A value is a formula, number or text. */
export type PaletteDefinitions = ReadonlyMap<string, string>;

interface Reading {
  readonly formula: string;
  at: number;
}

/** Evaluates + − × ÷ (rounded down), brackets and `{names}` (unknown: 0). Undefined if invalid or too deep. */
export const evaluateFormula = (formula: string, definitions: PaletteDefinitions): number | undefined => {
  const known = new Map<string, number | undefined>();

  const named = (name: string, depth: number): number | undefined => {
    if (known.has(name)) return known.get(name);
    known.set(name, undefined);
    const words = definitions.get(name);
    const value = words === undefined || isBlank(words) ? 0 : (parseNumber(words) ?? sumOf(words, depth + 1));
    known.set(name, value);
    return value;
  };

  const factor = (reading: Reading, depth: number): number | undefined => {
    const sign = reading.formula[reading.at];
    if (sign === '+' || sign === '-') {
      reading.at++;
      const value = depth > maxDepth ? undefined : factor(reading, depth + 1);
      return value === undefined ? undefined : sign === '-' ? -value : value;
    }
    if (sign === '(') {
      reading.at++;
      const value = sum(reading, depth + 1);
      return reading.formula[reading.at++] === ')' ? value : undefined;
    }
    const [found, digits, name] = /^(?:(\d{1,9})|\{([^{}]{1,60})\})/.exec(
      reading.formula.slice(reading.at, reading.at + 64),
    ) ?? [''];
    reading.at += found.length;
    return digits !== undefined ? Number(digits) : name === undefined ? undefined : named(name, depth);
  };

  const product = (reading: Reading, depth: number): number | undefined => {
    let value = factor(reading, depth);
    for (let sign = reading.formula[reading.at]; value !== undefined && (sign === '*' || sign === '/'); ) {
      reading.at++;
      const next = factor(reading, depth);
      if (next === undefined || (sign === '/' && next === 0)) return undefined;
      value = sign === '*' ? value * next : Math.floor(value / next);
      sign = reading.formula[reading.at];
    }
    return value;
  };

  const sum = (reading: Reading, depth: number): number | undefined => {
    if (depth > maxDepth) return undefined;
    let value = product(reading, depth);
    for (let sign = reading.formula[reading.at]; value !== undefined && (sign === '+' || sign === '-'); ) {
      reading.at++;
      const next = product(reading, depth);
      if (next === undefined) return undefined;
      value = sign === '+' ? value + next : value - next;
      sign = reading.formula[reading.at];
    }
    return value;
  };

  const sumOf = (words: string, depth: number): number | undefined => {
    const plain = words.normalize('NFKC').replace(/\s/g, '').replace(/−/g, '-');
    if (plain.length > longest || depth > maxDepth) return undefined;
    const reading: Reading = { formula: plain, at: 0 };
    const value = sum(reading, depth);
    return reading.at === plain.length && value !== undefined && Math.abs(value) < 1e6 ? value : undefined;
  };

  return sumOf(formula, 0);
};

/** A roll of a chat palette: its formula, and the label after it. */
export interface ChatPaletteRoll {
  readonly formula: string;
  readonly words: string;
}

export interface ChatPalette {
  readonly rolls: readonly ChatPaletteRoll[];
  readonly definitions: PaletteDefinitions;
}

const maxLines = 2000;
const maxLineLength = 1000;

/** Parses a chat palette: one roll on each line. `//name=value` defines a name; the first definition counts. */
export const parseChatPalette = (palette: string, known: PaletteDefinitions = new Map()): ChatPalette => {
  const definitions = new Map(known);
  const rolls: ChatPaletteRoll[] = [];
  for (const whole of palette.split(/\r?\n/).slice(0, maxLines)) {
    const row = whole.slice(0, maxLineLength);
    const [, name, value = ''] = /^\s*\/\/([^=]{1,60})=(.{0,500})$/.exec(row) ?? [];
    if (name !== undefined) {
      if (!definitions.has(name.trim())) definitions.set(name.trim(), value.trim());
      continue;
    }
    const [, formula, words] = /^\s*([^\s#]{1,500})[\s\u3000]+(.{1,300})$/.exec(row) ?? [];
    if (formula !== undefined && words !== undefined) rolls.push({ formula, words: words.trim() });
  }
  return { rolls, definitions };
};
