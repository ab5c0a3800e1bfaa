import { describe, expect, test } from 'vitest';
import { sceneSvg } from '../../src/presentation/svg.ts';
import { momentAfter } from '../transcripts/moments.ts';
import { pictured } from '../transcripts/pictured.ts';

describe.each(pictured)('a battle of $system', ({ system, transcript, after }) => {
  test.each(['light', 'dark'] as const)('the picture equals the saved picture: %s', async (theme) => {
    const { cards } = (await momentAfter(transcript, after)).status;
    const scenes = cards.flatMap(({ picture }) => (picture === undefined ? [] : [picture.scene]));
    expect(scenes.length).toBeGreaterThan(0);
    const svg = scenes.map((scene) => sceneSvg({ ...scene, theme })).join('');
    await expect(svg).toMatchFileSnapshot(`golden/rulebook-${system}-${theme}.svg.snap`);
  });
});
