import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { workedCase } from '../../conformance/case.ts';
import { BadSetupSheet, battleOf } from '../../conformance/skure/setup.ts';
import { ann, as, battle, bob, cat } from './stage.ts';

const offered = (game: Game, name: string, param: string, call = as('Ann'), soFar = {}) =>
  game.offers(name, param, call, soFar, gmViewer)?.map(({ value }) => value);

type Params = Readonly<Record<string, unknown>>;

/** The parameters of each verb, in order. */
const asked: Readonly<Record<string, readonly string[]>> = {
  attack: ['target'],
  charge: ['target', 'altitude'],
  move: ['path'],
  fly: ['altitude'],
  turn: ['facing'],
  aim: ['target'],
  guard: ['target'],
  cast: ['spell', 'target'],
  breath: ['breath', 'target'],
  defend: [],
  counter: [],
  end: [],
};

/** Every order that follows the offers from choice to choice. */
const following = (game: Game, actor: string, verb: string, soFar: Params = {}): readonly Params[] => {
  const next = asked[verb]?.find((name) => soFar[name] === undefined);
  if (next === undefined) return [soFar];
  return (game.offers(verb, next, as(actor), soFar, gmViewer) ?? []).flatMap(({ value }) =>
    following(game, actor, verb, { ...soFar, [next]: value }),
  );
};

/** The battles with which the worked cases begin. */
const battles = (): readonly Game[] =>
  readFileSync('test/conformance/skure.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      try {
        return [skure.openGame(battleOf(workedCase.parse(JSON.parse(line)).setup).state)];
      } catch (problem) {
        if (problem instanceof BadSetupSheet) return [];
        throw problem;
      }
    });

test('SK-GEN-1: the offers contain only legal values', () => {
  const game = battle([
    ann({ rangedRange: 4, move: '1F (+1) Ground' }),
    bob(),
    cat({ x: 6, y: 5 }),
    cat({ name: 'Pal', team: 'red', x: 5, y: 7, facing: 'N' }),
  ]);
  expect(offered(game, 'attack', 'target')).toEqual(['Bob']);
  expect(offered(game, 'attack', 'target', as('Ann'), { mode: 'ranged' })).toEqual(['Bob']);
  expect(offered(game, 'aim', 'target')).toEqual(['Bob', 'Cat']);
  expect(offered(game, 'charge', 'target')).toEqual([]);
  expect(offered(game, 'guard', 'target')).toEqual(['Pal']);
  expect(offered(game, 'move', 'path')).toEqual(['E', 'W']);
  expect(offered(game, 'move', 'path', as('Bob'))).toEqual([]);
  expect(offered(battle([ann({ moved: true }), bob()]), 'turn', 'facing')).toEqual(['N', 'NE', 'NW']);
});

test('SK-GEN-1: every offer to the combatant in turn is accepted', { timeout: 120_000 }, () => {
  const refused = new Set<string>();
  let accepted = 0;
  const able = (game: Game, actor: string) => game.roster().some(({ id, up }) => id === actor && up);
  for (const game of battles())
    for (const { actor, verbs } of game.expectedActions().filter((due) => due.kind === 'turn' && able(game, due.actor)))
      for (const verb of verbs.filter((each) => each in asked))
        for (const params of following(game, actor, verb)) {
          const dice = createScriptedDice(Array.from({ length: 12 }, (_, index) => 50 + index));
          const outcome = game.act({ do: 'verb', verb, params }, as(actor), [], dice);
          if (outcome.ok) accepted++;
          else refused.add(`${actor}, ${verb} ${JSON.stringify(params)}: ${outcome.error.code}`);
        }
  expect([...refused]).toEqual([]);
  expect(accepted).toBeGreaterThan(10_000);
});
