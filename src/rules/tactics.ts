import type { Text } from '../core/message.ts';
import type { Suggestion } from './awaited.ts';

/** A named plan of whoever acts: its orders, legal now one after the other, and what it is worth beside other plans. */
export interface Plan<Says extends Text = string> {
  readonly label: Says;
  readonly worth: number;
  /** How much of it was taken off for harm to be feared. */
  readonly feared?: number;
  readonly orders: readonly Pick<Suggestion, 'verb' | 'params'>[];
}

/**
 * A rulebook's plans for one actor in the battle as its side knows it, in an order that is always the same. No die falls and nothing
 * changes; nobody's plan where the battle does not wait for that actor.
 */
export type Tactics<State> = (state: State, actor: string) => readonly Plan<Text>[];

/** The best first; of equals the one that was thought of first. */
export const bestFirst = <P extends Pick<Plan<Text>, 'worth'>>(plans: readonly P[]): readonly P[] =>
  plans.toSorted((a, b) => b.worth - a.worth);

/** The first order of the best plan that begins with one of these verbs, as it is suggested. */
export const bestOrder = <Says extends Text>(
  plans: readonly Plan<Says>[],
  verbs: readonly string[],
): Suggestion<Says> | undefined => {
  for (const { label, orders } of bestFirst(plans)) {
    const [first, ...more] = orders;
    if (first !== undefined && verbs.includes(first.verb))
      return { label, ...first, ...(more.length > 0 && { goesOn: true }) };
  }
  return undefined;
};
