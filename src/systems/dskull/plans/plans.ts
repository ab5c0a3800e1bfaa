import { lazyValue } from '../../../core/memoize.ts';
import { count, joined, present, ref, say, type Text, term } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { type AdvanceTactics, lazyPlan, type Plan, sortBestFirst, type Tactics } from '../../../rules/tactics.ts';
import { attackPoolKey, calculateAttackGains, calculateMpGain } from '../activation/actions.ts';
import { previewActivation } from '../activation/activation.ts';
import { defaultWeapons, weaponSelections } from '../activation/weapons.ts';
import { findBlastTargets } from '../attack/area-attacks.ts';
import { calculateShot, requireShotInRange, shotSteps } from '../attack/steps.ts';
import { distance, edgeGridOf, isOnBoard, isSameSquare, isSealed, neighboursOf } from '../board/board.ts';
import { areHostile, foesOf } from '../checks.ts';
import { sumParts } from '../dice/roll.ts';
import { createTerrain, isInZone, type Terrain, withFigureMoved } from '../engagement.ts';
import { formatInteraction, type Interaction, possibleInteractions } from '../interaction.ts';
import { createMoverContext, reachableSpaces } from '../movement/path.ts';
import { isCurrentPlayerStuck, unplacedWarriors } from '../rounds.ts';
import { freeSpaces, fromMiddle } from '../setup.ts';
import {
  type ActingWarrior,
  type Figure,
  figuresOf,
  findActingWarrior,
  findSeat,
  findWeapon,
  type State,
  traitCopies,
  type Warrior,
  type Weapon,
} from '../state.ts';
import { type AttackWorth, type AttackWorthLookup, createAttackWorthLookup } from './attack-worth.ts';
import { sideBelief } from './beliefs.ts';
import { type PositionWorth, positionWorthFor } from './position-worth.ts';

type Order = Plan['orders'][number];

/** Maximum number of spaces to shoot from, the best first. `maxBlastPositions`: the same for blasts. */
const maxShotPositions = 8;
const maxBlastPositions = 3;
/** Estimated chance to pass a Morale test. */
const courage = 0.65;

/** Facts for planning: the battle as the seat’s side knows it. */
interface DecisionContext {
  readonly state: State;
  readonly terrain: Terrain;
  readonly attackWorths: AttackWorthLookup;
  readonly aims: PositionWorth;
}

/** Something that a warrior could do from a space. */
interface ActionOption {
  readonly describe: () => Text;
  readonly worth: number;
  readonly orders: () => readonly Order[];
  /** The foe that this option may take out, with the chance. */
  readonly out?: { readonly foe: string; readonly chance: number };
  /** Number of actions that the option costs. `hit`: true if a stored HIT is spent. */
  readonly actions: number;
  readonly hit?: boolean;
  /** Id of the awe-inspiring foe that must be dared first. Undefined if there is none. */
  readonly dares?: string;
}

const order = (verb: string, params: Order['params'] = {}): Order => ({ verb, params });

/** A space that the acting warrior can reach, with its worth. */
interface Place {
  readonly at: Square;
  readonly path: () => readonly Square[];
  readonly length: number;
  /** Number of Movement actions needed. `adv`: true if a stored ADV is spent. `actions` and `mp`: what is left. */
  readonly moves: number;
  readonly adv: boolean;
  readonly actions: number;
  readonly mp: number;
  readonly worth: number;
  /** The board with the warrior on this space. */
  readonly terrain: () => Terrain;
  /** Estimated chance to pass the Morale test needed to go to the space. 1 without a test. */
  readonly courage: number;
}

const spacesBetween = (a: Square, b: Square): number => distance('orthogonal', a, b);

/** All spaces that the warrior can reach, with the fewest actions, best first. */
const placesFor = ({ state, terrain, aims }: DecisionContext, { activation, warrior }: ActingWarrior) => {
  const way = createMoverContext(state, warrior);
  if (way === undefined) return [];
  const { actions, mp, fearsome, seat, symbolSpent } = activation;
  const gain = calculateMpGain(state, warrior.id, 'action').amount;
  const hasAdv = !symbolSpent && (findSeat(state, seat)?.symbols.ADV ?? 0) > 0;
  const advGain = hasAdv ? calculateMpGain(state, warrior.id, 'tacticsAdv').amount : 0;
  const movesFor = (cost: number): number => (cost <= 0 ? 0 : gain > 0 ? Math.ceil(cost / gain) : 99);
  const feared = way.hostileZones.filter(
    (zone) =>
      traitCopies(zone.owner, 'fearsome') > 0 &&
      fearsome[zone.owner.id] !== 'passed' &&
      !isInZone(way.terrain, zone, warrior.at),
  );
  const here = aims.worthAt(warrior, warrior.at);
  const reached = [
    { to: warrior.at, cost: 0, length: 0, path: () => [] },
    ...reachableSpaces(way, mp + actions * gain + advGain, fearsome),
  ];
  const places = reached.map(({ to: at, cost, length, path }): Place => {
    const plain = movesFor(cost - mp);
    const helped = advGain > 0 ? movesFor(cost - mp - advGain) : plain;
    const adv = helped < plain;
    const moves = adv ? helped : plain;
    return {
      ...{ at, path, length, moves, adv },
      actions: actions - moves,
      mp: mp + moves * gain + (adv ? advGain : 0) - cost,
      worth: aims.worthAt(warrior, at) - here - length / 100,
      terrain: lazyValue(() => withFigureMoved(terrain, { ...warrior, at })),
      courage: feared.some((zone) => isInZone(way.terrain, zone, at)) ? courage : 1,
    };
  });
  return sortBestFirst(places.filter((place) => place.actions >= 0));
};

/** An acting warrior with its foes and selected weapons. */
interface ActingContext {
  readonly acting: ActingWarrior;
  readonly foes: readonly Figure[];
  readonly weapons: readonly Weapon[];
  /** True if the warrior may spend a stored HIT. */
  readonly hit: boolean;
}

/** Number of attacks with a weapon after `more` further Attack actions. */
const attacksWith = (
  { settings }: State,
  { activation, warrior }: ActingWarrior,
  more: number,
  weapon: Weapon,
): number => {
  const key = attackPoolKey(settings, weapon.id);
  let left = activation.attacks[key] ?? 0;
  for (let n = 1; n <= more; n++)
    left += calculateAttackGains(settings, activation, warrior, activation.attackActions + n)[key] ?? 0;
  return Math.min(weapon.chargesLeft ?? left, left);
};

/** Worth of several attacks on a target. Once the target is out, each further attack is worth `next`. */
const severalOn = (times: number, { worth, takeOutChance }: AttackWorth, next: number): number => {
  let total = 0;
  let stands = 1;
  for (let n = 0; n < times; n++) {
    total += stands * worth + (1 - stands) * next;
    stands *= 1 - takeOutChance;
  }
  return total;
};

interface Target {
  readonly foe: Figure;
  readonly attack: AttackWorth;
  readonly dares: boolean;
}

/** True if the warrior may attack this foe. `dares`: true if it must first pass a Morale test. */
const mayFace = ({ activation }: ActingWarrior, foe: Figure): boolean | 'dares' => {
  if (traitCopies(foe, 'awe-inspiring') === 0 || activation.dared[foe.id] === 'passed') return true;
  return !activation.started && activation.dared[foe.id] === undefined ? 'dares' : false;
};

/** Foes that a weapon could attack from a space, the most valuable first. */
const findTargets = (
  { attackWorths }: DecisionContext,
  foes: readonly Figure[],
  there: ActingWarrior,
  place: Place,
  weapon: Weapon,
): readonly Target[] => {
  const targets = foes.flatMap((foe): Target[] => {
    if (weapon.type === 'melee' && spacesBetween(foe.at, place.at) > 2) return [];
    const may = mayFace(there, foe);
    const attack = may === false ? undefined : attackWorths.fromPosition(place.terrain(), there, foe, weapon);
    if (attack === undefined) return [];
    return [
      may === 'dares'
        ? { foe, attack: { ...attack, worth: attack.worth * courage }, dares: true }
        : { foe, attack, dares: false },
    ];
  });
  return targets.sort((a, b) => b.attack.worth - a.attack.worth);
};

/** Options to attack each foe with each weapon, for this number of actions. */
const attacks = (
  context: DecisionContext,
  { acting, foes }: ActingContext,
  there: ActingWarrior,
  place: Place,
  weapons: readonly Weapon[],
  actions: number,
  hit: boolean,
): readonly ActionOption[] =>
  weapons.flatMap((weapon) => {
    const { id } = weapon;
    const times = attacksWith(context.state, acting, actions + (hit ? 1 : 0), weapon);
    if (weapon.area !== undefined || times === 0) return [];
    const spends = hit && times > attacksWith(context.state, acting, 0, weapon) + actions;
    const targets = findTargets(context, foes, there, place, weapon);
    return targets.map(
      ({ foe, attack, dares }, at): ActionOption => ({
        describe: () =>
          times > 1
            ? say`attack ${ref(foe.id)} ${count(times, 'time')} with ${term(weapon.name)}`
            : say`attack ${ref(foe.id)} with ${term(weapon.name)}`,
        out: { foe: foe.id, chance: 1 - (1 - attack.takeOutChance) ** times },
        worth: severalOn(times, attack, targets[at === 0 ? 1 : 0]?.attack.worth ?? 0),
        orders: () => [
          ...(spends ? [order('symbol', { symbol: 'HIT' })] : []),
          ...Array.from({ length: times }, () => order('attack', { target: foe.id, weapon: id })),
        ],
        actions,
        hit: spends,
        ...(dares && { dares: foe.id }),
      }),
    );
  });

/** Worth of a blast on a space. Damage to friends is subtracted. */
const blastWorth = (
  { attackWorths }: DecisionContext,
  terrain: Terrain,
  warrior: Figure,
  weapon: Weapon,
  space: Square,
): number => {
  const shot = calculateShot(terrain, warrior, weapon, space);
  if (!requireShotInRange(terrain, shot).ok) return 0;
  const step = sumParts(shotSteps(terrain, warrior, shot));
  return findBlastTargets(terrain, weapon, space, terrain.figures).reduce((sum, { target, lost }) => {
    const worth = attackWorths.withStep(warrior, target, { ...weapon, dice: weapon.dice - lost }, step).worth;
    return sum + (areHostile(terrain.state, target, warrior) ? worth : -1.5 * worth);
  }, 0);
};

/** Options to aim blasts at foes’ spaces and the spaces beside them. DS-AOE-1. */
const blasts = (
  context: DecisionContext,
  { acting, foes, weapons }: ActingContext,
  warrior: Figure,
  { terrain, actions }: Place,
): readonly ActionOption[] =>
  weapons.flatMap((weapon): readonly ActionOption[] => {
    const { id } = weapon;
    const { board } = context.state;
    const times = attacksWith(context.state, acting, actions, weapon);
    if (weapon.area === undefined || times === 0 || board === undefined) return [];
    return foes
      .flatMap(({ at }) => [at, ...neighboursOf(at)])
      .filter((space) => isOnBoard(board, space) && !isSameSquare(space, warrior.at))
      .map((space) => ({
        describe: () => say`blast ${formatSquare(space)} with ${term(weapon.name)}`,
        worth: blastWorth(context, terrain(), warrior, weapon, space) * times,
        orders: () => Array.from({ length: times }, () => order('blast', { to: formatSquare(space), weapon: id })),
        actions,
      }));
  });

const describeInteraction = (what: Interaction): Text => {
  switch (what.kind) {
    case 'medicine':
      return say`treat ${ref(what.patient)}`;
    case 'give':
      return say`give ${term(what.object.name)} to ${ref(what.to)}`;
    case 'door':
      return term(what.edge.kinds.length > 0 ? 'open the door' : 'close the door');
    case 'take':
      return say`take ${term(what.object.name)}`;
    case 'use':
      return say`use ${term(what.object.name)}`;
  }
};

/** Options to interact with something from this space. DS-ACT-7. */
const uses = ({ aims, state }: DecisionContext, warrior: Figure): readonly ActionOption[] =>
  possibleInteractions(state, warrior).map((what) => ({
    describe: () => describeInteraction(what),
    worth: aims.worthOfUse(warrior, what),
    orders: () => [order('interact', { what: formatInteraction(what) })],
    actions: 1,
  }));

/** The option to do nothing. */
const idle: ActionOption = { describe: () => '', worth: 0, orders: () => [], actions: 0 };

/** All options on a space, including doing nothing. `afar`: which attacks from a distance to consider. */
const findOptions = (
  context: DecisionContext,
  armed: ActingContext,
  place: Place,
  afar: 'none' | 'shots' | 'blasts',
): readonly ActionOption[] => {
  const { acting, foes, weapons } = armed;
  const { at, actions, adv } = place;
  const warrior: Figure = { ...acting.warrior, at };
  const isClose = foes.some((foe) => spacesBetween(foe.at, at) <= 2);
  const usable = weapons.filter(({ type }) => (type === 'melee' ? isClose : afar !== 'none'));
  const there: ActingWarrior = { activation: acting.activation, warrior };
  const attacksFor = (left: number) => attacks(context, armed, there, place, usable, left, armed.hit && !adv);
  const used = actions > 0 ? uses(context, warrior) : [];
  const useful = actions > 1 ? used.filter(({ worth }) => worth > 0) : [];
  const [best] = useful.length > 0 ? sortBestFirst(attacksFor(actions - 1)) : [];
  return [
    idle,
    ...attacksFor(actions),
    ...(afar === 'blasts' ? blasts(context, armed, warrior, place) : []),
    ...used,
    ...(best === undefined ? [] : useful).map(
      (use): ActionOption => ({
        ...best,
        describe: () => joined([use.describe(), best?.describe() ?? '']),
        worth: use.worth + (best?.worth ?? 0),
        orders: () => [...use.orders(), ...(best?.orders() ?? [])],
        actions,
      }),
    ),
  ];
};

/** A space, an option there, and the worth of both. */
interface PlanDraft {
  readonly place: Place;
  readonly option: ActionOption;
  readonly worth: number;
}

/** True if the activation must be ended by an order, because something is left to spend. DS-ACT-9. */
const isOpen = ({ state }: DecisionContext, { activation }: ActingWarrior, { place, option }: PlanDraft): boolean => {
  const { HIT = 0, ADV = 0 } = findSeat(state, activation.seat)?.symbols ?? {};
  const symbols = !activation.symbolSpent && HIT + ADV > 0 && !place.adv && !option.hit;
  const pool = option === idle && Object.values(activation.attacks).some((left) => left > 0);
  return !state.settings.round.autoEnd || place.mp > 0 || place.actions > option.actions || symbols || pool;
};

const sentence = ({ id }: Figure, { at, length }: Place, option: ActionOption): Text => {
  const steps = present([length > 0 && say`move to ${formatSquare(at)}`, option !== idle && option.describe()]);
  const plan = say`${ref(id)}: ${steps.length === 0 ? term('end the activation') : joined(steps)}`;
  const { out } = option;
  return out && out.chance >= 0.005
    ? say`${plan} (${Math.round(out.chance * 100)} % to take ${ref(out.foe)} out)`
    : plan;
};

/** All orders of a plan: dare, gain movement, move, the option’s orders, and end. */
const draftOrders = (context: DecisionContext, acting: ActingWarrior, draft: PlanDraft): readonly Order[] => {
  const { place, option } = draft;
  return present([
    option.dares !== undefined && order('dare', { target: option.dares }),
    ...Array.from({ length: place.moves }, () => order('gain')),
    place.adv && order('symbol', { symbol: 'ADV' }),
    place.length !== 0 && order('move', { path: place.path().map(formatSquare).join(' ') }),
    ...option.orders(),
    isOpen(context, acting, draft) && order('end'),
  ]);
};

/** All plans of an acting warrior for these spaces, best first. */
const draftPlans = (
  context: DecisionContext,
  acting: ActingWarrior,
  places: readonly Place[],
): readonly PlanDraft[] => {
  const { state } = context;
  const { warrior, activation } = acting;
  const armed: ActingContext = {
    acting,
    foes: foesOf(state, warrior),
    weapons: activation.active.flatMap((id) => findWeapon(warrior, id) ?? []),
    hit: (findSeat(state, activation.seat)?.symbols.HIT ?? 0) > 0 && !activation.symbolSpent,
  };
  const drafts = places.flatMap((place, rank) => {
    const afar = place.length === 0 || rank < maxBlastPositions ? 'blasts' : rank < maxShotPositions ? 'shots' : 'none';
    return findOptions(context, armed, place, afar).map((option) => ({
      ...{ place, option },
      worth: place.worth + option.worth * place.courage,
    }));
  });
  return sortBestFirst(drafts);
};

/** A plan whose orders begin with `first`. `isDone`: true if no orders follow. */
const createPlan = (
  context: DecisionContext,
  acting: ActingWarrior,
  draft: PlanDraft,
  first: readonly Order[] = [],
  isDone = false,
): Plan<Text> =>
  lazyPlan(draft.worth, {
    label: () => sentence(acting.warrior, draft.place, draft.option),
    risk: () => context.aims.riskAt(acting.warrior, draft.place.at),
    orders: () => (isDone ? first : [...first, ...draftOrders(context, acting, draft)]),
  });

/** How many warriors, weapon selections and plans a search for plans considers. */
interface Breadth {
  /** Maximum number of ready warriors, those nearest to a foe. */
  readonly warriors: number;
  /** Maximum number of weapon selections of each warrior. */
  readonly selections: number;
  /** Maximum number of plans for each activation, the best ones. */
  readonly plans: number;
}

/** Plans to activate each ready warrior with each weapon selection. DS-ROUND-4. */
const activations = (context: DecisionContext, seat: string, breadth: Breadth): readonly Plan<Text>[] => {
  const { state } = context;
  const ready = figuresOf(state).filter((each) => each.owner === seat && each.ready);
  const spacesToFoe = (warrior: Figure): number =>
    Math.min(...foesOf(state, warrior).map(({ at }) => spacesBetween(at, warrior.at)));
  const nearest = ready.toSorted((a, b) => spacesToFoe(a) - spacesToFoe(b));
  return ready
    .filter((each) => nearest.indexOf(each) < breadth.warriors)
    .flatMap((warrior) => {
      const usual = defaultWeapons(warrior);
      const others = weaponSelections(warrior)
        .filter((each) => each.join() !== usual.join())
        .toSorted((a, b) => a.length - b.length);
      const all = [usual, ...others].slice(0, breadth.selections).map((active) => ({
        named: active !== usual && { weapons: active.join(', ') },
        acting: previewActivation(state, warrior, { active, primary: active[0] }),
      }));
      // Reachable spaces do not depend on weapons.
      const places = all[0] === undefined ? [] : placesFor(context, all[0].acting);
      return all.flatMap(({ named, acting }) => {
        const start = order('activate', { warrior: warrior.id, ...named });
        const drafts = draftPlans(context, acting, places);
        const isIdle = acting.activation.actions === 0;
        const isDone = isIdle && drafts.every((draft) => draftOrders(context, acting, draft).length <= 1);
        return drafts.slice(0, breadth.plans).map((draft) => createPlan(context, acting, draft, [start], isDone));
      });
    });
};

/** Plans to place a warrior near its goals: melee fighters first, then archers. DS-SCEN-3. */
const placements = ({ state, aims }: DecisionContext, seat: string): readonly Plan<Text>[] => {
  const isArcher = ({ weapons }: Warrior): boolean => weapons.every(({ type }) => type === 'ranged');
  const [warrior] = unplacedWarriors(state, seat).toSorted((a, b) => Number(isArcher(a)) - Number(isArcher(b)));
  if (warrior === undefined) return [];
  return freeSpaces(state, seat).map((space) => ({
    label: say`Place ${ref(warrior.id)} on ${formatSquare(space)}`,
    worth: aims.worthAt({ ...warrior, at: space }, space) - fromMiddle(state, space) / 10,
    orders: [order('deploy', { warrior: warrior.id, to: formatSquare(space) })],
  }));
};

/** Creates a planner for the current seat: it deploys, activates, acts, or advances to `place`. DS-MOVE-1. */
const createPlanner =
  (breadth: Breadth, place?: Square): Tactics<State> =>
  (truth, actor) => {
    if (isCurrentPlayerStuck(truth) || truth.current !== actor) return [];
    const state = sideBelief(truth, actor);
    const terrain = createTerrain(state);
    if (terrain === undefined) return [];
    const attackWorths = createAttackWorthLookup(state);
    const context = { state, terrain, attackWorths, aims: positionWorthFor(terrain, actor, attackWorths, place) };
    if (state.phase === 'deploy') return sortBestFirst(placements(context, actor)).slice(0, breadth.plans);
    if (state.phase !== 'resolution') return [];
    const acting = findActingWarrior(state);
    if (acting === undefined) return activations(context, actor, breadth);
    if (acting.activation.seat !== actor) return [];
    const drafts = draftPlans(context, acting, placesFor(context, acting)).slice(0, breadth.plans);
    return drafts.map((draft) => createPlan(context, acting, draft));
  };

export const tactics = createPlanner({ warriors: Number.POSITIVE_INFINITY, selections: 6, plans: 12 });

export const advanceTactics: AdvanceTactics<State> = {
  placeProblem: ({ board }, place) => {
    if (board === undefined) return 'no-places';
    if (!isOnBoard(board, place)) return 'off-board';
    return isSealed(edgeGridOf(board), place) ? 'blocked' : undefined;
  },
  plans: (truth, seat, place) =>
    createPlanner({ warriors: Number.POSITIVE_INFINITY, selections: 1, plans: 12 }, place)(truth, seat),
};

/** Faster plans: only the two warriors nearest to a foe, with their default weapons. */
export const quickTactics = createPlanner({ warriors: 2, selections: 1, plans: 1 });
