import { expect, test } from 'vitest';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const lessonIn = async (there: House, user = 'gm') => {
  const { cards } = await must(there, user, 'battle status', { public: true });
  return cards.flatMap(({ fields }) => fields).find(({ name }) => name.startsWith('Lesson'));
};

test('a lesson says the first step, and the next one once it is done', async () => {
  const there = house();
  const begun = await must(there, 'gm', 'learn', { system: 'skure' });
  expect(begun.cards[0]?.title).toBe('Skure in five minutes');
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
  const moved = await must(there, 'gm', 'move', { path: '2E' });
  expect('aside' in moved && moved.aside.at(-1)?.title).toBe('Lesson, step 2 of 5');
  expect(await lessonIn(there)).toMatchObject({ text: expect.stringMatching(/Type \/attack Grim$/) });
  await must(there, 'gm', 'undo');
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
});

test('what is not yet possible waits: the step shown is one that can be done now', async () => {
  const there = house();
  await must(there, 'gm', 'learn', { system: 'straalara' });
  await must(there, 'gm', 'initiative');
  expect(await lessonIn(there)).toMatchObject({ text: expect.stringContaining('/declare offense') });
});

test('/help begins with the step of the lesson, and /help without a battle speaks of /learn', async () => {
  const there = house();
  const before = await must(there, 'gm', 'help');
  expect(JSON.stringify(before.cards)).toContain('/learn');
  await must(there, 'gm', 'learn', { system: 'skure' });
  const during = await must(there, 'gm', 'help');
  const [head, says] = during.cards[0]?.lines.map(({ text }) => text) ?? [];
  expect(head).toBe('Lesson, step 1 of 5');
  expect(says).toMatch(/^Ada is quicker/);
});

test('a lesson is its own battle: refused beside another one, and in a rulebook that there is not', async () => {
  const there = house();
  const unknown = await there.run('gm', 'learn', { system: 'chess' });
  expect(unknown.ok).toBe(false);
  await must(there, 'gm', 'battle create', { system: 'skure' });
  expect(await there.run('gm', 'learn', { system: 'skure' })).toMatchObject({
    ok: false,
    error: { code: 'battle-exists' },
  });
});

test('a lesson that broke off before it began is taken up again, by whoever began it alone', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Lesson: the ford', size: '8x8' });
  await must(there, 'gm', 'battle join', { preset: 'swordsman', name: 'Ada', side: 'company' });
  expect((await there.run('ada', 'learn', { system: 'skure' })).ok).toBe(false);
  await must(there, 'gm', 'learn', { system: 'skure' });
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
});

test('what other people do moves no lesson on, and no battle of other people is one', async () => {
  const there = house();
  await must(there, 'gm', 'learn', { system: 'skure' });
  expect((await there.run('ada', 'move', { path: '2E' })).ok).toBe(false);
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
  const other = house();
  await must(other, 'gm', 'battle create', { system: 'skure' });
  expect(await lessonIn(other)).toBeUndefined();
});
