import { expect, test } from 'vitest';
import type { ExpectedAction, Suggestion } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { parseInput } from '../../src/rules/verb.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { type Pick, pickedDice, picker } from '../chance.ts';
import { any, type Fighter, orderNow, runToEnd, sidesOf, startBattle } from './any-battle.ts';

const systems = rulesets.map((ruleset) => ({ id: ruleset.id, ruleset }));

const longest = { combatant: 32, warrior: 60 } as const;

/** The longest possible name, numbered. */
const longName = (at: number, long: number): string => `${at} ${'Longshanks'.repeat(6)}`.slice(0, long);

/** A warband with long names and the given number of warriors; any other sheet unchanged. */
const grown = (sheet: unknown, warriors: number | undefined): unknown => {
  const { warriors: own } = Object(sheet);
  if (!Array.isArray(own)) return sheet;
  const many = Array.from({ length: warriors ?? own.length }, (_, at) => ({
    ...own[at % own.length],
    name: longName(at, longest.warrior),
  }));
  return { ...Object(sheet), warriors: many };
};

const fightersOf = (ruleset: Ruleset, count: number, pick: Pick, warriors?: number): readonly Fighter[] =>
  Array.from({ length: count }, (_, at) => ({
    id: longName(at, longest.combatant),
    side: sidesOf(ruleset)[at % 2] ?? '',
    sheet: grown(any(Object.values(ruleset.presets), pick)?.sheet, warriors),
  }));

const suggestionsOf = ({ auto, idle }: ExpectedAction): readonly Suggestion[] =>
  [auto, idle].filter((each) => each !== undefined);

/** Expects each suggestion to be an order that the verb accepts. */
const expectTaken = (ruleset: Ruleset, game: Game, where: string): number => {
  const all = game.expectedActions().flatMap(suggestionsOf);
  for (const { verb, params } of all) {
    const declared = ruleset.verbs[verb];
    const taken = declared === undefined ? `no verb ${verb}` : parseInput(declared.params, params);
    expect(taken, `${where}: ${verb} ${JSON.stringify(params).slice(0, 300)}`).toMatchObject({ ok: true });
  }
  return all.length;
};

/**
 * Plays with suggestions and random choices, from an empty battle into the fight. Returns the number of suggestions
 * read.
 */
const everyMoment = (
  ruleset: Ruleset,
  settings: object | undefined,
  fighters: readonly Fighter[],
  pick: Pick,
  orders: number,
) => {
  let taken = 0;
  const watched = new Proxy(ruleset, {
    get: (target, key) =>
      key === 'createGame'
        ? (chosen: unknown) => {
            const blank = target.createGame(chosen);
            return blank.ok ? { ...blank, value: seen(blank.value) } : blank;
          }
        : Reflect.get(target, key),
  });
  const seen = (game: Game): Game => ({
    ...game,
    act: (...order) => {
      const outcome = game.act(...order);
      if (!outcome.ok || outcome.value.kind !== 'decided') return outcome;
      taken += expectTaken(ruleset, outcome.value.game, `${ruleset.id}, ${outcome.value.game.status}`);
      return { ...outcome, value: { ...outcome.value, game: seen(outcome.value.game) } };
    },
  });
  let game = startBattle(watched, fighters, () => pickedDice(pick), settings);
  for (let n = 0; n < orders && game.status !== 'ended'; n++) {
    const ended = runToEnd(
      game,
      orderNow(ruleset, game, pick),
      () => pickedDice(pick),
      ({ choices }) => any(choices, pick)?.id,
    );
    if (ended.kind === 'done') game = ended.game;
  }
  // Not all warriors of four warbands are placed in the available time.
  if (ruleset.id !== 'dskull') expect(game.status).not.toBe('setup');
  return taken;
};

const modes = systems.flatMap((system) =>
  (system.id === 'sword-world' ? [{ mode: 'simplified' }, { mode: 'standard' }] : [undefined]).map((settings) => ({
    ...system,
    settings,
    how: settings?.mode ?? 'as usual',
  })),
);

test.each(modes)(
  '$id ($how): each suggestion is a valid order in the largest battles',
  ({ ruleset, settings }) => {
    const large: Readonly<Record<string, object>> = {
      skure: { 'board.width': 64, 'board.height': 64 },
      dskull: { warband: { custom: true } },
    };
    let moments = 0;
    for (const seed of seeds(1)) {
      const pick = picker(seed * 11);
      const fighters = fightersOf(ruleset, ruleset.id === 'dskull' ? 4 : 200, pick, 8);
      moments += everyMoment(ruleset, settings ?? large[ruleset.id], fighters, pick, 10);
    }
    expect(moments).toBeGreaterThan(notHollow(0));
  },
  unhurried,
);

test.each(modes)(
  '$id ($how): each suggestion is a valid order throughout random play',
  ({ ruleset, settings }) => {
    let moments = 0;
    for (const seed of seeds(2)) {
      const pick = picker(seed * 32_452_843);
      const fighters = fightersOf(ruleset, ruleset.id === 'dskull' ? 2 : 2 + pick(6), pick);
      moments += everyMoment(ruleset, settings, fighters, pick, 60);
    }
    expect(moments).toBeGreaterThan(notHollow(0));
  },
  unhurried,
);
