import { describe, expect, test } from 'vitest';
import { sheetChart } from '../../src/app/forms/sheet-chart.ts';
import { withTheme } from '../../src/presentation/board-scene.ts';
import { type SheetChart, sheetAltText, sheetScene } from '../../src/presentation/sheet-scene.ts';
import { portraitHashes, sceneSvg } from '../../src/presentation/svg.ts';
import { rulesets } from '../../src/systems/index.ts';

/** The longest preset of each rulebook, with a portrait. */
const longest = rulesets.map((ruleset) => {
  const [preset] = Object.values(ruleset.presets).toSorted(
    (a, b) => JSON.stringify(b.sheet).length - JSON.stringify(a.sheet).length,
  );
  if (preset === undefined) throw new Error(`${ruleset.id} has no ready-made sheets.`);
  const pictured = { name: preset.name ?? preset.title, sheet: ruleset.sheet.parse(preset.sheet), portrait: 'face' };
  return { system: ruleset.id, chart: sheetChart(ruleset, pictured) };
});

describe.each(longest)('the picture of a sheet of $system', ({ system, chart }) => {
  test.each(['light', 'dark'] as const)('a sheet’s picture equals the saved picture: %s', async (theme) => {
    const svg = sceneSvg(withTheme(sheetScene(chart), theme));
    await expect(svg).toMatchFileSnapshot(`golden/sheet-${system}-${theme}.svg.snap`);
  });

  test('a sheet’s picture has the saved alt text', async () => {
    await expect(`${sheetAltText(chart)}\n`).toMatchFileSnapshot(`golden/sheet-${system}.alt.txt`);
  });
});

test('each preset’s sheet picture is 760 wide and readable on a phone', () => {
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

test('a long sheet is shortened, and says how much is omitted', () => {
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

test('blank values, “no” and empty defaults are omitted', () => {
  const skure = rulesets.find(({ id }) => id === 'skure');
  const preset = Object.values(skure?.presets ?? {})[0];
  if (skure === undefined || preset === undefined) throw new Error('no Skure');
  const text = JSON.stringify(sheetChart(skure, { name: 'A', sheet: skure.sheet.parse(preset.sheet) }));
  expect(text).toContain('Max HP');
  expect(text).not.toMatch(/Is promoted|Spells|"Max essence"/);
});
