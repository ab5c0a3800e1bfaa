import { expect, test } from 'vitest';
import { gmViewer } from '../../src/rules/reader.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';
import { findControl, panelControls, press, pressed } from './pressing.ts';

test('the setup buttons lead from Join and Add foes to Place everyone and Start', async () => {
  const table = house();
  const { controls } = await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge' });
  expect(controls[0]?.map(({ label }) => label)).toEqual(['Join', 'Add foes', 'Place everyone', 'Start']);
  const choice = await pressed(table, 'ada', findControl(controls.flat(), 'Join'));
  expect(choice.to).toBe('asker');
  await pressed(table, 'ada', findControl(choice.controls.flat(), 'A preset combatant'), 'Roland Vey, swordsman');
  const foes = await pressed(table, 'gm', findControl(await panelControls(table), 'Add foes'));
  await pressed(table, 'gm', findControl(foes.controls.flat(), 'A preset combatant'), 'Zombie');
  await pressed(table, 'gm', findControl(await panelControls(table), 'Place everyone'));
  await pressed(table, 'gm', findControl(await panelControls(table), 'Start'));
  expect((await opened(table)).saved.status).toBe('active');
  expect((await panelControls(table)).map(({ label }) => label)).not.toContain('Join');
});

test('Sword World offers Place everyone only after initiative', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'sword-world', name: 'The Bridge' });
  const labels = async () => (await panelControls(table)).map(({ label }) => label);
  expect(await labels()).not.toContain('Place everyone');
  const [hero = '', foe = ''] = Object.keys((await opened(table)).ruleset.presets);
  await must(table, 'ada', 'battle join', { preset: hero, side: 'allies' });
  await must(table, 'gm', 'npc add', { preset: foe, side: 'enemies' });
  await must(table, 'gm', 'battle start');
  expect(await labels()).not.toContain('Place everyone');
  await must(table, 'gm', 'sword-world ambush', { side: 'enemies' });
  await pressed(table, 'gm', findControl(await panelControls(table), 'Place everyone'));
  expect((await opened(table)).game.view(gmViewer).round).toBe(1);
  expect(await labels()).not.toContain('Place everyone');
});

test('a player cannot add foes, place combatants or start with the setup buttons', async () => {
  const table = house();
  const { controls } = await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge' });
  for (const label of ['Add foes', 'Place everyone', 'Start']) {
    const answer = await press(table, 'ada', findControl(controls.flat(), label));
    expect(answer.ok, label).toBe(false);
  }
  expect((await opened(table)).game.roster()).toEqual([]);
});

test('Join offers the player’s own characters of the rulebook, and visible sides', async () => {
  const table = house();
  const { controls } = await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge' });
  await must(table, 'ada', 'character create', { system: 'skure', preset: 'Swordsman', name: 'Ann' });
  await must(table, 'bob', 'battle join', { preset: 'Swordsman', side: 'red' });
  const join = findControl(controls.flat(), 'Join');
  const bobs = await pressed(table, 'bob', join);
  expect(bobs.controls.flat().map(({ label }) => label)).not.toContain('One of your characters');
  const adas = await pressed(table, 'ada', join);
  const again = await pressed(table, 'ada', findControl(adas.controls.flat(), 'Another side'), 'red');
  await pressed(table, 'ada', findControl(again.controls.flat(), 'One of your characters'), 'Ann');
  const sides = (await opened(table)).game.roster().map(({ id, side }) => [id, side]);
  expect(sides).toEqual([
    ['bob', 'red'],
    ['Ann', 'red'],
  ]);
});

test('a player’s second preset is named after its preset', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge' });
  await must(table, 'ada', 'battle join', { preset: 'Swordsman' });
  await must(table, 'ada', 'battle join', { preset: 'Longbowman' });
  expect((await opened(table)).game.roster().map(({ id }) => id)).toEqual(['ada', 'Osric Fenn, longbowman']);
});

test('SW-FACT-1: who joins without a side becomes an ally, so the battle can start', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'sword-world', name: 'The Mire', mode: 'standard' });
  expect(Object(await opened(table)).saved.table.settings).toMatchObject({ mode: 'standard' });
  await must(table, 'ada', 'battle join', { preset: 'Tess' });
  await must(table, 'gm', 'npc add', { preset: 'Goblin' });
  expect((await opened(table)).game.roster().map(({ side }) => side)).toEqual(['allies', 'enemies']);
  await must(table, 'gm', 'battle start');
});

test('a battle’s mode is suggested, and refused if the rulebook has none of that name', async () => {
  const table = house();
  expect(await table.complete('gm', 'battle create', 'mode', '', { system: 'sword-world' })).toEqual([
    { value: 'simplified', label: 'simplified' },
    { value: 'standard', label: 'standard' },
  ]);
  expect(await table.complete('gm', 'battle create', 'mode', '', { system: 'skure' })).toEqual([]);
  const odd = await table.run('gm', 'battle create', { system: 'sword-world', name: 'A', mode: 'odd' });
  expect(odd).toMatchObject({ ok: false, error: { code: 'bad-setting' } });
  const none = await table.run('gm', 'battle create', { system: 'skure', name: 'A', mode: 'standard' });
  expect(none).toMatchObject({ ok: false, error: { code: 'unknown-setting' } });
});
