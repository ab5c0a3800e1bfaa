/** An object with string keys, as parsed from JSON: settings, sheets, snapshots. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for objects other than arrays. */
export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object's own value under a key. Undefined for inherited keys such as `constructor`. */
export const ownValue = <Value>(object: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;

/** True if every object inherits this key (`constructor`, `toString`), so that users cannot choose it as a name. */
export const isInheritedKey = (name: string): boolean => Object.hasOwn(Object.prototype, name);

/** Sets an own key of an object, even `__proto__`. */
export const setOwn = <Value>(object: Record<string, Value>, key: string, value: Value): void => {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
};

/** The object under a key. An empty object if there is none. */
export const childObject = (tree: PlainObject, key: string): PlainObject => {
  const value = ownValue(tree, key);
  return isPlainObject(value) ? value : {};
};

/** The objects in a list. Other values are skipped. */
export const childObjects = (value: unknown): readonly PlainObject[] =>
  Array.isArray(value) ? value.filter(isPlainObject) : [];
