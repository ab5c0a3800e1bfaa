import { counted, listed, normalizeName, phrase, sentences, term, worded } from '../../core/message.ts';
import type { Line } from '../../rules/event.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import { type Plan, weighByCaution } from '../../rules/tactics.ts';
import type { BattleView, CombatantView } from '../../rules/view.ts';
import { formatDuration } from '../saved/clock-settings.ts';
import type { Autopilot } from '../saved/session.ts';
import type { LogEntry } from '../saved/store.ts';

/** The reason of orders on autopilot in the log. */
export const autopilotReason = 'by autopilot';

/** The reason of orders that forum pace gives because nothing is left to decide. Readers do not see it. */
export const forumPaceReason = 'nothing to decide';

/** Minimum number of consecutive orders on autopilot that are summarized as a run. */
const minRunLength = 3;

/** True if an entry is part of a run on autopilot, which is shown without sums. */
export const isPartOfRun = (entry: Pick<LogEntry, 'reason'>, chain: readonly Pick<LogEntry, 'reason'>[]): boolean =>
  entry.reason === autopilotReason && chain.filter(({ reason }) => reason === autopilotReason).length >= minRunLength;

/** The lines of an entry without sums. */
export const linesWithoutSums = (lines: readonly Line[]): readonly Line[] =>
  lines.map((each) => ({ ...each, folded: true }));

/** The lines of a story's parts. Only the last line that gives autopilot as the reason stays. */
export const withReasonOnce = (parts: readonly (readonly Line[])[]): readonly (readonly Line[])[] => {
  const isReason = ({ text }: Line): boolean => text === formatReason(autopilotReason);
  const last = parts.flat().findLast(isReason);
  return parts.map((lines) => lines.filter((each) => each === last || !isReason(each)));
};

/** Formats the line with the reason of an order: `Reason: the clock ran out`. */
export const formatReason = (reason: string): string => phrase`Reason: ${term(reason)}`;

const manners: Readonly<Record<NonNullable<Autopilot['manner']>, (whom: string, to: string) => string>> = {
  brave: () => phrase`It acts bravely.`,
  careful: () => phrase`It acts carefully.`,
  'picks-the-weak': () => phrase`It attacks the weakest enemy.`,
  'strikes-the-nearest': () => phrase`It attacks the nearest enemy.`,
  strikes: (whom) => phrase`It attacks ${whom}.`,
  protects: (whom) => phrase`It attacks the enemy nearest to ${whom}.`,
  holds: () => phrase`It holds its ground.`,
  advances: (_, to) => phrase`It advances on ${to}.`,
};

const formatSeconds = (seconds: number): string =>
  seconds < 120 ? counted(seconds, 'second') : formatDuration(seconds);

/** Describes the autopilot of some combatants for the GM. */
export const describeAutopilot = (actors: readonly string[], autopilot: Autopilot | undefined): string => {
  const who = listed(actors);
  if (autopilot === undefined) return phrase`The GM acts for ${who} again.`;
  const { does, seconds = 0, level, manner, whom = '', to } = autopilot;
  const acts = {
    suggest: () => phrase`The GM is shown a plan for ${who}.`,
    after: () => phrase`Autopilot acts for ${who} after ${formatSeconds(seconds)}, unless the GM orders otherwise.`,
    'at-once': () => phrase`Autopilot acts for ${who} at once.`,
  }[does];
  return worded(
    sentences(
      acts(),
      level === 'careless' && term('It uses the rulebook’s default for absent players.'),
      manner !== undefined && manners[manner](whom, to === undefined ? '' : formatSquare(to)),
    ),
  );
};

/** The priority of a plan that comes before all others. */
const topPriority = 1000;

type Position = { readonly x: number; readonly y: number };

/** The positions that a picture shows: squares, metres along a line, or the number of an area. */
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

/** Distance between two combatants (squares or metres). Infinite if one has no position. */
const distanceBetween = (places: ReadonlyMap<string, Position>, a: string, b: string): number => {
  const [one, other] = [places.get(a), places.get(b)];
  return one === undefined || other === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
};

/** The combatants that the orders of a plan name. */
const planTargets = ({ orders }: Plan, all: readonly CombatantView[]): readonly CombatantView[] => {
  const named = new Set(
    orders.flatMap(({ params }) =>
      Object.values(params).flatMap((each) => (typeof each === 'string' ? each.split(',').map(normalizeName) : [])),
    ),
  );
  return all.filter(({ id }) => named.has(normalizeName(id)));
};

/** True if no order of a plan moves the plan's actor. */
const isStaying = ({ orders }: Plan): boolean =>
  orders.every(({ params }) => params.path === undefined && params.to === undefined);

const minOf = (numbers: readonly number[]): number => Math.min(Number.POSITIVE_INFINITY, ...numbers);

/** Weighs plans by style: brave ignores risk, careful triples the risk, other styles prefer certain targets. */
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
    case 'careful':
      return plans.map(weighByCaution(manner));
    case 'holds':
      return plans.filter(isStaying);
    case 'picks-the-weak':
      // Compares how targets look: unhurt, scratched, half, nearly down. Their numbers may be hidden.
      return sought(({ gauges: [life] }) => Math.ceil((life?.share ?? 1) * 4));
    case 'strikes-the-nearest':
      return sought(({ id }) => distanceBetween(places, own?.id ?? actor, id));
    case 'protects':
      return sought(({ id }) => distanceBetween(places, whom ?? actor, id));
    case 'strikes':
      return sought(({ id }) => (normalizeName(id) === normalizeName(whom ?? '') ? 0 : Number.POSITIVE_INFINITY));
  }
};
