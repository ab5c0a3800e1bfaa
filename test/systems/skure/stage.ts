import { createScriptedDice, type ScriptedDie } from '../../../src/dice/dice.ts';
import type { RuleEvent } from '../../../src/rules/event.ts';
import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { battleOf } from '../../conformance/skure/setup.ts';

type Given = Readonly<Record<string, unknown>>;

const usual: Given = { agility: 10, speed: 20, attack: 15, defense: 5, maxHp: 100, size: 5, move: '3F (+1) Ground' };

/** Ann of red, south of Bob of blue, face to face, with the given differences. */
export const ann = (given: Given = {}): Given => ({
  ...usual,
  name: 'Ann',
  team: 'red',
  x: 5,
  y: 6,
  facing: 'N',
  ...given,
});
export const bob = (given: Given = {}): Given => ({
  ...usual,
  name: 'Bob',
  team: 'blue',
  x: 5,
  y: 5,
  facing: 'S',
  ...given,
});
/** A third one, of blue, far away. */
export const cat = (given: Given = {}): Given => ({
  ...usual,
  name: 'Cat',
  team: 'blue',
  x: 15,
  y: 15,
  facing: 'N',
  ...given,
});

/** A battle in which the first combatant has the turn unless given otherwise. */
export const battle = (combatants: readonly Given[] = [ann(), bob()], given: Given = {}): Game =>
  skure.openGame(battleOf({ turn: combatants[0]?.name, combatants, ...given }).state);

export const gm: Caller = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };
export const as = (actor: string, controls: readonly string[] = [actor]): Caller => ({
  actor,
  by: actor,
  gm: false,
  controls,
  pending: undefined,
});
export const verb = (name: string, params: Given = {}): GameAction => ({ do: 'verb', verb: name, params });

export interface Happened {
  readonly game: Game;
  readonly events: readonly RuleEvent[];
  readonly refused: string | undefined;
  readonly left: readonly ScriptedDie[];
}

/** Gives one order with these dice. Returns the code if it is refused. */
export const order = (
  game: Game,
  call: Caller,
  doing: GameAction,
  dice: readonly (ScriptedDie | number)[] = [],
  answers: readonly string[] = [],
): Happened => {
  const rolled = createScriptedDice(dice);
  const outcome = game.act(doing, call, answers, rolled);
  if (!outcome.ok) return { game, events: [], refused: outcome.error.code, left: rolled.remaining() };
  if (outcome.value.kind !== 'decided')
    return { game, events: [], refused: outcome.value.kind, left: rolled.remaining() };
  return { game: outcome.value.game, events: outcome.value.events, refused: undefined, left: rolled.remaining() };
};

export const eventTypes = ({ events }: Happened): readonly string[] => events.map(({ type }) => type);

export const stranger: Viewer = {
  gm: false,
  user: 'p9',
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'words', words: defaultNumberWords },
};
/** One combatant of the saved state. */
export const of = (game: Game, name: string): Given => {
  const { combatants } = game.save() as { readonly combatants: readonly Given[] };
  return combatants.find(({ id }) => id === name) ?? {};
};

/** The lines that a viewer reads after an order. */
export const told = (game: Game, call: Caller, doing: GameAction, dice: readonly number[] = [], viewer = gmViewer) =>
  game.narrate(order(game, call, doing, dice).events, viewer).map(({ text }) => text);

/** Ann at Bob’s flank. */
export const flank = battle([
  ann({ x: 4, y: 4, facing: 'SE', speed: 34, conversions: [{ element: 'fire', percent: 75 }] }),
  bob({ speed: 22, affinities: { fire: 50 }, maxHp: 60, hp: 41 }),
  cat(),
]);

/** The answer to a query by Ann, or its refusal. */
export const asked = (
  query: string,
  input: Readonly<Record<string, unknown>>,
  game = flank,
  viewer: Viewer = gmViewer,
) => {
  const answer = game.answerQuery(query, as('Ann'), input, viewer);
  return answer.ok ? answer.value : answer.error.code;
};

/** The BM corrects a field. */
export const put = (
  field: string,
  who: string,
  value: string,
  game = battle([ann({ move: '3F (+1) Flying' }), bob(), cat()]),
) => order(game, gm, { do: 'correct', field, who, value });
