import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { plain } from '../../core/message.ts';
import type { Refusal } from '../../core/refusal.ts';
import { nameKey, plainText, wholeNames } from '../../core/text.ts';
import { readerOf } from '../../rules/reader.ts';
import { readingOf } from '../../rules/reading.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { viewerOf } from '../views/viewer.ts';

/** A letter of a dead script. After a name it makes the name nobody's, for as long as an order is ruled; nobody types it. */
const mark = '𐀀';

const inTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => inTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inTexts(each, change)]));
};

/** What came of an order that was ruled with marks in it, as it was typed. */
export const unmarked = <T>(value: T): T => inTexts(value, (text) => text.replaceAll(mark, '')) as T;

/** Marks whoever is hidden in a text: as the whole of it, as one of a list, or standing in it by itself, the longest name that fits. */
const markedIn = (text: string, names: RegExp, hidden: ReadonlySet<string>): string => {
  const isHidden = (name: string): boolean => hidden.has(nameKey(name));
  if (isHidden(text)) return `${text}${mark}`;
  const listed = text.split(',').map((part) => (isHidden(part) ? `${part}${mark}` : part));
  return listed.join(',').replaceAll(names, (name) => (isHidden(name) ? `${name}${mark}` : name));
};

/**
 * Parameters in which whoever the person must not know of is nobody: named, they are refused like any name that is not there, so that
 * a guess tells nothing. What reads only as it was typed, a word out of a closed list or a square, names nobody.
 */
export const blindfolded = (battle: OpenBattle, user: string, verb: string, params: unknown): unknown => {
  const { unseen } = viewerOf(battle, user);
  if (unseen.length === 0 || typeof params !== 'object' || params === null) return params;
  const all = battle.game.roster().flatMap(({ id, actor, parts = [] }) => [id, actor, ...parts]);
  const names = wholeNames([...all, ...unseen]);
  const hidden = new Set(unseen.map(nameKey));
  const blind = (text: string): string => {
    const marked = markedIn(text, names, hidden);
    // Wide letters and invisible ones make no other name.
    return marked === text && wholeNames(unseen).test(nameKey(text))
      ? markedIn(plainText(text).normalize('NFKC'), names, hidden)
      : marked;
  };
  const declared = battle.ruleset.verbs[verb] ?? battle.ruleset.queries[verb];
  // A way is written in directions and squares, and names somebody only after a word: `toward Grim`.
  const isWay = (key: string, value: unknown): boolean =>
    key === 'path' && typeof value === 'string' && !/toward|away/i.test(value);
  const reads = (key: string, value: unknown): boolean => {
    const read: z.ZodSafeParseResult<unknown> | undefined = declared?.params.shape[key]?.safeParse(value);
    return read === undefined || read.success || read.error.issues.some(({ code }) => code === 'too_big');
  };
  const typed = Object.entries(params);
  const given = Object.entries(unmarked(params)).map(([key, value]): readonly [string, unknown] => {
    const marked = inTexts(value, blind);
    return [key, !isWay(key, value) && reads(key, marked) ? marked : value];
  });
  return isDeepStrictEqual(typed, given) ? params : Object.fromEntries(given);
};

/** A refusal as this person reads it: who they must not know of is somebody; what they typed stands there as they typed it. */
export const refusalFor = (battle: OpenBattle, user: string, { code, facts }: Refusal): Refusal => {
  const reading = readingOf(readerOf(viewerOf(battle, user)));
  const read = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'number' ? fact : plain(fact, reading),
  ]);
  return { code, facts: unmarked(Object.fromEntries(read)) };
};
