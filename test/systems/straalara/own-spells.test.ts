import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { done, gmCalls, ordered, stateOf, words } from './table.ts';

const magic = { attribute: 'wits', ability: 'occult', text: 'A cold breath.' };
const spells = [
  { ...magic, name: 'Mend', kind: 'effect', heals: 2, wholeSide: true },
  { ...magic, name: 'Slow Mend', kind: 'effect', heals: 1, timing: 'endOfTurn' },
  { ...magic, name: 'Chill', kind: 'attack', damage: { base: 1 }, effect: { modifiers: { attack: -2 }, turns: 2 } },
];
const attributes = { strength: 2, dexterity: 2, stamina: 2, wits: 3 };
const sheet = { attributes, abilities: { occult: 2 }, levelsLost: 2, spells };

/** Ann has declared one action against Bob and Cat, and acts. */
const acting = (action: object): Game => {
  const blank = straalara.createGame({});
  if (!blank.ok) throw new Error('bad settings');
  let game = blank.value;
  for (const [id, side] of [
    ['Ann', 'us'],
    ['Bob', 'us'],
    ['Cat', 'them'],
  ])
    game = done(
      game,
      { do: 'enter', entrant: { id: id ?? '', side, sheet: straalara.sheet.parse(sheet) } },
      gmCalls(),
    ).game;
  game = done(game, { do: 'start' }, gmCalls()).game;
  game = ordered(game, 'gm', 'initiative', { all: true }, [9, 5, 1]).game;
  for (const who of ['Cat', 'Bob']) game = ordered(game, who, 'declare', { stance: 'mixed', action: 'none' }).game;
  return ordered(game, 'Ann', 'declare', { stance: 'mixed', ...action }).game;
};
const lost = (game: Game) => stateOf(game).combatants.map((each) => each.lost);

test('ST-ACT-8 an effect spell shows its text and heals its target, or the whole side', () => {
  const { game, events } = ordered(
    acting({ action: 'spell', spell: 'Mend', target: 'Bob' }),
    'Ann',
    'take',
    {},
    [9, 8, 7, 2],
  );
  expect(lost(game)).toEqual([0, 0, 2]);
  expect(words(game, events, gmViewer)).toContain('Mend: A cold breath.');
});

test('ST-ACT-8 a spell at the end of the turn heals there, and an act of that name does not', () => {
  const delayed = ordered(
    acting({ action: 'spell', spell: 'Slow Mend', target: 'Ann' }),
    'Ann',
    'take',
    {},
    [9, 8, 7, 2],
  );
  expect(stateOf(delayed.game).endOfTurnQueue).toMatchObject([{ what: 'Slow Mend', spell: true }]);
  const act = { action: 'act', label: 'Slow Mend', attribute: 'wits', timing: 'endOfTurn', target: 'Ann' };
  const other = ordered(acting(act), 'Ann', 'take', {}, [9, 8]);
  expect(stateOf(other.game).endOfTurnQueue).toEqual([expect.not.objectContaining({ spell: true })]);
});
