import { ref, say, type Text, term } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { type AdvanceTactics, lazyPlan, type Plan, type PlanCandidate } from '../../../rules/tactics.ts';
import { castableSpells } from '../casting.ts';
import { replacementTargets, weaponOfSlot } from '../contingency/question.ts';
import { silentDeclaration } from '../declaration/close.ts';
import { isLegalDeclaration } from '../declaration/declaration.ts';
import { countAttacksLeft } from '../declaration/kept-attacks.ts';
import { defaultDeclarationOptions } from '../declaration/text.ts';
import {
  distanceInFeet,
  engagedFoes,
  type FoeAtDistance,
  feetBetween,
  foesByDistance,
  isOccupied,
  isOnBoard,
  isWithinEdges,
} from '../engagement.ts';
import { expectedActions } from '../expected-actions.ts';
import { allowanceFeet, movementRate, neighbourOffsets } from '../movement.ts';
import { expectedFromAttacks } from '../odds.ts';
import { meanDamage, type Weapon } from '../sheet.ts';
import {
  areHostile,
  type Combatant,
  find,
  isRanged,
  type MainAction,
  type PendingQuestion,
  protOf,
  reachOf,
  type State,
  slotOf,
} from '../state.ts';
import { effectiveTmr } from '../wounds.ts';
import { sideBelief } from './beliefs.ts';

type Declared = Readonly<Record<string, string>>;

/** Maximum number of foes that a search considers. */
const maxFoes = 8;
/** Maximum number of foes that the quick search considers. */
const maxNearFoes = 4;
const maxWeapons = 6;
/** Distance up to which the quick search considers melee weapons; beyond, ranged weapons (feet). */
const meleeFeet = 10;

const plan = (label: Text, worth: number, verb: string, params: Plan['orders'][number]['params'] = {}): Plan<Text> => ({
  label,
  worth,
  orders: [{ verb, params }],
});

/** The share of planned attacks that will probably take place, by how the attacker gets in reach. */
const likelihood = { now: 1, afterMoving: 0.85, ifTheyCome: 0.8 };

/** True if the foe has declared to move toward one of `us`. */
const isComingAt = ({ declaration }: Combatant, us: readonly Combatant[]): boolean => {
  const { route } = declaration ?? {};
  return route !== undefined && 'toward' in route && us.some(({ id }) => id === route.toward);
};

/** Expected hit points of a foe after all attacks that the combatant’s friends have declared. */
const leftAfterFriends = (state: State, me: Combatant, foe: Combatant): number => {
  const taken = state.combatants
    .filter((each) => each.id !== me.id && !areHostile(me, each))
    .flatMap(({ declaration, sheet }) =>
      (declaration?.attacks ?? [])
        .filter(({ target }) => target === foe.id)
        .map(({ weapon }) => meanDamage(sheet.weapons.find(({ name }) => name === weapon)?.damage ?? '')),
    )
    .reduce((sum, mean) => sum + 0.6 * Math.max(0, mean - protOf(state, foe)), 0);
  return foe.hp - taken;
};

interface DecisionContext {
  readonly state: State;
  /** The real battle, which decides if a declaration is legal; `state` is only a belief. */
  readonly actual: State;
  readonly me: Combatant;
  readonly foes: readonly Combatant[];
  /** The weapons that the search considers. */
  readonly weapons: readonly Weapon[];
}

const isHeld = ({ hand, offHand }: Combatant, { name }: Weapon): boolean => name === hand || name === offHand;

/** Text of the options that sheathe all weapons in hand and draw the given weapon. */
const describeDrawing = (me: Combatant, weapon: Weapon): string => {
  const held = [me.hand, me.offHand].filter((name) => name !== undefined);
  return [...held.map((name) => `sheathe ${name}`), `draw ${weapon.name}`].join(', ');
};

/** Number of attacks with this weapon that a main action leaves. */
const attacksLeft = ({ state, me }: DecisionContext, main: MainAction, weapon: Weapon): number => {
  const draws = isHeld(me, weapon) ? 0 : 2;
  const kept = countAttacksLeft(state, me, main, defaultDeclarationOptions);
  return Math.max(0, kept - Math.floor((draws + (main === 'move-attack' ? 1 : 0)) / 2));
};

/** Main actions with which a weapon can attack a foe, each with the probability of the attack (0 to 1). */
const findAttackWays = ({ state, me }: DecisionContext, foe: Combatant, weapon: Weapon): [MainAction, number][] => {
  const allies = state.combatants.filter((each) => !areHostile(me, each));
  const feet = distanceInFeet(state, me, foe) ?? 0;
  const reach = reachOf(weapon);
  if (feet <= reach) return [['attack', likelihood.now]];
  const isEngaged = engagedFoes(state, me).length > 0;
  const waits = !isRanged(weapon) && isComingAt(foe, allies);
  const walked = allowanceFeet(movementRate('move-attack') ?? 0, effectiveTmr(state, me));
  const run = allowanceFeet(movementRate('run-attack') ?? 0, effectiveTmr(state, me));
  const ways: [MainAction, number, boolean][] = [
    ['attack', likelihood.ifTheyCome, waits],
    ['move-attack', likelihood.afterMoving, !isEngaged && feet - reach <= walked],
    ['run-attack', likelihood.afterMoving, !isEngaged && !isRanged(weapon) && feet - reach <= run],
  ];
  return ways.flatMap(([main, likely, isPossible]) => (isPossible ? [[main, likely]] : []));
};

const describeAttackPlan = (main: MainAction, foe: Combatant, weapon: Weapon, downChance: number): Text => {
  const target = ref(foe.id);
  const attack =
    main === 'move-attack'
      ? say`Move and attack ${target} with the ${term(weapon.name)}`
      : main === 'run-attack'
        ? say`Run and attack ${target} with the ${term(weapon.name)}`
        : say`Attack ${target} with the ${term(weapon.name)}`;
  const odds = say`${Math.round(downChance * 100)} % to take the target down`;
  return downChance < 0.005 ? attack : say`${attack}: ${odds}`;
};

/** A plan with one declaration; planners drop the plan if the rules refuse the declaration. */
const declare = ({ actual, me }: DecisionContext, label: () => Text, worth: number, params: Declared): PlanCandidate =>
  lazyPlan(worth, { label, orders: () => [{ verb: 'declare', params }] }, () =>
    isLegalDeclaration(actual, me.id, params),
  );

const attackPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me, foes, weapons } = scene;
  return foes.flatMap((foe) => {
    const left = leftAfterFriends(state, me, foe);
    return weapons.flatMap((weapon) =>
      findAttackWays(scene, foe, weapon).flatMap(([main, likely]) => {
        const times = attacksLeft(scene, main, weapon);
        if (times === 0) return [];
        const attacker: Combatant = main === 'run-attack' ? { ...me, declaration: { ...silentDeclaration, main } } : me;
        const attack = { attacker, target: foe, weapon, hand: 'main' as const, free: false };
        const { worth: whole, downChance } = expectedFromAttacks(state, attack, times, left);
        const worth = likely * whole;
        const drawn = isHeld(me, weapon) ? {} : { options: describeDrawing(me, weapon) };
        const path = main === 'attack' ? {} : { path: `toward ${foe.id}` };
        return [
          declare(
            scene,
            () => describeAttackPlan(main, foe, weapon, likely * downChance),
            left <= 0 ? worth / 3 : worth,
            { action: main, target: foe.id, weapon: weapon.name, ...drawn, ...path },
          ),
        ];
      }),
    );
  });
};

/** Plans for spells that deal damage; only the GM knows what other spells do. SEG-CAST. */
const spellPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me, foes } = scene;
  return castableSpells(me)
    .filter(({ damage }) => damage !== undefined)
    .flatMap((spell) => {
      const mean = meanDamage(spell.damage ?? '');
      const likely = Math.min(1, (spell.castChance ?? 100) / 100) * (engagedFoes(state, me).length > 0 ? 0.6 : 0.9);
      return foes.flatMap((foe) => {
        const left = Math.max(1, leftAfterFriends(state, me, foe));
        const damage = Math.min(left, Math.max(0, mean - (spell.ignoresProt ? 0 : protOf(state, foe))));
        const worth = likely * ((100 * damage) / Math.max(1, foe.sheet.maxHp) + (damage >= left ? 80 : 0));
        const params = { action: 'cast', spell: spell.name, target: foe.id };
        return declare(scene, () => say`Cast ${term(spell.name)} on ${ref(foe.id)}`, worth, params);
      });
    });
};

/** Plans without movement: desperate defense, best if the combatant is nearly dead, or no action. */
const stayPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me } = scene;
  const engagedBy = engagedFoes(state, me).length;
  const left = me.hp / Math.max(1, me.sheet.maxHp);
  return [
    declare(scene, () => term('Defend desperately'), engagedBy > 0 && left < 0.2 ? 2 * engagedBy : 1, {
      action: 'desperate-defense',
    }),
    plan(term('Do nothing'), 0, 'declare', { action: 'none' }),
  ];
};

/** Plans that move toward the nearest foe if there is a distance, and plans without movement. */
const otherPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me, foes } = scene;
  const [nearest] = foes;
  const engagedBy = engagedFoes(state, me).length;
  const near =
    nearest === undefined || engagedBy > 0 || distanceInFeet(state, me, nearest) === undefined
      ? []
      : (['run', 'walk'] as const).map((pace) =>
          declare(
            scene,
            () => (pace === 'run' ? say`Run toward ${ref(nearest.id)}` : say`Walk toward ${ref(nearest.id)}`),
            pace === 'run' ? 4 : 3,
            { action: 'move', pace, path: `toward ${nearest.id}` },
          ),
        );
  return [...near, ...stayPlans(scene)];
};

const declarationPlans = (scene: DecisionContext): readonly PlanCandidate[] => [
  ...attackPlans(scene),
  ...spellPlans(scene),
  ...otherPlans(scene),
];

/** How far a path may leave the rectangle around its start and end (squares). */
const maxDetour = 12;

const isStraight = ({ x, y }: Square): boolean => x === 0 || y === 0;
const straightFirst = [...neighbourOffsets.filter(isStraight), ...neighbourOffsets.filter((each) => !isStraight(each))];

/** The path to a square, or to the nearest that is free. Empty if no square is nearer. SEG-MOVE-1, SEG-MOVE-8. */
const findPath = (state: State, me: Combatant, place: Square): readonly Square[] => {
  const from = me.pos;
  if (from === undefined) return [];
  const within = ({ x, y }: Square): boolean =>
    x >= Math.min(from.x, place.x) - maxDetour &&
    x <= Math.max(from.x, place.x) + maxDetour &&
    y >= Math.min(from.y, place.y) - maxDetour &&
    y <= Math.max(from.y, place.y) + maxDetour;
  const cameFrom = new Map<string, Square | undefined>([[formatSquare(from), undefined]]);
  const open: Square[] = [from];
  let nearest = from;
  for (const at of open) {
    if (feetBetween(at, place) < feetBetween(nearest, place)) nearest = at;
    for (const { x, y } of straightFirst) {
      const next = { x: at.x + x, y: at.y + y };
      const name = formatSquare(next);
      if (cameFrom.has(name) || !within(next) || !isOnBoard(state, next) || isOccupied(state, next, me.id)) continue;
      cameFrom.set(name, at);
      open.push(next);
    }
  }
  const way: Square[] = [];
  for (let at: Square | undefined = nearest; at !== undefined && at !== from; at = cameFrom.get(formatSquare(at)))
    way.unshift(at);
  return way;
};

/** Added to the worth of plans that move toward the place. */
const onwardWorth = 1000;

/** Plans that move toward a place or attack from here. Without a path they also attack foes near the place. */
const plansToward = (scene: DecisionContext, place: Square): readonly PlanCandidate[] => {
  const { state, me, foes } = scene;
  const way = engagedFoes(state, me).length > 0 ? [] : findPath(state, me, place);
  const tmr = effectiveTmr(state, me);
  const moves = (['run', 'walk'] as const).flatMap((pace) => {
    const path = way.slice(0, Math.floor(allowanceFeet(movementRate('move', pace) ?? 0, tmr) / 5));
    const end = path.at(-1);
    if (end === undefined) return [];
    const params = { action: 'move', pace, path: path.map(formatSquare).join(' ') };
    const says = () => (pace === 'run' ? say`Run to ${formatSquare(end)}` : say`Walk to ${formatSquare(end)}`);
    return declare(scene, says, onwardWorth + path.length - (pace === 'run' ? 0.5 : 0), params);
  });
  const far = me.pos === undefined ? 0 : feetBetween(me.pos, place);
  const nearer = ({ pos }: Combatant): boolean => pos !== undefined && feetBetween(pos, place) < far;
  const attacks = attackPlans(scene).filter(({ orders: [order] }) => order?.params.action === 'attack');
  const chases = way.length > 0 ? [] : attackPlans({ ...scene, foes: foes.filter(nearer) });
  return [...moves, ...attacks, ...chases, ...spellPlans(scene), ...stayPlans(scene)];
};

/** Plans that redirect an attack to another target. SEG-DECL-7, SEG-DECL-9. */
const redirectPlans = (
  state: State,
  me: Combatant,
  pending: Extract<PendingQuestion, { kind: 'contingency' | 'choose-again' }>,
) => {
  const slot = slotOf(me, pending.number);
  const weapon = slot && weaponOfSlot(me, slot);
  const others = slot === undefined ? [] : replacementTargets(state, me, slot);
  const worth = (target: Combatant): number =>
    weapon === undefined
      ? 1
      : expectedFromAttacks(state, { attacker: me, target, weapon, hand: 'main', free: false }, 1, target.hp).worth;
  return {
    worth,
    plans: others.map((other) => plan(say`Turn to ${ref(other.id)}`, worth(other), 'redirect', { target: other.id })),
  };
};

const answerPlans = (state: State, me: Combatant, pending: PendingQuestion): readonly Plan<Text>[] => {
  switch (pending.kind) {
    case 'shout':
      return [plan(term('Shout'), 10, 'shout', { warn: true }), plan(term('Keep silent'), 0, 'shout', { warn: false })];
    case 'contingency':
      return [...redirectPlans(state, me, pending).plans, plan(term('Forgo the attack or spell'), 0, 'forgo')];
    case 'choose-again': {
      const { worth, plans } = redirectPlans(state, me, pending);
      const target = find(state, pending.target);
      return [
        plan(term('Attack anyway'), target === undefined ? 1 : worth(target) + 1, 'keep'),
        ...plans,
        plan(term('Forgo the attack or spell'), 0, 'forgo'),
      ];
    }
    case 'free-attack':
      return [
        plan(term('Strike'), 10, 'free-attack', { take: true }),
        plan(term('Let the enemy go'), 0, 'free-attack', { take: false }),
      ];
    case 'push':
      return [plan(term('Do not push'), 1, 'forgo')];
  }
};

/** Which foes and weapons a search considers. */
interface SearchLimits {
  /** Selects the foes to consider; `all` is sorted nearest first. */
  readonly foes: (all: readonly FoeAtDistance[], me: Combatant) => readonly FoeAtDistance[];
  readonly weapons: (me: Combatant, foes: readonly FoeAtDistance[]) => readonly Weapon[];
}

const createPlanner =
  (
    { foes: weighed, weapons }: SearchLimits,
    declaring: (scene: DecisionContext) => readonly PlanCandidate[] = declarationPlans,
  ) =>
  (actual: State, actor: string): readonly PlanCandidate[] => {
    const own = find(actual, actor);
    if (own === undefined || !expectedActions(actual).some((each) => each.actor === actor)) return [];
    const state = sideBelief(actual, own);
    const me = find(state, actor) ?? own;
    if (actual.pending !== undefined) return answerPlans(state, me, actual.pending);
    const foes = weighed(foesByDistance(state, me), me);
    return declaring({ state, actual, me, foes: foes.map(({ foe }) => foe), weapons: weapons(me, foes) });
  };

const defaultLimits: SearchLimits = {
  foes: (all) => all.slice(0, maxFoes),
  weapons: ({ sheet }) => sheet.weapons.slice(0, maxWeapons),
};

/** Finds plans for a declaration or an answer. Empty if the battle does not wait for this combatant. */
export const findPlans = createPlanner(defaultLimits);

/** Plans that move combatants to a place. Empty without a map. */
export const advancePlans: AdvanceTactics<State> = {
  placeProblem: (state, place) => {
    if (!state.settings.useMap) return 'no-places';
    if (isOnBoard(state, place)) return undefined;
    return isWithinEdges(state, place) ? 'blocked' : 'off-board';
  },
  plans: (actual, actor, place) => createPlanner(defaultLimits, (scene) => plansToward(scene, place))(actual, actor),
};

const inHand = (me: Combatant): readonly Weapon[] => me.sheet.weapons.filter((weapon) => isHeld(me, weapon));

/** Finds fewer plans, faster: against foes in reach or the nearest, with weapons in hand suited to the distance. */
export const findQuickPlans = createPlanner({
  foes: (all, me) => {
    const reach = Math.max(0, ...inHand(me).map(reachOf));
    const reached = all.filter(({ feet }) => feet <= reach).slice(0, maxNearFoes);
    return reached.length > 0 ? reached : all.slice(0, maxNearFoes);
  },
  weapons: (me, [nearest]) => {
    const reaching =
      nearest === undefined
        ? []
        : inHand(me).filter(
            (weapon) => nearest.feet <= reachOf(weapon) && isRanged(weapon) === nearest.feet > meleeFeet,
          );
    return reaching.length > 0 ? reaching : defaultLimits.weapons(me, []);
  },
});
