import { expect } from 'vitest';
import type { RuleEvent } from '../../src/rules/event.ts';
import { type Caller, gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type Pick, pickedDice, picker } from '../chance.ts';
import { any, type Fighter, kindsFor, paramsFor, sidesOf, startBattle } from './any-battle.ts';
import * as dskull from './dskull/fight.ts';
import * as segment from './segment/fight.ts';
import * as skure from './skure/fight.ts';
import * as straalara from './straalara/fight.ts';
import * as swordWorld from './sword-world/fight.ts';

/** Gives an order for an actor. Undefined if the rulebook refuses it. */
export type Give = (
  game: Game,
  actor: string,
  verb: string,
  params?: Readonly<Record<string, unknown>>,
  byGm?: boolean,
) => Game | undefined;

/** How a battle of a rulebook is started, fought to win, and ended. */
export interface Fight {
  /** The settings of the battle. */
  readonly settings: (pick: Pick) => object;
  /** Sheets for what a preset cannot show, such as riders with their mounts. */
  readonly sheets?: (pick: Pick, name: (at: number) => string) => readonly unknown[] | undefined;
  /** One decision of an actor that wants to win. Undefined if it finds none. */
  readonly fought: (give: Give, game: Game, actor: string, kind: string, pick: Pick) => Game | undefined;
  readonly round: (saved: unknown) => number;
  /** The seats and combatants that could act or answer now. */
  readonly able: (saved: unknown) => readonly string[];
  /** A value that stays the same while several combatants act simultaneously, so that none of them is too late. */
  readonly stroke?: (saved: unknown) => number | undefined;
  /** True if the battle is over by the rules, or the GM has been informed that no one can hurt anyone. */
  readonly over: (game: Game) => boolean;
}

export const fights: Readonly<Record<string, Fight>> = {
  skure: skure.fight,
  dskull: dskull.fight,
  'sword-world': swordWorld.fight,
  straalara: straalara.fight,
  segment: segment.fight,
};

const mostRounds = 200;

const byPlayer = (actor: string): Caller => ({ actor, by: actor, gm: false, controls: [actor], pending: undefined });

/** The caller of a verb: the GM for GM verbs, otherwise the actor's player. */
const callFor = (ruleset: Ruleset, actor: string, verb: string): Caller =>
  actor === gmActor || ruleset.verbs[verb]?.role === 'gm' ? gmCaller(gmActor, actor) : byPlayer(actor);

/** The fighters: mirrored sides, or random ones. */
const castFor = (ruleset: Ruleset, fight: Fight, pick: Pick): readonly Fighter[] => {
  const kinds = kindsFor(ruleset, pick, pick(3) === 0 ? 'equal' : 'mixed');
  const [one, other] = sidesOf(ruleset);
  const own = (side: string) => fight.sheets?.(pick, (at) => `${side} ${at}`);
  return [
    { side: one, sheets: own(one) ?? kinds.map(([left]) => ruleset.presets[left]?.sheet) },
    { side: other, sheets: own(other) ?? kinds.map(([, right]) => ruleset.presets[right]?.sheet) },
  ].flatMap(({ side, sheets }) => sheets.map((sheet, at) => ({ id: `${side} ${at}`, side, sheet })));
};

/**
 * Fights one battle to its end and returns its number of rounds. Expects that awaited combatants can answer, that
 * actors can act, and an end within 200 rounds.
 */
export const fightToEnd = (system: string, seed: number): number => {
  const ruleset = rulesets.find(({ id }) => id === system);
  const fight = fights[system];
  if (ruleset === undefined || fight === undefined) throw new Error(`Nobody fights by ${system}.`);
  const pick = picker(seed * 2_750_159);
  const where = `${system}, seed ${seed}`;
  const ableIn = (game: Game): readonly string[] => [gmActor, ...fight.able(game.save())];
  const expectAble = (from: Game, events: readonly RuleEvent[], what: string): void => {
    if (from.actorsOf(events).length === 0) return;
    let [before, stroke, asOf] = [from, fight.stroke?.(from.save()), from];
    for (const event of events) {
      const now = fight.stroke?.(before.save());
      if (now === undefined || now !== stroke) [stroke, asOf] = [now, before];
      for (const who of before.actorsOf([event])) expect(ableIn(asOf), `${what}, ${event.type}`).toContain(who);
      before = before.applyEvents([event]);
    }
  };
  const give: Give = (game, actor, verb, params = {}, byGm = false) => {
    const doing: GameAction = { do: 'verb', verb, params };
    const call = byGm ? gmCaller(gmActor, actor) : callFor(ruleset, actor, verb);
    const dice = pick(1_000_000);
    const answers: string[] = [];
    for (;;) {
      const outcome = game.act(doing, call, answers, pickedDice(picker(dice)));
      if (!outcome.ok || outcome.value.kind === 'answered') return undefined;
      if (outcome.value.kind === 'decided') {
        expectAble(game, outcome.value.events, `${where}: ${verb} ${JSON.stringify(params)}`);
        return outcome.value.game;
      }
      const { to, choices, auto } = outcome.value.question;
      expect(ableIn(game), `${where}: asked in ${verb}`).toContain(to);
      expect(choices.length, where).toBeGreaterThan(0);
      answers.push(pick(3) === 0 ? (any(choices, pick)?.id ?? auto) : auto);
    }
  };
  const settings = fight.settings(pick);
  let game = startBattle(ruleset, castFor(ruleset, fight, pick), () => pickedDice(pick), settings);
  expect(game.status, where).toBe('active');
  while (game.status === 'active' && !fight.over(game)) {
    const round = fight.round(game.save());
    const now = `${where}, round ${round}`;
    expect(round, now).toBeLessThanOrEqual(mostRounds);
    const awaited = game.expectedActions();
    expect(awaited.length, now).toBeGreaterThan(0);
    for (const { actor } of awaited) expect(ableIn(game), now).toContain(actor);
    const due = awaited[pick(awaited.length)];
    if (due === undefined) break;
    const { actor, kind, verbs, auto, idle } = due;
    const odd = pick(8) === 0 && actor !== gmActor ? any(verbs, pick) : undefined;
    const tried =
      odd === undefined ? undefined : give(game, actor, odd, paramsFor(ruleset, game, odd, byPlayer(actor), pick));
    const sought = tried ?? fight.fought(give, game, actor, kind, pick);
    const suggested = [auto, idle].flatMap((each) => (each === undefined ? [] : [each]));
    const next =
      sought ?? suggested.map(({ verb, params }) => give(game, actor, verb, params)).find((each) => each !== undefined);
    if (next === undefined) throw new Error(`${now}: ${actor} is awaited ${due.what}, and can do nothing of ${verbs}.`);
    game = next;
  }
  return fight.round(game.save());
};
