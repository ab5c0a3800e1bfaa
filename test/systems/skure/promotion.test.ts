import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { type Combatant, combatantSchema } from '../../../src/systems/skure/state.ts';
import { parseMoveRating } from './inner.ts';
import { ann, as, battle, bob, gm, of, order, stranger, verb } from './stage.ts';

type Sheet = Combatant['sheet'];
const { sheet: sheetSchema } = combatantSchema.shape;

const squire = {
  ...{ name: 'Ilse', class: 'Squire', agility: 10, speed: 20, attack: 15, defense: 5, maxHp: 40, size: 5 },
  ...{ move: '3F (+1) Ground', alignment: 'good' as const },
};
const promoted = (sheet: object, into?: object): unknown => {
  const outcome = skure.promote(sheet, into);
  return outcome.ok ? outcome.value : outcome.error.code;
};

test('SK-PROMO-1: a promotion changes the class and keeps the person', () => {
  const giant = { ...squire, name: 'Giant', class: 'Giant', size: 9, move: '2S Ground', role: 'captain', hp: 1 };
  expect(promoted({ ...squire, team: 'red', role: 'lieutenant' }, giant)).toEqual({
    ...sheetSchema.parse({ ...squire, team: 'red', role: 'lieutenant' }),
    ...{ class: 'Giant', size: 9, move: '2S Ground', promoted: true },
  });
});

test.each([
  { says: 'its own promotion', sheet: { ...squire, promotion: { class: 'Knight', attack: 19 } }, want: 'Knight' },
  {
    says: 'its own promotion before that of a preset class',
    sheet: { ...squire, class: 'Fire Elemental', promotion: { class: 'Forge Lord' } },
    want: 'Forge Lord',
  },
  {
    says: 'the promotion of its preset class',
    sheet: { ...squire, class: 'air elemental' },
    want: 'Fierce Air Elemental',
  },
])('SK-PROMO-2: a sheet is promoted by $says', ({ sheet, want }) => {
  expect(promoted(sheet)).toMatchObject({ class: want, promoted: true });
  expect(promoted(promoted(sheet) as object)).toBe('NO_PROMOTION');
});

test('SK-PROMO-2: a sheet with an impossible promotion is not valid', () => {
  const wrong = {
    class: 'Storm',
    conversions: [
      { element: 'air', percent: 60 },
      { element: 'cold', percent: 60 },
    ],
  };
  expect(sheetSchema.safeParse({ ...squire, promotion: wrong }).success).toBe(false);
  expect(sheetSchema.safeParse({ ...squire, promotion: { class: '' } }).success).toBe(false);
});

test.each([
  { hp: 40, want: 60 },
  { hp: 21, want: 41 },
  { hp: 1, want: 21 },
  { hp: 0, want: 0 },
  { hp: -25, want: -25 },
  { hp: undefined, want: undefined },
])('SK-RUL-72: a promotion turns $hp of 40 HP into $want of 60', ({ hp, want }) => {
  const given = { ...squire, ...(hp !== undefined && { hp }), promotion: { class: 'Knight', maxHp: 60 } };
  expect((promoted(given) as Sheet).hp).toBe(want);
});

test.each([
  { essence: 4, maxEssence: 10, want: 8 },
  { essence: 1, maxEssence: 3, want: 0 },
])('SK-RUL-72: a promotion turns $essence of 6 essence into $want of $maxEssence', ({ essence, maxEssence, want }) => {
  const given = { ...squire, maxEssence: 6, essence, promotion: { class: 'Seer', maxEssence } };
  expect((promoted(given) as Sheet).essence).toBe(want);
});

const field = battle([ann({ promotion: { class: 'Knight', maxHp: 120 } }), bob()]);

test('SK-PROMO-3: the BM promotes in a battle, and readers of the sheet see the class', () => {
  const done = order(field, gm, verb('promote', { target: 'ann' }));
  expect(of(done.game, 'Ann')).toMatchObject({ hp: 120, sheet: { class: 'Knight', promoted: true } });
  const told = (viewer: typeof stranger) => field.narrate(done.events, viewer).map(({ text }) => text);
  expect(told(gmViewer)).toEqual(['Ann is promoted to Knight.']);
  expect(told(stranger)).toEqual(['Ann is promoted.']);
  expect(told({ ...stranger, unseen: ['Ann'] })).toEqual([]);
  expect(order(field, as('Ann'), verb('promote', { target: 'Ann' })).refused).toBe('NOT_BM');
  const carried = done.game.carry('Ann', { ...squire });
  expect(carried).toMatchObject({
    sheet: { class: 'Knight' },
    changes: expect.arrayContaining(['promoted to Knight']),
  });
});

test('SK-PROMO-3: a promotion after the battle is refused', () => {
  const over = battle([ann(), bob()], { status: 'ended' });
  expect(order(over, gm, verb('promote', { target: 'Ann' })).refused).toBe('BATTLE_NOT_ACTIVE');
});

const named = [
  ...['zombie', 'ghost', 'will-o-wisp'],
  ...['fire', 'water', 'air'].flatMap((element) => [`${element}-elemental`, `fierce-${element}-elemental`]),
];
const bonusOf = (key: string) => parseMoveRating(sheetSchema.parse(skure.presets[key]?.sheet).move)?.chargeBonus;

test.each(named)('SK-CHARGE-2, SK-RUL-73: the preset %s cannot charge', (key) => {
  expect(bonusOf(key)).toBeUndefined();
});

test.each(['earth-elemental', 'fierce-earth-elemental'])('SK-RUL-73: the preset %s can charge', (key) => {
  expect(bonusOf(key)).toBe(2);
});

test.each(['fire', 'water', 'earth', 'air'])(
  'SK-PROMO-2: the preset %s elemental becomes the fierce one',
  (element) => {
    const [plain, fierce] = [`${element}-elemental`, `fierce-${element}-elemental`].map(
      (key) => skure.presets[key]?.sheet,
    );
    const { promotion: _, name: __, ...becomes } = promoted(Object(plain)) as Sheet;
    const { name: ___, ...wanted } = sheetSchema.parse(fierce);
    expect(becomes).toEqual(wanted);
  },
);
