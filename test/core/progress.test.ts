import { expect, test } from 'vitest';
import { createProgressLine, formatProgress } from '../../src/core/progress.ts';

/** The output of a progress display that is updated every half second. */
const written = (isTTY: boolean, seconds: number): readonly string[] => {
  let time = 0;
  const lines: string[] = [];
  const { show, end } = createProgressLine({ isTTY, write: (text) => lines.push(text) }, () => time);
  for (let half = 0; half <= seconds * 2; half += 1) {
    time = half * 500;
    show(formatProgress(half * 1000, 60_000, 'rows'));
  }
  end();
  return lines;
};

test('a terminal shows one line that is rewritten each second and removed at the end', () => {
  expect(written(true, 2)).toEqual([
    '\r\u001b[K2,000 of 60,000 rows (1 s)',
    '\r\u001b[K4,000 of 60,000 rows (2 s)',
    '\r\u001b[K',
  ]);
});

test('other outputs get a plain line every ten seconds', () => {
  expect(written(false, 25)).toEqual(['20,000 of 60,000 rows (10 s)\n', '40,000 of 60,000 rows (20 s)\n']);
});

test('a task that ends at once shows no progress', () => {
  expect(written(true, 0.5)).toEqual([]);
  expect(written(false, 9)).toEqual([]);
});
