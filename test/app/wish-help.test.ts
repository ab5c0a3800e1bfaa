import { expect, test } from 'vitest';
import { fought, must, secret } from './duel.ts';
import { house } from './house.ts';

const lines = async (there: Awaited<ReturnType<typeof fought>>, user: string, words: string) => {
  const said = await must(there, user, 'help', { words });
  return said.cards.flatMap((card) => [card.title, ...card.lines.map(({ text }) => text)]);
};
const expectedActor = async (there: Awaited<ReturnType<typeof fought>>): Promise<string> => {
  const battle = await there.services.battles.open('table');
  return (battle.ok && battle.value.game.expectedActions()[0]?.actor) || '';
};

test('/help answers a wish with the command for it, target included', async () => {
  const there = await fought(1);
  while ((await expectedActor(there)) !== 'Ann')
    await must(there, (await expectedActor(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  const told = await lines(there, 'ada', 'I want to hit Grim!');
  expect(told[1]).toMatch(/^\/attack target:Grim: /);
  expect(told.join(' ')).not.toContain('Not right now');
  expect(told.at(-1)).toMatch(/^The rule: .* \(\/rule SK-/);
  expect((await there.run('ada', 'attack', { target: 'Grim' })).ok).toBe(true);
});

test('/help tells a player who is not expected to act whose turn it is', async () => {
  const there = await fought(1);
  while ((await expectedActor(there)) !== 'Ann')
    await must(there, (await expectedActor(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  const told = (await lines(there, 'bob', `hit ${secret}`)).join('\n');
  expect(told).toContain('Not right now: Ann to act.');
  expect(told).not.toContain(secret);
});

test('/help tells a player which command of the GM does what they want', async () => {
  const there = await fought(1);
  const told = (await lines(there, 'bob', 'give Grim 5 HP back')).join('\n');
  expect(told).toContain('Only the GM can do that. Ask them to use /gm set field:hp who:… value:…');
});

test('/help without a battle tells how to start one', async () => {
  const there = house();
  expect((await lines(there, 'ada', 'how do I start a battle?'))[1]).toMatch(/^\/battle create system:….*: /);
  expect(await lines(there, 'ada', 'brmpf')).toContain('I do not understand that');
});

test.each([
  ['skure', 'how high may aim go as highest stage', 'aim.cap'],
  ['skure', 'may I attack my own team', 'attack.friendly'],
  ['segment', 'how do critical hits double the dice', 'critDoubles'],
  ['segment', 'when are declarations shown', 'declarations'],
] as const)('in %s the answer to “%s” names the setting too', async (system, words, key) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system });
  const { cards } = await must(there, 'gm', 'help', { words });
  expect(cards.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')).toContain(`key:${key})`);
});

test('/help with a single word shows no settings', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure' });
  expect(JSON.stringify((await must(there, 'gm', 'help', { words: 'attack' })).cards)).not.toContain('The setting');
});
