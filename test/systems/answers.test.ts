import { expect, test } from 'vitest';
import { gmActor, gmCaller, type Question } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seeds } from '../budget.ts';
import { picker, seededDice } from '../chance.ts';
import { wildBattle } from './wild-battles.ts';

/** Orders of others that the game would have accepted in place of the combatant it waits for. */
const acceptedForOthers = (game: Game, entrants: readonly string[], seed: number): readonly string[] => {
  const expected = game.expectedActions().filter(({ actor, together }) => actor !== gmActor && together === undefined);
  return expected.flatMap(({ actor, kind, auto }) => {
    if (auto === undefined) return [];
    const due = expected.filter(({ verbs }) => verbs.includes(auto.verb)).map((each) => each.actor);
    const other = entrants.find((id) => !due.includes(id));
    if (other === undefined) return [];
    const outcome = game.act({ do: 'verb', ...auto }, gmCaller(gmActor, other), [], seededDice(seed));
    const isOwn =
      outcome.ok && 'events' in outcome.value && JSON.stringify(outcome.value.events).includes(`"${other}"`);
    return outcome.ok && !isOwn ? [`${kind}: ${auto.verb} as ${other} in place of ${actor}`] : [];
  });
};

/** Answers of others that the game would have accepted in place of the combatant it asks. */
const answeredByOthers = (
  { verbs }: Ruleset,
  game: Game,
  entrants: readonly string[],
  question: Question,
  seed: number,
): readonly string[] =>
  Object.entries(verbs)
    .filter(([, { answers }]) => answers === question.kind)
    .flatMap(([verb]) => {
      const other = entrants.find((id) => id !== question.to);
      if (other === undefined || question.to === gmActor) return [];
      const params = { ...(verb === 'drop' && { dice: '1' }) };
      const call = { ...gmCaller(gmActor, other), pending: question };
      const outcome = game.act({ do: 'verb', verb, params }, call, [], seededDice(seed));
      return outcome.ok ? [`${question.kind}: ${verb} as ${other} in place of ${question.to}`] : [];
    });

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id refuses an answer given for another combatant than the one it waits for',
  ({ id, ruleset }) => {
    const accepted = new Set<string>();
    for (const seed of seeds(4)) {
      const pick = picker(seed);
      const { blank, opening, propose } = wildBattle(id, pick);
      const entrants = opening.flatMap(({ doing }) => (doing.do === 'enter' ? [doing.entrant.id] : []));
      let game = blank;
      for (let n = 0; n < 120 && game.status !== 'ended'; n++) {
        const { doing, call } = opening[n] ?? propose(game);
        const outcome = game.act(doing, call, [], seededDice(seed * 1000 + n), (question) => {
          for (const each of answeredByOthers(ruleset, game, entrants, question, seed)) accepted.add(each);
          return question.auto;
        });
        if (outcome.ok && outcome.value.kind === 'decided') game = outcome.value.game;
        for (const each of acceptedForOthers(game, entrants, seed)) accepted.add(each);
      }
    }
    expect([...accepted]).toEqual([]);
  },
);
