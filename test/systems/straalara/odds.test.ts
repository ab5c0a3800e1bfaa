import { describe, expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import {
  attackChances,
  chanceOfAtLeast,
  countSuccesses,
  meanSuccesses,
  type RollFamily,
  type Settings,
  successChances,
} from './inner.ts';
import { begun, gmCalls, playerCalls, rolled, stranger } from './table.ts';

const settingsOf = (given: unknown): Settings => straalara.settings.parse(given) as Settings;
const defaults = settingsOf({});

/** Every way the dice can fall, one by one. */
const everyFall = (dice: number): readonly (readonly number[])[] =>
  dice === 0
    ? [[]]
    : everyFall(dice - 1).flatMap((rest) => Array.from({ length: 10 }, (_, face) => [...rest, face + 1]));

const byHand = (family: RollFamily, dice: number, difficulty: number, settings: Settings): readonly number[] => {
  const falls = everyFall(dice);
  const out = Array.from({ length: 9 }, () => 0);
  for (const fall of falls) {
    const { successes } = countSuccesses(family, fall, difficulty, settings);
    out[successes] = (out[successes] ?? 0) + 1 / falls.length;
  }
  return out;
};

const near = (have: readonly number[], want: readonly number[]) =>
  want.forEach((chance, n) => {
    expect(have[n] ?? 0).toBeCloseTo(chance, 10);
  });

describe('exact odds', () => {
  test.each([
    { rule: 'ST-POOL-7', says: 'four trait dice at 6', family: 'trait', dice: 4, difficulty: 6, settings: {} },
    {
      rule: 'ST-POOL-6',
      says: 'three at 7, tens two',
      family: 'trait',
      dice: 3,
      difficulty: 7,
      settings: { tens: 'two' },
    },
    { rule: 'ST-DMG-5', says: 'four damage dice', family: 'damage', dice: 4, difficulty: 6, settings: { tens: 'two' } },
    { rule: 'ST-SOAK-3', says: 'four soak dice', family: 'soak', dice: 4, difficulty: 6, settings: {} },
    {
      rule: 'ST-RUL-42',
      says: 'without 1s',
      family: 'soak',
      dice: 4,
      difficulty: 6,
      settings: { soakOnesCancel: false },
    },
    { rule: 'ST-POOL-10', says: 'no dice', family: 'trait', dice: 0, difficulty: 6, settings: {} },
  ] as const)('$rule: $says', ({ family, dice, difficulty, settings: given }) => {
    const settings = settingsOf(given);
    near(successChances(family, dice, difficulty, settings), byHand(family, dice, difficulty, settings));
  });

  test('ST-RES-1: the odds of an attack equal a count of every roll of its dice', () => {
    const one = (family: RollFamily, dice: number) => successChances(family, dice, 6, defaults);
    const strike = attackChances({
      attack: one('trait', 2),
      defense: one('trait', 1),
      base: 1,
      netAdds: true,
      soakPool: 1,
      settings: defaults,
    });
    const lost = [0, 0, 0];
    for (const attack of everyFall(2))
      for (const defense of everyFall(1)) {
        const result =
          countSuccesses('trait', attack, 6, defaults).successes -
          countSuccesses('trait', defense, 6, defaults).successes;
        const damages = result < 1 ? [[]] : everyFall(result);
        for (const damage of damages)
          for (const soak of everyFall(1)) {
            const left =
              countSuccesses('damage', damage, 6, defaults).successes -
              countSuccesses('soak', soak, 6, defaults).successes;
            const n = Math.max(0, left);
            lost[n] = (lost[n] ?? 0) + 1 / (1000 * damages.length * 10);
          }
      }
    near(strike.levelsLost, lost);
    expect(chanceOfAtLeast(strike.levelsLost, 0)).toBeCloseTo(1, 10);
    expect(meanSuccesses(strike.levelsLost)).toBeCloseTo((lost[1] ?? 0) + 2 * (lost[2] ?? 0), 10);
  });
});

describe('/odds', () => {
  const ask = (params: Readonly<Record<string, unknown>>, viewer = gmViewer, who = 'Ysolde') =>
    rolled(['Ysolde', 'Karg'], [8, 1]).answerQuery('odds', gmCalls(who), params, viewer);

  test('ST-MAN-2: odds use the attacker’s sheet against a chosen defense', () => {
    const answer = ask({ target: 'Karg', action: 'melee', defense: 'block' });
    expect(answer.ok && answer.value.lines.map(({ text }) => text.replace(/[\d.]+ %/, 'n %'))).toEqual([
      'Chance to hit (against 5 dice): n %.',
      expect.stringMatching(/^Health levels lost on average: \d\.\d\d\.$/),
      'Chance to daze Karg: n %.',
      'Chance to take down Karg: n %.',
      'Chance to kill Karg: n %.',
    ]);
  });

  test.each([
    { params: { target: 'Karg' }, title: 'Melee (longsword) against Karg' },
    { params: { target: 'Karg', action: 'brawl' }, title: 'Brawl against Karg' },
    { params: { attack: 3 }, title: 'Odds' },
  ])('ST-MAN-9: odds name the attack, by default with the first weapon: $title', ({ params, title }) => {
    const answer = ask(params);
    expect(answer.ok && answer.value.title).toBe(title);
  });

  test('ST-POOL-2: odds compare two typed pools', () => {
    const plain = ask({ attack: 1 });
    expect(plain.ok && plain.value.lines[0]?.text).toBe('Chance to hit (undefended): 50.0 %.');
    const against = ask({ attack: 1, against: 1, damage: 1, soak: 0 });
    expect(against.ok && against.value.lines[0]?.text).toBe('Chance to hit (against 1 die): 25.0 %.');
    expect(against.ok && against.value.lines[1]?.text).toBe('Health levels lost on average: 0.13.');
  });

  test('ST-SOAK-2: odds use a target’s pools only if the reader may see them', () => {
    const game = begun(['Ysolde', 'Karg']);
    const answer = game.answerQuery(
      'odds',
      playerCalls('Ysolde'),
      { target: 'Karg', action: 'melee', defense: 'block' },
      stranger,
    );
    expect(answer.ok && answer.value.lines.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Chance to hit \(undefended\)/),
      'You do not know the target’s pools. Use the options against and soak to see the damage.',
    ]);
    const foe = game.answerQuery('odds', playerCalls('Karg'), { target: 'Ysolde', action: 'melee' }, stranger);
    expect(!foe.ok && foe.error.code).toBe('NOT_CONTROLLER');
  });

  test.each([
    { says: 'an unknown target', params: { target: 'Nobody' }, code: 'NO_SUCH_TARGET' },
    {
      says: 'an unknown defense',
      params: { target: 'Karg', action: 'brawl', defense: 'pray' },
      code: 'UNKNOWN_DEFENSE',
    },
    { says: 'an unknown action', params: { target: 'Karg', action: 'dance' }, code: 'UNKNOWN_ACTION' },
    { says: 'no weapon', params: { target: 'Karg', action: 'archery' }, code: 'NO_WEAPON' },
  ])('$says is refused', ({ params, code }) => {
    const answer = ask(params);
    expect(!answer.ok && answer.error.code).toBe(code);
  });
});

const derived = [
  [
    'Ysolde',
    7,
    ['Brawl: 6 dice against difficulty 6, damage 3', 'Melee (longsword): 8 dice against difficulty 6, damage 6'],
    6,
    8,
    6,
    5,
  ],
  [
    'Karg',
    4,
    ['Brawl: 5 dice against difficulty 6, damage 5', 'Melee (maul): 4 dice against difficulty 7, damage 9'],
    5,
    4,
    2,
    5,
  ],
  [
    'Pell',
    4,
    ['Melee (spear): 3 dice against difficulty 6, damage 4', 'Thrown (spear): 2 dice against difficulty 6, damage 4'],
    3,
    3,
    3,
    2,
  ],
  [
    'Ashwen',
    7,
    [
      'Melee (staff): 4 dice against difficulty 6, damage 3',
      'Spell (Ember Lance): 8 dice against difficulty 6, damage 5',
    ],
    3,
    4,
    5,
    2,
  ],
] as const;

test.each(derived)(
  'ST-MAN-1, ST-MAN-6: the pools of %s equal the table of section 9',
  (name, rating, attacks, block, parry, dodge, soak) => {
    const answer = begun(['Ysolde', 'Karg', 'Pell', 'Ashwen']).answerQuery('pools', gmCalls(name), {}, gmViewer);
    const lines = answer.ok ? answer.value.lines.map(({ text }) => text) : [];
    expect(lines).toContain(`Initiative rating ${rating}.`);
    for (const attack of attacks) expect(lines).toContain(`${attack}.`);
    expect(lines).toContain(`Block: ${block} dice.`);
    expect(lines.some((text) => text.startsWith('Parry') && text.endsWith(` ${parry} dice.`))).toBe(true);
    expect(lines).toContain(`Dodge: ${dodge} dice.`);
    expect(lines).toContain(`Soak: ${soak} dice.`);
  },
);
