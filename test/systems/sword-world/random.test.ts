import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { isMount, isUnitAble, swordWorld } from '../../../src/systems/sword-world/index.ts';
import { notHollow, seeds, unhurried } from '../../budget.ts';
import { type Pick, picker, seededDice } from '../../chance.ts';
import { type Proposal, playedThrough } from '../random-battle.ts';
import { randomBattle } from './random.ts';
import { stateOf } from './table.ts';

/** Rules an order to its end, answering what is asked, and tries what must not pass meanwhile. */
const played = (game: Game, { doing, call }: Proposal, seed: number, pick: Pick) => {
  const answers: string[] = [];
  for (;;) {
    const dice = seededDice(seed);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok || outcome.value.kind !== 'asked') return { outcome, dice, answers };
    const { question } = outcome.value;
    expect(question.choices.map(({ id }) => id)).toContain(question.auto);
    expect(question.choices.length).toBeLessThanOrEqual(25);
    if (pick(3) === 0) {
      const early = game.act(
        { do: 'verb', verb: 'end', params: {} },
        { ...call, pending: question },
        [],
        seededDice(1),
      );
      expect(early.ok).toBe(false);
    }
    answers.push(
      pick(2) === 0 ? question.auto : (question.choices[pick(question.choices.length)]?.id ?? question.auto),
    );
  }
};

/** Must the GM go on by hand, though nobody of the side in phase can be ordered? */
const stands = (game: Game): boolean => game.expectedActions().some(({ kind }) => kind === 'round');

/** SW-ROUND-9. What is done in a battle never leaves it standing with a side that has nobody left to act. */
const goesOn = (game: Game, { doing }: Proposal, outcome: ReturnType<Game['act']>): void => {
  if (!outcome.ok || outcome.value.kind !== 'decided' || doing.do !== 'verb' || stands(game)) return;
  const { units } = stateOf(outcome.value.game);
  if (units.some((unit) => isUnitAble(unit) && !isMount(unit))) expect(stands(outcome.value.game)).toBe(false);
};

/** SW-ROUND-9, SW-ROUND-10. Nobody is waited for who cannot act; SW-ROUND-2: what a spell lays is gone with it. */
const awaitsTheAble = (outcome: ReturnType<Game['act']>): void => {
  if (!outcome.ok || outcome.value.kind !== 'decided') return;
  const { game } = outcome.value;
  const { stage, units } = stateOf(game);
  for (const { actor, kind } of game.expectedActions())
    if (kind === 'turn') expect(units.filter(({ id }) => id === actor).map(isUnitAble)).toEqual([true]);
  if (stage === 'aftermath')
    expect(units.flatMap(({ effects }) => effects.filter(({ remaining }) => typeof remaining === 'number'))).toEqual(
      [],
    );
};

const battle = (seed: number, orders: number) => {
  const pick = picker(seed);
  const random = randomBattle(pick);
  return playedThrough({
    ruleset: swordWorld,
    battle: random,
    seed,
    orders,
    played: (game, proposal, dice) => {
      const ruled = played(game, proposal, dice, pick);
      goesOn(game, proposal, ruled.outcome);
      awaitsTheAble(ruled.outcome);
      return ruled;
    },
    refused: (_refusal, _proposal, dice) => expect(dice.rolledDice()).toEqual([]),
    names: ({ doing }) => JSON.stringify(doing).includes(random.hidden),
  });
};

test('any battle throws nothing, folds to its state, shows no secret, and ends', {
  timeout: unhurried,
}, () => {
  let [battles, ended, done] = [0, 0, 0];
  for (const seed of seeds(8)) {
    const result = battle(seed, 300);
    battles++;
    ended += result.natural ? 1 : 0;
    done += result.done;
  }
  expect(ended).toBeGreaterThan(notHollow(battles / 8));
  expect(done).toBeGreaterThan(notHollow(battles * 20));
});
