import { worded } from '../core/message.ts';
import type { CombatantView } from '../rules/view.ts';

/** `down` or `out`, unless its marks say so already. */
export const describeLife = ({ life, marksSayLife }: CombatantView): readonly string[] =>
  life === 'up' || marksSayLife ? [] : [worded(life)];
