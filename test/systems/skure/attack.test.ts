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

test('SK-ATK-2, SK-ATK-6: the default mode is melee in reach, otherwise ranged', () => {
  const near = order(battle([ann({ rangedRange: 6 }), bob()]), as('Ann'), verb('attack', { target: 'bob' }), [50]);
  expect(near.events[0]).toMatchObject({ how: 'melee' });
  const far = order(battle([ann({ y: 8, rangedRange: 6 }), bob()]), as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(far.events[0]).toMatchObject({ how: 'ranged' });
});

test('SK-ATK-9, SK-ATK-12: the rows of an attack add up to its roll and damage', () => {
  expect(lines(gmViewer)[0]?.text).toBe(
    'Ann strikes Bob: Mortal Wound, 53 damage, from the flank. Bob is unconscious.',
  );
  expect(sums(gmViewer)).toEqual([
    'd100 72 · +15 faster (34 to 22, Good Edge) · +15 flank · = 102 → stage 6',
    'attack 15 − defense 5 = 10 · ×3 stage · ×1.25 position · = 37.5 → 38',
    '29 fire, weak to the element ×1.5 = 43.5 → 44 · 9 physical · = 53',
    'Bob 41/60 → −12/60, unconscious',
  ]);
});

test('SK-ATK-14: a reader without the foe’s HP still sees the whole sum', () => {
  expect(sums(stranger)).toEqual([
    'd100 72 · +15 faster (34 to 22, Good Edge) · +15 flank · = 102 → stage 6',
    'attack 15 − defense 5 = 10 · ×3 stage · ×1.25 position · = 37.5 → 38',
    '29 fire, weak to the element ×1.5 = 43.5 → 44 · 9 physical · = 53',
    expect.stringMatching(/^Bob wounded → .*unconscious$/),
  ]);
});

test.each([
  { secret: 'attack', row: 'natural damage 10 · ×3 stage · ×1.25 position · = 37.5 → 38' },
  { secret: 'speed', row: 'd100 72 · → stage 6' },
])('SK-GEN-1: the sum omits the part of a hidden $secret', ({ secret, row }) => {
  const told = sums(keeping(secret));
  expect(told).toContain(row);
  expect(told).toHaveLength(4);
});

test.each(['defense', 'affinity'])('SK-GEN-1: with a hidden %s the line shows no damage', (secret) => {
  const viewer = keeping(secret);
  expect(lines(viewer)[0]?.text).toBe('Ann strikes Bob: Mortal Wound, from the flank. Bob is unconscious.');
  expect(sums(viewer)).toHaveLength(2);
  expect(asked('odds', { target: 'Bob' }, flank, viewer)).toMatchObject({ lines: [{ text: expect.any(String) }] });
});

test('SK-GEN-1: odds use words for a hidden speed and omit defeats for hidden HP', () => {
  const inWords = asked('odds', { target: 'Bob' }, battle(), keeping('speed'));
  expect(inWords).toMatchObject({ lines: [{ text: 'Ann almost certainly hits Bob.', rows: [] }] });
  const words = asked('odds', { target: 'Bob' }, battle(), stranger);
  expect(words).toMatchObject({ lines: [{}, { text: 'Average damage: 9.60.' }] });
});

test('SK-GEN-1: a hidden attacker has neither a name nor numbers', () => {
  const [first] = lines({ ...stranger, unseen: ['Ann'] });
  expect(first?.text).toBe('Somebody strikes Bob: Mortal Wound, 53 damage, from the flank. Bob is unconscious.');
  expect(first?.rows).toHaveLength(1);
});

test('SK-ATK-7: the sum names the least damage if the defense exceeds the attack', () => {
  const game = battle([ann({ attack: 3 }), bob()]);
  const { events } = order(game, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(game.narrate(events, gmViewer)[0]?.rows[1]?.map(({ says }) => says)).toEqual([
    'attack 3 − defense 5 = −2, at least 1',
  ]);
});

test('SK-ATK-6: the offer names a distance of 1 in the singular', () => {
  const shot = battle([ann({ rangedRange: 4 }), bob()]).offers(
    'attack',
    'target',
    as('Ann'),
    { mode: 'ranged' },
    gmViewer,
  );
  expect(shot?.map(({ label }) => label)).toEqual(['Bob · 1 space']);
});

test('SK-ATK-10: the odds count each of the hundred rolls', () => {
  expect(asked('odds', { target: 'Bob' }, battle())).toMatchObject({
    title: 'Ann against Bob',
    lines: [
      { text: 'Ann hits Bob with 90 rolls out of 100.' },
      { text: 'Average damage: 9.60. In 100 rolls: 0 × knocked out, 0 × killed.' },
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
])('$rule: odds say if the target is out of range, $mode: $says', ({ mode, foe, far }) => {
  const game = battle([ann({ rangedRange: 3 }), bob(foe)]);
  const text = `Ann hits Bob with 90 rolls out of 100.${far ? ' The target is out of range now.' : ''}`;
  expect(asked('odds', { target: 'Bob', mode }, game)).toMatchObject({ lines: [{ text }, {}] });
});
