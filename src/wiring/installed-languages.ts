import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Dictionary } from '../core/message.ts';

const folder = fileURLToPath(new URL('../../languages', import.meta.url));

/** Loads the installed languages. Calls `onProblem` for each file or sentence that cannot be used. */
export const loadInstalledLanguages = async (onProblem: (problem: Error) => void): Promise<readonly Dictionary[]> => {
  if (!existsSync(folder)) return [];
  const { loadLanguages } = await import('../languages/po.ts');
  const { dictionaries, problems } = loadLanguages(folder);
  for (const problem of problems) onProblem(new Error(problem));
  return [...dictionaries.values()];
};
