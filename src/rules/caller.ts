import type { Question } from './question.ts';

/** The actor that stands for the game master: every ruleset's Brotherhood Master or GM. */
export const gmActor = 'gm';

/** Who gives an order for whom. A system refuses what it must in its rulebook's own order; the service refuses the rest. */
export interface Caller {
  /** The combatant or seat that is commanded. */
  readonly actor: string;
  /** The person who commands. */
  readonly by: string;
  /** May this person do anything? The GM and co-GMs may. */
  readonly gm: boolean;
  /** The combatants or seats this person runs. */
  readonly controls: readonly string[];
  /** The question that the battle waits on, if it does. */
  readonly pending: Question | undefined;
  /** Those left out when that combatant or seat is asked or does something of its own accord, so that nobody learns of them. Default: nobody. */
  readonly hiddenFrom?: (actor: string) => readonly string[];
  /** Does more follow at the same stroke? What follows of itself waits for the last. */
  readonly moreFollows?: boolean;
}

/** May the person who gives this order command that combatant or seat? */
export const mayCommand = ({ gm, controls, actor }: Caller, who = actor): boolean => gm || controls.includes(who);

/** The call of the battle service itself, or of the GM when nobody else is meant. */
export const gmCaller = (by = gmActor, actor = gmActor): Caller => ({
  actor,
  by,
  gm: true,
  controls: [],
  pending: undefined,
});
