import { ref, say, type Text } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { type AdvanceTactics, lazyPlan, type Plan, type PlanCandidate } from '../../../rules/tactics.ts';
import { findCastableSpell, spellBudget } from '../casting.ts';
import { replacementTargets, weaponOfSlot } from '../contingency/question.ts';
import { isLegalDeclaration } from '../declaration/declaration.ts';
import { emptyOptions } from '../declaration/declaration-input.ts';
import { countKeptAttacks } from '../declaration/kept-attacks.ts';
import { distanceInFeet, engagedFoes, feetBetween, isOccupied, isOnBoard } from '../engagement.ts';
import { allowanceFeet, movementRate, neighbourOffsets } from '../movement.ts';
import { meanDamage, type Weapon } from '../sheet.ts';
import {
  areHostile,
  type Combatant,
  canDeclareNow,
  find,
  isRanged,
  type MainAction,
  type PendingQuestion,
  protOf,
  type State,
} from '../state.ts';
import { effectiveTmr } from '../wounds.ts';
import { sideBelief } from './beliefs.ts';
import { expectedFromAttacks } from './expected-attacks.ts';

type Declared = Readonly<Record<string, string>>;

/** At most so many of each are weighed. */
const maxFoes = 8;
/** At most so many foes are weighed where it must be quick. */
const maxNearFoes = 4;
const maxWeapons = 6;
/** Feet within which one fights hand to hand where it must be quick. */
const closeBy = 10;

const plan = (
  label: Text,
  worth: number,
  verb: string,
  params: Readonly<Record<string, unknown>> = {},
): Plan<Text> => ({
  label,
  worth,
  orders: [{ verb, params }],
});

/** What a share of a round’s attacks is still worth when it comes later, or not for certain. */
const certain = 1;
const afterMoving = 0.85;
const ifTheyCome = 0.8;

/** Has this foe said that it comes to one of us? */
const isComingAt = ({ declaration }: Combatant, us: readonly Combatant[]): boolean => {
  const { route } = declaration ?? {};
  return route !== undefined && 'toward' in route && us.some(({ id }) => id === route.toward);
};

/** The hit points that a foe has left once those of one’s side have struck who have declared it. */
const leftAfterFriends = (state: State, me: Combatant, foe: Combatant): number => {
  const taken = state.combatants
    .filter((each) => each.id !== me.id && !areHostile(me, each))
    .flatMap(({ declaration, sheet }) =>
      (declaration?.attacks ?? [])
        .filter(({ target }) => target === foe.id)
        .map(({ weapon }) => {
          const damage = sheet.weapons.find(({ name }) => name === weapon)?.damage ?? '';
          return 0.6 * Math.max(0, meanDamage(damage) - protOf(state, foe));
        }),
    )
    .reduce((sum, value) => sum + value, 0);
  return foe.hp - taken;
};

interface DecisionContext {
  readonly state: State;
  /** As the rules see it: by it alone is told what may be declared. */
  readonly actual: State;
  readonly me: Combatant;
  readonly foes: readonly Combatant[];
  /** With which it may strike. */
  readonly weapons: readonly Weapon[];
}

const isHeld = ({ hand, offHand }: Combatant, { name }: Weapon): boolean => name === hand || name === offHand;

const reachOf = (weapon: Weapon): number =>
  isRanged(weapon) ? (weapon.range ?? Number.POSITIVE_INFINITY) : weapon.reach;

/** What is put away for a weapon that is not held, as an option of the declaration. */
const drawing = (me: Combatant, weapon: Weapon): string => {
  const held = [me.hand, me.offHand].filter((name) => name !== undefined);
  return [...held.map((name) => `sheathe ${name}`), `draw ${weapon.name}`].join(', ');
};

/** How many attacks of this weapon a main action leaves. */
const attacksLeft = ({ state, me }: DecisionContext, main: MainAction, weapon: Weapon): number => {
  const draws = isHeld(me, weapon) ? 0 : 2;
  const kept = countKeptAttacks(state, me, main, emptyOptions);
  return Math.max(0, kept - Math.floor((draws + (main === 'move-attack' ? 1 : 0)) / 2));
};

/** The ways to strike one foe with one weapon, each with how much of its attacks is likely to come to anything. */
const strikes = (
  scene: DecisionContext,
  foe: Combatant,
  weapon: Weapon,
): readonly (readonly [MainAction, number])[] => {
  const { state, me } = scene;
  const allies = state.combatants.filter((each) => !areHostile(me, each));
  const feet = distanceInFeet(state, me, foe) ?? 0;
  const reach = reachOf(weapon);
  if (feet <= reach) return [['attack', certain]];
  const isEngaged = engagedFoes(state, me).length > 0;
  const waits = !isRanged(weapon) && isComingAt(foe, allies);
  const walked = allowanceFeet(movementRate('move-attack') ?? 0, effectiveTmr(state, me));
  const run = allowanceFeet(movementRate('run-attack') ?? 0, effectiveTmr(state, me));
  return [
    ...(waits ? [['attack', ifTheyCome] as const] : []),
    ...(isEngaged || feet - reach > walked ? [] : [['move-attack', afterMoving] as const]),
    ...(isEngaged || isRanged(weapon) || feet - reach > run ? [] : [['run-attack', afterMoving] as const]),
  ];
};

const chance = (fells: number): Text =>
  fells < 0.005 ? '' : say`: ${Math.round(fells * 100)} % to take the target down`;

const labelOf = (main: MainAction, foe: Combatant, weapon: Weapon, fells: number): Text => {
  switch (main) {
    case 'move-attack':
      return say`Move and attack ${ref(foe.id)} with the ${weapon.name}${chance(fells)}`;
    case 'run-attack':
      return say`Run and attack ${ref(foe.id)} with the ${weapon.name}${chance(fells)}`;
    default:
      return say`Attack ${ref(foe.id)} with the ${weapon.name}${chance(fells)}`;
  }
};

/** A plan where the rules take it. */
const declared = ({ actual, me }: DecisionContext, label: () => Text, worth: number, params: Declared): PlanCandidate =>
  lazyPlan(worth, { label, orders: () => [{ verb: 'declare', params }] }, () =>
    isLegalDeclaration(actual, me.id, params),
  );

const attackPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me, foes, weapons } = scene;
  return foes.flatMap((foe) => {
    const left = leftAfterFriends(state, me, foe);
    return weapons.flatMap((weapon) =>
      strikes(scene, foe, weapon).flatMap(([main, likely]) => {
        const times = attacksLeft(scene, main, weapon);
        if (times === 0) return [];
        const striking: Combatant = main === 'run-attack' ? { ...me, declaration: { ...runs, attacks: [] } } : me;
        const blow = { attacker: striking, target: foe, weapon, hand: 'main' as const, free: false };
        const { worth: whole, downChance } = expectedFromAttacks(state, blow, times, left);
        const worth = likely * whole;
        const drawn = isHeld(me, weapon) ? {} : { options: drawing(me, weapon) };
        const path = main === 'attack' ? {} : { path: `toward ${foe.id}` };
        return [
          declared(scene, () => labelOf(main, foe, weapon, likely * downChance), left <= 0 ? worth / 3 : worth, {
            ...{ action: main, target: foe.id, weapon: weapon.name },
            ...drawn,
            ...path,
          }),
        ];
      }),
    );
  });
};

const runs = { main: 'run-attack', options: emptyOptions, kept: 1, byAir: false, carried: false } as const;

/** SEG-CAST. Spells that do damage; what others do is the GM’s to say. */
const spellPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me, foes } = scene;
  return me.sheet.spells
    .filter(
      (spell) =>
        spell.damage !== undefined && findCastableSpell(me, spell.name) !== undefined && spellBudget(me, spell).enough,
    )
    .flatMap((spell) => {
      const mean = meanDamage(spell.damage ?? '');
      const likely = Math.min(1, (spell.castChance ?? 100) / 100) * (engagedFoes(state, me).length > 0 ? 0.6 : 0.9);
      return foes.flatMap((foe) => {
        const left = Math.max(1, leftAfterFriends(state, me, foe));
        const harm = Math.min(left, Math.max(0, mean - (spell.ignoresProt ? 0 : protOf(state, foe))));
        const worth = likely * ((100 * harm) / Math.max(1, foe.sheet.maxHp) + (harm >= left ? 80 : 0));
        const params = { action: 'cast', spell: spell.name, target: foe.id };
        return declared(scene, () => say`Cast ${spell.name} on ${ref(foe.id)}`, worth, params);
      });
    });
};

/** Where all is lost: defended. */
const stayPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me } = scene;
  const engagedBy = engagedFoes(state, me).length;
  const left = me.hp / Math.max(1, me.sheet.maxHp);
  return [
    declared(scene, () => 'Defend desperately', engagedBy > 0 && left < 0.2 ? 2 * engagedBy : 1, {
      action: 'desperate-defense',
    }),
    plan('Do nothing', 0, 'declare', { action: 'none' }),
  ];
};

/** Where nothing is in reach: nearer. Where all is lost: defended. */
const otherPlans = (scene: DecisionContext): readonly PlanCandidate[] => {
  const { state, me, foes } = scene;
  const [nearest] = foes;
  const engagedBy = engagedFoes(state, me).length;
  const near =
    nearest === undefined || engagedBy > 0
      ? []
      : (['run', 'walk'] as const).map((pace) =>
          declared(
            scene,
            () => say`${pace === 'run' ? 'Run' : 'Walk'} toward ${ref(nearest.id)}`,
            pace === 'run' ? 4 : 3,
            { action: 'move', pace, path: `toward ${nearest.id}` },
          ),
        );
  return [...near, ...stayPlans(scene)];
};

const declarations = (scene: DecisionContext): readonly PlanCandidate[] => [
  ...attackPlans(scene),
  ...spellPlans(scene),
  ...otherPlans(scene),
];

/** Ways around bodies are looked for so many squares beside those between here and the place. */
const detour = 12;

const isStraight = ({ x, y }: Square): boolean => x === 0 || y === 0;
const straightFirst = [...neighbourOffsets.filter(isStraight), ...neighbourOffsets.filter((each) => !isStraight(each))];

/** SEG-MOVE-1, SEG-MOVE-8. The squares to a place, or to the free one nearest to it; none where one is as near as can be. */
const wayTo = (state: State, me: Combatant, place: Square): readonly Square[] => {
  const from = me.pos;
  if (from === undefined) return [];
  const within = ({ x, y }: Square): boolean =>
    x >= Math.min(from.x, place.x) - detour &&
    x <= Math.max(from.x, place.x) + detour &&
    y >= Math.min(from.y, place.y) - detour &&
    y <= Math.max(from.y, place.y) + detour;
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

/** So much first come plans that bring one nearer to the place. */
const onward = 1000;

/** As far to a place as a run or a walk leads. In a melee and there: a blow at whoever is in reach; where no way leads on, at those who stand nearer to it too. */
const advancing = (scene: DecisionContext, place: Square): readonly PlanCandidate[] => {
  const { state, me, foes } = scene;
  const way = engagedFoes(state, me).length > 0 ? [] : wayTo(state, me, place);
  const tmr = effectiveTmr(state, me);
  const moves = (['run', 'walk'] as const).flatMap((pace) => {
    const path = way.slice(0, Math.floor(allowanceFeet(movementRate('move', pace) ?? 0, tmr) / 5));
    const end = path.at(-1);
    if (end === undefined) return [];
    const params = { action: 'move', pace, path: path.map(formatSquare).join(' ') };
    const says = () => say`${pace === 'run' ? 'Run' : 'Walk'} to ${formatSquare(end)}`;
    return declared(scene, says, onward + path.length - (pace === 'run' ? 0.5 : 0), params);
  });
  const far = me.pos === undefined ? 0 : feetBetween(me.pos, place);
  const nearer = ({ pos }: Combatant): boolean => pos !== undefined && feetBetween(pos, place) < far;
  const blows = attackPlans(scene).filter(({ orders: [order] }) => order?.params.action === 'attack');
  const chases = way.length > 0 ? [] : attackPlans({ ...scene, foes: foes.filter(nearer) });
  return [...moves, ...blows, ...chases, ...spellPlans(scene), ...stayPlans(scene)];
};

/** SEG-DECL-7, SEG-DECL-9. To whom an attack turns that was overtaken, or whose target only defends. */
const turning = (
  state: State,
  me: Combatant,
  pending: Extract<PendingQuestion, { kind: 'contingency' | 'choose-again' }>,
) => {
  const slot = me.initiatives.find(({ number }) => number === pending.number);
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

const answers = (state: State, me: Combatant, pending: PendingQuestion): readonly Plan<Text>[] => {
  switch (pending.kind) {
    case 'shout':
      return [plan('Shout', 10, 'shout', { warn: true }), plan('Keep silent', 0, 'shout', { warn: false })];
    case 'contingency':
      return [...turning(state, me, pending).plans, plan('Forgo the attack or spell', 0, 'forgo')];
    case 'choose-again': {
      const { worth, plans } = turning(state, me, pending);
      const target = find(state, pending.target);
      return [
        plan('Attack anyway', target === undefined ? 1 : worth(target) + 1, 'keep'),
        ...plans,
        plan('Forgo the attack or spell', 0, 'forgo'),
      ];
    }
    case 'free-attack':
      return [
        plan('Strike', 10, 'free-attack', { take: true }),
        plan('Let the enemy go', 0, 'free-attack', { take: false }),
      ];
    case 'push':
      return [plan('Do not push', 1, 'forgo')];
  }
};

const isAsked = (pending: PendingQuestion, id: string): boolean => {
  switch (pending.kind) {
    case 'shout':
      return pending.waiting.includes(id);
    case 'free-attack':
      return pending.left.includes(id);
    default:
      return pending.who === id;
  }
};

/** Is anything awaited of this one now? */
const isAwaited = (state: State, own: Combatant): boolean =>
  state.status === 'active' &&
  (state.pending === undefined
    ? state.phase === 'declare' && own.declaration === undefined && canDeclareNow(state, own)
    : isAsked(state.pending, own.id));

interface FoeAtDistance {
  readonly foe: Combatant;
  readonly feet: number;
}

/** Those who stand against this one, the nearest first, each with its distance. */
const byDistance = (state: State, me: Combatant): readonly FoeAtDistance[] =>
  state.combatants
    .flatMap((foe) =>
      foe.life === 'up' && areHostile(me, foe) ? [{ foe, feet: distanceInFeet(state, me, foe) ?? 0 }] : [],
    )
    .sort((a, b) => a.feet - b.feet);

/** What is weighed by whoever acts. */
interface SearchLimits {
  /** Of all foes, in the order of their distance. */
  readonly foes: (all: readonly FoeAtDistance[], me: Combatant) => readonly FoeAtDistance[];
  readonly weapons: (me: Combatant, foes: readonly FoeAtDistance[]) => readonly Weapon[];
}

const tacticsBy =
  (
    { foes: weighed, weapons }: SearchLimits,
    declaring: (scene: DecisionContext) => readonly PlanCandidate[] = declarations,
  ) =>
  (actual: State, actor: string): readonly PlanCandidate[] => {
    const own = find(actual, actor);
    if (own === undefined || !isAwaited(actual, own)) return [];
    const state = sideBelief(actual, own);
    const me = find(state, actor) ?? own;
    if (actual.pending !== undefined) return answers(state, me, actual.pending);
    const foes = weighed(byDistance(state, me), me);
    return declaring({ state, actual, me, foes: foes.map(({ foe }) => foe), weapons: weapons(me, foes) });
  };

const usually: SearchLimits = {
  foes: (all) => all.slice(0, maxFoes),
  weapons: ({ sheet }) => sheet.weapons.slice(0, maxWeapons),
};

/** What somebody could declare, or answer where the round waits for them; nobody’s where it does not. */
export const tactics = tacticsBy(usually);

/** The same for one who is to advance on a place. Without a map there are none. */
export const advanceTactics: AdvanceTactics<State> = {
  placeProblem: (state, place) => {
    const { useMap, board } = state.settings;
    if (!useMap) return 'no-places';
    if (isOnBoard(state, place)) return undefined;
    const isOnMap =
      board === 'none' || (place.x >= 0 && place.y >= 0 && place.x < board.width && place.y < board.height);
    return isOnMap ? 'blocked' : 'off-board';
  },
  plans: (actual, actor, place) => tacticsBy(usually, (scene) => advancing(scene, place))(actual, actor),
};

const heldBy = (me: Combatant): readonly Weapon[] => me.sheet.weapons.filter((weapon) => isHeld(me, weapon));

/** The same against those whom what is held reaches, else against the nearest; with what is held alone where it reaches the nearest and is made for that distance. */
export const quickTactics = tacticsBy({
  foes: (all, me) => {
    const reach = Math.max(0, ...heldBy(me).map(reachOf));
    const reached = all.filter(({ feet }) => feet <= reach).slice(0, maxNearFoes);
    return reached.length > 0 ? reached : all.slice(0, maxNearFoes);
  },
  weapons: (me, [nearest]) => {
    const reaching =
      nearest === undefined
        ? []
        : heldBy(me).filter((weapon) => nearest.feet <= reachOf(weapon) && isRanged(weapon) === nearest.feet > closeBy);
    return reaching.length > 0 ? reaching : usually.weapons(me, []);
  },
});
