import { expect } from 'vitest';
import type { Refusal, Result } from '../../src/core/message.ts';
import type { LoggedDice } from '../../src/dice/dice.ts';
import type { RuleEvent } from '../../src/rules/event.ts';
import { type Caller, gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction, OrderOutcome } from '../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { seededDice } from '../chance.ts';
import { sentenceIn } from '../sentence.ts';
import { expectGoodFooting } from './footing.ts';

export interface Proposal {
  readonly doing: GameAction;
  readonly call: Caller;
}

export interface RandomBattle {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Orders that add all combatants and start the battle, in sequence. */
  readonly opening: readonly Proposal[];
  /** The combatant hidden from some readers. Its name marks leaks. */
  readonly hidden: string;
  /** The next order, sensible or not, legal or not. */
  readonly propose: (game: Game) => Proposal;
}

/** An order ruled to its end, its questions answered. */
interface Played {
  readonly outcome: Result<OrderOutcome>;
  readonly dice: LoggedDice;
  readonly answers: readonly string[];
}

interface Trial {
  readonly ruleset: Ruleset;
  readonly battle: RandomBattle;
  readonly seed: number;
  /** Maximum number of orders, after which the GM ends the battle. */
  readonly orders: number;
  /**
   * Acts like the battle service: a question is answered, and the order runs again from its start with the same dice.
   */
  readonly played: (game: Game, proposal: Proposal, seed: number) => Played;
  /** Further expectations of a refusal. */
  readonly refused: (refusal: Refusal, proposal: Proposal, dice: LoggedDice) => void;
  /** True if the order names the hidden combatant, so that its result may too. */
  readonly names: (proposal: Proposal) => boolean;
}

/**
 * Plays one battle. Expects no exception, that a refusal changes nothing, that the state is the fold of the log, and
 * that the secret is kept.
 */
export const playThrough = ({ ruleset, battle, seed, orders, played, refused, names }: Trial) => {
  const { settings, opening, propose, hidden } = battle;
  const outsider: Viewer = {
    gm: false,
    user: 'p9',
    controls: [],
    knows: [],
    unseen: [hidden],
    foes: { mode: 'words', words: defaultNumberWords },
  };
  const blank = ruleset.createGame(settings);
  if (!blank.ok) throw new Error(`Settings were refused: ${JSON.stringify(blank.error)}`);
  let game = blank.value;
  const log: RuleEvent[] = [];
  const counts = { refused: 0, done: 0 };
  const take = (proposal: Proposal, index: number): void => {
    const before = JSON.stringify(game.save());
    const { outcome, dice, answers } = played(game, proposal, seed * 1000 + index);
    expect(JSON.stringify(game.save())).toBe(before);
    if (!outcome.ok) {
      counts.refused++;
      expect(sentenceIn(ruleset, outcome.error) ?? outcome.error.code).not.toMatch(/\{\w+\}/);
      refused(outcome.error, proposal, dice);
      return;
    }
    if (outcome.value.kind !== 'decided') return;
    counts.done++;
    const { events, game: next } = outcome.value;
    const again = game.act(proposal.doing, proposal.call, answers, seededDice(seed * 1000 + index));
    expect(again.ok && again.value.kind === 'decided' && again.value.events).toEqual(events);
    const told = JSON.stringify(game.narrate(events, outsider));
    if (!names(proposal)) expect(told).not.toContain(hidden);
    game.narrate(events, gmViewer);
    log.push(...events);
    expectGoodFooting(ruleset, game, next);
    game = next;
    expect(JSON.stringify(game.view(outsider))).not.toContain(hidden);
    if (game.status === 'active') expect(game.expectedActions().length).toBeGreaterThan(0);
    expect(game.expectedActions().filter(({ kind }) => ruleset.standingOrderKinds[kind] === undefined)).toEqual([]);
  };
  opening.forEach(take);
  for (let index = opening.length; index < orders && game.status !== 'ended'; index++) take(propose(game), index);
  const natural = game.status === 'ended';
  if (!natural)
    take({ doing: { do: 'finish', finish: { winner: undefined, reason: 'It is late.' } }, call: gmCaller() }, orders);
  expect(game.status).toBe('ended');
  expect(blank.value.applyEvents(log).save()).toEqual(game.save());
  expect(ruleset.openGame(JSON.parse(JSON.stringify(game.save()))).save()).toEqual(game.save());
  return { natural, ...counts };
};
