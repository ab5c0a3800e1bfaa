import { expect, test } from 'vitest';
import { criticalChainOdds, pickIndex, pickSome, powerValue } from './inner.ts';
import { ann, asGm, duel, fighting, gmViewer, stranger } from './table.ts';

const dice = (values: readonly number[]) => {
  let at = 0;
  return { roll: () => values[at++] ?? 1 };
};

test('SW-POWER-2: the power rows match the table', () => {
  expect(Array.from({ length: 11 }, (_, n) => powerValue(20, n + 2))).toEqual([null, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect([powerValue(17, 10), powerValue(17, 7), powerValue(0, 12), powerValue(100, 12)]).toEqual([7, 5, 4, 30]);
});

test('SW-DICE-4: every candidate is equally likely', () => {
  for (const n of [2, 3, 4, 5, 6]) {
    const counts = Array.from({ length: n }, () => 0);
    for (let first = 1; first <= 6; first++) {
      const { index, fallen } = pickIndex(dice([first, 1]), n, 'x');
      if (fallen.length === 1) counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(new Set(counts).size).toBe(1);
  }
  expect(pickIndex(dice([1, 3, 2]), 40, 'x')).toEqual({ index: 13, fallen: [1, 3, 2] });
  expect(pickIndex(dice([]), 1, 'x')).toEqual({ index: 0, fallen: [] });
  expect(pickSome(dice([2, 2]), ['a', 'b', 'c'], 2, 'x').chosen).toEqual(['b', 'c']);
  expect(pickSome(dice([]), ['a', 'b'], 2, 'x').fallen).toEqual([]);
});

test('odds of a chain of criticals are exact: row 20, C 10', () => {
  const atLeast = criticalChainOdds(20, 10, true);
  expect(atLeast(1)).toBeCloseTo(35 / 36, 12);
  // 8 or more: of the totals 9 to 12 only 10 to 12 reach 8 at once.
  expect(atLeast(8)).toBeCloseTo(6 / 36, 12);
  expect(criticalChainOdds(20, 13, false)(11)).toBe(0);
});

test('the odds of an attack agree with all 1,296 pairs of rolls', () => {
  const game = fighting(duel);
  const answer = game.answerQuery('odds', ann('Wolf'), { target: 'Grim', stance: '1H' }, gmViewer);
  if (!answer.ok) throw new Error(answer.error.code);
  // Accuracy 5 + 2d against 10: 6 or more, not 1+1: 26 of 36.
  expect(answer.value.lines[0]?.text).toBe(`Chance to hit: ${Math.round((26 / 36) * 1000) / 10} %.`);
  const secret = game.answerQuery('odds', ann('Wolf'), { target: 'Grim' }, stranger([], ['Wolf']));
  expect(secret.ok && secret.value.lines[0]?.text).toBe(
    'You do not know that foe’s numbers. Roll Monster Knowledge, or ask the GM.',
  );
});

test('reach and sight answer for both modes', () => {
  const line = fighting(duel, { mode: 'standard' }, 'Wolf: 0; Grim: 12');
  const sight = line.answerQuery('sight', ann('Wolf'), { target: 'Grim' }, gmViewer);
  expect(sight.ok && sight.value.lines[0]?.text).toBe('12 m. In plain sight.');
  const reach = line.answerQuery('reach', ann('Wolf'), {}, gmViewer);
  expect(reach.ok && reach.value.lines.map(({ text }) => text)).toEqual([
    'Limited Move: up to 3 m.',
    'Normal Move: up to 12 m.',
    'Full Move: up to 36 m.',
  ]);
  const areas = fighting(duel).answerQuery('sight', ann('Wolf'), { target: 'Grim' }, gmViewer);
  expect(areas.ok && areas.value.lines[0]?.text).toBe('In the same area.');
});

/** Drake next to Grim, with one ability; Grim has fixed values: Fortitude 10, Defense 1. */
const withAbility = (ability: object, more: object = {}) =>
  fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Drake', 'allies', 'goblin', { attack: { id: 'maw', ...ability }, useFixed: false, ...more }],
    ['Grim', 'enemies', 'goblin', { hp: 9 }],
  ]);
const oddsOf = (game: ReturnType<typeof withAbility>, ability: string) => {
  const answer = game.answerQuery('odds', asGm('Drake'), { target: 'Grim', ability }, gmViewer);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.lines.map(({ text }) => text);
};

test('SW-ATK-11, SW-ATK-10: the odds of an ability resisted for half match a count by hand', () => {
  const breath = { damage: { flat: 9 }, check: { mod: 4, fixed: 11 }, resist: 'half', resistBy: 'fortitude' };
  // 2d + 4 against 10: resisted at 6 or less, not on 1+1, which fails: 15 of 36 in all. 9 − 1 Defense; half: 5 − 1.
  expect(oddsOf(withAbility(breath), 'maw')).toEqual([
    `Chance that the target resists or the ability fails: ${Math.round((15 / 36) * 1000) / 10} %.`,
    'If not resisted: 8 damage on average.',
    'If resisted: 4 damage on average.',
    'Chance to take the target down: 0 %.',
  ]);
  expect(oddsOf(withAbility({ ...breath, damage: { flat: 10 } }), 'maw').at(-1)).toBe(
    `Chance to take the target down: ${Math.round((21 / 36) * 1000) / 10} %.`,
  );
});

test('SW-ATK-11: odds show no half damage for “negates”, and no Defense against magic', () => {
  const gaze = { damage: { x: 2 }, damageType: 'magical', check: { mod: 20, fixed: 27 }, resist: 'negates' };
  expect(oddsOf(withAbility(gaze), 'maw')).toEqual([
    `Chance that the target resists or the ability fails: ${Math.round((1 / 36) * 1000) / 10} %.`,
    'If not resisted: 9 damage on average.',
    `Chance to take the target down: ${Math.round((35 / 36) * (21 / 36) * 1000) / 10} %.`,
  ]);
});

test('SW-ATK-9: odds show an evaded ability, and refuse one that the monster does not have', () => {
  const game = withAbility({ damage: { flat: 6 } }, { accuracy: { mod: 3, fixed: 10 } });
  expect(oddsOf(game, 'maw').slice(0, 2)).toEqual([
    `Chance to hit: ${Math.round((15 / 36) * 1000) / 10} %.`,
    'On a hit: 5 damage on average.',
  ]);
  expect(game.answerQuery('odds', asGm('Drake'), { target: 'Grim', ability: 'horn' }, gmViewer)).toMatchObject({
    error: { code: 'E_NO_ABILITY' },
  });
});
