import { lazyValue } from '../../../core/memoize.ts';
import { phrase, ref, say, type Text } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { type AdvanceTactics, lazyPlan, type Plan, sortBestFirst, type Tactics } from '../../../rules/tactics.ts';
import { attackPoolKey, calculateAttackGains, mpGain } from '../activation/actions.ts';
import { previewActivation } from '../activation/activation.ts';
import { defaultWeapons, weaponSelections } from '../activation/weapons.ts';
import { findExposed } from '../attack/area-attacks.ts';
import { planShot, requireShotInRange, shotSteps } from '../attack/steps.ts';
import { distance, edgeGridOf, isOnBoard, isSameSquare, isSealed, neighboursOf } from '../board/board.ts';
import { areHostile, findSeat, foesOf } from '../checks.ts';
import { sumParts } from '../dice/roll.ts';
import { createTerrain, isInZone, type Terrain, withFigureMoved } from '../engagement.ts';
import { formatInteraction, type Interaction, possibleInteractions } from '../interaction.ts';
import { createMoverContext, reachableSpaces } from '../movement/path.ts';
import { isStuck, unplacedWarriors } from '../rounds.ts';
import { freeSpaces } from '../setup.ts';
import {
  type ActingWarrior,
  type Figure,
  figuresOf,
  findActingWarrior,
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

/** From so many spaces, those that are worth most in themselves, it is looked what a shot or a blast could do. */
const shotsFrom = 8;
const blastsFrom = 3;
/** How likely a zone is entered that takes courage, and somebody is dared who is awe-inspiring. */
const courage = 0.65;

/** All that is reckoned with while one seat decides. */
interface DecisionContext {
  readonly state: State;
  readonly terrain: Terrain;
  readonly strikes: AttackWorthLookup;
  readonly aims: PositionWorth;
}

/** What a warrior could do somewhere, after the way. Its words and its orders are found when they are asked for. */
interface ActionOption {
  readonly says: () => Text;
  readonly worth: number;
  readonly orders: () => readonly Order[];
  /** Whom it may take out, and how likely. */
  readonly out?: { readonly foe: string; readonly chance: number };
  /** Actions it takes, and whether a stored HIT is spent. */
  readonly actions: number;
  readonly hit?: boolean;
  /** Whom it takes courage to face, before anything is spent. */
  readonly dares?: string;
}

const order = (verb: string, params: Order['params'] = {}): Order => ({ verb, params });

/** A space that the acting warrior can come to, and what it is worth to stand there. */
interface Place {
  readonly at: Square;
  readonly path: () => readonly Square[];
  readonly length: number;
  /** Movement actions taken for it, and whether a stored ADV is spent; then what is left. */
  readonly moves: number;
  readonly adv: boolean;
  readonly actions: number;
  readonly mp: number;
  readonly worth: number;
  /** The board with the warrior standing there. */
  readonly terrain: () => Terrain;
  /** What deeds there are worth, as it takes courage to come there. */
  readonly courage: number;
}

const spacesBetween = (a: Square, b: Square): number => distance('orthogonal', a, b);

/** Here and every space that can be reached with the fewest actions, the best first; an ADV is spent only where it saves one. */
const placesFor = ({ state, terrain, aims }: DecisionContext, { activation, warrior }: ActingWarrior) => {
  const way = createMoverContext(state, warrior);
  if (way === undefined) return [];
  const { actions, mp, fearsome, seat, symbolSpent } = activation;
  const gain = mpGain(state, warrior.id, 'action').amount;
  const hasAdv = !symbolSpent && (findSeat(state, seat)?.symbols.ADV ?? 0) > 0;
  const advGain = hasAdv ? mpGain(state, warrior.id, 'tacticsAdv').amount : 0;
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

/** What counts for an acting warrior that decides. */
interface ActingContext {
  readonly acting: ActingWarrior;
  readonly foes: readonly Figure[];
  readonly weapons: readonly Weapon[];
  /** May it spend a stored HIT? */
  readonly hit: boolean;
}

/** How many attacks an active weapon would have with so many more Attack actions. */
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

/** What so many attacks on one target are worth, and those left over once it is out on the next best. */
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
  readonly strike: AttackWorth;
  readonly dares: boolean;
}

/** May this warrior be attacked at once (true), after a test that may still be taken (`dares`), or not at all? */
const mayFace = ({ activation }: ActingWarrior, foe: Figure): boolean | 'dares' => {
  if (traitCopies(foe, 'awe-inspiring') === 0 || activation.dared[foe.id] === 'passed') return true;
  return !activation.started && activation.dared[foe.id] === undefined ? 'dares' : false;
};

/** The foes that a weapon could strike from there, those first on whom it is worth most. */
const targetsOf = (
  { strikes }: DecisionContext,
  foes: readonly Figure[],
  there: ActingWarrior,
  place: Place,
  weapon: Weapon,
): readonly Target[] => {
  const targets = foes.flatMap((foe): Target[] => {
    if (weapon.type === 'melee' && spacesBetween(foe.at, place.at) > 2) return [];
    const may = mayFace(there, foe);
    const strike = may === false ? undefined : strikes.fromPosition(place.terrain(), there, foe, weapon);
    if (strike === undefined) return [];
    return [
      may === 'dares'
        ? { foe, strike: { ...strike, worth: strike.worth * courage }, dares: true }
        : { foe, strike, dares: false },
    ];
  });
  return targets.sort((a, b) => b.strike.worth - a.strike.worth);
};

/** The attacks that a warrior could make there with so many actions left, on each foe with each of these weapons. */
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
    const targets = targetsOf(context, foes, there, place, weapon);
    return targets.map(
      ({ foe, strike, dares }, at): ActionOption => ({
        says: () => say`attack ${ref(foe.id)}${times > 1 ? phrase` ${times} times` : ''} with ${weapon.name}`,
        out: { foe: foe.id, chance: 1 - (1 - strike.takeOutChance) ** times },
        worth: severalOn(times, strike, targets[at === 0 ? 1 : 0]?.strike.worth ?? 0),
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

/** What a blast on a space is worth: foes struck, and friends with them. */
const blastWorth = (
  { strikes }: DecisionContext,
  terrain: Terrain,
  warrior: Figure,
  weapon: Weapon,
  space: Square,
): number => {
  const shot = planShot(terrain, warrior, weapon, space);
  if (!requireShotInRange(terrain, shot).ok) return 0;
  const step = sumParts(shotSteps(terrain, warrior, shot));
  return findExposed(terrain, weapon, space, terrain.figures).reduce((sum, { target, lost }) => {
    const struck = strikes.withStep(warrior, target, { ...weapon, dice: weapon.dice - lost }, step).worth;
    return sum + (areHostile(terrain.state, target, warrior) ? struck : -1.5 * struck);
  }, 0);
};

/** DS-AOE-1. Blasts on the spaces of foes and beside them. */
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
        says: () => say`blast ${formatSquare(space)} with ${weapon.name}`,
        worth: blastWorth(context, terrain(), warrior, weapon, space) * times,
        orders: () => Array.from({ length: times }, () => order('blast', { to: formatSquare(space), weapon: id })),
        actions,
      }));
  });

const interactionSays = (what: Interaction): Text => {
  switch (what.kind) {
    case 'medicine':
      return say`treat ${ref(what.patient)}`;
    case 'give':
      return say`give ${what.thing.name} to ${ref(what.to)}`;
    case 'door':
      return what.edge.kinds.length > 0 ? 'open the door' : 'close the door';
    case 'take':
    case 'use':
      return `${what.kind} ${what.thing.name}`;
  }
};

/** DS-ACT-7. What an action could be used on there. */
const uses = ({ aims, state }: DecisionContext, warrior: Figure): readonly ActionOption[] =>
  possibleInteractions(state, warrior).map((what) => ({
    says: () => interactionSays(what),
    worth: aims.worthOfUse(warrior, what),
    orders: () => [order('interact', { what: formatInteraction(what) })],
    actions: 1,
  }));

/** Nothing. */
const still: ActionOption = { says: () => '', worth: 0, orders: () => [], actions: 0 };

/** Everything that could be done at a place, nothing among it. */
const deedsAt = (
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
    still,
    ...attacksFor(actions),
    ...(afar === 'blasts' ? blasts(context, armed, warrior, place) : []),
    ...used,
    ...(best === undefined ? [] : useful).map(
      (use): ActionOption => ({
        ...best,
        says: () => say`${use.says()}, ${best?.says() ?? ''}`,
        worth: use.worth + (best?.worth ?? 0),
        orders: () => [...use.orders(), ...(best?.orders() ?? [])],
        actions,
      }),
    ),
  ];
};

/** What a warrior could do from a place, and what both are worth. */
interface PlanDraft {
  readonly place: Place;
  readonly deed: ActionOption;
  readonly worth: number;
}

/** Is there anything left after it, so that the activation must be ended (DS-ACT-9)? */
const isOpen = ({ state }: DecisionContext, { activation }: ActingWarrior, { place, deed }: PlanDraft): boolean => {
  const { HIT = 0, ADV = 0 } = findSeat(state, activation.seat)?.symbols ?? {};
  const symbols = !activation.symbolSpent && HIT + ADV > 0 && !place.adv && !deed.hit;
  const pool = deed === still && Object.values(activation.attacks).some((left) => left > 0);
  return !state.settings.round.autoEnd || place.mp > 0 || place.actions > deed.actions || symbols || pool;
};

const sentence = ({ id }: Figure, { at, length }: Place, deed: ActionOption): Text => {
  const from = length > 0 ? formatSquare(at) : undefined;
  if (deed === still) return say`${ref(id)}: ${from === undefined ? 'end the activation' : phrase`move to ${from}`}`;
  const { out } = deed;
  const chance = out && out.chance >= 0.005 ? say`: ${Math.round(out.chance * 100)} % to take ${ref(out.foe)} out` : '';
  return say`${ref(id)}: ${deed.says()}${from === undefined ? '' : phrase` from ${from}`}${chance}`;
};

/** The orders of a deed, with the way before it and what is to be done before and after both. */
const ordersOf = (context: DecisionContext, acting: ActingWarrior, draft: PlanDraft): readonly Order[] => {
  const { place, deed } = draft;
  return [
    ...(deed.dares === undefined ? [] : [order('dare', { target: deed.dares })]),
    ...Array.from({ length: place.moves }, () => order('gain')),
    ...(place.adv ? [order('symbol', { symbol: 'ADV' })] : []),
    ...(place.length === 0 ? [] : [order('move', { path: place.path().map(formatSquare).join(' ') })]),
    ...deed.orders(),
    ...(isOpen(context, acting, draft) ? [order('end')] : []),
  ];
};

/** All that an activated warrior could do from these places, the best first. */
const draftsOf = (context: DecisionContext, acting: ActingWarrior, places: readonly Place[]): readonly PlanDraft[] => {
  const { state } = context;
  const { warrior, activation } = acting;
  const armed: ActingContext = {
    acting,
    foes: foesOf(state, warrior),
    weapons: activation.active.flatMap((id) => findWeapon(warrior, id) ?? []),
    hit: (findSeat(state, activation.seat)?.symbols.HIT ?? 0) > 0 && !activation.symbolSpent,
  };
  const drafts = places.flatMap((place, rank) => {
    const afar = place.length === 0 || rank < blastsFrom ? 'blasts' : rank < shotsFrom ? 'shots' : 'none';
    return deedsAt(context, armed, place, afar).map((deed) => ({
      ...{ place, deed },
      worth: place.worth + deed.worth * place.courage,
    }));
  });
  return sortBestFirst(drafts);
};

/** A plan, with the order that must come first; `isDone`: after that nothing is left to do. */
const planOf = (
  context: DecisionContext,
  acting: ActingWarrior,
  draft: PlanDraft,
  first: readonly Order[] = [],
  isDone = false,
): Plan<Text> =>
  lazyPlan(draft.worth, {
    label: () => sentence(acting.warrior, draft.place, draft.deed),
    risk: () => context.aims.riskAt(acting.warrior, draft.place.at),
    orders: () => (isDone ? first : [...first, ...ordersOf(context, acting, draft)]),
  });

/** How widely plans are looked for. */
interface Breadth {
  /** How many of those who are ready, the nearest to a foe first. */
  readonly warriors: number;
  /** How many selections of weapons of each. */
  readonly selections: number;
  /** How many plans of each activation, those that are worth most. */
  readonly plans: number;
}

/** DS-ROUND-4. Each of those who are ready with the best it would do at once, with each selection of its weapons. */
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
      // What it holds makes no difference to where it could be.
      const places = all[0] === undefined ? [] : placesFor(context, all[0].acting);
      return all.flatMap(({ named, acting }) => {
        const start = order('activate', { warrior: warrior.id, ...named });
        const drafts = draftsOf(context, acting, places);
        const isIdle = acting.activation.actions === 0;
        const isDone = isIdle && drafts.every((draft) => ordersOf(context, acting, draft).length <= 1);
        return drafts.slice(0, breadth.plans).map((draft) => planOf(context, acting, draft, [start], isDone));
      });
    });
};

/** DS-SCEN-3. Fighters as far forward as the zone allows, archers behind them, each as near as can be to what is to be had. */
const placements = ({ state, aims }: DecisionContext, seat: string): readonly Plan<Text>[] => {
  const isArcher = ({ weapons }: Warrior): boolean => weapons.every(({ type }) => type === 'ranged');
  const [warrior] = unplacedWarriors(state, seat).toSorted((a, b) => Number(isArcher(a)) - Number(isArcher(b)));
  if (warrior === undefined) return [];
  const { w = 0, h = 0 } = state.board ?? {};
  const fromMiddle = ({ x, y }: Square): number => Math.abs(2 * x - w + 1) + Math.abs(2 * y - h + 1);
  return freeSpaces(state, seat).map((space) => ({
    label: say`Place ${ref(warrior.id)} on ${formatSquare(space)}`,
    worth: aims.worthAt({ ...warrior, at: space }, space) - fromMiddle(space) / 10,
    orders: [order('deploy', { warrior: warrior.id, to: formatSquare(space) })],
  }));
};

/** What the seat that is awaited could do: place, activate, act; or advance on a place (DS-MOVE-1). */
const plansBy =
  (breadth: Breadth, place?: Square): Tactics<State> =>
  (truth, actor) => {
    if (isStuck(truth) || truth.current !== actor) return [];
    const state = sideBelief(truth, actor);
    const terrain = createTerrain(state);
    if (terrain === undefined) return [];
    const strikes = createAttackWorthLookup(state);
    const context = { state, terrain, strikes, aims: positionWorthFor(terrain, actor, strikes, place) };
    if (state.phase === 'deploy') return sortBestFirst(placements(context, actor)).slice(0, breadth.plans);
    if (state.phase !== 'resolution') return [];
    const acting = findActingWarrior(state);
    if (acting === undefined) return activations(context, actor, breadth);
    if (acting.activation.seat !== actor) return [];
    const drafts = draftsOf(context, acting, placesFor(context, acting)).slice(0, breadth.plans);
    return drafts.map((draft) => planOf(context, acting, draft));
  };

export const tactics = plansBy({ warriors: Number.POSITIVE_INFINITY, selections: 6, plans: 12 });

export const advanceTactics: AdvanceTactics<State> = {
  placeProblem: ({ board }, place) => {
    if (board === undefined) return 'no-places';
    if (!isOnBoard(board, place)) return 'off-board';
    return isSealed(edgeGridOf(board), place) ? 'blocked' : undefined;
  },
  plans: (truth, seat, place) =>
    plansBy({ warriors: Number.POSITIVE_INFINITY, selections: 1, plans: 12 }, place)(truth, seat),
};

/** Much the same in less time: whom to activate is looked for among the nearest to a foe, with their usual weapons. */
export const quickTactics = plansBy({ warriors: 2, selections: 1, plans: 1 });
