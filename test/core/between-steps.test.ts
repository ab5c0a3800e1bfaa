import { expect, test } from 'vitest';
import { runInterruptibly, runUninterrupted, yieldToOthers } from '../../src/core/cooperative.ts';

/** Who let others go first, in their order. */
const road = () => {
  const gave: string[] = [];
  const giving = (whose: string) => async (): Promise<void> => void gave.push(whose);
  return { gave, giving };
};

test('what is done in steps gives way between any two of them, each for whom it is done', async () => {
  const { gave, giving } = road();
  const work = async (): Promise<string> => {
    await yieldToOthers();
    await yieldToOthers();
    return 'done';
  };
  expect(await Promise.all([runInterruptibly(giving('a'), work), runInterruptibly(giving('b'), work), work()])).toEqual(
    Array(3).fill('done'),
  );
  expect(gave.toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

test('what is done in one go gives way to nobody, and what comes after it does again', async () => {
  const { gave, giving } = road();
  await runInterruptibly(giving('a'), async () => {
    await runUninterrupted(async () => {
      await yieldToOthers();
      await yieldToOthers();
    });
    expect(gave).toEqual([]);
    await yieldToOthers();
  });
  expect(gave).toEqual(['a']);
});
