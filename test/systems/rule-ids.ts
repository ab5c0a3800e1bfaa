import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRulebook } from '../../src/rules/rulebook.ts';

/** A rulebook's sections, and the checklist at its end. */
const halvesOf = (system: string): readonly [string, string] => {
  const [text = '', list] = readFileSync(`src/systems/${system}/RULES.md`, 'utf8').split(/^## .*Checklist.*$/m);
  if (list === undefined) throw new Error(`RULES.md of ${system} has no checklist.`);
  return [text, list];
};

/** The ids of a rulebook's checklist, in its order. */
export const checklistOf = (system: string): readonly string[] =>
  [...halvesOf(system)[1].matchAll(/^\|\s*([A-Z]+-[A-Z]+-\d+)\s*\|/gm)].map(([, id = '']) => id);

/** The ids that its sections say something of. */
export const wordedRules = (system: string): readonly string[] =>
  parseRulebook(halvesOf(system)[0]).map(({ id }) => id);

/**
 * The rule ids in a rulebook's tests: titles of `test('…')`, rows with `rule: '…'`, and the `rules` of worked cases.
 */
export const testedRules = (system: string, id: RegExp): ReadonlySet<string> => {
  const folder = `test/systems/${system}`;
  const titles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap(
      (name) =>
        readFileSync(join(folder, name), 'utf8').match(
          /(?:\b(?:test|it|describe)\S*\(|\brules?:)\s*\[?\s*(?:'[^']*'|`[^`]*`|"[^"]*")(?:\s*,\s*'[^']*')*/g,
        ) ?? [],
    );
  const cases = readFileSync(`test/conformance/${system}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.stringify(JSON.parse(line).rules));
  return new Set([...titles, ...cases].flatMap((text) => text.match(new RegExp(id, 'g')) ?? []));
};
