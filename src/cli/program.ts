import { errorMessage } from '../core/message.ts';
import { type Config, loadConfig } from '../wiring/config.ts';

/** Runs a program and sets its exit code: 2 for invalid arguments (`given`), 1 for any other failure. */
export const runProgram = async <Given>(
  usage: string,
  given: Given | undefined,
  run: (config: Config, given: Given) => Promise<string>,
): Promise<void> => {
  const fail = (code: number, ...problems: readonly string[]): void => {
    for (const problem of problems) console.error(problem);
    process.exitCode = code;
  };
  const config = loadConfig();
  if (given === undefined) return fail(2, usage);
  if (!config.ok) return fail(1, ...config.error);
  try {
    console.log(await run(config.value, given));
  } catch (problem) {
    fail(1, errorMessage(problem));
  }
};
