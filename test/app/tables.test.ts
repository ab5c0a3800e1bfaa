import { describe, expect, test } from 'vitest';
import { findRow, parseTable } from '../../src/app/library/tables.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const codeOf = async (there: House, user: string, path: string, input = {}): Promise<string | undefined> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? undefined : answer.error.code;
};

const wounds = { kind: 'table', name: 'Wounds', content: '1-6 a broken arm' };

const battle = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Mire' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  return there;
};

const heard = async (there: House, user: string): Promise<string> => {
  const told = await there.services.battles.logView('table', user);
  return (told.ok ? (told.value.at(-1)?.lines ?? []) : []).map(({ text }) => text).join('\n');
};

test('a table can be saved, shown and rolled in a battle, with the row in the log', async () => {
  const there = await battle();
  const kept = await must(there, 'gm', 'library save', { ...wounds, note: 'Of the book' });
  expect(textOf(kept)).toEqual(['Wounds saved to your own library', 'Of the book', 'Dice: 1d6.', '1-6 a broken arm']);
  const rolled = await must(there, 'gm', 'roll', { table: 'wounds', comment: 'Ann' });
  expect(textOf(rolled)[0]).toMatch(/^Ann: Wounds: 1d6 → \d: a broken arm$/);
  expect(await heard(there, 'ada')).toMatch(/^Ann: Wounds: 1d6 → \d: a broken arm$/);
});

test('the row of a hidden table roll is as secret as its dice', async () => {
  const there = await battle();
  await must(there, 'ada', 'library save', wounds);
  const rolled = await must(there, 'ada', 'roll', { table: 'Wounds', rolls: 'blind', comment: 'Ann’s arm' });
  expect(JSON.stringify(rolled)).not.toMatch(/broken|→/);
  expect(await heard(there, 'ada')).not.toMatch(/broken|arm/);
  expect(await heard(there, 'gm')).toMatch(/^Ann’s arm: Wounds: 1d6 → \d: a broken arm$/);
  const own = await there.services.privacy.collect('ada');
  expect(JSON.stringify(own.battles)).not.toContain('broken');
  const led = await there.services.privacy.collect('gm');
  expect(JSON.stringify(led.shelf)).not.toContain('broken');
});

test('outside a battle a table roll shows its row, a blind one to the GM only', async () => {
  const { places, heard: told } = recordingPlaces();
  const there = house({}, undefined, places);
  await must(there, 'gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  await must(there, 'ada', 'campaign join');
  await must(there, 'gwen', 'library save', { kind: 'table', name: 'Loot', content: '1-6 a pearl', shelf: 'server' });
  expect(textOf(await must(there, 'ada', 'roll', { table: 'Loot' }))[1]).toMatch(/^Loot: 1d6 → \d: a pearl$/);
  told.length = 0;
  const blind = await must(there, 'ada', 'roll', { table: 'Loot', rolls: 'blind' });
  expect(JSON.stringify(blind)).not.toContain('pearl');
  expect(JSON.stringify(told.map(({ reply }) => reply.cards))).toContain('a pearl');
  expect(textOf(await must(there, 'ada', 'roll', { dice: '2#1d4', comment: 'Luck' })).slice(1)).toEqual([
    expect.stringMatching(/^Luck: 1d4 → \d$/),
    expect.stringMatching(/^Luck: 1d4 → \d$/),
  ]);
});

test('a table can be exported, imported, renamed, copied, deleted and restored', async () => {
  const there = house();
  await must(there, 'gm', 'library save', {
    kind: 'table',
    name: 'Weather',
    content: '2-6 rain; 7-12 sun',
    dice: '2d6',
  });
  const [file] = (await must(there, 'gm', 'library export', { kind: 'table', name: 'Weather' })).files;
  await must(there, 'gm', 'library import', { name: 'Sky', file: String(file?.content) });
  await must(there, 'gm', 'library import', { kind: 'table', name: 'Sun', file: 'dice: 2d6\n2-6 rain\n7-12 sun\n' });
  const [sky, sun, weather] = await there.stores.library.listByUser('gm');
  expect([sky?.thing, sun?.thing]).toEqual([weather?.thing, weather?.thing]);
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'table' }))).toEqual([
    'Tables',
    'Your own library: Sky, Sun, Weather.',
  ]);
  expect((await there.complete('gm', 'roll', 'table', 'we')).map(({ value }) => value)).toEqual(['Weather']);
  await must(there, 'gm', 'library rename', { kind: 'table', name: 'Sky', to: 'Heavens' });
  await must(there, 'gm', 'library copy', { kind: 'table', name: 'Heavens', to: 'Skies' });
  await must(there, 'gm', 'library delete', { kind: 'table', name: 'Weather' });
  expect(await codeOf(there, 'gm', 'roll', { table: 'Weather' })).toBe('nothing-saved');
  await must(there, 'gm', 'library restore', { kind: 'table', name: 'Weather' });
  expect(textOf(await must(there, 'gm', 'library show', { kind: 'table', name: 'Weather' }))).toContain('7-12 sun');
  expect(await codeOf(there, 'ada', 'roll', { table: 'Weather' })).toBe('nothing-saved');
});

test.each([
  ['', 'there are no rows'],
  ['dice: 2d6', 'there are no rows'],
  ['a troll', 'is not a row'],
  ['1-3 a; 5-6 b', 'after 3 the next row begins with 5'],
  ['1-3 a; 3-6 b', 'after 3 the next row begins with 3'],
  ['2-3 a; 4 b', 'begin with 2'],
  ['6-1 a', 'counts backwards'],
  ['1 a\ndice: 3#d6', 'does not give a single total'],
  ['1 a\ndice: K20@10', 'does not give a single total'],
  ['1 a\ndice: many', 'does not give a single total'],
  [`1 ${'x'.repeat(301)}`, 'longer than 300'],
  [Array.from({ length: 101 }, (_, n) => `${n + 1} row`).join('\n'), 'at most 100'],
])('rows %j are refused: %s', (rows, says) => {
  const read = parseTable(rows, undefined);
  expect(read.ok ? '' : read.error).toContain(says);
});

test('table rows can be separated by lines or semicolons, and 00 means 100', () => {
  const rows = parseTable('\uFEFF01-50,nothing\n51–99\ta troll; angry\r\n00: a king', undefined);
  expect(rows).toEqual({
    ok: true,
    value: {
      dice: '1d100',
      rows: [
        { from: 1, to: 50, text: 'nothing' },
        { from: 51, to: 99, text: 'a troll; angry' },
        { from: 100, to: 100, text: 'a king' },
      ],
    },
  });
});

test('a total below the first row or above the last gets the nearest row', () => {
  const read = parseTable('2-6 rain; 7-12 sun', '2d6');
  if (!read.ok) throw new Error(read.error);
  expect([1, 2, 6, 7, 12, 13].map((total) => findRow(read.value, total))).toEqual([
    ...['rain', 'rain', 'rain'],
    ...['sun', 'sun', 'sun'],
  ]);
});

test.each([
  ['roll', {}, 'one-roll'],
  ['roll', { dice: '2d6', table: 'Wounds' }, 'one-roll'],
  ['roll', { table: 'Nothing' }, 'nothing-saved'],
  ['library save', { kind: 'table', name: 'X', content: 'x' }, 'bad-input'],
  ['library save', { kind: 'table', name: 'X' }, 'bad-input'],
])('/%s %o is refused: %s', async (path, input, code) => {
  expect(await codeOf(house(), 'gm', path, input)).toBe(code);
});

describe('tables that a rulebook names but does not contain', () => {
  const segment = async (system = 'segment'): Promise<House> => {
    const there = house();
    await must(there, 'gm', 'battle create', { system, name: 'Mire' });
    await must(there, 'gm', 'library save', {
      kind: 'table',
      name: 'Grievous wounds',
      content: '1-50 a scar; 51-100 a broken arm',
    });
    return there;
  };

  test('SEG-TABLE-3: a battle rolls on the GM’s saved table', async () => {
    const there = await segment();
    await must(there, 'gm', 'library use-table', { name: 'Grievous wounds' });
    const rolled = await must(there, 'gm', 'segment table', { name: 'grievous', dice: '51' });
    expect(textOf(rolled).join('\n')).toContain('grievous: a broken arm.');
    expect(await heard(there, 'gm')).toContain('a broken arm');
    expect((await there.complete('gm', 'library use-table', 'as')).map(({ value }) => value)).toEqual([
      'grievous',
      'double shot',
      'dex initiative',
      'dex defense',
    ]);
  });

  test.each([
    ['ada', 'segment', { name: 'Grievous wounds' }, 'gm-only'],
    ['gm', 'skure', { name: 'Grievous wounds' }, 'no-tables-of-book'],
    ['gm', 'segment', { name: 'Weather' }, 'nothing-saved'],
    ['gm', 'segment', { name: 'Sky' }, 'bad-input'],
    ['gm', 'segment', { name: 'Sky', as: 'fumbles' }, 'bad-input'],
    ['gm', 'segment', { name: 'Sky', as: 'grievous' }, 'bad-input'],
  ])('%s in %s with %j is refused', async (user, system, input, code) => {
    const there = await segment(system);
    await must(there, 'gm', 'library save', { kind: 'table', name: 'Sky', content: '2-6 rain; 7-12 sun', dice: '2d6' });
    expect(await codeOf(there, user, 'library use-table', input)).toBe(code);
  });

  test('a saved table of another name can replace a rulebook’s table', async () => {
    const there = await segment();
    await must(there, 'gm', 'library rename', { kind: 'table', name: 'Grievous wounds', to: 'Scars' });
    await must(there, 'gm', 'library use-table', { name: 'Scars', as: 'Grievous' });
    const rolled = await must(there, 'gm', 'segment table', { name: 'grievous', dice: '50' });
    expect(textOf(rolled).join('\n')).toContain('a scar');
  });

  test('a missing table suggests a saved one of a similar name, or how to add one', async () => {
    const there = await segment();
    const missing = async (name: string): Promise<string> => {
      const answer = await there.run('gm', 'segment table', { name });
      return answer.ok ? 'it was rolled' : there.sentence(answer.error, 'table');
    };
    expect(await missing('grievous')).toBe(
      'There is no table “grievous” yet, but you have saved one named Grievous wounds. Use it with /library use-table name:Grievous wounds.',
    );
    expect(await missing('double shot')).toContain('or use a saved one with /library use-table.');
    expect(await missing('loot')).toBe(
      'There is no table “loot” yet; give its rows, like 1-50 none; 51-100 broken arm.',
    );
  });
});
