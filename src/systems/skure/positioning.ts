import type { Zone } from './state.ts';

/** SK-POS-4..7: what each zone adds to the roll, and its share of the damage in percent, for others and for a Backstabber. */
export const positions: Readonly<
  Record<Zone, { readonly hit: number; readonly damage: number; readonly backstab: number }>
> = {
  front: { hit: 0, damage: 100, backstab: 100 },
  flank: { hit: 15, damage: 125, backstab: 150 },
  rear: { hit: 30, damage: 150, backstab: 200 },
};
