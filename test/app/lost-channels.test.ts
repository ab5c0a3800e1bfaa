import { beforeEach, expect, test } from 'vitest';
import { type House, house } from './house.ts';

let there: House;
const must = async (user: string, path: string, input: Record<string, unknown> = {}) => {
  const answer = await there.run(user, path, input);
  if (!answer.ok) throw new Error(`${path}: ${answer.error.code}`);
  return answer.value;
};
const codeOf = async (user: string, path: string, input: Record<string, unknown> = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'done' : answer.error.code;
};
const seats = async () => (await there.stores.battles.byChannel('table'))?.table.seats;

beforeEach(async () => {
  there = house();
  await must('gm', 'battle create', { system: 'skure', name: 'Ford', size: '6x6' });
  await must('ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ada' });
  await must('gm', 'npc add', { preset: 'Zombie', name: 'Xyzzy', hidden: 'until-revealed' });
});

test('a spectator gets a seat and sees only public information', async () => {
  const told = await must('eve', 'battle watch');
  expect(told).toMatchObject({ to: 'everyone', cards: [{ title: 'eve joins as spectator.' }] });
  expect(await seats()).toMatchObject({ eve: { name: 'eve', role: 'spectator' } });
  const shown = JSON.stringify(await must('eve', 'battle status'));
  expect(shown).toContain('Ada');
  expect(shown).not.toContain('Xyzzy');
  expect(await codeOf('eve', 'aim', { target: 'Ada' })).toBe('no-seat');
});

test('a seated user cannot join as spectator too', async () => {
  await must('eve', 'battle watch');
  for (const user of ['gm', 'ada', 'eve']) expect(await codeOf(user, 'battle watch')).toBe('seated-already');
});

test('a spectator can leave or become a player; a stranger cannot leave', async () => {
  expect(await codeOf('eve', 'battle leave')).toBe('no-seat');
  await must('eve', 'battle watch');
  await must('eve', 'battle leave');
  expect(await seats()).not.toHaveProperty('eve');
  await must('eve', 'battle watch');
  await must('eve', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Eve' });
  expect(await seats()).toMatchObject({ eve: { role: 'player' } });
});

test('a player who leaves hands their combatants and an open question to the GM, who is called', async () => {
  await must('bob', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Bob' });
  await must('gm', 'npc add', { preset: 'Zombie', name: 'Grim', side: 'blue' });
  for (const [target, to, facing] of [
    ['Ada', 'D5', 'E'],
    ['Bob', 'E5', 'E'],
    ['Grim', 'E4', 'SW'],
    ['Xyzzy', 'A1', 'N'],
  ])
    await must('gm', 'battle place', { target, to, facing });
  await must('gm', 'gm set', { field: 'agility', who: 'Grim', value: '99', reason: 'it begins' });
  await must('gm', 'battle start');
  await must('gm', 'attack', { as: 'Grim', target: 'Ada' });
  const asked = (await there.stores.battles.byChannel('table'))?.pending?.question.to;
  expect(asked).toBe('Bob');
  const left = await must('bob', 'battle leave');
  expect(JSON.stringify(left.cards)).toContain('bob leaves the battle. gm now controls Bob.');
  expect(left).toMatchObject({ ping: ['gm'] });
  expect(left.controls.flat().map(({ label }) => label)).toContain('Take the attack for Ada');
});
