import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { toyBattle } from './toy.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
let bob: Person;
const hour = 3_600_000;

beforeEach(async () => {
  on = await stage({ panelEvery: 40 });
  bob = on.discord.user('Bob');
  on.toy.set({ channel: on.discord.channel.id });
});
afterEach(() => on.close());

const panelsSeen = (where: { readonly id: string } = on.discord.channel) =>
  bob.sees(where).filter(({ text }) => text.startsWith('Version'));
const strike = async () => {
  await bob.slash('/strike target:Grim');
  await bob.awaits(`Version ${on.toy.version()}\n`);
  await on.discord.quiet();
};
const edits = () => on.discord.requests().filter(({ method }) => method === 'PATCH');

test('a battle has one panel with picture and buttons, edited in place', async () => {
  await strike();
  const [first] = panelsSeen();
  expect(first).toMatchObject({ text: 'Version 2\n1 orders', private: false });
  expect(first?.files.map(({ description }) => description)).toEqual(['The board.']);
  await strike();
  const [second] = panelsSeen();
  expect(panelsSeen()).toHaveLength(1);
  expect(second).toMatchObject({ id: first?.id, text: 'Version 3\n2 orders', edits: 1 });
  expect(second?.files).toHaveLength(1);
  expect((await bob.press('Defend'))?.text).toBe('Bob defends');
});

test('many orders at the same time cause few edits, and the last state shows', async () => {
  await strike();
  const people = Array.from({ length: 12 }, (_, n) => on.discord.user(`P${n}`));
  await Promise.all(people.map((one) => one.slash('/strike target:Grim')));
  await on.discord.quiet();
  expect(panelsSeen().map(({ text }) => text)).toEqual(['Version 14\n13 orders']);
  expect(edits().length).toBeLessThan(8);
});

test('an order does not wait for the panel, even while another server plays', async () => {
  const patient = await stage({ panelEvery: 40, patience: 1_000_000 });
  const ours = patient.discord.user('Bob');
  const elsewhere = patient.discord.newGuild('Elsewhere');
  await until(() => patient.discord.commands(elsewhere).length > 0, 'the commands of the other server');
  const other = patient.discord.user('Lou', { guild: elsewhere }).at(patient.discord.newChannel('loud', elsewhere));
  await other.slash('/strike target:Grim');
  await patient.discord.quiet();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isMade = false;
  const panelAfter = (): Promise<void> => {
    isMade = true;
    return promise;
  };
  patient.toy.set({ channel: patient.discord.channel.id, panelAfter });
  await ours.slash('/strike target:Grim');
  await until(() => isMade, 'the panel to be made');
  for (let n = 0; n < 3; n++) expect((await ours.slash('/strike target:Grim')).text).toContain('Bob strikes');
  expect(ours.sees().filter(({ text }) => text.startsWith('Version'))).toEqual([]);
  resolve();
  await ours.awaits(`Version ${patient.toy.version()}\n`);
  await patient.close();
});

test('at most 64 panels are drawn while Discord is slow, and the rest show the state of then', async () => {
  let made = 0;
  on.toy.set({
    panelAfter: async () => {
      made += 1;
    },
  });
  const onPanels = /POST \/channels\/\d+\/messages/;
  const free = on.discord.strike(onPanels, { kind: 'rate limit', seconds: 0.02 });
  const tries = () => on.discord.requests().filter(({ method, path }) => onPanels.test(`${method} ${path}`)).length;
  const shown = Array.from({ length: 100 }, (_, n) => on.bot.refresh(`battle ${n}`));
  await until(() => made === 64, 'as many as are made at once');
  const before = tries();
  await until(() => tries() > before + 5, 'Discord to have been asked again');
  expect(made).toBe(64);
  on.toy.strike();
  free();
  await Promise.all(shown);
  const now = `Version ${on.toy.version()}\n`;
  expect(panelsSeen().filter(({ text }) => text.startsWith(now))).toHaveLength(36);
  expect(panelsSeen()).toHaveLength(100);
});

test('a panel pings no one, though it names the awaited player', async () => {
  const ann = on.discord.user('Ann');
  on.toy.set({ gm: ann.id });
  await strike();
  expect(panelsSeen()).toEqual([]);
  const [panel] = bob.sees().filter(({ text }) => text.includes('Version'));
  expect(panel?.content).toBe(`<@${ann.id}>`);
  expect(ann.pinged().map(({ text }) => text.includes('Version'))).toEqual([false]);
});

test('a panel older than an hour is posted again, and the old one is deleted', async () => {
  await strike();
  const [old] = panelsSeen();
  on.turnClock(hour + 1000);
  await strike();
  const [fresh, ...more] = panelsSeen();
  expect(more).toEqual([]);
  expect(fresh?.id).not.toBe(old?.id);
  expect(on.discord.requests().map(({ code }) => code)).not.toContain(30046);
});

test('an old panel is deleted in the end, even if Discord fails many times', async () => {
  await on.close();
  on = await stage({ panelEvery: 4 });
  bob = on.discord.user('Bob');
  on.toy.set({ channel: on.discord.channel.id });
  await strike();
  const [old] = panelsSeen();
  const removals = () =>
    on.discord.requests().filter(({ method, path }) => method === 'DELETE' && path.endsWith(`/${old?.id}`));
  on.discord.strike(/^DELETE \/channels\/\d+\/messages\/\d+$/, { kind: 'error', status: 503 }, 30);
  on.turnClock(hour + 1000);
  await bob.slash('/strike target:Grim');
  await until(() => removals().length >= 31 && panelsSeen().length === 1, 'the old panel to go');
  expect(panelsSeen()[0]?.id).not.toBe(old?.id);
}, 60_000);

test('a panel that Discord refuses to edit is posted again', async () => {
  await strike();
  const panel = await on.servers.panel(toyBattle);
  on.turnClock(hour + 1000);
  // Pretends that it was posted just now, by a clock ahead of Discord's.
  if (panel) await on.servers.placePanel({ ...panel, postedAt: panel.postedAt + hour }, panel.message);
  await strike();
  expect(on.discord.requests().map(({ code }) => code)).toContain(30046);
  await until(() => panelsSeen()[0]?.text === 'Version 3\n2 orders', 'a new panel');
  await on.discord.quiet();
  expect(panelsSeen()).toHaveLength(1);
});

test('a panel that a user deleted is posted again', async () => {
  await strike();
  on.discord.deleteMessage(panelsSeen()[0]?.id ?? '');
  await strike();
  expect(panelsSeen().map(({ text }) => text)).toEqual(['Version 3\n2 orders']);
  expect(on.noticed).toContain(`${toyBattle} panel removed`);
});

test('a panel that scrolled away is posted again below', async () => {
  await strike();
  const [old] = panelsSeen();
  // The answer to an order may be counted before or after the panel is edited.
  for (let n = 0; n < 12; n += 1) await bob.slash('/slow end:public');
  await strike();
  expect(panelsSeen()[0]?.id).toBe(old?.id);
  for (let n = 0; n < 4; n += 1) await bob.slash('/slow end:public');
  await strike();
  expect(panelsSeen()).toHaveLength(1);
  expect(panelsSeen()[0]?.id).not.toBe(old?.id);
});

test('private answers do not count as scrolling a panel away', async () => {
  await strike();
  const [old] = panelsSeen();
  for (let n = 0; n < 20; n += 1) await bob.slash('/look');
  await strike();
  expect(panelsSeen()[0]?.id).toBe(old?.id);
});

test('a panel is edited in place after a restart', async () => {
  await strike();
  const [old] = panelsSeen();
  await on.restart();
  await strike();
  expect(panelsSeen()).toHaveLength(1);
  expect(panelsSeen()[0]?.id).toBe(old?.id);
});

test('a battle in direct messages has its panel there', async () => {
  on.toy.set({ channel: bob.dm().id });
  await bob.slash('/strike target:Grim', bob.dm());
  await on.discord.quiet();
  await bob.slash('/strike target:Grim', bob.dm());
  await on.discord.quiet();
  expect(panelsSeen(bob.dm()).map(({ text, edits: count }) => [text, count])).toEqual([['Version 3\n2 orders', 1]]);
});

test.each(['thread', 'forum post'])('updating the panel unarchives its %s', async (kind) => {
  const place = kind === 'thread' ? on.discord.newThread('the bridge') : on.discord.newPost('the bridge');
  on.toy.set({ channel: place.id });
  await bob.slash('/strike target:Grim', place);
  await on.discord.quiet();
  expect(panelsSeen(place)).toHaveLength(1);
  expect(on.toy.heard.at(-1)?.asker.channel).toBe(place.id);
  on.discord.archive(place);
  // The battle changes without a message in the channel.
  on.toy.strike();
  on.bot.refresh(toyBattle);
  await until(() => !on.discord.isArchived(place), 'the thread to wake');
  await on.discord.quiet();
  expect(panelsSeen(place).map(({ text }) => text)).toEqual(['Version 3\n1 orders']);
});

test.each([
  { what: 'deleted', loose: () => on.discord.deleteChannel(on.discord.channel), why: 'gone' },
  { what: 'hidden from the bot', loose: () => on.discord.forbid(on.discord.channel, 'see'), why: 'forbidden' },
  { what: 'read-only for the bot', loose: () => on.discord.forbid(on.discord.channel, 'write'), why: 'forbidden' },
])('a channel that is $what is reported, and the battle goes on', async ({ loose, why }) => {
  const elsewhere = on.discord.newChannel('elsewhere');
  loose();
  for (let n = 0; n < 3; n += 1) {
    await bob.slash('/strike target:Grim', elsewhere);
    await on.discord.quiet();
  }
  expect(on.noticed.filter((text) => text === `${toyBattle} ${why}`)).toHaveLength(3);
  expect(on.noticed).not.toContain(`${toyBattle} shown`);
  expect(on.logged.filter((text) => text.includes('can no longer be shown'))).toHaveLength(1);
  expect(on.toy.orders).toHaveLength(3);
});

test('a channel that is writable again shows its panel, which is reported', async () => {
  on.discord.forbid(on.discord.channel, 'write');
  await bob.slash('/strike target:Grim');
  await on.discord.quiet();
  on.discord.forbid(on.discord.channel, 'nothing');
  await strike();
  expect(bob.sees().filter(({ text }) => text.includes('Version'))).toHaveLength(1);
  expect(on.noticed).toEqual([`${toyBattle} forbidden`, `${toyBattle} shown`]);
});

test('deleted channels and threads are reported', async () => {
  const thread = on.discord.newThread('the bridge');
  const channel = on.discord.newChannel('elsewhere');
  await on.discord.quiet();
  on.discord.deleteChannel(thread);
  on.discord.deleteChannel(channel);
  await until(() => on.noticed.length === 2, 'both to be noticed');
  expect(on.noticed).toEqual([`place ${thread.id} gone`, `place ${channel.id} gone`]);
});

test('a rate limit delays panels, and the last state shows', async () => {
  await strike();
  on.discord.limit(/^PATCH \/channels/, 3, 0.1);
  for (let n = 0; n < 4; n += 1) await bob.slash('/strike target:Grim');
  await bob.awaits('Version 6');
  await on.discord.quiet();
  expect(panelsSeen().map(({ text }) => text)).toEqual(['Version 6\n5 orders']);
});
