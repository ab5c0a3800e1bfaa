import type { Refusal, Result } from '../../src/core/message.ts';
import type { LoggedDice } from '../../src/dice/dice.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import type { RuleEvent } from '../../src/rules/event.ts';
import { type Caller, gmActor, gmCaller, type Question } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import type { Pick } from '../chance.ts';

/** A fighter: its side, and its preset or sheet. */
export interface Fighter {
  readonly id: string;
  readonly side: string;
  readonly sheet: unknown;
}

export interface Ordered {
  readonly doing: GameAction;
  readonly call: Caller;
}

/** The result of an order after its questions were answered. */
export type Ended =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'done';
      readonly game: Game;
      readonly events: readonly RuleEvent[];
      readonly answers: readonly string[];
    };

export const any = <T>(list: readonly T[], pick: Pick): T | undefined =>
  list.length === 0 ? undefined : list[pick(list.length)];

/** Pairs of presets: the first of each on the one side, the second on the other. */
export type Kinds = readonly (readonly [one: string, other: string])[];

/** Maximum number of fighters on a side: a table holds four warbands. */
const mostAgainst = ({ id }: Ruleset): number => (id === 'dskull' ? 2 : 4);

/** The fighters of two sides: equal, mixed, or one of each preset on both. */
export const kindsFor = (ruleset: Ruleset, pick: Pick, shape: 'equal' | 'mixed' | 'all'): Kinds => {
  const all = Object.keys(ruleset.presets);
  const most = mostAgainst(ruleset);
  if (shape === 'all') return all.slice(0, ruleset.id === 'dskull' ? most : all.length).map((kind) => [kind, kind]);
  return Array.from({ length: 1 + pick(most) }, () => {
    const left = any(all, pick) ?? '';
    return [left, shape === 'equal' ? left : (any(all, pick) ?? '')];
  });
};

/** Every two presets against each other, each against itself among them. */
export const duelsOf = ({ presets }: Ruleset): Kinds => {
  const all = Object.keys(presets);
  return all.flatMap((left, at) => all.slice(at).map((right) => [left, right] as const));
};

/** The names of the two sides. */
export const sidesOf = ({ id }: Ruleset): readonly [string, string] =>
  id === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];

/** Settings with a board so small that fighters meet soon. */
export const closeQuarters = ({ id }: Ruleset, fighters: number): object =>
  id === 'skure' ? { 'board.width': Math.max(6, fighters), 'board.height': 5 } : {};

/** Runs an order to its end; `answer` answers its questions, with the engine's default if it returns undefined. */
export const runToEnd = (
  game: Game,
  { doing, call }: Ordered,
  dice: () => LoggedDice,
  answer: (question: Question) => string | undefined = () => undefined,
): Ended => {
  const outcome = game.act(doing, call, [], dice(), (question) => answer(question) ?? question.auto);
  if (!outcome.ok) return { kind: 'refused', refusal: outcome.error };
  if (outcome.value.kind !== 'decided') throw new Error(`${JSON.stringify(doing)} was ${outcome.value.kind}`);
  return { ...outcome.value, kind: 'done' };
};

const valued = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** A battle with all fighters added, set up by these GM verbs and defaults, and started. */
export const startBattle = (
  ruleset: Ruleset,
  fighters: readonly Fighter[],
  dice: () => LoggedDice,
  settings: object = closeQuarters(ruleset, fighters.length),
  verbs: readonly { readonly verb: string; readonly params: unknown }[] = [],
): Game => {
  let game = valued(ruleset.createGame(settings));
  const does = (ordered: Ordered): boolean => {
    const ended = runToEnd(game, ordered, dice);
    if (ended.kind === 'done') game = ended.game;
    return ended.kind === 'done';
  };
  for (const entrant of fighters)
    if (!does({ doing: { do: 'enter', entrant }, call: gmCaller() })) throw new Error(`${entrant.id} could not enter`);
  for (const verb of verbs)
    if (!does({ doing: { do: 'verb', ...verb }, call: gmCaller() })) throw new Error(JSON.stringify(verb));
  for (let n = 0; n < 4 * fighters.length + 20 && game.status === 'setup'; n++) {
    const due = game.expectedActions().find(({ auto }) => auto !== undefined);
    if (due?.auto !== undefined && does({ doing: { do: 'verb', ...due.auto }, call: gmCaller(gmActor, due.actor) }))
      continue;
    if (ruleset.verbs.deploy?.role === 'gm')
      does({ doing: { do: 'verb', verb: 'deploy', params: {} }, call: gmCaller() });
    does({ doing: { do: 'start' }, call: gmCaller() });
  }
  return game;
};

/** Parameters that are mostly among the offers. */
export const paramsFor = (
  ruleset: Ruleset,
  game: Game,
  verb: string,
  call: Caller,
  pick: Pick,
): Record<string, unknown> => {
  const declared = ruleset.verbs[verb];
  const input: Record<string, unknown> = {};
  const roster = game.roster().map(({ id }) => id);
  for (const option of declared === undefined ? [] : listOptions(declared.params)) {
    if (!option.required && pick(3) > 0) continue;
    const offers = game.offers(verb, option.name, call, input, gmViewer) ?? [];
    const least = option.min ?? 0;
    if (option.kind === 'choice') input[option.name] = any(option.choices, pick);
    else if (option.kind === 'flag') input[option.name] = pick(2) === 0;
    else if (option.kind === 'whole') input[option.name] = least + pick(Math.min(20, (option.max ?? 10) - least + 1));
    else if (offers.length > 0) input[option.name] = any(offers, pick)?.value;
    else if (option.widget === 'combatant') input[option.name] = any(roster, pick);
    else if (option.required) input[option.name] = any(['N', 'D4', 'A1', '3', ...roster], pick);
  }
  return input;
};

/** An order of that verb, as an awaited combatant might give it. */
export const orderOf = (ruleset: Ruleset, game: Game, verb: string, pick: Pick) => {
  const awaited = game.expectedActions();
  const due = any(
    awaited.filter(({ verbs }) => verbs.includes(verb)),
    pick,
  );
  const call = gmCaller(gmActor, (due ?? any(awaited, pick))?.actor);
  return { doing: { do: 'verb' as const, verb, params: paramsFor(ruleset, game, verb, call, pick) }, call };
};

/** A random order: mostly one that is expected, sometimes a suggested one or any verb. */
export const orderNow = (ruleset: Ruleset, game: Game, pick: Pick): Ordered => {
  const due = any(game.expectedActions(), pick);
  const actor = due?.actor ?? gmActor;
  const call = gmCaller(gmActor, actor);
  if (due?.auto !== undefined && pick(3) === 0) return { doing: { do: 'verb', ...due.auto }, call };
  const verbs = pick(5) === 0 || due === undefined ? Object.keys(ruleset.verbs) : due.verbs;
  const verb = any(verbs, pick) ?? 'end';
  return { doing: { do: 'verb', verb, params: paramsFor(ruleset, game, verb, call, pick) }, call };
};
