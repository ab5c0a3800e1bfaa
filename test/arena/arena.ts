import type { LoggedDice } from '../../src/dice/dice.ts';
import { type Caller, gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { stateSchema as dskullState } from '../../src/systems/dskull/state.ts';
import { type Pick, pickedDice, picker } from '../chance.ts';
import { any, type Fighter, paramsFor, runToEnd, sidesOf, startBattle } from '../systems/any-battle.ts';

/** How a side plays: by the rulebook's plans, by random verbs, or by the suggested orders. */
export type Policy = 'usual' | 'random' | 'former';

interface Given {
  readonly verb: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The most orders of a battle. */
const most = 3000;

/** The rulebook's default orders for an absent player. */
const formerOf = (game: Game, actor: string): readonly Given[] =>
  game.expectedActions().flatMap((each) => {
    const former = each.fallback ?? each.auto;
    return each.actor === actor && former !== undefined ? [former] : [];
  });

/** The plans that start with the expected action, the best first. */
const plannedOf = (game: Game, actor: string): readonly Given[] => {
  const verbs = game.expectedActions().flatMap((each) => (each.actor === actor ? each.verbs : []));
  return game
    .plans(actor, gmViewer)
    .flatMap(({ orders }) => orders.slice(0, 1))
    .filter(({ verb }) => verbs.includes(verb));
};

const randomOf = (ruleset: Ruleset, game: Game, call: Caller, pick: Pick): readonly Given[] => {
  const verbs = game.expectedActions().find(({ actor }) => actor === call.actor)?.verbs ?? [];
  return Array.from({ length: 12 }, () => any(verbs, pick) ?? 'end').map((verb) => ({
    verb,
    params: paramsFor(ruleset, game, verb, call, pick),
  }));
};

/** Orders to try one after the other, until one is not refused. */
const ordersOf = (ruleset: Ruleset, game: Game, policy: Policy, call: Caller, pick: Pick): readonly Given[] => {
  const former = formerOf(game, call.actor);
  switch (policy) {
    case 'former':
      return former;
    case 'random':
      return [...randomOf(ruleset, game, call, pick), ...former];
    case 'usual':
      return [...plannedOf(game, call.actor), ...former];
  }
};

/** The result of a battle. No winner if it did not end by the rules. */
export interface Fought {
  readonly winner: string | undefined;
  readonly refused: number;
  readonly orders: number;
}

/** The sides with a combatant that is up. */
const standing = (game: Game): readonly string[] => [
  ...new Set(game.roster().flatMap(({ up, side }) => (up && side !== undefined ? [side] : []))),
];

/** True if the battle is over: by points if there are any, otherwise if one side is left. */
const isOver = ({ id }: { readonly id: string }, game: Game): boolean =>
  game.status === 'ended' || (id !== 'dskull' && standing(game).length < 2);

const winnerOf = ({ id }: { readonly id: string }, game: Game, fighters: readonly Fighter[]): string | undefined => {
  if (!isOver({ id }, game)) return undefined;
  if (id !== 'dskull') return standing(game).length === 1 ? standing(game)[0] : undefined;
  const { outcome } = dskullState.parse(game.save());
  return fighters.find((each) => outcome?.winners.includes(each.id))?.side ?? 'nobody';
};

/** The scenarios of dSkull. Lantern Run is for two warbands. */
const scenarios = ['broken-field', 'three-cairns', 'lantern-run', 'three-sluices', 'pilgrims-camp', 'open-ground'];

/** The scenarios in turn, if any fits this number of fighters. */
const groundsFor = ({ id }: Ruleset, fighters: number, seed: number) => {
  if (id !== 'dskull') return [];
  const fitting = scenarios.filter((name) => fighters === 2 || name !== 'lantern-run');
  return [{ verb: 'scenario', params: { name: fitting[seed % fitting.length] } }];
};

/** Battles of Sword World alternate between areas and the line. */
const settingsFor = ({ id }: Ruleset, seed: number): object | undefined =>
  id === 'sword-world' && Math.ceil(seed / 2) % 2 === 0 ? { mode: 'standard' } : undefined;

/** How battles are fought and watched. */
interface Ways {
  /** Called with the number of finished battles and the total. */
  readonly onBattle?: (done: number, of: number) => void;
  /** Settings instead of those that alternate. */
  readonly settings?: object;
}

/** Settings of Segment under which only the GM reads declarations before they close. */
export const inSecret = { declarations: 'private' };

/** Fights one battle; the policies are those of the first and second side. */
export const fight = (
  ruleset: Ruleset,
  kinds: readonly string[],
  policies: readonly [Policy, Policy],
  seed: number,
  { settings = settingsFor(ruleset, seed) }: Ways = {},
): Fought => {
  const pick = picker(seed);
  const dice = (): LoggedDice => pickedDice(pick);
  const sides = sidesOf(ruleset);
  const fighters: Fighter[] = sides.flatMap((side) =>
    kinds.map((kind, at) => ({ id: `${side} ${at + 1}`, side, sheet: ruleset.presets[kind]?.sheet })),
  );
  let game = startBattle(ruleset, fighters, dice, settings, groundsFor(ruleset, fighters.length, seed));
  let [refused, orders] = [0, 0];
  for (; orders < most && !isOver(ruleset, game); orders++) {
    const [due] = game.expectedActions();
    if (due === undefined) break;
    const side = fighters.find(({ id }) => id === due.actor)?.side;
    const policy = side === undefined ? 'former' : policies[side === sides[0] ? 0 : 1];
    const call = gmCaller(gmActor, due.actor);
    let next: Game | undefined;
    for (const given of ordersOf(ruleset, game, policy, call, pick)) {
      const ended = runToEnd(game, { doing: { do: 'verb', ...given }, call }, dice);
      if (ended.kind === 'done') next = ended.game;
      if (next !== undefined) break;
      refused += policy === 'usual' ? 1 : 0;
    }
    if (next === undefined) break;
    game = next;
  }
  return { winner: winnerOf(ruleset, game, fighters), refused, orders };
};

export interface Score {
  readonly won: number;
  readonly lost: number;
  /** Number of battles that ended without a winner. */
  readonly drawn: number;
  readonly open: number;
  readonly refused: number;
}

/** The results of the first policy in mirrored battles, with sides swapped after each. */
export const tournament = (
  ruleset: Ruleset,
  kinds: readonly (readonly string[])[],
  [one, other]: readonly [Policy, Policy],
  battles: number,
  seed = 1,
  ways: Ways = {},
): Score => {
  const score = { won: 0, lost: 0, drawn: 0, open: 0, refused: 0 };
  const sides = sidesOf(ruleset);
  for (let n = 0; n < battles; n++) {
    ways.onBattle?.(n, battles);
    const first = n % 2 === 0;
    const side = sides[first ? 0 : 1];
    const band = kinds[Math.floor(n / 2) % kinds.length] ?? [];
    const { winner, refused } = fight(
      ruleset,
      band,
      first ? [one, other] : [other, one],
      seed + Math.floor(n / 2),
      ways,
    );
    score[winner === undefined ? 'open' : winner === 'nobody' ? 'drawn' : winner === side ? 'won' : 'lost'] += 1;
    score.refused += refused;
  }
  return score;
};

/** The sizes of sides in the arena: two and four combatants, or one and two warbands. */
export const bandsOf = ({ id, presets }: Ruleset): readonly (readonly string[])[] => {
  const all = Object.keys(presets);
  const sizes = id === 'dskull' ? [1, 2] : [2, 4];
  return all.flatMap((_, at) =>
    sizes.map((size) => Array.from({ length: size }, (__, step) => all[(at + step) % all.length] ?? '')),
  );
};
