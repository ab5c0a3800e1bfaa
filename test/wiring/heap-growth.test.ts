import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createHeapShrinkDecider } from '../../src/wiring/heap-growth.ts';
import { until } from '../discord/fake/until.ts';

test.each([
  { says: 'the first one is followed by one that gives back', begun: [100], told: [true] },
  { says: 'far apart they all give back, which is told once', begun: [100, 2200, 4300, 9000], told: [true] },
  { says: 'close together they do not', begun: [100, 900, 1700, 3600], told: [true, false] },
  {
    says: 'once the rush is over they do again',
    begun: [100, 900, 1700, 3800, 4000],
    told: [true, false, true, false],
  },
  {
    says: 'in a rush that lasts one in five does',
    begun: Array.from({ length: 12 }, (_, nth) => 1000 * nth),
    told: [true, false, true, false, true, false],
  },
])('full collections: $says', ({ begun, told }) => {
  const heard: boolean[] = [];
  const collected = createHeapShrinkDecider((isGiving) => heard.push(isGiving));
  for (const each of begun) collected(each);
  expect(heard).toEqual(told);
});

/** Keeps some of what it makes, a little at a time. */
const work = (heapGrowth: string): string => `
  const { keepHeapSmall } = await import(${JSON.stringify(heapGrowth)});
  keepHeapSmall();
  const kept = [];
  setInterval(() => {
    for (let n = 0; n < 500; n += 1) kept.push({ n, more: Array.from({ length: 20 }, (_, each) => ({ each })) });
    if (kept.length > 20_000) kept.length = 0;
  }, 5);
`;

test('V8 gives back memory in collections that it begins itself', async () => {
  const heapGrowth = new URL('../../src/wiring/heap-growth.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--trace-gc', '--input-type=module', '-e', work(heapGrowth)], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
    });
    await until(() => /Mark-Compact \(reduce\)/.test(said), 'a collection that gives back', 60_000);
    expect(said).toMatch(/Mark-Compact (?!\(reduce\)).*testing/);
  } finally {
    child.kill('SIGKILL');
  }
}, 70_000);
