import type { Combatant } from './model.ts';
import type { Settings } from './settings.ts';

/** ST-DAZE-1, ST-DAZE-2: one source against stamina alone. Equal is not enough. */
export const dazes = (target: Combatant, rolled: number, healthLost: number, { dazeBasis }: Settings): boolean =>
  (dazeBasis === 'rolled' ? rolled : healthLost) > target.sheet.attributes.stamina;

/** ST-DAZE-3: the step is lost and, unless the whole turn is the price, the daze with it. */
export const shakenOff = (me: Combatant, { dazeLoses }: Settings): Combatant =>
  dazeLoses === 'next-action' ? { ...me, dazed: false } : { ...me, dazeEnds: true };
