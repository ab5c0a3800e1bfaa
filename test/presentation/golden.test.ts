import { describe, expect, test } from 'vitest';
import { altText } from '../../src/presentation/alt-text.ts';
import { boardScene } from '../../src/presentation/board-scene.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';
import { allViews } from './views.ts';

describe.each(Object.entries(allViews))('the picture of %s', (name, view) => {
  test('the picture equals the saved SVG', async () => {
    const scene = boardScene(view);
    await expect(scene && sceneSvg(scene)).toMatchFileSnapshot(`golden/${name}.svg.snap`);
  });

  test('the text drawing equals the saved text drawing', async () => {
    await expect(`${boardScene(view)?.text.join('\n')}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('the picture’s alt text equals the saved alt text', async () => {
    await expect(`${altText(view)}\n`).toMatchFileSnapshot(`golden/${name}.alt.txt`);
  });
});
