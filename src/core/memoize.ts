/** Returns a function that computes the value on its first call, and then returns the same value. */
export const lazyValue = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
};

/** Wraps a function so that it runs once for each key. Results are cached as long as the wrapper exists. */
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

/** Wraps a function so that it runs once for each object. The objects must never change. */
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

/** A base class whose constructor returns the given object, so that subclasses add private fields to it. */
class FieldHost {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: subclasses add fields to the given object.
    return object;
  }
}

/** Creates a cache of one value per object, in a private field of it. For short-lived objects. */
export const createObjectCache = <T>() => {
  // Entries of a WeakMap stay in memory until a full garbage collection. Only frozen objects need one.
  const frozen = new WeakMap<object, T>();
  class Note extends FieldHost {
    #known: T;
    constructor(object: object, known: T) {
      super(object);
      this.#known = known;
    }
    static of(object: object): T | undefined {
      return #known in object ? object.#known : frozen.get(object);
    }
    static put(object: object, known: T): void {
      if (#known in object) object.#known = known;
      else if (Object.isExtensible(object)) void new Note(object, known);
      else frozen.set(object, known);
    }
  }
  return { get: Note.of, set: Note.put };
};

/** Wraps a function so that it runs once for each object, like `memoizeByObject`. For short-lived objects. */
export const memoizeOnObject = <Of extends object, T extends object>(work: (of: Of) => T): ((of: Of) => T) => {
  const notes = createObjectCache<T>();
  return (of) => {
    const known = notes.get(of);
    if (known !== undefined) return known;
    const value = work(of);
    notes.set(of, value);
    return value;
  };
};

/** Wraps a function to run once for equal JSON. Caches `maxEntries` results or more. Objects must never change. */
export const memoizeByContent = <Of extends object, T extends object>(
  maxEntries: number,
  work: (of: Of) => T,
): ((of: Of) => T) => {
  const alike = new BoundedCache<string, T>(maxEntries);
  return memoizeOnObject((of) => {
    const text = JSON.stringify(of);
    return alike.get(text) ?? alike.put(text, work(of));
  });
};

/** A cache of at least the latest `maxEntries` values, and at most twice as many. */
export class BoundedCache<Key, T> {
  readonly #maxEntries: number;
  #fresh = new Map<Key, T>();
  #aged = new Map<Key, T>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: Key): T | undefined {
    const known = this.#fresh.get(key);
    if (known !== undefined) return known;
    const old = this.#aged.get(key);
    return old === undefined ? undefined : this.put(key, old);
  }

  /** Stores a value and returns it. */
  put(key: Key, value: T): T {
    if (this.#fresh.size >= this.#maxEntries) {
      this.#aged = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
    return value;
  }

  clear(): void {
    this.#fresh.clear();
    this.#aged.clear();
  }
}

/** Returns the same object for all objects with equal JSON, among the latest `maxEntries`. */
export const internByJson = <Of extends object>(maxEntries: number): ((of: Of) => Of) =>
  memoizeByContent(maxEntries, (of: Of) => of);
