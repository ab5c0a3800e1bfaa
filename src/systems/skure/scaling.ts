import type { Reckoning } from './model.ts';
import type { Settings } from './settings.ts';

type Factor = Reckoning['factors'][number];

const roundings: Readonly<Record<Settings['damage.rounding'], (over: number, under: number) => number>> = {
  up: (over, under) => Math.ceil(over / under),
  nearest: (over, under) => Math.floor((2 * over + under) / (2 * under)),
  down: (over, under) => Math.floor(over / under),
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** SK-ATK-12, SK-RUL-15, SK-RUL-16: one product of exact fractions (or one sum), rounded once. */
export const scaled = (
  base: number,
  factors: readonly Factor[],
  settings: Pick<Settings, 'damage.percent' | 'damage.rounding'>,
): number => {
  const round = roundings[settings['damage.rounding']];
  if (settings['damage.percent'] === 'add') {
    const stage = factors.find(({ factor }) => factor === 'stage')?.percent ?? 100;
    const sum = factors.reduce((all, { factor, percent }) => all + (factor === 'stage' ? 0 : percent - 100), 100);
    return round(base * stage * Math.max(0, sum), 10_000);
  }
  let over = base;
  let under = 1;
  for (const { percent } of factors) {
    const common = divisor(over * percent, under * 100) || 1;
    [over, under] = [(over * percent) / common, (under * 100) / common];
  }
  return round(over, under);
};
