import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { formatDeletedOwner } from '../../src/campaign/characters.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';

const day = 86_400_000;

/** An app with a clock that the test sets. */
const stage = () => {
  let now = 1_700_000_000_000;
  let orders = 0;
  const stores = createMemoryStores(() => now);
  const { dispatcher, services } = composeApp({ stores, now: () => ++now, seed: () => '5eed'.repeat(16) });
  const run = async (path: string, input = {}): Promise<Reply> => {
    const asker = {
      ...{ user: 'ada', name: 'ada', guild: 'guild', channel: 'table', orderId: `o${++orders}`, manages: false },
    };
    const answer = await dispatcher.run(path.split(' '), asker, input);
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  const sheetOf = async (name: string) => (await stores.characters.find('ada', 'guild', name))?.sheet;
  return { run, stores, services, sheetOf, pass: (milliseconds: number) => (now += milliseconds) };
};

const textOf = ({ cards }: Reply): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const vex = { system: 'skure', name: 'Vex', preset: 'Swordsman' };

test('a restored character has its old id and history', async () => {
  const { run, stores, sheetOf } = stage();
  await run('character create', vex);
  await run('character edit', { name: 'Vex', changes: 'hp=12' });
  const before = await stores.characters.find('ada', 'guild', 'Vex');
  const deleted = await run('library delete', { kind: 'character', name: 'Vex' });
  expect(deleted.controls[0]?.[0]).toMatchObject({ press: { path: ['library', 'restore'], input: { name: 'Vex' } } });
  expect(await sheetOf('Vex')).toBeUndefined();
  expect(await stores.characters.byId(before?.id ?? '')).toBeUndefined();
  expect(textOf(await run('library list', { kind: 'character' }))[0]).toBe('Nothing is saved here');
  await run('library restore', { kind: 'character', name: 'vex' });
  expect(await stores.characters.find('ada', 'guild', 'Vex')).toEqual({ ...before, updatedAt: expect.any(Number) });
  expect((await stores.histories.list(before?.id ?? '')).map(({ kind }) => kind)).toEqual(['edited']);
});

test('a character is not restored if its name is taken or 30 days have passed', async () => {
  const { run, stores, pass } = stage();
  await run('character create', vex);
  await run('library delete', { kind: 'character', name: 'Vex' });
  await run('character create', vex);
  await expect(run('library restore', { kind: 'character', name: 'Vex' })).rejects.toThrow('character-there');
  await run('library delete', { kind: 'character', name: 'Vex' });
  expect(await stores.characters.list(formatDeletedOwner('ada'), 'guild')).toHaveLength(1);
  pass(31 * day);
  await expect(run('library restore', { kind: 'character', name: 'Vex' })).rejects.toThrow('nothing-saved');
  await run('character create', { ...vex, name: 'Bo' });
  await run('library delete', { kind: 'character', name: 'Bo' });
  expect((await stores.characters.list(formatDeletedOwner('ada'), 'guild')).map(({ name }) => name)).toEqual(['Bo']);
});

test('only the last twenty deleted characters can be restored', async () => {
  const { run, stores } = stage();
  for (let n = 1; n <= 21; n++) {
    await run('character create', { ...vex, name: `Vex ${n}` });
    await run('library delete', { kind: 'character', name: `Vex ${n}` });
  }
  const names = (await stores.characters.list(formatDeletedOwner('ada'), 'guild')).map(({ name }) => name);
  expect(names).toHaveLength(20);
  expect(names).not.toContain('Vex 1');
});

test('/my privacy exports deleted characters and erases them', async () => {
  const { run, stores, services } = stage();
  await run('character create', vex);
  await run('character edit', { name: 'Vex', changes: 'hp=12' });
  await run('library delete', { kind: 'character', name: 'Vex' });
  const [kept] = (await services.privacy.collect('ada')).characters;
  expect(kept).toMatchObject({ name: 'Vex', history: [{ kind: 'edited' }] });
  await run('my privacy', { do: 'erase', confirm: true });
  expect(await stores.characters.listInAllServers(formatDeletedOwner('ada'))).toEqual([]);
  expect(await stores.histories.list(kept?.id ?? '')).toEqual([]);
});

test('a character can go back to an earlier version of its sheet and forward again', async () => {
  const { run, sheetOf, pass } = stage();
  await run('character create', vex);
  expect(textOf(await run('character versions', { name: 'Vex' }))).toEqual(['Vex has no earlier versions']);
  await run('character edit', { name: 'Vex', changes: 'attack=20' });
  await run('character edit', { name: 'Vex', changes: 'attack=21' });
  pass(day);
  await run('character edit', { name: 'Vex', changes: 'attack=30' });
  const listed = textOf(await run('character versions', { name: 'Vex' }));
  expect(listed).toEqual([
    'Versions of Vex',
    expect.stringMatching(/^1: the sheet before .*attack 21 → 30/),
    expect.stringMatching(/^2: the sheet before .*attack 16 → 20/),
  ]);
  await run('character versions', { name: 'Vex', back: 2 });
  expect(await sheetOf('Vex')).toMatchObject({ attack: 16 });
  await run('character versions', { name: 'Vex', back: 1 });
  expect(await sheetOf('Vex')).toMatchObject({ attack: 30 });
  await expect(run('character versions', { name: 'Vex', back: 9 })).rejects.toThrow('no-such-version');
});
