import { ownValue } from '../../core/plain-object.ts';
import { isSameSquare } from './engagement.ts';
import { type Combatant, find, removeItems, type State, update } from './state.ts';

/** The dropped weapons in reach, its own first, each with its owner. Without a map: only its own. SEG-RUL-95. */
export const weaponsInReach = (state: State, who: Combatant) =>
  [who, ...state.combatants.filter(({ id }) => id !== who.id)].flatMap((owner) =>
    owner.atFeet
      .filter((weapon) => {
        const at = ownValue(owner.lying, weapon);
        return at === undefined || who.pos === undefined ? owner.id === who.id : isSameSquare(at, who.pos);
      })
      .map((weapon) => ({ weapon, owner })),
  );

/** Adds a weapon of another combatant to the sheet, at rank 0. No change if the sheet has that weapon. SEG-RUL-95. */
export const withWeaponOf = (who: Combatant, owner: Combatant, weapon: string): Combatant => {
  const { weapons } = who.sheet;
  if (weapons.some(({ name }) => name === weapon)) return who;
  const taken = owner.sheet.weapons.filter(({ name }) => name === weapon);
  const unpractised = taken.map((each) => ({ ...each, rank: 0, specialization: 0 as const }));
  return { ...who, sheet: { ...who.sheet, weapons: [...weapons, ...unpractised].slice(0, 20) } };
};

/** Moves a dropped weapon from its owner’s sheet to the finder’s. SEG-PICK-2, SEG-RUL-95. */
export const withTakenWeapon = (state: State, id: string, weapon: string | undefined): State => {
  const who = find(state, id);
  const found = who && weaponsInReach(state, who).find((each) => each.weapon === weapon);
  if (who === undefined || found === undefined || found.owner.id === id) return state;
  const { owner, weapon: name } = found;
  const taken = update(state, id, () => ({
    sheet: withWeaponOf(who, owner, name).sheet,
    atFeet: [...who.atFeet, name],
    lying: { ...who.lying, ...(who.pos && { [name]: who.pos }) },
  }));
  return update(taken, owner.id, ({ atFeet, sheet }) => ({
    atFeet: removeItems(atFeet, [name]),
    sheet: {
      ...sheet,
      ...(sheet.hand === name && { hand: '' }),
      ...(sheet.offHand === name && { offHand: undefined }),
      weapons: sheet.weapons.filter((each) => each.name !== name || each.use === 'thrown'),
    },
  }));
};
