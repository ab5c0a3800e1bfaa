import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replayed } from './transcript.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'));

test('there is a whole battle of every rulebook', () => {
  for (const system of ['skure', 'dskull', 'sword-world', 'straalara', 'segment'])
    expect(files.filter((name) => name.startsWith(system))).not.toEqual([]);
});

test.each(files)('%s is answered as it stands written', async (name) => {
  const file = `${import.meta.dirname}/${name}`;
  const { text, slips } = await replayed(readFileSync(file, 'utf8'));
  expect(slips).toEqual([]);
  await expect(text).toMatchFileSnapshot(file);
});
