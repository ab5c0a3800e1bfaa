/** One measured value with its budget or its floor. */
export interface Measured {
  readonly what: string;
  readonly unit: string;
  readonly median: number;
  readonly worst: number;
  /** The minimum cost of the same work, measured in the same run. */
  readonly floor?: number;
  readonly budget: string;
  readonly holds: boolean;
}

export const sorted = (samples: readonly number[]): readonly number[] => samples.toSorted((a, b) => a - b);
export const quantile = (samples: readonly number[], share: number): number =>
  sorted(samples)[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? Number.NaN;
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** The times of `times` runs, after a few to warm up (milliseconds). */
export const timed = async (
  work: () => unknown,
  times: number,
  warm = Math.min(20, times),
): Promise<readonly number[]> => {
  for (let n = 0; n < warm; n++) await work();
  const samples: number[] = [];
  for (let n = 0; n < times; n++) {
    const from = performance.now();
    await work();
    samples.push(performance.now() - from);
  }
  return samples;
};

/** CPU times of the whole process with its threads (milliseconds), which other load on the machine affects little. */
export const worked = async (work: () => unknown, times: number, warm: number): Promise<readonly number[]> => {
  for (let n = 0; n < warm; n++) await work();
  const samples: number[] = [];
  for (let n = 0; n < times; n++) {
    const from = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(from);
    samples.push((user + system) / 1000);
  }
  return samples;
};

const round = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

export const shown = ({ what, unit, median: half, worst, floor, budget, holds }: Measured): string => {
  const beside = floor === undefined ? '' : `, floor ${round(floor)} (× ${(half / floor).toFixed(2)})`;
  return `${holds ? 'ok  ' : 'OVER'} ${what}: median ${round(half)} ${unit}${beside}, p99 ${round(worst)}; budget ${budget}`;
};

const pipe = (text: string): string => text.replaceAll('|', '\\|');

/** The measurements as rows of a Markdown table. */
export const tableOf = (measured: readonly Measured[]): string =>
  [
    '| | what | median | floor | p99 | budget |',
    '|---|---|---|---|---|---|',
    ...measured.map(
      ({ what, unit, median: half, worst, floor, budget, holds }) =>
        `| ${holds ? 'ok' : 'over'} | ${pipe(what)} | ${round(half)} ${unit} | ${floor === undefined ? '' : `${round(floor)} (× ${(half / floor).toFixed(2)})`} | ${round(worst)} | ${pipe(budget)} |`,
    ),
  ].join('\n');
