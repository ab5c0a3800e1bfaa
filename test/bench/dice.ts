import seedrandom from 'seedrandom';
import { createOrderDice } from '../../src/dice/order-dice.ts';
import { type Measured, median, quantile } from './measure.ts';

const seed = '5eed'.repeat(16);
const counts = [1, 5, 20] as const;

/** Microseconds a die, of each of many short samples: the median of them leaves out what else the machine did. */
const perDie = (count: number, order: (n: number) => void): readonly number[] => {
  const [samples, orders] = [300, Math.ceil(200 / count)];
  for (let n = 0; n < 20 * orders; n++) order(n);
  return Array.from({ length: samples }, (_, sample) => {
    const from = performance.now();
    for (let n = 0; n < orders; n++) order(sample * orders + n);
    return (1000 * (performance.now() - from)) / (orders * count);
  });
};

/** What a die costs in orders of one, several and many, beside a generator of seedrandom that is keyed once an order with a ready key. */
export const benchDice = async (): Promise<readonly Measured[]> =>
  counts.map((count): Measured => {
    const floor = median(
      perDie(count, (n) => {
        const next = seedrandom(n.toString(16).padStart(64, '0'));
        for (let k = 0; k < count; k++) next();
      }),
    );
    const times = perDie(count, (n) => {
      const dice = createOrderDice({ seed, salt: '', orderId: `${n}` });
      for (let k = 0; k < count; k++) dice.roll(100, 'hit');
    });
    const half = median(times);
    return {
      what: `a die of an order of ${count}`,
      unit: 'µs',
      median: half,
      worst: quantile(times, 0.99),
      floor,
      budget: '× 2 of its floor',
      holds: half < 2 * floor,
    };
  });
