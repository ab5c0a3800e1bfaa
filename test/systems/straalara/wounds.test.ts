import { expect, test } from 'vitest';
import { z } from 'zod';
import { createReader, defaultNumberWords, gmViewer, type NumberWords } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';

test('ST-WOUND-2: words for a foe’s health differ from the names of levels', () => {
  const levels = straalara.createGame({});
  if (!levels.ok) throw new Error(levels.error.code);
  const names = z.object({ settings: z.object({ healthTrack: z.array(z.object({ level: z.string() })) }) });
  const track = names.parse(levels.value.save()).settings.healthTrack.map(({ level }) => level.toLowerCase());
  expect(track).toContain('wounded');
  const wordAt = (left: number, words: NumberWords = defaultNumberWords): string | undefined =>
    createReader({ ...gmViewer, gm: false, foes: { mode: 'words', words } }, straalara.numberTerms).gauge(
      'Karg',
      'Health',
      left,
      100,
    )?.text;
  const told = [100, 99, 75, 74, 50, 49, 25, 24, 1].map((left) => wordAt(left) ?? '');
  expect(new Set(told).size).toBe(5);
  for (const word of told) for (const level of track) expect(word.split(' ')).not.toContain(level);
  expect(wordAt(60, [{ from: 1, word: 'Wounded, perhaps' }])).toBe('Wounded, perhaps');
});
