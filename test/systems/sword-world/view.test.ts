import { expect, test } from 'vitest';
import { duel, fighting, gmViewer, stranger, struck, texts } from './table.ts';

test('a stranger sees no numbers of a foe', () => {
  const { game, events } = struck();
  const lines = game.narrate(events, stranger([], ['Wolf']));
  expect(texts(lines)).toContain('Wolf hits Grim with the bastard sword.');
  expect(texts(lines)).toContain('Grim is unconscious.');
  const all = JSON.stringify(lines);
  expect(all).toContain('Accuracy 2d 4+2');
  expect(all).not.toMatch(/Evasion|Defense|16/);
});

test('a hidden unit appears neither in text nor on the board', () => {
  const { game, after, events } = struck();
  const told = JSON.stringify(game.narrate(events, stranger(['Grim'])));
  expect(told).not.toContain('Grim');
  expect(told).toContain('somebody');
  expect(JSON.stringify(after.view(stranger(['Grim'])))).not.toContain('Grim');
});

test('the view shows marks, gauges and the acting side', () => {
  const view = fighting(duel).view(stranger([], ['Wolf']));
  expect(view.phase).toBe('Round 1: the allies act');
  expect(view.order.map(({ id, state }) => [id, state])).toEqual([
    ['Wolf', 'now'],
    ['Grim', 'next'],
  ]);
  const [wolf, grim] = view.combatants;
  expect(wolf?.gauges[0]?.text).toBe('30/30');
  expect(grim?.gauges[0]?.text).toBe('unhurt');
  expect(grim?.sheet).toEqual([]);
});

test('a monster with several sections shows the HP of each section in its own gauge', () => {
  const view = fighting([...duel, ['Drake', 'enemies', 'mire-drake']]).view(gmViewer);
  const drake = view.combatants.find(({ id }) => id === 'Drake');
  expect(drake?.gauges.map(({ label, text }) => `${label} ${text}`)).toEqual([
    'head A 28/28',
    'head B 28/28',
    'body 46/46',
    'wing A 20/20',
    'wing B 20/20',
  ]);
});
