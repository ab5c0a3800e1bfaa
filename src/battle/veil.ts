import { plain } from '../core/message.ts';
import type { Refusal } from '../core/refusal.ts';
import { nameKey, wholeNames } from '../core/text.ts';
import { readerOf } from '../rules/reader.ts';
import { readingOf } from '../rules/reading.ts';
import type { OpenBattle } from './battle.ts';
import { viewerOf } from './viewers.ts';

/** What makes a name nobody's, for as long as an order is ruled. */
const mark = '~';

/** The names that a person must learn nothing of, longest first. */
const unseenBy = (battle: OpenBattle, user: string): readonly string[] =>
  viewerOf(battle, user).unseen.toSorted((a, b) => b.length - a.length);

const inTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => inTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inTexts(each, change)]));
};

/**
 * An order in which whoever the person must not know of is nobody: named, they are refused like any name that is not there,
 * so that a guess tells nothing.
 */
export const blindfolded = (battle: OpenBattle, user: string, params: unknown): unknown => {
  const unseen = unseenBy(battle, user);
  if (unseen.length === 0) return params;
  const all = battle.game.roster().flatMap(({ id, actor }) => [id, actor]);
  const names = wholeNames([...all, ...unseen]);
  const hidden = new Set(unseen.map(nameKey));
  return inTexts(params, (text) =>
    text.replaceAll(names, (name) => (hidden.has(nameKey(name)) ? `${name}${mark}` : name)),
  );
};

/** What was said about such a name, as it was typed. */
export const unblindfolded = <T>(battle: OpenBattle, user: string, value: T): T => {
  const unseen = unseenBy(battle, user);
  if (unseen.length === 0) return value;
  const names = wholeNames(unseen.map((id) => `${id}${mark}`));
  return inTexts(value, (text) => text.replaceAll(names, (name) => name.slice(0, -mark.length))) as T;
};

/** A refusal as this person reads it: who they must not know of is somebody. */
export const refusalFor = (battle: OpenBattle, user: string, { code, facts }: Refusal): Refusal => {
  const reading = readingOf(readerOf(viewerOf(battle, user)));
  const read = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'object' ? plain(fact, reading) : fact,
  ]);
  return { code, facts: Object.fromEntries(read) };
};

/** The same, where what is no reference may still name somebody: they are somebody too, unless the person named them. */
export const veiled = (battle: OpenBattle, user: string, typed: unknown, refusal: Refusal): Refusal => {
  const unseen = unseenBy(battle, user);
  const read = refusalFor(battle, user, refusal);
  if (unseen.length === 0) return read;
  const said = JSON.stringify(typed ?? '').toLowerCase();
  const facts = unblindfolded(battle, user, read.facts);
  const secret = unseen.filter((id) => !said.includes(JSON.stringify(id).slice(1, -1).toLowerCase()));
  const masked = inTexts(facts, (text) =>
    secret.reduce((sum, id) => sum.replaceAll(wholeNames([id]), 'somebody'), text),
  );
  return { code: refusal.code, facts: masked as Refusal['facts'] };
};
