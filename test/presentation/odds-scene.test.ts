import { expect, test } from 'vitest';
import { withTheme } from '../../src/presentation/board-scene.ts';
import { groupRoundsIntoColumns, type OddsChart, oddsAltText, oddsScene } from '../../src/presentation/odds-scene.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';

const chart: OddsChart = {
  wins: [
    { side: 'The wardens of the bridge that is far away in the north', share: 0.62, low: 0.57, high: 0.67 },
    { side: '敵の軍勢', share: 0.36, low: 0.31, high: 0.41 },
  ],
  standing: [
    ...[
      ['Ann', 0.52, 0.4],
      ['Maximilian-Alexander von und zu Hohenfels', 0.9, 0.75],
      ['山田太郎左衛門尉国重の弟子', 0.31, 0.2],
      ['محمد بن عبد الله الطويل جدا', 1, 1],
    ].map(([id, stands, left]) => ({
      id: String(id),
      side: 'The wardens of the bridge that is far away in the north',
      stands: Number(stands),
      left: Number(left),
    })),
    ...Array.from({ length: 5 }, (_, at) => ({
      id: `Zombie ${at + 1}`,
      side: '敵の軍勢',
      stands: at / 10,
      left: at / 5,
    })),
  ],
  rounds: [2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 9],
};

const scene = oddsScene(chart);

test('the odds picture equals the saved SVG, dark SVG, text drawing and alt text', async () => {
  await expect(sceneSvg(scene)).toMatchFileSnapshot('golden/odds.svg.snap');
  await expect(sceneSvg(withTheme(scene, 'dark'))).toMatchFileSnapshot('golden/odds-dark.svg.snap');
  await expect(`${scene.text.join('\n')}\n`).toMatchFileSnapshot('golden/odds.txt');
  await expect(`${oddsAltText(chart)}\n`).toMatchFileSnapshot('golden/odds.alt.txt');
});

test('the odds picture is 760 wide and less than 800 high with any number of combatants', () => {
  const crowd = {
    ...chart,
    standing: Array.from({ length: 40 }, (_, at) => ({ id: `Zombie ${at}`, side: 'a', stands: 1, left: undefined })),
  };
  for (const each of [scene, oddsScene(crowd)]) {
    expect(each.width).toBe(760);
    expect(each.height).toBeLessThan(800);
  }
  expect(sceneSvg(oddsScene(crowd))).toContain('and 29 more');
});

test('each battle is in one column of rounds, and at most 14 columns are drawn', () => {
  for (const rounds of [[1], [3, 3], [1, 2, 40], Array.from({ length: 90 }, (_, at) => at + 1)]) {
    const columns = groupRoundsIntoColumns(rounds);
    expect(columns.length).toBeLessThanOrEqual(14);
    expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(rounds.length);
  }
  expect(groupRoundsIntoColumns([])).toEqual([]);
  expect(oddsScene({ ...chart, rounds: [] }).shapes.length).toBeGreaterThan(0);
});
