import { expect, test } from 'vitest';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { checklistOf, testedRules } from '../rule-ids.ts';

test('every rule has a test', () => {
  const tested = testedRules('sword-world', /SW-[A-Z]+-\d+/);
  expect(checklistOf('sword-world').filter((id) => !tested.has(id))).toEqual([]);
});

test('the presets are sheets that parse again', () => {
  for (const { sheet } of Object.values(swordWorld.presets)) expect(swordWorld.sheet.parse(sheet)).toEqual(sheet);
});

test('every option can be shown in a chat', () => {
  for (const [name, { summary, params }] of [
    ...Object.entries(swordWorld.verbs),
    ...Object.entries(swordWorld.queries),
  ]) {
    expect(name).toMatch(/^[a-z-]{1,32}$/);
    expect(summary.length).toBeLessThanOrEqual(100);
    expect(Object.keys(params.shape).length).toBeLessThanOrEqual(25);
    for (const [option, schema] of Object.entries(params.shape)) {
      expect(option).toMatch(/^[a-z-]{1,32}$/);
      const { description = '' } = schema.meta() ?? schema.def?.innerType?.meta() ?? {};
      expect(description.length, `${name} ${option}`).toBeGreaterThan(3);
      expect(description.length, `${name} ${option}`).toBeLessThanOrEqual(100);
    }
  }
});
