import { expect, test } from 'vitest';
import { logAt } from '../battle/log-at.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { findControl, panelControls, pressed } from './pressing.ts';

/** Ann (Ada's) a few squares from Grim, who faces her. The GM's hidden combatant is between them. */
const startApart = async (): Promise<House> => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge', size: '12x8' });
  await must(table, 'ada', 'battle join', { preset: 'swordsman', side: 'red', name: 'Ann' });
  await must(table, 'gm', 'npc add', { preset: 'zombie', side: 'blue', name: 'Grim' });
  await must(table, 'gm', 'npc add', { preset: 'zombie', side: 'blue', name: secret, hidden: 'until-revealed' });
  for (const [target, to, facing] of [
    ['Ann', 'C4', 'N'],
    ['Grim', 'E4', 'W'],
    [secret, 'D3', 'S'],
  ])
    await must(table, 'gm', 'battle place', { target, to, facing });
  await must(table, 'gm', 'battle start');
  for (let n = 0; n < 3 && (await opened(table)).game.expectedActions()[0]?.actor !== 'Ann'; n++)
    await must(table, 'gm', 'gm skip', {});
  return table;
};

test('one press carries out a whole plan: path, facing and attack', async () => {
  const table = await startApart();
  const { cards, controls } = await must(table, 'ada', 'plan');
  expect(cards[0]?.title).toBe('Suggested actions for Ann');
  const lines = cards[0]?.lines.map(({ text }) => text) ?? [];
  expect(lines[0]).toMatch(
    /^1\. Attack Grim, from [A-Z]\d.* – Movement points to [A-Z]\d: \d+ of \d+\. The path provokes/,
  );
  expect(JSON.stringify([cards, controls])).not.toContain(secret);
  const before = (await logAt(table.stores.battles, 'table')).length;
  const struck = await must(table, 'ada', 'plan', { as: 'Ann', plan: '1' });
  expect(struck.cards[0]?.title).toMatch(/^Ann .*Grim/);
  const log = (await logAt(table.stores.battles, 'table')).slice(before);
  const verbs = log
    .flatMap(({ request }) => (request.kind === 'order' ? request.doings : []))
    .map((each) => Object(each).verb);
  expect(verbs.at(-1)).toBe('attack');
  expect(verbs).toContain('move');
  expect(log.every(({ user }) => user === 'ada')).toBe(true);
});

test('/plan is refused for another player’s combatant and if it is not expected to act', async () => {
  const table = await startApart();
  expect(await table.run('bob', 'plan')).toMatchObject({ ok: false, error: { code: 'not-awaited' } });
  expect(await table.run('ada', 'plan', { as: 'Grim' })).toMatchObject({ ok: false, error: { code: 'not-awaited' } });
  await must(table, 'ada', 'end');
  expect(await table.run('ada', 'plan')).toMatchObject({ ok: false, error: { code: 'not-awaited' } });
  expect(await table.run('gm', 'plan', { as: 'Grim', plan: '99' })).toMatchObject({
    ok: false,
    error: { code: 'no-plan' },
  });
});

test('a press on the Plans button of the panel carries out the chosen plan', async () => {
  const table = await startApart();
  const offered = await pressed(table, 'ada', findControl(await panelControls(table), 'Plans'));
  const done = await pressed(table, 'ada', findControl(offered.controls.flat(), 'Choose an action'), '3');
  expect(done.kind).toBe('result');
});

test('a plan stops if a hidden combatant changes its course', async () => {
  const table = await startApart();
  const offered = await pressed(table, 'ada', findControl(await panelControls(table), 'Plans'));
  expect(offered.cards[0]?.lines[1]?.text).toMatch(/^2\. Attack Grim, from D3/);
  const stopped = await pressed(table, 'ada', findControl(offered.controls.flat(), 'Choose an action'), '2');
  expect(stopped.cards[0]?.title).toBe('The plan ends here');
  expect(stopped.cards[0]?.lines[1]?.text).toContain('Ann to act');
  const log = await logAt(table.stores.battles, 'table');
  expect(JSON.stringify(log.at(-1)?.request)).not.toContain('attack');
});
