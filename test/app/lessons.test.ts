import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';
import { panelControls } from './pressing.ts';

const lessonIn = async (there: House, user = 'gm') => {
  const { cards } = await must(there, user, 'battle status', { public: true });
  return cards.flatMap(({ fields }) => fields).find(({ name }) => name.startsWith('Lesson'));
};

test('a lesson shows its first step, then the next once that is done', async () => {
  const there = house();
  const begun = await must(there, 'gm', 'learn', { system: 'skure' });
  expect(begun.cards[0]?.title).toBe('Skure in five minutes');
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
  const moved = await must(there, 'gm', 'move', { path: '2E' });
  expect('aside' in moved && moved.aside.at(-1)?.title).toBe('Lesson, step 2 of 5');
  expect(await lessonIn(there)).toMatchObject({
    order: { typed: '/attack target:Grim', label: 'Attack', verb: 'attack' },
  });
  await must(there, 'gm', 'undo');
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
});

test('a lesson skips steps that are not possible yet', async () => {
  const there = house();
  await must(there, 'gm', 'learn', { system: 'straalara' });
  await must(there, 'gm', 'initiative');
  expect(await lessonIn(there)).toMatchObject({ order: { verb: 'declare', params: { stance: 'offense' } } });
});

test('/help begins with the lesson’s step, and mentions /learn without a battle', async () => {
  const there = house();
  const before = await must(there, 'gm', 'help');
  expect(JSON.stringify(before.cards)).toContain('/learn');
  await must(there, 'gm', 'learn', { system: 'skure' });
  const during = await must(there, 'gm', 'help');
  expect(during.cards[0]?.title).toBe('Lesson, step 1 of 5');
  expect(during.cards[0]?.lines[0]?.text).toMatch(/^Ada is quicker/);
});

test('a lesson is refused beside another battle and for an unknown rulebook', async () => {
  const there = house();
  const unknown = await there.run('gm', 'learn', { system: 'chess' });
  expect(unknown.ok).toBe(false);
  await must(there, 'gm', 'battle create', { system: 'skure' });
  expect(await there.run('gm', 'learn', { system: 'skure' })).toMatchObject({
    ok: false,
    error: { code: 'battle-exists' },
  });
});

test('an interrupted lesson can be resumed by the user who started it only', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Lesson: the ford', size: '8x8' });
  await must(there, 'gm', 'battle join', { preset: 'swordsman', name: 'Ada', side: 'company' });
  expect((await there.run('ada', 'learn', { system: 'skure' })).ok).toBe(false);
  await must(there, 'gm', 'learn', { system: 'skure' });
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
});

test('other users’ orders do not advance a lesson, and an ordinary battle is no lesson', async () => {
  const there = house();
  await must(there, 'gm', 'learn', { system: 'skure' });
  expect((await there.run('ada', 'move', { path: '2E' })).ok).toBe(false);
  expect(await lessonIn(there)).toMatchObject({ name: 'Lesson, step 1 of 5' });
  const other = house();
  await must(other, 'gm', 'battle create', { system: 'skure' });
  expect(await lessonIn(other)).toBeUndefined();
});

test.each(rulesets)('the panel has a button for each order of the lesson of $title', async ({ id, lesson }) => {
  const there = house();
  await must(there, 'gm', 'learn', { system: id });
  const labels = new Set<string>();
  for (let n = 0; n < 40 && labels.size < new Set(lesson?.steps.map(({ verb }) => verb)).size; n++) {
    const order = (await lessonIn(there))?.order;
    if (order?.label !== undefined) {
      const buttons = (await panelControls(there)).map(({ label }) => label);
      expect(buttons, order.typed).toContain(order.label);
      labels.add(order.label);
    }
    await must(there, 'gm', order?.verb ?? 'gm skip', order?.params ?? {});
  }
  expect(labels.size).toBeGreaterThan(1);
});
