import { stateSchema } from '../../../src/systems/segment/state.ts';
import type { WorkedCase } from '../case.ts';
import { maybeRaw, type Raw, raw, raws } from './raw.ts';

/** A result with the number of unused dice. */
export type Played = readonly [Raw, { readonly left: () => number }];

export const noDice = { left: () => 0 };

/** The settings of a case, with defaults for the others. */
export const settingsOf = ({ setup }: WorkedCase) =>
  stateSchema.shape.settings.parse({ ...raw(setup.settings), ...raw(raw(setup.battle).settings) });

/** The one combatant a case is about. */
export const single = ({ setup }: WorkedCase): Raw => maybeRaw(setup.combatant) ?? raws(setup.combatants)[0] ?? {};
