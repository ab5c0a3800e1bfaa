import { readFileSync } from 'node:fs';
import { DiceScriptError } from '../../src/dice/scripted-dice.ts';
import { type PlayCase, played, workedCase } from './case.ts';
import { plays } from './worked-cases.ts';

const differencesOf = (
  play: PlayCase,
  text: string,
): { readonly id: string; readonly differences: readonly string[] } => {
  let id = '?';
  try {
    const worked = workedCase.parse(JSON.parse(text));
    id = worked.id;
    return { id, differences: played(play, worked) };
  } catch (problem) {
    const kind = problem instanceof DiceScriptError ? 'dice' : 'broken';
    return { id, differences: [`${kind}: ${problem instanceof Error ? problem.message : String(problem)}`] };
  }
};

const [system = '', file] = process.argv.slice(2);
const play = plays[system];
if (play === undefined || file === undefined) {
  console.error(`Usage: npm run --silent conformance -- <${Object.keys(plays).join('|')}> <file.jsonl>`);
  process.exit(2);
}
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((each) => each.trim() !== '');
let failed = 0;
for (const each of lines) {
  const { id, differences } = differencesOf(play, each);
  const pass = differences.length === 0;
  if (!pass) failed++;
  console.log(JSON.stringify({ id, pass, differences }));
}
console.log(`${lines.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
