import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Number of uses after which a statement is prepared. */
const minUses = 5;

/** Maximum number of prepared statements, whose plans need memory in each connection. */
const maxStatements = 48;

/** Maximum number of statements whose uses are counted. */
const maxCounted = 500;

/** Error codes for a missing or duplicate prepared statement, because a pooler switched connections. */
const byPooler = ['26000', '42P05'];
/** Error code for tables that changed after a statement was prepared. */
const outdated = '0A000';

const keyOf = (text: string): string => hash('sha1', text, 'base64');

/** Creates the names under which statements are prepared. */
export const createStatementNames = () => {
  const times = new LRUCache<string, number>({ max: maxCounted });
  const names = new Set<string>();
  const never = new LRUCache<string, true>({ max: maxCounted });
  let isOff = false;

  return {
    /** The name of a statement. Undefined if it should not be prepared. */
    nameFor: (text: string): string | undefined => {
      if (isOff) return undefined;
      const key = keyOf(text);
      if (names.has(key)) return key;
      if (names.size >= maxStatements || never.has(key)) return undefined;
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      if (count <= minUses) return undefined;
      times.delete(key);
      names.add(key);
      return key;
    },
    /** True if a statement failed only because it was prepared. It did not run and will not be prepared again. */
    isPreparationFailure: (text: string, error: unknown): boolean => {
      const { code } = Object(error);
      if (code === outdated) {
        const key = keyOf(text);
        names.delete(key);
        never.set(key, true);
        return true;
      }
      if (!byPooler.includes(code)) return false;
      isOff = true;
      return true;
    },
  };
};

/** Makes a pool prepare frequent statements, except in transactions, which a failure would abort. */
export const withPreparedStatements = (pool: pg.Pool): pg.Pool => {
  const names = createStatementNames();
  const query = pool.query.bind(pool);
  const prepared = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
    const name = names.nameFor(config.text);
    if (name === undefined) return query(config);
    try {
      return await query({ ...config, name });
    } catch (error) {
      if (!names.isPreparationFailure(config.text, error)) throw error;
      return query(config);
    }
  };
  return Object.assign(pool, {
    query: (asked: string | pg.QueryConfig, ...values: readonly unknown[][]) =>
      typeof asked === 'string' ? query(asked, ...values) : prepared(asked),
  });
};
