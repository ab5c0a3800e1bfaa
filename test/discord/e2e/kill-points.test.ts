import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBattleStore } from '../../../src/persistence/battle-store.ts';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { Prisma } from '../../../src/persistence/generated/client.ts';
import { isLong, someOf } from '../../budget.ts';
import { newPostgres } from '../../shared.ts';
import { type FakeDiscord, fakeDiscord } from '../fake/discord.ts';
import type { Fault } from '../fake/faults.ts';
import { isPanel } from '../fake/shown.ts';
import { until } from '../fake/until.ts';
import { botAt, leasesRunOut } from './killing-bot.ts';

let url: string;
let database: Database;
let discord: FakeDiscord;
let child: ChildProcess | undefined;
let place: { readonly id: string };

/** A user at the table of the running test. */
const seated = (name: string, more: { readonly manages?: boolean } = {}) => {
  const person = discord.user(name, more);
  return {
    slash: (line: string) => person.slash(line, place),
    sees: () => person.sees(place),
    awaits: (text: string) => person.awaits(text, place),
    pinged: () => person.pinged(),
  };
};
let gwen: ReturnType<typeof seated>;
let ann: ReturnType<typeof seated>;
let eve: ReturnType<typeof seated>;

const start = async (): Promise<void> => {
  await leasesRunOut(database);
  child = await botAt(discord, { databaseUrl: url, dataDir: undefined });
};
const bot = (): ChildProcess => {
  if (child === undefined) throw new Error('There is no bot.');
  return child;
};
const kill = async (): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const death = once(child, 'exit');
  child.kill('SIGKILL');
  await death;
};

beforeAll(async () => {
  url = await newPostgres();
  database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  discord = await fakeDiscord();
});
afterAll(async () => {
  await kill();
  await database.close();
  await discord.close();
});

let tables = 0;
beforeEach(async () => {
  // The restarted bot serves the next test, which has a table of its own.
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) await start();
  tables += 1;
  place = discord.newChannel(`table-${tables}`);
  [gwen, ann, eve] = [seated('Gwen', { manages: true }), seated('Ann'), seated('Eve')];
  await gwen.slash('/battle create system:skure name:The bridge');
  await ann.slash('/battle join preset:Longbowman side:red name:Ann');
  await until(() => panels().some(({ text }) => text.includes('Ann')), 'the panel');
  await nothingLeft();
}, 120_000);
// Removes what a failed test left behind.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await kill();
});

const panels = () => eve.sees().filter(isPanel);
const says = (text: string) =>
  eve.sees().filter((each) => each.text.includes(text) && !panels().some(({ id }) => id === each.id));

const orders = async (): Promise<readonly string[]> => {
  const store = createBattleStore(database.prisma);
  const battle = await store.byChannel(place.id);
  return battle === undefined ? [] : (await store.log(battle)).map(({ orderId }) => orderId);
};
const left = async (): Promise<number> => {
  const [row] = await database.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM outbox WHERE item IS NOT NULL AND parked_for IS NULL`;
  return row?.count ?? 0;
};
const nothingLeft = async (): Promise<void> => {
  for (let rest = 6000; (await left()) > 0; rest -= 1) {
    if (rest === 0) throw new Error('Something is never said.');
    await sleep(10);
  }
};

/** Kills the bot at its next such request, which is either lost or executed without an answer. */
const killAt = (on: RegExp, fault: Fault): Promise<unknown> => {
  const death = once(bot(), 'exit');
  const stop = discord.trouble(({ method, path }) => {
    if (!on.test(`${method} ${path}`)) return undefined;
    stop();
    bot().kill('SIGKILL');
    return fault;
  });
  return death;
};
const never: Fault = { kind: 'hang-up', unread: true };
const unheard: Fault = { kind: 'lost answer' };

const someone = '/battle join preset:Tower Guard side:blue name:Bob';
const bob = () => seated('Bob');

/** Expects one panel that shows the last entrant. */
const panelIsRight = async (name: string): Promise<void> => {
  await until(() => panels().some(({ text }) => text.includes(name)), `the panel to show ${name}`, 60_000);
  await nothingLeft();
  expect(panels()).toHaveLength(1);
  expect(panels()[0]?.text).toContain(name);
};

const points: readonly { readonly at: string; readonly on: RegExp; readonly fault: Fault }[] = [
  { at: 'after the order is saved and before the answer', on: /POST .*\/callback/, fault: never },
  { at: 'after the answer and before its acknowledgement is saved', on: /POST .*\/callback/, fault: unheard },
  { at: 'before the panel is posted', on: /(PATCH|POST) \/channels\/\d+\/messages/, fault: never },
  {
    at: 'after the panel is posted and before that is saved',
    on: /(PATCH|POST) \/channels\/\d+\/messages/,
    fault: unheard,
  },
];

test.each(someOf(points, 1))(
  'killed $at, the bot posts the order once after restart and fixes the panel',
  async ({ on, fault }) => {
    const before = (await orders()).length;
    const death = killAt(on, fault);
    const [given] = await Promise.all([
      bob()
        .slash(someone)
        .catch(() => undefined),
      death,
    ]);
    expect((await orders()).length).toBe(before + 1);
    await start();
    await panelIsRight('Bob');
    expect(says('Bob joins')).toHaveLength(1);
    if (given !== undefined) expect(says('Bob joins')[0]?.id).toBe(given.id);
  },
  180_000,
);

/** The messages about turns, without the start of the battle. */
const turns = () => eve.sees().filter(({ text, private: own }) => !own && text.includes('Ann turns to face'));

test.each(
  someOf(
    [
      {
        at: 'before the last turn’s message is closed',
        on: /PATCH \/channels\/\d+\/messages/,
        fault: never,
      },
      { at: 'after that and before the next turn’s message', on: /POST \/channels\/\d+\/messages/, fault: never },
      {
        at: 'after the next turn’s message and before that is saved',
        on: /POST \/channels\/\d+\/messages/,
        fault: unheard,
      },
    ],
    1,
  ),
)(
  'one message a turn: killed $at, the bot loses and repeats no line of the turn',
  async ({ on, fault }) => {
    const foe = bob();
    await foe.slash('/battle join preset:Tower Guard side:blue name:Bob');
    for (const [who, to] of [
      ['Ann', 'B2'],
      ['Bob', 'F6'],
    ])
      await gwen.slash(`/battle place target:${who} to:${to} facing:N`);
    await gwen.slash('/battle start');
    await ann.slash('/turn facing:E');
    await nothingLeft();
    await until(() => turns().length === 1, 'the turn to be told', 30_000);
    const before = (await orders()).length;
    const death = killAt(on, fault);
    await Promise.all([ann.slash('/end').catch(() => undefined), death]);
    await start();
    // If the process died while it posted something, no order was given yet.
    if ((await orders()).length === before) await ann.slash('/end');
    await nothingLeft();
    await until(
      () => panels().length === 1 && panels()[0]?.text.includes('Bob to act') === true,
      'the next turn',
      60_000,
    );
    expect(turns()).toHaveLength(1);
    expect(turns()[0]?.buttons).toEqual([]);
    expect(foe.pinged().map(({ id }) => id)).toEqual(panels().map(({ id }) => id));
  },
  180_000,
);

test.runIf(isLong)(
  'killed while an order arrives, the bot posts exactly what it saved',
  async () => {
    const before = (await orders()).length;
    const asked = bob()
      .slash(someone)
      .catch(() => undefined);
    bot().kill('SIGKILL');
    await asked;
    await start();
    await nothingLeft();
    expect(says('Bob joins')).toHaveLength((await orders()).length - before);
  },
  180_000,
);

test.runIf(isLong)(
  'killed before a deferred answer, the bot fills the placeholder after restart',
  async () => {
    const free = Promise.withResolvers<void>();
    // Another transaction holds the battle for longer than an answer may take.
    const held = database.prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM battles FOR UPDATE`;
        await free.promise;
      },
      { timeout: 60_000 },
    );
    const death = killAt(/PATCH \/webhooks/, never);
    const asked = bob().slash(someone);
    await until(() => eve.sees().some(({ loading }) => loading), 'the announcement', 30_000);
    const [announced] = eve.sees().filter(({ loading }) => loading);
    free.resolve();
    await held;
    await death;
    await start();
    await asked;
    await panelIsRight('Bob');
    expect(eve.sees().filter(({ loading }) => loading)).toEqual([]);
    expect(says('Bob joins').map(({ id }) => id)).toEqual([announced?.id]);
  },
  180_000,
);

test.runIf(isLong)(
  'an answer for the GM only arrives with the GM’s next interaction',
  async () => {
    const death = killAt(/POST .*\/callback/, never);
    await Promise.all([
      gwen.slash('/npc add preset:Zombie name:Shade side:blue hidden:until-revealed').catch(() => undefined),
      death,
    ]);
    await start();
    await nothingLeft();
    expect(eve.sees().filter(({ text }) => text.includes('Shade'))).toEqual([]);
    await ann.slash('/roll dice:1d6');
    await gwen.slash('/roll dice:1d6');
    const whisper = await gwen.awaits('While the bot was away');
    expect(whisper.private).toBe(true);
    expect(whisper.text).toContain('Shade');
    const all = () => gwen.sees().filter(({ text }) => text.includes('While the bot was away'));
    await gwen.slash('/roll dice:1d6');
    await nothingLeft();
    expect(all()).toHaveLength(1);
    expect(eve.sees().filter(({ text }) => text.includes('Shade'))).toEqual([]);
  },
  180_000,
);

/** Locks a table or the rows of a statement until the bot has been killed. */
const holding = async (what: Prisma.Sql) => {
  const free = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const held = database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw(what);
      begun.resolve();
      await free.promise;
    },
    { timeout: 60_000 },
  );
  await begun.promise;
  return async () => {
    free.resolve();
    await held;
  };
};
/** True if the bot waits for the lock. */
const isHeld = async (): Promise<boolean> => {
  const [row] = await database.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (row?.count ?? 0) > 0;
};
const untilHeld = async (): Promise<void> => {
  for (let rest = 3000; !(await isHeld()); rest -= 1) {
    if (rest === 0) throw new Error('Nothing is held.');
    await sleep(10);
  }
};
/** Kills the bot so that its pending database statements are not executed either. */
const killedWhileHeld = async (): Promise<void> => {
  const death = once(bot(), 'exit');
  bot().kill('SIGKILL');
  await death;
  await database.prisma.$queryRaw`
    SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
};

test('killed before standing orders act, the bot runs them once after restart', async () => {
  const guard = bob();
  await guard.slash(someone);
  await gwen.slash('/battle deploy');
  await guard.slash('/my standing-orders kind:turn answer:auto');
  await gwen.slash('/battle start');
  await nothingLeft();
  await database.prisma.$executeRawUnsafe(`
    CREATE FUNCTION hold() RETURNS trigger AS $$
    BEGIN IF NEW.order_id LIKE '%~1' THEN PERFORM pg_advisory_xact_lock(42); END IF; RETURN NEW; END $$ LANGUAGE plpgsql`);
  await database.prisma.$executeRawUnsafe(
    'CREATE TRIGGER hold BEFORE INSERT ON log_entries FOR EACH ROW EXECUTE FUNCTION hold()',
  );
  const free = await holding(Prisma.sql`SELECT pg_advisory_xact_lock(42)`);
  const before = await orders();
  const ended = ann.slash('/end').catch(() => undefined);
  await untilHeld();
  await killedWhileHeld();
  await free();
  await database.prisma.$executeRawUnsafe('DROP TRIGGER hold ON log_entries');
  const [order, ...more] = (await orders()).slice(before.length);
  expect(more).toEqual([]);
  await start();
  await ended;
  await nothingLeft();
  expect((await orders()).slice(before.length, before.length + 2)).toEqual([order, `${order}~1`]);
  // The two lines are in one message or in two, as the outbox happens to join them.
  const said = eve.sees().flatMap(({ text }) => text.split('\n'));
  expect(said.filter((line) => line.startsWith('Bob moves '))).toHaveLength(1);
  expect(said.filter((line) => line === 'Bob defends.')).toHaveLength(1);
  expect(eve.sees().filter(({ loading }) => loading)).toEqual([]);
}, 180_000);

test.runIf(isLong)(
  'killed before a deferred answer without an order, the bot says that it failed',
  async () => {
    const free = await holding(Prisma.sql`LOCK TABLE people IN ACCESS EXCLUSIVE MODE`);
    const asked = ann.slash('/my settings').catch(() => undefined);
    await until(() => ann.sees().some(({ loading }) => loading), 'the announcement', 30_000);
    await killedWhileHeld();
    await free();
    await start();
    await asked;
    await nothingLeft();
    expect(ann.sees().filter(({ loading }) => loading)).toEqual([]);
    const told = ann.sees().filter(({ text }) => text.includes('The bot was restarted'));
    expect(told.map((each) => each.private)).toEqual([true]);
    expect(eve.sees().filter(({ text }) => text.includes('The bot was restarted'))).toEqual([]);
  },
  180_000,
);

test.runIf(isLong)(
  'an undelivered private answer arrives with the user’s next interaction',
  async () => {
    const death = killAt(/POST .*\/callback/, never);
    await Promise.all([ann.slash('/my settings zone:Europe/Berlin').catch(() => undefined), death]);
    await start();
    await nothingLeft();
    await gwen.slash('/roll dice:1d6');
    expect(gwen.sees().filter(({ text }) => text.includes('Europe/Berlin'))).toEqual([]);
    await ann.slash('/roll dice:1d6');
    const whisper = await ann.awaits('While the bot was away');
    expect(whisper).toMatchObject({ private: true, text: expect.stringContaining('Europe/Berlin') });
    await ann.slash('/roll dice:1d6');
    await nothingLeft();
    expect(ann.sees().filter(({ text }) => text.includes('While the bot was away'))).toHaveLength(1);
  },
  180_000,
);
