import { createProgressLine, formatProgress } from '../../src/core/progress.ts';
import { rulesets } from '../../src/systems/index.ts';
import { bandsOf, inSecret, type Policy, tournament } from './arena.ts';

const [system = 'skure', battles = '100'] = process.argv.slice(2);
const ruleset = rulesets.find(({ id }) => id === system);
if (ruleset === undefined)
  throw new Error(`There is no system ${system}; say one of ${rulesets.map(({ id }) => id).join(', ')}.`);
const pairs: readonly (readonly [Policy, Policy, settings?: object])[] = [
  ['usual', 'random'],
  ['usual', 'former'],
  ...(system === 'segment' ? [['usual', 'former', inSecret] as const] : []),
  ['usual', 'usual'],
];
for (const [one, other, settings] of pairs) {
  const began = performance.now();
  const { show, end } = createProgressLine(process.stderr, () => performance.now());
  const ways = {
    onBattle: (done: number, of: number) => show(`${one} against ${other}: ${formatProgress(done, of, 'battles')}`),
    ...(settings && { settings }),
  };
  const score = tournament(ruleset, bandsOf(ruleset), [one, other], Number(battles), 1, ways);
  end();
  const { won, lost, drawn, open, refused } = score;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${system}${settings === undefined ? '' : `, ${JSON.stringify(settings)}`}: ${one} against ${other}: ${won} won, ${lost} lost, ${drawn} drawn, ${open} open, ${refused} refused, ${seconds} s`,
  );
}
