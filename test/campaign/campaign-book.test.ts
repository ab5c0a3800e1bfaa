import { expect, test } from 'vitest';
import { clockStage, memoryGround } from './clock-stage.ts';

const fileOf = (
  reply: { readonly files: readonly { readonly name: string; readonly content: unknown }[] },
  ending: string,
) => String(reply.files.find(({ name }) => name.endsWith(ending))?.content);

test('the book of a campaign has ended battles with defeats, wounds and verified dice, and no secrets', async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'campaign create', { name: 'Road <1>', systems: 'skure' });
  await on.run('ada', 'campaign join');
  await on.run('gm', 'battle create', { name: 'Ford', size: '6x6' });
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada', side: 'red' });
  await on.run('gm', 'npc add', { preset: 'Zombie', name: 'Grim' });
  await on.run('gm', 'npc add', { preset: 'Zombie', name: 'Xyzzy', hidden: 'until-revealed' });
  await on.run('gm', 'battle deploy');
  await on.run('gm', 'battle start');
  await on.run('gm', 'gm set', { field: 'hp', value: '-50', who: 'Ada', reason: 'a fall' });
  await on.run('gm', 'battle create', { name: 'Not over' });
  const book = await on.run('ada', 'campaign book');
  expect(book.to).toBe('asker');
  for (const page of [fileOf(book, '.md'), fileOf(book, '.html')]) {
    for (const part of ['Ford', 'Ada', 'dice verified', 'After the battle', 'HP 45 → −50', 'Grim'])
      expect(page).toContain(part);
    for (const secret of ['Xyzzy', 'Not over', '<1>']) expect(page).not.toContain(secret);
  }
  const stranger = await on.ask('eve', 'campaign book');
  expect(stranger.ok ? 'ok' : stranger.error.code).toBe('not-a-member');
});
