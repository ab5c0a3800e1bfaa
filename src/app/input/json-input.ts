import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';

/** The longest JSON that is read, in characters. */
const longestJson = 65_536;
const deepest = 20;

const depth = (value: unknown, level = 0): number => {
  if (typeof value !== 'object' || value === null || level > deepest) return level;
  return Math.max(level, ...Object.values(value).map((each) => depth(each, level + 1)));
};

/** JSON from a person: refused when it is too long, too deep, or no JSON. Numbers that are none (`1e999`) are refused too. */
export const readJson = (text: string): Result<unknown, Refusal> => {
  if (text.length > longestJson) return refuse('too-big', { most: longestJson });
  try {
    const value: unknown = JSON.parse(text, (_key, each: unknown) => {
      if (typeof each === 'number' && !Number.isFinite(each)) throw new SyntaxError('a number is too large');
      if (typeof each === 'string') return each.replaceAll('\u0000', '');
      return Object.is(each, -0) ? 0 : each;
    });
    return depth(value) > deepest ? refuse('bad-json', { problem: 'it is nested too deep' }) : ok(value);
  } catch (problem) {
    return refuse('bad-json', { problem: problem instanceof Error ? problem.message.slice(0, 120) : 'unreadable' });
  }
};
