import { expect, test } from 'vitest';
import { messageCommands } from '../../src/discord/slash.ts';
import { fought, must, secret } from './duel.ts';
import { opened } from './house.ts';

/** The last order of a user that rolled dice. */
const lastOrder = async (there: Awaited<ReturnType<typeof fought>>, user: string): Promise<string> => {
  const log = await there.stores.battles.log((await opened(there)).saved);
  return log.findLast((entry) => entry.user === user && entry.dice.length > 0)?.orderId ?? '';
};

test('Why? in the menu of a result shows how it came about, and Undo undoes it for the GM', async () => {
  const there = await fought();
  const order = await lastOrder(there, 'ada');
  const shown = await must(there, 'bob', 'why-this', { message: '1', order });
  expect(shown.to).toBe('asker');
  expect(JSON.stringify(shown.cards)).toMatch(/Ann strikes Grim.*d100/);
  expect(JSON.stringify(shown)).not.toContain(secret);
  const list = await must(there, 'ada', 'undo-this', { message: '1', order });
  expect(list.to).toBe('asker');
  await must(there, 'gm', 'undo-this', { message: '1', order });
  const log = await there.stores.battles.log((await opened(there)).saved);
  const undone = log.flatMap(({ request }) => (request.kind === 'undo' ? request.takes : []));
  expect(undone).toContain(log.find(({ orderId }) => orderId === order)?.n);
});

test('Give a combatant in the menu of a member lists the combatants, for the GM only', async () => {
  const there = await fought(1);
  expect((await there.run('ada', 'gm give', { player: 'eve' })).ok).toBe(false);
  const list = await must(there, 'gm', 'gm give', { player: 'eve' });
  expect(list.controls.flat()).toMatchObject([
    { option: 'who', press: { path: ['gm', 'control'], input: { player: 'eve' } } },
  ]);
  const names = messageCommands(there.dispatcher.commands).map(({ name, type }) => [name, type]);
  expect(names).toEqual(
    expect.arrayContaining([
      ['Why?', 3],
      ['Undo', 3],
      ['Who said this?', 3],
      ['Give a combatant', 2],
    ]),
  );
});
