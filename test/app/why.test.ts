import { expect, test } from 'vitest';
import { ruleExplanationControls } from '../../src/app/replies/order-outcome.ts';
import { line, step } from '../../src/rules/event.ts';

test('“Why?” lists two rolls of one rule, each once', () => {
  const blow = (roll: string) => line('A strikes.', 'plain', [[step('SK-ATK-1', roll), step('SK-HIT-2', 'stage 4')]]);
  const [[control] = []] = ruleExplanationControls([blow('d100 72'), blow('d100 18')]);
  const options = control?.kind === 'select' ? control.options : [];
  expect(options.map(({ value, note }) => [value, note])).toEqual([
    ['SK-ATK-1', 'd100 72 · d100 18'],
    ['SK-HIT-2', 'stage 4'],
  ]);
});
