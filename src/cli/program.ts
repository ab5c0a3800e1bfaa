import { createProgressLine, type OnProgress } from '../core/progress.ts';
import type { Result } from '../core/result.ts';
import { errorMessage } from '../core/text.ts';
import { type Config, loadConfig } from '../wiring/config.ts';

/** Runs a program of the command line, and says how it went: 2 where its arguments (`given`) are not understood, 1 where it fails. */
export const runProgram = async <Given>(
  usage: string,
  given: Given | undefined,
  run: (config: Config, given: Given, onProgress: OnProgress) => Promise<Result<string, string>>,
): Promise<void> => {
  const fail = (code: number, ...problems: readonly string[]): void => {
    for (const problem of problems) console.error(problem);
    process.exitCode = code;
  };
  const config = loadConfig();
  if (given === undefined) return fail(2, usage);
  if (!config.ok) return fail(1, ...config.error);
  try {
    const { show, end } = createProgressLine(process.stderr, () => performance.now());
    const outcome = await run(config.value, given, show).finally(end);
    if (outcome.ok) console.log(outcome.value);
    else fail(1, outcome.error);
  } catch (problem) {
    fail(1, errorMessage(problem));
  }
};
