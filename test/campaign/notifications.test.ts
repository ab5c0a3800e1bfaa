import { beforeEach, describe, expect, test } from 'vitest';
import { pingOf } from '../../src/app/replies/reply.ts';
import { type ClockStage, clockStage, hour, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeEach(async () => {
  on = await clockStage(memoryGround, ['@bob']);
  await on.duel();
});

describe('notifications', () => {
  test('the next player is mentioned in the battle’s channel', async () => {
    expect(pingOf(await on.run('ada', 'end'))).toEqual(['bob']);
    expect(on.news()).toEqual([]);
  });

  test('a player who chose direct messages gets one with the action and a link', async () => {
    await on.run('ada', 'my settings', { call: 'turn', by: 'direct' });
    await on.run('ada', 'end');
    expect(pingOf(await on.run('bob', 'end'))).toEqual([]);
    const [call, ...more] = on.heard.splice(0);
    expect(more).toEqual([]);
    expect(call).toMatchObject({ to: '@ada', reply: { cards: [{ lines: [{ text: 'Ada to act.' }] }] } });
    expect(call?.reply.cards[0]?.links).toEqual([{ label: 'Go to the battle', guild: 'guild', channel: 'table' }]);
  });

  test('a player who cannot get direct messages is mentioned instead', async () => {
    await on.run('bob', 'my settings', { call: 'all', by: 'direct' });
    expect(pingOf(await on.run('ada', 'end'))).toEqual([]);
    expect(on.news()).toMatchObject([{ to: '#table', ping: ['bob'] }]);
  });

  test('a player can turn off one kind of notification and still get others', async () => {
    await on.run('bob', 'my settings', { call: 'turn', by: 'off' });
    await on.run('gm', 'battle clock', { do: 'set', time: '10h' });
    expect(pingOf(await on.run('ada', 'end'))).toEqual([]);
    expect(on.news()).toEqual([]);
    await on.pass(5.1 * hour);
    expect(on.news()).toMatchObject([{ to: '#table', ping: ['bob'] }]);
  });

  test('a player who is already expected to act is not notified again', async () => {
    expect(pingOf(await on.run('ada', 'turn', { facing: 'E' }))).toEqual([]);
  });

  test('a failed notification does not delay the answer and is sent later', async () => {
    await on.run('ada', 'my settings', { call: 'turn', by: 'direct' });
    await on.run('ada', 'end');
    on.failNext(1);
    expect(pingOf(await on.run('bob', 'end'))).toEqual([]);
    expect(on.news()).toEqual([]);
    await on.pass(hour / 60);
    expect(on.news()).toMatchObject([{ to: '@ada' }]);
  });
});

const titles = async (user: string) => (await on.run(user, 'my turns')).cards.map(({ title }) => title);

describe('/my turns', () => {
  test('/my turns lists in private every battle waiting for the user, newest first', async () => {
    on.clock.turn(hour);
    await on.duel('cellar');
    on.clock.turn(hour);
    await on.duel('attic');
    const { to, cards } = await on.run('ada', 'my turns');
    expect(to).toBe('asker');
    expect(cards.map(({ title }) => title)).toEqual([
      'Duel of attic · Skure',
      'Duel of cellar · Skure',
      'Duel of table · Skure',
    ]);
    expect(cards.map(({ links }) => links?.[0])).toMatchObject([
      { channel: 'attic' },
      { channel: 'cellar' },
      { channel: 'table' },
    ]);
    expect(await titles('bob')).toEqual(['Nothing is waiting for you']);
    await on.run('ada', 'end', {}, 'cellar');
    expect(await titles('ada')).toEqual(['Duel of attic · Skure', 'Duel of table · Skure']);
    expect(await titles('bob')).toEqual(['Duel of cellar · Skure']);
  });

  test('/my turns shows the deadline in the reader’s time zone', async () => {
    await on.run('ada', 'my settings', { zone: 'America/New_York', quiet: '08:00-09:00' });
    await on.run('gm', 'battle clock', { do: 'set', time: '2h' });
    const [card] = (await on.run('ada', 'my turns')).cards;
    expect(card?.lines.map(({ text }) => text)).toEqual([
      'Ada to act, until Fri 20 Nov 2026, 10:00 (America/New_York)',
    ]);
  });

  test('/my turns includes a deputy’s battles while they may act', async () => {
    await on.run('ada', 'my deputy', { user: 'dan', until: '1d' });
    expect(await titles('dan')).toEqual(['Duel of table · Skure']);
    await on.run('ada', 'my deputy', { remove: true });
    expect(await titles('dan')).toEqual(['Nothing is waiting for you']);
    await on.run('ada', 'my deputy', { user: 'dan', until: '1d' });
    on.clock.turn(25 * hour);
    expect(await titles('dan')).toEqual(['Nothing is waiting for you']);
  });

  test('/my turns shows both GM and player a turn whose time has run out', async () => {
    await on.run('gm', 'battle clock', { do: 'set', time: '2h', end: 'ask' });
    await on.run('gm', 'my settings', { call: 'gm', by: 'direct' });
    await on.pass(3 * hour);
    expect(on.heard.filter(({ to }) => to === '@gm')).toMatchObject([
      { reply: { cards: [{ lines: [{ text: 'Ada to act.' }, { text: 'The time is up, so the GM decides.' }] }] } },
    ]);
    for (const user of ['gm', 'ada'])
      expect((await on.run(user, 'my turns')).cards[0]?.lines[0]?.text).toBe('Ada to act (the time has run out)');
  });

  test('/my turns is empty after the battle has ended', async () => {
    await on.run('gm', 'battle end');
    expect(await titles('ada')).toEqual(['Nothing is waiting for you']);
    expect(await titles('gm')).toEqual(['Nothing is waiting for you']);
  });
});

test('/my settings refuses a time zone that does not exist', async () => {
  const answer = await on.ask('ada', 'my settings', { zone: 'Middle/Earth' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'no-such-zone' } });
});

test.each([
  { wanted: { quiet: 'never' }, option: 'quiet' },
  { wanted: { quiet: '01:00-23:00' }, option: 'quiet' },
  { wanted: { off: 'someday' }, option: 'off' },
  { wanted: { call: 'turn' }, option: 'by' },
  { wanted: { by: 'off' }, option: 'call' },
])('/my settings refuses $wanted', async ({ wanted, option }) => {
  const answer = await on.ask('ada', 'my settings', wanted);
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input', facts: { option } } });
});

test.each([
  { wanted: { time: 'soon' }, option: 'time' },
  { wanted: { time: '91d' }, option: 'time' },
  { wanted: { time: '30s' }, option: 'time' },
  { wanted: { reminders: '0, 50' }, option: 'reminders' },
])('/battle clock do:set refuses $wanted', async ({ wanted, option }) => {
  const answer = await on.ask('gm', 'battle clock', { do: 'set', ...wanted });
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input', facts: { option } } });
});

test.each([
  ['bob', 'set', 'gm-only'],
  ['bob', 'pause', 'gm-only'],
  ['bob', 'reset', 'gm-only'],
  ['gm', 'pause', 'no-clock'],
  ['gm', 'resume', 'clock-runs'],
  ['gm', 'reset', 'no-clock'],
])('%s is refused /battle clock do:%s without a clock: %s', async (user, does, code) => {
  const answer = await on.ask(user, 'battle clock', { do: does });
  expect(answer.ok ? 'done' : answer.error.code).toBe(code);
});

test('a paused clock cannot be paused again', async () => {
  await on.run('gm', 'battle clock', { do: 'set', time: '2h' });
  await on.run('gm', 'battle clock', { do: 'pause' });
  expect(await on.ask('gm', 'battle clock', { do: 'pause' })).toMatchObject({ error: { code: 'clock-stands' } });
});

test('/battle clock shows hidden combatants to their own players only', async () => {
  await on.run('gm', 'battle clock', { do: 'set', time: '2h' });
  await on.run('gm', 'gm hide', { who: 'Ada' });
  const seen = async (user: string) =>
    (await on.run(user, 'battle clock')).cards.flatMap(({ lines, fields }) => [
      ...lines.map(({ text }) => text),
      ...fields.map(({ text }) => text),
    ]);
  expect((await seen('ada')).slice(1)).toEqual(['Ada to act', 'in 2 hours']);
  expect((await seen('bob')).slice(1)).toEqual(['The GM to act for the foes']);
});
