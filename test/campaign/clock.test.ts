import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pingOf } from '../../src/app/replies/reply.ts';
import { someOf } from '../budget.ts';
import { newPostgres } from '../shared.ts';
import { begunByClock } from './begun-by-clock.ts';
import { type ClockStage, clockStage, databaseGround, type Ground, hour, memoryGround } from './clock-stage.ts';

const grounds: readonly { readonly where: string; readonly ground: (now: () => number) => Promise<Ground> }[] = [
  { where: 'in memory', ground: memoryGround },
  { where: 'on PGlite', ground: () => databaseGround(undefined) },
  { where: 'on PostgreSQL', ground: async () => databaseGround(await newPostgres()) },
];

const day = 24 * hour;
let channels = 0;

describe.each(someOf(grounds, 1))('the clock $where', ({ ground }) => {
  let on: ClockStage;
  let place = '';
  beforeAll(async () => {
    on = await clockStage(ground, ['@zoe']);
  });
  afterAll(() => on.close());

  /** A duel in its own channel with a clock. Ada is expected to act. */
  const timed = async (clock: Record<string, unknown> = {}) => {
    place = `table-${++channels}`;
    await on.duel(place);
    await on.run('gm', 'battle clock', { do: 'set', time: '10h', ...clock }, place);
    on.news();
    return place;
  };
  const said = () => on.news().filter(({ to }) => to === `#${place}` || to.startsWith('@'));
  const byClock = async () => begunByClock(await on.log(place));
  const over = async () => {
    await on.run('gm', 'battle end', {}, place);
  };

  test('the clock reminds at each step, then plays the turn and pings the next player', async () => {
    await timed();
    await on.pass(4.9 * hour);
    expect(said()).toEqual([]);
    await on.pass(0.2 * hour);
    expect(said()).toEqual([
      {
        to: `#${place}`,
        says: expect.stringMatching(/Ada to act\. \| 4 hours 54 minutes left, until .*; then standing orders apply/),
        ping: ['ada'],
      },
    ]);
    await on.pass(3 * hour);
    expect(said()).toEqual([{ to: `#${place}`, says: expect.stringMatching(/1 hour 54 minutes left/), ping: ['ada'] }]);
    await on.pass(1.5 * hour);
    expect(said()).toEqual([{ to: `#${place}`, says: expect.stringMatching(/24 minutes left/), ping: ['ada'] }]);
    await on.pass(0.5 * hour);
    const [entry, ...more] = await byClock();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ user: 'ada', request: { kind: 'order', actor: 'Ada' } });
    expect((await on.log(place)).at(-1)).toMatchObject({ user: 'ada', request: { doings: [{ verb: 'attack' }] } });
    expect(said()).toEqual([{ to: `#${place}`, says: expect.stringContaining('the clock ran out'), ping: ['bob'] }]);
    expect(on.refreshed).toContain((await on.stores.battles.byChannel(place))?.id);
    await on.pass(5.1 * hour);
    expect(said()).toMatchObject([{ says: expect.stringContaining('Bob to act'), ping: ['bob'] }]);
    await over();
  });

  test('of several overdue reminders only the latest is sent', async () => {
    await timed();
    await on.pass(9 * hour);
    expect(said()).toMatchObject([{ says: expect.stringContaining('1 hour left') }]);
    await on.pass(0.1 * hour);
    expect(said()).toEqual([]);
    await over();
  });

  test('the clock continues after a restart without repeating a reminder', async () => {
    await timed();
    await on.pass(4 * hour);
    await on.stopped();
    await on.started();
    await on.pass(1.5 * hour);
    expect(said()).toMatchObject([{ says: expect.stringContaining('4 hours 30 minutes left') }]);
    await on.stopped();
    await on.started();
    await on.pass(0.1 * hour);
    expect(said()).toEqual([]);
    await over();
  });

  test('a player who has acted is not reminded, and the next has the whole time', async () => {
    await timed();
    await on.pass(4 * hour);
    await on.run('ada', 'end', {}, place);
    await on.pass(4.9 * hour);
    expect(said()).toEqual([]);
    await on.pass(0.2 * hour);
    expect(said()).toMatchObject([{ says: expect.stringContaining('Bob to act'), ping: ['bob'] }]);
    await over();
  });

  test('a verb restarts the clock, speech does not', async () => {
    await timed({ reminders: 'none' });
    await on.pass(9 * hour);
    await on.run('ada', 'say', { text: 'Wait!' }, place);
    await on.pass(0.9 * hour);
    await on.run('ada', 'turn', { facing: 'E' }, place);
    await on.pass(9 * hour);
    expect(await byClock()).toEqual([]);
    await on.pass(1.1 * hour);
    expect(await byClock()).toHaveLength(1);
    said();
    await over();
  });

  test('a paused clock keeps its elapsed time', async () => {
    await timed({ reminders: 'none' });
    await on.pass(6 * hour);
    await on.run('gm', 'battle clock', { do: 'pause' }, place);
    await on.pass(100 * hour);
    expect(await byClock()).toEqual([]);
    await on.run('gm', 'battle clock', { do: 'resume' }, place);
    await on.pass(3.9 * hour);
    expect(await byClock()).toEqual([]);
    await on.pass(0.2 * hour);
    expect(await byClock()).toHaveLength(1);
    said();
    await over();
  });

  test('an undo gives the whole time again and cancels earlier alarms', async () => {
    await timed({ reminders: 'none' });
    await on.pass(8 * hour);
    await on.run('ada', 'end', {}, place);
    await on.run('gm', 'undo', {}, place);
    await on.pass(9 * hour);
    expect(await byClock()).toEqual([]);
    await on.pass(1.1 * hour);
    expect(await byClock()).toHaveLength(1);
    said();
    await on.run('gm', 'undo', {}, place);
    await on.pass(10.1 * hour);
    expect(await byClock()).toHaveLength(2);
    said();
    await over();
  });

  /** Advances the time to this hour (UTC). */
  const until = (clock: number) => on.pass((((clock * hour - on.clock.now()) % day) + day) % day);

  test('quiet hours stop the clock, even if they are set while it runs', async () => {
    await until(20);
    await timed({ time: '3h', reminders: '50' });
    await until(21);
    await on.run('ada', 'my settings', { quiet: '22:00-07:00' });
    await until(21.6);
    expect(said()).toMatchObject([{ says: expect.stringMatching(/10 hours 24 minutes left, until .* 08:00/) }]);
    await until(23.1);
    await until(7.9);
    expect(await byClock()).toEqual([]);
    expect(said()).toEqual([]);
    await until(8.1);
    expect(await byClock()).toHaveLength(1);
    await on.run('ada', 'my settings', { quiet: 'none' });
    said();
    await over();
  });

  test('a player is not pinged in quiet hours, but in the morning if still due', async () => {
    await until(23);
    await timed({ time: 'none' });
    await on.run('bob', 'my settings', { quiet: '22:00-07:00' });
    expect(pingOf(await on.run('ada', 'end', {}, place))).toEqual([]);
    await until(6.9);
    expect(said()).toEqual([]);
    await until(7.1);
    expect(said()).toMatchObject([{ to: `#${place}`, says: expect.stringContaining('Bob to act'), ping: ['bob'] }]);
    await until(23);
    await on.run('bob', 'end', {}, place);
    await on.run('ada', 'end', {}, place);
    await on.run('bob', 'end', {}, place);
    await until(7.1);
    expect(said()).toEqual([]);
    await on.run('bob', 'my settings', { quiet: 'none' });
    await over();
  });

  test('with end:ask the clock asks the GM, who can reset it', async () => {
    await timed({ reminders: 'none', end: 'ask' });
    await on.pass(10.1 * hour);
    const [asked, ...more] = on.heard.splice(0);
    expect(more).toEqual([]);
    expect(asked && pingOf(asked.reply)).toEqual(['gm']);
    expect(asked?.reply.controls.flat().map(({ press }) => press.path.join(' '))).toEqual(['gm skip', 'battle clock']);
    await on.pass(100 * hour);
    expect(await byClock()).toEqual([]);
    expect(said()).toEqual([]);
    await on.run('gm', 'battle clock', { do: 'reset' }, place);
    await on.pass(9 * hour);
    expect(said()).toEqual([]);
    await on.pass(1.1 * hour);
    expect(said()).toMatchObject([{ says: expect.stringContaining('the GM decides'), ping: ['gm'] }]);
    await on.run('gm', 'gm skip', {}, place);
    await over();
  });

  test('the clock answers a question when its time runs out', async () => {
    place = `table-${++channels}`;
    await on.guarded(place);
    await on.run('gm', 'battle clock', { do: 'set', time: '10h', reminders: 'none' }, place);
    await on.run('ada', 'attack', { target: 'Bob' }, place);
    expect((await on.stores.battles.byChannel(place))?.pending?.question).toMatchObject({ to: 'Eve' });
    on.news();
    await on.pass(10.1 * hour);
    expect(await byClock()).toMatchObject([{ user: 'eve', request: { kind: 'answer' } }]);
    expect((await on.stores.battles.byChannel(place))?.pending).toBeUndefined();
    on.news();
    await over();
  });

  test('concurrent alarms of one moment act once', async () => {
    await timed({ reminders: '50' });
    await on.pass(4 * hour);
    const battle = await on.stores.battles.byChannel(place);
    const [wait] = battle === undefined ? [] : await on.stores.waits.forBattle(battle.id);
    if (battle === undefined || wait === undefined) throw new Error('nobody is awaited');
    const { keeper } = on.house();
    const look = (n: number) =>
      keeper.ring(
        { battle: battle.id, actor: 'Ada', kind: 'turn', since: wait.since, step: 'look', due: n, tries: 0 },
        `alarm-${n}`,
      );
    on.clock.turn(1.5 * hour);
    await Promise.all([1, 2, 3, 4, 5].map(look));
    await on.allSaid();
    expect(said()).toHaveLength(1);
    on.clock.turn(5 * hour);
    await Promise.all([6, 7, 8, 9, 10].map(look));
    await on.allSaid();
    expect(await byClock()).toHaveLength(1);
    expect(said()).toHaveLength(1);
    await on.pass(0);
    await over();
  });

  test('a message that failed to send is sent again, once', async () => {
    await timed({ reminders: 'none' });
    on.failNext(1);
    await on.pass(10.1 * hour);
    await on.pass(hour);
    expect(await byClock()).toHaveLength(1);
    expect(said()).toMatchObject([{ says: expect.stringContaining('the clock ran out'), ping: ['bob'] }]);
    await over();
  });

  test('a reminder that failed to send is sent again, once', async () => {
    await timed();
    on.failNext(1);
    await on.pass(5.1 * hour);
    await on.pass(0.5 * hour);
    expect(said()).toMatchObject([{ says: expect.stringContaining('Ada to act'), ping: ['ada'] }]);
    await on.pass(0.5 * hour);
    expect(said()).toEqual([]);
    await over();
  });

  test('a late reminder waits until quiet hours end', async () => {
    await until(20);
    await on.run('ada', 'my settings', { quiet: '22:00-07:00' });
    await timed({ time: '10h', reminders: '10' });
    await on.stopped();
    on.clock.turn(3 * hour);
    // Another process ran meanwhile, so this is no downtime.
    await on.stores.waits.noteRunning(on.clock.now(), false);
    await on.started();
    await on.pass(0);
    expect(said()).toEqual([]);
    await until(7.1);
    expect(said()).toMatchObject([{ ping: ['ada'] }]);
    await on.run('ada', 'my settings', { quiet: 'none' });
    await over();
  });

  test('the player of a hidden combatant is reminded by direct message only', async () => {
    await timed();
    await on.run('gm', 'gm hide', { who: 'Ada' }, place);
    await on.pass(5.1 * hour);
    const news = said();
    expect(news).toMatchObject([{ to: '@ada', says: expect.stringContaining('Ada to act') }]);
    await over();
  });

  test('with ready:yes the next player is told to get ready', async () => {
    await timed({ ready: true });
    await on.pass(0);
    expect(said()).toMatchObject([{ says: expect.stringContaining('Bob is next'), ping: ['bob'] }]);
    await on.run('bob', 'my settings', { call: 'on-deck', by: 'off' });
    await on.run('gm', 'battle clock', { do: 'reset' }, place);
    await on.pass(0);
    expect(said()).toEqual([]);
    await over();
  });

  test('a decision that waits for the GM pings no next player', async () => {
    await timed({ ready: true });
    await on.pass(0);
    await on.run('ada', 'stunt', { text: 'swing on the rope' }, place);
    await on.pass(0);
    said();
    await on.run('gm', 'gm set', { who: 'Bob', field: 'agility', value: '9', reason: 'tired' }, place);
    await on.pass(0);
    expect(said().filter(({ says }) => says.includes('is next'))).toEqual([]);
    await over();
  });
});
