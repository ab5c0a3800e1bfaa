import { expect } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { type BattleEvent, dskull } from '../../../src/systems/dskull/index.ts';
import { type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import { battleOf, setupSchema } from '../../conformance/dskull/setup.ts';
import { type CommandResult, tableOf } from '../../conformance/dskull/table.ts';
import { scenarios } from './inner.ts';

/** The usual cast: two players with a swordsman each, face to face. */
export const sword = { name: 'sword', hands: 1, type: 'melee' };

export const bow = { name: 'bow', hands: 2, type: 'ranged' };

export const mortar = { name: 'mortar', hands: 2, type: 'ranged', aoe: 1 };

export type Written = Readonly<Record<string, unknown>>;

export const warrior = (
  id: string,
  owner: string,
  at: readonly [number, number] | null,
  more: Written = {},
): Written => ({
  id,
  owner,
  at,
  weapons: [sword],
  ...more,
});

export const plain = { w: 8, h: 8, edges: [] };

export const duel: Written = {
  board: plain,
  warriors: [warrior('a', 'A', [2, 2], { shield: true }), warrior('b', 'B', [3, 2])],
};

/** A battle with these dice; `change` sets what a setup cannot express. */
export const stage = (
  setup: Written,
  dice: readonly number[] = [],
  change: (state: State) => State = (state) => state,
) => tableOf(change(battleOf(setupSchema.parse(setup))), dice);

export const codeOf = (told: CommandResult): string | undefined => (told.kind === 'refused' ? told.code : undefined);

export const eventsOf = (told: CommandResult): readonly BattleEvent[] => (told.kind === 'done' ? told.events : []);

export const typesOf = (told: CommandResult): readonly string[] => eventsOf(told).map(({ type }) => type);

/** The first event of a kind. Throws if there is none. */
export const firstEvent = <Type extends BattleEvent['type']>(
  told: CommandResult,
  type: Type,
): Extract<BattleEvent, { type: Type }> => {
  const found = eventsOf(told).find((event): event is Extract<BattleEvent, { type: Type }> => event.type === type);
  if (found === undefined)
    throw new Error(`No ${type} in ${told.kind === 'refused' ? told.code : typesOf(told).join(', ')}.`);
  return found;
};

export const scenarioOf = (id: string) => {
  const plan = scenarios[id];
  if (plan === undefined) throw new Error(`No scenario is called ${id}.`);
  return plan;
};

/** The battle on a scenario's ground. */
export const onScenario =
  (id: string) =>
  (state: State): State => {
    const { board, objects } = scenarioOf(id).ground(state.seats.length);
    return { ...state, scenario: scenarioOf(id).terms, board, objects };
  };

export const inPhase =
  (phase: State['phase']) =>
  (state: State): State => ({ ...state, phase });

export const warriorIn = (state: State, id: string) => {
  const found = state.warriors.find((each) => each.id === id);
  if (found === undefined) throw new Error(`Nobody is called ${id}.`);
  return found;
};

export const gmCall: Caller = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };

/** The state of a game, parsed. */
export const stateOf = (game: Game): State => stateSchema.parse(game.save());

/** A call by a seat's player. */
export const calling = (seat: string): Caller => ({
  actor: seat,
  by: seat,
  gm: false,
  controls: [seat],
  pending: undefined,
});

/** Performs an action with these dice and default answers, and returns the resulting game. */
export const play = (game: Game, doing: GameAction, call: Caller, rolls: readonly number[] = []): Game => {
  const answers: string[] = [];
  for (;;) {
    const dice = createScriptedDice(rolls);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok) throw new Error(`${outcome.error.code} ${JSON.stringify(outcome.error.facts)}`);
    if (outcome.value.kind === 'asked') answers.push(outcome.value.question.auto);
    else if (outcome.value.kind === 'answered') throw new Error('answered');
    else {
      expect(dice.remaining()).toEqual([]);
      return outcome.value.game;
    }
  }
};

/** An order. */
export const verb = (name: string, params: object = {}): GameAction => ({ do: 'verb', verb: name, params });

/** A warband of one warrior. */
export const small = (name: string): object => ({
  name,
  warriors: [{ name: 'One', weapons: [{ name: 'sword', hands: 1, type: 'melee' }] }],
});

/** A game that has not begun, with a small warband for each. */
export const seated = (settings: object, ...entrants: readonly (readonly [id: string, side?: string])[]): Game => {
  const blank = dskull.createGame(settings);
  if (!blank.ok) throw new Error(blank.error.code);
  return entrants.reduce(
    (game, [id, side]) => play(game, { do: 'enter', entrant: { id, side, sheet: small(id) } }, gmCall),
    blank.value,
  );
};

/** A viewer without a warband. */
export const outsider = (...unseen: readonly string[]): Viewer => ({
  gm: false,
  user: 'p',
  controls: [],
  knows: [],
  unseen,
  foes: { mode: 'words', words: defaultNumberWords },
});

/** Performs an order and describes it. */
export const describeOrder = (
  setup: Written,
  dice: readonly number[],
  verb: string,
  params: object,
  by = 'A',
  viewer: Viewer = gmViewer,
  change?: (state: State) => State,
) => {
  const table = stage(setup, dice, change);
  const game = dskull.openGame(JSON.parse(JSON.stringify(table.state())));
  return game.narrate(eventsOf(table.order(verb, params, by)), viewer);
};

/** The duel in which a acts. */
export const acting = (more: Written = {}): Written => ({
  ...duel,
  activation: { warrior: 'a', active: ['sword'], ...more },
});

/** The player of A. */
export const viewer = (unseen: readonly string[] = []): Viewer => ({
  gm: false,
  user: 'p',
  controls: ['A'],
  knows: [],
  unseen,
  foes: { mode: 'words', words: defaultNumberWords },
});

/** The answer to a query. */
export const asked = (state: State, query: string, params: object, who: Viewer = gmViewer) =>
  dskull.openGame(JSON.parse(JSON.stringify(state))).answerQuery(query, gmCall, params, who);

/** The words of an answer. */
export const textOf = (answer: ReturnType<typeof asked>): string =>
  answer.ok ? answer.value.lines.map(({ text }) => text).join('\n') : answer.error.code;

/** The rules that an answer names. */
export const rulesOf = (answer: ReturnType<typeof asked>): readonly string[] =>
  answer.ok ? answer.value.lines.flatMap(({ rows }) => rows.flat().map(({ says }) => says)) : [];
