import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { findControl, pressed } from './pressing.ts';

/** Ann (Ada's) next to a zombie. */
const startBeside = async (hidden = false): Promise<House> => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge', size: '8x8' });
  await must(table, 'ada', 'battle join', { preset: 'swordsman', side: 'red', name: 'Ann' });
  const zombie = { preset: 'zombie', side: 'blue', ...(hidden && { hidden: 'until-acts' }) };
  await must(table, 'gm', 'npc add', { ...zombie, name: hidden ? secret : 'Grim' });
  await must(table, 'gm', 'battle place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(table, 'gm', 'battle place', { target: hidden ? secret : 'Grim', to: 'D4', facing: 'W' });
  await must(table, 'gm', 'battle start');
  for (let n = 0; n < 2 && (await opened(table)).game.expectedActions()[0]?.actor !== (hidden ? secret : 'Ann'); n++)
    await must(table, 'gm', 'gm skip', {});
  return table;
};

test('with one possible target, one press attacks', async () => {
  const table = await startBeside();
  const struck = await must(table, 'ada', 'guide', { verb: 'attack' });
  expect(struck.kind).toBe('result');
  expect(struck.cards[0]?.title).toMatch(/^Ann .*Grim/);
});

/** Ann (Ada's) in melee with two foes. */
const startSurrounded = async (): Promise<House> => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'segment', name: 'The Ford', size: '8x8' });
  await must(table, 'ada', 'battle join', { preset: 'fighter', side: 'red', name: 'Ann' });
  await must(table, 'gm', 'npc add', { preset: 'mage', side: 'blue', name: 'Grim', count: 2 });
  for (const [target, to] of [
    ['Ann', 'C4'],
    ['Grim 1', 'D4'],
    ['Grim 2', 'B4'],
  ])
    await must(table, 'gm', 'battle place', { target, to });
  await must(table, 'gm', 'battle start');
  return table;
};
const asks = ({ controls }: Reply, option: string): void =>
  expect(controls.flat()[0]).toMatchObject({ kind: 'select', option });

test('with several choices each is asked in turn, and Back returns to the last one', async () => {
  const table = await startSurrounded();
  const first = await must(table, 'ada', 'guide', { verb: 'declare' });
  asks(first, 'action');
  const second = await must(table, 'ada', 'guide', { verb: 'declare', as: 'Ann', action: 'attack' });
  asks(second, 'target');
  asks(await pressed(table, 'ada', findControl(second.controls.flat(), 'Back')), 'action');
  const declared = await must(table, 'ada', 'guide', {
    verb: 'declare',
    as: 'Ann',
    action: 'attack',
    target: 'Grim 2',
  });
  expect(declared.kind).toBe('result');
});

test('an action that reveals a hidden combatant asks first, with a warning', async () => {
  const table = await startBeside(true);
  const asked = await must(table, 'gm', 'guide', { verb: 'attack', as: secret });
  expect(asked.kind).toBe('private');
  expect(asked.cards[0]?.lines.map(({ text }) => text).join()).toContain(`It reveals ${secret}.`);
});

test('a move with an attack asks for the path, and a versatile weapon for its stance', async () => {
  const ford = await startSurrounded();
  const way = await must(ford, 'ada', 'guide', { verb: 'declare', as: 'Ann', action: 'move-attack', target: 'Grim 2' });
  asks(way, 'path');
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'sword-world', name: 'The Mire' });
  await must(table, 'ada', 'battle join', { preset: 'Wolf', name: 'Ann' });
  await must(table, 'gm', 'npc add', { preset: 'goblin', name: 'Grim' });
  await must(table, 'gm', 'battle start');
  await must(table, 'gm', 'initiative', { dice: '6,6' });
  await must(table, 'gm', 'battle deploy');
  for (let n = 0; n < 2 && (await table.complete('ada', 'attack', 'target')).length === 0; n++)
    await must(table, 'gm', 'end', { as: 'Grim' });
  const held = await must(table, 'ada', 'guide', { verb: 'attack' });
  asks(held, 'stance');
  const [select] = held.controls.flat();
  expect(select?.kind === 'select' && select.options.map(({ value }) => value)).toEqual(['1H', '2H']);
});

test('a rider is asked who attacks, rider or mount', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'sword-world', name: 'The Horse Fair' });
  await must(table, 'ada', 'battle join', { preset: 'Bram', name: 'Bram' });
  await must(table, 'gm', 'npc add', { preset: 'dusty', name: 'Dusty', side: 'allies' });
  await must(table, 'gm', 'npc add', { preset: 'goblin', name: 'Grim' });
  await must(table, 'gm', 'battle start');
  await must(table, 'gm', 'initiative', { dice: '6,6' });
  await must(table, 'gm', 'battle deploy');
  for (let n = 0; n < 2 && (await table.complete('ada', 'attack', 'target')).length === 0; n++)
    await must(table, 'gm', 'end', { as: 'Grim' });
  const who = await must(table, 'ada', 'guide', { verb: 'attack', target: 'Grim' });
  asks(who, 'by');
  const [select] = who.controls.flat();
  expect(select?.kind === 'select' && select.options.map(({ label }) => label)).toEqual(['Bram', 'Dusty']);
  await must(table, 'ada', 'guide', { verb: 'attack', as: 'Bram', target: 'Grim', by: 'rider' });
  const second = await must(table, 'ada', 'guide', { verb: 'attack', target: 'Grim' });
  expect(second.kind).toBe('result');
  expect(second.cards[0]?.title).toMatch(/^Dusty (hits|misses) Grim/);
});

test('the button that orders a drafted path is marked and says where the path ends', async () => {
  const table = await startBeside();
  const from = await must(table, 'ada', 'guide', { verb: 'move' });
  const menu = from.controls.flat().find(({ kind }) => kind === 'select');
  expect(menu?.kind === 'select' && menu.options[0]).toMatchObject({ to: { x: expect.any(Number) } });
  const step = from.controls.flat().find(({ press: { draft } }) => draft === 'N');
  if (step === undefined) throw new Error('no step to the north');
  const drafted = await pressed(table, 'ada', step);
  const goes = drafted.controls.flat().filter((each) => each.kind === 'button' && each.goes === true);
  expect(goes).toEqual([expect.objectContaining({ to: { x: 2, y: 2 } })]);
  for (const go of goes) expect((await pressed(table, 'ada', go)).kind).toBe('result');
  expect((await opened(table)).game.save()).toMatchObject({
    combatants: expect.arrayContaining([expect.objectContaining({ id: 'Ann', at: { x: 2, y: 2 } })]),
  });
});

test.each([
  { system: 'skure', preset: 'swordsman', chosen: { verb: 'stunt' }, says: 'swing from the lamp' },
  {
    ...{ system: 'straalara', preset: 'ysolde', says: 'overturn the cart' },
    chosen: { verb: 'declare', stance: 'mixed', action: 'act' },
  },
  { system: 'segment', preset: 'fighter', chosen: { verb: 'declare', action: 'other' }, says: 'cut the rope' },
])('$system: an order in free words is given with a control that asks for text', async (each) => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: each.system, name: 'The Bridge' });
  await must(table, 'ada', 'battle join', { preset: each.preset, side: 'red', name: 'Ann' });
  await must(table, 'gm', 'npc add', { preset: each.preset, side: 'blue', name: 'Grim' });
  if (each.system === 'skure') await must(table, 'gm', 'battle deploy');
  await must(table, 'gm', 'battle start');
  const isReady = async () =>
    (await opened(table)).game
      .expectedActions()
      .some(({ actor, verbs }) => actor === 'Ann' && verbs.includes(each.chosen.verb));
  for (let n = 0; n < 6 && !(await isReady()); n++) await must(table, 'gm', 'gm skip', {});
  let reply = await must(table, 'ada', 'guide', { ...each.chosen, as: 'Ann' });
  for (let n = 0; n < 4 && reply.kind !== 'result'; n++) {
    const [control] = reply.controls.flat();
    if (control === undefined) throw new Error('nothing to press');
    const { press } = control;
    const input = control.kind === 'select' ? { [control.option]: control.options[0]?.value } : {};
    const typed = control.asks === undefined ? {} : { [control.asks]: each.says };
    reply = await must(table, 'ada', press.path.join(' '), { ...press.input, ...input, ...typed });
  }
  expect(reply.kind).toBe('result');
  expect(JSON.stringify(await must(table, 'ada', 'battle log'))).toContain(each.says);
});
