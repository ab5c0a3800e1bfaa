import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createWorkerQueue, SupersededError, type WorkerQueue } from '../../src/app/queues/worker-queue.ts';

interface Question {
  readonly does: 'answer' | 'die' | 'throw' | 'hang' | 'spin' | 'grow' | 'die later';
  readonly milliseconds?: number;
}
interface Answer {
  readonly threadId: number;
  /** The number of questions this thread has been asked. */
  readonly asked: number;
}

const open: WorkerQueue<Question, Answer>[] = [];
afterEach(async () => {
  for (const line of open.splice(0)) await line.close();
});

const lineOf = (
  manner: { readonly timeout?: number; readonly idleTimeout?: number; readonly threads?: number } = {},
): WorkerQueue<Question, Answer> => {
  const script = new URL('./threads/obeying.js', import.meta.url);
  const line = createWorkerQueue<Question, Answer>({
    script,
    timeout: 60_000,
    idleTimeout: 60_000,
    maxMemory: 24,
    ...manner,
  });
  open.push(line);
  return line;
};

const answer: Question = { does: 'answer' };

test('one thread answers all questions, one after another', async () => {
  const { ask } = lineOf();
  const answers = await Promise.all(['ann', 'bob', 'ann', 'cid'].map((asker) => ask(asker, answer)));
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
  expect(answers.map(({ asked }) => asked).toSorted()).toEqual([1, 2, 3, 4]);
});

test('at most the configured number of threads answer at once', async () => {
  const { ask } = lineOf({ threads: 2 });
  const answers = await Promise.all(['ann', 'ann', 'bob', 'cid', 'dan'].map((asker) => ask(asker, answer)));
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
});

test('a superseded question is not asked', async () => {
  const { ask } = lineOf();
  const asked = await Promise.allSettled([ask('ann', answer), ask('bob', answer, () => true), ask('cid', answer)]);
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(asked[1]).toMatchObject({ reason: expect.any(SupersededError) });
  expect(asked[2]).toMatchObject({ value: { asked: 2 } });
});

test('a question that cannot be sent to a thread fails alone', async () => {
  const { ask } = lineOf();
  const unsendable = Object.assign({ ...answer }, { ask });
  await expect(ask('ann', unsendable)).rejects.toThrow('could not be cloned');
  expect(await ask('bob', answer)).toMatchObject({ asked: 1 });
});

test.each([
  { what: 'dies', does: 'die', timeout: 60_000 },
  { what: 'fails', does: 'throw', timeout: 60_000 },
  { what: 'runs out of heap', does: 'grow', timeout: 60_000 },
  { what: 'never answers', does: 'hang', timeout: 1000 },
  { what: 'never ends', does: 'spin', timeout: 1000 },
] as const)('a thread that $what fails its question only; the others get a new thread', async (case_) => {
  const { ask } = lineOf({ timeout: case_.timeout });
  const before = await ask('dan', answer);
  const [bad, next, last] = await Promise.allSettled([
    ask('ann', { does: case_.does }),
    ask('bob', answer),
    ask('cid', answer),
  ]);
  expect(bad.status).toBe('rejected');
  const others = [next, last].map((each) => (each.status === 'fulfilled' ? each.value : undefined));
  expect(others.map((each) => each?.asked)).toEqual([1, 2]);
  expect(others.every((each) => each !== undefined && each.threadId !== before.threadId)).toBe(true);
});

test('a question that kills its thread fails no other question', async () => {
  const { ask } = lineOf();
  const kinds: readonly Question['does'][] = ['die', 'answer', 'throw', 'answer', 'die', 'answer'];
  const outcomes = await Promise.allSettled(kinds.map((does, n) => ask(`asker ${n}`, { does })));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(kinds.map((does) => does === 'answer'));
});

test('a thread that dies idle is replaced at the next question', async () => {
  const { ask } = lineOf();
  const first = await ask('ann', { does: 'die later', milliseconds: 0 });
  // A thread answers until it is dead; a question asked at that moment fails.
  let next: Answer | undefined = first;
  while (next === undefined || next.threadId === first.threadId) next = await ask('ann', answer).catch(() => undefined);
  expect(next.asked).toBe(1);
});

test('an idle thread is closed, and the next question gets a new one', async () => {
  const { ask } = lineOf({ idleTimeout: 0 });
  const first = await ask('ann', answer);
  let next = await ask('ann', answer);
  while (next.threadId === first.threadId) {
    await once(AbortSignal.timeout(20), 'abort');
    next = await ask('ann', answer);
  }
  expect(next.asked).toBe(1);
});

test('a closed queue starts a new thread for a later question', async () => {
  const { ask, close } = lineOf();
  const first = await ask('ann', answer);
  await close();
  expect(await ask('ann', answer)).not.toEqual({ ...first, asked: 2 });
});
