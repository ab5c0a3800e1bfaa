import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheTable } from './at-the-table.ts';

const blocks = (file: string): readonly (readonly string[])[] =>
  [...readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').matchAll(/^```\n(.*?)^```$/gms)]
    .map(([, text = '']) => text.split('\n').filter((line) => line !== ''))
    .filter(([first]) => first?.startsWith('/battle create'));

test.each(['README.md', 'docs/practice-table.md'])(
  'the first battle in %s can be played as it stands there',
  async (file) => {
    const battles = blocks(file);
    expect(battles).toHaveLength(1);
    for (const lines of battles) {
      const table = await atTheTable(lines);
      expect(await table.hear('/battle status')).toMatchObject({ text: expect.stringContaining('Round 1') });
    }
  },
);
