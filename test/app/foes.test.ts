import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const refusalOf = async (there: House, user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  if (answer.ok) throw new Error(`/${path} is not refused`);
  return there.sentence(answer.error, 'table');
};
const codeOf = async (there: House, user: string, path: string, input = {}): Promise<string | undefined> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? undefined : answer.error.code;
};

/** A Skure battle led by gm, with one combatant of Ada's. */
const battle = async (there = house()): Promise<House> => {
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'The Mire', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  return there;
};

const rosterOf = async (there: House) => (await opened(there)).game.roster().map(({ id, side }) => `${id} (${side})`);

test('a foe saved from a preset with changes can be suggested and added in numbers', async () => {
  const there = await battle();
  const kept = await must(there, 'gm', 'library save', {
    kind: 'foe',
    content: 'Zombie',
    name: 'Bog Zombie',
    changes: 'maxHp=77, attack=9',
    note: 'Hates fire',
  });
  expect(kept.to).toBe('asker');
  expect(textOf(kept)[0]).toBe('Bog Zombie saved to your own library (Skure)');
  const offers = await there.complete('gm', 'npc add', 'preset', 'bog z');
  expect(offers.map(({ value }) => value)).toEqual(['Bog Zombie']);
  expect((await there.complete('gm', 'npc add', 'preset', 'zombie')).map(({ value }) => value)).toContain('Zombie');
  await must(there, 'gm', 'npc add', { preset: 'Bog Zombie', count: 2, side: 'foes' });
  expect(await rosterOf(there)).toEqual(['Ann (red)', 'Bog Zombie 1 (foes)', 'Bog Zombie 2 (foes)']);
  expect(JSON.stringify((await opened(there)).game.save())).toContain('"maxHp":77');
  const shown = textOf(await must(there, 'gm', 'library show', { name: 'bog' }));
  expect(shown.slice(0, 2)).toEqual(['Bog Zombie (Skure), in your own library', 'Hates fire']);
  expect(shown).toContain('Max HP: 77');
});

test('a foe in one user’s own library is hidden from others', async () => {
  const there = await battle();
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie', name: 'Bog Zombie' });
  expect(await codeOf(there, 'ada', 'library show', { name: 'Bog Zombie' })).toBe('nothing-saved');
  expect(await there.complete('ada', 'npc add', 'preset', 'bog z')).toEqual([]);
  expect(textOf(await must(there, 'ada', 'library list', { kind: 'foe' }))).toEqual([
    'Nothing is saved here',
    'Save your first one with /library save kind:foe.',
  ]);
});

test('a combatant can be saved by its GM, unhurt and without its number', async () => {
  const there = await battle();
  await must(there, 'gm', 'npc add', { preset: 'Zombie', count: 3, changes: 'maxHp=66' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: 'Zombie 2', value: '5', reason: 'a fall' });
  await must(there, 'gm', 'gm set', { field: 'attack', who: 'Zombie 2', value: '21', reason: 'fury' });
  expect(await codeOf(there, 'ada', 'library save', { kind: 'foe', content: 'Zombie 2' })).toBe('no-such-preset');
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie 2', name: 'Rager' });
  const [item] = await there.stores.library.listByUser('gm');
  expect(item).toMatchObject({
    name: 'Rager',
    kind: 'foe',
    system: 'skure',
    thing: { sheet: { attack: 21, maxHp: 66 } },
  });
  expect(JSON.stringify(item?.thing)).not.toContain('"hp":');
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie 3' });
  expect((await there.stores.library.listByUser('gm')).map(({ name }) => name)).toEqual(['Rager', 'Zombie']);
});

test('a saved foe can be edited, renamed, copied, deleted and restored', async () => {
  const there = await battle();
  const names = async () =>
    (await there.stores.library.listByUser('gm')).filter((each) => !each.deletedAt).map(({ name }) => name);
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie', name: 'Bog' });
  await must(there, 'gm', 'npc edit', { name: 'Bog', changes: 'hp=20', note: 'slow' });
  expect(textOf(await must(there, 'gm', 'library show', { name: 'Bog' }))).toEqual(
    expect.arrayContaining(['slow', 'HP: 20']),
  );
  await must(there, 'gm', 'library rename', { name: 'Bog', to: 'Marsh' });
  await must(there, 'gm', 'library copy', { name: 'Marsh', to: 'Fen' });
  expect(await names()).toEqual(['Fen', 'Marsh']);
  const gone = await must(there, 'gm', 'library delete', { name: 'Marsh' });
  expect(await names()).toEqual(['Fen']);
  expect((await there.complete('gm', 'library restore', 'name')).map(({ value }) => value)).toEqual(['Marsh']);
  const [back] = gone.controls.flat();
  expect(back).toMatchObject({ label: 'Restore', press: { path: ['library', 'restore'] } });
  await must(there, 'gm', 'library restore', back?.press.input);
  expect(await names()).toEqual(['Fen', 'Marsh']);
  expect(textOf(await must(there, 'gm', 'library show', { name: 'Marsh' }))).toContain('HP: 20');
});

test('a group adds all its members at once and uses later changes of its foes', async () => {
  const there = await battle();
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie', name: 'Bog' });
  await must(there, 'gm', 'library save', { kind: 'group', name: 'Patrol', content: 'Bog 2, 1 Swordsman' });
  await must(there, 'gm', 'npc edit', { name: 'Bog', changes: 'maxHp=91' });
  await must(there, 'gm', 'npc add', { preset: 'Patrol', side: 'foes', hidden: 'until-revealed' });
  const open = await opened(there);
  const [, ...foes] = open.game.roster().map(({ id }) => id);
  expect(foes).toHaveLength(3);
  expect(Object.keys(open.saved.table.hidden)).toEqual(foes);
  expect(JSON.stringify(open.game.save())).toContain('"maxHp":91');
  await must(there, 'gm', 'library delete', { name: 'Bog' });
  expect(await refusalOf(there, 'gm', 'npc add', { preset: 'Patrol' })).toBe(
    'Bog, a member of the group Patrol, is no longer saved. Restore it with /library restore, or save the group again.',
  );
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'group' }))).toEqual([
    'Groups',
    'Your own library, Skure: Patrol.',
  ]);
});

test('Add foes lists the GM’s saved foes', async () => {
  const there = await battle();
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie', name: 'Bog' });
  const { controls } = await must(there, 'gm', 'battle enter', { as: 'foes' });
  const [kept] = controls.flat();
  expect(kept).toMatchObject({
    kind: 'select',
    label: 'One of your saved foes',
    options: [{ value: 'Bog' }],
    option: 'preset',
  });
});

test('foes can be imported from a table or file into the server’s library', async () => {
  const there = house();
  const table = 'name,level,hp,damage\nBog Ox,2,19,2d+4\nGull,1,8,2d';
  const told = await must(there, 'bob', 'library import', { kind: 'foe', file: table, shelf: 'server' });
  expect(textOf(told)[0]).toBe('2 foes saved to the library of this server (Sword World)');
  expect(textOf(await must(there, 'eve', 'library list', { kind: 'foe', system: 'sword-world' }))).toEqual([
    'Foes',
    'The library of this server, Sword World: Bog Ox, Gull.',
  ]);
  expect(await codeOf(there, 'bob', 'library import', { kind: 'foe', file: table, shelf: 'server' })).toBe(
    'name-on-shelf',
  );
  await must(there, 'bob', 'library import', { kind: 'foe', file: table, shelf: 'server', over: true });
  expect(await refusalOf(there, 'eve', 'npc edit', { name: 'Gull', changes: 'hp=1' })).toBe(
    'Only who saved Gull and server managers may change it. Make a copy with /library copy.',
  );
  await must(there, 'eve', 'library copy', { name: 'Gull', onto: 'mine' });
  await must(there, 'eve', 'npc edit', { name: 'Gull', changes: 'hp=1', shelf: 'mine' });
  await must(there, 'gm', 'library delete', { name: 'Gull', shelf: 'server' });
});

test.each([
  ['library save', { kind: 'foe', content: 'Zombie', dice: '2d6' }, 'option-not-for-kind'],
  ['library save', { kind: 'foe' }, 'bad-input'],
  ['library save', { kind: 'foe', content: 'Zombie', name: ' \u200b ' }, 'bad-shelf-name'],
  ['library save', { kind: 'foe', content: 'Zombie', name: 'x'.repeat(29) }, 'bad-shelf-name'],
  ['library save', { kind: 'foe', content: 'Nobody' }, 'no-such-preset'],
  ['library save', { kind: 'foe', content: 'Zombie', changes: 'maxHp=many' }, 'bad-sheet'],
  ['library save', { kind: 'foe', content: 'Zombie', shelf: 'campaign' }, 'no-shelf-of-campaign'],
  ['library save', { kind: 'group', name: 'Patrol', content: 'Nobody 3' }, 'no-such-member'],
  ['library save', { kind: 'group', name: 'Patrol', content: 'Zombie 21' }, 'bad-input'],
  ['library save', { kind: 'group', name: 'Patrol', content: ', ,' }, 'bad-input'],
  ['library delete', { name: 'Nobody' }, 'nothing-saved'],
  ['library restore', { name: 'Nobody' }, 'nothing-saved'],
])('/%s %o is refused: %s', async (path, input, code) => {
  expect(await codeOf(await battle(), 'gm', path, input)).toBe(code);
});

test('a library has a limit for each kind, and the server’s one also for each user', async () => {
  const there = house();
  const gulls = (count: number, from = 0) =>
    ['name,level,hp,damage', ...Array.from({ length: count }, (_, n) => `Gull ${from + n},1,8,2d`)].join('\n');
  const one = 'name,level,hp,damage\nOx,1,8,2d';
  for (const from of [0, 50, 100, 150])
    await must(there, 'bob', 'library import', { kind: 'foe', file: gulls(50, from) });
  expect(await there.stores.library.listByUser('bob')).toHaveLength(200);
  expect(await refusalOf(there, 'bob', 'library import', { kind: 'foe', file: one })).toBe(
    'There is no room in your own library: at most 200 items of each kind. Delete another foe first.',
  );
  expect(await codeOf(there, 'eve', 'library import', { kind: 'foe', file: gulls(51), shelf: 'server' })).toBe(
    'shelf-share',
  );
  await must(there, 'eve', 'library import', { kind: 'foe', file: gulls(50), shelf: 'server' });
  expect(await codeOf(there, 'eve', 'library import', { kind: 'foe', file: one, shelf: 'server' })).toBe('shelf-share');
  await must(there, 'cid', 'library import', { kind: 'foe', file: one, shelf: 'server' });
});
