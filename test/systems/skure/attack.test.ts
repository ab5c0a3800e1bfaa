import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { ann, as, asked, battle, bob, flank, order, stranger, verb } from './stage.ts';

const blow = order(flank, as('Ann'), verb('attack', { target: 'Bob' }), [72]);

const lines = (viewer: Viewer, game: Game = flank, { events } = blow) => game.narrate(events, viewer);

const sums = (viewer: Viewer) => lines(viewer)[0]?.rows.map((row) => row.map(({ says }) => says).join(' · '));

const keeping = (...terms: readonly string[]): Viewer => ({
  ...stranger,
  foes: { ...stranger.foes, of: Object.fromEntries(terms.map((term) => [term, { mode: 'off', words: [] }])) },
});

test('SK-ATK-2, SK-ATK-6: left out, the mode is melee where it reaches, else ranged', () => {
  const near = order(battle([ann({ rangedRange: 6 }), bob()]), as('Ann'), verb('attack', { target: 'bob' }), [50]);
  expect(near.events[0]).toMatchObject({ how: 'melee' });
  const far = order(battle([ann({ y: 8, rangedRange: 6 }), bob()]), as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(far.events[0]).toMatchObject({ how: 'ranged' });
});

test('a pencil gets the same number from the rows of a blow', () => {
  expect(lines(gmViewer)[0]?.text).toBe('Ann strikes Bob from the flank: Mortal Wound, 53 damage; Bob is unconscious.');
  expect(sums(gmViewer)).toEqual([
    'd100 72 · +15 faster (34 to 22, Good Edge) · +15 flank · = 102 → stage 6',
    'attack 15 − defense 5 = 10 · ×3 stage · ×1.25 position · = 38',
    '29 fire, weak to the element ×1.5 → 44 · 9 physical · = 53',
    'Bob 41/60 → −12/60, unconscious',
  ]);
});

test('who is not told the hit points of the foes still gets the whole sum', () => {
  expect(sums(stranger)).toEqual([
    'd100 72 · +15 faster (34 to 22, Good Edge) · +15 flank · = 102 → stage 6',
    'attack 15 − defense 5 = 10 · ×3 stage · ×1.25 position · = 38',
    '29 fire, weak to the element ×1.5 → 44 · 9 physical · = 53',
    expect.stringMatching(/^Bob wounded → .*unconscious$/),
  ]);
});

test.each([
  { secret: 'attack', row: 'natural damage 10 · ×3 stage · ×1.25 position · = 38' },
  { secret: 'speed', row: 'd100 72 · → stage 6' },
])('where $secret is secret, its part of the sum is left out', ({ secret, row }) => {
  const told = sums(keeping(secret));
  expect(told).toContain(row);
  expect(told).toHaveLength(4);
});

test.each(['defense', 'affinity'])('where %s is secret, no number tells what the blow did', (secret) => {
  const viewer = keeping(secret);
  expect(lines(viewer)[0]?.text).toBe('Ann strikes Bob from the flank: Mortal Wound; Bob is unconscious.');
  expect(sums(viewer)).toHaveLength(2);
  expect(asked('odds', { target: 'Bob' }, flank, viewer)).toMatchObject({ lines: [{ text: expect.any(String) }] });
});

test('odds are told in words where a speed is secret, and not how many fell where hit points are', () => {
  const inWords = asked('odds', { target: 'Bob' }, battle(), keeping('speed'));
  expect(inWords).toMatchObject({ lines: [{ text: 'Ann almost certainly hits Bob.', rows: [] }] });
  const words = asked('odds', { target: 'Bob' }, battle(), stranger);
  expect(words).toMatchObject({ lines: [{}, { text: 'Average damage: 9.60.' }] });
});

test('an unseen attacker is somebody, and its numbers are not told', () => {
  const [first] = lines({ ...stranger, unseen: ['Ann'] });
  expect(first?.text).toBe('Somebody strikes Bob from the flank: Mortal Wound, 53 damage; Bob is unconscious.');
  expect(first?.rows).toHaveLength(1);
});

test('SK-ATK-7: a defense above the attack is told with its least damage', () => {
  const game = battle([ann({ attack: 3 }), bob()]);
  const { events } = order(game, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(game.narrate(events, gmViewer)[0]?.rows[1]?.map(({ says }) => says)).toEqual([
    'attack 3 − defense 5 = −2, at least 1',
  ]);
});

test('one is told in the singular', () => {
  const shot = battle([ann({ rangedRange: 4 }), bob()]).offers(
    'attack',
    'target',
    as('Ann'),
    { mode: 'ranged' },
    gmViewer,
  );
  expect(shot?.map(({ label }) => label)).toEqual(['Bob · 1 space']);
});

test('odds are exact: every one of the hundred rolls is reckoned', () => {
  expect(asked('odds', { target: 'Bob' }, battle())).toMatchObject({
    title: 'Ann against Bob',
    lines: [
      { text: 'Ann hits Bob with 90 rolls out of 100.' },
      { text: 'Average damage: 9.60; knocks out 0 and kills 0 times in 100.' },
    ],
  });
  expect(asked('odds', { target: 'Nobody' })).toBe('NO_SUCH_TARGET');
  expect(asked('odds', { target: 'Ann' })).toBe('TARGET_SELF');
  expect(asked('odds', { target: 'Bob', spell: 'Dart' })).toBe('UNKNOWN_SPELL');
});

test.each([
  { rule: 'SK-ATK-2', says: 'the last space in range', mode: 'melee', foe: {}, far: false },
  { rule: 'SK-ATK-2', says: 'one space more is out of range', mode: 'melee', foe: { y: 4 }, far: true },
  { rule: 'SK-ATK-6', says: 'the last space in range', mode: 'ranged', foe: { y: 3 }, far: false },
  { rule: 'SK-ATK-6', says: 'one space more is out of range', mode: 'ranged', foe: { y: 2 }, far: true },
])('$rule: odds say whether the attack could be made at all, $mode: $says', ({ mode, foe, far }) => {
  const game = battle([ann({ rangedRange: 3 }), bob(foe)]);
  const text = `Ann hits Bob with 90 rolls out of 100.${far ? ' The target is out of range now.' : ''}`;
  expect(asked('odds', { target: 'Bob', mode }, game)).toMatchObject({ lines: [{ text }, {}] });
});
