import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { itemKinds } from '../../src/library/library.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const codeOf = async (there: House, path: string, input = {}): Promise<string | undefined> => {
  const answer = await there.run('ada', path, input);
  return answer.ok ? undefined : answer.error.code;
};

const attack = { kind: 'roll', name: 'Longsword', content: 'd20+7 Attack; 2d6+3[Strength] Damage' };

test('a saved roll is suggested by its name and rolls each line with its comment', async () => {
  const there = house();
  const kept = await must(there, 'ada', 'library save', attack);
  expect(textOf(kept)).toEqual(['Longsword saved to your own library', attack.content]);
  expect(await there.complete('ada', 'roll', 'dice', 'lon')).toEqual([
    { value: 'Longsword', label: `Longsword: ${attack.content}` },
  ]);
  const rolled = await must(there, 'ada', 'roll', { dice: 'longsword' });
  expect(textOf(rolled)).toEqual([
    'ada rolls',
    expect.stringMatching(/^Longsword: Attack: d20\+7 → \d+$/),
    expect.stringMatching(/^Longsword: Damage: 2d6\+3\[Strength\] → \d+$/),
  ]);
});

test('a saved roll is logged in a battle as what it rolls, with its saved visibility', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Mire' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'ada', 'library save', {
    kind: 'roll',
    name: 'Listen',
    content: 'd100<=55',
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

test('saved rolls can be listed, renamed, copied, deleted and restored', async () => {
  const there = house();
  expect(textOf(await must(there, 'ada', 'library list', { kind: 'roll' }))[0]).toBe('Nothing is saved here');
  await must(there, 'ada', 'library save', attack);
  await must(there, 'ada', 'library rename', { kind: 'roll', name: 'Longsword', to: 'Bastard sword' });
  const list = await must(there, 'ada', 'library list', { kind: 'roll' });
  expect(textOf(list)).toEqual(['Rolls', `Your own library: Bastard sword (${attack.content}).`]);
  expect(list.controls[0]?.[0]).toMatchObject({ kind: 'select', press: { path: ['roll'] } });
  await must(there, 'ada', 'library copy', { kind: 'roll', name: 'Bastard', to: 'Sword' });
  await must(there, 'ada', 'library delete', { kind: 'roll', name: 'Bastard sword' });
  expect(textOf(await must(there, 'ada', 'library list', { kind: 'roll' }))).toEqual([
    'Rolls',
    `Your own library: Sword (${attack.content}).`,
  ]);
  await must(there, 'ada', 'library restore', { kind: 'roll', name: 'Bastard sword' });
  const about = await there.services.privacy.collect('ada');
  expect(about.shelf.map(({ name }) => name)).toEqual(['Bastard sword', 'Sword']);
});

test('saved rolls are private to their owner', async () => {
  const there = house();
  await must(there, 'ada', 'library save', attack);
  const answer = await there.run('bob', 'roll', { dice: 'Longsword' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-dice-notation' } });
  expect(await there.complete('bob', 'roll', 'dice', 'lon')).toEqual([]);
});

test.each([
  ['library save', { kind: 'roll', name: 'Sword', content: 'sword' }, 'bad-dice-notation'],
  ['library save', { kind: 'roll', name: '2d6', content: '2d6' }, 'name-is-dice'],
  ['library save', { kind: 'roll', name: 'Longsword', content: 'd20' }, 'name-on-shelf'],
  ['library rename', { kind: 'roll', name: 'Longsword', to: 'd20 Sword' }, 'name-is-dice'],
  ['library delete', { kind: 'roll', name: 'Nothing' }, 'nothing-saved'],
  ['roll', { dice: 'Nothing' }, 'bad-dice-notation'],
])('/%s %o is refused: %s', async (path, input, code) => {
  const there = house();
  await must(there, 'ada', 'library save', attack);
  expect(await codeOf(there, path, input)).toBe(code);
});

test('a full library refuses another roll', async () => {
  const there = house();
  for (let n = 1; n <= itemKinds.roll.max; n++)
    await must(there, 'ada', 'library save', { ...attack, name: `Sword ${n}` });
  expect(await codeOf(there, 'library save', attack)).toBe('shelf-full');
});
