import type { DiceEdition } from '../dice/order-dice.ts';
import type { Line } from '../rules/event.ts';

/** The published ledger of a battle that is over: what every die needs to be rolled again. */
interface Ledger {
  readonly edition: { readonly dice: DiceEdition };
  readonly seed: string;
  readonly salts: readonly { readonly salt: string; readonly joins: readonly string[] }[];
  readonly log: readonly {
    readonly n: number;
    readonly diceKey: string;
    readonly byHand: boolean;
    readonly dice: readonly { readonly sides: number; readonly value: number }[];
    readonly salt: string;
  }[];
}

/** What verifies the dice: the seed's fingerprint, and the ledger once the battle is over. */
export interface Proof {
  readonly commitment: string;
  readonly ledger: Ledger | undefined;
}

/** One entry of the log as one reader may see it, with the board after it. */
export interface RecordStep {
  readonly n: number;
  /** ISO 8601, to the second. */
  readonly at: string;
  /** `Round 3`: the heading of its part of the list. */
  readonly heading: string;
  readonly phase: string;
  readonly lines: readonly Line[];
  /** True if this reader may see the dice. */
  readonly areDiceVisible: boolean;
  readonly picture: { readonly svg: string; readonly alt: string } | undefined;
}

/** A whole battle as one reader may see it, for exports. */
export interface BattleRecord {
  readonly name: string;
  readonly system: string;
  /** Who may see it: `as everybody may see it`. */
  readonly reader: string;
  readonly ended: boolean;
  /** The outcome, or the current state. */
  readonly status: string;
  readonly people: readonly string[];
  readonly steps: readonly RecordStep[];
  readonly proof: Proof;
  /** The pictures that boards name by index (WebP). */
  readonly images: readonly Uint8Array[];
}

/** Groups steps under headings, in order. A heading repeats if the battle returns to it. */
export const groupByHeading = <Step extends Pick<RecordStep, 'heading'>>(
  steps: readonly Step[],
): readonly { readonly heading: string; readonly steps: readonly Step[] }[] => {
  const parts: { heading: string; steps: Step[] }[] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    if (last?.heading === step.heading) last.steps.push(step);
    else parts.push({ heading: step.heading, steps: [step] });
  }
  return parts;
};
