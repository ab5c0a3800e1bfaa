import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { notHollow, seeds, unhurried } from '../../budget.ts';
import { type Pick, picker, seededDice } from '../../chance.ts';
import { type Proposal, playThrough } from '../random-battle.ts';
import { randomBattle } from './random.ts';

/** Runs an order to its end, answers its questions, and tries orders that must be refused meanwhile. */
const played = (game: Game, { doing, call }: Proposal, seed: number, pick: Pick, hidden: string) => {
  const answers: string[] = [];
  for (;;) {
    const dice = seededDice(seed);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok || outcome.value.kind !== 'asked') return { outcome, dice, answers };
    const { question } = outcome.value;
    expect(question.choices.some(({ id }) => id === question.auto)).toBe(true);
    if (question.to !== 'Ada') expect(JSON.stringify(question)).not.toContain(hidden);
    if (question.unless === 'auto') {
      answers.push(question.auto);
      continue;
    }
    const pending = { ...call, actor: question.to, gm: false, controls: [question.to], pending: question };
    const chosen = question.choices[pick(question.choices.length)]?.id ?? '';
    const named = chosen.replaceAll('+', ' ');
    const reply = game.act({ do: 'verb', verb: 'drop', params: { dice: named } }, pending, [], seededDice(1));
    if (!reply.ok || reply.value.kind !== 'answered') throw new Error('An open question could not be answered.');
    const early = game.act({ do: 'verb', verb: 'end', params: {} }, pending, [], seededDice(1));
    expect(early.ok ? 'passed' : early.error.code).toBe('E_PENDING_CHOICE');
    answers.push(reply.value.choice);
  }
};

const battle = (seed: number, orders: number) => {
  const pick = picker(seed);
  const random = randomBattle(pick);
  return playThrough({
    ruleset: dskull,
    battle: random,
    seed,
    orders,
    played: (game, proposal, dice) => played(game, proposal, dice, pick, random.hidden),
    refused: ({ code }, _, dice) => {
      if (code !== 'E_TRIGGER_LOOP') expect(dice.rolledDice()).toEqual([]);
    },
    names: () => false,
  });
};

test('DS-GEN-8: random battles end, fold to their state and reveal no secrets', {
  timeout: unhurried,
}, () => {
  let [battles, ended, done] = [0, 0, 0];
  for (const seed of seeds(8)) {
    const result = battle(seed, 500);
    battles++;
    ended += result.natural ? 1 : 0;
    done += result.done;
  }
  expect(ended).toBeGreaterThan(notHollow(battles / 4));
  expect(done).toBeGreaterThan(notHollow(battles * 20));
});
