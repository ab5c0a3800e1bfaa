import type { DiceEdition } from '../dice/order-dice.ts';
import type { Line } from '../rules/event.ts';

/** The public ledger of an ended battle, with all that is needed to verify its dice. */
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

/** The data that verify a battle's dice. During the battle, contains only the seed's fingerprint. */
export interface Proof {
  readonly commitment: string;
  readonly ledger: Ledger | undefined;
}

/** A log entry as one reader may see it, with the board after it. */
export interface RecordStep {
  readonly n: number;
  /** The time in ISO 8601, to the second. */
  readonly at: string;
  /** The heading that the entry belongs to: `Round 3`. */
  readonly heading: string;
  readonly phase: string;
  readonly lines: readonly Line[];
  /** True if this reader may see the entry's dice. */
  readonly areDiceVisible: boolean;
  readonly picture: { readonly svg: string; readonly alt: string } | undefined;
}

/** The record of a battle for one reader, to be exported. */
export interface BattleRecord {
  readonly name: string;
  readonly system: string;
  /** Says who may see the record: `as everybody may see it`. */
  readonly reader: string;
  readonly ended: boolean;
  /** The outcome of the battle, or its current state. */
  readonly status: string;
  readonly people: readonly string[];
  readonly steps: readonly RecordStep[];
  /** The steps that were undone, which are no part of what happened. */
  readonly undone: readonly Pick<RecordStep, 'n' | 'at' | 'lines' | 'areDiceVisible'>[];
  readonly proof: Proof;
  /** The pictures (WebP) that boards refer to by index. */
  readonly images: readonly Uint8Array[];
}

/** Groups steps by heading in order. A heading repeats if the battle returns to it. */
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
