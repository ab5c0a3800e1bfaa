import { expect } from 'vitest';
import { createScriptedDice, type ScriptedDice } from '../../../src/dice/dice.ts';
import type { RuleEvent } from '../../../src/rules/event.ts';
import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { stateSchema } from '../../../src/systems/sword-world/state.ts';
import { sentenceIn } from '../../sentence.ts';

export const gm: Caller = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };

export const ann = (actor: string, controls: readonly string[] = [actor]): Caller => ({
  actor,
  by: 'ann',
  gm: false,
  controls,
  pending: undefined,
});

export const asGm = (actor: string): Caller => ({ ...gm, actor });

/** Settings under which foes' rolls show no numbers. */
const untold = Object.fromEntries(
  ['accuracy', 'evasion', 'damage', 'defense', 'checks'].map((term) => [term, { mode: 'off' as const, words: [] }]),
);

/** A viewer who reads foes' state in words and does not see the given units. */
export const stranger = (unseen: readonly string[] = [], controls: readonly string[] = []): Viewer => ({
  gm: false,
  user: 'x',
  controls,
  knows: [],
  unseen,
  foes: { mode: 'words', words: defaultNumberWords, of: untold },
});

export { gmViewer };

export const d6 = (values: readonly number[]): ScriptedDice =>
  createScriptedDice(values.map((value) => ({ value, sides: 6 })));

export const sheet = (preset: string, more: object = {}): unknown => {
  const found = swordWorld.presets[preset]?.sheet;
  if (typeof found !== 'object' || found === null) throw new Error(`There is no preset ${preset}.`);
  return { ...found, ...more };
};

/** A battle without units. */
export const blank = (settings: object = {}): Game => {
  const game = swordWorld.createGame(settings);
  if (!game.ok) throw new Error(JSON.stringify(game.error));
  return game.value;
};

export interface Done {
  readonly game: Game;
  readonly events: readonly RuleEvent[];
}

/** Performs an action that must succeed, with exactly these dice. */
export const does = (
  game: Game,
  doing: GameAction,
  call: Caller = gm,
  values: readonly number[] = [],
  answers: readonly string[] = [],
): Done => {
  const dice = d6(values);
  const outcome = game.act(doing, call, answers, dice);
  if (!outcome.ok)
    throw new Error(`Refused: ${sentenceIn(swordWorld, outcome.error) ?? JSON.stringify(outcome.error)}`);
  if (outcome.value.kind !== 'decided') throw new Error(`Not decided: ${JSON.stringify(outcome.value)}`);
  expect(dice.remaining()).toEqual([]);
  return outcome.value;
};

/** The code of a refused action. No die may be rolled. */
export const refusal = (game: Game, doing: GameAction, call: Caller = gm): string => {
  const dice = d6([]);
  const outcome = game.act(doing, call, [], dice);
  expect(dice.rolledDice()).toEqual([]);
  if (outcome.ok) return 'done';
  expect(sentenceIn(swordWorld, outcome.error) ?? '').not.toMatch(/\{\w+\}/);
  return outcome.error.code;
};

export const verb = (name: string, params: object = {}): GameAction => ({ do: 'verb', verb: name, params });

export const entering = (id: string, side: string | undefined, preset: string, more: object = {}): GameAction => ({
  do: 'enter',
  entrant: { id, side, sheet: sheet(preset, more) },
});

export const stateOf = (game: Game) => stateSchema.parse(game.save());

export const unitIn = (game: Game, id: string) => {
  const unit = stateOf(game).units.find((each) => each.id === id);
  if (unit === undefined) throw new Error(`There is no ${id}.`);
  return unit;
};

/** The units of a battle, with values that differ from their presets. */
export type Cast = readonly (readonly [id: string, side: string, preset: string, more?: object])[];

export const duel: Cast = [
  ['Wolf', 'allies', 'wolf'],
  ['Grim', 'enemies', 'goblin'],
];

/** A combat with all units, started, before initiative. */
export const gathered = (cast: Cast, settings: object = {}): Game => {
  const all = cast.reduce(
    (game, [id, side, preset, more]) => does(game, entering(id, side, preset, more)).game,
    blank(settings),
  );
  return does(all, { do: 'start' }).game;
};

/** Round 1 with the allies first, all units in the Frontline or at the given positions. */
export const fighting = (cast: Cast, settings: object = {}, places?: string): Game => {
  const begun = gathered(cast, settings);
  const rollers = cast.filter(([, side]) => side === 'allies').map(([id]) => id);
  const lead = rollers[0] ?? '';
  const won = does(begun, verb('initiative', { rollers: lead }), gm, [6, 5]).game;
  const allies =
    stateOf(won).winner === 'allies'
      ? won
      : does(won, { do: 'correct', field: 'first', who: '', value: 'allies' }).game;
  if (stateOf(allies).settings.mode === 'standard')
    return does(allies, verb('place', { placement: places ?? 'all: 0' })).game;
  const ours = does(allies, verb('place', { side: 'allies', placement: places ?? 'all: front' })).game;
  return does(ours, verb('place', { side: 'enemies', placement: 'all: front' })).game;
};

/** Ends the phases of both sides, without an order of a unit. */
export const startNextRound = (game: Game): Game => does(does(game, verb('next')).game, verb('next')).game;

/** The types of events, in order. */
export const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

/** The GM as a viewer, who sees all numbers. */
export const gmView = {
  gm: true,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'exact' as const, words: [] },
};

/** The GM corrects a field. */
export const set = (field: string, who: string, value: string) => ({ do: 'correct' as const, field, who, value });

/** A call by a unit that others must not learn about. */
export const hides = (call: Caller, who: string): Caller => ({
  ...call,
  hiddenFrom: (actor) => (actor === who ? [] : [who]),
});

/** A spell that puts to sleep. */
export const sleepOf = (more: object) => ({
  id: 'Sleep',
  cls: 'Sorcerer',
  mpCost: 3,
  range: 20,
  resist: 'negates',
  status: 'asleep',
  durationRounds: 2,
  ...more,
});

/** Ilse has put a foe to sleep. */
export const sleeping = (more: object = {}, foe = 'goblin') => {
  const game = fighting([
    ['Ilse', 'allies', 'ilse', { spells: [sleepOf(more)] }],
    ['Grim', 'enemies', foe],
    ['Snag', 'enemies', 'goblin'],
  ]);
  const section = foe === 'mire-drake' ? 'Grim.body' : 'Grim';
  const round2 = startNextRound(game);
  return does(round2, verb('cast', { spell: 'Sleep', target: section }), ann('Ilse'), [6, 5]);
};

/** Wolf strikes Grim. */
export const struck = () => {
  const game = fighting(duel);
  const done = does(game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
  return { game, after: done.game, events: done.events };
};

/** The texts of lines. */
export const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

/** The rows of lines, each in one text. */
export const rows = (lines: readonly { readonly rows: readonly (readonly { readonly says: string }[])[] }[]) =>
  lines.flatMap((line) => line.rows.map((row) => row.map(({ says }) => says).join(' · ')));
