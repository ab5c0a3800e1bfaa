import type { Zone } from './positioning.ts';
import type { Settings } from './settings.ts';

/** SK-ATK-10. */
export const stages = [
  { stage: 1, name: 'Miss or Block', to: 10, percent: 0 },
  { stage: 2, name: 'Partial Block', to: 20, percent: 50 },
  { stage: 3, name: 'Standard Hit', to: 69, percent: 100 },
  { stage: 4, name: 'Accurate Hit', to: 89, percent: 100 },
  { stage: 5, name: 'Critical Hit', to: 99, percent: 200 },
  { stage: 6, name: 'Mortal Wound', to: 119, percent: 300 },
  { stage: 7, name: 'Kill Shot', to: Number.POSITIVE_INFINITY, percent: 500 },
] as const;
type StageRow = (typeof stages)[number];

/** SK-ATK-10, SK-RUL-18: the stage of a modified roll, before any cap. */
export const stageOf = (modified: number): number => stages.find(({ to }) => modified <= to)?.stage ?? 7;
export const stageRow = (stage: number): StageRow => stages[stage - 1] ?? stages[0];

/** SK-ATK-11, SK-RUL-10..12. */
export const stageCap = (zone: Zone, aimTurns: number, settings: Settings): number => {
  const aimed = aimTurns >= 3 ? 7 : settings['aim.cap'];
  if (settings['stage.capStack'] === 'lowest') {
    if (aimTurns > 0) return zone === 'front' ? aimed : Math.min(7, aimed);
    return zone === 'front' ? settings['stage.frontCap'] : 7;
  }
  return zone === 'front' ? Math.max(settings['stage.frontCap'], aimTurns > 0 ? aimed : 0) : 7;
};
