/**
 * `npm run test:long`: repeats every test with a budget from rising seeds, until LONG_MINUTES (30) are over or one
 * fails. It begins with SEED, or with a seed from the commit, so that a commit always plays the same battles.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { MinimalReporter, startVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import type { Spent } from './budget.ts';

const minutes = Number(process.env.LONG_MINUTES ?? 30);
const until = Date.now() + minutes * 60_000;

/** Maximum number of times the rounds of `npm test` in one pass, so that all tests advance equally. */
const mostTimes = 10;

const seedOfCommit = (): number => {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? 1 + (Number.parseInt(stdout.slice(0, 8), 16) % 1_000_000) : 1;
};

const files = globSync('test/**/*.test.ts')
  .filter((file) => /from '(?:\.\.?\/)+budget\.ts'/.test(readFileSync(file, 'utf8')))
  .toSorted();

/** Prints failures only, and ends the pass when the time is over. */
class Quiet extends MinimalReporter {
  #timer: NodeJS.Timeout | undefined;
  #cut: { readonly errors: number } | undefined;

  override onInit(vitest: Vitest): void {
    vitest.logger.printBanner = () => undefined;
    super.onInit(vitest);
    const cut = () => {
      this.#cut = { errors: vitest.state.getUnhandledErrors().length };
      void vitest.cancelCurrentRun('keyboard-input');
    };
    this.#timer = setTimeout(cut, Math.max(0, until - Date.now()));
  }

  /**
   * True if nothing failed. An error after a test was cut off does not count, since its child may still write into a
   * deleted folder.
   */
  well(modules: readonly TestModule[], errors: number): boolean {
    if (this.#cut === undefined) return errors === 0 && modules.every((each) => each.ok());
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    return this.#cut.errors === 0 && tests.every((test) => test.result().state !== 'failed');
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<MinimalReporter['onTestRunEnd']>): void {
    clearTimeout(this.#timer);
    if (!this.well(modules, errors.length)) super.onTestRunEnd(modules, errors, reason);
  }
}

interface Done extends Spent {
  readonly file: string;
  readonly name: string;
  readonly failed: boolean;
}

const doneOf = (test: TestCase): Done => ({
  file: test.module.relativeModuleId,
  name: test.fullName.replaceAll(' > ', ' '),
  failed: test.result().state === 'failed',
  ...(test.meta().spent ?? { rounds: 0, open: undefined }),
});

/** Runs these files once, and returns what each test did and whether all passed. */
const passed = async (seed: number, times: number, files: readonly string[]) => {
  const quiet = new Quiet();
  const vitest = await startVitest('test', [...files], {
    watch: false,
    bail: 1,
    silent: 'passed-only',
    reporters: [quiet],
    // Shuffles the files, so that the last pass skips others each time.
    sequence: { seed, shuffle: { files: true } },
    env: { SEED: String(seed), TIMES: String(times), LONG_UNTIL: String(until) },
  });
  const modules = vitest.state.getTestModules();
  const done = modules.flatMap(({ children }) => [...children.allTests()]).map(doneOf);
  const well = quiet.well(modules, vitest.state.getUnhandledErrors().length);
  await vitest.close();
  return { done, well };
};

const quoted = (name: string): string => `'${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", "'\\''")}'`;

/** Environment of a repeated test: it counts as long run, without an end. */
const never = 99_999_999_999_999;

/** The command that repeats a failure: one round, or all rounds of the pass. */
const repeated = ({ file, name, open }: Done, seed: number, times: number): string =>
  `LONG_UNTIL=${never} ${open === undefined ? `SEED=${seed} TIMES=${times}` : `SEED=${open}`} npx vitest run ${file} -t ${quoted(name)}`;

/** The number of rounds of each test, with one line for tests of a file that did equally many. */
const summary = (rounds: ReadonlyMap<string, ReadonlyMap<string, number>>): readonly string[] =>
  [...rounds].flatMap(([file, tests]) => {
    const counts = Map.groupBy(tests, ([, count]) => count);
    return [...counts].map(([count, [first, ...more]]) => {
      const what = more.length > 0 ? `each of ${more.length + 1} tests` : `${first?.[0]}`;
      return `${String(count).padStart(7)}  ${file}: ${what}`;
    });
  });

const beginning = Number(process.env.SEED ?? seedOfCommit());
console.info(`SEED=${beginning} LONG_MINUTES=${minutes}: ${files.length} files of tests that go by the budget.`);

const rounds = new Map<string, Map<string, number>>();
let [passes, seed, times, well] = [0, beginning, 1, true];
let played: readonly string[] = files;
while (well && Date.now() < until) {
  const began = Date.now();
  const pass = await passed(seed, times, played);
  for (const { file, name, rounds: count } of pass.done) {
    const tests = rounds.get(file) ?? new Map<string, number>();
    rounds.set(file, tests);
    if (count > 0) tests.set(name, (tests.get(name) ?? 0) + count);
  }
  for (const each of pass.done.filter(({ failed }) => failed))
    console.error(`To repeat it:\n  ${repeated(each, seed, times)}\n`);
  well = pass.well;
  passes++;
  // Later passes run only files with random tests.
  played = [...new Set(pass.done.filter((each) => each.rounds > 0).map(({ file }) => file))];
  seed += Math.max(1, ...pass.done.map((each) => each.rounds));
  // The time that the rounds of `npm test` take once.
  const once = (Date.now() - began) / times;
  times = Math.min(mostTimes, Math.max(1, Math.floor((until - Date.now()) / once)));
}

console.info(`Rounds in ${passes} passes, from SEED=${beginning} to the seed before ${seed}:`);
for (const line of summary(rounds)) console.info(line);
process.exit(well ? 0 : 1);
