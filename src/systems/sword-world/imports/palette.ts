import { createNumberFormula, createReader } from '../../../dice/formula.ts';
import { isBlank, parseNumber } from './values.ts';

/** Maximum depth of names that refer to other names. */
const maxDepth = 20;
const longest = 500;

/** Definitions of a chat palette by name. A value is a formula, number or text. */
export type PaletteDefinitions = ReadonlyMap<string, string>;

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

  const sumOf = (words: string, depth: number): number | undefined => {
    const plain = words.normalize('NFKC').replace(/\s/g, '').replace(/−/g, '-');
    if (plain.length > longest || depth > maxDepth) return undefined;
    const reader = createReader(plain);
    const operand = (): number => {
      const [, digits, name] = reader.match(/(?:(\d{1,9})|\{([^{}]{1,60})\})/y) ?? [];
      const value = name === undefined ? Number(digits) : named(name, depth);
      return value === undefined || Number.isNaN(value) ? reader.fail('not a formula') : value;
    };
    const value = createNumberFormula(reader, operand, Math.floor).sum('');
    return reader.rest() === '' && reader.problem() === undefined ? value : undefined;
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
  /** Lines that are neither rolls with a label nor definitions nor headings. */
  readonly others: readonly string[];
}

const maxLines = 2000;
const maxLineLength = 1000;

/** Parses a chat palette: one roll on each line. `//name=value` defines a name; the first definition counts. */
export const parseChatPalette = (palette: string, known: PaletteDefinitions = new Map()): ChatPalette => {
  const definitions = new Map(known);
  const rolls: ChatPaletteRoll[] = [];
  const others: string[] = [];
  for (const whole of palette.split(/\r?\n/).slice(0, maxLines)) {
    const row = whole.slice(0, maxLineLength);
    const [, name, value = ''] = /^\s*\/\/([^=]{1,60})=(.{0,500})$/.exec(row) ?? [];
    if (name !== undefined) {
      if (!definitions.has(name.trim())) definitions.set(name.trim(), value.trim());
      continue;
    }
    const [, formula, words] = /^\s*([^\s#]{1,500})[\s\u3000]+(.{1,300})$/.exec(row) ?? [];
    if (formula !== undefined && words !== undefined) rolls.push({ formula, words: words.trim() });
    else if (!/^\s*(?:#|$)/.test(row)) others.push(row.trim());
  }
  return { rolls, definitions, others };
};
