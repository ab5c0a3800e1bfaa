import type { Square } from '../../rules/grid/square.ts';
import { resolveAttack } from './attack/attack.ts';
import { countedAltitudeDifference, findFacingZone, isAdjacent } from './board.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  findPlaced,
  isAbleToAct,
  isPlaced,
  listSchema,
  type PlacedCombatant,
  type State,
  sortByTurnOrder,
  type Turn,
  updateTurn,
} from './state.ts';

/** Counts one more square that the mover entered beside each of these enemies this turn. SK-RUL-68. */
export const withAdjacentSquareCounted = (turn: Turn, beside: readonly string[]): Turn => {
  if (beside.length === 0) return turn;
  const enemies = [...turn.enemies];
  for (const enemy of beside) {
    const at = enemies.findIndex((each) => each.id === enemy);
    const had = enemies[at] ?? { id: enemy, adjacentCount: 0, aooTaken: false };
    enemies[at < 0 ? enemies.length : at] = { ...had, adjacentCount: had.adjacentCount + 1 };
  }
  return { ...turn, enemies };
};

/** A charger passes enemies at the end of its charge, which may provoke them. SK-AOO-10, SK-RUL-66. */
export const enemiesPassed = event('passed-by', {
  facts: { who: combatantId, beside: listSchema(combatantId) },
  apply: (state, { beside }) => updateTurn(state, (turn) => withAdjacentSquareCounted(turn, beside)),
});

/** Enemies beside an entered square with that square in their front zone. SK-AOO-1, SK-AOO-2, SK-RUL-47, SK-RUL-48. */
export const findWatchingEnemies = (state: State, who: string, square: Square, but?: string): readonly string[] => {
  const { team, altitude } = findPlaced(state, who);
  return state.combatants
    .filter(
      ({ id: enemy, team: theirs, at, facing, altitude: height }) =>
        theirs !== team &&
        enemy !== but &&
        at !== undefined &&
        isAdjacent(at, square) &&
        countedAltitudeDifference(state, { altitude }, { altitude: height }) <= 1 &&
        findFacingZone({ at, facing }, square, state.settings) === 'front',
    )
    .map((each) => each.id);
};

/** Enemies provoked by the entered square, in turn order. SK-AOO-8, SK-AOO-9. */
export const enemiesProvokedBy = (state: State, beside: readonly string[]): readonly Combatant[] =>
  sortByTurnOrder(
    state,
    state.combatants.filter((each) => {
      const seen = state.turn?.enemies.find(({ id }) => id === each.id);
      if (seen === undefined || seen.aooTaken || seen.adjacentCount < state.settings['aoo.squares']) return false;
      return beside.includes(each.id) && isAbleToAct(each);
    }),
  );

/** An enemy that a mover may provoke. */
interface Watcher {
  readonly who: PlacedCombatant;
  /** Number of squares beside this enemy that the mover has entered this turn. */
  readonly before: number;
}

/** Enemies that the mover may still provoke this turn, in turn order. */
const findWatchers = (state: State, mover: string): readonly Watcher[] => {
  const { team, altitude } = findPlaced(state, mover);
  const { turn } = state;
  if (turn === undefined) return [];
  const high = (each: Combatant): boolean =>
    countedAltitudeDifference(state, { altitude }, { altitude: each.altitude }) > 1;
  const seenBy = (who: string) => turn.enemies.find(({ id: enemy }) => enemy === who);
  const able = state.combatants
    .filter((each) => each.team !== team && isAbleToAct(each) && !high(each) && seenBy(each.id)?.aooTaken !== true)
    .filter(isPlaced);
  return sortByTurnOrder(state, able).map((who) => ({ who, before: seenBy(who.id)?.adjacentCount ?? 0 }));
};

/** Creates a function that lists the enemies a path would provoke, in order. */
export const createProvocationCheck = (
  state: State,
  mover: string,
): ((path: readonly Square[]) => readonly PlacedCombatant[]) => {
  const watchers = findWatchers(state, mover);
  const least = state.settings['aoo.squares'];
  if (watchers.length === 0) return () => [];
  return (path) => {
    const provoked: PlacedCombatant[] = [];
    const counts = watchers.map(({ before }) => before);
    for (const square of path)
      for (let n = 0; n < watchers.length; n++) {
        const watcher = watchers[n];
        if (watcher === undefined || !isAdjacent(watcher.who.at, square)) continue;
        if (findFacingZone(watcher.who, square, state.settings) !== 'front') continue;
        const count = (counts[n] ?? 0) + 1;
        counts[n] = count;
        if (count >= least && !provoked.includes(watcher.who)) provoked.push(watcher.who);
      }
    return provoked;
  };
};

/** Resolves the attacks of provoked enemies in turn order while the mover is conscious. SK-AOO-1, SK-AOO-9. */
export const resolveOpportunityAttacks = (draft: Draft, mover: string, at: Square, beside: readonly string[]): void => {
  if (beside.length === 0) return;
  for (const { id: reactor } of enemiesProvokedBy(draft.now(), beside))
    if (findPlaced(draft.now(), mover).life === 'conscious')
      resolveAttack(draft, 'opportunity', { attacker: reactor, target: mover, at });
};
