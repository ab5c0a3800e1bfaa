import { expect, test } from 'vitest';
import type { RuleEvent } from '../../src/rules/event.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { constantDice, type Pick, pickedDice, picker } from '../chance.ts';
import {
  any,
  duelsOf,
  type Fighter,
  type Kinds,
  kindsFor,
  orderNow,
  orderOf,
  runToEnd,
  sidesOf,
  startBattle,
} from './any-battle.ts';
import { expectGoodFooting } from './footing.ts';

const systems = rulesets.map((ruleset) => ({ id: ruleset.id, ruleset }));

/** The first of each pair on the one side, the second on the other. */
const castOf = (ruleset: Ruleset, kinds: Kinds): readonly Fighter[] => {
  const [one, other] = sidesOf(ruleset);
  const sheetOf = (kind: string): unknown => ruleset.presets[kind]?.sheet;
  return kinds.flatMap(([left, right], at) => [
    { id: `Left${at}`, side: one, sheet: sheetOf(left) },
    { id: `Right${at}`, side: other, sheet: sheetOf(right) },
  ]);
};

const settingsFor = ({ id }: Ruleset, pick: Pick): object | undefined =>
  id === 'sword-world' && pick(2) === 0 ? { mode: 'standard' } : undefined;

interface Played {
  readonly done: number;
  readonly verbs: readonly string[];
}

/**
 * Plays on with fair dice. Expects no exception, no limit exceeded, an awaited actor, and a log that folds to the
 * state.
 */
const playedFairly = (ruleset: Ruleset, from: Game, pick: Pick, orders: number, what: string): Played => {
  let game = from;
  const log: RuleEvent[] = [];
  const verbs: string[] = [];
  for (let n = 0; n < orders && game.status === 'active'; n++) {
    const order = orderNow(ruleset, game, pick);
    const where = `${what}, order ${n}: ${JSON.stringify(order)}`;
    const before = JSON.stringify(game.save());
    const ended = runToEnd(
      game,
      order,
      () => pickedDice(pick),
      ({ choices }) => any(choices, pick)?.id,
    );
    expect(JSON.stringify(game.save()), where).toBe(before);
    if (ended.kind === 'refused') {
      expect(ended.refusal.code, where).not.toBe('beyond-bounds');
      continue;
    }
    game.narrate(ended.events, gmViewer);
    ended.game.view(gmViewer);
    expectGoodFooting(ruleset, game, ended.game);
    if (ended.game.status === 'active') expect(ended.game.expectedActions().length, where).toBeGreaterThan(0);
    if (order.doing.do === 'verb') verbs.push(order.doing.verb);
    log.push(...ended.events);
    game = ended.game;
  }
  expect(from.applyEvents(log).save(), what).toEqual(game.save());
  expect(ruleset.openGame(JSON.parse(JSON.stringify(game.save()))).save(), what).toEqual(game.save());
  return { done: verbs.length, verbs };
};

test.each(systems.flatMap((system) => (['equal', 'mixed', 'all'] as const).map((shape) => ({ ...system, shape }))))(
  '$id: each order ends in battles of $shape sides',
  ({ ruleset, shape }) => {
    let [battles, done] = [0, 0];
    for (const seed of seeds(1)) {
      const pick = picker(seed * 7919);
      battles++;
      const kinds = kindsFor(ruleset, pick, shape);
      const game = startBattle(ruleset, castOf(ruleset, kinds), () => pickedDice(pick), settingsFor(ruleset, pick));
      done += playedFairly(ruleset, game, pick, 50, `${shape} ${seed}: ${kinds.join(' ')}`).done;
    }
    // Some battles end soon, or need an order that random play seldom finds.
    expect(done).toBeGreaterThan(notHollow((battles - 1) * 8));
  },
  unhurried,
);

test.each(systems)(
  '$id: each preset can fight each other one',
  ({ ruleset }) => {
    const duels = [...duelsOf(ruleset).entries()];
    for (const [at, kinds] of someOf(duels, 30)) {
      const pick = picker((at + 1) * 104_729);
      const game = startBattle(ruleset, castOf(ruleset, [kinds]), () => pickedDice(pick), settingsFor(ruleset, pick));
      playedFairly(ruleset, game, pick, 15, kinds.join(' against '));
    }
  },
  unhurried,
);

const constant = [
  { how: 'ones', face: () => 1 },
  { how: 'their highest', face: (sides: number) => sides },
  { how: 'their middle', face: (sides: number) => Math.ceil(sides / 2) },
];

test.each(systems.flatMap((system) => constant.map((each) => ({ ...system, ...each }))))(
  '$id: each order ends or is refused if all dice show $how and all ties repeat',
  ({ ruleset, face }) => {
    let battles = 0;
    const done = new Set<string>();
    const dice = () => constantDice(face);
    for (const seed of seeds(1)) {
      const pick = picker(seed * 15_485_863);
      battles++;
      const cast = castOf(ruleset, kindsFor(ruleset, pick, 'equal'));
      const settings = settingsFor(ruleset, pick);
      startBattle(ruleset, cast, dice, settings);
      let game = startBattle(ruleset, cast, () => pickedDice(pick), settings);
      for (let n = 0; n < 20 && game.status === 'active'; n++) {
        for (const verb of Object.keys(ruleset.verbs)) {
          const { doing, call } = orderOf(ruleset, game, verb, pick);
          const outcome = game.act(doing, call, [], dice(), ({ auto }) => auto);
          if (outcome.ok) done.add(verb);
        }
        const order = orderNow(ruleset, game, pick);
        const tied = runToEnd(game, order, dice);
        const went = tied.kind === 'refused' ? runToEnd(game, order, () => pickedDice(pick)) : tied;
        if (went.kind === 'done') game = went.game;
      }
    }
    expect(done.size).toBeGreaterThan(notHollow((Object.keys(ruleset.verbs).length * Math.min(battles, 6)) / 18));
  },
  unhurried,
);
