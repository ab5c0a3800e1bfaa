import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { checklistOf, wordedRules } from './rule-ids.ts';

/** Every TypeScript file of a folder, and its data, as one text. */
const sourceOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') || name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const books = rulesets.map(({ id, rules }) => ({ id, rules: rules() }));

test.each(books)('each rule of $id is named in its code, and no range hides one', ({ id, rules }) => {
  const source = sourceOf(`src/systems/${id}`);
  const missing = rules.filter((rule) => !new RegExp(`\\b${rule.id}\\b`).test(source)).map((rule) => rule.id);
  expect(missing).toEqual([]);
  expect(source.match(/\b[A-Z]+-[A-Z]+-\d+(?:\.\.|–)\d+/g) ?? []).toEqual([]);
});

const isRuling = (id: string): boolean => /(?:-RUL|RULING)-/.test(id);

test.each(books)('the checklist of $id names each rule of its sections once', ({ id }) => {
  const listed = checklistOf(id);
  const worded = wordedRules(id);
  expect(listed).toEqual([...new Set(listed)]);
  expect(listed.filter((each) => !worded.includes(each))).toEqual([]);
  // Some rulebooks list their rulings in their own section alone.
  expect(worded.filter((each) => !isRuling(each) && !listed.includes(each))).toEqual([]);
});

test.each(books)('each rule and ruling of $id can be looked up with a title and a text', ({ rules }) => {
  expect(rules.filter(({ title, text }) => title.length < 3 || text.length < 4)).toEqual([]);
});
