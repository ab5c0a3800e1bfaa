import type { Square } from '../../rules/grid/square.ts';
import { bearingBetween, facingIndex } from './board.ts';
import type { Settings } from './settings.ts';
import type { PlacedCombatant } from './state.ts';

/** Flank attacks are seen, those from the rear are not (SK-POS-3). */
export const facingZones = ['front', 'flank', 'rear'] as const;
export type FacingZone = (typeof facingZones)[number];

/** The bearing from a combatant to a square against its own facing: 0 straight ahead, 4 straight behind. */
export const relativeBearing = (
  { at, facing }: Pick<PlacedCombatant, 'at' | 'facing'>,
  square: Square,
): number | undefined => {
  const way = bearingBetween(at, square);
  return way === undefined ? undefined : (facingIndex(way) - facingIndex(facing) + 8) % 8;
};

/**
 * SK-POS-1, SK-POS-2, SK-RUL-4, SK-RUL-5: the zone of a combatant in which a square lies, at whatever distance. Its own square
 * counts as front: nothing is hidden there.
 */
export const findFacingZone = (
  who: Pick<PlacedCombatant, 'at' | 'facing'>,
  square: Square,
  settings: Pick<Settings, 'zones.flank'>,
): FacingZone => {
  const rel = relativeBearing(who, square);
  if (rel === 4) return 'rear';
  if (rel === 3 || rel === 5) return 'flank';
  return settings['zones.flank'] === 'sides+rearDiagonals' && (rel === 2 || rel === 6) ? 'flank' : 'front';
};

/**
 * SK-POS-4, SK-POS-5, SK-POS-6, SK-POS-7: what each zone adds to the roll, and its share of the damage in percent, for others and
 * for a Backstabber. Ranged attacks use the same (SK-POS-8).
 */
export const positionBonuses: Readonly<
  Record<FacingZone, { readonly hit: number; readonly damage: number; readonly backstab: number }>
> = {
  front: { hit: 0, damage: 100, backstab: 100 },
  flank: { hit: 15, damage: 125, backstab: 150 },
  rear: { hit: 30, damage: 150, backstab: 200 },
};
