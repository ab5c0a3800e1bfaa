import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { ann, as, battle, cat, eventTypes, order, verb } from './stage.ts';

const lia = cat({ name: 'Lia', x: 5, y: 5, facing: 'S' });

const dan = cat({ name: 'Dan', x: 5, y: 6, facing: 'S', hp: 90 });

const shot = verb('attack', { target: 'Lia' });

test('SK-ALLY-4: the guard answers before the roll', () => {
  const game = battle([ann({ y: 9, rangedRange: 6 }), lia, dan]);
  const dice = createScriptedDice([50]);
  const asked = game.act(shot, as('Ann'), [], dice);
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error('Nobody was asked.');
  expect(dice.rolledDice()).toEqual([]);
  expect(asked.value.question).toMatchObject({ to: 'Dan', kind: 'intercept', auto: 'no', unless: 'ask' });
  expect(asked.value.question.choices.map(({ id }) => id)).toEqual(['yes', 'no']);
  const reply = game.act(
    verb('intercept', { answer: 'yes' }),
    { ...as('Dan'), pending: asked.value.question },
    [],
    dice,
  );
  expect(reply).toMatchObject({ ok: true, value: { kind: 'answered', choice: 'yes' } });
  expect(eventTypes(order(game, as('Ann'), shot, [50], ['yes'])).slice(0, 2)).toEqual(['intercepted', 'attacked']);
  expect(order(game, as('Ann'), shot, [50], ['no']).events[0]).toMatchObject({ target: 'Lia' });
});

test('SK-ALLY-4: the first guard in turn order that says yes takes the attack', () => {
  const eve = cat({ name: 'Eve', x: 4, y: 6, facing: 'SW', agility: 30 });
  const game = battle([ann({ y: 9, rangedRange: 6 }), lia, dan, eve]);
  const first = game.act(shot, as('Ann'), [], createScriptedDice([]));
  expect(first).toMatchObject({ value: { question: { to: 'Eve' } } });
  const second = game.act(shot, as('Ann'), ['no'], createScriptedDice([]));
  expect(second).toMatchObject({ value: { question: { to: 'Dan' } } });
  expect(order(game, as('Ann'), shot, [50], ['yes']).events[0]).toMatchObject({ type: 'intercepted', who: 'Eve' });
  const pending = first.ok && first.value.kind === 'asked' ? first.value.question : undefined;
  expect(order(game, { ...as('Dan'), pending }, verb('intercept')).refused).toBe('NO_PENDING_ATTACK');
});
