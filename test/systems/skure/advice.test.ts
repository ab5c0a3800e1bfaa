import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, bob, cat, order, stranger, verb } from './stage.ts';

const adviceOf = (game: Game, viewer: Viewer = gmViewer, actor = 'Ann') =>
  game.advice(actor, viewer).map(({ id }) => id);

const lia = { ...ann(), name: 'Lia', x: 5, y: 7 };

test.each([
  { rule: 'SK-ADV-1', says: 'a combatant with a charge lane', game: battle([ann({ y: 8 }), bob()]), fits: true },
  { rule: 'SK-ADV-1', says: 'a combatant too near to charge', game: battle(), fits: false },
  { rule: 'SK-ADV-2', says: 'a combatant in an enemy’s front', game: battle(), fits: true },
  {
    rule: 'SK-ADV-2',
    says: 'a combatant behind its enemy',
    game: battle([ann(), bob({ facing: 'N' })]),
    fits: false,
  },
  { rule: 'SK-ADV-3', says: 'an enemy in sight but out of reach', game: battle([ann({ y: 12 }), bob()]), fits: true },
  { rule: 'SK-ADV-3', says: 'an enemy in reach', game: battle(), fits: false },
  { rule: 'SK-ADV-4', says: 'half HP beside an enemy', game: battle([ann({ hp: 50 }), bob()]), fits: true },
  { rule: 'SK-ADV-4', says: 'more than half HP beside an enemy', game: battle([ann({ hp: 51 }), bob()]), fits: false },
  {
    rule: 'SK-ADV-4',
    says: 'missing essence beside an enemy',
    game: battle([ann({ maxEssence: 4, essence: 3 }), bob()]),
    fits: true,
  },
  { rule: 'SK-ADV-4', says: 'low HP far from enemies', game: battle([ann({ hp: 5 }), cat()]), fits: false },
  { rule: 'SK-ADV-5', says: 'a combatant with an ally behind it', game: battle([ann(), bob(), lia]), fits: true },
  { rule: 'SK-ADV-5', says: 'a combatant without an ally', game: battle(), fits: false },
  { rule: 'SK-ADV-6', says: 'one enemy two squares away', game: battle([ann({ y: 7 }), bob()]), fits: true },
  {
    rule: 'SK-ADV-6',
    says: 'two enemies near',
    game: battle([ann({ y: 7 }), bob(), cat({ x: 6, y: 5 })]),
    fits: false,
  },
  { rule: 'SK-ADV-7', says: 'a combatant that turned', game: battle([ann({ preTurned: true }), bob()]), fits: true },
  {
    rule: 'SK-ADV-7',
    says: 'a combatant that turned and moved',
    game: battle([ann({ preTurned: true, moved: true }), bob()]),
    fits: false,
  },
  { rule: 'SK-ADV-8', says: 'a combatant beside an enemy’s front', game: battle(), fits: true },
  {
    rule: 'SK-ADV-8',
    says: 'a combatant without movement points',
    game: battle([ann({ pointsSpent: 3 }), bob()]),
    fits: false,
  },
  { rule: 'SK-ADV-9', says: 'before the battle', game: battle([ann(), bob()], { status: 'setup' }), fits: true },
  { rule: 'SK-ADV-9', says: 'in the battle', game: battle(), fits: false },
  { rule: 'SK-ADV-10', says: 'any combatant in turn', game: battle(), fits: true },
])('$rule: $says: $fits', ({ rule, game, fits }) => {
  expect(adviceOf(game).includes(rule)).toBe(fits);
});

test('SK-ADV-10: only the combatant in turn gets advice', () => {
  expect(adviceOf(battle(), gmViewer, 'Bob')).toEqual([]);
  expect(adviceOf(battle(), gmViewer, 'gm')).toEqual([]);
  expect(adviceOf(battle([ann(), bob()], { status: 'ended' }))).toEqual([]);
});

test('SK-ADV-2: hidden combatants do not change the advice', () => {
  const alone = adviceOf(order(battle([ann(), cat()]), as('Ann'), verb('turn', { facing: 'N' })).game);
  const hidden = { ...stranger, controls: ['Ann'], unseen: ['Bob'] };
  expect(adviceOf(battle([ann(), bob(), cat()]), hidden)).toEqual(alone);
  expect(adviceOf(battle([ann(), bob(), cat()]))).not.toEqual(alone);
});
