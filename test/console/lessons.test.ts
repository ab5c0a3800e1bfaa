import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { atTheTable } from './at-the-table.ts';

const seeds = Array.from({ length: 12 }, (_, n) => `${n}1ea`.padEnd(64, '0'));

/** Plays a lesson by typing what it says, and /gm skip where it says nothing. */
const playLesson = async (system: string, seed: string) => {
  const table = await atTheTable([], [], seed);
  const typed: string[] = [];
  let line = `/learn system:${system}`;
  for (;;) {
    const heard = await table.handleLine(line);
    const text = 'text' in heard ? heard.text : '';
    typed.push(line);
    if (heard.kind === 'refused') return { typed, refused: text };
    if (text.includes('The lesson is over')) return { typed };
    if (typed.length > 40) return { typed, refused: 'it never ends' };
    line = /\bType (\/.*)$/m.exec(text)?.[1] ?? '/gm skip';
  }
};

test('every rulebook has a lesson', () => {
  expect(rulesets.filter(({ lesson }) => lesson === undefined)).toEqual([]);
});

test.each(rulesets.map(({ id }) => id))('the lesson of %s can be finished with any dice', async (system) => {
  for (const seed of seeds) {
    const { typed, refused } = await playLesson(system, seed);
    expect(refused, typed.join('\n')).toBeUndefined();
    expect(typed.join('\n')).toMatch(/^\/(attack|take|resolve)/m);
  }
});
