import { normalizeName } from '../../core/message.ts';
import { type Plan, weighBravely, weighCarefully } from '../../rules/tactics.ts';
import type { BattleView, CombatantView } from '../../rules/view.ts';
import type { Autopilot } from '../saved/session.ts';

/** What is put before everything else. */
const topPriority = 1000;

type Position = { readonly x: number; readonly y: number };

/** Where everybody stands that a picture shows: squares, metres along a line, or the area's number. */
const findPositions = ({ board }: BattleView): ReadonlyMap<string, Position> => {
  switch (board?.kind) {
    case 'grid':
      return new Map(board.figures.map(({ id, x, y }) => [id, { x, y }]));
    case 'line':
      return new Map(board.units.map(({ id, at }) => [id, { x: at, y: 0 }]));
    case 'areas':
      return new Map(board.areas.flatMap(({ ids }, at) => ids.map((id) => [id, { x: at, y: 0 }] as const)));
    case undefined:
      return new Map();
  }
};

/** Squares or metres between two of them; nothing where one of them stands nowhere. */
const distanceBetween = (places: ReadonlyMap<string, Position>, a: string, b: string): number => {
  const [one, other] = [places.get(a), places.get(b)];
  return one === undefined || other === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
};

/** Whom the orders of a plan name, of those who are there. */
const planTargets = ({ orders }: Plan, all: readonly CombatantView[]): readonly CombatantView[] => {
  const named = new Set(
    orders.flatMap(({ params }) =>
      Object.values(params).flatMap((each) => (typeof each === 'string' ? each.split(',').map(normalizeName) : [])),
    ),
  );
  return all.filter(({ id }) => named.has(normalizeName(id)));
};

/** Does it take anybody from where they stand? */
const isStaying = ({ orders }: Plan): boolean =>
  orders.every(({ params }) => params.path === undefined && params.to === undefined);

const minOf = (numbers: readonly number[]): number => Math.min(Number.POSITIVE_INFINITY, ...numbers);

/**
 * Plans as somebody of this manner weighs them, by what their side sees: the brave fear nothing, the careful fear three times as much;
 * the others look at whom a plan is aimed first, and only then at what it is worth.
 */
export const weighByStyle = (
  plans: readonly Plan[],
  view: BattleView,
  actor: string,
  { manner, whom }: Pick<Autopilot, 'manner' | 'whom'>,
): readonly Plan[] => {
  const places = findPositions(view);
  const own = view.combatants.find((each) => each.actor === actor || each.id === actor);
  const foes = view.combatants.filter(({ side, id, life }) => life === 'up' && id !== own?.id && side !== own?.side);
  const sought = (wanted: (foe: CombatantView) => number): readonly Plan[] => {
    const least = minOf(foes.map(wanted));
    return plans.map((plan) => {
      const chosen = minOf(planTargets(plan, foes).map(wanted));
      const isSought = Number.isFinite(chosen) && chosen <= least;
      return isSought ? { ...plan, worth: plan.worth + topPriority } : plan;
    });
  };
  switch (manner) {
    case undefined:
    case 'advances':
      return plans;
    case 'brave':
      return plans.map(weighBravely);
    case 'careful':
      return plans.map(weighCarefully);
    case 'holds':
      return plans.filter(isStaying);
    case 'picks-the-weak':
      // How they look, not their numbers: unhurt, scratched, half, nearly down.
      return sought(({ gauges: [life] }) => Math.ceil((life?.share ?? 1) * 4));
    case 'strikes-the-nearest':
      return sought(({ id }) => distanceBetween(places, own?.id ?? actor, id));
    case 'protects':
      return sought(({ id }) => distanceBetween(places, whom ?? actor, id));
    case 'strikes':
      return sought(({ id }) => (normalizeName(id) === normalizeName(whom ?? '') ? 0 : Number.POSITIVE_INFINITY));
  }
};
