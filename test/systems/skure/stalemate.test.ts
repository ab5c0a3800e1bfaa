import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, cat, gm, order, stranger, verb } from './stage.ts';

const wall = { attack: 1, defense: 90 };
const walls = battle([ann(wall), cat(wall)]);
const says =
  'No one here can defeat anyone soon: even standard hits would need very many rounds. End the battle with /battle end.';

const round = (game: Game) => order(order(game, as('Ann'), verb('end')).game, as('Cat'), verb('end'));

test('SK-HINT-1: only the BM gets the hint, in the log and in the view', () => {
  const { events, game } = round(walls);
  const told = walls.narrate(events, gmViewer).filter(({ atDesk }) => atDesk);
  expect(told.map(({ text }) => text)).toEqual([says]);
  expect(JSON.stringify(walls.narrate(events, { ...stranger, controls: ['Ann'] }))).not.toContain('defeat anyone');
  expect(game.view(gmViewer).notes).toContain(says);
  expect(game.view(stranger).notes).not.toContain(says);
});

test('SK-HINT-1: the hint returns after ten rounds', () => {
  const rounds: number[] = [];
  for (let game = walls; rounds.length < 2; ) {
    const played = round(game);
    ({ game } = played);
    const hint = played.events.find(({ type }) => type === 'stalled');
    if (hint !== undefined) rounds.push(Number(Object(hint).round));
  }
  expect(rounds).toEqual([2, 12]);
});

test('SK-HINT-1: the hint appears at the start and ends when damage is possible', () => {
  const ready = battle([ann(wall), cat(wall)], { status: 'setup' });
  expect(order(ready, gm, { do: 'start' }).events.map(({ type }) => type)).toContain('stalled');
  const hurt = order(walls, gm, { do: 'correct', field: 'attack', who: 'Ann', value: '99' }).game;
  expect(hurt.view(gmViewer).notes).not.toContain(says);
  expect(round(hurt).events.map(({ type }) => type)).not.toContain('stalled');
});
