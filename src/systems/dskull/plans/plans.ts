import { phrase } from '../../../core/language.ts';
import { memoizeByKey } from '../../../core/memoize.ts';
import { ref, say, type Text } from '../../../core/message.ts';
import { type Square, squareName } from '../../../rules/grid/square.ts';
import type { Advance, Plan, Tactics } from '../../../rules/tactics.ts';
import { asActivated } from '../activation/activation.ts';
import { attackGains, poolKey } from '../activation/attack-actions.ts';
import { type Selection, selected } from '../activation/weapons.ts';
import { exposed } from '../attack/area-attacks.ts';
import { shotAt, shotFault, shotSteps } from '../attack/ranged.ts';
import { around, groundOf, onBoard, same, sealed } from '../board/board.ts';
import { freeSpaces } from '../deployment.ts';
import { sum } from '../dice/roll.ts';
import { covers, type Terrain, terrainOf } from '../engagement.ts';
import { type Interaction, interactions, interactionText } from '../interaction.ts';
import { wayOf } from '../movement/path.ts';
import { foesOf, hostile, seatOf } from '../players.ts';
import { isStuck } from '../rounds.ts';
import {
  type Acting,
  actingIn,
  copiesOf,
  type Figure,
  figuresOf,
  isFigure,
  type State,
  type Warrior,
  type Weapon,
  weaponOf,
} from '../state.ts';
import { type Aims, aimsAt, aimsOf } from './aims.ts';
import { asBelieved } from './beliefs.ts';
import { type Stand, standsOf } from './stands.ts';
import { type Strike, type Strikes, strikesIn } from './strikes.ts';

type Order = Plan['orders'][number];

/** From so many spaces, those that are worth most in themselves, it is looked what a shot or a blast could do. */
const shotsFrom = 8;
const blastsFrom = 3;
/** How likely a zone is entered that takes courage, and somebody is dared who is awe-inspiring. */
const courage = 0.65;

/** All that is reckoned with while one seat decides. */
interface Council {
  readonly state: State;
  readonly terrain: Terrain;
  readonly strikes: Strikes;
  readonly aims: Aims;
}

/** What a warrior could do somewhere, after the way. Its words and its orders are found when they are asked for. */
interface Deed {
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

/** The terrain with the acting warrior standing there, ready as it will be. */
const standingAt = ({ state, terrain }: Council, { warrior }: Acting, at: Square): readonly [Terrain, Figure] => {
  const moved: Figure = { ...warrior, at };
  const there = terrainOf(
    { ...state, warriors: state.warriors.map((each) => (each.id === warrior.id ? moved : each)) },
    undefined,
    terrain,
  );
  return [there ?? terrain, moved];
};

/** How many attacks each active weapon would have with so many more Attack actions. */
const attacksWith = (
  { settings }: State,
  { activation, warrior }: Acting,
  more: number,
): ReadonlyMap<string, number> => {
  const left = { ...activation.attacks };
  for (let n = 1; n <= more; n++)
    for (const [key, gain] of Object.entries(attackGains(settings, activation, warrior, activation.attackActions + n)))
      left[key] = (left[key] ?? 0) + gain;
  return new Map(
    activation.active.map((id) => {
      const charges = weaponOf(warrior, id)?.chargesLeft ?? Number.POSITIVE_INFINITY;
      return [id, Math.min(charges, left[poolKey(settings, id)] ?? 0)];
    }),
  );
};

/** What so many attacks on one target are worth, and those left over once it is out on the next best. */
const severalOn = (times: number, { worth, out }: Strike, next: number): number => {
  let total = 0;
  let stands = 1;
  for (let n = 0; n < times; n++) {
    total += stands * worth + (1 - stands) * next;
    stands *= 1 - out;
  }
  return total;
};

const outWords = ({ out }: Deed): Text =>
  out === undefined || out.chance < 0.005 ? '' : say`: ${Math.round(out.chance * 100)} % to take ${ref(out.foe)} out`;

interface Target {
  readonly foe: Figure;
  readonly strike: Strike;
  readonly dares: boolean;
}

/** May this warrior be attacked at once (true), after a test that may still be taken (`dares`), or not at all? */
const mayFace = ({ activation }: Acting, foe: Figure): boolean | 'dares' => {
  if (copiesOf(foe, 'awe-inspiring') === 0 || activation.dared[foe.id] === 'passed') return true;
  return !activation.started && activation.dared[foe.id] === undefined ? 'dares' : false;
};

/** The foes that a weapon could strike from there, those first on whom it is worth most. */
const targetsOf = (council: Council, acting: Acting, terrain: Terrain, weapon: Weapon): readonly Target[] =>
  foesOf(terrain.state, acting.warrior)
    .filter(
      ({ at }) =>
        weapon.type === 'ranged' || Math.abs(at.x - acting.warrior.at.x) + Math.abs(at.y - acting.warrior.at.y) <= 2,
    )
    .flatMap((foe): Target[] => {
      const may = mayFace(acting, foe);
      const strike = may === false ? undefined : council.strikes.at(terrain, acting, foe, weapon);
      if (strike === undefined) return [];
      const dares = may === 'dares';
      return [{ foe, strike: dares ? { ...strike, worth: strike.worth * courage } : strike, dares }];
    })
    .toSorted((a, b) => b.strike.worth - a.strike.worth);

/** The foes that each weapon could strike from there. */
type Targets = (weapon: Weapon) => readonly Target[];

/** The attacks that a warrior could make there with so many actions left, on each foe with each weapon. */
const attacks = (
  { state }: Council,
  acting: Acting,
  targetsFor: Targets,
  actions: number,
  hit: boolean,
): readonly Deed[] => {
  const { activation } = acting;
  const pool = attacksWith(state, acting, 0);
  const all = attacksWith(state, acting, actions + (hit ? 1 : 0));
  return activation.active.flatMap((id): readonly Deed[] => {
    const weapon = weaponOf(acting.warrior, id);
    const times = all.get(id) ?? 0;
    if (weapon === undefined || weapon.area !== undefined || times === 0) return [];
    const targets = targetsFor(weapon);
    return targets.map(({ foe, strike, dares }, at): Deed => {
      const next = targets[at === 0 ? 1 : 0]?.strike.worth ?? 0;
      const before = pool.get(id) ?? 0;
      const spends = hit && times > before + actions;
      return {
        says: () => say`attack ${ref(foe.id)}${times > 1 ? phrase` ${times} times` : ''} with ${weapon.name}`,
        out: { foe: foe.id, chance: 1 - (1 - strike.out) ** times },
        worth: severalOn(times, strike, next),
        orders: () => [
          ...(spends ? [order('symbol', { symbol: 'HIT' })] : []),
          ...Array.from({ length: times }, () => order('attack', { target: foe.id, weapon: id })),
        ],
        actions,
        hit: spends,
        ...(dares && { dares: foe.id }),
      };
    });
  });
};

/** What a blast on a space is worth: foes struck, and friends with them. */
const blastWorth = ({ strikes }: Council, terrain: Terrain, warrior: Figure, weapon: Weapon, space: Square): number => {
  const shot = shotAt(terrain, warrior, weapon, space);
  if (!shotFault(terrain, shot).ok) return 0;
  const step = sum(shotSteps(terrain, warrior, shot));
  let worth = 0;
  for (const { figure, lost } of exposed(terrain, weapon, space)) {
    const left = { ...weapon, id: `${weapon.id} ${lost}`, dice: weapon.dice - lost };
    const struck = strikes.by(warrior, figure, left, step).worth;
    worth += hostile(terrain.state, figure, warrior) ? struck : -1.5 * struck;
  }
  return worth;
};

/** DS-AOE-1. Blasts on the spaces of foes and beside them. */
const blasts = (council: Council, acting: Acting, terrain: Terrain, actions: number): readonly Deed[] => {
  const { warrior, activation } = acting;
  const { board } = terrain.state;
  const all = attacksWith(council.state, acting, actions);
  return activation.active.flatMap((id): readonly Deed[] => {
    const weapon = weaponOf(warrior, id);
    const times = all.get(id) ?? 0;
    if (weapon?.area === undefined || times === 0 || board === undefined) return [];
    const spaces = foesOf(terrain.state, warrior)
      .flatMap(({ at }) => [at, ...around(at)])
      .filter((space) => onBoard(board, space) && !same(space, warrior.at));
    return spaces.map((space) => ({
      says: () => say`blast ${squareName(space)} with ${weapon.name}`,
      worth: blastWorth(council, terrain, warrior, weapon, space) * times,
      orders: () => Array.from({ length: times }, () => order('blast', { to: squareName(space), weapon: id })),
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
const uses = ({ aims }: Council, { warrior }: Acting, { state }: Terrain): readonly Deed[] =>
  interactions(state, warrior).map((what) => ({
    says: () => interactionSays(what),
    worth: aims.use(warrior, what),
    orders: () => [order('interact', { what: interactionText(what) })],
    actions: 1,
  }));

/** Nothing. */
const still: Deed = { says: () => '', worth: 0, orders: () => [], actions: 0 };

const steps = (a: Square, b: Square): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** Might there be anything to use an action on at this space? */
const mightUse = ({ state }: Council, { id, skills }: Figure, at: Square): boolean =>
  skills.medicine !== undefined ||
  state.things.some((thing) => thing.carrier === id || steps(thing.at, at) <= 1) ||
  (state.board?.edges.some(({ door, a, b }) => door && (same(a, at) || same(b, at))) ?? false);

/** Everything that could be done at a stand, nothing among it. */
const deedsAt = (
  council: Council,
  acting: Acting,
  foes: readonly Figure[],
  stand: Stand,
  afar: 'none' | 'shots' | 'blasts',
): readonly Deed[] => {
  const { state } = council;
  const { activation } = acting;
  const pool = Object.values(activation.attacks).some((left) => left > 0);
  const stored = seatOf(state, activation.seat)?.symbols.HIT ?? 0;
  const hit = stored > 0 && !activation.symbolSpent && !stand.adv;
  if (stand.actions === 0 && !pool && !hit) return [still];
  const { at } = stand;
  const armed = activation.active.flatMap((id) => weaponOf(acting.warrior, id) ?? []);
  const striking =
    foes.some((foe) => steps(foe.at, at) <= 2) ||
    (afar !== 'none' && armed.some(({ type, area }) => type === 'ranged' || area !== undefined));
  const using = stand.actions > 0 && mightUse(council, acting.warrior, at);
  if (!striking && !using) return [still];
  const [terrain, warrior] = standingAt(council, acting, at);
  const there: Acting = { activation, warrior };
  const near = armed.filter(({ type }) => type === 'melee').map(({ id }) => id);
  const armedThere = { activation: afar === 'none' ? { ...activation, active: near } : activation, warrior };
  const targets = memoizeByKey((weapon: Weapon) => targetsOf(council, armedThere, terrain, weapon));
  const used = using ? uses(council, there, terrain) : [];
  const useful = used.filter(({ worth }) => worth > 0);
  const rest =
    useful.length > 0 && stand.actions > 1 ? attacks(council, armedThere, targets, stand.actions - 1, hit) : [];
  const [best] = rest.toSorted((a, b) => b.worth - a.worth);
  return [
    still,
    ...(striking ? attacks(council, armedThere, targets, stand.actions, hit) : []),
    ...(afar === 'blasts' ? blasts(council, there, terrain, stand.actions) : []),
    ...used,
    ...(best === undefined ? [] : useful).map(
      (use): Deed => ({
        ...best,
        says: () => say`${use.says()}, ${best?.says() ?? ''}`,
        worth: use.worth + (best?.worth ?? 0),
        orders: () => [...use.orders(), ...(best?.orders() ?? [])],
        actions: stand.actions,
      }),
    ),
  ];
};

/** Is there anything left after it, so that the activation must be ended (DS-ACT-9)? */
const isOpen = ({ state }: Council, { activation }: Acting, stand: Stand, deed: Deed): boolean => {
  const { HIT = 0, ADV = 0 } = seatOf(state, activation.seat)?.symbols ?? {};
  const symbols =
    !activation.symbolSpent && HIT + ADV - (stand.adv || deed.hit ? 1 : 0) > 0 && !(stand.adv || deed.hit);
  const pool = deed === still && Object.values(activation.attacks).some((left) => left > 0);
  return !state.settings.round.autoEnd || stand.mp > 0 || stand.actions > deed.actions || symbols || pool;
};

const sentence = ({ id }: Figure, stand: Stand, deed: Deed): Text => {
  const from = stand.length > 0 ? squareName(stand.at) : undefined;
  if (deed === still) return say`${ref(id)}: ${from === undefined ? 'end the activation' : phrase`move to ${from}`}`;
  return say`${ref(id)}: ${deed.says()}${from === undefined ? '' : phrase` from ${from}`}${outWords(deed)}`;
};

/** The orders of a deed, with the way before it and what is to be done before and after both. */
const ordersOf = (council: Council, acting: Acting, stand: Stand, deed: Deed): readonly Order[] => [
  ...(deed.dares === undefined ? [] : [order('dare', { target: deed.dares })]),
  ...Array.from({ length: stand.moves }, () => order('gain')),
  ...(stand.adv ? [order('symbol', { symbol: 'ADV' })] : []),
  ...(stand.length === 0 ? [] : [order('move', { path: stand.path().map(squareName).join(' ') })]),
  ...deed.orders(),
  ...(isOpen(council, acting, stand, deed) ? [order('end')] : []),
];

/** What an activated warrior could do, from every space it can reach. */
const plansOf = (council: Council, acting: Acting): readonly Plan<Text>[] => {
  const { state, aims } = council;
  const { warrior } = acting;
  const way = wayOf({ ...state, activation: acting.activation }, warrior);
  if (way === undefined) return [];
  const here = aims.at(warrior, warrior.at);
  const foes = foesOf(state, warrior);
  const stands = standsOf(state, acting, way)
    .map((stand) => ({ stand, worth: aims.at(warrior, stand.at) - here - stand.length / 100 }))
    .toSorted((a, b) => b.worth - a.worth);
  const fearsome = way.hostileZones.filter(({ owner }) => copiesOf(owner, 'fearsome') > 0);
  const dauntless = (at: Square): number =>
    fearsome.some(
      (zone) =>
        acting.activation.fearsome[zone.owner.id] !== 'passed' &&
        covers(way.terrain, zone, at) &&
        !covers(way.terrain, zone, warrior.at),
    )
      ? courage
      : 1;
  return stands.flatMap(({ stand, worth }, rank) => {
    const afar = stand.length === 0 || rank < blastsFrom ? 'blasts' : rank < shotsFrom ? 'shots' : 'none';
    return deedsAt(council, acting, foes, stand, afar).map(
      (deed): Plan<Text> => ({
        get label() {
          return sentence(warrior, stand, deed);
        },
        worth: worth + deed.worth * dauntless(stand.at),
        get feared() {
          return aims.feared(warrior, stand.at);
        },
        get orders() {
          return ordersOf(council, acting, stand, deed);
        },
      }),
    );
  });
};

/** So many plans of one activation are kept: those that are worth most. */
const keptEach = 12;

const best = (plans: readonly Plan<Text>[]): readonly Plan<Text>[] =>
  plans.toSorted((a, b) => b.worth - a.worth).slice(0, keptEach);

const mostSelections = 6;

/** DS-ACT-2. The usual weapons, and every other selection there is. */
const selections = (warrior: Warrior): readonly (Selection & { readonly named: boolean })[] => {
  const usual = selected(warrior, undefined, undefined);
  const single = warrior.weapons.filter(({ hands }) => hands === 1);
  const sets = [
    ...warrior.weapons.map(({ id }) => [id]),
    ...single.flatMap((one) => single.filter(({ id }) => id !== one.id).map(({ id }) => [one.id, id])),
  ];
  const others = sets.flatMap((names) => {
    const selection = selected(warrior, names, undefined);
    return selection.ok ? [{ ...selection.value, named: true }] : [];
  });
  const key = ({ active, primary }: Selection): string => JSON.stringify([active, primary]);
  const first = usual.ok ? [{ ...usual.value, named: false }] : [];
  return [...first, ...others.filter((each) => first.every((one) => key(one) !== key(each)))].slice(0, mostSelections);
};

const readyOf = (state: State, seat: string): readonly Figure[] =>
  figuresOf(state).filter(({ owner, ready }) => owner === seat && ready);

/** DS-ROUND-4. Each of them with what it would do at once, with each selection of its weapons. */
const activations = (council: Council, warriors: readonly Figure[], most: number): readonly Plan<Text>[] =>
  warriors.flatMap((warrior) =>
    selections(warrior)
      .slice(0, most)
      .flatMap((selection) => {
        const acting = asActivated(council.state, warrior, selection);
        const start = order('activate', {
          warrior: warrior.id,
          ...(selection.named && { weapons: selection.active.join(', ') }),
        });
        const plans = plansOf(council, acting);
        const spent = acting.activation.actions === 0 && plans.every(({ orders }) => orders.length <= 1);
        return best(plans).map(
          (plan): Plan<Text> => ({
            get label() {
              return plan.label;
            },
            worth: plan.worth,
            get feared() {
              return plan.feared ?? 0;
            },
            get orders() {
              return spent ? [start] : [start, ...plan.orders];
            },
          }),
        );
      }),
  );

/** DS-SCEN-3. Fighters as far forward as the zone allows, archers behind them, each as near as can be to what is to be had. */
const placements = ({ state, aims }: Council, seat: string): readonly Plan<Text>[] => {
  const waiting = state.warriors.filter(
    ({ owner, at, removed }) => owner === seat && at === undefined && removed === undefined,
  );
  const isArcher = ({ weapons }: Warrior): boolean => weapons.every(({ type }) => type === 'ranged');
  const [warrior] = waiting.toSorted((a, b) => Number(isArcher(a)) - Number(isArcher(b)));
  if (warrior === undefined) return [];
  const { w = 0, h = 0 } = state.board ?? {};
  const fromMiddle = ({ x, y }: Square): number => Math.abs(2 * x - w + 1) + Math.abs(2 * y - h + 1);
  return freeSpaces(state, seat).map((space) => ({
    label: say`Place ${ref(warrior.id)} on ${squareName(space)}`,
    worth: aims.at({ ...warrior, at: space }, space) - fromMiddle(space) / 10,
    orders: [order('deploy', { warrior: warrior.id, to: squareName(space) })],
  }));
};

/** So many of those who are ready are looked at where it must be quick: those nearest to a foe. */
const nearReady = 2;

const nearestReady = ({ state }: Council, seat: string): readonly Figure[] => {
  const far = (warrior: Figure): number => Math.min(...foesOf(state, warrior).map(({ at }) => steps(at, warrior.at)));
  return readyOf(state, seat)
    .map((warrior) => ({ warrior, spaces: far(warrior) }))
    .toSorted((a, b) => a.spaces - b.spaces)
    .slice(0, nearReady)
    .map(({ warrior }) => warrior);
};

/** Tactics by how one chooses whom to activate, and on which place one advances. */
const plansBy =
  (activating: (council: Council, seat: string) => readonly Plan<Text>[], place?: Square): Tactics<State> =>
  (truth, actor) => {
    if (isStuck(truth) || truth.current !== actor) return [];
    const state = asBelieved(truth, actor);
    const terrain = terrainOf(state);
    if (terrain === undefined) return [];
    const strikes = strikesIn(state);
    const usual = aimsOf(terrain, actor, strikes);
    const aims = place === undefined ? usual : aimsAt(terrain, usual, place);
    const council: Council = { state, terrain, strikes, aims };
    if (state.phase === 'deploy') return best(placements(council, actor));
    const acting = actingIn(state);
    if (state.phase !== 'resolution') return [];
    if (acting === undefined) return activating(council, actor);
    return acting.activation.seat === actor && isFigure(acting.warrior) ? best(plansOf(council, acting)) : [];
  };

/** What the seat that is awaited could do: place, activate, act. */
export const plans = plansBy((council, seat) => activations(council, readyOf(council.state, seat), mostSelections));

/** DS-MOVE-1. Each of a warband as near to a place as it can come, with what it can do from there; there it stays. */
export const advance: Advance<State> = {
  fault: ({ board }, place) => {
    if (board === undefined) return 'no-places';
    if (!onBoard(board, place)) return 'off-board';
    return sealed(groundOf(board), place) ? 'blocked' : undefined;
  },
  plans: (truth, seat, place) =>
    plansBy((council) => activations(council, readyOf(council.state, seat), 1), place)(truth, seat),
};

/** Much the same in less time: whom to activate is looked for among the nearest to a foe, with their usual weapons. */
export const quickPlans = plansBy((council, seat) => activations(council, nearestReady(council, seat), 1));
