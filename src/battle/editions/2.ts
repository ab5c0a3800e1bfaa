import type { AppUpcaster } from './step.ts';

/** Entries say under which editions they were written, jobs too. What said nothing was written under the first ones. */
export const edition2: AppUpcaster = {
  entry: (entry) => ({ ...Object(entry), edition: { house: 1, rules: 1 } }),
  alarm: (alarm) => ({ ...Object(alarm), edition: 1 }),
};
