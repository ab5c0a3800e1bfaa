import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Draft } from './action.ts';
import type { EventOf } from './events.ts';
import type { Ground, State, Unit } from './model.ts';
import { hasRiderLevel } from './mounts.ts';
import type { Code } from './refusals.ts';
import { type Grip, grips, type Weapon } from './sheet.ts';
import { placeOf, samePlace, theUnit, unitAble } from './units.ts';

export type Gear = EventOf<'geared'>['gear'][number];

export const gearOf = ({ id, held, grips, weapons, luggage, accessories, offer }: Unit): Gear => ({
  unit: id,
  held,
  grips,
  weapons,
  luggage,
  accessories,
  ...(offer && { offer }),
});

export const weaponOf = (unit: Unit, id: string): Weapon | undefined =>
  unit.weapons.find((weapon) => weapon.id === id) ??
  unit.weapons.find((weapon) => weapon.id.toLowerCase() === id.toLowerCase());

/** SW-ATK-6. The stance a weapon is used in without being told: as it is gripped, else the first that is listed. */
export const usualGrip = (unit: Unit, weapon: Weapon): Grip | undefined =>
  gripOf(unit, weapon.id) ?? handGrips(weapon)[0] ?? (weapon.stances.throw ? 'throw' : undefined);
/** How a held weapon was last gripped. */
export const gripOf = ({ grips: gripped }: Unit, weapon: string): Grip | undefined =>
  Object.hasOwn(gripped, weapon) ? gripped[weapon] : undefined;
const handGrips = ({ stances }: Weapon): readonly Grip[] =>
  Object.keys(stances).flatMap((listed) => grips.find((grip) => grip === listed && grip !== 'throw') ?? []);

/** SW-ACT-11. Hands a held thing takes: two only in the 2H stance. */
export const handsFor = (weapon: Weapon | undefined, grip: Grip | undefined): number =>
  weapon !== undefined && grip === '2H' ? 2 : 1;

/** SW-ACT-11, SW-MOUNT-14. A rider without the Rider class has both hands on the reins. */
export const freeHands = (unit: Unit, without?: string): number => {
  if (unit.mountedOn !== undefined && !hasRiderLevel(unit)) return 0;
  const taken = unit.held
    .filter((id) => id !== without)
    .reduce((sum, id) => {
      const weapon = weaponOf(unit, id);
      return sum + handsFor(weapon, weapon && usualGrip(unit, weapon));
    }, 0);
  return unit.sheet.hands - taken;
};

export const handsFree = (unit: Unit, hands: number, without?: string): Result<true, Refusal<Code>> =>
  freeHands(unit, without) >= hands ? ok(true) : refuse('E_HANDS_FULL');

/** SW-ACT-14. What lies where a unit is. */
export const lyingHere = (state: State, unit: Unit, item: string): Ground | undefined =>
  state.ground.find((each) => each.item === item && samePlace(placeOf(each), placeOf(unit))) ??
  state.ground.find(
    (each) => each.item.toLowerCase() === item.toLowerCase() && samePlace(placeOf(each), placeOf(unit)),
  );

export const onGround = (item: string, weapon: Weapon | undefined, at: Unit): Ground => ({
  item,
  ...(weapon && { weapon }),
  ...placeOf(at),
});

/** Out of the hand, and no longer carried. */
export const without = (unit: Unit, item: string): Gear => {
  const { [item]: _, ...grips } = unit.grips;
  return {
    ...gearOf(unit),
    held: unit.held.filter((id) => id !== item),
    grips,
    weapons: unit.weapons.filter(({ id }) => id !== item),
  };
};

/** Into the hand, with the weapon's figures where they are known. */
export const inHand = (unit: Unit, item: string, weapon: Weapon | undefined): Gear => ({
  ...gearOf(unit),
  held: [...unit.held, item],
  weapons: weapon && unit.weapons.every(({ id }) => id !== item) ? [...unit.weapons, weapon] : unit.weapons,
});

/** SW-ACT-16, SW-RUL-47. Offers end with the receiver's next turn, or when the two are no longer together and able. */
export const lapseOffers = (draft: Draft, turnEnded?: string): void => {
  for (const { id } of draft.now().units) {
    const receiver = theUnit(draft.now(), id);
    const { offer } = receiver;
    const giver = draft.now().units.find((unit) => unit.id === offer?.from);
    if (offer === undefined || giver === undefined) continue;
    const together = samePlace(placeOf(giver), placeOf(receiver)) && unitAble(giver) && unitAble(receiver);
    if (together && !(turnEnded === id && offer.lastTurn)) continue;
    const { offer: _, ...gear } = gearOf(receiver);
    draft.emit({
      type: 'geared',
      unit: giver.id,
      what: 'lapse',
      item: offer.item,
      gear: [gear],
      ground: [...draft.now().ground, onGround(offer.item, offer.weapon, giver)],
    });
  }
};

/** Changes what units hold and what lies about, all at once. */
export const gear = (
  draft: Draft,
  unit: string,
  what: string,
  item: string,
  changed: readonly Gear[],
  ground: readonly Ground[] = draft.now().ground,
): void => draft.emit({ type: 'geared', unit, what, item, gear: [...changed], ground: [...ground] });
