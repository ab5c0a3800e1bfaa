import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { notHollow, seeds, unhurried } from '../../budget.ts';
import { type Pick, picker, seededDice } from '../../chance.ts';
import { type Proposal, playThrough } from '../random-battle.ts';
import { isMount, isUnitAble } from './inner.ts';
import { randomBattle } from './random.ts';
import { stateOf } from './table.ts';

/** Runs an order to its end, answers its questions, and tries orders that must be refused meanwhile. */
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

/** True if the GM must go on by hand because the side in phase has no unit that can be ordered. */
const stands = (game: Game): boolean => game.expectedActions().some(({ kind }) => kind === 'round');

/** Expects that no order leaves a side in phase that has no unit left to act. SW-ROUND-9. */
const goesOn = (game: Game, { doing }: Proposal, outcome: ReturnType<Game['act']>): void => {
  if (!outcome.ok || outcome.value.kind !== 'decided' || doing.do !== 'verb' || stands(game)) return;
  const { units } = stateOf(outcome.value.game);
  if (units.some((unit) => isUnitAble(unit) && !isMount(unit))) expect(stands(outcome.value.game)).toBe(false);
};

/**
 * Expects that only units that can act are awaited, and that a spell's conditions end with it. SW-ROUND-9, SW-ROUND-10,
 * SW-ROUND-2.
 */
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

/** Riders and passengers that are not where their mount is. */
const apartFromMount = (game: Game): readonly string[] => {
  const { units } = stateOf(game);
  const place = (id: string | undefined) => units.find((unit) => unit.id === id);
  return units
    .filter(({ statuses }) => !statuses.includes('left'))
    .flatMap(({ id, mountedOn, passengers }) => [
      ...(mountedOn ? [[mountedOn, id]] : []),
      ...passengers.map((each) => [id, each]),
    ])
    .filter(([mount, id]) => {
      const [a, b] = [place(mount), place(id)];
      return a && b && (a.area !== b.area || a.pos !== b.pos || a.altitude !== b.altitude);
    })
    .map(([mount, id]) => `${id} on ${mount}`);
};

/** Expects that no order but a correction parts riders and passengers from their mount. SW-MOUNT-1, SW-MOUNT-18. */
const ridesAlong = (game: Game, { doing }: Proposal, outcome: ReturnType<Game['act']>): void => {
  if (!outcome.ok || outcome.value.kind !== 'decided' || doing.do === 'correct') return;
  const before = apartFromMount(game);
  expect(
    apartFromMount(outcome.value.game).filter((each) => !before.includes(each)),
    JSON.stringify(doing),
  ).toEqual([]);
};

const battle = (seed: number, orders: number) => {
  const pick = picker(seed);
  const random = randomBattle(pick);
  return playThrough({
    ruleset: swordWorld,
    battle: random,
    seed,
    orders,
    played: (game, proposal, dice) => {
      const ruled = played(game, proposal, dice, pick);
      goesOn(game, proposal, ruled.outcome);
      awaitsTheAble(ruled.outcome);
      ridesAlong(game, proposal, ruled.outcome);
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
