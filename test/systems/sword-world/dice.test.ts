import { expect, test } from 'vitest';
import { ann, duel, fighting, verb } from './table.ts';

test('SW-DICE-1: the bot rolls named d6 one at a time, in the order of the rule', () => {
  const names: string[] = [];
  const queue = [4, 2, 5, 5, 4, 3];
  const dice = {
    roll: (sides: number, name: string) => {
      expect(sides).toBe(6);
      names.push(name);
      return queue[names.length - 1] ?? 1;
    },
    rolledDice: () => [],
  };
  fighting(duel).act(verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [], dice);
  expect(names).toEqual(['Accuracy', 'Accuracy', 'power', 'power', 'power', 'power']);
});
