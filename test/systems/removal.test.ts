import { expect, test } from 'vitest';
import { gmCaller } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import { departures } from '../../src/rules/removal.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seeds, unhurried } from '../budget.ts';
import { picker, seededDice } from '../chance.ts';
import { type Proposal, playThrough } from './random-battle.ts';
import { wildBattle } from './wild-battles.ts';

/** Runs an order to its end, with the rulebook's own answers. */
const played = (game: Game, { doing, call }: Proposal, seed: number) => {
  const answers: string[] = [];
  for (;;) {
    const dice = seededDice(seed);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok || outcome.value.kind !== 'asked') return { outcome, dice, answers };
    answers.push(outcome.value.question.auto);
  }
};

test.each(rulesets)(
  '$id: in random battles combatants leave and get other names, and the battle goes on',
  (ruleset) => {
    let left = 0;
    for (const seed of seeds(6)) {
      const pick = picker(seed);
      const { propose, ...battle } = wildBattle(ruleset.id, pick);
      const gm = gmCaller();
      let rest: readonly string[] = [];
      const next = (game: Game): Proposal => {
        const roster = game.roster();
        expect(roster.map(({ id }) => id)).toEqual(expect.arrayContaining([...rest]));
        rest = [];
        const one = roster[pick(roster.length)];
        if (one === undefined || pick(8) > 0) return propose(game);
        const who = pick(4) === 0 ? one.actor : one.id;
        if (pick(3) === 0) return { doing: { do: 'rename', who, to: `Neo${pick(1000)}` }, call: gm };
        left++;
        rest = roster.flatMap(({ id, actor }) => (id === who || actor === who ? [] : [id]));
        return { doing: { do: 'remove', who, as: departures[pick(4)] ?? 'left' }, call: gm };
      };
      playThrough({
        ...{ ruleset, battle: { ...battle, propose: next }, seed, orders: 120, played },
        refused: ({ code }, { doing }) => {
          if (doing.do === 'remove') expect(code).toBe('pending-choice');
        },
        names: ({ doing }) => doing.do !== 'remove' && JSON.stringify(doing).includes(battle.hidden),
      });
    }
    expect(left).toBeGreaterThan(10);
  },
  unhurried,
);
