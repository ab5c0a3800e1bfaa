import { expect, test } from 'vitest';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

/** Ann (Ada's) and Grim (Bob's), three squares apart. */
const startBattle = async (): Promise<House> => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge', size: '8x8' });
  await must(table, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(table, 'bob', 'battle join', { preset: 'Zombie', side: 'blue', name: 'Grim' });
  await must(table, 'gm', 'battle place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(table, 'gm', 'battle place', { target: 'Grim', to: 'D4', facing: 'W' });
  await must(table, 'gm', 'battle start');
  return table;
};

const codeOf = async (table: House, user: string, input: object) => {
  const answer = await table.run(user, 'order', { ...input });
  return answer.ok ? undefined : answer.error.code;
};

test('/order runs any verb of the rulebook with its options as pairs', async () => {
  const table = await startBattle();
  const { cards } = await must(table, 'ada', 'order', { verb: 'attack', with: 'target=Grim' });
  expect(cards[0]?.title).toContain('Ann');
  expect(cards[0]?.title).toContain('Grim');
});

test('/order asks for missing options step by step, and answers queries', async () => {
  const table = await startBattle();
  const asked = await must(table, 'ada', 'order', { verb: 'tur' });
  expect(asked).toMatchObject({ kind: 'private', cards: [{ title: 'Ann: turn' }] });
  const odds = await must(table, 'ada', 'order', { verb: 'odds', with: 'target=Grim' });
  expect(odds.kind).toBe('private');
});

test('/order suggests the expected verb first, then options and their values', async () => {
  const table = await startBattle();
  const verbs = await table.complete('ada', 'order', 'verb');
  expect(verbs[0]?.value).toBe('attack');
  expect(verbs.map(({ value }) => value)).not.toContain('revive');
  expect((await table.complete('gm', 'order', 'verb', 'reviv')).map(({ value }) => value)).toEqual(['revive']);
  const options = await table.complete('ada', 'order', 'with', '', { verb: 'attack' });
  expect(options.map(({ value }) => value)).toContain('target=');
  const targets = await table.complete('ada', 'order', 'with', 'target=', { verb: 'attack' });
  expect(targets.map(({ value }) => value)).toEqual(['target=Grim']);
  const modes = await table.complete('ada', 'order', 'with', 'target=Grim, mode=me', { verb: 'attack' });
  expect(modes.map(({ value }) => value)).toEqual(['target=Grim, mode=melee']);
  const left = await table.complete('ada', 'order', 'with', 'target=Grim, ', { verb: 'attack' });
  expect(left.map(({ value }) => value)).not.toContain('target=Grim, target=');
});

test('/order refuses unknown verbs, text that is not a pair, and GM verbs for players', async () => {
  const table = await startBattle();
  expect(await codeOf(table, 'ada', { verb: 'blast' })).toBe('no-such-verb');
  expect(await codeOf(table, 'ada', { verb: 'revive', with: 'target=Grim' })).toBe('no-such-verb');
  expect(await codeOf(table, 'ada', { verb: 'attack', with: 'Grim' })).toBe('bad-input');
  expect(await codeOf(house(), 'ada', { verb: 'attack' })).toBe('no-battle-here');
});

test('a rulebook switched off on the server cannot start a battle', async () => {
  const table = house();
  await must(table, 'gm', 'gm server', { systems: 'skure, segment' });
  const answer = await table.run('gm', 'battle create', { system: 'dskull', name: 'A' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'rulebook-off' } });
  if (!answer.ok)
    expect(await table.sentence(answer.error, 'table')).toContain(
      'A manager adds it: /gm server systems:skure,segment,dskull',
    );
  await must(table, 'gm', 'gm server', { systems: 'all' });
  await must(table, 'gm', 'battle create', { system: 'dskull', name: 'A' });
});
