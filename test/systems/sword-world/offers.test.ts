import { expect, test } from 'vitest';
import type { LoggedDice } from '../../../src/dice/dice.ts';
import { type Caller, type ExpectedAction, gmCaller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { picker } from '../../chance.ts';
import type { Proposal } from '../random-battle.ts';
import { randomBattle } from './random.ts';
import { fighting } from './table.ts';

type Params = Readonly<Record<string, string>>;

const seeded = (seed: number): LoggedDice => {
  const pick = picker(seed);
  return { roll: (sides) => pick(sides) + 1, rolledDice: () => [] };
};

const after = (game: Game, { doing, call }: Proposal, seed: number): Game => {
  const answers: string[] = [];
  for (;;) {
    const outcome = game.act(doing, call, answers, seeded(seed));
    if (!outcome.ok || outcome.value.kind === 'answered') return game;
    if (outcome.value.kind === 'decided') return outcome.value.game;
    answers.push(outcome.value.question.auto);
  }
};

/** The parameters after choosing one offer for each, in order. */
const chosen = (game: Game, verb: string, call: Caller, params: readonly string[], soFar: Params = {}): Params[] => {
  const [param, ...rest] = params;
  if (param === undefined) return [soFar];
  const offers = (game.offers(verb, param, call, soFar, gmViewer) ?? []).slice(0, 5);
  return offers.flatMap(({ value }) => chosen(game, verb, call, rest, { ...soFar, [param]: String(value) }));
};

const ways = (game: Game, verb: string, call: Caller): readonly Params[] => {
  const offeredKinds = (): readonly string[] =>
    (game.offers(verb, 'kind', call, {}, gmViewer) ?? []).map(({ value }) => value);
  switch (verb) {
    case 'attack':
      return [['target'], ['weapon', 'target'], ['section', 'target']].flatMap((each) =>
        chosen(game, verb, call, each),
      );
    case 'cast':
      return [
        ['spell', 'target'],
        ['spell', 'center'],
      ].flatMap((each) => chosen(game, verb, call, each));
    case 'move':
      return ['limited', 'normal', 'full'].flatMap((type) => chosen(game, verb, call, ['to'], { type }));
    case 'minor':
    case 'major':
      return offeredKinds().flatMap((kind) => {
        const params = chosen(game, verb, call, kind === 'hand-over' ? ['item', 'to'] : ['item'], { kind });
        return params.length === 0 ? [{ kind }] : params;
      });
    default:
      return [];
  }
};

const refusedOffers = (game: Game, { actor, verbs, auto }: ExpectedAction): readonly string[] => {
  const call = gmCaller(undefined, actor);
  const orders = [
    ...verbs.flatMap((verb) => ways(game, verb, call).map((params) => ({ verb, params }))),
    ...(auto ? [auto] : []),
  ];
  return orders.flatMap(({ verb, params }) => {
    const outcome = game.act({ do: 'verb', verb, params }, call, [], seeded(1));
    return outcome.ok ? [] : [`${actor}: ${verb} ${JSON.stringify(params)} ${outcome.error.code}`];
  });
};

test('offered choices and the suggested order are never refused', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { settings, opening, propose } = randomBattle(picker(seed));
    const blank = swordWorld.createGame(settings);
    if (!blank.ok) throw new Error('Settings were refused.');
    let game = blank.value;
    for (const [n, each] of opening.entries()) game = after(game, each, seed + n);
    for (let n = 0; n < 60 && game.status === 'active'; n++) {
      if (n % 10 === 0) expect(game.expectedActions().flatMap((each) => refusedOffers(game, each))).toEqual([]);
      game = after(game, propose(game), seed * 100 + n);
    }
  }
});

/** An archer and a mage behind a melee of two allies with two goblins. */
const behindTheMelee = (settings: object, places: string) =>
  fighting(
    [
      ['Ari', 'allies', 'tess', { feats: [] }],
      ['Mage', 'allies', 'ilse'],
      ['Wolf', 'allies', 'wolf'],
      ['Mira', 'allies', 'mira'],
      ['Gob', 'enemies', 'goblin'],
      ['Nob', 'enemies', 'goblin'],
    ],
    settings,
    places,
  );
const offered = (game: Game, actor: string, verb: string, param: string, soFar: Params) =>
  game.offers(verb, param, gmCaller('gm', actor), soFar, gmViewer)?.map(({ value, label }) => `${value}: ${label}`) ??
  [];

test('SW-MISFIRE-1: a shot into a melee shows how many it may hit; an attack within it does not', () => {
  const game = behindTheMelee({}, 'Ari: rear; Mage: rear; Wolf: front; Mira: front');
  const shot = offered(game, 'Ari', 'attack', 'target', { weapon: 'long bow' });
  expect(shot).toContain('Gob: Gob · in a melee: may hit any of 4');
  // The spell needs no path to its target.
  expect(offered(game, 'Mage', 'cast', 'target', { spell: 'Energy Bolt' })).toContain('Gob: Gob');
  expect(offered(game, 'Wolf', 'attack', 'target', {})).toEqual(expect.arrayContaining(['Gob: Gob', 'Nob: Nob']));
});

test('SW-AREA-4: an area spell offers positions and shows who is there', () => {
  const game = behindTheMelee({}, 'Ari: rear; Mage: rear; Wolf: front; Mira: front');
  const places = offered(game, 'Mage', 'cast', 'center', { spell: 'Fireball' });
  expect(places).toContain('front: Frontline · foes: 2, own side: 2');
  expect(offered(game, 'Mage', 'cast', 'target', { spell: 'Fireball', center: 'front' })).toEqual([]);
  expect(offered(game, 'Mage', 'cast', 'center', { spell: 'Energy Bolt' })).toEqual([]);
});
