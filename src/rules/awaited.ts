import type { Text } from '../core/message.ts';

/**
 * One thing a battle waits for. Panel, pings, buttons, clocks and the order's default actor are all made from these. What costs much
 * to find out (`verbs`, `auto`) a rulebook may work out as it is asked for.
 */
export interface Awaited<Says extends Text = string> {
  /** The combatant or seat, or `gm`. */
  readonly actor: string;
  /** `turn`, `declaration`, `reaction`, `placement`, `activation`: by which standing orders are kept. */
  readonly kind: string;
  /** What is awaited, to follow a name: `to act`, `to declare`, `to defend against Grim`. Holds no secret. */
  readonly what: Says;
  /** The verbs that could be ordered now, the most usual first. */
  readonly verbs: readonly string[];
  /** Those of the verbs from which it would follow what is on its sheet: of a foe they are not told. */
  readonly own?: readonly string[];
  /** What is done for the absent: of a rulebook with tactics the best plan's first order, else what the rulebook does. */
  readonly auto: Suggestion<Says> | undefined;
  /** What the rulebook does where that plan turns out not to be legal; left out where it has no tactics. */
  readonly fallback?: Suggestion<Says> | undefined;
  /** What lets the moment pass with nothing that others could see; left out where `auto` does. */
  readonly idle?: Suggestion<Says> | undefined;
  /** Done once for several, this one first: a roll for a whole side. Names what it is done for; without this one it would be the next of them. */
  readonly together?: string;
}

/** An order that could be given as it stands. */
export interface Suggestion<Says extends Text = string> {
  readonly label: Says;
  readonly verb: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Is it the first of several orders of a plan, which goes on with what is suggested next? */
  readonly goesOn?: true;
}
