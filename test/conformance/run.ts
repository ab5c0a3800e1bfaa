import { readFileSync, writeFileSync } from 'node:fs';
import { DiceScriptError } from '../../src/dice/dice.ts';
import { type PlayCase, playCase, type WorkedCase, workedCase } from './case.ts';
import { type Difference, describeDifference } from './compare.ts';
import { casesFile, plays } from './worked-cases.ts';

const differencesOf = (play: PlayCase, worked: WorkedCase): ReturnType<PlayCase> => {
  try {
    return playCase(play, worked);
  } catch (problem) {
    const kind = problem instanceof DiceScriptError ? 'dice' : 'broken';
    return [`${kind}: ${problem instanceof Error ? problem.message : String(problem)}`];
  }
};

/** The case of a line, and the differences when it is played. */
const judged = (
  play: PlayCase,
  line: string,
  number: number,
): { id: string; worked?: WorkedCase; found: ReturnType<PlayCase> } => {
  try {
    const worked = workedCase.parse(JSON.parse(line));
    return { id: worked.id, worked, found: differencesOf(play, worked) };
  } catch (problem) {
    return { id: `line ${number}`, found: [`broken: ${problem instanceof Error ? problem.message : String(problem)}`] };
  }
};

/** The value with the actual value at the difference's path. Undefined if the path does not exist. */
const corrected = (value: unknown, [key, ...rest]: readonly string[], actual: unknown): unknown => {
  if (key === undefined) return actual ?? null;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const below = corrected(Reflect.get(value, key), rest, actual);
  if (below === undefined) return undefined;
  return Array.isArray(value) ? value.with(Number(key), below) : { ...value, [key]: below };
};

/** The line with actual values as expectations. Undefined if the case would still not pass. */
const updated = (play: PlayCase, line: string, found: ReturnType<PlayCase>): string | undefined => {
  const raw: WorkedCase = JSON.parse(line);
  const expect = found
    .filter((each): each is Difference => typeof each !== 'string')
    .reduce<unknown>((value, { path, actual }) => corrected(value, path, actual), raw.expect);
  if (expect === undefined) return undefined;
  const text = JSON.stringify({ ...raw, expect });
  return differencesOf(play, workedCase.parse(JSON.parse(text))).length === 0 ? text : undefined;
};

const [system = '', ...others] = process.argv.slice(2);
const update = others.includes('--update');
const play = plays[system];
if (play === undefined) {
  console.error(`Usage: npm run --silent conformance -- <${Object.keys(plays).join('|')}> [file.jsonl] [--update]`);
  process.exit(2);
}
const file = others.find((word) => word !== '--update') ?? casesFile(system);
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((each) => each.trim() !== '');
let failed = 0;
const kept = lines.map((line, n) => {
  const { id, worked, found } = judged(play, line, n + 1);
  if (found.length === 0) {
    if (!update) console.log(JSON.stringify({ id, pass: true, differences: [] }));
    return line;
  }
  const better = update && worked !== undefined ? updated(play, line, found) : undefined;
  if (better === undefined) failed++;
  console.log(
    update
      ? `${id}${better === undefined ? ' still fails; change it by hand' : ''}\n${found.map((each) => `  ${describeDifference(each)}\n`).join('')}`
      : JSON.stringify({ id, pass: false, differences: found.map(describeDifference) }),
  );
  return better ?? line;
});
if (update && kept.some((line, n) => line !== lines[n])) writeFileSync(file, `${kept.join('\n')}\n`);
console.log(`${lines.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
