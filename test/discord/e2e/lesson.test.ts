import { afterEach, expect, test } from 'vitest';
import { type Table, table } from './table.ts';

let t: Table;
afterEach(() => t.close());

test('somebody alone learns Skure step by step', async () => {
  t = await table('channel');
  const { ann, typed, panel } = t;
  const begun = await typed(ann, '/learn', { system: 'skure' });
  expect(begun.text).toContain('Skure in five minutes');
  const lines = ['/move path:2E', '/attack target:Grim', '/defend', '/aim target:Grim', '/attack target:Grim'];
  for (const [at, line] of lines.entries()) {
    expect((await panel()).text).toContain(`Lesson, step ${at + 1} of ${lines.length}`);
    await ann.slash(line);
  }
  await ann.awaits('The lesson is over');
  expect((await panel()).text).toContain('The lesson is over');
  // Grim may have fallen by the last blow: then the battle is over, too.
  const isEnded = /^Ended in round/m.test((await panel()).text);
  expect((await ann.slash('/help')).text.split('\n')).toContain(
    isEnded ? 'The battle here is over' : 'The lesson is over',
  );
}, 60_000);
