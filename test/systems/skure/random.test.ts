import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { notHollow, seeds, unhurried } from '../../budget.ts';
import { type Pick, picker, seededDice } from '../../chance.ts';
import { type Proposal, playThrough } from '../random-battle.ts';
import { randomBattle } from './random.ts';

/** Runs an order to its end, answers its questions, and tries orders that must be refused meanwhile. */
const played = (game: Game, { doing, call }: Proposal, seed: number, pick: Pick) => {
  const answers: string[] = [];
  for (;;) {
    const dice = seededDice(seed);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok || outcome.value.kind !== 'asked') return { outcome, dice, answers };
    const { question } = outcome.value;
    const pending = { ...call, actor: question.to, controls: [question.to], pending: question };
    const reply = game.act(
      { do: 'verb', verb: 'intercept', params: { answer: pick(2) === 0 ? 'yes' : 'no' } },
      pending,
      [],
      seededDice(1),
    );
    if (!reply.ok || reply.value.kind !== 'answered') throw new Error('An open question could not be answered.');
    const early = game.act(
      { do: 'verb', verb: 'defend', params: {} },
      { ...call, pending: question },
      [],
      seededDice(1),
    );
    if (early.ok) throw new Error('An order passed while a question was open.');
    answers.push(reply.value.choice);
  }
};

const battle = (seed: number, orders: number) => {
  const pick = picker(seed);
  const random = randomBattle(pick);
  const { hidden } = random;
  return playThrough({
    ruleset: skure,
    battle: random,
    seed,
    orders,
    played: (game, proposal, dice) => played(game, proposal, dice, pick),
    refused: (refusal, { call: { gm, actor }, doing }, dice) => {
      expect(dice.rolledDice()).toEqual([]);
      const named = gm || actor === hidden || JSON.stringify(doing).includes(hidden);
      if (!named) expect(JSON.stringify(refusal)).not.toContain(hidden);
    },
    names: ({ doing }) => doing.do === 'verb' && JSON.stringify(doing.params).includes(hidden),
  });
};

test('a random battle throws no exception, folds to its state, reveals no secret and ends', {
  timeout: unhurried,
}, () => {
  let [battles, ended, done] = [0, 0, 0];
  for (const seed of seeds(8)) {
    const result = battle(seed, 400);
    battles++;
    ended += result.natural ? 1 : 0;
    done += result.done;
  }
  // One battle in four ends within this number of orders.
  expect(ended).toBeGreaterThan(notHollow((battles - 20) / 16));
  expect(done).toBeGreaterThan(notHollow(battles * 20));
});
