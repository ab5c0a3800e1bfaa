import { lazyValue } from '../core/memoize.ts';
import type { Text } from '../core/message.ts';

/**
 * One thing a battle waits for. Panel, pings, buttons, clocks and the order's default actor are all made from these. What costs much
 * to find out (`verbs`, `auto`) a rulebook may work out as it is asked for: see `lazyExpectedAction`.
 */
export interface ExpectedAction<Says extends Text = string> {
  /** The combatant or seat, or `gm`. */
  readonly actor: string;
  /** `turn`, `declaration`, `reaction`, `placement`, `activation`: by which standing orders are kept. */
  readonly kind: string;
  /** What is awaited, to follow a name: `to act`, `to declare`, `to defend against Grim`. Holds no secret. */
  readonly what: Says;
  /** The verbs that could be ordered now, the most usual first. */
  readonly verbs: readonly string[];
  /** Those of the verbs from which it would follow what is on its sheet: of a foe they are not told. */
  readonly own?: readonly string[] | undefined;
  /** What is done for the absent: of a rulebook with tactics the best plan's first order, else what the rulebook does. */
  readonly auto: Suggestion<Says> | undefined;
  /** What the rulebook does where that plan turns out not to be legal; left out where it has no tactics. */
  readonly fallback?: Suggestion<Says> | undefined;
  /** What lets the moment pass with nothing that others could see; left out where `auto` does. */
  readonly idle?: Suggestion<Says> | undefined;
  /** Done once for several, this one first: a roll for a whole side. Names what it is done for; without this one it would be the next of them. */
  readonly together?: string | undefined;
}

/** An order that could be given as it stands. */
export interface Suggestion<Says extends Text = string> {
  readonly label: Says;
  readonly verb: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Is it the first of several orders of a plan, which goes on with what is suggested next? */
  readonly goesOn?: true;
}

/** What of it may be worked out as it is asked for. */
interface LazyParts<Says extends Text> {
  readonly verbs: () => readonly string[];
  readonly auto: () => Suggestion<Says> | undefined;
  readonly fallback?: () => Suggestion<Says> | undefined;
}

class LazyExpectedAction<Says extends Text> implements ExpectedAction<Says> {
  readonly actor: string;
  readonly kind: string;
  readonly what: Says;
  readonly own: readonly string[] | undefined;
  readonly idle: Suggestion<Says> | undefined;
  readonly together: string | undefined;
  readonly #parts: LazyParts<Says>;
  constructor(
    { actor, kind, what, own, idle, together }: Omit<ExpectedAction<Says>, keyof LazyParts<Says>>,
    parts: LazyParts<Says>,
  ) {
    this.actor = actor;
    this.kind = kind;
    this.what = what;
    this.own = own;
    this.idle = idle;
    this.together = together;
    this.#parts = { ...parts, verbs: lazyValue(parts.verbs), auto: lazyValue(parts.auto) };
  }
  get verbs(): readonly string[] {
    return this.#parts.verbs();
  }
  get auto(): Suggestion<Says> | undefined {
    return this.#parts.auto();
  }
  get fallback(): Suggestion<Says> | undefined {
    return this.#parts.fallback?.();
  }
  toJSON(): ExpectedAction<Says> {
    const { actor, kind, what, verbs, own, idle, together, fallback, auto } = this;
    return { actor, kind, what, verbs, own, idle, together, fallback, auto };
  }
}

/** Something awaited, of which these are worked out once somebody asks. Of a class, for the reason that `lazyQuestion` gives. */
export const lazyExpectedAction = <Says extends Text>(
  known: Omit<ExpectedAction<Says>, keyof LazyParts<Says>>,
  parts: LazyParts<Says>,
): ExpectedAction<Says> => new LazyExpectedAction(known, parts);
