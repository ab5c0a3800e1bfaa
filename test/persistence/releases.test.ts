import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BattleStore } from '../../src/battle/saved/store.ts';
import { upcastBattle, upcastingStore } from '../../src/battle/saved/upcast-battle.ts';
import { isContractMigration } from '../../src/persistence/contracts.ts';
import type { Database } from '../../src/persistence/database.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { expectSound, peopled } from '../app/erased-user.ts';
import { isLong } from '../budget.ts';
import { newPostgres } from '../shared.ts';
import { type Child, ownScript, runScript } from './child.ts';
import { type PreviousRelease, previousRelease } from './previous-release.ts';
import { type Field, fieldsOf, leftAlone, selfPlaying } from './self-playing.ts';

const script = 'play-by-itself.ts';
const newestKept = '1.2.0';

let url: string;
let previous: PreviousRelease;
/** A release ready to run, and a database of its own. */
const withRelease = (version: string): void => {
  beforeAll(async () => {
    url = await newPostgres();
    previous = await previousRelease(version, 'self-playing.ts', `children/${script}`);
  });
  afterAll(async () => {
    await previous.remove();
  });
};

const places = (fields: readonly Field[]): readonly string[] => fields.map(({ channel }) => channel);

/** Every one of these places gets so many orders more from a process that plays, or is left alone by it. */
const goesOn = async ({ lines, ended }: Child, channels: readonly string[], orders = 5): Promise<void> => {
  const from = lines.length;
  const gone = ended.then(() => {
    throw new Error(`It ended: ${lines.at(-1)}`);
  });
  const going = expect
    .poll(
      () => {
        const since = lines.slice(from);
        return channels.filter(
          (channel) => !isLeft(lines, channel) && since.filter((line) => isKeptIn(line, channel)).length < orders,
        );
      },
      { timeout: 60_000, interval: 20 },
    )
    .toEqual([]);
  await Promise.race([going, gone]);
};

const isLeft = (lines: readonly string[], channel: string): boolean =>
  leftAlone.some((code) => lines.includes(`refused ${code} in ${channel}`));

const isKeptIn = (line: string, channel: string): boolean =>
  line.startsWith('kept ') && line.endsWith(` in ${channel}`);

/** Gives an order until it is taken: another release may be writing in the same battle. */
const insisting = async (house: Awaited<ReturnType<typeof selfPlaying>>, field: Field, orderId: string) => {
  await expect.poll(() => house.order(field, orderId), { timeout: 30_000, interval: 1 }).toBe('kept');
  return `kept ${orderId} in ${field.channel}`;
};

const applied = async ({ prisma }: Database): Promise<readonly string[]> =>
  z
    .array(z.object({ name: z.string() }))
    .parse(
      await prisma.$queryRaw`SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY started_at`,
    )
    .map(({ name }) => name);

/** Battles and their logs as they are opened, whichever release wrote them last. */
const presentBattles = (battles: BattleStore): BattleStore => ({
  ...upcastingStore(rulesets, battles),
  byId: async (id) => {
    const saved = await battles.byId(id);
    const ruleset = rulesets.find((each) => each.id === saved?.system);
    const present = saved && ruleset && upcastBattle(ruleset, saved);
    return present?.ok ? present.value : undefined;
  },
});

/** Every order that a process said was kept is in a log once, every log folds to its snapshot, and everything lies with a server. */
const expectWhole = async ({ prisma }: Database, said: readonly string[]): Promise<void> => {
  const stores = createDatabaseStores({ prisma });
  const table = peopled({ ...stores, battles: presentBattles(stores.battles) });
  const written = new Map<string, number>();
  for (const { id } of await prisma.battle.findMany({ select: { id: true } })) {
    await expectSound(table, { id });
    const battle = await table.stores.battles.byId(id);
    for (const { orderId } of battle === undefined ? [] : await table.stores.battles.log(battle)) {
      const order = `kept ${orderId} in ${battle?.channel}`;
      written.set(order, (written.get(order) ?? 0) + 1);
    }
  }
  const orders = said.filter((line) => line.startsWith('kept ') && !line.endsWith(' in direct'));
  expect(orders.length).toBeGreaterThan(100);
  expect(orders.filter((order) => written.get(order) !== 1)).toEqual([]);
  const astray = await prisma.$queryRaw`
    SELECT 'battle' FROM battles WHERE guild = '' UNION ALL SELECT 'entry' FROM log_entries WHERE guild = ''
    UNION ALL SELECT 'seat' FROM seats WHERE guild = '' UNION ALL SELECT 'character' FROM characters WHERE guild = ''`;
  expect(astray).toEqual([]);
};

describe.runIf(isLong)('1.0.0, whose tables were others', () => {
  withRelease('1.0.0');

  test('one of 1.0.0 and one of this release work on one database, one battle after the other comes over, and nothing is lost', async () => {
    const older = await runScript(previous.script(script), url, 'older');
    await goesOn(older, [...places(fieldsOf('older')), 'direct']);

    // The older one writes on while the tables are brought forward.
    const present = await selfPlaying(url);
    expect(present.database.waiting.length).toBeGreaterThan(0);
    expect(present.database.waiting.every(isContractMigration)).toBe(true);
    expect((await applied(present.database)).some(isContractMigration)).toBe(false);
    await goesOn(older, [...places(fieldsOf('older')), 'direct']);

    // One of the older release that starts only now finds its tables as it needs them.
    const again = await runScript(previous.script(script), url, 'again');
    await goesOn(again, [...places(fieldsOf('again')), 'direct'], 1);
    await again.stop();
    expect(again.lines.at(-1)).toBe('closed');
    expect(again.lines.filter((line) => line.startsWith('refused'))).toEqual([]);

    // A second process of this release plays battles of its own; this one takes over some of the older one's.
    const beside = await runScript(ownScript(script), url, 'present');
    await goesOn(beside, [...places(fieldsOf('present')), 'direct']);
    const [left, taken] = [fieldsOf('older').slice(0, 3), fieldsOf('older').slice(3)];
    const orders: string[] = [];
    for (const field of taken)
      for (let n = 1; n <= 5; n++) orders.push(await insisting(present, field, `over ${n} ${field.channel}`));
    await goesOn(older, [...places(left), 'direct']);
    await expect
      .poll(() => taken.filter(({ channel }) => !older.lines.includes(`refused other-version in ${channel}`)))
      .toEqual([]);
    await older.stop();
    expect(older.lines.at(-1)).toBe('closed');
    expect(older.lines.filter((line) => line.startsWith('refused') && !line.includes('other-version'))).toEqual([]);

    // What it kept outside servers has its old key still.
    expect(await present.character('older player', 'Hero 1')).toBe('kept');

    // It has gone: the next start takes away what was there for it, while the others play on.
    const last = await selfPlaying(url);
    expect(last.database.waiting).toEqual([]);
    expect((await applied(last.database)).filter(isContractMigration)).toEqual(present.database.waiting);
    await goesOn(beside, [...places(fieldsOf('present')), 'direct']);
    for (const field of fieldsOf('older'))
      for (let n = 1; n <= 5; n++)
        orders.push(await insisting(n % 2 ? present : last, field, `on ${n} ${field.channel}`));
    expect(await last.character('older player', 'Hero 1')).toBe('kept');
    await beside.stop();
    expect(beside.lines.at(-1)).toBe('closed');
    expect(beside.lines.filter((line) => line.startsWith('refused'))).toEqual([]);

    // From here on one of the older release can write nothing any more, and says so.
    const late = await runScript(previous.script(script), url, 'late');
    await late.ended;
    expect(late.lines.filter((line) => line.startsWith('kept'))).toEqual([]);
    expect(late.lines.at(-1)).toMatch(/^failed /);

    await expectWhole(last.database, [...older.lines, ...again.lines, ...beside.lines, ...orders]);
    await present.close();
    await last.close();
  });
});

describe.runIf(isLong)('the newest release that is kept', () => {
  withRelease(newestKept);

  test(`one of ${newestKept} and one of this release work on one database, in the same battles, and nothing is lost`, async () => {
    const older = await runScript(previous.script(script), url, 'older');
    await goesOn(older, [...places(fieldsOf('older')), 'direct']);
    const present = await selfPlaying(url);
    const orders: string[] = [];
    for (const field of fieldsOf('older'))
      for (let n = 1; n <= 5; n++) orders.push(await insisting(present, field, `over ${n} ${field.channel}`));
    const beside = await runScript(ownScript(script), url, 'present');
    await goesOn(beside, [...places(fieldsOf('present')), 'direct']);
    // Where this release lifted a battle the older one leaves it alone.
    await goesOn(older, [...places(fieldsOf('older')), 'direct']);
    await older.stop();
    expect(older.lines.at(-1)).toBe('closed');
    expect(older.lines.filter((line) => line.startsWith('refused') && !line.includes('newer-edition'))).toEqual([]);
    for (const field of fieldsOf('older')) orders.push(await insisting(present, field, `on ${field.channel}`));
    await beside.stop();
    expect(beside.lines.filter((line) => line.startsWith('refused'))).toEqual([]);
    await expectWhole(present.database, [...older.lines, ...beside.lines, ...orders]);
    await present.close();
  });
});
