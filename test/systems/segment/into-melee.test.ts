import { expect, test } from 'vitest';
import { gmCaller } from '../../../src/rules/caller.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { ann, bow, closed, grim, idle, run, sword, tableOf } from './table.ts';

test('SEG-INTOMELEE-3 SEG-RUL-90: a GM’s own table', () => {
  const table = { intoMeleeTable: [{ friends: 1, opponents: 1, friendOn: 0 }] };
  const archer = ann({ name: 'Eve', pos: [9, 9], hand: 'bow', weapons: [bow] });
  const stage = closed(tableOf([archer, ann({ name: 'Bea' }), grim()], [5, 6, 97], table), {
    Eve: { action: 'attack', target: 'Grim', weapon: 'bow' },
    Bea: idle,
    Grim: idle,
  });
  run(stage);
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({
    target: 'Grim',
    intoMelee: { threshold: 0, friend: false, total: 10 },
  });
});

test('SEG-INTOMELEE-1: of a target in melee with a friend it is said before the shot', () => {
  const archer = ann({ name: 'Eve', pos: [9, 9], hand: 'bow', weapons: [bow, sword] });
  const apart = grim({ name: 'Olaf', pos: [20, 20] });
  const state = tableOf([archer, ann({ name: 'Bea' }), grim(), apart]).state();
  const labels = (weapon: string) =>
    segment
      .openGame(JSON.parse(JSON.stringify(state)))
      .offers('declare', 'target', gmCaller('gm', 'Eve'), { action: 'attack', weapon }, gmViewer)
      ?.map(({ label }) => label);
  expect(labels('bow')).toEqual(['Grim · in melee: may hit a friend', 'Olaf']);
  expect(labels('sword')).toEqual(['Grim', 'Olaf']);
});
