import { joined, present, ref, say, type Text, term } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { type AdvanceTactics, lazyPlan, type Plan, sortBestFirst, type Tactics } from '../../../rules/tactics.ts';
import type { AttackKind } from '../attack/attack-kinds.ts';
import { zoneTexts } from '../attack/attack-line.ts';
import {
  bearingBetween,
  countedAltitudeDifference,
  findFacingZone,
  isLineClear,
  isObstacle,
  isOnBoard,
  isSameSquare,
  meleeDistance,
  rangedDistance,
  squareInDirection,
} from '../board.ts';
import { chargeableFoes } from '../charge.ts';
import { attackableFoes, requireTurningAllowed } from '../checks.ts';
import { lifeStateAt } from '../death.ts';
import { createPathCostLookup, type ReachableSquare, reachableSquares } from '../movement/paths.ts';
import { damageDistribution } from '../odds.ts';
import { createProvocationCheck } from '../opportunity.ts';
import type { Breath, Spell } from '../sheet.ts';
import { spellCost } from '../spells.ts';
import { type Facing, find, isAbleToAct, isPlaced, type PlacedCombatant, type State, type Turn } from '../state.ts';
import { sideBelief } from './beliefs.ts';
import { noObjectiveWorth, type ObjectiveWorth, objectiveWorthFor } from './objective-worth.ts';

type Order = Plan['orders'][number];

/** A square from which to act, with the path to it. */
type Stand = ReachableSquare;

/** Maximum number of plans whose provoked attacks are calculated, the best first; fewer for quick tactics. */
const maxProvocationChecks = 12;
const maxQuickProvocationChecks = 3;

/** Facts for planning one turn. `state`: usually the battle as the combatant’s side believes it to be. */
interface DecisionContext {
  readonly state: State;
  readonly me: PlacedCombatant;
  readonly turn: Turn;
  /** The combatant’s own square, which is the first of `stands`. */
  readonly here: Stand;
  readonly stands: readonly Stand[];
  readonly goals: ObjectiveWorth;
}

/** Worth of an attack: expected percentage of the target’s HP, plus its chance to go down (percent). */
const calculateAttackWorth = (
  state: State,
  how: AttackKind,
  attacker: PlacedCombatant,
  target: PlacedCombatant,
  magic?: Spell | Breath,
): number => {
  const whole = Math.max(1, target.sheet.maxHp);
  let [all, downs] = [0, 0];
  for (const { rolls, damage } of damageDistribution(state, { how, attacker, target, ...(magic && { magic }) })) {
    all += rolls * damage;
    if (lifeStateAt(target.hp - damage, state.settings) !== 'conscious') downs += rolls;
  }
  return (Math.min(all / 100, Math.max(1, target.hp)) / whole) * 100 + downs * (isAbleToAct(target) ? 1 : 0.5);
};

const isHere = ({ me }: DecisionContext, { at }: Stand): boolean => isSameSquare(at, me.at);

/** True if the combatant may face this way, by a turn before or after moving. SK-TURNING-1, SK-TURNING-3. */
const mayFace = ({ me, turn }: DecisionContext, moving: boolean, facing: Facing): boolean =>
  me.facing === facing || (!(turn.moved && moving) && requireTurningAllowed(me, turn, facing).ok);

/** Orders to move to a square and face a direction there. */
const moveOrders = ({ me }: DecisionContext, { path: pathTo }: Stand, facing: Facing): readonly Order[] => {
  const path = pathTo();
  return present([
    me.facing !== facing && { verb: 'turn', params: { facing } },
    path.length !== 0 && { verb: 'move', params: { path: path.join(' ') } },
  ]);
};

/** A possible plan. Its label and orders are created when needed. */
interface Idea {
  readonly worth: number;
  readonly stand: Stand;
  readonly facing: Facing;
  readonly label: () => Text;
  readonly orders: () => readonly Order[];
}

const findPathSquares = (from: Square, path: readonly Facing[]): readonly Square[] => {
  let at = from;
  return path.map((way) => {
    at = squareInDirection(at, way);
    return at;
  });
};

/** Creates a function for the worth lost to attacks that a path provokes. Only the final facing matters. SK-AOO-1. */
const createPathRisk = ({ state, me }: DecisionContext) => {
  const provoked = createProvocationCheck(state, me.id);
  return ({ at, path }: Stand, facing: Facing): number => {
    let risk = 0;
    if (isSameSquare(at, me.at)) return risk;
    for (const attacker of provoked(findPathSquares(me.at, path())))
      risk += calculateAttackWorth(state, 'opportunity', attacker, { ...me, facing });
    return risk;
  };
};

const defending: Order = { verb: 'defend', params: {} };

/** An attack on one foe, with the order that makes this attack. */
interface AttackOption {
  readonly target: PlacedCombatant;
  readonly magic?: Spell | Breath;
  /** Kind of attack from a square. Undefined if the target is out of reach. */
  readonly howFrom: (stand: Stand) => AttackKind | undefined;
  readonly label: () => Text;
  readonly order: Order;
}

/** Plans one attack from every square that allows it. SK-POS-1. */
const planOption = (
  context: DecisionContext,
  { target, magic, howFrom, label, order }: AttackOption,
): readonly Idea[] => {
  const { state, me, stands, goals } = context;
  const weight = goals.foeWeight(target);
  const worths = new Map<string, number>();
  return stands.flatMap((stand) => {
    const { at, cost } = stand;
    const how = howFrom(stand);
    const facing = how && bearingBetween(at, target.at);
    const moves = !isHere(context, stand);
    if (how === undefined || facing === undefined || !mayFace(context, moves, facing)) return [];
    if (how !== 'melee' && !isLineClear(state, at, target.at)) return [];
    const zone = findFacingZone(target, at, state.settings);
    const key = `${how} ${zone}`;
    const worth = worths.get(key) ?? weight * calculateAttackWorth(state, how, { ...me, at }, target, magic);
    worths.set(key, worth);
    return {
      worth: worth + goals.worthAt(at) - cost / 100,
      stand,
      facing,
      label: () => {
        const side = magic === undefined && zoneTexts[zone];
        return joined([label(), moves && say`from ${formatSquare(at)}`, side]);
      },
      orders: () => [...moveOrders(context, stand, facing), order],
    };
  });
};

/** Plans attacks on each foe, in melee if in reach, otherwise at range. SK-ATK-1, SK-ATK-2. */
const planAttacks = (context: DecisionContext, foes: readonly PlacedCombatant[]): readonly Idea[] => {
  const { state, me } = context;
  const { meleeRange, rangedRange } = me.sheet;
  return foes.flatMap((target) => {
    const height = countedAltitudeDifference(state, me, target);
    const howFrom = ({ at }: Stand): AttackKind | undefined => {
      if (Math.max(meleeDistance(at, target.at), height) <= meleeRange) return 'melee';
      return rangedDistance(at, target.at) + height <= (rangedRange ?? 0) ? 'ranged' : undefined;
    };
    const order = { verb: 'attack', params: { target: target.id } };
    return planOption(context, { target, howFrom, label: () => say`Attack ${ref(target.id)}`, order });
  });
};

/** Plans damaging magic that cannot fail. In simulations, other magic won no more battles. SK-SPELL-1, SK-BREATH-1. */
const planMagic = (context: DecisionContext, foes: readonly PlacedCombatant[]): readonly Idea[] => {
  const { state, me } = context;
  const cast = (magic: Spell | Breath, how: 'spell' | 'breath', mayPay: (moves: boolean) => boolean) =>
    (magic.damage > 0 ? foes : []).flatMap((target) => {
      const height = countedAltitudeDifference(state, me, target);
      const order = { verb: how === 'spell' ? 'cast' : 'breath', params: { [how]: magic.name, target: target.id } };
      const howFrom = (stand: Stand): AttackKind | undefined =>
        mayPay(!isHere(context, stand)) && rangedDistance(stand.at, target.at) + height <= magic.range
          ? how
          : undefined;
      const label = () =>
        how === 'spell'
          ? say`Cast ${term(magic.name)} on ${ref(target.id)}`
          : say`Use ${term(magic.name)} on ${ref(target.id)}`;
      return planOption(context, { target, magic, howFrom, label, order });
    });
  const spells = me.essence > 0 ? me.sheet.spells.filter(({ revives }) => revives === null) : [];
  return [
    ...me.sheet.breaths.flatMap((each) => cast(each, 'breath', () => true)),
    ...spells.flatMap((each) => cast(each, 'spell', (moves) => spellCost(state, each, moves) <= me.essence)),
  ];
};

/** Plans a charge at each foe in a free lane straight ahead. SK-CHARGE-1. */
const planCharges = ({ state, me, here, goals }: DecisionContext): readonly Idea[] =>
  chargeableFoes(state, me)
    .filter(({ team, life }) => team !== me.team && life === 'conscious')
    .map((target) => ({
      worth: goals.foeWeight(target) * calculateAttackWorth(state, 'charge', me, target) + goals.worthAt(me.at),
      stand: here,
      facing: me.facing,
      label: () => say`Charge ${ref(target.id)}`,
      orders: () => [{ verb: 'charge', params: { target: target.id } }],
    }));

/** Maximum path cost that an advance looks for (movement points). Longer paths count as this cost. */
const farthest = 60;

/** Moves toward the nearest foe, faces it and defends. SK-MOVE-4, SK-DEF-1. */
const planAdvances = (context: DecisionContext, foes: readonly PlacedCombatant[]): readonly Idea[] => {
  const { state, me, stands, goals } = context;
  const straight = (at: Square, foe: PlacedCombatant): number => meleeDistance(at, foe.at);
  const distances = new Map(foes.map((foe) => [foe, straight(me.at, foe) / goals.foeWeight(foe)]));
  const [nearest] = foes.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
  if (nearest === undefined) return [];
  const costs = createPathCostLookup(state, me, nearest.at, farthest);
  return stands.map((stand) => {
    const { at, cost } = stand;
    const bearing = bearingBetween(at, nearest.at);
    const facing = bearing !== undefined && mayFace(context, !isHere(context, stand), bearing) ? bearing : me.facing;
    return {
      worth: goals.worthAt(at) - (costs(at) ?? farthest + straight(at, nearest)) - cost / 100,
      stand,
      facing,
      label: () => (isHere(context, stand) ? 'Defend yourself' : say`Move to ${formatSquare(at)} and defend yourself`),
      orders: () => [...moveOrders(context, stand, facing), defending],
    };
  });
};

/** Context for the actor whose turn it is, else undefined. `believed`: use its side’s belief, not the real battle. */
const createDecisionContext = (actual: State, actor: string, believed: boolean): DecisionContext | undefined => {
  const { status, turn } = actual;
  const me = find(actual, actor);
  if (status !== 'active' || turn?.who !== actor || turn.acted || me === undefined) return undefined;
  if (!isPlaced(me) || !isAbleToAct(me)) return undefined;
  const state = believed ? sideBelief(actual, me) : actual;
  const here: Stand = { at: me.at, path: () => [], cost: 0 };
  const stands = [here, ...(turn.postTurned ? [] : reachableSquares(state, me))];
  return { state, me, turn, here, stands, goals: objectiveWorthFor(state, me) };
};

/** The best attacks and moves, minus the damage of attacks that they provoke. */
const listPlans = (
  context: DecisionContext,
  most: number,
  mayAdvance: (canAttack: boolean) => boolean,
  mayCharge = true,
): readonly Plan<Text>[] => {
  const { state, me } = context;
  const foes = attackableFoes(state, me).filter(({ life }) => life === 'conscious');
  const attacks = [
    ...planAttacks(context, foes),
    ...planMagic(context, foes),
    ...(mayCharge ? planCharges(context) : []),
  ];
  const moves = mayAdvance(attacks.length > 0) ? planAdvances(context, foes) : [];
  const findRisk = createPathRisk(context);
  const plans = [attacks, moves]
    .flatMap((ideas) => sortBestFirst(ideas).slice(0, most))
    .map(({ worth, stand, facing, label, orders }): Plan<Text> => {
      const risk = findRisk(stand, facing);
      return lazyPlan(worth - risk, { label, risk: () => risk, orders });
    });
  return plans.length > 0 ? plans : [{ label: 'Defend yourself', worth: 0, orders: [defending] }];
};

/** Plans for the current turn: attack, charge or advance. */
export const tactics: Tactics<State> = (actual, actor) => {
  const context = createDecisionContext(actual, actor, true);
  return context === undefined ? [] : listPlans(context, maxProvocationChecks, () => true);
};

/** Faster plans from the real battle. Without a relevant objective, a combatant that can attack does not advance. */
export const quickTactics: Tactics<State> = (state, actor) => {
  const context = createDecisionContext(state, actor, false);
  if (context === undefined) return [];
  return listPlans(context, maxQuickProvocationChecks, (canAttack) => !canAttack || context.goals.isPositionRelevant);
};

/** A path cost higher than the cost of any path on a board (movement points). */
const endless = 100_000;

/** Reachable squares nearest to a place, by a path around other combatants or else through them. */
const findNearestStands = ({ state, me, stands }: DecisionContext, place: Square): readonly Stand[] => {
  const around = createPathCostLookup(state, me, place, endless);
  const through = createPathCostLookup({ ...state, combatants: [me] }, me, place, endless);
  const left = ({ at }: Stand): number =>
    isSameSquare(at, place) ? 0 : (around(at) ?? endless + (through(at) ?? endless + meleeDistance(at, place)));
  const least = Math.min(...stands.map(left));
  return stands.filter((each) => left(each) === least);
};

/** Advances toward a place and attacks from there if possible, else defends. SK-MOVE-4. */
export const advanceTactics: AdvanceTactics<State> = {
  placeProblem: (state, place) =>
    isOnBoard(state, place) ? (isObstacle(state, place) ? 'blocked' : undefined) : 'off-board',
  plans: (actual, actor, place) => {
    const context = createDecisionContext(actual, actor, true);
    if (context === undefined) return [];
    const near = { ...context, stands: findNearestStands(context, place), goals: noObjectiveWorth };
    return listPlans(near, maxProvocationChecks, () => true, false);
  },
};
