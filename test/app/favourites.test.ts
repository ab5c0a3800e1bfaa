import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { maxItemsPerKind } from '../../src/campaign/library.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const codeOf = async (there: House, path: string, input = {}): Promise<string | undefined> => {
  const answer = await there.run('ada', path, input);
  return answer.ok ? undefined : answer.error.code;
};

const attack = { name: 'Longsword', dice: 'd20+7 Attack; 2d6+3[Strength] Damage' };

test('a roll is kept under a name, offered, and rolled by it, each of its rolls with its remark', async () => {
  const there = house();
  const kept = await must(there, 'ada', 'my roll-save', attack);
  expect(textOf(kept)).toEqual(['Longsword saved to your own library', attack.dice]);
  expect(await there.complete('ada', 'roll', 'dice', 'lon')).toEqual([
    { value: 'Longsword', label: `Longsword: ${attack.dice}` },
  ]);
  const rolled = await must(there, 'ada', 'roll', { dice: 'longsword' });
  expect(textOf(rolled)).toEqual([
    'ada rolls',
    expect.stringMatching(/^Longsword: Attack: d20\+7 → \d+$/),
    expect.stringMatching(/^Longsword: Damage: 2d6\+3\[Strength\] → \d+$/),
  ]);
});

test('in a battle it stands in the log as what it rolls, and is seen by those alone for whom it is kept', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Mire' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'ada', 'my roll-save', {
    name: 'Listen',
    dice: 'd100<=55',
    comment: 'At the door',
    rolls: 'blind',
  });
  const answer = await must(there, 'ada', 'roll', { dice: 'Listen' });
  expect(JSON.stringify(answer)).not.toContain('→');
  const log = await there.services.battles.log('table');
  expect(log.ok && log.value.at(-1)).toMatchObject({
    request: { kind: 'roll', notation: 'd100<=55', comment: 'At the door' },
    rolls: 'blind',
  });
  await must(there, 'ada', 'roll', { dice: 'Listen', rolls: 'public', comment: 'Play again' });
  const after = await there.services.battles.log('table');
  expect(after.ok && after.value.at(-1)).toMatchObject({ request: { comment: 'Play again' }, rolls: 'public' });
});

test('rolls that are kept are listed with a list to roll from, renamed, copied, deleted and brought back', async () => {
  const there = house();
  expect(textOf(await must(there, 'ada', 'my rolls'))[0]).toBe('You have no saved rolls here');
  await must(there, 'ada', 'my roll-save', attack);
  await must(there, 'ada', 'my roll-rename', { name: 'Longsword', to: 'Bastard sword' });
  const list = await must(there, 'ada', 'my rolls');
  expect(textOf(list)).toEqual(['Rolls', `Bastard sword: ${attack.dice}`]);
  expect(list.controls[0]?.[0]).toMatchObject({ kind: 'select', press: { path: ['roll'] } });
  await must(there, 'ada', 'my roll-copy', { name: 'Bastard', to: 'Sword' });
  await must(there, 'ada', 'my roll-delete', { name: 'Bastard sword' });
  expect(textOf(await must(there, 'ada', 'my rolls'))).toEqual(['Rolls', `Sword: ${attack.dice}`]);
  await must(there, 'ada', 'my roll-restore', { name: 'Bastard sword' });
  const about = await there.services.privacy.collect('ada');
  expect(about.shelf.map(({ name }) => name)).toEqual(['Bastard sword', 'Sword']);
});

test('one person’s rolls are nobody else’s', async () => {
  const there = house();
  await must(there, 'ada', 'my roll-save', attack);
  const answer = await there.run('bob', 'roll', { dice: 'Longsword' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-dice-notation' } });
  expect(await there.complete('bob', 'roll', 'dice', 'lon')).toEqual([]);
});

test.each([
  ['my roll-save', { name: 'Sword', dice: 'sword' }, 'bad-dice-notation'],
  ['my roll-save', { name: '2d6', dice: '2d6' }, 'name-is-dice'],
  ['my roll-save', { name: 'Longsword', dice: 'd20' }, 'name-on-shelf'],
  ['my roll-rename', { name: 'Longsword', to: 'd20 Sword' }, 'name-is-dice'],
  ['my roll-delete', { name: 'Nothing' }, 'nothing-on-shelf'],
  ['roll', { dice: 'Nothing' }, 'bad-dice-notation'],
])('/%s %o is refused: %s', async (path, input, code) => {
  const there = house();
  await must(there, 'ada', 'my roll-save', attack);
  expect(await codeOf(there, path, input)).toBe(code);
});

test('a shelf holds so many rolls, and says so', async () => {
  const there = house();
  for (let n = 1; n <= maxItemsPerKind.roll; n++)
    await must(there, 'ada', 'my roll-save', { ...attack, name: `Sword ${n}` });
  expect(await codeOf(there, 'my roll-save', attack)).toBe('shelf-full');
});
