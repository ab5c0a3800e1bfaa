import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';

/** The longest JSON that is read, in characters. */
const longestJson = 65_536;
const deepest = 20;

/** Where a text in quotation marks that begins here ends. */
const closing = (json: string, from: number): number => {
  let at = json.indexOf('"', from + 1);
  while (at !== -1) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
    at = json.indexOf('"', at + 1);
  }
  return json.length;
};

/** How deep the brackets of a text go, those inside quotation marks left aside. */
const depth = (json: string): number => {
  let [level, most] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') at = closing(json, at);
    else if (sign === '{' || sign === '[') most = Math.max(most, ++level);
    else if (sign === '}' || sign === ']') level--;
  }
  return most;
};

/**
 * JSON from a person: refused when it is too long, too deep, or no JSON. Numbers that are none (`1e999`) are refused too. Sheets of
 * other tools may be longer and deeper than our own.
 */
export const readJson = (
  text: string,
  most: { readonly longest: number; readonly deepest: number } = { longest: longestJson, deepest },
): Result<unknown, Refusal> => {
  if (text.length > most.longest) return refuse('too-big', { most: most.longest });
  if (depth(text) > most.deepest) return refuse('bad-json', { problem: 'it is nested too deeply' });
  try {
    return ok(
      JSON.parse(text, (_key, each: unknown) => {
        if (typeof each === 'number' && !Number.isFinite(each)) throw new SyntaxError('a number is too large');
        if (typeof each === 'string') return each.replaceAll('\u0000', '');
        return Object.is(each, -0) ? 0 : each;
      }),
    );
  } catch (problem) {
    return refuse('bad-json', { problem: problem instanceof Error ? problem.message.slice(0, 120) : 'unreadable' });
  }
};
