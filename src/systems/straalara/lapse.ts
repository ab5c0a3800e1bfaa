import { needsTarget } from './action-checks.ts';
import { isArmed, spellCalled, weaponFor } from './maneuvers.ts';
import type { Combatant, Nomination, State } from './model.ts';
import type { Code } from './refusals.ts';
import { combatantCalled } from './roster.ts';

/** What is really done: `continue` goes on with the extended action. */
export const actualAction = (me: Combatant, nomination: Nomination): Nomination =>
  nomination.action === 'continue' ? (me.extended?.action ?? { action: 'none', class: 'plain' }) : nomination;

export type LapseCode = Extract<
  Code,
  'TARGET_DEAD' | 'NO_SUCH_TARGET' | 'WEAPON_BROKEN' | 'NO_WEAPON' | 'UNKNOWN_SPELL'
>;

/** ST-NOM-8: why the action can no longer be made, or nothing. */
export const lapseOf = (state: State, me: Combatant, nomination: Nomination): LapseCode | undefined => {
  const actual = actualAction(me, nomination);
  const gone = targetLapse(state, me, actual);
  if (gone !== undefined) return gone;
  if (isArmed(actual.action)) {
    const weapon = weaponFor(me, actual.action, actual.weapon);
    if (!weapon.ok) return weapon.error.code === 'WEAPON_BROKEN' ? 'WEAPON_BROKEN' : 'NO_WEAPON';
  }
  return actual.action === 'spell' && spellCalled(me, actual.spell) === undefined ? 'UNKNOWN_SPELL' : undefined;
};

const targetLapse = (state: State, me: Combatant, actual: Nomination): LapseCode | undefined => {
  if (!needsTarget(me, actual)) return undefined;
  const target = combatantCalled(state, actual.target ?? '');
  return target === undefined ? 'NO_SUCH_TARGET' : target.life === 'dead' ? 'TARGET_DEAD' : undefined;
};
