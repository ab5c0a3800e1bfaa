import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';

/** Calls a watcher with the id of each written battle. `listWatched`: the battles of interest. Returns a stop function. */
type WatchBattles = (watcher: (battle: string) => void, listWatched: () => readonly string[]) => () => void;

/** The channel of Postgres on which processes notify each other of written battles. */
const channel = 'battle_written';
/** Interval at which versions are compared, for notifications that were lost (milliseconds). */
const pollInterval = 30_000;
/** Delay before a broken connection is replaced (milliseconds). */
const reconnectDelay = 2000;

const versionRows = z.array(z.object({ id: z.string(), version: z.int(), rewritten: z.int() }));

/** Extends a watch of the battles that this process writes to those that any process on the same Postgres writes. */
export const createBattleFeed =
  (pool: pg.Pool, watchOwn: WatchBattles, onError: (error: unknown) => void, interval = pollInterval): WatchBattles =>
  (watcher, listWatched) => {
    const self = randomUUID();
    let isStopped = false;
    let drop = (): void => {};

    const connect = async (): Promise<void> => {
      const client = await pool.connect();
      const { promise: broken, resolve: breakOff } = Promise.withResolvers<unknown>();
      client.on('error', breakOff);
      client.on('end', () => breakOff(undefined));
      client.on('notification', ({ payload = '' }) => {
        const [by, battle = ''] = payload.split(' ');
        if (by !== self) watcher(battle);
      });
      drop = () => breakOff(undefined);
      if (!isStopped) await client.query(`LISTEN ${channel}`).catch(breakOff);
      if (!isStopped) await broken;
      client.removeAllListeners('notification');
      client.release(true);
    };
    const keepConnected = async (): Promise<void> => {
      await connect().catch(onError);
      if (!isStopped) setTimeout(() => void keepConnected(), reconnectDelay).unref();
    };
    void keepConnected();

    let versions = new Map<string, string>();
    const poll = async (): Promise<void> => {
      const ids = listWatched();
      if (ids.length === 0) return;
      const { rows } = await pool.query('SELECT id, version, rewritten FROM battles WHERE id = ANY ($1)', [ids]);
      const found = versionRows
        .parse(rows)
        .map(({ id, version, rewritten }) => [id, `${version} ${rewritten}`] as const);
      for (const [id, version] of found) if (versions.get(id) !== version) watcher(id);
      versions = new Map(found);
    };
    const polling = setInterval(() => void poll().catch(onError), interval).unref();

    const stopOwn = watchOwn((battle) => {
      watcher(battle);
      pool.query('SELECT pg_notify($1, $2)', [channel, `${self} ${battle}`]).catch(onError);
    }, listWatched);
    return () => {
      isStopped = true;
      stopOwn();
      clearInterval(polling);
      drop();
    };
  };
