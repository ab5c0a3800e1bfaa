import { cp, mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import type { DatabaseLocation } from '../src/persistence/database.ts';

/** The environment variable with the port of the shared resources. */
export const sharedAt = 'TEST_SHARED_AT';

export type Shared = 'postgres' | 'embedded' | 'compiled';

const answerSchema = z.union([z.object({ there: z.string() }), z.object({ problem: z.string() })]);

const shared = async (what: Shared): Promise<string> => {
  const socket = connect({ port: Number(process.env[sharedAt]), host: '127.0.0.1' });
  socket.end(what);
  const answer = answerSchema.parse(JSON.parse(await text(socket)));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.there;
};

let databases = 0;

/** A new empty database on the shared PostgreSQL server. A test that stops a server starts its own. */
export const newPostgres = async (): Promise<string> => {
  const url = await shared('postgres');
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url.replace(/postgres$/, name);
};

/** A data folder whose embedded database has only its tables. */
export const newEmbedded = async (): Promise<string> => {
  const template = await shared('embedded');
  const folder = await mkdtemp(join(dirname(template), 'data-'));
  await cp(template, folder, { recursive: true });
  return folder;
};

/** A new database of either kind. */
export const newDatabase = async (kind: 'PGlite' | 'PostgreSQL'): Promise<DatabaseLocation> =>
  kind === 'PGlite'
    ? { databaseUrl: undefined, dataDir: await newEmbedded() }
    : { databaseUrl: await newPostgres(), dataDir: undefined };

/** The environment for starting our program in another process with the shared compile cache. Empty outside tests. */
export const compiled = async (): Promise<{ readonly NODE_COMPILE_CACHE?: string }> =>
  process.env[sharedAt] === undefined ? {} : { NODE_COMPILE_CACHE: await shared('compiled') };
