import { expect, test } from 'vitest';
import { must, secret } from './duel.ts';
import { type House, house } from './house.ts';

/** Ann, whose turn it is, at C4; the GM's hidden one at C6, and nobody else near. */
const walking = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Dark', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Example Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Example Swordsman', side: 'red', name: 'Ben' });
  await must(there, 'gm', 'npc add', {
    preset: 'Example Zombie',
    name: secret,
    side: 'blue',
    hidden: 'until-revealed',
  });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'S' });
  await must(there, 'gm', 'skure place', { target: 'Ben', to: 'A8', facing: 'S' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'C6', facing: 'N' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: 'Ann', value: '99', reason: 'she is first' });
  await must(there, 'gm', 'battle start');
  return there;
};

test('what the rules forbid on account of the unseen alone is put to the GM, before everybody, and nothing is done', async () => {
  const there = await walking();
  const before = await there.stores.battles.at('table');
  const answer = await must(there, 'ada', 'move', { path: 'C6' });
  expect(answer.to).toBe('everyone');
  expect(answer.cards[0]?.title).toBe(
    'Ann waits for the GM to decide. Nothing is done yet; another order may be given.',
  );
  expect(answer.ping).toContain('gm');
  expect(JSON.stringify(answer)).not.toContain(secret);
  const after = await there.stores.battles.at('table');
  expect(after?.game).toEqual(before?.game);
  expect((await there.stores.battles.log(after?.id ?? '')).at(-1)?.dice).toEqual([]);
  const panel = JSON.stringify(await must(there, 'gm', 'gm panel', {}));
  expect(panel).toContain('Ann wants: move path:C6.');
  expect(panel).toContain('C6 is taken by somebody');
  await must(there, 'ada', 'move', { path: 'C5' });
  expect(JSON.stringify(await must(there, 'gm', 'gm panel', {}))).not.toContain('Ann wants');
});

test('what would be refused without the unseen too is refused by what its giver can know', async () => {
  const there = await walking();
  const far = await there.run('ada', 'move', { path: 'S S S S S S' });
  expect(!far.ok && far.error.code).toBe('OFF_BOARD');
  await must(there, 'ada', 'end', {});
  const late = await there.run('ada', 'move', { path: 'C6' });
  expect(!late.ok && late.error.code).toBe('NOT_YOUR_TURN');
});

test('once the hidden are revealed the rulebook answers', async () => {
  const there = await walking();
  await must(there, 'gm', 'gm reveal', { who: secret });
  const refused = await there.run('ada', 'move', { path: 'C6' });
  expect(!refused.ok && refused.error.code).toBe('SQUARE_OCCUPIED');
});

test('the GM’s own orders are judged by what is', async () => {
  const there = await walking();
  const refused = await there.run('gm', 'move', { path: 'C6', as: 'Ann' });
  expect(!refused.ok && refused.error.code).toBe('SQUARE_OCCUPIED');
});
