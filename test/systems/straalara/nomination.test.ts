import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { begun, gmCalls, karg, ordered, removed, rolled, stranger, table, told, words } from './table.ts';

const everybody: Viewer = { ...stranger, user: undefined, controls: [], knows: [] };

const declaring = (params: Readonly<Record<string, unknown>>) => ordered(table(), 'Karg', 'declare', params);

test('ST-NOM-8: under lapse=ask the GM decides, and losing the action is the default', () => {
  let game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4], { lapse: 'ask' });
  for (const who of ['Karg', 'Pell']) game = ordered(game, who, 'declare', { stance: 'mixed', action: 'none' }).game;
  game = ordered(game, 'Ysolde', 'declare', { stance: 'mixed', action: 'melee', target: 'Karg' }).game;
  game = removed(game, 'Karg').game;
  const asked = game.act({ do: 'verb', verb: 'take', params: {} }, gmCalls('Ysolde'), [], createScriptedDice([]));
  expect(asked.ok && asked.value).toMatchObject({
    kind: 'asked',
    question: { to: 'gm', kind: 'lapse', auto: 'lose', choices: [{ id: 'lose' }, { id: 'target:Pell' }] },
  });
});

test('ST-NOM-4: a private declaration is visible only to its owner and the GM', () => {
  const attack = declaring({ stance: 'offense', action: 'melee', target: 'Ysolde' });
  const idle = declaring({ stance: 'defense', action: 'none' });
  for (const viewer of [stranger, everybody]) {
    expect(told(attack.game, viewer)).toBe(told(idle.game, viewer));
    expect(words(table(), attack.events, viewer)).toBe(words(table(), idle.events, viewer));
  }
  expect(words(table(), attack.events, karg)).toContain('melee at Ysolde');
  expect(words(table(), attack.events, gmViewer)).toContain('offense');
  expect(told(attack.game, stranger)).toContain('Still to nominate: Pell and Ysolde.');
});

test('ST-RUL-11: private declarations are revealed together, slowest first', () => {
  const first = ordered(declaring({ stance: 'offense', action: 'melee', target: 'Ysolde' }).game, 'Pell', 'declare', {
    stance: 'defense',
    action: 'none',
  });
  const last = ordered(first.game, 'Ysolde', 'declare', { stance: 'mixed', action: 'brawl', target: 'Karg' });
  expect(last.events.map(({ type }) => type)).toEqual([
    'declared',
    'nominations-revealed',
    'actions-opened',
    'step-opened',
  ]);
  const heard = words(first.game, last.events, everybody);
  expect(heard.indexOf('Karg: offense stance, melee at Ysolde')).toBeGreaterThan(-1);
  expect(heard.indexOf('Karg: offense')).toBeLessThan(heard.indexOf('Pell: defense'));
  expect(told(last.game, everybody)).toContain('offense stance');
});

test('ST-NOM-6: second actions stay private until their group is complete', () => {
  let game = rolled(['Ysolde', 'Karg'], [10, 4], { declarations: 'private', secondActions: 'wave' });
  for (const who of ['Karg', 'Ysolde'])
    game = ordered(game, who, 'declare', { stance: 'offense', action: 'none' }).game;
  game = ordered(ordered(game, 'Ysolde', 'take').game, 'Karg', 'take').game;
  const brawl = ordered(game, 'Karg', 'nominate', { action: 'brawl', target: 'Ysolde' });
  const none = ordered(game, 'Karg', 'nominate', { action: 'none' });
  expect(told(brawl.game, stranger)).toBe(told(none.game, stranger));
  expect(words(game, brawl.events, stranger)).toBe(words(game, none.events, stranger));
  const opened = ordered(brawl.game, 'Ysolde', 'nominate', { action: 'none' });
  expect(told(opened.game, stranger)).toContain('brawl at Ysolde');
});

test('ST-NOM-4: odds ignore a hidden stance', () => {
  const ask = (game: Game) =>
    game.answerQuery(
      'odds',
      { actor: 'Ysolde', by: 'ann', gm: false, controls: ['Ysolde'], pending: undefined },
      { target: 'Karg', action: 'melee', defense: 'block' },
      { ...stranger, knows: ['Ysolde', 'Karg'] },
    );
  expect(ask(declaring({ stance: 'defense', action: 'none' }).game)).toEqual(
    ask(declaring({ stance: 'mixed', action: 'none' }).game),
  );
});

test('ST-NOM-4: a sealed nomination is visible only to its owner', () => {
  const game = begun(['Ysolde', 'Karg']);
  const sealed = ordered(game, 'Karg', 'intend', { stance: 'offense', action: 'brawl', target: 'Ysolde' });
  expect(told(sealed.game, stranger)).toBe(told(game, stranger));
  expect(words(game, sealed.events, stranger)).toBe('');
  expect(words(game, sealed.events, karg)).toBe('Sealed for Karg: offense stance, brawl at Ysolde.');
  expect(told(sealed.game, karg)).toContain('brawl at Ysolde');
});

test('ST-NOM-4: nominations are open by default', () => {
  const game = rolled(['Ysolde', 'Karg'], [8, 1]);
  const { events } = ordered(game, 'Karg', 'declare', { stance: 'mixed', action: 'melee', target: 'Ysolde' });
  expect(words(game, events, stranger)).toContain('Karg takes the mixed stance and nominates melee at Ysolde.');
});
