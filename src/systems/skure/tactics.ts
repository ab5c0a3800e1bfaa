import { ref, say, type Text } from '../../core/message.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import type { Plan, Tactics } from '../../rules/tactics.ts';
import { usualMode } from './attack/attack.ts';
import type { BlowKind } from './attack/kinds.ts';
import { chancesOf } from './attack/odds.ts';
import { asBelieved } from './beliefs.ts';
import { bearing, lineIsClear, meleeDistance, meleeReach, rangedReach, sameSquare } from './board.ts';
import { chargeableNow } from './charge.ts';
import { foes, mayTurn } from './checks.ts';
import { provokedOn, walkOf } from './movement/movement.ts';
import { reachable, walkCosts } from './movement/paths.ts';
import { zoneOf } from './positioning.ts';
import { type Facing, find, isAble, isPlaced, type Placed, type State, type Turn } from './state.ts';

type Order = Plan['orders'][number];

/** Where one could stand when acting, and how one comes there. */
interface Stand {
  readonly at: Square;
  readonly path: readonly Facing[];
  readonly cost: number;
}

/** How many stands are looked at for whom they provoke: those worth most before that. */
const lookedAt = 12;

/** What a point of damage to this one is worth: more on those who are able, and nearly down. */
const worthOf = (target: Placed, { damage, fells }: { readonly damage: number; readonly fells: number }): number => {
  const whole = Math.max(1, target.sheet.maxHp);
  return (Math.min(damage / 100, Math.max(1, target.hp)) / whole) * 100 + fells * (isAble(target) ? 1 : 0.5);
};

/** The orders that face one that way on the stand, or nothing where the turning rules forbid it (SK-TURNING-1, SK-TURNING-3). */
const standing = (me: Placed, turn: Turn, { path }: Stand, facing: Facing): readonly Order[] | undefined => {
  const walk: readonly Order[] = path.length === 0 ? [] : [{ verb: 'move', params: { path: path.join(' ') } }];
  if (me.facing === facing) return walk;
  // A turn before the move comes first; after it there is none left on the way.
  return !(turn.moved && path.length > 0) && mayTurn(me, turn, facing).ok
    ? [{ verb: 'turn', params: { facing } }, ...walk]
    : undefined;
};

/** The stands open now: here first, then the others by what they cost. */
const standsOf = (state: State, me: Placed, turn: Turn): readonly Stand[] => [
  { at: me.at, path: [], cost: 0 },
  ...(turn.postTurned ? [] : reachable(state, me)),
];

/**
 * Expected harm to the mover from those whom a way provokes (SK-AOO-1), in the same worth. It is reckoned for the facing of the plan:
 * a plan that is begun by turning is worth the same after the turn.
 */
const harmOnWay = (state: State, me: Placed, { path }: Stand, facing: Facing): number => {
  const walk = path.length === 0 ? undefined : walkOf(state, me, path);
  if (walk?.ok !== true) return 0;
  return provokedOn(state, me.name, walk.value.path)
    .flatMap((name) => find(state, name) ?? [])
    .filter(isPlaced)
    .reduce(
      (sum, attacker) =>
        sum + worthOf(me, chancesOf(state, { how: 'opportunity', attacker, target: { ...me, facing } })),
      0,
    );
};

interface Idea extends Plan<Text> {
  readonly stand: Stand;
  readonly facing: Facing;
}

const ending: readonly Order[] = [{ verb: 'defend', params: {} }];

/** SK-ATK-1, SK-POS-1: an attack on each foe from every stand from which it can be made. */
const attacks = (state: State, me: Placed, turn: Turn, stands: readonly Stand[]): readonly Idea[] => {
  const worths = new Map<string, number>();
  const worth = (stander: Placed, target: Placed, how: BlowKind): number => {
    const zone = zoneOf(target, stander.at, state.settings);
    const key = JSON.stringify([target.name, how, zone]);
    const known = worths.get(key) ?? worthOf(target, chancesOf(state, { how, attacker: stander, target }));
    worths.set(key, known);
    return known;
  };
  return foes(state, me)
    .filter(({ team, life }) => team !== me.team && life === 'conscious')
    .flatMap((target) =>
      stands.flatMap((stand): Idea[] => {
        const stander = { ...me, at: stand.at };
        const facing = bearing(stand.at, target.at);
        const orders = facing && standing(me, turn, stand, facing);
        if (facing === undefined || orders === undefined) return [];
        const how = usualMode(state, stander, target);
        const reached =
          how === 'melee'
            ? meleeReach(state, stander, target) <= me.sheet.meleeRange
            : rangedReach(state, stander, target) <= (me.sheet.rangedRange ?? 0) &&
              lineIsClear(state, stand.at, target.at);
        if (!reached) return [];
        const from = zoneOf(target, stand.at, state.settings);
        const where = sameSquare(stand.at, me.at) ? '' : say` from ${squareName(stand.at)}`;
        return [
          {
            stand,
            facing,
            label: say`Attack ${ref(target.name)}${where}${from === 'front' ? '' : say`, at its ${from}`}`,
            worth: worth(stander, target, how) - stand.cost / 100,
            orders: [...orders, { verb: 'attack', params: { target: target.name } }],
          },
        ];
      }),
    );
};

/** SK-CHARGE-1: a charge at each foe in a free lane straight ahead. */
const charges = (state: State, me: Placed, here: Stand): readonly Idea[] =>
  chargeableNow(state, me)
    .filter(({ team, life }) => team !== me.team && life === 'conscious')
    .map((target) => ({
      stand: here,
      facing: me.facing,
      label: say`Charge ${ref(target.name)}`,
      worth: worthOf(target, chancesOf(state, { how: 'charge', attacker: me, target })),
      orders: [{ verb: 'charge', params: { target: target.name } }],
    }));

/** How far ahead an advance looks for a way, in movement points, and what lies beyond counts as. */
const farthest = 60;

/** SK-MOVE-4, SK-DEF-1: nearer to the nearest foe, facing it, and on guard there. */
const advances = (state: State, me: Placed, turn: Turn, stands: readonly Stand[]): readonly Idea[] => {
  const against = foes(state, me).filter(({ team, life }) => team !== me.team && life === 'conscious');
  const straight = (at: Square, foe: Placed): number => meleeDistance(at, foe.at);
  const [nearest] = against.toSorted((a, b) => straight(me.at, a) - straight(me.at, b));
  if (nearest === undefined) return [];
  const costs = walkCosts(state, me, nearest.at, farthest);
  return stands.map((stand): Idea => {
    const facing = bearing(stand.at, nearest.at);
    const turning = facing && standing(me, turn, stand, facing);
    const orders = turning ?? standing(me, turn, stand, me.facing);
    return {
      stand,
      facing: turning === undefined || facing === undefined ? me.facing : facing,
      label: stand.path.length === 0 ? 'Defend yourself' : say`Move to ${squareName(stand.at)} and defend yourself`,
      worth: -(costs(stand.at) ?? farthest + straight(stand.at, nearest)) - stand.cost / 100,
      orders: [...(orders ?? []), ...ending],
    };
  });
};

/** What the one whose turn it is could do with it: strike, charge, or come nearer. */
export const tactics: Tactics<State> = (actual, actor) => {
  const { turn } = actual;
  const me = find(actual, actor);
  if (actual.status !== 'active' || turn?.who !== actor || turn.acted || me === undefined) return [];
  if (!isPlaced(me) || !isAble(me)) return [];
  const state = asBelieved(actual, me);
  const stands = standsOf(state, me, turn);
  const [here = { at: me.at, path: [], cost: 0 }] = stands;
  const blows = [...attacks(state, me, turn, stands), ...charges(state, me, here)];
  const ideas = [
    ...blows.toSorted((a, b) => b.worth - a.worth).slice(0, lookedAt),
    ...advances(state, me, turn, stands)
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, lookedAt),
  ];
  const plans = ideas.map(({ stand, facing, label, worth, orders }) => {
    const feared = harmOnWay(state, me, stand, facing);
    return { label, worth: worth - feared, feared, orders };
  });
  return plans.length > 0 ? plans : [{ label: 'Defend yourself', worth: 0, orders: ending }];
};
