import seedrandom from 'seedrandom';
import { expect, test } from 'vitest';
import type { LoggedDice } from '../../../src/dice/dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { seeds, unhurried } from '../../budget.ts';
import type { Proposal } from '../random-battle.ts';
import { randomBattle } from './random.ts';
import { acting, gmCalls, ordered, playerCalls, rolled } from './table.ts';

const offered = (game: Game, verb: string, param: string, actor: string, soFar = {}) =>
  game.offers(verb, param, playerCalls(actor), soFar, { ...stateless, controls: [actor] })?.map(({ value }) => value);

const stateless = {
  gm: false,
  user: 'ann',
  controls: [],
  knows: [],
  unseen: ['Pell'],
  foes: { mode: 'off', words: [] },
} as const;

type Params = Readonly<Record<string, unknown>>;

const chance = (seed: string) => {
  const next = seedrandom(seed);
  return (n: number) => Math.floor(next() * n);
};

const rolling = (seed: string): LoggedDice => {
  const next = chance(seed);
  return { roll: (sides) => next(sides) + 1, rolledDice: () => [] };
};

/** The battle after a proposal. Unchanged if it was refused. */
const after = (game: Game, { doing, call }: Proposal, seed: string): Game => {
  let answers: readonly string[] = [];
  for (;;) {
    const outcome = game.act(doing, call, answers, rolling(seed));
    if (!outcome.ok) return game;
    if (outcome.value.kind === 'decided') return outcome.value.game;
    if (outcome.value.kind !== 'asked') return game;
    answers = [...answers, outcome.value.question.auto];
  }
};

/** The parameters of each verb, in order, given the choices so far. */
const asked: Readonly<Record<string, (soFar: Params) => readonly string[]>> = {
  declare: (soFar) => ['stance', 'action', ...(straalara.verbs.declare?.promptFor(soFar) ?? [])],
  nominate: (soFar) => ['action', ...(straalara.verbs.nominate?.promptFor(soFar) ?? [])],
  defend: ({ maneuver }) => [
    'maneuver',
    ...(maneuver === 'spell' ? ['spell'] : maneuver === 'parry' ? ['weapon'] : []),
  ],
  botch: ({ consequence }) => ['target', 'consequence', ...(consequence === 'hits-ally' ? ['victim'] : [])],
  initiative: () => [],
  pass: () => [],
};

/** Every order that follows the offers from choice to choice. */
const following = (game: Game, actor: string, verb: string, soFar: Params = {}): readonly Params[] => {
  const next = asked[verb]?.(soFar).find((name) => soFar[name] === undefined);
  if (next === undefined) return [soFar];
  return (game.offers(verb, next, gmCalls(actor), soFar, gmViewer) ?? []).flatMap(({ value }) =>
    following(game, actor, verb, { ...soFar, [next]: value }),
  );
};

test('ST-NOM-7: declare offers only actions that pass their checks', () => {
  const game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
  expect(offered(game, 'declare', 'action', 'Karg')).toEqual(['brawl', 'melee', 'act', 'trivial', 'recover', 'none']);
  expect(offered(game, 'declare', 'action', 'Karg', { stance: 'defense' })).toEqual([
    'act',
    'trivial',
    'recover',
    'none',
  ]);
  expect(offered(game, 'declare', 'weapon', 'Ysolde', { action: 'melee' })).toEqual(['longsword']);
});

test('ST-GEN-7: targets exclude oneself and hidden combatants', () => {
  const game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
  expect(offered(game, 'declare', 'target', 'Karg')).toEqual(['Ysolde']);
});

test('ST-DEF-3: defend offers only defenses that answer the attack', () => {
  const game = ordered(acting(), 'Ysolde', 'take', {}, [6, 2, 2, 2, 2, 2, 2, 2]).game;
  expect(offered(game, 'defend', 'maneuver', 'Karg')).toEqual(['block', 'parry', 'none']);
  expect(offered(game, 'defend', 'weapon', 'Karg')).toEqual(['maul']);
  expect(offered(game, 'defend', 'maneuver', 'Pell')).toEqual(['none']);
});

test('ST-GEN-3: every offer is accepted', { timeout: unhurried }, () => {
  const refused = new Set<string>();
  const attempted = (game: Game, actor: string, verb: string, params: Params): void => {
    const outcome = game.act({ do: 'verb', verb, params }, gmCalls(actor), [], rolling('any'));
    if (!outcome.ok) refused.add(`${verb} ${JSON.stringify(params)}: ${outcome.error.code}`);
  };
  for (const battle of seeds(4)) {
    const { blank, opening, propose } = randomBattle(chance(`offers ${battle}`));
    let game = blank;
    for (const proposal of opening) game = after(game, proposal, 'opening');
    for (let index = 0; index < 60 && game.status !== 'ended'; index++) {
      for (const { actor, verbs, auto } of game.expectedActions()) {
        if (auto) attempted(game, actor, auto.verb, auto.params);
        for (const verb of verbs.filter((each) => each in asked))
          for (const params of following(game, actor, verb)) attempted(game, actor, verb, params);
      }
      game = after(game, propose(game), `${battle} ${index}`);
    }
  }
  expect([...refused]).toEqual([]);
});
