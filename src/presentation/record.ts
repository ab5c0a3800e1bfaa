import type { DiceEdition } from '../dice/order-dice.ts';
import type { Line } from '../rules/event.ts';

/** The published ledger of a battle that is over: what every die needs to be rolled again. */
export interface Ledger {
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

/** What a reader can check the dice with: the sealed fingerprint, and once the battle is over the seed and every die. */
export interface Proof {
  readonly commitment: string;
  readonly ledger: Ledger | undefined;
}

/** One entry of the log as one reader may know it, and the board after it. */
export interface RecordStep {
  readonly n: number;
  /** ISO 8601, to the second. */
  readonly at: string;
  /** `Round 3`; what a list of steps is divided by. */
  readonly heading: string;
  readonly phase: string;
  readonly lines: readonly Line[];
  /** May this reader know which dice fell? */
  readonly areDiceVisible: boolean;
  readonly picture: { readonly svg: string; readonly alt: string } | undefined;
}

/** A battle as one reader may know it, from first to last: what exports are made from. Holds no secret of that reader's. */
export interface BattleRecord {
  readonly name: string;
  readonly system: string;
  /** `as everybody may see it`. */
  readonly reader: string;
  readonly ended: boolean;
  /** How it ended, or where it stands. */
  readonly status: string;
  readonly people: readonly string[];
  readonly steps: readonly RecordStep[];
  readonly proof: Proof;
  /** The pictures that boards name by their place among them: WebP. */
  readonly images: readonly Uint8Array[];
}

/** Steps in order under their headings; a heading comes again where a battle goes back to it. */
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
