import { z } from 'zod';
import { DiskFull, StatementInDoubt, StoreUnavailable } from '../battle/saved/store.ts';

/** Fields of database errors, which client, adapters and drivers put in different places. */
const driverCause = z.object({ kind: z.string().optional(), originalCode: z.string().optional() });
const errorShape = z.object({
  message: z.string().default(''),
  code: z.string().optional(),
  meta: z.object({ driverAdapterError: z.object({ cause: driverCause }).optional() }).optional(),
});

const outOfReach = {
  client: /^P(1001|1002|1008|1011|1017|2024|2028)$/,
  kinds: /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError)$/,
  /** Codes of an unreachable database: connection lost, out of resources, starting up, shutting down, or read-only. */
  states: /^(08...|53...|57...|25006)$/,
  system: /^(ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+|ETIMEDOUT)$/,
  /** Messages of an unreachable database, for errors without a code. */
  words:
    /connection terminated|timeout exceeded when trying to connect|query read timeout|is not queryable|after calling end on the pool|PGlite is clos/i,
} as const;

/** Messages and codes of a connection that broke during a statement, rather than before it. */
const brokenDuring =
  /connection terminated|query read timeout|ECONNRESET|EPIPE|ETIMEDOUT|57P01|57P02|P1008|P1017|ConnectionClosed|SocketTimeout/i;

const readErrorParts = (error: unknown) => {
  const { message = '', code = '', meta } = errorShape.safeParse(error).data ?? {};
  const { kind = '', originalCode: state = '' } = meta?.driverAdapterError?.cause ?? {};
  return { message, code, kind, state };
};

const isOutOfReach = (error: unknown): boolean => {
  const { message, code, kind, state } = readErrorParts(error);
  return (
    outOfReach.client.test(code) ||
    outOfReach.system.test(code) ||
    outOfReach.kinds.test(kind) ||
    outOfReach.states.test(state) ||
    outOfReach.words.test(message)
  );
};

/** True if the database became unreachable during a statement, which may have been carried out. */
export const isInDoubt = (error: unknown): boolean =>
  isOutOfReach(error) && brokenDuring.test(Object.values(readErrorParts(error)).join(' '));

/** PostgreSQL's code for a full disk. */
export const diskFullState = '53100';

const isDiskFull = (error: unknown): boolean => {
  const { code, state } = readErrorParts(error);
  return code === diskFullState || state === diskFullState;
};

/** True if another transaction changed the same data first. Only isolation levels above the default report this. */
export const isConflict = (error: unknown): boolean => {
  const { code, kind } = readErrorParts(error);
  return code === 'P2034' || kind === 'TransactionWriteConflict';
};

/** True if a unique value already exists. */
export const isUniqueViolation = (error: unknown): boolean => {
  const { code, kind, state } = readErrorParts(error);
  return code === 'P2002' || kind === 'UniqueConstraintViolation' || state === '23505';
};

/** Throws a database error. If the database is unreachable, throws an error whose message may be shown. */
export const throwTranslated = (error: unknown): never => {
  if (isDiskFull(error)) throw new DiskFull({ cause: error });
  if (isInDoubt(error)) throw new StatementInDoubt(undefined, { cause: error });
  throw isOutOfReach(error) ? new StoreUnavailable(undefined, { cause: error }) : error;
};

/** Wraps a store so that calls reject with an error that can be shown if the database is unreachable. */
export const withTranslatedErrors = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get: (target, name): unknown => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(method, target, given);
        return result instanceof Promise ? result.catch(throwTranslated) : result;
      };
    },
  });
