export const hitOutcomes = ['miss', 'hit', 'critical', 'grievous'] as const;

/** SEG-CRIT-1, SEG-RUL-23, as printed: from this need on, the highest roll for a grievous and for a critical hit. */
const rows = [
  [130, 7, 20],
  [124, 6, 19],
  [117, 6, 18],
  [110, 6, 17],
  [104, 5, 16],
  [97, 5, 15],
  [90, 5, 14],
  [84, 4, 13],
  [77, 4, 12],
  [70, 4, 11],
  [64, 3, 10],
  [57, 3, 9],
  [50, 3, 8],
  [44, 2, 7],
  [37, 2, 6],
  [29, 2, 5],
  [24, 1, 4],
  [17, 1, 3],
  [10, 1, 2],
  [1, 0, 1],
] as const;

interface Thresholds {
  readonly grievousMax: number;
  readonly criticalMax: number;
}

export const criticalThresholds = (need: number): Thresholds => {
  const [, grievousMax, criticalMax] = rows.find(([from]) => need >= from) ?? [0, 0, 0];
  return { grievousMax, criticalMax };
};

/** SEG-AUTO-5: natural values are read in this order. SEG-RUL-22: those that decide by themselves beat the table. */
export const readAttackRoll = (
  roll: number,
  need: number,
  { grievousMax, criticalMax }: Thresholds = criticalThresholds(need),
): (typeof hitOutcomes)[number] => {
  // SEG-AUTO-1, SEG-AUTO-4, SEG-AUTO-3, SEG-AUTO-2.
  if (roll >= 96) return 'miss';
  if (roll === 1) return 'grievous';
  if (roll === 2) return 2 <= grievousMax ? 'grievous' : 'critical';
  if (roll === 3) return 3 <= grievousMax ? 'grievous' : 3 <= criticalMax ? 'critical' : 'hit';
  if (roll > need) return 'miss';
  return roll <= grievousMax ? 'grievous' : roll <= criticalMax ? 'critical' : 'hit';
};
