import { expect, test } from 'vitest';
import { privateAside } from '../../src/app/replies/reply.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';
import { findControl, panelControls, pressed } from './pressing.ts';

test('DS-MOVE-2: a suggested move is accepted by its square alone', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'dskull', name: 'The Mill' });
  await must(table, 'ada', 'battle join', { preset: 'Greyford Watch: humans with sword, spear and bow' });
  await must(table, 'bob', 'battle join', { preset: 'Cinderhold Oath: slow, tough dwarves' });
  await must(table, 'gm', 'battle start');
  await pressed(table, 'gm', findControl(await panelControls(table), 'Place everyone'));
  const user = (await opened(table)).game.expectedActions()[0]?.actor ?? '';
  const [warrior] = await table.complete(user, 'activate', 'warrior');
  await must(table, user, 'activate', { warrior: warrior?.value ?? '' });
  await must(table, user, 'gain');
  const far = (await table.complete(user, 'move', 'path')).find(
    ({ label, value }) => / for /.test(label) && value.includes(' '),
  );
  const to = far?.label.split(' ')[0] ?? '';
  expect(to).toMatch(/^[A-Z]\d+$/);
  const nowhere = await table.run(user, 'move', { path: 'Z9' });
  expect(nowhere.ok).toBe(false);
  await must(table, user, 'move', { path: to });
  const { game } = await opened(table);
  expect(game.save()).toMatchObject({
    warriors: expect.arrayContaining([expect.objectContaining({ id: warrior?.value, at: expect.anything() })]),
  });
  const board = JSON.stringify(await must(table, user, 'battle status'));
  expect(board).toContain(to);
});

test('joining by a word in the middle of a preset’s name shows which preset was used', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge' });
  const short = await must(table, 'ada', 'battle join', { preset: 'swords' });
  expect(privateAside(short).map(({ title }) => title)).toEqual(['ada joins as Roland Vey, swordsman']);
  const full = await must(table, 'bob', 'battle join', { preset: 'roland' });
  expect(privateAside(full)).toEqual([]);
});
