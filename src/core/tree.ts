/** Values by their names, some of them such trees again: settings, sheets and snapshots as they are saved. */
export type Tree = Readonly<Record<string, unknown>>;

/** A list is none. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object's own value under a key. Undefined for what every object inherits, such as `constructor`. */
export const own = <Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Sets a key of an object, also one called `__proto__`. */
export const setOwn = <Value>(object: Record<string, Value>, key: string, value: Value): void => {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
};

/** The tree under a key; an empty one where something else stands there, or nothing. */
export const branch = (tree: Tree, key: string): Tree => {
  const value = own(tree, key);
  return isTree(value) ? value : {};
};

/** The trees of a list; what else stands in it is passed over. */
export const branches = (value: unknown): readonly Tree[] => (Array.isArray(value) ? value.filter(isTree) : []);
