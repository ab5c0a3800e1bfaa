import { createProgressLine, formatProgress } from '../../src/core/progress.ts';
import { rulesets } from '../../src/systems/index.ts';
import { bandsOf, inSecret, type Policy, tournament } from './arena.ts';

const [system = 'skure', battles = '100', only = ''] = process.argv.slice(2);
const ruleset = rulesets.find(({ id }) => id === system);
if (ruleset === undefined)
  throw new Error(`There is no system ${system}; say one of ${rulesets.map(({ id }) => id).join(', ')}.`);
const pairs: readonly (readonly [Policy, Policy, settings?: object])[] =
  only === 'cunning'
    ? [['cunning', 'usual']]
    : [
        ['usual', 'random'],
        ['usual', 'former'],
        ...(system === 'segment' ? [['usual', 'former', inSecret] as const] : []),
        ['usual', 'usual'],
      ];
/** Milliseconds of CPU time. */
const timesOf = (thought: readonly number[]): string => {
  const sorted = thought.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  const high = sorted[Math.floor(0.95 * sorted.length)] ?? 0;
  return thought.length === 0
    ? ''
    : `, ${mean.toFixed(0)} ms of CPU time a decision, ${high.toFixed(0)} at most of 95 %`;
};
for (const [one, other, settings] of pairs) {
  const began = performance.now();
  const thought: number[] = [];
  const { show, end } = createProgressLine(process.stderr, () => performance.now());
  const ways = {
    thought,
    onBattle: (done: number, of: number) => show(`${one} against ${other}: ${formatProgress(done, of, 'battles')}`),
    ...(settings && { settings }),
  };
  const score = tournament(ruleset, bandsOf(ruleset), [one, other], Number(battles), 1, ways);
  end();
  const { won, lost, drawn, open, refused } = score;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${system}${settings === undefined ? '' : `, ${JSON.stringify(settings)}`}: ${one} against ${other}: ${won} won, ${lost} lost, ${drawn} drawn, ${open} open, ${refused} refused, ${seconds} s${timesOf(thought)}`,
  );
}
