import { expect, test } from 'vitest';
import { atTheTable, duel } from './at-the-table.ts';

test.each([
  { line: '/batt', offers: ['/battle create ', '/battle join '], part: '/batt' },
  { line: '/battle create ', offers: ['system:', 'name:'], part: '' },
  { line: '/battle create s', offers: ['system:', 'size:', 'settings:'], part: 's' },
  { line: '/battle create system:sk', offers: ['skure'], part: 'sk' },
  { line: '/battle create system:skure ro', offers: ['rolls:'], part: 'ro' },
  { line: '/battle create system:skure rolls:p', offers: ['public', 'private'], part: 'p' },
  { line: '/help all:', offers: ['yes', 'no'], part: '' },
  { line: 'as ada: /battle join preset:Roland V', offers: ['Roland Vey, swordsman'], part: 'Roland V' },
  { line: 'as bo: /aim target:', offers: ['Ada'], part: '' },
  { line: 'as bo: /attack target:A', offers: ['Ada'], part: 'A' },
  { line: 'as bo: /attack ', offers: ['Ada', 'target:', 'mode:'], part: '' },
  { line: 'as bo: /attack A', offers: ['Ada'], part: 'A' },
  { line: '/battle create s', offers: ['skure', 'system:'], part: 's' },
  { line: 'as bo: /attack mode:ranged ', offers: ['target:'], part: '' },
])('$line is completed', async ({ line, offers, part }) => {
  const table = await atTheTable(duel);
  const [found, typed] = await table.complete(line);
  expect(found).toEqual(expect.arrayContaining([...offers]));
  expect(typed).toBe(part);
});

test('completions match the typed text and offer only legal values', async () => {
  const table = await atTheTable(duel);
  expect(await table.complete('/battle create system:sk')).toEqual([['skure'], 'sk']);
  expect(await table.complete('as ada: /attack target:')).toEqual([[], '']);
  expect(await table.complete('as bo: /attack target:Z')).toEqual([[], 'Z']);
  expect((await table.complete('/guide'))[0]).toEqual([]);
});

test('an option already in the line is not offered again', async () => {
  const table = await atTheTable();
  const [names] = await table.complete('/battle create system:skure name:Ford ');
  expect(names).not.toContain('system:');
  expect(names).not.toContain('name:');
  expect(names).toContain('size:');
});

test('later options are completed from earlier ones, such as the space for a warrior', async () => {
  const table = await atTheTable([
    'as mara: /battle create system:dskull',
    'as ada: /battle join preset:watch',
    'as bo: /battle join preset:thornwake',
    'as mara: /battle start',
  ]);
  const offered = async (line: string) => (await table.complete(line))[0].filter((each) => !each.endsWith(':'));
  // The dice decide who places first.
  const placing = (await offered('as ada: /deploy ')).length > 0 ? 'ada' : 'bo';
  const [who] = await offered(`as ${placing}: /deploy `);
  const [space] = await offered(`as ${placing}: /deploy ${who} `);
  expect(space).toMatch(/^[A-Z]\d+$/);
  expect((await table.handleLine(`as ${placing}: /deploy ${who} ${space}`)).kind).not.toBe('refused');
});
