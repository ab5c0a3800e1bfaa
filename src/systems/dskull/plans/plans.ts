import { lazyValue, memoizeByKey } from '../../../core/memoize.ts';
import { phrase, ref, say, type Text } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { type AdvanceTactics, lazyPlan, type Plan, sortBestFirst, type Tactics } from '../../../rules/tactics.ts';
import { attackPoolKey, calculateAttackGains } from '../activation/actions.ts';
import { previewActivation } from '../activation/activation.ts';
import { selectWeapons, type WeaponSelection } from '../activation/weapons.ts';
import { findExposed } from '../attack/area-attacks.ts';
import { requireShotInRange, shotSteps, summarizeShot } from '../attack/steps.ts';
import { edgeGridOf, isOnBoard, isSameSquare, isSealed, neighboursOf } from '../board/board.ts';
import { areHostile, findSeat, foesOf } from '../checks.ts';
import { freeSpaces } from '../deployment.ts';
import { sumParts } from '../dice/roll.ts';
import { createTerrain, isInZone, pressingFoes, type Terrain, withFigureMoved } from '../engagement.ts';
import { formatInteraction, type Interaction, possibleInteractions } from '../interaction.ts';
import { createMoverContext } from '../movement/path.ts';
import { isStuck, unplacedWarriors } from '../rounds.ts';
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
import { type PositionWorth, positionWorthFor, withAdvanceWorth } from './position-worth.ts';
import { findReachablePositions, type ReachablePosition } from './stands.ts';

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

/** How many attacks each active weapon would have with so many more Attack actions. */
const attacksWith = (
  { settings }: State,
  { activation, warrior }: ActingWarrior,
  more: number,
): ReadonlyMap<string, number> => {
  const left = { ...activation.attacks };
  for (let n = 1; n <= more; n++) {
    const gains = calculateAttackGains(settings, activation, warrior, activation.attackActions + n);
    for (const key in gains) left[key] = (left[key] ?? 0) + (gains[key] ?? 0);
  }
  return new Map(
    activation.active.map((id) => {
      const charges = findWeapon(warrior, id)?.chargesLeft ?? Number.POSITIVE_INFINITY;
      return [id, Math.min(charges, left[attackPoolKey(settings, id)] ?? 0)];
    }),
  );
};

/** A space that the acting warrior can come to, and what it is worth to stand there. */
interface Place {
  readonly stand: ReachablePosition;
  readonly worth: number;
}

/** The board with the warrior standing there. */
interface TerrainAtPlace {
  readonly terrain: Terrain;
  /** How many press it (DS-ENG-9). */
  readonly pressed: () => number;
}

/** What counts for a warrior that acts, whatever it holds. */
interface ActingContext {
  readonly foes: readonly Figure[];
  /** Where it could be, the best places first. */
  readonly places: readonly Place[];
  readonly spotAt: (place: Place) => TerrainAtPlace;
  /** What deeds at a space are worth, as it takes courage to come there. */
  readonly courageFor: (at: Square) => number;
}

/** A warrior that acts, with what it holds. */
interface ArmedContext {
  readonly acting: ActingWarrior;
  readonly course: ActingContext;
  readonly weapons: readonly Weapon[];
  /** How many attacks each active weapon would have with so many more Attack actions. */
  readonly attacksWith: (more: number) => ReadonlyMap<string, number>;
  /** What one attack with a weapon could be worth at best. */
  readonly hopeOf: (weapon: Weapon) => number;
  /** Has one of its weapons an effect from afar? */
  readonly shoots: boolean;
  /** May it spend a stored HIT, and has it attacks left that it need not take an action for? */
  readonly hit: boolean;
  readonly pool: boolean;
}

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

const outWords = ({ out }: ActionOption): Text =>
  out === undefined || out.chance < 0.005 ? '' : say`: ${Math.round(out.chance * 100)} % to take ${ref(out.foe)} out`;

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
  { foes, spotAt }: ActingContext,
  there: ActingWarrior,
  place: Place,
  weapon: Weapon,
): readonly Target[] => {
  const { terrain, pressed } = spotAt(place);
  const targets: Target[] = [];
  for (const foe of foes) {
    if (weapon.type === 'melee' && steps(foe.at, there.warrior.at) > 2) continue;
    const may = mayFace(there, foe);
    const strike = may === false ? undefined : strikes.fromPosition(terrain, there, foe, weapon, pressed);
    if (strike === undefined) continue;
    const dares = may === 'dares';
    targets.push({ foe, strike: dares ? { ...strike, worth: strike.worth * courage } : strike, dares });
  }
  return targets.sort((a, b) => b.strike.worth - a.strike.worth);
};

/** The foes that each weapon could strike from there. */
type Targets = (weapon: Weapon) => readonly Target[];

/** The attacks that a warrior could make there with so many actions left, on each foe with each weapon; those worth less than `least` are left out. */
const attacks = (
  { attacksWith }: ArmedContext,
  weapons: readonly Weapon[],
  targetsFor: Targets,
  actions: number,
  hit: boolean,
  least = Number.NEGATIVE_INFINITY,
): readonly ActionOption[] => {
  const pool = attacksWith(0);
  const all = attacksWith(actions + (hit ? 1 : 0));
  const deeds: ActionOption[] = [];
  for (const weapon of weapons) {
    const { id } = weapon;
    const times = all.get(id) ?? 0;
    if (weapon.area !== undefined || times === 0) continue;
    const targets = targetsFor(weapon);
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at];
      if (target === undefined) continue;
      const { foe, strike, dares } = target;
      const worth = severalOn(times, strike, targets[at === 0 ? 1 : 0]?.strike.worth ?? 0);
      if (worth < least) continue;
      const spends = hit && times > (pool.get(id) ?? 0) + actions;
      deeds.push({
        says: () => say`attack ${ref(foe.id)}${times > 1 ? phrase` ${times} times` : ''} with ${weapon.name}`,
        out: { foe: foe.id, chance: 1 - (1 - strike.takeOutChance) ** times },
        worth,
        orders: () => [
          ...(spends ? [order('symbol', { symbol: 'HIT' })] : []),
          ...Array.from({ length: times }, () => order('attack', { target: foe.id, weapon: id })),
        ],
        actions,
        hit: spends,
        ...(dares && { dares: foe.id }),
      });
    }
  }
  return deeds;
};

/** What a blast on a space is worth: foes struck, and friends with them. */
const blastWorth = (
  { strikes }: DecisionContext,
  terrain: Terrain,
  warrior: Figure,
  weapon: Weapon,
  space: Square,
): number => {
  const shot = summarizeShot(terrain, warrior, weapon, space);
  if (!requireShotInRange(terrain, shot).ok) return 0;
  const step = sumParts(shotSteps(terrain, warrior, shot));
  let worth = 0;
  for (const { target, lost } of findExposed(terrain, weapon, space, terrain.figures)) {
    const left = { ...weapon, id: `${weapon.id} ${lost}`, dice: weapon.dice - lost };
    const struck = strikes.withSteps(warrior, target, left, step).worth;
    worth += areHostile(terrain.state, target, warrior) ? struck : -1.5 * struck;
  }
  return worth;
};

/** DS-AOE-1. Blasts on the spaces of foes and beside them. */
const blasts = (
  council: DecisionContext,
  { course, weapons, attacksWith }: ArmedContext,
  warrior: Figure,
  terrain: Terrain,
  actions: number,
): readonly ActionOption[] => {
  const { board } = terrain.state;
  const all = attacksWith(actions);
  return weapons.flatMap((weapon): readonly ActionOption[] => {
    const { id } = weapon;
    const times = all.get(id) ?? 0;
    if (weapon.area === undefined || times === 0 || board === undefined) return [];
    const spaces = course.foes
      .flatMap(({ at }) => [at, ...neighboursOf(at)])
      .filter((space) => isOnBoard(board, space) && !isSameSquare(space, warrior.at));
    return spaces.map((space) => ({
      says: () => say`blast ${formatSquare(space)} with ${weapon.name}`,
      worth: blastWorth(council, terrain, warrior, weapon, space) * times,
      orders: () => Array.from({ length: times }, () => order('blast', { to: formatSquare(space), weapon: id })),
      actions,
    }));
  });
};

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
const alone: readonly ActionOption[] = [still];

const steps = (a: Square, b: Square): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** Everything that could be done at a place, nothing among it; attacks that are worth less than `least` there are left out. */
const deedsAt = (
  council: DecisionContext,
  armed: ArmedContext,
  place: Place,
  afar: 'none' | 'shots' | 'blasts',
  least: number,
): readonly ActionOption[] => {
  const { acting, course, weapons } = armed;
  const { stand } = place;
  const { activation } = acting;
  const hit = armed.hit && !stand.adv;
  if (stand.actions === 0 && !hit && !armed.pool) return alone;
  const warrior: Figure = { ...acting.warrior, at: stand.at };
  const used = stand.actions > 0 ? uses(council, warrior) : [];
  const isClose = course.foes.some(({ at }) => steps(at, stand.at) <= 2);
  if (!isClose && used.length === 0 && (afar === 'none' || !armed.shoots)) return alone;
  const all = armed.attacksWith(stand.actions + (hit ? 1 : 0));
  const mightStrike = (weapon: Weapon): boolean =>
    weapon.area === undefined
      ? (weapon.type === 'melee' ? isClose : afar !== 'none') &&
        (all.get(weapon.id) ?? 0) * armed.hopeOf(weapon) > least
      : afar !== 'none';
  const striking = weapons.some(mightStrike);
  if (!striking && used.length === 0) return alone;
  const useful = used.filter(({ worth }) => worth > 0);
  const near = afar === 'none' ? weapons.filter(({ type }) => type === 'melee') : weapons;
  const there: ActingWarrior = { activation, warrior };
  const targets = memoizeByKey((weapon: Weapon) => targetsOf(council, course, there, place, weapon));
  const rest = useful.length > 0 && stand.actions > 1 ? attacks(armed, near, targets, stand.actions - 1, hit) : [];
  const [best] = rest.toSorted((a, b) => b.worth - a.worth);
  return [
    still,
    ...(striking ? attacks(armed, near, targets, stand.actions, hit, least) : []),
    ...(afar === 'blasts' ? blasts(council, armed, warrior, course.spotAt(place).terrain, stand.actions) : []),
    ...used,
    ...(best === undefined ? [] : useful).map(
      (use): ActionOption => ({
        ...best,
        says: () => say`${use.says()}, ${best?.says() ?? ''}`,
        worth: use.worth + (best?.worth ?? 0),
        orders: () => [...use.orders(), ...(best?.orders() ?? [])],
        actions: stand.actions,
      }),
    ),
  ];
};

/** Has it attacks left that it need not take an action for? */
const hasAttacks = ({ attacks }: ActingWarrior['activation']): boolean =>
  Object.values(attacks).some((left) => left > 0);

/** Is there anything left after it, so that the activation must be ended (DS-ACT-9)? */
const isOpen = (
  { state }: DecisionContext,
  { activation }: ActingWarrior,
  stand: ReachablePosition,
  deed: ActionOption,
): boolean => {
  const { HIT = 0, ADV = 0 } = findSeat(state, activation.seat)?.symbols ?? {};
  const symbols =
    !activation.symbolSpent && HIT + ADV - (stand.adv || deed.hit ? 1 : 0) > 0 && !(stand.adv || deed.hit);
  const pool = deed === still && hasAttacks(activation);
  return !state.settings.round.autoEnd || stand.mp > 0 || stand.actions > deed.actions || symbols || pool;
};

const sentence = ({ id }: Figure, stand: ReachablePosition, deed: ActionOption): Text => {
  const from = stand.length > 0 ? formatSquare(stand.at) : undefined;
  if (deed === still) return say`${ref(id)}: ${from === undefined ? 'end the activation' : phrase`move to ${from}`}`;
  return say`${ref(id)}: ${deed.says()}${from === undefined ? '' : phrase` from ${from}`}${outWords(deed)}`;
};

/** The orders of a deed, with the way before it and what is to be done before and after both. */
const ordersOf = (
  council: DecisionContext,
  acting: ActingWarrior,
  stand: ReachablePosition,
  deed: ActionOption,
): readonly Order[] => [
  ...(deed.dares === undefined ? [] : [order('dare', { target: deed.dares })]),
  ...Array.from({ length: stand.moves }, () => order('gain')),
  ...(stand.adv ? [order('symbol', { symbol: 'ADV' })] : []),
  ...(stand.length === 0 ? [] : [order('move', { path: stand.path().map(formatSquare).join(' ') })]),
  ...deed.orders(),
  ...(isOpen(council, acting, stand, deed) ? [order('end')] : []),
];

/** What counts for an activated warrior, whatever it holds. */
const courseOf = (council: DecisionContext, { activation, warrior }: ActingWarrior): ActingContext | undefined => {
  const { state, terrain, aims } = council;
  const way = createMoverContext(state, warrior);
  if (way === undefined) return undefined;
  const here = aims.worthAt(warrior, warrior.at);
  const fearsome = way.hostileZones.filter(
    (zone) =>
      traitCopies(zone.owner, 'fearsome') > 0 &&
      activation.fearsome[zone.owner.id] !== 'passed' &&
      !isInZone(way.terrain, zone, warrior.at),
  );
  const foes = foesOf(state, warrior);
  return {
    foes,
    places: findReachablePositions(state, { activation, warrior }, way)
      .map((stand) => ({ stand, worth: aims.worthAt(warrior, stand.at) - here - stand.length / 100 }))
      .sort((a, b) => b.worth - a.worth),
    spotAt: memoizeByKey(({ stand: { at } }: Place) => {
      const moved = { ...warrior, at };
      const there = withFigureMoved(terrain, moved);
      return { terrain: there, pressed: lazyValue(() => pressingFoes(there, moved).length) };
    }),
    courageFor: (at) => (fearsome.some((zone) => isInZone(way.terrain, zone, at)) ? courage : 1),
  };
};

/** So many plans of one activation are kept: those that are worth most. */
const maxPlansEach = 12;

/** A plan in the making. */
interface PlanDraft {
  readonly place: Place;
  readonly deed: ActionOption;
  readonly worth: number;
}

/** The best of what is added one after the other, so many of them; of equals the one that was added first. */
const bestOf = (most: number) => {
  const kept: PlanDraft[] = [];
  const least = (): number => (kept.length < most ? Number.NEGATIVE_INFINITY : (kept.at(-1)?.worth ?? 0));
  const add = (place: Place, deed: ActionOption, worth: number): void => {
    if (worth <= least()) return;
    let at = kept.length;
    while (at > 0 && (kept[at - 1]?.worth ?? 0) < worth) at--;
    kept.splice(at, 0, { place, deed, worth });
    if (kept.length > most) kept.pop();
  };
  return { kept, least, add };
};

/** The best of what an activated warrior could do, from every space it can reach, so many of them. */
const plansOf = (
  council: DecisionContext,
  course: ActingContext,
  acting: ActingWarrior,
  most: number,
): readonly Plan<Text>[] => {
  const { state, terrain, strikes, aims } = council;
  const { warrior, activation } = acting;
  const weapons = activation.active.flatMap((id) => findWeapon(warrior, id) ?? []);
  const armed: ArmedContext = {
    acting,
    course,
    weapons,
    shoots: weapons.some(({ type, area }) => type === 'ranged' || area !== undefined),
    hit: (findSeat(state, activation.seat)?.symbols.HIT ?? 0) > 0 && !activation.symbolSpent,
    pool: hasAttacks(activation),
    attacksWith: memoizeByKey((more: number) => attacksWith(state, acting, more)),
    hopeOf: memoizeByKey((weapon: Weapon) => {
      let hope = 0;
      for (const foe of course.foes) hope = Math.max(hope, strikes.atBest(terrain, acting, foe, weapon));
      return hope;
    }),
  };
  const best = bestOf(most);
  for (let rank = 0; rank < course.places.length; rank++) {
    const place = course.places[rank];
    if (place === undefined) continue;
    const { stand } = place;
    const afar = stand.length === 0 || rank < blastsFrom ? 'blasts' : rank < shotsFrom ? 'shots' : 'none';
    const lacks = best.least() - place.worth;
    for (const deed of deedsAt(council, armed, place, afar, lacks))
      best.add(place, deed, place.worth + (deed === still ? 0 : deed.worth * course.courageFor(stand.at)));
  }
  return best.kept.map(({ place: { stand }, deed, worth }) =>
    lazyPlan(worth, {
      label: () => sentence(warrior, stand, deed),
      risk: () => aims.riskAt(warrior, stand.at),
      orders: () => ordersOf(council, acting, stand, deed),
    }),
  );
};

const mostSelections = 6;

/** DS-ACT-2. The usual weapons, and every other selection there is. */
const selections = (warrior: Warrior, most: number): readonly (WeaponSelection & { readonly named: boolean })[] => {
  const usual = selectWeapons(warrior, undefined, undefined);
  const first = usual.ok ? [{ ...usual.value, named: false }] : [];
  if (first.length === most) return first;
  const single = warrior.weapons.filter(({ hands }) => hands === 1);
  const sets = [
    ...warrior.weapons.map(({ id }) => [id]),
    ...single.flatMap((one) => single.filter(({ id }) => id !== one.id).map(({ id }) => [one.id, id])),
  ];
  const others = sets.flatMap((names) => {
    const selection = selectWeapons(warrior, names, undefined);
    return selection.ok ? [{ ...selection.value, named: true }] : [];
  });
  const key = ({ active, primary }: WeaponSelection): string => JSON.stringify([active, primary]);
  return [...first, ...others.filter((each) => first.every((one) => key(one) !== key(each)))].slice(0, most);
};

const readyOf = (state: State, seat: string): readonly Figure[] =>
  figuresOf(state).filter(({ owner, ready }) => owner === seat && ready);

/** DS-ROUND-4. Each of them with the best it would do at once, with each selection of its weapons: of each so many. */
const activations = (
  council: DecisionContext,
  warriors: readonly Figure[],
  mostSelected: number,
  kept: number,
): readonly Plan<Text>[] =>
  warriors.flatMap((warrior) => {
    const all = selections(warrior, mostSelected).map((selection) => ({
      selection,
      acting: previewActivation(council.state, warrior, selection),
    }));
    // What it holds makes no difference to where it could be.
    const course = all[0] && courseOf(council, all[0].acting);
    if (course === undefined) return [];
    return all.flatMap(({ selection, acting }) => {
      const start = order('activate', {
        warrior: warrior.id,
        ...(selection.named && { weapons: selection.active.join(', ') }),
      });
      // Where it has no action left all it could do is looked at, as that may be nothing.
      const idle = acting.activation.actions === 0;
      const plans = plansOf(council, course, acting, idle ? Number.POSITIVE_INFINITY : kept);
      const spent = idle && plans.every(({ orders }) => orders.length <= 1);
      return plans.slice(0, kept).map((plan) =>
        lazyPlan(plan.worth, {
          label: () => plan.label,
          risk: () => plan.risk ?? 0,
          orders: () => (spent ? [start] : [start, ...plan.orders]),
        }),
      );
    });
  });

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

/** So many of those who are ready are looked at where it must be quick: those nearest to a foe. */
const nearReady = 2;

const nearestReady = ({ state }: DecisionContext, seat: string): readonly Figure[] => {
  const far = (warrior: Figure): number => Math.min(...foesOf(state, warrior).map(({ at }) => steps(at, warrior.at)));
  return readyOf(state, seat)
    .map((warrior) => ({ warrior, spaces: far(warrior) }))
    .toSorted((a, b) => a.spaces - b.spaces)
    .slice(0, nearReady)
    .map(({ warrior }) => warrior);
};

/** Tactics by how one chooses whom to activate, how many plans are kept of each activation, and on which place one advances. */
const plansBy =
  (
    activating: (council: DecisionContext, seat: string) => readonly Plan<Text>[],
    kept: number,
    place?: Square,
  ): Tactics<State> =>
  (truth, actor) => {
    if (isStuck(truth) || truth.current !== actor) return [];
    const state = sideBelief(truth, actor);
    const terrain = createTerrain(state);
    if (terrain === undefined) return [];
    const strikes = createAttackWorthLookup(state);
    const usual = positionWorthFor(terrain, actor, strikes);
    const aims = place === undefined ? usual : withAdvanceWorth(terrain, usual, place);
    const council: DecisionContext = { state, terrain, strikes, aims };
    if (state.phase === 'deploy') return sortBestFirst(placements(council, actor)).slice(0, kept);
    const acting = findActingWarrior(state);
    if (state.phase !== 'resolution') return [];
    if (acting === undefined) return activating(council, actor);
    const course = acting.activation.seat === actor ? courseOf(council, acting) : undefined;
    return course === undefined ? [] : plansOf(council, course, acting, kept);
  };

/** What the seat that is awaited could do: place, activate, act. */
export const tactics = plansBy(
  (council, seat) => activations(council, readyOf(council.state, seat), mostSelections, maxPlansEach),
  maxPlansEach,
);

/** DS-MOVE-1. Each of a warband as near to a place as it can come, with what it can do from there; there it stays. */
export const advanceTactics: AdvanceTactics<State> = {
  placeProblem: ({ board }, place) => {
    if (board === undefined) return 'no-places';
    if (!isOnBoard(board, place)) return 'off-board';
    return isSealed(edgeGridOf(board), place) ? 'blocked' : undefined;
  },
  plans: (truth, seat, place) =>
    plansBy(
      (council) => activations(council, readyOf(council.state, seat), 1, maxPlansEach),
      maxPlansEach,
      place,
    )(truth, seat),
};

/** Much the same in less time: whom to activate is looked for among the nearest to a foe, with their usual weapons. */
export const quickTactics = plansBy((council, seat) => activations(council, nearestReady(council, seat), 1, 1), 1);
