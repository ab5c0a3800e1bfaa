import type { Text } from '../core/message.ts';
import type { Effect } from './effects.ts';
import type { Suggestion } from './expected-action.ts';
import type { Square } from './grid/square.ts';
import type { Reader } from './reader.ts';

/** Draws a whole number from 0 to below `below`, for what a reader cannot know. Differs between simulated battles. */
export type DrawNumber = (below: number) => number;

/**
 * Completes the battle as this reader believes it to be, so that it can be simulated. What they cannot know is replaced by
 * averages of the known side or by draws. A rulebook must not read what it replaces.
 */
export type SampleBelief<State> = (state: State, reader: Reader, draw: DrawNumber) => State;

/** The rounded mean. `usual` if there are no numbers. */
export const roundedMean = (numbers: readonly number[], usual: number): number =>
  numbers.length === 0 ? usual : Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length);

/** One item, drawn. Undefined if there are none. */
export const pickOne = <T>(from: readonly T[], draw: DrawNumber): T | undefined =>
  from.length === 0 ? undefined : from[draw(from.length)];

/** Effects without the modifiers that this reader cannot see. `termOf` maps each modifier to its number term. */
export const visibleEffects = (
  effects: readonly Effect[],
  reader: Reader,
  termOf: Readonly<Record<string, string>>,
): Effect[] =>
  effects.map((effect) => ({
    ...effect,
    modifiers: Object.fromEntries(
      Object.entries(effect.modifiers).filter(([modifier]) =>
        reader.isNumberVisible(effect.who, termOf[modifier] ?? 'sheet'),
      ),
    ),
  }));

/** Draws that depend on a text only. They are independent of all dice, so none reveals another. */
export const deterministicDraws = (text: string): DrawNumber => {
  let at = hashText(text);
  return (below) => {
    at = (at + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
};

/** A whole number from 0 to below 2³² that is the same for the same text (FNV-1a). */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** A named plan: its orders, legal one after the other, and its worth. */
export interface Plan<Says extends Text = string> {
  readonly label: Says;
  readonly worth: number;
  /** How much of it was taken off for harm to be feared. */
  readonly risk?: number | undefined;
  readonly orders: readonly Pick<Suggestion, 'verb' | 'params'>[];
}

/** A plan that has still to be held against the rules. */
export interface PlanCandidate<Says extends Text = Text> extends Plan<Says> {
  /** True if it may be ordered. Checked for the best first, and for the others only when all are listed. Default: legal. */
  readonly isLegal?: () => boolean;
}

/** The parts of a plan that are computed when they are read, as for most plans they never are. */
interface PlanParts {
  readonly label: () => Text;
  readonly risk?: () => number;
  readonly orders: () => Plan['orders'];
}

class LazyPlan implements PlanCandidate {
  readonly worth: number;
  readonly isLegal: () => boolean;
  readonly #parts: PlanParts;
  constructor(worth: number, parts: PlanParts, isLegal: () => boolean) {
    this.worth = worth;
    this.isLegal = isLegal;
    this.#parts = parts;
  }
  get label(): Text {
    return this.#parts.label();
  }
  get risk(): number | undefined {
    return this.#parts.risk?.();
  }
  get orders(): Plan['orders'] {
    return this.#parts.orders();
  }
}

const alwaysLegal = (): boolean => true;

/** A plan whose parts are computed when they are read. A class for the reason given at `lazyQuestion`. */
export const lazyPlan = (worth: number, parts: PlanParts, isLegal: () => boolean = alwaysLegal): PlanCandidate =>
  new LazyPlan(worth, parts, isLegal);

/**
 * A rulebook's plans for one actor in the battle as its side knows it, always in the same order. Rolls nothing and changes
 * nothing. Empty if the battle does not expect that actor.
 */
export type Tactics<State> = (state: State, actor: string) => readonly PlanCandidate[];

/** Why no one can advance to a square: no board, off the board, or blocked. */
export type AdvanceProblem = 'no-places' | 'off-board' | 'blocked';

/** An advance on a place, by the movement rules of the rulebook. */
export interface AdvanceTactics<State> {
  readonly placeProblem: (state: State, place: Square) => AdvanceProblem | undefined;
  /** Plans to advance to a square: the nearest reachable position, attacks from there, then holding it. Otherwise as `tactics`. */
  readonly plans: (state: State, actor: string, place: Square) => readonly PlanCandidate[];
}

/** The best first; of equals the one that was thought of first. */
export const sortBestFirst = <P extends Pick<Plan<Text>, 'worth'>>(plans: readonly P[]): readonly P[] =>
  plans.toSorted((a, b) => b.worth - a.worth);

/** A plan as plain data, with its lazy parts computed. */
const toPlainPlan = ({ label, worth, risk, orders }: Plan<Text>): Plan<Text> => ({
  label,
  worth,
  ...(risk !== undefined && { risk }),
  orders,
});

/** Those that may be ordered. */
export const legalPlans = (candidates: readonly PlanCandidate[]): readonly Plan<Text>[] =>
  candidates.flatMap((each) => (each.isLegal?.() === false ? [] : [toPlainPlan(each)]));

/** The best plan that may be ordered and begins with one of these verbs. */
export const bestPlan = <Says extends Text>(
  candidates: readonly PlanCandidate<Says>[],
  verbs: readonly string[],
): Plan<Says> | undefined =>
  sortBestFirst(candidates).find(
    ({ orders: [first], isLegal }) => first !== undefined && verbs.includes(first.verb) && isLegal?.() !== false,
  );

/** The orders of the best of them, which has not been held against the rules. */
export const bestUncheckedOrders = (candidates: readonly PlanCandidate[]): Plan<Text>['orders'] => {
  let best: PlanCandidate | undefined;
  for (const each of candidates) if (best === undefined || each.worth > best.worth) best = each;
  return best?.orders ?? [];
};

/** How many times as much as others these styles fear harm. */
const cautionFactors = { brave: 0, careful: 3 } as const;

/** Weighs plans as the brave or the careful do. */
export const weighByCaution =
  (style: keyof typeof cautionFactors) =>
  <P extends Pick<Plan<Text>, 'worth' | 'risk'>>(plan: P): P => ({
    ...plan,
    worth: plan.worth - (cautionFactors[style] - 1) * (plan.risk ?? 0),
  });

/** The first order of the best plan that begins with one of these verbs, as it is suggested. */
export const bestOrder = <Says extends Text>(
  candidates: readonly PlanCandidate<Says>[],
  verbs: readonly string[],
): Suggestion<Says> | undefined => {
  const best = bestPlan(candidates, verbs);
  if (best === undefined) return undefined;
  const [first, ...more] = best.orders;
  return first && { label: best.label, ...first, ...(more.length > 0 && { goesOn: true }) };
};
