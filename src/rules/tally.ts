/** What may be counted of a battle, the same for every rulebook. */
export const tallyKinds = ['hit', 'miss', 'damage', 'taken', 'felled', 'healed'] as const;
export type TallyKind = (typeof tallyKinds)[number];

/**
 * One thing to count. `hit`, `miss` and `damage` are the striker's; `taken`, `felled` (brought down) and `healed` are told of the
 * one it happened to.
 */
export interface Tally {
  readonly who: string;
  readonly what: TallyKind;
  readonly amount: number;
  /** The other one: who was struck, or who struck. */
  readonly of?: string | undefined;
}

export const createTally = (who: string, what: TallyKind, amount = 1, of?: string): Tally => ({
  who,
  what,
  amount,
  of,
});

/** A blow that landed or not, for both who are in it. */
export const tallyAttack = (
  who: string | undefined,
  target: string,
  hit: boolean | undefined,
  damage: number,
): readonly Tally[] => [
  ...(who === undefined || hit === undefined ? [] : [createTally(who, hit ? 'hit' : 'miss', 1, target)]),
  ...(who === undefined || damage <= 0 ? [] : [createTally(who, 'damage', damage, target)]),
  ...(damage <= 0 ? [] : [createTally(target, 'taken', damage, who)]),
];
