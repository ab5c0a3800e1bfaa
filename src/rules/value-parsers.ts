import { z } from 'zod';
import { formatNumber, phrase, term } from '../core/message.ts';
import { formatSquare, parseSquare, squareSchema } from './grid/square.ts';

/** Creates a parser for values that the GM types. `problem` is the refusal, and says what to type. */
export const createValueParser = <Value>(
  problem: string,
  read: (text: string) => Value | undefined,
): z.ZodType<Value, string> =>
  z.string().transform((text, context): Value => {
    const value = read(text.trim());
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

/** Parses a whole number: 5, +5, -5, −5. Undefined for other text, such as `0x10`, `1e1` or `1 5`. */
export const parseNumber = (text: string, digits = 6): number | undefined => {
  const [, sign, figures = ''] = /^([-+−]?)(\d+)$/.exec(text) ?? [];
  if (sign === undefined || figures.length > digits) return undefined;
  return (sign === '' || sign === '+' ? 1 : -1) * Number(figures) || 0;
};

/** Parses a number with or without decimals: 5, −0.5, +17.25. Undefined for other text. */
export const parseDecimal = (text: string): number | undefined =>
  /^[-+−]?\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text.replace('−', '-')) : undefined;

/** Formats a value as the GM would type it: `none`, `yes`, `−5`, `D4`, `stunned, prone`, `medicine=1`. */
export const formatValue = (value: unknown): string => {
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value))
    return (
      value.map((each) => (Array.isArray(each) ? each.map(formatValue).join(' ') : formatValue(each))).join(', ') ||
      'none'
    );
  const at = squareSchema.safeParse(value);
  if (at.success) return formatSquare(at.data);
  const numbers = Object.entries(value).every(([, each]) => typeof each === 'number');
  return numbers
    ? Object.entries(value)
        .map(([key, each]) => `${key}=${each}`)
        .join(', ') || 'none'
    : Object.values(value).map(formatValue).join(' ');
};

/** Parses a whole number within limits. */
export const wholeNumberParser = (least = -999_999, most = 999_999) =>
  createValueParser(phrase`a whole number from ${least} to ${most} is needed`, (text) => {
    const value = parseNumber(text);
    return value !== undefined && value >= least && value <= most ? value : undefined;
  });

const truths: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['on', true],
  ['no', false],
  ['false', false],
  ['off', false],
]);

export const yesNoParser = createValueParser('write yes or no', (text) => truths.get(text.toLowerCase()));

/** Parses one of several words, in any letter case. */
export const oneOfParser = <const Word extends string>(words: readonly Word[]) =>
  createValueParser(phrase`choose one of ${words.join(', ')}`, (text) =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()),
  );

/** True if a text means none: `none`, `nothing`, `-`. */
export const isNoneText = (text: string): boolean => /^(?:none|nothing|-|−)$/i.test(text.trim());

/** Parses only `none`, for fields that the GM can only clear. */
export const noneParser = createValueParser('the only possible value is none', (text) =>
  isNoneText(text) ? ('none' as const) : undefined,
);

/** Parses a name and a number: `strength 4`. */
export const namedNumberParser = (example: string, least = -999_999, most = 999_999) =>
  createValueParser(
    phrase`a name and a whole number from ${least} to ${most} are needed, like ${example}`,
    (text): { readonly name: string; readonly n: number } | undefined => {
      const [, name = '', figure = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
      const n = parseNumber(figure);
      return n !== undefined && n >= least && n <= most ? { name, n } : undefined;
    },
  );

/** Parses text that is not empty. */
export const textParser = (longest = 300) =>
  createValueParser(phrase`a text of at most ${longest} characters is needed`, (text) =>
    text !== '' && text.length <= longest ? text : undefined,
  );

/** Parses names separated by commas. `none` gives an empty list. */
export const nameListParser = createValueParser('write names separated by commas, or none', (text) =>
  text === ''
    ? undefined
    : text
        .split(/[,、]/)
        .map((each) => each.trim())
        .filter((each) => each !== '' && !isNoneText(each)),
);

export const squareParser = createValueParser('write a square like D4', parseSquare);

/** Parses a value, or `none` to clear it. */
export const valueOrNoneParser = <Value>(value: z.ZodType<Value, string>): z.ZodType<Value | 'none', string> =>
  z.string().transform((text, context): Value | 'none' => {
    if (isNoneText(text)) return 'none';
    const parsed = value.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: phrase`${parsed.error.issues[0]?.message ?? term('it is not a valid value')}, or none`,
    });
    return z.NEVER;
  });
