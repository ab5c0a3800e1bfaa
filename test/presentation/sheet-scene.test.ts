import { describe, expect, test } from 'vitest';
import { sheetChart } from '../../src/app/forms/sheet-chart.ts';
import { withTheme } from '../../src/presentation/board-scene.ts';
import { type SheetChart, sheetAltText, sheetScene } from '../../src/presentation/sheet-scene.ts';
import { portraitHashes, sceneSvg } from '../../src/presentation/svg.ts';
import { rulesets } from '../../src/systems/index.ts';

/** The longest ready-made sheet of each rulebook, with a face. */
const longest = rulesets.map((ruleset) => {
  const [preset] = Object.values(ruleset.presets).toSorted(
    (a, b) => JSON.stringify(b.sheet).length - JSON.stringify(a.sheet).length,
  );
  if (preset === undefined) throw new Error(`${ruleset.id} has no ready-made sheets.`);
  const pictured = { name: preset.name ?? preset.title, sheet: ruleset.sheet.parse(preset.sheet), portrait: 'face' };
  return { system: ruleset.id, chart: sheetChart(ruleset, pictured) };
});

describe.each(longest)('the picture of a sheet of $system', ({ system, chart }) => {
  test.each(['light', 'dark'] as const)('is drawn as it was looked at: %s', async (theme) => {
    const svg = sceneSvg(withTheme(sheetScene(chart), theme));
    await expect(svg).toMatchFileSnapshot(`golden/sheet-${system}-${theme}.svg.snap`);
  });

  test('says in words what it shows', async () => {
    await expect(`${sheetAltText(chart)}\n`).toMatchFileSnapshot(`golden/sheet-${system}.alt.txt`);
  });
});

test('every ready-made sheet is as wide as a phone shows twice, and no higher than can be read there', () => {
  for (const ruleset of rulesets)
    for (const preset of Object.values(ruleset.presets)) {
      const chart = sheetChart(ruleset, { name: preset.title, sheet: ruleset.sheet.parse(preset.sheet) });
      const { width, height } = sheetScene(chart);
      expect(width).toBe(760);
      expect(height, `${ruleset.id} ${preset.title}`).toBeLessThanOrEqual(1140);
      expect(sheetAltText(chart).length).toBeLessThanOrEqual(1024);
    }
});

const many = (count: number, more: readonly string[]) =>
  Array.from({ length: count }, (_, at) => ({ name: `Spell ${at + 1} of the very long name`, more }));

test('of a sheet with very much on it less is said of each thing, and how much is left out', () => {
  const chart: SheetChart = {
    name: 'Maximilian-Alexander von und zu Hohenfels 山田太郎',
    rulebook: 'Skure',
    face: undefined,
    groups: [
      {
        title: 'Spells',
        blocks: [{ kind: 'list', title: 'Spells', entries: many(30, ['cost 3', 'range 200', 'words '.repeat(60)]) }],
      },
    ],
  };
  const scene = sheetScene(chart);
  expect(scene.height).toBeLessThanOrEqual(1140);
  expect(sceneSvg(scene)).toMatch(/Spell 4 of the very long name/);
  expect(sceneSvg(scene)).toContain('…');
  expect(portraitHashes(scene.shapes)).toEqual([]);
});

test('what is blank, a no, or the nothing that stands there by default is left out', () => {
  const skure = rulesets.find(({ id }) => id === 'skure');
  const preset = Object.values(skure?.presets ?? {})[0];
  if (skure === undefined || preset === undefined) throw new Error('no Skure');
  const text = JSON.stringify(sheetChart(skure, { name: 'A', sheet: skure.sheet.parse(preset.sheet) }));
  expect(text).toContain('Max HP');
  expect(text).not.toMatch(/Is promoted|Spells|"Max essence"/);
});
