import { expect, test } from 'vitest';
import { fought, must, secret } from './duel.ts';
import { house } from './house.ts';

const lines = async (there: Awaited<ReturnType<typeof fought>>, user: string, words: string) => {
  const said = await must(there, user, 'help', { words });
  return said.cards.flatMap((card) => [card.title, ...card.lines.map(({ text }) => text)]);
};
const awaitedOf = async (there: Awaited<ReturnType<typeof fought>>): Promise<string> => {
  const battle = await there.services.battles.open('table');
  return (battle.ok && battle.value.game.expectedActions()[0]?.actor) || '';
};

test('what somebody wants is the order that does it, with whom it is meant for', async () => {
  const there = await fought(1);
  while ((await awaitedOf(there)) !== 'Ann')
    await must(there, (await awaitedOf(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  const told = await lines(there, 'ada', 'I want to hit Grim!');
  expect(told[1]).toMatch(/^\/attack target:Grim: /);
  expect(told.join(' ')).not.toContain('Not right now');
  expect(told.at(-1)).toMatch(/^The rule: .* \(\/rule SK-/);
  expect((await there.run('ada', 'attack', { target: 'Grim' })).ok).toBe(true);
});

test('who is not awaited is told who is, and nobody is told of the unseen', async () => {
  const there = await fought(1);
  while ((await awaitedOf(there)) !== 'Ann')
    await must(there, (await awaitedOf(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  const told = (await lines(there, 'bob', `hit ${secret}`)).join('\n');
  expect(told).toContain('Not right now: Ann to act.');
  expect(told).not.toContain(secret);
});

test('where there is no battle it says how one comes to be, and what means nothing is said to', async () => {
  const there = house();
  expect((await lines(there, 'ada', 'how do I start a battle?'))[1]).toMatch(/^\/battle create: /);
  expect(await lines(there, 'ada', 'brmpf')).toContain('I do not understand that');
});

test.each([
  ['skure', 'how high may aim go as highest stage', 'aim.cap'],
  ['skure', 'may I attack my own team', 'attack.friendly'],
  ['segment', 'how do critical hits double the dice', 'critDoubles'],
  ['segment', 'are declarations kept secret', 'secretDeclarations'],
] as const)('in %s “%s” is answered with the setting too', async (system, words, key) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system });
  const { cards } = await must(there, 'gm', 'help', { words });
  expect(cards.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')).toContain(`key:${key})`);
});

test('one word alone brings no settings', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure' });
  expect(JSON.stringify((await must(there, 'gm', 'help', { words: 'attack' })).cards)).not.toContain('The setting');
});
