import type { Sheet } from './model.ts';

const bySize = { tiny: 0, small: 0, medium: 0, large: 2, giant: 4 } as const;

/** SEG-STUN-2. */
export const stunCon = ({ con, size, maxHp }: Pick<Sheet, 'con' | 'size' | 'maxHp'>): number =>
  con + bySize[size] + Math.max(0, Math.ceil((maxHp - 100) / 10));

/** SEG-STUN-3, SEG-RUL-31, SEG-RUL-32: stunned by more than this. */
export const stunThreshold = (sheet: Pick<Sheet, 'con' | 'size' | 'maxHp'>): number => {
  const con = stunCon(sheet);
  return con <= 25 ? con : 2 * con - 25;
};
