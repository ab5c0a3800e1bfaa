import { expect, test } from 'vitest';
import { battleCard, panelReply } from '../../src/app/replies/battle-panel.ts';
import { questionCard } from '../../src/app/replies/order-outcome.ts';
import type { CommandAnswer } from '../../src/app/replies/reply.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { renderText } from '../../src/core/message.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import { logAt } from '../battle/log-at.ts';
import { type House, house, opened } from './house.ts';
import { draftWarband } from './warband-draft.ts';

const codeOf = (answer: CommandAnswer): string | undefined => (answer.ok ? undefined : answer.error.code);

const openQuestion = async (table: House) => {
  const { pending } = (await opened(table)).saved;
  return pending && renderText(pending.question.says, nameLookupShowingAll);
};
const ofAda = 'Tactics roll of Ada: Bob removes 1 die.';
const ofBob = 'Tactics roll of Bob: Ada removes 1 die.';

/** Ada and Bob have a warrior each. The last placement starts Tactics tests, both at −1 with two dice. */
const startBeforeRoll = async (
  dice: readonly number[],
  orders: Readonly<Record<string, string>> = {},
): Promise<House> => {
  const table = house({}, createPresetDice([1, 2, ...dice]));
  await table.run('gm', 'battle create', { system: 'dskull', settings: 'dice.dropPolicy=ask' });
  for (const name of ['Ada', 'Bob']) {
    await draftWarband(table, name, { name: `${name}’s`, weapons: 'sword' });
    await table.run(name, 'battle join', { character: 'draft', name });
  }
  await table.run('gm', 'battle start');
  for (const [user, answer] of Object.entries(orders))
    await table.run(user, 'my standing-orders', { kind: 'drop-dice', answer });
  await table.run('Ada', 'deploy', { warrior: 'Ada’s', to: 'D1' });
  return table;
};
const roll = (table: House) => table.run('Bob', 'deploy', { warrior: 'Bob’s', to: 'D8' });

test('DS-DICE-12: the opponent chooses the dropped die, with a button for each face', async () => {
  const table = await startBeforeRoll([1, 5, 4, 6]);
  await roll(table);
  expect(await openQuestion(table)).toBe(ofAda);
  const battle = await opened(table);
  const [shown] = questionCard(battle, 'Bob');
  expect(shown?.footer).toBe('Bob decides');
  expect(shown?.lines[0]?.rows[0]?.map(({ says }) => says)).toEqual(['1d−1', 'die 1: SKL (1)', 'die 2: HIT (5)']);
  expect(panelReply(battle).controls[0]?.map(({ label }) => label)).toEqual([
    'Remove HIT, keep SKL',
    'Remove SKL, keep HIT',
  ]);
});

test('DS-DICE-12: a player is not asked which of equal dice to drop', async () => {
  const table = await startBeforeRoll([5, 6, 4, 6]);
  await roll(table);
  expect(await openQuestion(table)).toBe(ofBob);
  const [rolled] = (await logAt(table.stores.battles, 'table')).slice(-1);
  expect(rolled?.request.kind).toBe('order');
  expect(codeOf(await table.run('Ada', 'drop', { dice: '2' }))).toBeUndefined();
});

test('DS-CMD-14: only the player asked may drop a die, and only a die that was rolled', async () => {
  const table = await startBeforeRoll([1, 5, 4, 6]);
  await roll(table);
  expect(codeOf(await table.run('Ada', 'drop', { dice: '1' }))).toBe('E_NOT_CHOOSER');
  expect(codeOf(await table.run('Bob', 'drop', { dice: '3' }))).toBe('E_DROP_INDEX');
  expect(codeOf(await table.run('Bob', 'drop', { dice: '1 2' }))).toBe('E_DROP_COUNT');
  expect(codeOf(await table.run('Bob', 'activate', { warrior: 'Bob’s' }))).toBe('E_PENDING_CHOICE');
  expect((await opened(table)).saved.pending?.question.to).toBe('Bob');
});

test('a question survives a restart and still names who must answer', async () => {
  const before = await startBeforeRoll([1, 5]);
  await roll(before);
  const after = house(before.stores);
  const shown = battleCard(await opened(after));
  expect(shown.fields.map(({ name, text }) => `${name}: ${text}`)).toContain('Waiting for: Bob to answer');
  expect(shown.fields.map(({ name, text }) => `${name}: ${text}`)).toContain(`Question: ${ofAda}`);
  await after.dispatcher.run(
    ['dskull', 'drop'],
    { ...after.asker('Bob'), orderId: 'after the restart' },
    { dice: '2' },
  );
  expect(await openQuestion(after)).toBe(ofBob);
});

test('a standing order answers only for the player who gave it', async () => {
  const table = await startBeforeRoll([1, 5, 4, 6], { Bob: 'auto' });
  await roll(table);
  expect(await openQuestion(table)).toBe(ofBob);
  const both = await startBeforeRoll([1, 5, 4, 6], { Ada: 'auto', Bob: 'auto' });
  await roll(both);
  expect(await openQuestion(both)).toBeUndefined();
  expect((await opened(both)).game.expectedActions().map(({ what }) => what)).toEqual(['to activate a warrior']);
});
