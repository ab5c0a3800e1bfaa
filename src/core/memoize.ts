/** Works something out when it is first asked for, and once. */
export const lazy = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
};

/** Works something out of each value once. What it keeps lasts as long as the function does. */
export const memoizeByKey = <Key, T>(work: (key: Key) => T): ((key: Key) => T) => {
  const done = new Map<Key, { readonly value: T }>();
  return (key) => {
    const known = done.get(key);
    if (known !== undefined) return known.value;
    const value = work(key);
    done.set(key, { value });
    return value;
  };
};

/** Works something out of an object once; the object must never change. */
export const memoizeByObject = <Of extends object, T>(work: (of: Of) => T): ((of: Of) => T) => {
  const done = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    const known = done.get(of);
    if (known !== undefined) return known.value;
    const value = work(of);
    done.set(of, { value });
    return value;
  };
};

/**
 * Works something out once of all objects that say the same, so that what is read from a save again is known; the objects must never
 * change. The latest `most` are kept for certain.
 */
export const memoizeByContent = <Of extends object, T>(most: number, work: (of: Of) => T): ((of: Of) => T) => {
  const alike = keeping<string, { readonly value: T }>(most);
  return memoizeByObject((of) => {
    const text = JSON.stringify(of);
    return (alike.get(text) ?? alike.put(text, { value: work(of) })).value;
  });
};

/** What was worked out lately: the latest `most` are kept for certain, never more than twice as many. */
export interface Kept<Key, T> {
  readonly get: (key: Key) => T | undefined;
  /** Gives back what it keeps. */
  readonly put: (key: Key, value: T) => T;
}

/** Keeps what costs much to work out and may be asked for again. */
export const keeping = <Key, T>(most: number): Kept<Key, T> => {
  let fresh = new Map<Key, T>();
  let aged = new Map<Key, T>();
  const put = (key: Key, value: T): T => {
    if (fresh.size >= most) {
      aged = fresh;
      fresh = new Map();
    }
    fresh.set(key, value);
    return value;
  };
  return {
    get: (key) => {
      const known = fresh.get(key);
      if (known !== undefined) return known;
      const old = aged.get(key);
      return old === undefined ? undefined : put(key, old);
    },
    put,
  };
};

/** One object for all that say the same, as JSON, of the latest `most`: what was worked out of it need not be worked out of its like. */
export const alike = <Of extends object>(most: number): ((of: Of) => Of) => memoizeByContent(most, (of: Of) => of);
