import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const codeOf = async (there: House, user: string, path: string, input = {}): Promise<string | undefined> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? undefined : answer.error.code;
};

const positions = async (there: House) =>
  (await opened(there)).game.view(gmViewer).combatants.map(({ id, place }) => `${id}: ${place ?? 'nowhere'}`);

const hiddenIn = async (there: House) => Object.keys((await opened(there)).saved.table.hidden);

const asideOf = (reply: Reply): readonly string[] =>
  'aside' in reply ? textOf({ cards: reply.aside as Reply['cards'] }) : [];

/** A Skure battle led by gm, with heroes of Ada and Bob. */
const skure = async (there = house(), size = '8x8'): Promise<House> => {
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'The Mire', size });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Longbowman', side: 'red', name: 'Bea' });
  return there;
};

const ambush = {
  name: 'Ambush',
  content: 'Zombie 3, Ogre Rammer',
  places: 'Zombie 1=B7, Zombie 2=C7, Zombie 3=D7, Ogre Rammer=G8',
  hidden: 'Ogre Rammer, Zombie 3',
  settings: 'objective=hold C4 for 3 rounds',
  heroes: 2,
  note: 'The ogre waits behind the reeds',
};

/** A Skure battle whose GM has saved the encounter Ambush. */
const battleWithAmbush = async (): Promise<House> => {
  const there = house();
  const kept = await must(there, 'gm', 'library save', { kind: 'encounter', ...ambush, system: 'skure' });
  expect(kept.to).toBe('asker');
  expect(textOf(kept).slice(0, 5)).toEqual([
    'Ambush saved to your own library (Skure)',
    'The ogre waits behind the reeds',
    'Zombie ×3 (foes): B7; C7; D7, hidden',
    'Ogre Rammer (foes): G8, hidden',
    'Made for 2 heroes.',
  ]);
  return skure(there);
};

test('one command loads a saved encounter with positions, hidden foes and objective', async () => {
  const there = await battleWithAmbush();
  const entries = (await opened(there)).saved.version;
  const brought = await must(there, 'gm', 'encounter load', { name: 'ambush' });
  expect(asideOf(brought).slice(-2)).toEqual(['Ambush', 'The ogre waits behind the reeds']);
  expect(textOf(brought).join(' ')).not.toMatch(/Ogre|Zombie 3|reeds/);
  expect(await positions(there)).toEqual([
    'Ann: nowhere',
    'Bea: nowhere',
    'Zombie 1: B7 facing N',
    'Zombie 2: C7 facing N',
    expect.stringMatching(/^Zombie [A-Z]: D7 facing N$/),
    'Ogre Rammer: G8 facing N',
  ]);
  expect(await hiddenIn(there)).toEqual([expect.stringMatching(/^Zombie [A-Z]$/), 'Ogre Rammer']);
  const open = await opened(there);
  expect(open.saved.version).toBe(entries + 1);
  expect(open.game.view(gmViewer).notes.join(' ')).toContain('C4');
  expect(textOf(await must(there, 'gm', 'battle verify'))[0]).toBeDefined();
  await must(there, 'gm', 'undo');
  expect(await positions(there)).toEqual(['Ann: nowhere', 'Bea: nowhere']);
  expect((await opened(there)).game.view(gmViewer).notes.join(' ')).not.toContain('C4');
});

test('loading an encounter scales groups to the number of heroes; a single foe stays one', async () => {
  const there = await battleWithAmbush();
  const brought = await must(there, 'gm', 'encounter load', { name: 'Ambush', heroes: 4 });
  expect(asideOf(brought).slice(-4)).toEqual([
    'Ambush',
    'The ogre waits behind the reeds',
    'Adjusted for 4 heroes: Zombie ×6 (of 3).',
    expect.stringMatching(/^Not placed yet: Zombie [A-Z], Zombie [A-Z], Zombie [A-Z]\.$/),
  ]);
  expect(await hiddenIn(there)).toEqual([
    ...Array.from({ length: 4 }, () => expect.stringMatching(/^Zombie [A-Z]$/)),
    'Ogre Rammer',
  ]);
  const fewer = await battleWithAmbush();
  await must(fewer, 'gm', 'encounter load', { name: 'Ambush', heroes: 1, places: false });
  expect((await positions(fewer)).slice(2)).toEqual(['Zombie 1: nowhere', 'Zombie 2: nowhere', 'Ogre Rammer: nowhere']);
});

test('an encounter saved from a battle keeps board, positions, facings and hidden foes', async () => {
  const there = await skure(house(), '12x9');
  await must(there, 'gm', 'npc add', { preset: 'Zombie', count: 2, changes: 'maxHp=66' });
  await must(there, 'gm', 'npc add', { preset: 'Ghost', name: 'Ghost', hidden: 'until-acts' });
  await must(there, 'gm', 'gm set', { field: 'position', who: 'Zombie 1', value: 'L9' });
  await must(there, 'gm', 'gm set', { field: 'position', who: 'Ghost', value: 'C3' });
  await must(there, 'gm', 'gm set', { field: 'facing', who: 'Ghost', value: 'SE' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: 'Zombie 1', value: '5' });
  await must(there, 'gm', 'library save', { kind: 'encounter', name: 'Reeds' });
  await must(there, 'gm', 'battle end', { reason: 'a test' });
  const next = await skure(there, '6x6');
  await must(next, 'gm', 'encounter load', { name: 'Reeds' });
  expect((await positions(next)).slice(2)).toEqual([
    'Zombie 1: L9 facing N',
    'Zombie 2: nowhere',
    'Ghost: C3 facing SE',
  ]);
  expect(await hiddenIn(next)).toEqual(['Ghost']);
  const saved = JSON.stringify((await opened(next)).game.save());
  expect(saved).toContain('"maxHp":66,');
  expect(saved).not.toContain('"hp":5,');
  expect(saved).toContain('"width":12');
});

test('an encounter is not loaded if one of its squares is occupied', async () => {
  const there = await battleWithAmbush();
  await must(there, 'gm', 'gm set', { field: 'position', who: 'Ann', value: 'C7' });
  expect(await codeOf(there, 'gm', 'encounter load', { name: 'Ambush' })).toBe('SQUARE_OCCUPIED');
  expect((await opened(there)).game.view(gmViewer).notes.join(' ')).not.toContain('C4');
  await must(there, 'gm', 'encounter load', { name: 'Ambush', places: false, ground: false });
  expect((await positions(there)).slice(2, 4)).toEqual(['Zombie 1: nowhere', 'Zombie 2: nowhere']);
  expect((await opened(there)).game.view(gmViewer).notes.join(' ')).not.toContain('C4');
});

test('an encounter loaded into a running battle leaves its map and settings unchanged', async () => {
  const there = await battleWithAmbush();
  await must(there, 'gm', 'npc add', { preset: 'Cutthroat', side: 'foes' });
  for (const [who, value] of Object.entries({ Ann: 'A1', Bea: 'B1', Cutthroat: 'H8' }))
    await must(there, 'gm', 'gm set', { field: 'position', who, value });
  await must(there, 'gm', 'battle start');
  const brought = await must(there, 'gm', 'encounter load', { name: 'Ambush' });
  expect(asideOf(brought)).toContain('The battle has already started, so its map and settings stay unchanged.');
  expect(await positions(there)).toContain('Zombie 1: B7 facing N');
});

test('an encounter saves a dSkull board; in Sword World its foes are placed after the start', async () => {
  const there = house();
  const drawing = '10x8; wall D3/D4; void J1; zone 1 A1-I2; zone 2 A7-I8';
  await must(there, 'gm', 'battle create', { system: 'dskull' });
  await must(there, 'gm', 'dskull board', { board: drawing });
  await must(there, 'gm', 'npc add', { preset: 'Thornwake Raiders' });
  await must(there, 'gm', 'library save', { kind: 'encounter', name: 'Ford' });
  await must(there, 'gm', 'battle end', { reason: 'a test' });
  await must(there, 'gm', 'battle create', { system: 'dskull' });
  await must(there, 'gm', 'encounter load', { name: 'Ford' });
  const { board } = (await opened(there)).game.view(gmViewer);
  expect(board).toMatchObject({ width: 10, height: 8 });
  await must(there, 'gm', 'battle end', { reason: 'a test' });
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'gm', 'library save', {
    kind: 'encounter',
    name: 'Bog',
    content: 'Goblin 2',
    places: 'Goblin 1=front',
  });
  const brought = await must(there, 'gm', 'encounter load', { name: 'Bog' });
  expect(asideOf(brought)).toEqual(['Bog', 'In Sword World, combatants are placed after the battle starts.']);
});

test('an encounter can be edited, renamed, copied, deleted and restored', async () => {
  const there = await battleWithAmbush();
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'encounter', shelf: 'mine' }))).toEqual([
    'Encounters',
    'Your own library, Skure: Ambush.',
  ]);
  await must(there, 'gm', 'encounter edit', { name: 'Ambush', note: 'By night', heroes: 3 });
  expect(textOf(await must(there, 'gm', 'library show', { kind: 'encounter', name: 'Ambush' }))).toEqual(
    expect.arrayContaining(['By night', 'Made for 3 heroes.']),
  );
  await must(there, 'gm', 'library rename', { kind: 'encounter', name: 'Ambush', to: 'Trap' });
  await must(there, 'gm', 'library copy', { kind: 'encounter', name: 'Trap', to: 'Trap of old' });
  await must(there, 'gm', 'library delete', { kind: 'encounter', name: 'Trap' });
  expect((await there.complete('gm', 'encounter load', 'name', 'trap')).map(({ value }) => value)).toEqual([
    'Trap of old',
  ]);
  await must(there, 'gm', 'library restore', { kind: 'encounter', name: 'Trap' });
  expect(await codeOf(there, 'ada', 'library show', { kind: 'encounter', name: 'Trap' })).toBe('nothing-saved');
});

test('an exported encounter can be imported by another user; an invalid file is refused', async () => {
  const there = await battleWithAmbush();
  const [file] = (await must(there, 'gm', 'library export', { kind: 'encounter', name: 'Ambush' })).files;
  const content = String(file?.content);
  await must(there, 'bob', 'library import', { file: content, name: 'From gm' });
  const [one, other] = [
    ...(await there.stores.library.listByUser('gm')),
    ...(await there.stores.library.listByUser('bob')),
  ];
  expect(other?.thing).toEqual(one?.thing);
  const json = JSON.parse(content);
  const [item] = json.things;
  const changed = (change: object) => JSON.stringify({ ...json, things: [{ ...item, ...change }] });
  const encounter = item.thing;
  for (const [bad, says] of [
    [JSON.stringify({ ...json, format: 'brotherhood-master/library@2' }), 'a newer version'],
    [changed({ edition: 99 }), 'a newer version'],
    [changed({ system: 'chess' }), 'rulebook chess'],
    [changed({ thing: { ...encounter, foes: [] } }), 'foes'],
    [changed({ thing: { ...encounter, settings: { objective: 7 } } }), 'Ambush: '],
    [changed({ thing: { ...encounter, foes: [{ ...encounter.foes[0], sheet: { maxHp: 'x' } }] } }), 'Ambush: '],
  ]) {
    const answer = await there.run('bob', 'library import', { file: String(bad), over: true });
    if (answer.ok) throw new Error(`${bad} is taken`);
    expect(answer.error.code).toBe('import-unfit');
    expect(await there.sentence(answer.error, 'table')).toContain(String(says));
  }
});

test.each([
  ['library save', { kind: 'encounter', name: 'X', content: 'Nobody' }, 'no-such-member'],
  ['library save', { kind: 'encounter', name: 'X' }, 'nobody-to-keep'],
  ['library save', { kind: 'encounter', name: 'X', places: 'Zombie=A1' }, 'bad-input'],
  ['library save', { kind: 'encounter', name: 'X', content: 'Zombie', places: 'Zombie' }, 'bad-input'],
  ['library save', { kind: 'encounter', name: 'X', content: 'Zombie 2', places: 'Zombie 3=A1' }, 'not-in-encounter'],
  ['library save', { kind: 'encounter', name: 'X', content: 'Zombie 2', hidden: 'Ogre' }, 'not-in-encounter'],
  [
    'library save',
    { kind: 'encounter', name: 'X', content: 'Zombie', system: 'straalara', places: 'Zombie=A1' },
    'no-such-member',
  ],
  [
    'library save',
    { kind: 'encounter', name: 'X', content: 'Karg', system: 'straalara', places: 'Karg=A1' },
    'bad-input',
  ],
  ['library save', { kind: 'encounter', name: 'X', content: 'Zombie', settings: 'colour=red' }, 'unknown-setting'],
  ['library save', { kind: 'encounter', name: '\u200b', content: 'Zombie' }, 'bad-shelf-name'],
  ['encounter load', { name: 'Nobody' }, 'nothing-saved'],
])('/%s %o is refused: %s', async (path, input, code) => {
  expect(await codeOf(await skure(), 'gm', path, input)).toBe(code);
});

test('players cannot load an encounter or save one from the battle', async () => {
  const there = await battleWithAmbush();
  expect(await codeOf(there, 'ada', 'encounter load', { name: 'Ambush' })).toBe('gm-only');
  expect(await codeOf(there, 'ada', 'library save', { kind: 'encounter', name: 'X' })).toBe('gm-only');
});
