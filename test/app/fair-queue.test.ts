import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue } from '../../src/app/queues/worker-queue.ts';
import { runs } from '../budget.ts';

const never = 1_000_000;

/** A queue whose tasks finish when the test says so, and the tasks started so far. */
const stage = (limits = { total: 8, perAsker: 4, patience: never }) => {
  const turns = createFairQueue(limits);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (asker: string, name = asker): Promise<void> =>
    turns(asker, () => {
      begun.push(name);
      return new Promise<void>((done) => finish.set(name, done));
    });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const finished = async (name: string): Promise<void> => {
    const done = finish.get(name);
    if (done === undefined) throw new Error(`${name} has not begun.`);
    finish.delete(name);
    done();
    await settled();
  };
  return { ask, begun, finished, inHand: () => [...finish.keys()], settled };
};

test('tasks of one asker start in the order they were requested', async () => {
  const { ask, begun, finished, settled } = stage({ total: 1, perAsker: 1, patience: never });
  for (const name of ['a', 'b', 'c']) void ask('flood', name);
  await settled();
  for (const name of ['a', 'b', 'c']) await finished(name);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('with one task at a time, a flood delays another server by one task only', async () => {
  const { ask, begun, finished, settled } = stage({ total: 1, perAsker: 1, patience: never });
  for (let n = 1; n <= 1000; n++) void ask('flood', `f${n}`);
  await settled();
  void ask('quiet', 'q1');
  await settled();
  expect(begun).toEqual(['f1']);
  await finished('f1');
  expect(begun).toEqual(['f1', 'q1']);
  await finished('q1');
  void ask('quiet', 'q2');
  await settled();
  expect(begun).toEqual(['f1', 'q1', 'f2']);
  await finished('f2');
  expect(begun.at(-1)).toBe('q2');
});

test('a flood runs only its maximum of tasks, and another server starts at once', async () => {
  const { ask, inHand, finished, settled } = stage();
  for (let n = 1; n <= 100; n++) void ask('flood', `f${n}`);
  await settled();
  expect(inHand()).toEqual(['f1', 'f2', 'f3', 'f4']);
  void ask('quiet', 'q1');
  await settled();
  expect(inHand()).toEqual(['f1', 'f2', 'f3', 'f4', 'q1']);
  await finished('f2');
  expect(inHand()).toEqual(['f1', 'f3', 'f4', 'q1', 'f5']);
});

test('a task that waits too long no longer blocks the queue', async () => {
  const { ask, begun, settled } = stage({ total: 1, perAsker: 1, patience: 1 });
  void ask('flood', 'stuck');
  void ask('flood', 'next');
  void ask('quiet');
  while (begun.length < 3) await settled();
  expect(begun).toEqual(['stuck', 'quiet', 'next']);
});

test('a failed task frees its turn and rejects only its own caller', async () => {
  const turns = createFairQueue({ total: 1, perAsker: 1, patience: never });
  const failed = turns('one', () => Promise.reject(new Error('broken')));
  const other = turns('two', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await other).toBe('done');
});

test('every task runs, and none waits for more than its share of another asker’s tasks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      async (askers, total) => {
        const turns = createFairQueue({ total, perAsker: 1, patience: never });
        const begun: number[] = [];
        const asked = askers.map((asker) =>
          turns(String(asker), async () => {
            begun.push(asker);
            await Promise.resolve();
          }),
        );
        await Promise.all(asked);
        expect(begun.toSorted()).toEqual(askers.toSorted());
        for (const asker of new Set(askers)) {
          const places = begun.flatMap((each, at) => (each === asker ? [at] : []));
          for (const [at, place] of places.entries()) {
            const between = begun.slice(at === 0 ? 0 : (places[at - 1] ?? 0) + 1, place);
            for (const other of new Set(between))
              expect(between.filter((each) => each === other).length, begun.join(' ')).toBeLessThanOrEqual(total);
          }
        }
      },
    ),
    runs(100),
  );
});
