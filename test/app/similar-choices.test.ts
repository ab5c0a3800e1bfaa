import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { rulesets } from '../../src/systems/index.ts';
import { fought, must, secret } from './duel.ts';
import { type House, house, opened, pathOf } from './house.ts';

/** The buttons that a refused command offers: each label, and whether a press is not refused. */
const offered = async (there: House, user: string, words: string, input: CommandInput) => {
  const path = await pathOf(there, words);
  const answer = await there.dispatcher.run(path, there.asker(user), input);
  if (answer.ok) throw new Error(`/${words} is not refused`);
  const controls = await there.dispatcher.suggest(path, there.asker(user), input, answer.error);
  return controls.map((control) => (control.kind === 'button' ? control.label : '?'));
};

const expectedActor = async (there: House) => (await opened(there)).game.expectedActions()[0]?.actor;

test.each(rulesets)(
  '$title: a misspelled name is answered with the right one, a side with its members',
  async (book) => {
    const there = house();
    await must(there, 'gm', 'battle create', { system: book.id });
    const [preset] = Object.values(book.presets);
    await must(there, 'gm', 'npc add', { preset: preset?.title, name: 'Grummoth', side: 'foes' });
    const hidden = { preset: preset?.title, name: secret, side: 'foes', hidden: 'until-revealed' };
    await must(there, 'gm', 'npc add', hidden);
    const [{ id } = { id: '' }] = (await opened(there)).game.roster();
    const misspelled = `${id.slice(0, 2)}${id.slice(3)}`;
    expect(await offered(there, 'gm', 'gm hide', { who: misspelled })).toContain(id);
    expect(await offered(there, 'ada', 'battle status', { who: misspelled })).toContain(id);
    const members = await offered(there, 'ada', 'battle status', { who: book.sides[1] ?? 'foes' });
    expect(members).toContain(id);
    expect(members.join()).not.toContain(secret);
    expect(await offered(there, 'ada', 'battle status', { who: `${secret}a` })).toEqual([]);
  },
);

test('a misspelled target is offered, a hidden one as little as an unknown one', async () => {
  const there = await fought(0);
  while ((await expectedActor(there)) !== 'Ann')
    await must(there, (await expectedActor(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  expect(await offered(there, 'ada', 'attack', { target: 'Grimm' })).toEqual(['Grim · in reach']);
  for (const target of [secret, secret.slice(0, 4), 'Qqqq'])
    expect(await offered(there, 'ada', 'attack', { target })).toEqual([]);
  expect(await offered(there, 'ada', 'charge', { target: 'Grim' })).toEqual([]);
});

test('a square off the board is answered with the nearest squares', async () => {
  const there = await fought(0);
  while ((await expectedActor(there)) !== 'Ann')
    await must(there, (await expectedActor(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C8', facing: 'E' });
  const near = await offered(there, 'ada', 'move', { path: 'C9' });
  expect(near[0]).toMatch(/^[BCD][78] · /);
});

test('who acts out of turn reads whose turn it is', async () => {
  const there = await fought(0);
  while ((await expectedActor(there)) !== 'Ann')
    await must(there, (await expectedActor(there)) === 'Grim' ? 'bob' : 'gm', 'end');
  const refused = await there.run('bob', 'attack', { target: 'Ann' });
  expect(refused.ok ? '' : await there.sentence(refused.error, 'table')).toContain('Next: Ann to act.');
  const skipped = await there.run('gm', 'gm skip', { who: 'Grim' });
  expect(skipped.ok ? '' : await there.sentence(skipped.error, 'table')).toBe(
    'The battle is not waiting for Grim now. What it waits for: Ann to act.',
  );
});
