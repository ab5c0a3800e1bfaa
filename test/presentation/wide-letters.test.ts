import { expect, test } from 'vitest';
import { columnsOf } from '../../src/core/letters.ts';
import { padText, sceneText } from '../../src/presentation/ascii/scene-text.ts';
import { figureLabels } from '../../src/presentation/figure-labels.ts';
import { cutColumns, wrapText } from '../../src/presentation/view-facts.ts';
import type { BattleView } from '../../src/rules/view.ts';
import { duel, frontline, segments } from './views.ts';

test.each([
  ['Ann', 3],
  ['山田 3', 6],
  ['ﾔﾏﾀ', 3],
  ['ー、「Ａ」', 10],
  ['홍길동', 6],
  ['🐉❤️', 4],
  ['é−…→▰', 5],
])('%s fills %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test('texts are cut and padded by columns', () => {
  expect(cutColumns('山田太郎', 8)).toBe('山田太郎');
  expect(cutColumns('山田太郎', 7)).toBe('山田太…');
  expect(cutColumns('山田太郎', 6)).toBe('山田…');
  expect(padText('山田', 3)).toBe('山 ');
  expect(wrapText('山田太 郎山田 a', 8)).toEqual(['山田太', '郎山田 a']);
});

/** A view with Japanese names instead of the English ones. */
const renamed = (view: BattleView, names: Readonly<Record<string, string>>): BattleView =>
  Object.entries(names).reduce((json, [from, to]) => JSON.parse(JSON.stringify(json).replaceAll(from, to)), view);

const rowsOf = (view: BattleView): readonly string[] => sceneText(view, figureLabels(view));

test('areas with Japanese names have straight borders', () => {
  const rows = rowsOf(renamed(frontline, { Frontline: '前線エリア', Rearguard: '後方エリア', Goblin: 'ゴブリン' }));
  const bordered = rows.filter((row) => row.startsWith('|'));
  expect(bordered.length).toBeGreaterThan(2);
  expect(bordered.join('')).toMatch(/前線エリア/);
  expect(new Set(bordered.map(columnsOf)).size).toBe(1);
});

test('squares with Japanese tags have the same width', () => {
  const rows = (view: BattleView) => rowsOf(view).filter((row) => /^ ?\d+ /.test(row));
  const names = Object.fromEntries(duel.combatants.map(({ id }, at) => [`"${id}"`, `"${'竜ゴ山'[at % 3]}${at + 1}"`]));
  expect(rows(renamed(duel, names)).map((row) => columnsOf(row.trimEnd()) <= columnsOf(row))).not.toContain(false);
  const dots = (all: readonly string[]) =>
    all.map((row) => [...row.matchAll(/\./g)].map(({ index }) => columnsOf(row.slice(0, index))));
  const english = dots(rows(duel));
  expect(dots(rows(renamed(duel, names)))).toEqual(english);
});

test('labels of a timeline align', () => {
  const rows = rowsOf(renamed(segments, { Segment: '区分' })).filter((row) => /区分/.test(row));
  const ends = rows.map((row) => columnsOf(row.slice(0, row.search(/ {2}\S/))));
  expect(new Set(ends).size).toBeLessThanOrEqual(1);
});
