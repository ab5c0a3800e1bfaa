import { nameKey } from '../../core/text.ts';
import type { Combatant, Slot, SlotNumber, State } from './model.ts';
import type { Weapon } from './sheet.ts';

/** By its name; letter case does not count where no name fits exactly. */
export const named = <T extends { readonly name: string }>(things: readonly T[], name: string): T | undefined =>
  things.find((thing) => thing.name === name) ?? things.find((thing) => nameKey(thing.name) === nameKey(name));

export const combatantCalled = (state: State, name: string): Combatant | undefined => named(state.combatants, name);

/** Able = `life` is `up` (2.2). A dazed combatant is able. */
export const able = ({ life }: Combatant): boolean => life === 'up';

export const slotOf = (me: Combatant, slot: SlotNumber): Slot => me.actions[slot - 1] ?? { status: 'empty' };

export const running = ({ stage }: State): boolean => stage !== 'SETUP' && stage !== 'ENDED';

export const weaponCalled = (me: Combatant, name: string): Weapon | undefined => named(me.sheet.weapons, name);

/** The battle with one combatant changed. */
export const patched = (state: State, who: string, change: (me: Combatant) => Combatant): State => ({
  ...state,
  combatants: state.combatants.map((each) => (each.name === who ? change(each) : each)),
});
