import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { atTheTable } from './at-the-table.ts';

const blocks = (file: string): readonly (readonly string[])[] =>
  [...readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').matchAll(/^```\n(.*?)^```$/gms)]
    .map(([, text = '']) => text.split('\n').filter((line) => line !== ''))
    .filter(([first]) => first?.startsWith('/battle create'));

test.each(['README.md', 'docs/practice-table.md'])('the first battle in %s can be played as written', async (file) => {
  const battles = blocks(file);
  expect(battles).toHaveLength(1);
  for (const lines of battles) {
    const table = await atTheTable(lines);
    expect(await table.handleLine('/battle status')).toMatchObject({ text: expect.stringContaining('Round 1') });
  }
});

const pages = readdirSync(new URL('../../docs/first-battle', import.meta.url));
const seeds = Array.from({ length: 8 }, (_, n) => `${n}5eed`.padEnd(64, '0'));

test('every rulebook has a page for the first battle', () => {
  expect(pages.toSorted()).toEqual(rulesets.map(({ id }) => `${id}.md`).toSorted());
});

test.each(pages)(
  'the first battle in docs/first-battle/%s can be played with any dice, and has an attack',
  async (page) => {
    const [lines = [], ...more] = blocks(`docs/first-battle/${page}`);
    expect(more).toEqual([]);
    expect(lines).toHaveLength(10);
    for (const seed of seeds) {
      const table = await atTheTable(lines, [], seed);
      const log = await table.handleLine('/battle log');
      expect(log).toMatchObject({ text: expect.stringMatching(/hits|miss|strikes|attacks|shoots/i) });
    }
  },
);
