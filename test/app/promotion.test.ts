import { expect, test } from 'vitest';
import { clockStage, memoryGround } from '../campaign/clock-stage.ts';
import { type House, house } from './house.ts';

const titles = async (there: House, user: string, path: string, input: Record<string, string> = {}) => {
  const answer = await there.run(user, path, input);
  return answer.ok ? answer.value.cards.map(({ title }) => title) : answer.error.code;
};
const sheetOf = async (there: House) => (await there.stores.characters.find('ada', 'guild', 'Ash'))?.sheet;

const withAsh = async () => {
  const there = house();
  const ash = { system: 'skure', name: 'Ash', preset: 'fire-elemental', changes: 'hp=20' };
  await there.run('ada', 'character create', ash);
  return there;
};

test('a character is promoted once, as its sheet says', async () => {
  const there = await withAsh();
  expect(await titles(there, 'ada', 'character promote', { name: 'Ash' })).toEqual([
    'Ash is promoted to Fierce Fire Elemental.',
  ]);
  expect(await sheetOf(there)).toMatchObject({ promoted: true, hp: 20, addOns: [{ element: 'fire', percent: 25 }] });
  expect(await titles(there, 'ada', 'character promote', { name: 'Ash' })).toBe('NO_PROMOTION');
  const history = await there.run('ada', 'character history', { name: 'Ash' });
  expect(history.ok && history.value.cards[0]?.lines.at(-1)?.text).toMatch(
    /was changed \(promoted to Fierce Fire Elemental\)$/,
  );
});

test('a character can be promoted to a preset or to a sheet of its owner', async () => {
  const there = await withAsh();
  const into = { name: 'Ash', into: 'Ogre Rammer' };
  expect(await titles(there, 'ada', 'character promote', into)).toEqual(['Ash is promoted to Ogre Rammer.']);
  expect(await sheetOf(there)).toMatchObject({ class: 'Ogre Rammer', maxHp: 80, hp: 50 });
  const lord = { system: 'skure', name: 'Forge Lord', preset: 'fire-elemental', changes: 'class=Forge Lord, maxHp=90' };
  await there.run('ada', 'character create', lord);
  expect(await titles(there, 'ada', 'character promote', { name: 'Ash', into: 'Forge Lord' })).toEqual([
    'Ash is promoted to Forge Lord.',
  ]);
  expect(await sheetOf(there)).toMatchObject({ class: 'Forge Lord', maxHp: 90, hp: 60, promoted: true });
  expect(await titles(there, 'ada', 'character promote', { name: 'Ash', into: 'Emperor' })).toBe('no-such-preset');
  expect(await there.complete('ada', 'character promote', 'into', 'ghost', { name: 'Ash' })).toMatchObject([
    { value: 'Ghost' },
  ]);
});

test('in a campaign only the GM promotes characters', async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'campaign create', { name: 'Road', systems: 'skure' });
  await on.run('ada', 'campaign join');
  await on.run('ada', 'character create', { system: 'skure', name: 'Ash', preset: 'fire-elemental' });
  await on.run('gm', 'battle create', { name: 'Ford', size: '6x6' });
  await on.run('ada', 'battle join', { character: 'Ash', side: 'red' });
  const kept = async () => (await on.stores.characters.list('ada', 'guild'))[0]?.sheet;
  await on.run('ada', 'character promote', { name: 'Ash' }).catch(() => undefined);
  expect(await kept()).toMatchObject({ promoted: false });
  await on.run('gm', 'character promote', { name: 'Ash', player: 'ada' });
  expect(await kept()).toMatchObject({ promoted: true, class: 'Fierce Fire Elemental' });
});

test('/character promote is refused in a rulebook without promotions', async () => {
  const there = house();
  const preset = Object.keys(there.services.rulesets.find(({ id }) => id === 'sword-world')?.presets ?? {})[0] ?? '';
  await there.run('bob', 'character create', { system: 'sword-world', name: 'Bo', preset });
  expect(await titles(there, 'bob', 'character promote', { name: 'Bo' })).toBe('no-promotions');
});
