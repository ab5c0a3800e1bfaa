import type { Text } from '../core/message.ts';
import type { Effect } from './effects.ts';
import type { Suggestion } from './expected-action.ts';
import type { Square } from './grid/square.ts';
import type { Reader } from './reader.ts';

/** Draws a whole number from 0 to below `below`, to guess unknown facts. Simulated battles draw different numbers. */
export type DrawNumber = (below: number) => number;

/** Completes a battle as a reader believes it to be, for simulations. Must not read the hidden values it replaces. */
export type SampleBelief<State> = (state: State, reader: Reader, draw: DrawNumber) => State;

/** The rounded mean of numbers, or `usual` if there are no numbers. */
export const roundedMean = (numbers: readonly number[], usual: number): number =>
  numbers.length === 0 ? usual : Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length);

/** Picks a random item. Undefined if the list is empty. */
export const pickOne = <T>(from: readonly T[], draw: DrawNumber): T | undefined =>
  from.length === 0 ? undefined : from[draw(from.length)];

/** The effects, with only the modifiers a reader may know. `termOf`: the number's term for each modifier. */
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

/** Creates draws that depend only on a text. The draws are independent of all dice, and reveal no die. */
export const deterministicDraws = (text: string): DrawNumber => {
  let at = hashText(text);
  return (below) => {
    at = (at + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
};

/** A hash of a text (FNV-1a), a whole number from 0 to below 2³². */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** A plan: its name, its orders one after the other, and its worth. */
export interface Plan<Says extends Text = string> {
  readonly label: Says;
  readonly worth: number;
  /** The part of the worth that was subtracted for expected damage. */
  readonly risk?: number | undefined;
  readonly orders: readonly Pick<Suggestion, 'verb' | 'params'>[];
}

/** A plan whose orders may still be illegal. */
export interface PlanCandidate<Says extends Text = Text> extends Plan<Says> {
  /** True if the plan is legal. Only the best plans are checked unless all are listed. Default: legal. */
  readonly isLegal?: () => boolean;
}

/** The parts of a plan that are computed when they are read. Most are never read. */
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

/** Finds an actor's plans by what its side knows. Pure. Empty if the battle does not wait for the actor. */
export type Tactics<State> = (state: State, actor: string) => readonly PlanCandidate[];

/** The reason that no one can advance to a square: no board, off the board, or blocked. */
export type AdvanceProblem = 'no-places' | 'off-board' | 'blocked';

/** How combatants of a rulebook advance to a square. */
export interface AdvanceTactics<State> {
  readonly placeProblem: (state: State, place: Square) => AdvanceProblem | undefined;
  /** Plans to go to the position nearest to `place`, attack from there, and hold it. Otherwise like `Tactics`. */
  readonly plans: (state: State, actor: string, place: Square) => readonly PlanCandidate[];
}

/** Sorts plans, best first. Plans of equal worth keep their order. */
export const sortBestFirst = <P extends Pick<Plan<Text>, 'worth'>>(plans: readonly P[]): readonly P[] =>
  plans.toSorted((a, b) => b.worth - a.worth);

/** A plan as plain data, with its lazy parts computed. */
const toPlainPlan = ({ label, worth, risk, orders }: Plan<Text>): Plan<Text> => ({
  label,
  worth,
  ...(risk !== undefined && { risk }),
  orders,
});

export const legalPlans = (candidates: readonly PlanCandidate[]): readonly Plan<Text>[] =>
  candidates.flatMap((each) => (each.isLegal?.() === false ? [] : [toPlainPlan(each)]));

/** The best legal plan that begins with one of these verbs. Undefined if there is none. */
export const bestPlan = <Says extends Text>(
  candidates: readonly PlanCandidate<Says>[],
  verbs: readonly string[],
): Plan<Says> | undefined =>
  sortBestFirst(candidates).find(
    ({ orders: [first], isLegal }) => first !== undefined && verbs.includes(first.verb) && isLegal?.() !== false,
  );

/** The orders of the best candidate, which may be illegal. Empty if there is no candidate. */
export const bestUncheckedOrders = (candidates: readonly PlanCandidate[]): Plan<Text>['orders'] => {
  let best: PlanCandidate | undefined;
  for (const each of candidates) if (best === undefined || each.worth > best.worth) best = each;
  return best?.orders ?? [];
};

/** The weight of risk for each style of autopilot. The usual weight is 1. */
const cautionFactors = { brave: 0, careful: 3 } as const;

/** Changes the worth of plans as a brave or careful autopilot weighs risk. */
export const weighByCaution =
  (style: keyof typeof cautionFactors) =>
  <P extends Pick<Plan<Text>, 'worth' | 'risk'>>(plan: P): P => ({
    ...plan,
    worth: plan.worth - (cautionFactors[style] - 1) * (plan.risk ?? 0),
  });

/** The first order of the best legal plan that begins with one of these verbs. Undefined if there is none. */
export const bestOrder = <Says extends Text>(
  candidates: readonly PlanCandidate<Says>[],
  verbs: readonly string[],
): Suggestion<Says> | undefined => {
  const best = bestPlan(candidates, verbs);
  if (best === undefined) return undefined;
  const [first, ...more] = best.orders;
  return first && { label: best.label, ...first, ...(more.length > 0 && { goesOn: true }) };
};
