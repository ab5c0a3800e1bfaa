import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Control, privateAside, type Reply } from '../../src/app/replies/reply.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const refusalOf = async (there: House, user: string, path: string, input = {}) => {
  const answer = await there.run(user, path, input);
  return answer.ok ? undefined : answer.error;
};

const gameHere = async (there: House) => {
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error('no battle');
  return battle.value.saved;
};

const hall = '10x8; wall B2-B5e; door B3e; blocked G3';

const withHall = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'library save', { kind: 'map', name: 'Hall', content: hall, note: 'The old one' });
  return there;
};

const labelsOf = (controls: readonly (readonly Control[])[]) => controls.flat().map(({ label }) => label);

test('a map saved from text is shown as picture and text', async () => {
  const there = house();
  const told = await must(there, 'gm', 'library save', {
    kind: 'map',
    name: 'Hall',
    content: hall,
    note: 'The old one',
  });
  // A wall and a door on one edge are read as a wall.
  expect(textOf(told)).toEqual(['Hall saved to your own library', 'The old one', '10x8', 'wall B2-B5e', 'blocked G3']);
  const shown = await must(there, 'gm', 'library show', { kind: 'map', name: 'hall' });
  expect(shown.cards[0]?.picture?.scene.shapes.length).toBeGreaterThan(10);
  expect(shown.cards[0]?.picture?.alt).toContain('The board is 10 by 8 squares. Blocked squares: G3.');
  expect(shown.cards[0]?.picture?.scene.text.join('\n')).toContain('Hall');
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'map' }))).toEqual(['Maps', 'Your own library: Hall.']);
  const [file] = (await must(there, 'gm', 'library export', { kind: 'map', name: 'Hall' })).files;
  const again = await must(there, 'gm', 'library import', { name: 'Copy', file: String(file?.content) });
  expect(textOf(again)).toEqual(['1 restored', 'Libraries: Copy (map).']);
});

test('an imported map is saved with its walls and reports what was skipped', async () => {
  const there = house();
  const file = readFileSync('test/formats/maps/tiny.uvtt', 'utf8');
  const told = textOf(await must(there, 'gm', 'library import', { kind: 'map', name: 'Tiny', file }));
  expect(told[1]).toBe('6x4');
  expect(told.join('\n')).toMatch(/wall .*\n/);
  expect(told.at(-1)).toMatch(/^Skipped: .*light/);
});

test('each press of the map editor saves and shows the map', async () => {
  const there = house();
  const begun = await must(there, 'gm', 'encounter draw-map', { name: 'Yard', size: '6x5' });
  expect(textOf(begun)).toEqual(['Yard saved to your own library', '6x5']);
  expect(labelsOf(begun.controls)).toEqual(['Draw something', 'Clear', 'Change the size', 'Delete it']);
  const press = { name: 'Yard', shelf: 'mine' };
  await must(there, 'gm', 'encounter draw-map', { ...press, what: 'wall', where: 'A1-D1s' });
  await must(there, 'gm', 'encounter draw-map', { ...press, what: 'door', where: 'B1s' });
  const drawn = await must(there, 'gm', 'encounter draw-map', { ...press, what: 'blocked', where: 'F5' });
  expect(textOf(drawn)).toEqual(['Yard', '6x5', 'wall A1s C1-D1s', 'door B1s', 'blocked F5']);
  expect(drawn).toMatchObject({ kind: 'private', replaces: true });
  const cleared = await must(there, 'gm', 'encounter draw-map', { ...press, what: 'nothing', where: 'F5' });
  expect(textOf(cleared)).not.toContain('blocked F5');
  const small = await must(there, 'gm', 'encounter draw-map', { ...press, size: '3x3' });
  expect(textOf(small)).toEqual(['Yard', '3x3', 'wall A1s C1s', 'door B1s']);
});

test.each([
  ['library save', { kind: 'map', name: 'X', content: '4x4; lava A1' }, 'import-unfit'],
  ['library import', { kind: 'map', name: 'X', file: '{}' }, 'no-map'],
  ['encounter draw-map', { name: 'X' }, 'nothing-saved'],
  ['encounter draw-map', { name: 'X', size: 'large' }, 'bad-input'],
  ['encounter draw-map', { name: 'Hall', what: 'wall', where: 'Z9s' }, 'bad-input'],
  ['library save', { kind: 'map', name: 'Hall', content: '2x2' }, 'name-on-shelf'],
])('%s %j is refused', async (path, input, code) => {
  const there = await withHall();
  expect((await refusalOf(there, 'gm', path, input))?.code).toBe(code);
  expect(textOf(await must(there, 'gm', 'library show', { kind: 'map', name: 'Hall' }))).toContain('blocked G3');
});

test('a map can be renamed, copied, deleted and restored by its owner only', async () => {
  const there = await withHall();
  await must(there, 'ada', 'library save', { kind: 'map', name: 'Pit', content: '3x3; blocked B2', shelf: 'server' });
  await must(there, 'gm', 'library rename', { kind: 'map', name: 'Hall', to: 'Great hall' });
  await must(there, 'gm', 'library copy', { kind: 'map', name: 'Great hall', onto: 'server' });
  expect((await refusalOf(there, 'ada', 'library delete', { kind: 'map', name: 'Great hall' }))?.code).toBe(
    'not-yours-on-shelf',
  );
  expect((await refusalOf(there, 'ada', 'encounter draw-map', { name: 'Great hall', size: '2x2' }))?.code).toBe(
    'not-yours-on-shelf',
  );
  await must(there, 'gm', 'library delete', { kind: 'map', name: 'Great hall', shelf: 'mine' });
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'map' }))).toEqual([
    'Maps',
    'The library of this server: Great hall, Pit.',
  ]);
  await must(there, 'gm', 'library restore', { kind: 'map', name: 'Great hall' });
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'map' }))).toContain('Your own library: Great hall.');
});

test('a battle can use a saved map if its rulebook has squares', async () => {
  const there = await withHall();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Mire' });
  const taken = await must(there, 'gm', 'battle map', { kept: 'hall', walls: 'north-west' });
  expect(textOf({ cards: privateAside(taken) })[1]).toContain('squares no one may enter: B2 B3 G3 B4 B5');
  expect((await gameHere(there)).game).toMatchObject({ board: { width: 10, height: 8 } });
  const other = await withHall();
  await must(other, 'gm', 'battle create', { system: 'sword-world', name: 'Mire' });
  expect((await refusalOf(other, 'gm', 'battle map', { kept: 'Hall' }))?.code).toBe('no-board-of-squares');
  expect((await refusalOf(other, 'ada', 'battle map', { kept: 'Hall' }))?.code).toBe('nothing-saved');
});

test.each(['skure', 'segment', 'dskull'])('%s: an encounter can use a saved map as its board', async (system) => {
  const there = await withHall();
  const preset = { skure: 'Zombie', segment: 'Hedda Stane', dskull: 'Greyford' }[system] ?? '';
  await must(there, 'gm', 'library save', {
    kind: 'encounter',
    name: 'Ambush',
    content: preset,
    system,
    map: 'Hall',
  });
  await must(there, 'gm', 'battle create', { system, name: 'Mire' });
  await must(there, 'gm', 'encounter load', { name: 'Ambush' });
  const saved = JSON.stringify((await gameHere(there)).game);
  expect(saved).toMatch(/"(width|w)":10,"(height|h)":8/);
});

test('an encounter’s map can be changed', async () => {
  const there = await withHall();
  await must(there, 'gm', 'library save', { kind: 'encounter', name: 'Ambush', content: 'Zombie', system: 'skure' });
  await must(there, 'gm', 'encounter edit', { name: 'Ambush', map: 'Hall' });
  const shown = textOf(await must(there, 'gm', 'library show', { kind: 'encounter', name: 'Ambush' }));
  expect(shown.join('\n')).toContain('Blocked squares: G3');
});
