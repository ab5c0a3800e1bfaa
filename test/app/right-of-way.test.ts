import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairScheduler } from '../../src/app/queues/fair-scheduler.ts';
import { runs } from '../budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A road by a clock that goes only where the test lets it, and who was let on. */
const road = () => {
  let clock = 0;
  const way = createFairScheduler(() => clock, { halfLife: 1000, free: 250, most: 100 });
  const letOn: string[] = [];
  return {
    ...way,
    letOn,
    pass: (milliseconds: number): void => {
      clock += milliseconds;
    },
    /** Somebody has something in hand for so long. */
    has: (asker: string, milliseconds: number): void => {
      const leave = way.enter(asker);
      clock += milliseconds;
      leave();
    },
    asks: async (asker: string): Promise<void> => {
      void way.giveWay(asker).then(() => letOn.push(asker));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

test('whoever had much lately waits until that is done which somebody has in hand who had little', async () => {
  const { has, enter, inHand, asks, letOn } = road();
  has('loud', 1000);
  const [first, second] = [enter('quiet'), enter('quiet')];
  expect([inHand('quiet'), inHand('loud')]).toEqual([2, 0]);
  await asks('loud');
  first();
  await vi.advanceTimersByTimeAsync(0);
  expect(letOn).toEqual([]);
  second();
  await vi.advanceTimersByTimeAsync(0);
  expect(letOn).toEqual(['loud']);
});

test('whoever had little goes on at once, and so does everybody where nobody had less than half as much', async () => {
  const { has, enter, asks, letOn } = road();
  has('loud', 1000);
  has('other', 600);
  for (const asker of ['loud', 'other', 'quiet']) enter(asker);
  await asks('quiet');
  expect(letOn).toEqual(['quiet']);
  await asks('other');
  expect(letOn).toEqual(['quiet']);
  // Alone beside one who had as much.
  const beside = road();
  beside.has('loud', 1000);
  beside.has('other', 600);
  beside.enter('other');
  await beside.asks('loud');
  expect(beside.letOn).toEqual(['loud']);
});

test('whoever had much hears first who has come meanwhile', async () => {
  const { has, enter, giveWay, letOn } = road();
  has('loud', 1000);
  const asked = giveWay('loud').then(() => letOn.push('loud'));
  const leave = enter('quiet');
  await vi.advanceTimersByTimeAsync(0);
  expect(letOn).toEqual([]);
  leave();
  await asked;
  expect(letOn).toEqual(['loud']);
});

test.each([
  [240, ['loud']],
  [260, []],
])('who had %i ms of 250 that nobody needs to give way for: let on %j', async (milliseconds, expected) => {
  const { has, enter, asks, letOn } = road();
  has('loud', milliseconds);
  enter('quiet');
  await asks('loud');
  expect(letOn).toEqual(expected);
});

test('what somebody had counts for half after its half-life, and so for nothing in the end', async () => {
  const { has, enter, asks, letOn, pass } = road();
  has('loud', 1000);
  enter('quiet');
  pass(1900);
  await asks('loud');
  expect(letOn).toEqual([]);
  pass(200);
  await asks('loud');
  expect(letOn).toEqual(['loud']);
});

test('nobody is waited for longer than the most', async () => {
  const { has, enter, asks, letOn } = road();
  has('loud', 1000);
  enter('quiet');
  await asks('loud');
  await vi.advanceTimersByTimeAsync(99);
  expect(letOn).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(letOn).toEqual(['loud']);
});

test('whatever comes and goes, everybody is let on in the end, and a newcomer at once', async () => {
  const step = fc.record({
    asker: fc.constantFrom('a', 'b', 'c'),
    does: fc.constantFrom('enter', 'leave', 'ask'),
    after: fc.integer({ min: 0, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { enter, asks, pass, letOn } = road();
      const leaving = new Map<string, (() => void)[]>();
      let asked = 0;
      for (const { asker, does, after } of steps) {
        pass(after);
        if (does === 'enter') leaving.set(asker, [...(leaving.get(asker) ?? []), enter(asker)]);
        else if (does === 'leave') leaving.get(asker)?.shift()?.();
        else {
          await asks(asker);
          asked += 1;
        }
      }
      for (const leave of [...leaving.values()].flat()) leave();
      await vi.advanceTimersByTimeAsync(0);
      expect(letOn.length).toBe(asked);
      await asks('new');
      expect(letOn.at(-1)).toBe('new');
    }),
    runs(50),
  );
});
