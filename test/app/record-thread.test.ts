import { afterAll, expect, test } from 'vitest';
import type { ExportFormat } from '../../src/app/records/record-builder.ts';
import { createRecordService, type RunJobInThread } from '../../src/app/records/record-service.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import type { Result } from '../../src/core/message.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createRecordThread } from '../../src/wiring/record-thread.ts';
import { replayParts } from '../../src/wiring/replay-assets.ts';
import { seeds, someOf, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { uploadText } from '../pictures/uploads.ts';
import { fought, must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { begun, giveRandomOrder } from './random-play.ts';

const thread = createRecordThread();
afterAll(() => thread.close());

const portsOf = (table: House, made: RunJobInThread = thread) => {
  const { battles: store, pictures } = table.stores;
  const parts = { store, pictures, replay: replayParts };
  const fail = (error: unknown): void => {
    throw error;
  };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  return {
    here: createRecordService({ ...parts, onError: fail }).records,
    elsewhere: createRecordService({ ...parts, thread: made, onError }).records,
    /** Makes every record in the thread and from checkpoints, even of a short battle. */
    always: createRecordService({ ...parts, thread: made, onError, every: 30, maxHere: 0 }).records,
    errors,
  };
};

/** Parses JSON, because its keys may be in a different order. */
const readOf = (file: Result<{ readonly content: string | Uint8Array }>, format: ExportFormat): unknown => {
  if (!file.ok) return file;
  return format === 'json' || format === 'dice' ? JSON.parse(String(file.value.content)) : file.value.content;
};

test('a page from the thread has the same portraits, and lacks them if they cannot be loaded', async () => {
  const table = await fought(1);
  await must(table, 'gm', 'npc portrait', { who: 'Ann', picture: uploadText('portrait.jpg') });
  await must(table, 'gm', 'battle end', { reason: 'It is late.' });
  const battle = await opened(table);
  const { here, elsewhere, errors } = portsOf(table);
  const page = async (ports: typeof here) => String(readOf(await ports('export', battle, { format: 'html' }), 'html'));
  const shown = await page(here);
  expect(shown.match(/data:image\/webp/g)).toHaveLength(1);
  expect(await page(elsewhere)).toBe(shown);
  expect(errors).toEqual([]);
  const lost: unknown[] = [];
  const { records } = createRecordService({
    ...{ store: table.stores.battles, replay: replayParts, onError: (error) => void lost.push(error) },
    pictures: { images: () => Promise.reject(new Error('The database is away.')) },
  });
  const without = await page(records);
  expect(without).toContain('Ann strikes Grim');
  expect(without).not.toContain('data:image/webp');
  expect(lost).toHaveLength(1);
});

const all: readonly ExportFormat[] = ['markdown', 'html', 'json', 'dice'];

test.each(
  someOf(
    rulesets.map(({ id }) => id),
    1,
  ),
)(
  'every record from the thread equals the one made in process (%s)',
  async (system) => {
    for (const seed of seeds(1)) {
      const table = house();
      const pick = picker(seed * 11);
      await begun(table, system, pick);
      for (let n = 0; n < 60; n++) await giveRandomOrder(table, pick);
      // An ended battle accepts no rolls.
      const isShort = ({ saved, game }: OpenBattle) => saved.version < 210 && game.status !== 'ended';
      while (isShort(await opened(table))) await table.run('gm', 'roll', { dice: '2d6', rolls: 'private' });
      const { here, always: elsewhere, errors } = portsOf(table);
      for (const over of [false, true]) {
        if (over) await table.run('gm', 'battle end');
        const battle = await opened(table);
        for (const user of ['gm', undefined]) {
          // The largest records are the GM's of a running battle and everyone's of an ended one.
          for (const format of over === (user === undefined) ? all : someOf(all, 2)) {
            const [there, own] = [
              await elsewhere('export', battle, { user, format }),
              await here('export', battle, { user, format }),
            ];
            expect(readOf(there, format)).toEqual(readOf(own, format));
          }
          expect(await elsewhere('count', battle, { user })).toEqual(await here('count', battle, { user }));
          const wish = { reader: user, filter: { kind: 'rolls' as const }, page: 2, baseInput: { kind: 'rolls' } };
          expect(await elsewhere('log', battle, wish)).toEqual(await here('log', battle, wish));
        }
        for (const name of ['ending', 'check'] as const)
          expect(await elsewhere(name, battle, {})).toEqual(await here(name, battle, {}));
        expect(await elsewhere('desk', battle, { user: 'gm' })).toEqual(await here('desk', battle, { user: 'gm' }));
        for (const user of ['gm', 'ada']) {
          expect(await elsewhere('takeable', battle, { user, most: 25 })).toEqual(
            await here('takeable', battle, { user, most: 25 }),
          );
          for (const kind of ['undo', 'agree', 'redo'] as const)
            expect(await elsewhere('undo', battle, { kind, user })).toEqual(await here('undo', battle, { kind, user }));
          for (const number of [undefined, 208])
            expect(await elsewhere('hidden roll', battle, { user, number })).toEqual(
              await here('hidden roll', battle, { user, number }),
            );
        }
        for (const { orderId } of (await table.stores.battles.log(battle.saved)).slice(-20))
          expect(await elsewhere('replayOrder', battle, { orderId })).toEqual(
            await here('replayOrder', battle, { orderId }),
          );
        const made = { user: 'ada', orderId: 'none', version: 20 };
        expect(await elsewhere('since', battle, made)).toEqual(await here('since', battle, made));
        expect(errors).toEqual([]);
      }
    }
  },
  unhurried,
);

test.each([
  { what: 'hangs', file: 'hanging.js', patience: 200 },
  { what: 'dies', file: 'dying.js', patience: 60_000 },
])(
  'a thread that $what fails the request in one sentence, and the next record is made',
  async ({ file, patience: timeout }) => {
    const table = house();
    await table.run('gm', 'battle create', { system: 'skure' });
    const battle = await opened(table);
    const bad = createRecordThread({ script: new URL(`./threads/${file}`, import.meta.url), timeout });
    const { elsewhere, errors } = portsOf(table, bad);
    for (let n = 1; n <= 2; n++) {
      const failed = await elsewhere('export', battle, { format: 'json' });
      expect(failed.ok ? 'done' : failed.error.code).toBe('record-failed');
      expect(errors.length).toBe(n);
    }
    expect(await table.sentence({ code: 'record-failed', facts: {} }, 'table')).toMatch(/try again/);
    await bad.close();
    expect((await portsOf(table).elsewhere('export', battle, { format: 'json' })).ok).toBe(true);
  },
);

test('an error in the thread reports its place but not the data', async () => {
  const table = house();
  await table.run('gm', 'battle create', { system: 'skure', name: 'Secret' });
  const battle = await opened(table);
  const { elsewhere, errors } = portsOf(
    table,
    Object.assign(
      ((name, of, range, takes) => thread(name, of, { ...range, log: ['{"secret":"Xyzzy"}'] }, takes)) as typeof thread,
      {
        close: async () => {},
      },
    ),
  );
  const failed = await elsewhere('export', battle, { format: 'json' });
  expect(failed.ok ? 'done' : failed.error.code).toBe('record-failed');
  expect(String(errors[0])).toContain('at ');
  expect(String(errors[0])).not.toContain('Xyzzy');
});

test('the event loop runs while the thread makes a record', async () => {
  const table = house();
  await table.run('gm', 'battle create', { system: 'skure' });
  for (let n = 0; n < 60; n++) await table.run('gm', 'roll', { dice: '9d6' });
  const holding = createRecordThread({ script: new URL('./threads/held.js', import.meta.url) });
  const held = new Int32Array(new SharedArrayBuffer(4));
  const takes = { format: 'html' as const, held };
  let isMade = false;
  const making = portsOf(table, holding)
    .elsewhere('export', await opened(table), takes)
    .finally(() => {
      isMade = true;
    });
  for (let turns = 0; turns < 10; turns++) await new Promise<void>((turned) => setImmediate(turned));
  expect(isMade).toBe(false);
  // Only a running event loop can release it.
  Atomics.store(held, 0, 1);
  Atomics.notify(held, 0);
  expect((await making).ok).toBe(true);
  await holding.close();
});

test('short battles are handled in process, and verification always in the thread', async () => {
  const table = house();
  await table.run('gm', 'battle create', { system: 'skure' });
  const battle = await opened(table);
  const made: string[] = [];
  const elsewhere: RunJobInThread = async (name) => {
    made.push(name);
    return { ok: false, error: { code: 'none', facts: {} } };
  };
  const parts = { store: table.stores.battles, replay: replayParts, thread: elsewhere, onError: () => {} };
  const { records } = createRecordService({ ...parts, every: 1000 });
  for (const version of [200, 201]) {
    const at = { ...battle, saved: { ...battle.saved, version } };
    await records('desk', at, { user: 'gm' });
    await records('check', at, {});
  }
  expect(made).toEqual(['check', 'desk', 'check']);
});
