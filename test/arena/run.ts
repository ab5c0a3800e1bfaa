import { rulesets } from '../../src/systems/index.ts';
import { bandsOf, type Policy, tournament } from './arena.ts';

const [system = 'skure', battles = '100'] = process.argv.slice(2);
const ruleset = rulesets.find(({ id }) => id === system);
if (ruleset === undefined)
  throw new Error(`There is no system ${system}; say one of ${rulesets.map(({ id }) => id).join(', ')}.`);
const pairs: readonly (readonly [Policy, Policy])[] = [
  ['usual', 'random'],
  ['usual', 'former'],
  ['usual', 'usual'],
];
for (const [one, other] of pairs) {
  const began = performance.now();
  const { won, lost, drawn, open, refused } = tournament(ruleset, bandsOf(ruleset), [one, other], Number(battles));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${system}: ${one} against ${other}: ${won} won, ${lost} lost, ${drawn} drawn, ${open} open, ${refused} refused, ${seconds} s`,
  );
}
