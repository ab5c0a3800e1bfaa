import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rule ids that stand in the titles of a system's tests: in `test('…')`, in `rule: '…'` rows, in the worked cases' `rules`. */
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
