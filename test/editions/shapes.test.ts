import { expect, test } from 'vitest';
import { currentShapes, recordedShapes } from './shape-list.ts';

const advice = `A saved shape changed, and battles outlive releases (CONTRIBUTING.md, "Changing what is saved").
- Does everything that was saved before still parse, and mean the same (a new event, a new field with a default)? Then: npm run keep-shapes
- Else raise the edition: a step in src/systems/<rulebook>/editions/, src/battle/editions/ or src/app/editions/, then: npm run keep-shapes
The saved battles in test/editions/ say whether it worked.`;

test('saved data has the shape recorded for its edition', () => {
  const [now, kept] = [currentShapes(), recordedShapes()];
  const changed = now.filter((row) => !kept.includes(row)).map((row) => row.split(' ')[0]);
  const gone = kept.filter((row) => !now.some((each) => each.split(' ')[0] === row.split(' ')[0]));
  expect([...changed, ...gone], advice).toEqual([]);
});
