import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxMapBytes } from '../../src/app/maps/map-source.ts';
import { type MapChoice, parseMapFile } from '../../src/app/maps/parse-map.ts';
import { privateAside, type Reply } from '../../src/app/replies/reply.ts';
import type { PlainObject } from '../../src/core/plain-object.ts';
import { mapEdges } from '../../src/rules/grid/map-plan.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from './house.ts';

const contentOf = (name: string): string => readFileSync(`test/formats/maps/${name}`, 'utf8');

const mapIn = (text: string) => {
  const map = parseMapFile(text);
  if (!map.ok) throw new Error(JSON.stringify(map.error));
  return map.value;
};

const groundOf = (text: string, system: string, walls: 'none' | 'north-west' | 'south-east' = 'none') => {
  const ground = rulesets.find(({ id }) => id === system)?.importMap?.(mapIn(text).plan, walls);
  if (!ground?.ok) throw new Error(ground?.error ?? `${system} takes no maps`);
  return ground.value;
};

/** The board that `/dskull board` would make of the map. */
const boardOf = (text: string): PlainObject => {
  const { by } = groundOf(text, 'dskull');
  return JSON.parse('verb' in by ? String(by.params.file) : '{}');
};

const settingsOf = (text: string, system: string, walls?: 'north-west' | 'south-east') => {
  const { by } = groundOf(text, system, walls);
  return 'settings' in by ? by.settings : {};
};

test.each([
  ['tiny.uvtt', 'tiny.expected.json'],
  ['foundry-scene.json', 'foundry-scene.expected.json'],
  ['tiled.tmj', 'tiled.expected.json'],
])('%s is read as the expected map', (file, beside) => {
  const wanted = JSON.parse(contentOf(beside));
  const text = contentOf(file);
  const { w, h, edges, voids } = boardOf(text);
  expect({ w, h, edges, voids }).toEqual({ voids: [], ...wanted.dskull.board });
  expect(settingsOf(text, 'skure')).toEqual({ 'board.blocked': '', ...wanted.skure.settings });
});

test('Segment Rounds reads only blocked squares of a map', () => {
  expect(settingsOf(contentOf('tiny.uvtt'), 'segment')).toEqual({
    useMap: true,
    board: { width: 6, height: 4, blocked: [{ x: 0, y: 3 }] },
  });
  expect(groundOf(contentOf('tiny.uvtt'), 'segment').leftOut).toEqual([
    expect.stringMatching(/^walls between squares: /),
    'cover: the GM sets it with /segment cover (SEG-RANGED-5)',
  ]);
});

test('in a rulebook without walls, a wall can block the square beside it', () => {
  expect(settingsOf(contentOf('tiny.uvtt'), 'skure', 'north-west')['board.blocked']).toBe('C1 C3 E3 A4 C4 E4');
  expect(settingsOf(contentOf('tiny.uvtt'), 'skure', 'south-east')['board.blocked']).toBe('D1 D3 A4 D4 E4 F4');
});

test('an import names the parts of a map that the board cannot have', () => {
  const told = (file: string, system: string) => {
    const text = contentOf(file);
    return [...groundOf(text, system).leftOut, ...mapIn(text).leftOut];
  };
  expect(told('tiny.uvtt', 'dskull')).toEqual([
    '1 object (A4): in dSkull only edges of spaces can block sight',
    '1 light',
    'ambient light',
  ]);
  expect(told('tiny.uvtt', 'skure')).toContainEqual(expect.stringMatching(/^walls between squares: /));
  expect(told('foundry-scene.json', 'dskull')).toEqual(['the scale of 5 ft per square (boards here count in squares)']);
  expect(told('tiled.tmj', 'dskull')).toEqual(['layers ground (only the layers blocked and walls are read)']);
});

const scene = (changes: PlainObject): string =>
  JSON.stringify({ ...JSON.parse(contentOf('foundry-scene.json')), ...changes });
const wall = (c: readonly number[], more: PlainObject = {}) => ({ c, move: 20, sight: 20, ...more });

test('a Foundry scene with padding, doors and secret doors is read, in older versions too', () => {
  const walls = [
    wall([400, 100, 400, 200]),
    wall([400, 200, 400, 300], { door: 1, ds: 1 }),
    wall([400, 300, 400, 400], { door: 2 }),
    wall([400, 400, 400, 500], { move: 1, sense: 1, sight: undefined, dir: 1 }),
  ];
  const text = scene({ width: 600, height: 400, padding: 0.12, walls });
  expect(boardOf(text)).toMatchObject({
    w: 6,
    edges: [
      { a: [2, 0], b: [3, 0], kinds: ['blocking', 'obscuring'] },
      { a: [2, 1], b: [3, 1], kinds: [], door: true },
      { a: [2, 2], b: [3, 2], kinds: ['blocking', 'obscuring'] },
      { a: [2, 3], b: [3, 3], kinds: ['blocking', 'obscuring'] },
    ],
  });
  expect(mapIn(text).leftOut).toEqual([
    '1 secret door (becomes a wall)',
    '1 one-sided wall (blocks both ways)',
    'a margin of 1 and 1 squares around the map: check that the walls are in the right place',
    'the scale of 5 ft per square (boards here count in squares)',
  ]);
  const old = scene({ grid: 100, gridType: 1 });
  expect(boardOf(old).edges).toEqual(boardOf(contentOf('foundry-scene.json')).edges);
});

test('a door and a wall on one edge are read as a wall', () => {
  const both = [wall([300, 0, 300, 100], { door: 1, ds: 1 }), wall([300, 0, 300, 100], { sight: 0 })];
  expect(boardOf(scene({ walls: both })).edges).toEqual([{ a: [2, 0], b: [3, 0], kinds: ['blocking'] }]);
});

test('a slanting wall becomes edges of the squares it cuts', () => {
  const edges = boardOf(scene({ walls: [wall([20, 0, 220, 200]), wall([700, 0, 700, 400])] })).edges;
  const cut = (ax: number, ay: number, bx: number, by: number) => ({
    a: [ax, ay],
    b: [bx, by],
    kinds: ['blocking', 'obscuring'],
  });
  expect(edges).toEqual([cut(0, 0, 1, 0), cut(1, 0, 1, 1), cut(1, 1, 2, 1)]);
});

/** A wall along the line x = 3 with a gap, and a door in the gap. */
const withDoor = (from: number, to: number) => [
  wall([300, 0, 300, from]),
  wall([300, from, 300, to], { door: 1, ds: 0 }),
  wall([300, to, 300, 400]),
];

test.each([
  ['of one square', 100, 200, 1],
  ['half a square off', 150, 250, 1],
  ['too narrow to pass the middle of a side', 110, 140, 1],
  ['across a corner, with walls that reach into its sides', 160, 240, 1],
])('a door %s between two walls gets one side of a square', (_says, from, to, row) => {
  const drawn = boardOf(scene({ walls: withDoor(from, to) })).edges as readonly PlainObject[];
  expect(drawn.filter(({ door }) => door)).toEqual([
    { a: [2, row], b: [3, row], kinds: ['blocking', 'obscuring'], door: true },
  ]);
  expect(drawn).toHaveLength(4);
});

test('walls and doors that no side of a square shows are left out and counted', () => {
  const walls = [
    ...[wall([0, 0, 600, 0]), wall([600, 0, 600, 400])],
    ...[wall([210, 210, 230, 210]), wall([230, 210, 230, 230]), wall([100, 0, 100, 400])],
    ...[wall([0, 100, 0, 200], { door: 1 }), wall([100, 100, 100, 200], { door: 1 })],
  ];
  expect(mapIn(scene({ width: 600, height: 400, walls })).leftOut.slice(0, 2)).toEqual([
    '2 walls that are not between two squares (too short, or at the rim)',
    '2 doors that are not between two squares, or have a wall across them',
  ]);
});

/** The map of a file or of the chosen part, or why it cannot be read. */
const mapOrRefusal = (text: string, choice: MapChoice) => {
  const map = parseMapFile(text, choice);
  return map.ok ? map.value : map.error;
};

test('a part of a map too large to read whole is imported, with its walls and picture in place', () => {
  const large = scene({ width: 30_000, height: 400, walls: withDoor(100, 200) });
  expect(mapOrRefusal(large, {})).toMatchObject({
    facts: { problem: expect.stringContaining('choose a part, like part:') },
  });
  const map = parseMapFile(large, { part: 'C1-D3' });
  if (!map.ok) throw new Error(JSON.stringify(map.error));
  const whole = mapEdges({ ...mapIn(scene({ walls: withDoor(100, 200) })).plan, rows: 3 });
  expect(mapEdges(map.value.plan)).toEqual(
    whole.map((edge) => ({ ...edge, a: { ...edge.a, x: 0 }, b: { ...edge.b, x: 1 } })),
  );
  expect(map.value.pictureArea).toEqual({ left: -2, top: 0, across: 300, down: 4 });
  for (const part of ['C1-D9', 'here'])
    expect(mapOrRefusal(large, { part })).toMatchObject({ code: 'bad-input', facts: { option: 'part' } });
});

test('one scene of a pack, a list or an adventure is chosen by name or number', () => {
  const scenes = ['Cellar', 'Great Hall'].map((name, index) => JSON.parse(scene({ name, width: 600 + 100 * index })));
  const others = [{ name: 'Actor', items: [] }, ...scenes];
  const packs = [
    others.map((each) => JSON.stringify(each)).join('\n'),
    JSON.stringify(others),
    JSON.stringify({ scenes: others }, undefined, 2),
  ];
  for (const pack of packs) {
    for (const wanted of ['great hall', '2'])
      expect(mapOrRefusal(pack, { scene: wanted })).toMatchObject({ plan: { columns: 7 } });
    for (const wanted of [undefined, 'attic', '3'])
      expect(mapOrRefusal(pack, { scene: wanted })).toMatchObject({
        facts: { option: 'scene', problem: expect.stringContaining('1 Cellar, 2 Great Hall') },
      });
  }
});

test('a map saved as .tmx is refused with the way to save it', () => {
  const tmx = '<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" orientation="orthogonal">';
  expect(mapOrRefusal(tmx, {})).toMatchObject({ facts: { problem: expect.stringContaining('.tmj') } });
});

test.each(rulesets.filter(({ importMap }) => importMap).map(({ id }) => id))(
  '%s: the preview of a map refuses what the import refuses',
  async (system) => {
    const table = house();
    await table.run('gm', 'battle create', { system });
    const files = [scene({ width: 6600, height: 6600 }), scene({ width: 100, height: 100 }), contentOf('tiny.uvtt')];
    const codes = async (user: string, look: boolean) => {
      const answers = [];
      for (const file of files) {
        const answer = await table.run(user, 'battle map', { file, look });
        answers.push(answer.ok ? 'imported' : answer.error.code);
      }
      return answers;
    };
    const looked = [await codes('gm', true), await codes('bob', true)];
    expect(looked).toEqual([await codes('gm', false), await codes('bob', false)]);
    expect(looked[0]).toContain('imported');
    expect(looked[0]).not.toEqual(files.map(() => 'imported'));
  },
);

const vtt: PlainObject = JSON.parse(contentOf('tiny.uvtt'));
const resolution = (x: unknown, y: unknown) => ({
  map_origin: { x: 0, y: 0 },
  map_size: { x, y },
  pixels_per_grid: 10,
});

test.each([
  ['an empty text', '', 'nothing-to-import'],
  ['plain prose', 'a map', 'no-map'],
  ['a sheet', readFileSync('test/formats/ytsheet2/pc-fighter.json', 'utf8'), 'no-map'],
  ['a link', 'https://maps.example/x.uvtt', 'link-not-opened'],
  ['half a file', contentOf('tiny.uvtt').slice(0, 900), 'bad-json'],
  ['a text above the size limit', ' '.repeat(3) + 'x'.repeat(maxMapBytes + 1), 'too-big'],
  ['no size', JSON.stringify({ ...vtt, resolution: {} }), 'import-unfit'],
  ['a size given as text', JSON.stringify({ ...vtt, resolution: resolution('6', 4) }), 'import-unfit'],
  ['zero width', JSON.stringify({ ...vtt, resolution: resolution(0, 4) }), 'import-unfit'],
  ['a huge size', JSON.stringify({ ...vtt, resolution: resolution(9000, 9000) }), 'import-unfit'],
  [
    'too many wall points',
    JSON.stringify({ ...vtt, line_of_sight: [Array.from({ length: 30_000 }, (_, x) => ({ x, y: x }))] }),
    'import-unfit',
  ],
  [
    'too many object points',
    JSON.stringify({ ...vtt, objects_line_of_sight: [Array.from({ length: 11_000 }, (_, x) => ({ x, y: x }))] }),
    'import-unfit',
  ],
  ['hexes', scene({ grid: { type: 2, size: 100 } }), 'import-unfit'],
  ['no grid', scene({ grid: { type: 0, size: 100 } }), 'import-unfit'],
  ['a tiny grid', scene({ grid: { type: 1, size: 0.001 } }), 'import-unfit'],
  ['isometric tiles', contentOf('tiled.tmj').replace('orthogonal', 'isometric'), 'import-unfit'],
  ['infinite size', contentOf('tiled.tmj').replace('"infinite": false', '"infinite": true'), 'import-unfit'],
  [
    'compressed tiles',
    JSON.stringify({
      ...JSON.parse(contentOf('tiled.tmj')),
      layers: [{ type: 'tilelayer', name: 'blocked', data: 'eJw=', encoding: 'base64' }],
    }),
    'import-unfit',
  ],
])('a map file is refused: %s', (_says, text, code) => {
  const map = parseMapFile(text);
  expect(map.ok ? 'read' : map.error.code).toBe(code);
});

test('no mangled map makes a parser throw', () => {
  const values: readonly unknown[] = [null, '', 'x', -1, 1e300, [], {}, [[]], [{}], [null], true];
  for (const file of ['tiny.uvtt', 'foundry-scene.json', 'tiled.tmj']) {
    const whole: PlainObject = JSON.parse(contentOf(file));
    for (const key of Object.keys(whole))
      for (const value of values) {
        const map = parseMapFile(JSON.stringify({ ...whole, [key]: value }));
        if (!map.ok) continue;
        for (const { importMap } of rulesets) expect(() => importMap?.(map.value.plan, 'north-west')).not.toThrow();
      }
  }
});

test('the largest map is read quickly or refused for a limit', () => {
  const across = Array.from({ length: 20_000 }, (_, n) => ({ x: n % 2 === 0 ? 0 : 200, y: (n % 200) + 0.3 }));
  const box = Array.from({ length: 200 }, (_, n) => ({ x: n % 2 === 0 ? 0.1 : 199.9, y: n }));
  const ring = [0, 200, 200, 0].map((x, n) => ({ x, y: n < 2 ? 0 : 200 }));
  const text = JSON.stringify({
    resolution: resolution(200, 200),
    line_of_sight: [across],
    objects_line_of_sight: [...Array(1400).fill(ring), ...Array(20).fill(box)],
  });
  for (const { importMap } of rulesets) {
    const ground = importMap?.(mapIn(text).plan, 'south-east');
    if (ground !== undefined) expect(ground.ok ? 'at most' : ground.error).toMatch(/at most|more than|limit/);
  }
});

const textOf = ({ cards }: Pick<Reply, 'cards'>): string =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]).join('\n');

test('the GM can preview a map and use it before the battle starts', async () => {
  const table = house();
  const map = async (user: string, more: PlainObject = {}) => {
    const answer = await table.run(user, 'battle map', { file: contentOf('tiny.uvtt'), ...more });
    return answer.ok ? answer.value : answer.error.code;
  };
  const saved = async () => {
    const battle = await table.services.battles.open('table');
    return battle.ok ? battle.value.saved : undefined;
  };
  expect(await map('gm')).toBe('no-battle-here');
  await table.run('gm', 'battle create', { system: 'skure', settings: 'order.tieBreak=join' });
  const looked = await map('gm', { look: true });
  expect(typeof looked === 'string' ? looked : [looked.kind, textOf(looked)]).toEqual([
    'private',
    expect.stringContaining('Imported: a board of 6 × 4; squares no one may enter: A4; the picture.'),
  ]);
  expect((await saved())?.version).toBe(1);
  expect(await map('bob')).toBe('gm-only');
  const taken = await map('gm');
  if (typeof taken === 'string') throw new Error(taken);
  expect(textOf(taken)).toContain('Setting board is now "6 × 4, no one may enter A4".');
  expect(textOf({ cards: privateAside(taken) })).toContain('Skipped: walls between squares');
  expect((await saved())?.table.settings).toMatchObject({
    'board.width': 6,
    'board.blocked': 'A4',
    'order.tieBreak': 'join',
  });
  expect((await saved())?.game).toMatchObject({ board: { width: 6, height: 4, blocked: [{ x: 0, y: 3 }] } });
});

test('a map with more walls than a board can hold is refused', () => {
  const slants = Array.from({ length: 200 }, (_, n) => [
    { x: (n % 40) + 0.1, y: 0 },
    { x: (n % 40) + 0.4, y: 40 },
  ]);
  const lines = slants.flatMap(([from, to]) => [
    [from, to],
    [
      { x: from?.y, y: from?.x },
      { x: to?.y, y: to?.x },
    ],
  ]);
  const text = JSON.stringify({ resolution: resolution(40, 40), line_of_sight: lines });
  const takes = rulesets.find(({ id }) => id === 'dskull')?.importMap;
  const ground = takes?.(mapIn(text).plan, 'none');
  expect(ground?.ok === false && ground.error).toMatch(/^the map has walls on \d+ edges, more than a board can hold$/);
  const wide = takes?.(mapIn(JSON.stringify({ ...vtt, resolution: resolution(41, 4) })).plan, 'none');
  expect(wide?.ok === false && wide.error).toMatch(/^a board has at most 40 columns/);
});

test('a dSkull battle can start on an imported map', async () => {
  const table = house();
  const done = async (user: string, path: string, input: PlainObject = {}) => {
    const answer = await table.run(user, path, input);
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
    return answer.value;
  };
  await done('gm', 'battle create', { system: 'dskull' });
  await done('ann', 'battle join', { preset: 'Greyford Watch' });
  await done('bob', 'battle join', { preset: 'Ember and Flask' });
  const wide = { ...vtt, resolution: resolution(12, 12) };
  expect(textOf(await done('gm', 'battle map', { file: JSON.stringify(wide) }))).toContain('12 × 12 spaces');
  await done('gm', 'battle start');
  const battle = await table.services.battles.open('table');
  expect(battle.ok && battle.value.saved.game).toMatchObject({ board: { w: 12, h: 12 } });
  const late = await table.run('gm', 'battle map', { file: JSON.stringify(wide) });
  expect(late.ok).toBe(false);
});

test('a rulebook without squares refuses a map', async () => {
  const table = house();
  await table.run('gm', 'battle create', { system: 'straalara' });
  const answer = await table.run('gm', 'battle map', { file: contentOf('tiny.uvtt') });
  expect(answer.ok ? 'taken' : answer.error.code).toBe('no-board-of-squares');
});
