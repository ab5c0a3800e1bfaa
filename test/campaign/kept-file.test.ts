import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sheetJsonLimits } from '../../src/app/input/import-input.ts';
import { writeLibraryFiles } from '../../src/app/library/library-format.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import { readJson } from '../../src/core/json.ts';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { uploadText } from '../pictures/uploads.ts';
import { clockStage, memoryGround } from './clock-stage.ts';

const textOf = ({ cards }: Reply): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

/** A GM with characters of two rulebooks, a warband, and a campaign with a roster. */
const createLibrary = async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'campaign create', { name: 'Road', systems: 'skure,sword-world' });
  await on.run('gm', 'campaign roster', { do: 'add', name: 'Grim', preset: 'Zombie', system: 'skure' });
  await on.run('gm', 'campaign roster', {
    do: 'add',
    name: 'Tess',
    preset: 'Tess',
    system: 'sword-world',
    kind: 'character',
  });
  await on.run('gm', 'character create', { system: 'skure', name: 'Vex', preset: 'Swordsman', changes: 'hp=12' });
  await on.run('gm', 'library import', {
    kind: 'warband',
    json: '{"name":"Mire","warriors":[{"name":"Grub","weapons":[{"name":"sword","type":"melee","hands":1}]}]}',
  });
  const [file] = (await on.run('gm', 'library export')).files;
  return { on, file: String(file?.content) };
};

test('a full export restores all characters and rosters unchanged', async () => {
  const { on, file } = await createLibrary();
  const all = async (owner: string) =>
    (await on.stores.characters.list(owner, 'guild')).map(({ updatedAt: _, ...each }) => each);
  const own = await all('gm');
  const [campaign] = await on.stores.campaigns.list('guild');
  const roster = async () => [
    ...(await all(`campaign ${campaign?.id} foes`)),
    ...(await all(`campaign ${campaign?.id} characters`)),
  ];
  const enrolled = await roster();
  expect(own.map(({ name }) => name)).toEqual(['Mire', 'Vex']);
  expect(enrolled.map(({ name }) => name)).toEqual(['Grim', 'Tess']);
  expect(textOf(await on.run('gm', 'library import', { file }))).toEqual([
    '4 restored',
    'Unchanged: Mire (dskull); Vex (skure).',
    'On the roster: Tess, character of Road; Grim, foe of Road.',
  ]);
  expect(await all('gm')).toEqual(own);
  expect(await roster()).toEqual(enrolled);
  await on.run('gm', 'library delete', { kind: 'character', name: 'Vex' });
  await on.run('gm', 'character edit', { name: 'Mire', changes: 'primaryRace="orc"' });
  await on.run('gm', 'campaign roster', { do: 'remove', name: 'Grim' });
  expect(textOf(await on.run('gm', 'library import', { file })).slice(0, 3)).toEqual([
    '4 restored',
    'Saved: Vex (skure).',
    'Changed: Mire (dskull).',
  ]);
  const bare = (each: { readonly id: string }) => ({ ...each, id: '' });
  expect((await all('gm')).map(bare)).toEqual(own.map(bare));
  expect((await roster()).map(bare)).toEqual(enrolled.map(bare));
});

test('a user who does not lead the campaign imports only their own part, and reads what was skipped', async () => {
  const { on, file } = await createLibrary();
  expect(textOf(await on.run('ada', 'library import', { file }))).toEqual([
    '2 restored',
    'Saved: Mire (dskull); Vex (skure).',
    'Skipped, because you lead no campaign with that name here: Tess of Road; Grim of Road.',
  ]);
  const sheets = JSON.parse(file).things.filter((each: { readonly kind: string }) => each.kind === 'roster');
  const foreign = JSON.stringify({ ...JSON.parse(file), things: sheets });
  expect(textOf(await on.run('ada', 'library import', { file: foreign }))[0]).toBe('Nothing could be restored');
});

test('a saved file of format 1 can be imported', async () => {
  const on = await clockStage(memoryGround);
  const file = readFileSync('test/formats/library/library-1.json', 'utf8');
  expect(textOf(await on.run('ada', 'library import', { file }))).toEqual([
    '6 restored',
    'Saved: Vex (skure).',
    'Libraries: Bog Zombie (foe); Longsword (roll); Mire (encounter); Weather (table); Bog band (group).',
  ]);
  const group = (await on.stores.library.listByUser('ada')).find(({ kind }) => kind === 'group');
  const foe = (await on.stores.library.listByUser('ada')).find(({ kind }) => kind === 'foe');
  expect(group?.thing).toMatchObject({ members: [{ of: { foe: foe?.id } }, { of: { preset: 'ghost' } }] });
});

test('a full export contains the user’s library and what they may change on the server’s', async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'library save', {
    kind: 'foe',
    content: 'Zombie',
    system: 'skure',
    name: 'Bog Zombie',
    changes: 'maxHp=77',
  });
  await on.run('gm', 'library save', {
    kind: 'group',
    name: 'Bog band',
    content: 'Bog Zombie 2, Ghost',
    system: 'skure',
  });
  await on.run('gm', 'library save', { kind: 'roll', name: 'Longsword', content: 'd20+7' });
  await on.run('gm', 'library save', { kind: 'table', name: 'Weather', content: '1-6 rain', shelf: 'server' });
  await on.run('ada', 'library save', { kind: 'table', name: 'Loot', content: '1-6 a pearl', shelf: 'server' });
  const [file] = (await on.run('gm', 'library export')).files;
  const things = JSON.parse(String(file?.content)).things.map((each: { readonly name: string }) => each.name);
  expect(things).toEqual(['Bog Zombie', 'Longsword', 'Loot', 'Weather', 'Bog band']);
  const [own] = (await on.run('ada', 'library export')).files;
  expect(JSON.parse(String(own?.content)).things).toMatchObject([{ of: 'table', scope: 'server', name: 'Loot' }]);
  await on.run('gm', 'library delete', { name: 'Bog Zombie' });
  await on.run('gm', 'library rename', { kind: 'roll', name: 'Longsword', to: 'Blade' });
  expect(textOf(await on.run('gm', 'library import', { file: String(file?.content) }))).toEqual([
    '5 restored',
    'Libraries: Bog Zombie (foe); Longsword (roll); Loot (table); Weather (table); Bog band (group).',
  ]);
  expect(textOf(await on.run('gm', 'library list', { kind: 'foe' }))).toEqual([
    'Foes',
    'Your own library, Skure: Bog Zombie.',
  ]);
  const look = await on.run('ada', 'library import', { file: String(file?.content), look: true });
  expect(textOf(look)).toContain('Bog Zombie (foe)');
  const others = await on.run('ada', 'library import', { file: String(file?.content) });
  expect(textOf(others)).toEqual([
    '4 restored',
    'Libraries: Bog Zombie (foe); Longsword (roll); Loot (table); Bog band (group).',
    'Skipped (not allowed there, or no room left): Weather (table).',
  ]);
});

test.each([
  [{ thing: { sheet: { hp: 'many' } } }, 'Bog Zombie: '],
  [{ thing: 7 }, 'Bog Zombie: '],
  [{ edition: 99 }, 'it was written by a newer version of the bot'],
  [{ system: 'chess' }, 'is for the rulebook chess'],
  [{ of: 'castle' }, 'things.0'],
])('a library item changed to %j makes the import fail', async (change, says) => {
  const on = await clockStage(memoryGround);
  const json = JSON.parse(readFileSync('test/formats/library/library-1.json', 'utf8'));
  const foe = json.things.find((each: { readonly of?: string }) => each.of === 'foe');
  const file = JSON.stringify({ ...json, things: [{ ...foe, ...change }] });
  await expect(on.run('ada', 'library import', { file })).rejects.toThrow(says);
  expect(await on.stores.library.listByUser('ada')).toEqual([]);
});

test.each([
  ['format', 'brotherhood-master/library@2', 'it was written by a newer version of the bot'],
  ['things', [], 'it is empty'],
  ['things', 7, 'things: '],
  ['things.0.edition', 99, 'it was written by a newer version of the bot'],
  ['things.0.system', 'chess', 'is for the rulebook chess, which this bot does not have'],
  ['things.0.kind', 'castle', 'things.0'],
  ['things.0.name', '\u200b', 'a name needs 1 to 32 visible characters'],
  ['things.0.sheet', { hp: 'many' }, ': '],
])('a library file with %s %o is refused whole', async (path, value, says) => {
  const { on, file } = await createLibrary();
  const json: unknown = JSON.parse(file);
  const changed = (tree: unknown, [head = '', ...rest]: readonly string[]): unknown => {
    if (Array.isArray(tree))
      return tree.map((each, at) => (String(at) === head ? (rest.length === 0 ? value : changed(each, rest)) : each));
    return isPlainObject(tree) ? { ...tree, [head]: rest.length === 0 ? value : changed(tree[head], rest) } : tree;
  };
  const bad = JSON.stringify(changed(json, path.split('.')));
  await expect(on.run('ada', 'library import', { file: bad })).rejects.toThrow(says);
  expect(await on.stores.characters.list('ada', 'guild')).toEqual([]);
});

test('a user exports only their own items; /npc import reads the file’s sheets', async () => {
  const { on, file } = await createLibrary();
  await expect(on.run('ada', 'library export')).rejects.toThrow('nothing-kept');
  await on.run('gm', 'battle create', { system: 'skure', name: 'Ford' });
  const told = textOf(await on.run('gm', 'npc import', { file })).join();
  expect(told).toMatch(/Vex.*Grim/);
});

test('every exported file is small enough to import again', () => {
  const sheet = { note: 'words '.repeat(10_000) };
  const one = { owner: 'ada', guild: 'guild', system: 'skure', edition: 1, updatedAt: 1, sheet };
  const characters = Array.from({ length: 30 }, (_, n) => ({ ...one, id: `c${n}`, name: `C ${n}` }));
  const version = { at: 1, edition: 3, changes: [], sheet };
  const versions = new Map(characters.map(({ id }) => [id, Array(25).fill(version)]));
  const nothing = { rosters: [], items: [], portraits: new Map(), images: new Map() };
  const files = writeLibraryFiles({ characters, versions, ...nothing });
  expect(files.length).toBeGreaterThan(10);
  const read = files.map(({ content }) => readJson(content, sheetJsonLimits));
  const things = read.flatMap((each) => (each.ok ? Object(each.value).things : []));
  expect(things.map(({ name }) => name)).toEqual(characters.map(({ name }) => name));
  // The newest versions are included while there is room.
  expect(things.every((each) => each.versions.length > 1 && each.versions.length < 25)).toBe(true);
});

test('an export too large for one file is split into several', async () => {
  const on = await clockStage(memoryGround);
  const one = { owner: 'ada', guild: 'guild', system: 'skure', edition: 1, updatedAt: 1 };
  const sheet = JSON.parse(readFileSync('test/formats/library/library-1.json', 'utf8')).things[0].sheet;
  for (let n = 0; n < 501; n++) await on.stores.characters.save({ ...one, id: `c${n}`, name: `C ${n}`, sheet });
  const { files } = await on.run('ada', 'library export');
  expect(files.map(({ name }) => name)).toEqual(['library.json', 'library-2.json']);
  let brought = 0;
  for (const { content } of files)
    brought += Number(
      /^\d+/.exec(textOf(await on.run('bob', 'library import', { file: String(content) }))[0] ?? '')?.[0],
    );
  expect(brought).toBe(501);
});

/** A user with a character that has a portrait and earlier versions, a foe with a portrait, an encounter and a map. */
const createWithPortraits = async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'character create', { system: 'skure', name: 'Vex', preset: 'Swordsman' });
  await on.run('gm', 'character edit', { name: 'Vex', changes: 'hp=12' });
  await on.run('gm', 'character portrait', { name: 'Vex', picture: uploadText('portrait.jpg') });
  await on.run('gm', 'library save', { kind: 'foe', content: 'Zombie', system: 'skure', name: 'Grim' });
  await on.run('gm', 'npc portrait', { foe: 'Grim', picture: uploadText('portrait.png') });
  await on.run('gm', 'library save', { kind: 'map', name: 'Hall', content: '6x4; wall B1-B3e; blocked E4' });
  await on.run('gm', 'library save', {
    kind: 'encounter',
    name: 'Ambush',
    content: 'Grim 2',
    system: 'skure',
    map: 'Hall',
  });
  const [file] = (await on.run('gm', 'library export')).files;
  return { on, file: String(file?.content) };
};

const countPortraits = async ({ stores }: Awaited<ReturnType<typeof clockStage>>, user: string) => {
  const own = await stores.characters.listInAllServers(user);
  const items = await stores.library.listByUser(user);
  const faces = await stores.pictures.portraits([...own, ...items].map(({ id }) => id));
  const encounter = items.find(({ kind }) => kind === 'encounter')?.thing;
  const foe = isPlainObject(encounter) && Array.isArray(encounter.foes) ? encounter.foes[0] : undefined;
  return {
    named: [...own, ...items].flatMap(({ id, name }) => (faces.has(id) ? [name] : [])),
    encounter: isPlainObject(foe) && typeof foe.face === 'string' ? (await stores.pictures.images([foe.face])).size : 0,
    versions: (await stores.histories.list(own[0]?.id ?? '')).filter(({ before }) => before !== undefined).length,
    pictures: (await stores.pictures.listHeads(user)).length,
  };
};

test('portraits, earlier versions and maps are exported and restored', async () => {
  const { on, file } = await createWithPortraits();
  expect(Object.keys(JSON.parse(file).pictures)).toHaveLength(2);
  const told = textOf(await on.run('ada', 'library import', { file }));
  expect(told).toEqual(['4 restored', 'Saved: Vex (skure).', 'Libraries: Ambush (encounter); Grim (foe); Hall (map).']);
  expect(await countPortraits(on, 'ada')).toEqual({ named: ['Vex', 'Grim'], encounter: 1, versions: 1, pictures: 2 });
  const versions = textOf(await on.run('ada', 'character versions', { name: 'Vex' }));
  expect(versions.join()).toContain('hp');
  expect(textOf(await on.run('ada', 'library show', { kind: 'map', name: 'Hall' }))).toContain('blocked E4');
  // A second import changes nothing: pictures exist and the history is the user's own.
  await on.run('ada', 'library import', { file });
  expect(await countPortraits(on, 'ada')).toEqual({ named: ['Vex', 'Grim'], encounter: 1, versions: 1, pictures: 2 });
});

test('a broken picture in an export is skipped and reported', async () => {
  const { on, file } = await createWithPortraits();
  const json = JSON.parse(file);
  const [first] = Object.keys(json.pictures);
  json.pictures[first ?? ''] = Buffer.from('no picture').toString('base64');
  const told = textOf(await on.run('ada', 'library import', { file: JSON.stringify(json) }));
  expect(told[0]).toBe('4 restored');
  expect(told.at(-1)).toBe('Skipped (cannot be read, or no room left): 1 picture.');
  expect((await countPortraits(on, 'ada')).pictures).toBe(1);
});

test.each([
  ['an invalid map', 'map', { map: '4x4; lava A1' }, 'Hall: lava is not a map word'],
  ['an invalid foe', 'foe', { sheet: { name: 'X' } }, 'Grim: '],
])('%s refuses the whole file and saves nothing', async (_, kind, thing, says) => {
  const { on, file } = await createWithPortraits();
  const json = JSON.parse(file);
  for (const each of json.things) if (each.of === kind) each.thing = thing;
  const answer = await on.ask('ada', 'library import', { file: JSON.stringify(json) });
  expect(answer.ok ? 'kept' : JSON.stringify(answer.error.facts)).toContain(says);
  expect(await on.stores.characters.listInAllServers('ada')).toEqual([]);
  expect(await on.stores.library.listByUser('ada')).toEqual([]);
});

test('an import that conflicts with a concurrent save stores nothing', async () => {
  const { on, file } = await createWithPortraits();
  const { batches } = on.stores;
  const { write } = batches;
  Object.assign(batches, {
    write: async (...[batch, said]: Parameters<typeof write>) => {
      // Another user saves a foe of that name first.
      const [item] = batch.items.filter(({ kind }) => kind === 'foe');
      if (item !== undefined) await on.stores.library.save({ ...item, id: 'first' });
      return write(batch, said);
    },
  });
  const answer = await on.ask('ada', 'library import', { file });
  expect(answer.ok ? undefined : answer.error.code).toBe('kept-meanwhile');
  expect(await on.stores.characters.listInAllServers('ada')).toEqual([]);
  expect((await on.stores.library.listByUser('ada')).map(({ id }) => id)).toEqual(['first']);
  expect(await on.stores.pictures.listByOwner('ada')).toEqual([]);
});
