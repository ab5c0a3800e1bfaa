import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { someOf } from '../budget.ts';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
let bob: Person;
let ann: Person;

beforeAll(async () => {
  on = await stage({ deferAfter: 60 });
  bob = on.discord.user('Bob');
  ann = on.discord.user('Ann');
});
beforeEach(() => on.toy.set({ slowness: 150, gm: '' }));
afterAll(() => on.close());
afterEach(() => expect(on.discord.takeFaults()).toEqual([]));

const callbacks = () =>
  on.discord
    .requests()
    .filter(({ path }) => path.endsWith('/callback'))
    .at(-1)?.body;

test('a slow public answer is deferred publicly, then given', async () => {
  const shown = await bob.slash('/slow end:public');
  expect(callbacks()).toEqual({ type: 5, data: { flags: 0 } });
  expect(shown).toMatchObject({ text: 'At last', private: false, loading: false });
});

test('a slow order for a combatant that may be hidden is deferred privately', async () => {
  const shown = await bob.slash('/slow end:public as:Grim');
  expect(callbacks()).toEqual({ type: 5, data: { flags: 64 } });
  expect(shown).toMatchObject({ text: 'At last', private: false, loading: false });
});

test('the awaited player is pinged although editing an answer pings no one', async () => {
  on.toy.set({ gm: ann.id });
  await bob.slash('/slow end:public');
  await on.discord.quiet();
  expect(ann.pinged().map(({ content }) => content)).toEqual([`<@${ann.id}>`]);
});

test.each(['refused', 'private', 'boom'])('only the user sees a %s answer that was deferred publicly', async (end) => {
  const before = ann.sees().length;
  const shown = await bob.slash(`/slow end:${end}`);
  expect(shown).toMatchObject({ private: true, loading: false });
  expect(shown.text).toMatch({ refused: /no-target/, private: /At last/, boom: /went wrong/ }[end] ?? /never/);
  expect(ann.sees().length).toBe(before);
});

test('a public answer that was deferred privately is posted for all, without the placeholder', async () => {
  const before = bob.sees().length;
  const shown = await bob.slash('/whisper end:public');
  expect(callbacks()).toEqual({ type: 5, data: { flags: 64 } });
  expect(shown).toMatchObject({ text: 'At last', private: false });
  expect(bob.sees().length).toBe(before + 1);
});

test('a private answer fills its private placeholder', async () => {
  expect(await bob.slash('/whisper end:private')).toMatchObject({ text: 'At last', private: true, loading: false });
});

test('a slow button shows nothing until its answer comes', async () => {
  on.toy.set({ slowness: 0 });
  const asked = await bob.slash('/look');
  on.toy.set({ slowness: 150 });
  expect(await bob.press('Swap')).toMatchObject({ id: asked.id, text: 'Swapped', private: true });
  expect(callbacks()).toEqual({ type: 6 });
});

test('a slow button in a private message can end in a public answer', async () => {
  on.toy.set({ slowness: 0 });
  const asked = await bob.slash('/look');
  on.toy.set({ slowness: 150 });
  await bob.press('Announce');
  expect(ann.sees().at(-1)).toMatchObject({ text: 'Announced', private: false });
  expect(bob.sees().map(({ id }) => id)).not.toContain(asked.id);
});

test('an answer is deferred within 1.5 s', async () => {
  const patient = await stage();
  const eve = patient.discord.user('Eve');
  patient.toy.set({ slowness: 2600 });
  const started = performance.now();
  const announced = eve.slash('/slow end:public');
  await until(() => eve.sees().length > 0, 'the announcement');
  expect(performance.now() - started).toBeGreaterThan(1450);
  // The answer itself takes 2.6 s, and after three it would be too late.
  expect(eve.sees().at(-1)?.loading).toBe(true);
  expect(await announced).toMatchObject({ text: 'At last' });
  await patient.close();
});

test('an answer that is too late is posted in the channel', async () => {
  on.toy.set({ slowness: 0 });
  on.discord.nextTooLate();
  await expect(bob.slash('/strike target:Grim')).rejects.toThrow('respond');
  expect(bob.sees().at(-1)).toMatchObject({ private: false });
  expect(bob.sees().at(-1)?.text).toContain('Bob strikes');
});

test('stopping finishes running commands and accepts no new ones', async () => {
  const ending = await stage({ deferAfter: 1500 });
  const eve = ending.discord.user('Eve');
  ending.toy.set({ slowness: 200 });
  const inHand = eve.slash('/slow end:public');
  await until(() => ending.toy.heard.length > 0, 'the command to be in hand');
  const stopped = ending.bot.stop();
  const later = eve.slash('/strike target:Grim');
  expect(await inHand).toMatchObject({ text: 'At last' });
  expect((await later).text).toContain('about to restart');
  await stopped;
  expect(ending.toy.orders).toHaveLength(1);
  expect(ending.discord.isConnected()).toBe(false);
  await ending.discord.close();
});

test.each(someOf(['public', 'private'], 1))(
  'a deferred answer says “Still working” after some seconds, until the %s answer comes',
  async (end) => {
    bob.at(on.discord.newChannel('arena'));
    on.toy.set({ slowness: 5000 });
    const answer = bob.slash(`/slow end:${end}`);
    const note = await bob.awaits('Still working on /slow.');
    expect(note.private).toBe(false);
    await answer;
    await on.discord.quiet();
    const texts = bob.sees().map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Still working'))).toEqual([]);
    expect(texts.filter((text) => text.includes('At last'))).toHaveLength(1);
  },
);
