import { expect } from 'vitest';
import { createScriptedDice, type ScriptedDie } from '../../../src/dice/dice.ts';
import type { RuleEvent } from '../../../src/rules/event.ts';
import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import type { State } from '../../../src/systems/straalara/state.ts';

/** The usual cast: presets and sides of each player. */
export const cast = { Ysolde: 'the Watch', Pell: 'the Watch', Karg: 'the Hollow', Ashwen: 'the Hollow' } as const;

export const gmCalls = (actor = 'gm'): Caller => ({ actor, by: 'gm', gm: true, controls: [], pending: undefined });

export const playerCalls = (actor: string, controls: readonly string[] = [actor]): Caller => ({
  actor,
  by: 'ann',
  gm: false,
  controls,
  pending: undefined,
});

export interface Done {
  readonly game: Game;
  readonly events: readonly RuleEvent[];
}

/** Performs an action with exactly these dice. */
export const done = (
  game: Game,
  doing: GameAction,
  call: Caller,
  dice: readonly (number | ScriptedDie)[] = [],
): Done => {
  const scripted = createScriptedDice(dice);
  const outcome = game.act(doing, call, [], scripted);
  if (!outcome.ok) throw new Error(`refused: ${outcome.error.code} ${JSON.stringify(outcome.error.facts)}`);
  if (outcome.value.kind !== 'decided') throw new Error('a question was asked');
  expect(scripted.remaining()).toEqual([]);
  return { game: outcome.value.game, events: outcome.value.events };
};

export const ordered = (
  game: Game,
  actor: string,
  verb: string,
  params: Readonly<Record<string, unknown>> = {},
  dice: readonly (number | ScriptedDie)[] = [],
): Done => done(game, { do: 'verb', verb, params }, gmCalls(actor), dice);

/** The battle after the GM removed a combatant. */
export const removed = (game: Game, who: string): Done => done(game, { do: 'remove', who, as: 'left' }, gmCalls(), []);

/** The code of a refusal, or `accepted`. */
export const refused = (game: Game, doing: GameAction, call: Caller = gmCalls()): string => {
  const dice = createScriptedDice([]);
  const outcome = game.act(doing, call, [], dice);
  return outcome.ok ? 'accepted' : outcome.error.code;
};

export const stateOf = (game: Game): State => game.save() as State;

/** A combat that these presets have joined. */
export const gathered = (
  names: readonly (keyof typeof cast)[],
  settings: Readonly<Record<string, unknown>> = {},
): Game => {
  const blank = straalara.createGame(settings);
  if (!blank.ok) throw new Error('bad settings');
  let game = blank.value;
  for (const id of names) {
    const sheet = straalara.presets[id.toLowerCase()]?.sheet;
    game = done(game, { do: 'enter', entrant: { id, side: cast[id], sheet } }, gmCalls()).game;
  }
  return game;
};

/** That combat started, before any roll. */
export const begun = (names: readonly (keyof typeof cast)[], settings: Readonly<Record<string, unknown>> = {}): Game =>
  done(gathered(names, settings), { do: 'start' }, gmCalls()).game;

/** That combat after initiative, with `dice` in roster order. */
export const rolled = (
  names: readonly (keyof typeof cast)[],
  dice: readonly number[],
  settings: Readonly<Record<string, unknown>> = {},
): Game => ordered(begun(names, settings), 'gm', 'initiative', { all: true }, dice).game;

/** Settings under which foes' rolls show no numbers. */
const untold = Object.fromEntries(
  ['pools', 'soak', 'progress'].map((term) => [term, { mode: 'off' as const, words: [] }]),
);

export const stranger: Viewer = {
  gm: false,
  user: 'ann',
  controls: ['Ysolde'],
  knows: ['Ysolde'],
  unseen: [],
  foes: { ...gmViewer.foes, mode: 'words', of: untold },
};

/** Everything this viewer reads of some events, in one text. */
export const words = (game: Game, events: readonly RuleEvent[], viewer: Viewer): string =>
  game
    .narrate(events, viewer)
    .flatMap(({ text, rows }) => [text, ...rows.map((row) => row.map(({ says }) => says).join(' · '))])
    .join('\n');

/** All three have declared. */
export const acting = (): Game => {
  let game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
  for (const [who, params] of [
    ['Karg', { stance: 'offense', action: 'melee', target: 'Ysolde' }],
    ['Pell', { stance: 'mixed', action: 'none' }],
    ['Ysolde', { stance: 'mixed', action: 'melee', target: 'Karg' }],
  ] as const)
    game = ordered(game, who, 'declare', params).game;
  return game;
};

/** Karg's current state. */
export const kargIn = (game: Game) => stateOf(game).combatants.find(({ id }) => id === 'Karg');

/** Karg's player. */
export const karg: Viewer = { ...stranger, controls: ['Karg'], knows: ['Karg'] };

/** Everything that a reader sees of a battle. */
export const told = (game: Game, viewer: Viewer): string => JSON.stringify([game.view(viewer), game.expectedActions()]);

/** Initiative is rolled, and declarations are private. */
export const table = () => rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4], { declarations: 'private' });

/** Ysolde and Karg strike each other. */
export const facing = (settings: Readonly<Record<string, unknown>> = {}) => {
  const game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4], settings);
  const karg = ordered(game, 'Karg', 'declare', { stance: 'mixed', action: 'melee', target: 'Ysolde' }).game;
  const pell = ordered(karg, 'Pell', 'declare', { stance: 'defense', action: 'none' }).game;
  return ordered(pell, 'Ysolde', 'declare', { stance: 'offense', action: 'melee', target: 'Karg' }).game;
};
