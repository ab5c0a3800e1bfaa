import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** So often a statement is given before it is worth preparing. */
const minUses = 5;

/** Every connection keeps the plans of what was prepared on it, so only so many statements are. */
const maxStatements = 48;

/** Of so many statements is counted how often they come, and remembered that they are not to be prepared. */
const maxCounted = 500;

/** There is no such statement, or there is one already: between us and Postgres stands a pooler that hands connections about. */
const byPooler = ['26000', '42P05'];
/** The tables have changed since it was prepared. */
const outdated = '0A000';

/** The names under which statements are prepared. */
interface StatementNames {
  /** The name of a statement that is given; nothing where it is not to be prepared. */
  readonly nameFor: (text: string) => string | undefined;
  /** Whether a prepared statement failed only because it was prepared: then it was not carried out, and is not prepared again. */
  readonly isPreparationFailure: (text: string, error: unknown) => boolean;
}

const keyOf = (text: string): string => hash('sha1', text, 'base64');

export const createStatementNames = (): StatementNames => {
  const times = new LRUCache<string, number>({ max: maxCounted });
  const names = new Set<string>();
  const never = new LRUCache<string, true>({ max: maxCounted });
  let isOff = false;

  return {
    nameFor: (text) => {
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
    isPreparationFailure: (text, error) => {
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

/**
 * Has a pool prepare what its connections are asked again and again, so that Postgres reads and plans it once. What is asked in plain
 * words stays as it is, and so do transactions: a statement that fails there takes all of it down.
 */
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
