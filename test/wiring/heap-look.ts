import { Session } from 'node:inspector';
import { inspect, types } from 'node:util';
import { isMainThread } from 'node:worker_threads';

/** Loaded into a bot before its program (`--import`): looks at all that its heap holds whenever it is asked to. */

/** Something that has grown in the heap since the last measurement. */
export interface Grown {
  readonly what: string;
  readonly was: number;
  readonly is: number;
  /** Number of measurements in a row in which it grew. */
  readonly looks: number;
}

/** Reports what has grown by at least this number. */
export interface Asked {
  readonly by: number;
}

/** Minimum size of an array or object, since small ones are everywhere. */
const smallest = 8;

/** Common kinds, whose number depends on running work. */
const common: ReadonlySet<object> = new Set([Object, Array, Function, Promise].map(({ prototype }) => prototype));
const usual = 20;

/** The number of entries in a map, set, array or property table, without empty slots. */
const sizeOf = (each: object): number => {
  if (types.isMap(each) || types.isSet(each)) return each.size;
  if (Array.isArray(each)) return each.length < smallest ? 0 : each.filter((one) => one != null).length;
  return Object.getPrototypeOf(each) === Object.prototype ? Object.keys(each).length : 0;
};

const newestOf = (each: object): unknown => {
  if (types.isMap(each) || types.isSet(each)) return [...each].at(-1);
  return Array.isArray(each) ? each.at(-1) : Object.entries(Object.getOwnPropertyDescriptors(each)).at(-1);
};

const nameOf = (kind: object | null): string => String(Object(kind).constructor?.name);

const looking = async (): Promise<(asked: Asked) => readonly Grown[]> => {
  const [{ DefaultRestOptions }, { LRUCache }, { BoundedCache }] = await Promise.all([
    import('discord.js'),
    import('lru-cache'),
    import('../../src/core/memoize.ts'),
  ]);
  // Without a rate limit battles do not wait for Discord.
  Object.assign(DefaultRestOptions, { globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  const session = new Session();
  session.connect();

  /** All reachable objects, after a collection. */
  const everything = (): readonly object[] => {
    const looked: { at: readonly object[] } = { at: [] };
    Object.assign(globalThis, { looked });
    const objectGroup = 'look';
    session.post('Runtime.evaluate', { expression: 'Object.prototype', objectGroup }, (_, { result }) => {
      const prototypeObjectId = result.objectId ?? '';
      session.post('Runtime.queryObjects', { prototypeObjectId, objectGroup }, (__, found) => {
        const functionDeclaration = 'function () { globalThis.looked.at = this; }';
        session.post('Runtime.callFunctionOn', { objectId: Object(found).objects.objectId, functionDeclaration });
      });
    });
    session.post('Runtime.releaseObjectGroup', { objectGroup });
    Reflect.deleteProperty(globalThis, 'looked');
    return looked.at.filter((each) => !types.isProxy(each) && nameOf(Object.getPrototypeOf(each)) !== 'undefined');
  };

  /** True if the object declares its maximum size. */
  const isBounded = (each: object): each is { readonly clear: () => void } =>
    Object.getPrototypeOf(each) === LRUCache.prototype
      ? Object(each).max > 0 || Object(each).maxSize > 0
      : each instanceof BoundedCache;

  /** Empties bounded caches, and runs what discord.js clears each minute. */
  const empty = (): void => {
    for (const each of everything()) {
      if (isBounded(each)) each.clear();
      // discord.js stores the limits of every route used lately (`handlerSweepInterval`).
      else if (types.isMap(each) && nameOf(Object.getPrototypeOf(each)) === 'Collection')
        for (const [key, handler] of each)
          if (nameOf(Object(handler)) === 'SequentialHandler' && Object(handler).inactive === true) each.delete(key);
    }
  };

  const sizes = new WeakMap<object, number>();
  const counts = new Map<object, number>();
  const looks = new WeakMap<object, number>();

  return ({ by }) => {
    empty();
    const all = everything();
    const grown: Grown[] = [];
    const compared = (of: object, was: number, is: number, what: () => string, least = by): void => {
      const often = is - was >= least ? (looks.get(of) ?? 0) + 1 : 0;
      looks.set(of, often);
      if (often > 0) grown.push({ what: what(), was, is, looks: often });
    };
    const kinds = Map.groupBy(all, (each): object => Object.getPrototypeOf(each));
    for (const [kind, { length }] of kinds) {
      const least = common.has(kind) ? by * usual : by;
      compared(kind, counts.get(kind) ?? 0, length, () => `all of the kind ${nameOf(kind)}`, least);
      counts.set(kind, length);
    }
    kinds.clear();
    for (const each of all) {
      const is = sizeOf(each);
      if (is < smallest || each === counts) continue;
      const was = sizes.get(each);
      sizes.set(each, is);
      // A new array or object is one of thousands, so only maps and sets count.
      if (was !== undefined || types.isMap(each) || types.isSet(each))
        compared(
          each,
          was ?? 0,
          is,
          () => `a ${nameOf(each)}, which holds last ${inspect(newestOf(each), { depth: 1 }).slice(0, 200)}`,
        );
    }
    return grown;
  };
};

if (isMainThread) {
  const look = await looking();
  process.on('message', (asked: Asked) => process.send?.(look(asked)));
}
