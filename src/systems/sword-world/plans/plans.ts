import { memoizeByObject } from '../../../core/memoize.ts';
import { count, joined, say, type Text } from '../../../core/message.ts';
import { lazyPlan, type Plan, type Tactics } from '../../../rules/tactics.ts';
import { areasApart } from '../battlefield.ts';
import { isBodyAble, isUnitAble } from '../conditions.ts';
import { speedOf } from '../derived-values.ts';
import { requireRetreat } from '../movement/retreat.ts';
import { defaultPlacement, usualPlacesLabel } from '../placement.ts';
import { areHostile, findSkirmishAround } from '../relations.ts';
import { waitingUnits } from '../rounds.ts';
import type { Body } from '../sheet.ts';
import type { State, Unit } from '../state.ts';
import { actingSide, freshTurn, requireMajorAction, turnOf } from '../turns.ts';
import { find, replaceUnit, totalHp } from '../units.ts';
import { sideBelief } from './beliefs.ts';
import {
  createOrder,
  type PreparedUnit,
  withBullets,
  withDrawnWeapon,
  withFeats,
  withMoves,
  withStandUp,
} from './readiness.ts';
import { legalOptions, type TurnOption } from './turn-options.ts';

/** Maximum number of options to try again with feats and Bullets, and of plans from one position. */
const triedBetter = 4;
const maxOptions = 8;
/** Cost of each point of Evasion lost, for each foe near; then the cost of moving next to foes. */
const evasionCost = 5;
const meleeCost = 4;
/** Worth of moving nearer to foes, its loss for each turn still to go, and its minimum. */
const nearerWorth = 3;
const turnWorth = 0.1;
const leastWorth = 0.5;
/** Assumed loss of HP in a round for each foe near (share of the maximum HP). */
const attackShare = 0.25;
const retreatWorth = 60;
const retreatCost = 65;
const declaredWorth = 150;
const surrenderWorth = -60;

/** The unit in its open turn. If no turn is open: as it is when its turn begins (SW-ROUND-7). */
const withOpenTurn = (state: State, me: Unit): Unit =>
  me.turn !== undefined
    ? me
    : Object.assign(
        { ...me },
        {
          turn: freshTurn(state, me),
          ...(me.effects.length > 0 && { effects: me.effects.filter(({ until }) => until !== 'nextTurn') }),
          retreat: me.retreat === 'declared' ? 'ready' : me.retreat,
        },
      );

const ready = (state: State, me: Unit): PreparedUnit => {
  const unit = withOpenTurn(state, me);
  return { state: replaceUnit(state, unit), unit, orders: [], says: [], evasion: 0 };
};

const isNear = (state: State, a: Unit, b: Unit): boolean => {
  if (state.settings.mode === 'simplified') return a.area !== undefined && a.area === b.area;
  const around = findSkirmishAround(state, a);
  return a.pos === b.pos || (around !== undefined && around.id === findSkirmishAround(state, b)?.id);
};

const ableFoes = (state: State, unit: Unit): readonly Unit[] =>
  state.units.filter((each) => areHostile(unit, each) && isUnitAble(each));

/** Number of foes near the unit, for each able friend near it (itself included). */
const pressure = ({ state, unit }: PreparedUnit): number => {
  const near = state.units.filter((each) => isUnitAble(each) && isNear(state, unit, each));
  const against = near.filter((each) => areHostile(unit, each)).length;
  return against / Math.max(1, near.length - against);
};

const positionCost = (from: PreparedUnit, start: PreparedUnit): number => {
  if (from === start && from.evasion === 0) return 0;
  const press = pressure(from);
  return from.evasion * evasionCost * press + (press > 0 && pressure(start) === 0 ? meleeCost : 0);
};

const withChance = (what: Text, { downChance }: TurnOption): Text =>
  downChance < 0.005 ? what : say`${what}: ${Math.round(downChance * 100)} % to take the target down`;

/** Bodies with a Major Action left, each once for every Major Action (SW-ACT-3, SW-ATK-12). */
const bodiesWithMajorAction = ({ state, unit }: PreparedUnit): readonly Body[] =>
  unit.bodies.flatMap((body) => {
    if (!isBodyAble(unit, body) || !requireMajorAction(state, unit, body.id).ok) return [];
    const used = turnOf(state, unit).majors.filter((id) => id === body.id).length;
    return Array.from({ length: (body.majors ?? 1) - used }, () => body);
  });

/** The legal options of one body, the best first. */
type BodyOptions = ReturnType<typeof legalOptions>;

/** The best option of each other body. Attacks on the first body’s target count less if it is probably down. */
const followUps = (others: readonly BodyOptions[], first: TurnOption): readonly TurnOption[] =>
  others.flatMap((options) => {
    const fitting = options.map(({ option }) =>
      option.target === first.target ? { ...option, worth: option.worth * (1 - first.downChance) } : option,
    );
    const [best] = fitting.toSorted((a, b) => b.worth - a.worth);
    return best === undefined || best.worth <= 0 ? [] : [best];
  });

const endTurnOrder = createOrder('end');

const createPlan = (from: PreparedUnit, cost: number, option: TurnOption, more: readonly TurnOption[]): Plan<Text> =>
  lazyPlan(option.worth + more.reduce((sum, { worth }) => sum + worth, 0) - cost, {
    label: () => {
      const also = more.length > 0 ? [count(more.length, 'more attack')] : [];
      return withChance(joined([option.says(), ...from.says, ...also]), option);
    },
    risk: () => cost,
    orders: () => [...from.orders, option.order, ...more.map((each) => each.order), endTurnOrder],
  });

/** Plans from one position, one for each option of the first body; the best also with feats or Bullets. */
const plansAt = (from: PreparedUnit, start: PreparedUnit, tried: number): readonly Plan<Text>[] => {
  const all = bodiesWithMajorAction(from).map((body) => ({ body, options: legalOptions(from, body) }));
  const [lead, ...others] = all.filter(({ options }) => options.length > 0);
  if (lead === undefined) return [];
  const further = others.map(({ options }) => options);
  const readied = [...withFeats(from), ...withBullets(from)];
  const raised = lead.options.slice(0, tried).flatMap(({ buildOption }) =>
    readied.flatMap((better) => {
      const option = buildOption(better, lead.body);
      return option === undefined ? [] : [{ from: better, option }];
    }),
  );
  const cost = memoizeByObject((stand: PreparedUnit) => positionCost(stand, start));
  return [...lead.options.slice(0, maxOptions).map(({ option }) => ({ from, option })), ...raised].map((each) =>
    createPlan(each.from, cost(each.from), each.option, followUps(further, each.option)),
  );
};

/** Number of turns until the unit reaches the nearest foe. */
const turnsToFoe = ({ state, unit }: PreparedUnit): number => {
  const foes = ableFoes(state, unit);
  if (state.settings.mode === 'simplified')
    return Math.min(...foes.map(({ area }) => (unit.area && area ? areasApart(unit.area, area) : 0)));
  const speed = Math.max(1, speedOf(state, unit));
  return Math.min(...foes.map(({ pos }) => Math.abs((pos ?? 0) - (unit.pos ?? 0)) / speed));
};

/** Plans that do no more than move nearer to a foe. */
const approachPlans = (stands: readonly PreparedUnit[], start: PreparedUnit): readonly Plan<Text>[] => {
  const before = turnsToFoe(start);
  return stands
    .map((stand) => ({ stand, after: turnsToFoe(stand) }))
    .filter(({ after }) => after < before)
    .map(({ stand, after }) => ({
      label: joined(stand.says),
      worth: Math.max(leastWorth, nearerWorth - after * turnWorth - stand.evasion / 2),
      orders: [...stand.orders, endTurnOrder],
    }));
};

/** Estimated chance that the unit is taken down before its next turn (0 to 1). */
const fallRisk = ({ state, unit }: PreparedUnit): number => {
  const { left, most } = totalHp(unit);
  const expected = pressure({ state, unit, orders: [], says: [], evasion: 0 }) * attackShare * most;
  return Math.max(0, Math.min(1, expected / Math.max(1, left) - 0.2));
};

/** Plans to declare a retreat or, after the declaration, to leave. SW-RETREAT-1, SW-RETREAT-2. */
const retreats = (start: PreparedUnit, stands: readonly PreparedUnit[]): readonly Plan<Text>[] => {
  const { state, unit } = start;
  const fall = fallRisk(start);
  if (unit.retreat === 'ready')
    return stands
      .filter((stand) => pressure(stand) === 0)
      .map((stand) => ({
        label: say`Retreat: ${joined(stand.says)}`,
        worth: declaredWorth - positionCost(stand, start),
        orders: [...stand.orders, endTurnOrder],
      }));
  const [body] = bodiesWithMajorAction(start);
  if (unit.retreat !== 'none' || body === undefined || !requireRetreat(state, unit).ok) return [];
  return [
    {
      label: 'Declare a retreat',
      worth: fall * retreatWorth - retreatCost,
      orders: [...start.orders, createOrder('retreat'), endTurnOrder],
    },
  ];
};

/** The plan to surrender, for a badly hurt unit alone against three or more. Its worth is low. SW-END-1. */
const surrenders = ({ state, unit }: PreparedUnit): readonly Plan<Text>[] => {
  const friends = state.units.filter((each) => !areHostile(unit, each) && isUnitAble(each));
  const hurt = unit.bodies.every(({ hp, maxHp }) => hp < maxHp / 4);
  return friends.length === 1 && hurt && ableFoes(state, unit).length >= 3
    ? [{ label: 'Surrender', worth: surrenderWorth, orders: [createOrder('surrender')] }]
    : [];
};

/** The plan to end the turn without an attack. */
const idlePlan = (begun: PreparedUnit, start: PreparedUnit): Plan<Text> => ({
  label:
    start.orders.length > begun.orders.length ? 'Stand up or take a weapon in hand, and end the turn' : 'End the turn',
  worth: 0,
  orders: [...start.orders, endTurnOrder],
});

/** The unit after each Limited, Normal or Full Move that is worth trying. */
const possibleMoves = (start: PreparedUnit, foes: readonly Unit[]) => {
  const isFine = start.state.settings.mode === 'standard' || start.unit.altitude > 0;
  const steps = isFine ? withMoves(start, foes, 'limited') : [];
  const stepped = new Set(steps.map(({ unit }) => unit.pos));
  const walks = withMoves(start, foes, 'normal').filter(({ unit }) => unit.pos === undefined || !stepped.has(unit.pos));
  return { steps, walks, runs: withMoves(start, foes, 'full') };
};

interface SearchLimits {
  /** Number of options to try again with feats and Bullets. */
  readonly tried: number;
  /** True if a unit that can act from its position does not try other positions. */
  readonly staysInReach?: true;
}

const turnPlans = (state: State, me: Unit, { tried, staysInReach }: SearchLimits): readonly Plan<Text>[] => {
  const begun = ready(state, me);
  const start = withDrawnWeapon(withStandUp(begun));
  const foes = ableFoes(state, me);
  const standing = idlePlan(begun, start);
  if (foes.length === 0) return [standing];
  const here = plansAt(start, start, tried);
  if (staysInReach && here.some(({ worth }) => worth > 0)) return here;
  const { steps, walks, runs } = possibleMoves(start, foes);
  return [
    ...here,
    ...[...steps, ...walks].flatMap((stand) => plansAt(stand, start, tried)),
    ...approachPlans([...steps, ...walks, ...runs], start),
    ...retreats(start, [...walks, ...runs]),
    ...surrenders(start),
    standing,
  ];
};

/** Makes tactics from a search for a turn’s plans; placements are searched here. Empty if the unit may not act. */
const tacticsBy =
  (plansOfTurn: (truth: State, me: Unit) => readonly Plan<Text>[]): Tactics<State> =>
  (truth, actor) => {
    const me = find(truth, actor);
    if (me === undefined) return [];
    if (truth.stage === 'placement') return planPlacements(truth, me);
    if (truth.stage !== 'combat' || !isUnitAble(me)) return [];
    const acts =
      truth.open === undefined
        ? waitingUnits(truth, actingSide(truth)).some(({ id }) => id === actor)
        : truth.open === actor;
    return acts ? plansOfTurn(truth, me) : [];
  };

/** Plans for a turn or placement, made from what the unit’s side knows. */
export const tactics = tacticsBy((truth, me) => turnPlans(sideBelief(truth, me), me, { tried: triedBetter }));

/** Finds fewer plans, faster, from the true battle instead of the side’s knowledge. */
export const quickTactics = tacticsBy((truth, me) => turnPlans(truth, me, { tried: 1, staysInReach: true }));

/** Plans of placement: the usual places, or everyone in the Frontline. SW-PLACE-2, SW-PLACE-3. */
const planPlacements = (state: State, { side, area }: Unit): readonly Plan<Text>[] => {
  if (side === undefined || state.settings.mode === 'standard' || area !== undefined) return [];
  const order = (placement: string) => [createOrder('place', { placement })];
  return [
    { label: usualPlacesLabel, worth: 1, orders: order(defaultPlacement(state, side)) },
    { label: 'Everyone to the Frontline', worth: 0, orders: order('all: front') },
  ];
};
