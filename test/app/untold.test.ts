import { expect, test } from 'vitest';
import { panelReply } from '../../src/app/replies/battle-panel.ts';
import { pingOf } from '../../src/app/replies/reply.ts';
import { findVersionByToken, toVersionToken } from '../../src/battle/saved/store.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { must, secret } from './duel.ts';
import { type House, house } from './house.ts';

/** Ann (Ada's) beside Grim (Bob's), and the GM's hidden combatant far away, who acts first. */
const startAmbush = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Ambush', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
  await must(there, 'gm', 'npc add', {
    preset: 'Zombie',
    name: secret,
    side: 'blue',
    hidden: 'until-revealed',
  });
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: 'Grim', to: 'D4', facing: 'W' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'H8', facing: 'N' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: secret, value: '99', reason: 'it waits' });
  await must(there, 'gm', 'battle start');
  return there;
};

const readEntries = async (there: House, user: string | undefined) => {
  const all = await there.services.battles.logView('table', user);
  if (!all.ok) throw new Error(all.error.code);
  return all.value.filter(({ lines }) => lines.length > 0);
};

const texts = async (there: House, user: string | undefined): Promise<string> =>
  (await readEntries(there, user)).flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');

test('each reader sees log entries numbered without gaps; the GM sees all', async () => {
  const there = await startAmbush();
  for (const user of [undefined, 'ada', 'eve']) {
    const numbers = (await readEntries(there, user)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  }
  expect((await readEntries(there, 'gm')).map(({ number, entry }) => number - entry.n)).not.toContain(1);
  expect((await readEntries(there, 'gm')).at(-1)?.number).toBeGreaterThan((await readEntries(there, 'ada')).length);
});

test('an entry number means the entry that its reader sees under it', async () => {
  const there = await startAmbush();
  await must(there, 'gm', 'end', { as: secret });
  const due = await there.services.battles.open('table');
  const [user, name] =
    due.ok && due.value.game.expectedActions()[0]?.actor === 'Ann' ? ['ada', 'Ann'] : ['bob', 'Grim'];
  await must(there, user, 'turn', { facing: 'N', as: name });
  const last = (await readEntries(there, user)).at(-1);
  const number = last?.number ?? 0;
  expect(number).toBeLessThan(last?.entry.n ?? 0);
  expect(JSON.stringify(await must(there, user, 'battle log', { entry: number }))).toContain(last?.lines[0]?.text);
  const beyond = await there.run(user, 'battle log', { entry: last?.entry.n });
  expect(!beyond.ok && beyond.error.code).toBe('no-such-entry');
  await must(there, user, 'undo', { to: number });
  expect((await readEntries(there, 'gm')).at(-1)?.entry.request).toEqual({ kind: 'undo', takes: [last?.entry.n] });
});

test('orders of hidden combatants add no entry to the players’ log', async () => {
  const there = await startAmbush();
  const before = (await readEntries(there, undefined)).length;
  await must(there, 'gm', 'move', { path: 'N', as: secret });
  await must(there, 'gm', 'turn', { facing: 'NE', as: secret });
  expect((await readEntries(there, undefined)).length).toBe(before);
  await must(there, 'gm', 'end', { as: secret });
  expect((await readEntries(there, undefined)).length).toBe(before);
});

test('GM changes to hidden combatants, and their undo, are invisible to players', async () => {
  const there = await startAmbush();
  const before = await texts(there, undefined);
  await must(there, 'gm', 'gm control', { who: secret, player: 'bob' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: secret, value: '3', reason: 'the trap hurt it' });
  const answer = await must(there, 'gm', 'undo', {});
  expect(answer.to).toBe('asker');
  await must(there, 'gm', 'gm redo', {});
  expect(await texts(there, undefined)).toBe(before);
  expect(await texts(there, 'ada')).toBe(before);
  expect(await texts(there, 'gm')).toContain('the trap hurt it');
  expect(await texts(there, 'bob')).toContain(`now controls ${secret}`);
});

test('an undo message counts only entries that its reader could see', async () => {
  const there = await startAmbush();
  await must(there, 'gm', 'move', { path: 'N', as: secret });
  await must(there, 'gm', 'end', { as: secret });
  const from = (await readEntries(there, 'gm')).at(-2)?.number;
  await must(there, 'gm', 'undo', { to: from });
  expect(await texts(there, undefined)).not.toContain('undoes');
  expect(await texts(there, 'gm')).toContain(`gm undoes 2 steps. The first: ${secret} moves`);
});

test('button versions do not reveal the number of log entries', async () => {
  const there = await startAmbush();
  const saved = await there.stores.battles.byChannel('table');
  if (saved === undefined) throw new Error('no battle');
  const moments = Array.from({ length: saved.version }, (_, at) => toVersionToken({ ...saved, version: at + 1 }));
  expect(new Set(moments).size).toBe(saved.version);
  expect(moments.map((moment) => findVersionByToken(saved, moment))).toEqual(moments.map((_, at) => at + 1));
  expect(findVersionByToken(saved, saved.version)).toBeUndefined();
  const opened = await there.services.battles.open('table');
  const shown = JSON.stringify(opened.ok && panelReply(opened.value).controls).replaceAll(saved.id, '');
  expect(shown).not.toContain('version');
  expect(shown).not.toMatch(new RegExp(`[^0-9]${saved.version}[^0-9]`));
});

test('a player who controls a hidden combatant is not pinged in public', async () => {
  const there = await startAmbush();
  await must(there, 'gm', 'end', { as: secret });
  await must(there, 'gm', 'gm control', { who: secret, player: 'bob' });
  const battle = await there.services.battles.open('table');
  const order = battle.ok ? battle.value.game.view(gmViewer).order.map(({ id }) => id) : [];
  const pings: (readonly string[])[] = [];
  for (let n = 0; n < order.length + 1; n++) {
    const now = await there.services.battles.open('table');
    const actor = (now.ok && now.value.game.expectedActions()[0]?.actor) || '';
    const user = actor === 'Ann' ? 'ada' : 'bob';
    const said = await must(there, user, 'end', { as: actor });
    const next = await there.services.battles.open('table');
    if (next.ok && next.value.game.expectedActions()[0]?.actor === secret) pings.push(pingOf(said));
  }
  expect(pings.length).toBeGreaterThan(0);
  expect(pings.flat()).not.toContain('bob');
});

test('a secret roll for a hidden combatant is shown to players as the GM’s roll', async () => {
  const there = await startAmbush();
  await must(there, 'gm', 'gm control', { who: secret, player: 'bob' });
  await must(there, 'gm', 'gm set', { field: 'position', who: secret, value: 'C5', reason: 'it creeps up' });
  await must(there, 'gm', 'gm set', { field: 'facing', who: secret, value: 'N', reason: 'it looks up' });
  const before = (await readEntries(there, 'ada')).length;
  await must(there, 'bob', 'attack', { target: 'Ann', as: secret, rolls: 'private' });
  const heard = (await readEntries(there, 'ada')).slice(before).flatMap(({ lines }) => lines.map(({ text }) => text));
  expect(heard).toContain('gm rolls in secret.');
  expect(heard.join()).not.toContain('bob');
  expect(JSON.stringify(await must(there, 'ada', 'battle log', { person: 'bob', kind: 'rolls' }))).toContain(
    'No log entries match',
  );
});

test.each(['A', 'wing', 'head'])(
  'a creature’s section is found by name, whatever the hidden combatant’s name: %s',
  async (hidden) => {
    /** Ada's answer about the odds, with or without a hidden combatant. */
    const odds = async (unseen: readonly string[]) => {
      const there = house();
      await must(there, 'gm', 'battle create', { system: 'sword-world', name: 'The mire', settings: 'mode=standard' });
      await must(there, 'ada', 'battle join', { preset: 'tess', side: 'allies', name: 'Ada' });
      await must(there, 'gm', 'npc add', { preset: 'mire-drake', side: 'enemies', name: 'Drake' });
      for (const name of unseen)
        await must(there, 'gm', 'npc add', { preset: 'goblin', side: 'enemies', name, hidden: 'until-revealed' });
      await must(there, 'gm', 'battle start');
      await must(there, 'ada', 'initiative', { as: 'Ada' });
      const placed = ['Ada: 0', 'Drake: 5', ...unseen.map((name) => `${name}: 60`)];
      await must(there, 'gm', 'battle place', { placement: placed.join('; ') });
      for (const part of ['Drake.wing A', 'Drake.head A'])
        expect(await there.run('ada', 'odds', { target: part, as: 'Ada' })).toMatchObject({ ok: true });
      return there.run('ada', 'odds', { target: hidden, as: 'Ada' });
    };
    expect(await odds([hidden])).toEqual(await odds([]));
  },
);
