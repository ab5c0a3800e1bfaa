import { ok, type Result, refuse } from './message.ts';

/** Limits of JSON that users send. All limits are checked before parsing. */
export interface JsonLimits {
  /** Maximum number of characters. Pictures inside the JSON do not count. */
  readonly longest: number;
  readonly deepest: number;
  readonly brackets?: number;
  /** Maximum number of commas, and so of members of objects and arrays. */
  readonly commas?: number;
}

/** Maximum number of characters of a JSON file. Pictures inside it do not count. */
export const maxJsonLength = 1_048_576;
const mostBrackets = 100_000;

/** Refuses a file that would take too much time or memory to read. */
export const tooHeavyRefusal = refuse('file-too-heavy');

/** The index of the quotation mark that closes a string. The length of the JSON if the string never ends. */
const findClosingQuote = (json: string, from: number): number => {
  let at = json.indexOf('"', from + 1);
  while (at !== -1) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
    at = json.indexOf('"', at + 1);
  }
  return json.length;
};

/** Matches the start of a long base64 text, such as a picture inside a map. Escapes like `\/` may occur in it. */
const picture = /(?:data:[\w.+/\\-]{1,40};base64,)?[A-Za-z0-9+/\\=_-]{1024}/y;

const pictureLength = (json: string, from: number, to: number): number => {
  picture.lastIndex = from;
  return to - from > 1024 && picture.test(json) && picture.lastIndex <= to ? to - from : 0;
};

/** Refuses JSON beyond the limits. Reads each character once. */
const checkJsonLimits = (json: string, limits: JsonLimits): Result<string> => {
  const { longest, deepest, brackets = mostBrackets, commas = longest } = limits;
  let [level, opened, separated, pictures] = [0, 0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') {
      const end = findClosingQuote(json, at);
      pictures += pictureLength(json, at + 1, end);
      at = end;
    } else if (sign === '{' || sign === '[') {
      if (++level > deepest) return refuse('bad-json', { problem: 'brackets are nested too deeply' });
      if (++opened > brackets) return tooHeavyRefusal;
    } else if (sign === '}' || sign === ']') level--;
    else if (sign === ',') separated++;
    if (separated > commas || at - pictures > longest) return tooHeavyRefusal;
  }
  return ok(json);
};

/** Replaces every -0 by 0. False if a number is too large, such as 1e999. */
const repairNumbers = (tree: object): boolean => {
  for (const key of Array.isArray(tree) ? tree.keys() : Object.keys(tree)) {
    const each: unknown = Reflect.get(tree, key);
    if (typeof each === 'object' && each !== null && !repairNumbers(each)) return false;
    if (typeof each === 'number' && !Number.isFinite(each)) return false;
    if (Object.is(each, -0)) Reflect.set(tree, key, 0);
  }
  return true;
};

/** Removes escapes of the character U+0000, which no database accepts. Keeps escaped backslashes. */
const withoutZeros = (json: string): string =>
  json.includes('\\u0000') ? json.replaceAll(/(\\\\)|\\u0000/g, '$1') : json;

/** Parses JSON that a user sent. Refuses JSON beyond the limits, invalid JSON, and numbers like 1e999. */
export const readJson = (text: string, limits: JsonLimits): Result<unknown> => {
  const json = checkJsonLimits(text, limits);
  if (!json.ok) return json;
  try {
    const whole = { it: JSON.parse(withoutZeros(json.value)) };
    return repairNumbers(whole) ? ok(whole.it) : refuse('bad-json', { problem: 'a number is too large' });
  } catch (problem) {
    return refuse('bad-json', { problem: problem instanceof Error ? problem.message.slice(0, 120) : 'unreadable' });
  }
};
