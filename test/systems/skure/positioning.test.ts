import { expect, test } from 'vitest';
import { asked } from './stage.ts';

test('SK-POS-1: sight shows distance, bearing, zone and modifiers', () => {
  expect(asked('sight', { target: 'Bob' })).toMatchObject({
    lines: [
      { text: 'Ann has Bob to the SE and stands in Bob’s flank. Ann faces that way.' },
      { text: 'Ann can aim at Bob.' },
    ],
    strokes: [{ kind: 'sight' }],
  });
});
