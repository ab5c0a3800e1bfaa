import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { joinKnownNames } from '../../core/letters.ts';
import {
  buildNamePattern,
  normalizeName,
  normalizeText,
  type Refusal,
  renderText,
  type Text,
} from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { listOptions } from '../../rules/command-options.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { nameLookupForReader } from '../../rules/for-reader.ts';
import { createReader } from '../../rules/reader.ts';
import type { OpenBattle } from '../saved/store.ts';
import { viewerOf } from '../views/viewer.ts';

/** A letter that no one types. Added to a hidden combatant's name, it makes the name unknown. */
const nobodyMark = '𐀀';

/** Applies a function to every text in a value. `changeObject` may replace a whole object. */
const mapTexts = (
  value: unknown,
  change: (text: string) => string,
  changeObject: (object: object) => unknown = () => undefined,
): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, changeObject));
  if (typeof value !== 'object' || value === null) return value;
  return (
    changeObject(value) ??
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change, changeObject)]))
  );
};

/** Replaces redacted names by what the user typed, also in references. */
const restoreTexts = (value: unknown, typedAs: ReadonlyMap<string, string>): unknown =>
  mapTexts(
    value,
    (text) => typedAs.get(text) ?? text,
    (object) => ('ref' in object && typeof object.ref === 'string' ? typedAs.get(object.ref) : undefined),
  );

/** The parameters of an order without hidden names. `restore` puts the typed texts back into a value. */
export interface RedactedInput {
  readonly params: unknown;
  readonly restore: <T>(value: T) => T;
}

/** All names in a battle, also of parts. */
const namesIn = ({ game }: OpenBattle): readonly string[] =>
  game.roster().flatMap(({ id, actor, parts = [] }) => [id, actor, ...parts]);

const withoutRedaction = (params: unknown): RedactedInput => ({ params, restore: (value) => value });

/** Redacts hidden combatants' names in a text: the whole text, list items, or words, longest first. */
const redactNames = (
  text: string,
  names: RegExp,
  isHidden: (name: string) => boolean,
  nobody: (name: string) => string,
): string => {
  if (isHidden(text)) return nobody(text);
  const listed = text.split(',').map((part) => (isHidden(part) ? nobody(part) : part));
  return listed.join(',').replaceAll(names, (name) => (isHidden(name) ? nobody(name) : name));
};

/** Joins names that have a comma, in the parameters that list names, for a user who knows these combatants. */
export const joinListedNames = (battle: OpenBattle, user: string, verb: string, params: unknown): unknown => {
  const { params: declared } = battle.ruleset.verbs[verb] ?? battle.ruleset.queries[verb] ?? {};
  const known = namesIn(battle).filter((name) => !viewerOf(battle, user).unseen.includes(name));
  const isDivided = known.some((name) => /[,;]/.test(name)) && typeof params === 'object';
  const lists = isDivided && declared ? listOptions(declared).filter((each) => each.lists) : [];
  const joined = lists.flatMap(({ name }) => {
    const value: unknown = Object(params)[name];
    return typeof value === 'string' ? [[name, joinKnownNames(value, known)]] : [];
  });
  return joined.length === 0 ? params : { ...Object(params), ...Object.fromEntries(joined) };
};

/** Replaces hidden combatants' names by unknown ones, so that a guess reveals nothing. Keeps squares and choices. */
export const redactInput = (battle: OpenBattle, user: string, verb: string, params: unknown): RedactedInput => {
  const { unseen } = viewerOf(battle, user);
  if (unseen.length === 0 || typeof params !== 'object' || params === null) return withoutRedaction(params);
  const all = namesIn(battle);
  const names = buildNamePattern([...all, ...unseen]);
  const hidden = new Set(unseen.map(normalizeName));
  const isHidden = (name: string): boolean => hidden.has(normalizeName(name));
  /** The texts that the user typed, by their redacted versions: names, texts and lists. */
  const typedAs = new Map<string, string>();
  const nobody = (name: string): string => {
    typedAs.set(`${name}${nobodyMark}`, name);
    typedAs.set(`${name.trim()}${nobodyMark}`, name.trim());
    return `${name}${nobodyMark}`;
  };
  const redacted = (text: string): string => {
    const first = redactNames(text, names, isHidden, nobody);
    // Wide or invisible letters must not make a different name.
    const put =
      first === text && buildNamePattern(unseen).test(normalizeName(text))
        ? redactNames(normalizeText(text).normalize('NFKC'), names, isHidden, nobody)
        : first;
    typedAs.set(put, text).set(normalizeText(put), normalizeText(text));
    return put;
  };
  const declared = battle.ruleset.verbs[verb] ?? battle.ruleset.queries[verb];
  // A path has directions and squares. It names a combatant only after a word: `toward Grim`.
  const isWay = (key: string, value: unknown): boolean =>
    key === 'path' && typeof value === 'string' && !/toward|away/i.test(value);
  const reads = (key: string, value: unknown): boolean => {
    const read: z.ZodSafeParseResult<unknown> | undefined = ownValue(declared?.params.shape, key)?.safeParse(value);
    return read === undefined || read.success || read.error.issues.some(({ code }) => code === 'too_big');
  };
  // A mark that the user typed is removed.
  const typed = Object.entries(mapTexts(params, (text) => text.replaceAll(nobodyMark, '')) as object);
  const given = typed.map(([key, value]): readonly [string, unknown] => {
    const put = mapTexts(value, redacted);
    return [key, !isWay(key, value) && reads(key, put) ? put : value];
  });
  if (isDeepStrictEqual(Object.entries(params), given)) return withoutRedaction(params);
  return {
    params: Object.fromEntries(given),
    restore: <T>(value: T): T => restoreTexts(value, typedAs) as T,
  };
};

const isGmSeat = (fact: Text): boolean => typeof fact === 'object' && 'ref' in fact && fact.ref === gmActor;

/** A refusal as the user may read it, with hidden combatants as “somebody”. */
export const redactRefusal = (battle: OpenBattle, user: string, { code, facts }: Refusal): Refusal => {
  const reading = nameLookupForReader(createReader(viewerOf(battle, user)));
  const read = Object.entries(facts).map(([name, fact]) => [
    name,
    fact === undefined || typeof fact === 'number' || isGmSeat(fact) ? fact : renderText(fact, reading),
  ]);
  return { code, facts: Object.fromEntries(read) };
};
