import { expect, test } from 'vitest';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

/** Hedda (Ada's) and Grummoth (the GM's), before the start. */
const createBattle = async (settings?: string): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'segment', name: 'Ford', ...(settings && { settings }) });
  await must(there, 'ada', 'battle join', { preset: 'Hedda Stane', side: 'wardens', name: 'Hedda' });
  await must(there, 'gm', 'npc add', { preset: 'Grummoth', side: 'hollow', name: 'Grummoth' });
  return there;
};

/** The events of one type. */
const events = async (there: House, type: string): Promise<readonly unknown[]> =>
  (await there.stores.battles.log((await opened(there)).saved, 1))
    .flatMap((entry) => entry.events)
    .filter((each) => Object(each).type === type);

const refused = async (there: House, user: string, path: string, input: object): Promise<string | undefined> => {
  const answer = await there.run(user, path, { ...input });
  return answer.ok ? undefined : await there.sentence(answer.error, 'table');
};

test('SEG-CHECK-5: /check rolls a skill by name and suggests those of the sheet', async () => {
  const there = await createBattle();
  const offered = await there.complete('ada', 'check', 'skill', 'cl');
  expect(offered).toEqual([{ value: 'Climbing', label: 'Climbing 55%' }]);
  await must(there, 'gm', 'check', { skill: 'climbing', as: 'Hedda', dice: '55' });
  await must(there, 'gm', 'check', { skill: 'Riding', as: 'Hedda', dice: '71' });
  expect(await events(there, 'skill-rolled')).toMatchObject([
    { skill: 'Climbing', roll: { roll: 55, target: 55, success: true } },
    { skill: 'Riding', roll: { roll: 71, target: 70, success: false } },
  ]);
});

test('SEG-CHECK-5: /check refuses an unknown skill, two kinds at once, and none', async () => {
  const there = await createBattle();
  expect(await refused(there, 'ada', 'check', { skill: 'Swimming' })).toBe(
    'Hedda has no skill Swimming, only Climbing, Riding.',
  );
  expect(await refused(there, 'ada', 'check', { skill: 'Riding', kind: 'dex' })).toMatch(
    /not for both; leave one of the two out/,
  );
  expect(await refused(there, 'ada', 'check', {})).toMatch(/choose what to test/);
});

test('SEG-AMB-1: an ambush is suggested until the first declaration', async () => {
  const there = await createBattle();
  const offered = async () => ({
    verbs: (await opened(there)).game.expectedActions().flatMap(({ verbs }) => verbs),
    victims: (await there.complete('gm', 'segment ambush', 'victims')).map(({ value }) => value),
  });
  expect((await offered()).verbs).toContain('ambush');
  await must(there, 'gm', 'battle start');
  const open = await offered();
  expect(open.verbs).toContain('ambush');
  expect(open.victims).toEqual(['Hedda', 'Grummoth']);
  await must(there, 'ada', 'declare', { action: 'none' });
  const late = await offered();
  expect(late.verbs).toContain('close');
  expect(late.verbs).not.toContain('ambush');
  expect(late.victims).toEqual([]);
  const ambush = { ambushers: 'Grummoth', victims: 'Hedda' };
  expect(await refused(there, 'gm', 'segment ambush', ambush)).toMatch(/not possible now/);
});
