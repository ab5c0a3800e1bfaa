import { isPlainObject, type PlainObject, setOwn } from '../../core/plain-object.ts';

/** True if JSON would contain the key. */
const has = (tree: PlainObject, key: string): boolean => Object.hasOwn(tree, key) && tree[key] !== undefined;

const keysOf = (tree: PlainObject): readonly string[] => Object.keys(tree).filter((key) => tree[key] !== undefined);

/** Marks an array as a new value, because an unmarked array would be read as a list of changes. */
const instead = (value: unknown): unknown => (Array.isArray(value) ? ['=', value] : value);

/** True if both objects have the same keys in the same order, which is the usual case. */
const isAlike = (before: readonly string[], after: readonly string[], now: PlainObject): boolean =>
  before.length === after.length && before.every((key, at) => key === after[at] && now[key] !== undefined);

/** The changes at these keys or indexes, after `{` or `[`. Undefined if nothing changed. */
const changesAt = <Key extends string | number>(
  kind: '{' | '[',
  keys: Iterable<Key>,
  base: Readonly<Record<Key, unknown>>,
  now: Readonly<Record<Key, unknown>>,
): unknown => {
  let changes: unknown[] | undefined;
  for (const key of keys) {
    const change = diffJson(base[key], now[key]);
    if (change !== undefined) {
      changes ??= [kind];
      changes.push(key, change);
    }
  }
  return changes;
};

const inTree = (base: PlainObject, now: PlainObject): unknown => {
  const keys = Object.keys(base);
  return isAlike(keys, Object.keys(now), now) ? changesAt('{', keys, base, now) : inKeys(base, now);
};

const inKeys = (base: PlainObject, now: PlainObject): unknown => {
  const [before, after] = [keysOf(base), keysOf(now)];
  const left = before.filter((key) => has(now, key));
  const come = after.filter((key) => !has(base, key));
  const changes: unknown[] = [];
  for (const key of left) {
    const change = diffJson(base[key], now[key]);
    if (change !== undefined) changes.push(key, change);
  }
  for (const key of come) changes.push(key, instead(now[key]));
  if ([...left, ...come].some((key, at) => key !== after[at])) return ['#', after, ...changes];
  const gone = before.flatMap((key) => (has(now, key) ? [] : [key, ['-']]));
  return gone.length + changes.length === 0 ? undefined : ['{', ...gone, ...changes];
};

const isSame = (base: unknown, now: unknown): boolean => diffJson(base, now) === undefined;

const spliced = (base: readonly unknown[], now: readonly unknown[]): unknown => {
  const shorter = Math.min(base.length, now.length);
  let head = 0;
  while (head < shorter && isSame(base[head], now[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(base.at(-1 - tail), now.at(-1 - tail))) tail++;
  return ['~', head, base.length - tail - head, ...now.slice(head, now.length - tail)];
};

/**
 * The changes of a JSON value, as JSON. Undefined if nothing changed. The order of keys counts. A changed array is a list of changes,
 * any other value is the new value:
 *
 * - `['=', value]`: the new value, if it is an array;
 * - `['{', key, change, …]`: an object with these changed keys; new keys come last, in order;
 * - `['-']`, as a change: the key is removed;
 * - `['#', keys, key, change, …]`: an object with these keys, in order, some of them changed;
 * - `['[', index, change, …]`: an array of unchanged length with changes at these indexes;
 * - `['~', index, removed, value, …]`: an array in which these values replace a number of elements from that index.
 */
export const diffJson = (base: unknown, now: unknown): unknown => {
  const value = now ?? null;
  if (value === base) return undefined;
  if (typeof value !== 'object' || typeof base !== 'object') return instead(value);
  if (Array.isArray(base) && Array.isArray(value))
    return base.length === value.length ? changesAt('[', value.keys(), base, value) : spliced(base, value);
  return isPlainObject(base) && isPlainObject(value) ? inTree(base, value) : instead(value);
};

const throwMismatch = (): never => {
  throw new Error('The changes do not fit what they are changes of.');
};

const pairsOf = function* (list: readonly unknown[]): Generator<readonly [unknown, unknown]> {
  for (let at = 0; at < list.length; at += 2) yield [list[at], list[at + 1]];
};

const isRemoved = (change: unknown): boolean => Array.isArray(change) && change[0] === '-';

const treeWith = (base: unknown, changes: readonly unknown[]): unknown => {
  if (!isPlainObject(base)) return throwMismatch();
  const tree: Record<string, unknown> = { ...base };
  for (const [key, change] of pairsOf(changes)) {
    if (typeof key !== 'string') return throwMismatch();
    if (isRemoved(change)) delete tree[key];
    else setOwn(tree, key, patchJson(has(tree, key) ? tree[key] : undefined, change));
  }
  return tree;
};

const treeOf = (base: unknown, keys: unknown, changes: readonly unknown[]): unknown => {
  const changed = treeWith(base, changes);
  if (!isPlainObject(changed) || !Array.isArray(keys)) return throwMismatch();
  return Object.fromEntries(keys.map((key: string) => (has(changed, key) ? [key, changed[key]] : throwMismatch())));
};

const listWith = (base: unknown, changes: readonly unknown[]): unknown => {
  if (!Array.isArray(base)) return throwMismatch();
  const list: unknown[] = [...base];
  for (const [at, change] of pairsOf(changes)) {
    if (typeof at !== 'number' || !(at in list)) return throwMismatch();
    list[at] = patchJson(list[at], change);
  }
  return list;
};

const listSpliced = (base: unknown, [at, gone, ...values]: readonly unknown[]): unknown =>
  Array.isArray(base) && typeof at === 'number' && typeof gone === 'number'
    ? base.toSpliced(at, gone, ...values)
    : throwMismatch();

/** Applies the changes from `diffJson` to a value. The old value is not changed. */
export const patchJson = (base: unknown, changes: unknown): unknown => {
  if (changes === undefined) return base;
  if (!Array.isArray(changes)) return changes;
  const [kind, ...rest]: readonly unknown[] = changes;
  switch (kind) {
    case '=':
      return rest[0];
    case '{':
      return treeWith(base, rest);
    case '#':
      return treeOf(base, rest[0], rest.slice(1));
    case '[':
      return listWith(base, rest);
    case '~':
      return listSpliced(base, rest);
    default:
      return throwMismatch();
  }
};
