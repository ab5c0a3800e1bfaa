import { expect, test } from 'vitest';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { evolveSession, readSession } from '../../src/battle/saved/session.ts';
import { editions, keptExports, plain } from './kept.ts';

const face = 'ab'.repeat(32);

test.each(editions)('edition %s: a battle of which nobody had a face opens, and somebody of it gets one', (edition) => {
  const battles = keptExports(edition);
  expect(battles.length).toBeGreaterThan(0);
  for (const { name, battle } of battles) {
    const saved = plain(battle.end.table);
    const table = readSession(appEdition, saved);
    expect(table.faces, name).toBeUndefined();
    expect(plain(table), name).toEqual(saved);
    const faced = evolveSession(table, { type: 'face-set', who: 'Ann', face });
    expect(readSession(appEdition, plain(faced)).faces, name).toEqual({ Ann: face });
    // Taken away again nothing is left of it, so that a release before this one could read it.
    expect(plain(evolveSession(faced, { type: 'face-set', who: 'Ann' })), name).toEqual(saved);
  }
});
