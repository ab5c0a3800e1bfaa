import { expect, test } from 'vitest';
import { ann, as, battle, bob, cat, of, order, stranger, told, verb } from './stage.ts';

const mage = (spell: object) => ann({ y: 9, essence: 9, maxEssence: 9, spells: [{ cost: 2, range: 9, ...spell }] });
const cast = (spell: string, target: string) => verb('cast', { spell, target });

test('SK-SPELL-9 a spell shows its text, heals, and lasts for some turns of its target', () => {
  const mend = {
    name: 'Mend',
    text: 'Warm light closes wounds.',
    heals: 30,
    effect: { modifiers: { defense: 2 }, turns: 2 },
  };
  const game = battle([mage(mend), bob({ hp: 80 })]);
  expect(told(game, as('Ann'), cast('Mend', 'Bob'))).toEqual([
    'Ann casts Mend at Bob.',
    'Mend: Warm light closes wounds.',
    'Bob is healed. HP: 100/100.',
    'Mend now affects Bob.',
  ]);
  const after = order(game, as('Ann'), cast('Mend', 'Bob')).game;
  expect(of(after, 'Bob')).toMatchObject({ hp: 100 });
  expect(after.effects()).toEqual([
    { name: 'Mend', who: 'Bob', modifiers: { defense: 2 }, remaining: 2, ticks: { at: 'end', of: 'Bob' } },
  ]);
  // Cast on oneself, the turn of the casting does not count.
  const own = order(game, as('Ann'), cast('Mend', 'Ann')).game;
  expect(own.effects()).toMatchObject([{ who: 'Ann', remaining: 2 }]);
});

test('SK-SPELL-9 everyone in the area resists on their own, for half or nothing', () => {
  const blast = {
    name: 'Blast',
    damage: 21,
    area: { radius: 2 },
    resist: { chance: 40, half: true },
    effect: { name: 'burning' },
  };
  const game = battle([mage(blast), bob(), cat({ x: 6, y: 4 }), { ...cat({ x: 9, y: 9 }), name: 'Dan' }]);
  const done = order(game, as('Ann'), cast('Blast', 'Bob'), [40, 41]);
  expect(['Ann', 'Bob', 'Cat', 'Dan'].map((who) => of(done.game, who).hp)).toEqual([100, 90, 79, 100]);
  expect(done.game.effects()).toMatchObject([{ name: 'burning', who: 'Cat', modifiers: {} }]);
  const spared = battle([mage({ ...blast, resist: { chance: 40 } }), bob()]);
  expect(told(spared, as('Ann'), cast('Blast', 'Bob'), [1]).slice(0, 2)).toEqual([
    'Ann casts Blast at Bob.',
    'Bob resists Blast.',
  ]);
});

test('SK-SPELL-9 who is hidden in the area leaves no trace in what others read', () => {
  const blast = {
    name: 'Blast',
    damage: 21,
    area: { radius: 2, affects: 'foes' },
    effect: { modifiers: { hit: -5 } },
    heals: 1,
  };
  const them = [mage(blast), bob(), cat({ x: 6, y: 4 })];
  const viewer = { ...stranger, unseen: ['Cat'] };
  const read = told(battle(them), as('Ann'), cast('Blast', 'Bob'), [], viewer);
  expect(read).toEqual(told(battle(them.slice(0, 2)), as('Ann'), cast('Blast', 'Bob'), [], viewer));
  expect(read.join(' ')).toContain('Blast now affects Bob');
});
