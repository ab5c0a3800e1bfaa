import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { testedRules } from '../rule-ids.ts';

const checklist = [
  ...(readFileSync('src/systems/sword-world/RULES.md', 'utf8')
    .split('Checklist of all rule ids')[1]
    ?.matchAll(/^\|\s*(SW-[A-Z]+-\d+)\s*\|/gm) ?? []),
].map(([, id = '']) => id);

test('every rule has a test', () => {
  const tested = testedRules('sword-world', /SW-[A-Z]+-\d+/);
  expect(checklist).toHaveLength(285);
  expect(checklist.filter((id) => !tested.has(id))).toEqual([]);
});

test('every rule and every ruling has an entry to be read', () => {
  const entries = new Map(swordWorld.rules.map((entry) => [entry.id, entry]));
  const rulings = Array.from({ length: 91 }, (_, n) => `SW-RUL-${n + 1}`);
  for (const id of [...checklist, ...rulings]) {
    expect(entries.get(id)?.title.length, id).toBeGreaterThan(3);
    expect(entries.get(id)?.text.length, id).toBeGreaterThan(3);
  }
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
