import { z } from 'zod';
import { capitalize, ok, ref, refuse, say, type Text } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line } from '../../rules/event.ts';
import { doneVerdict, type Verdict } from '../../rules/verb.ts';
import { isUnitAble } from './conditions.ts';
import { hasRiderLevel, type WeaponUse } from './derived-values.ts';
import type { RefusalCode } from './refusals.ts';
import { isSamePlace, placeOf } from './relations.ts';
import { accessorySchema, bulletSchema, type Grip, grips, type Weapon, weaponSchema } from './sheet.ts';
import {
  type CheckResult,
  type Draft,
  event,
  type GroundItem,
  groundItemSchema,
  offerSchema,
  type State,
  type Unit,
  unitOrThingId,
} from './state.ts';
import { withArticle } from './text.ts';
import { find, requireUnit, update } from './units.ts';

const gearSchema = z.strictObject({
  unit: unitOrThingId,
  held: z.array(unitOrThingId),
  grips: z.record(unitOrThingId, z.enum(grips)),
  weapons: z.array(weaponSchema),
  luggage: z.array(unitOrThingId),
  accessories: z.array(accessorySchema),
  offer: offerSchema.optional(),
});
type Gear = z.output<typeof gearSchema>;

/** The gear of units changes, and with it the items on the ground. */
export const gearChanged = event('geared', {
  facts: {
    who: unitOrThingId,
    what: z.string(),
    item: unitOrThingId,
    gear: z.array(gearSchema),
    ground: z.array(groundItemSchema),
  },
  apply: (state, { gear, ground }) => ({
    ...gear.reduce((next, { unit, offer, ...held }) => update(next, unit, () => ({ ...held, offer })), state),
    ground,
  }),
  narrate: ({ who, what, item, gear }, { after, reader }) => {
    const name = ref(who);
    const receiver = gear.map((each) => each.unit).find((id) => id !== who);
    const thing = withArticle(item);
    const isTwoHanded = gripOf(requireUnit(after, who), item) === '2H';
    const words: Readonly<Record<string, Text>> = {
      equip: say`${name} takes ${thing} in hand.`,
      stance: isTwoHanded ? say`${name} holds ${thing} in both hands.` : say`${name} holds ${thing} in one hand.`,
      sheathe: say`${name} sheathes ${thing}.`,
      drop: say`${name} drops ${thing}.`,
      receive: say`${name} receives ${thing}.`,
      stow: say`${name} stows ${thing}.`,
      unpack: say`${name} takes ${thing} out of the luggage.`,
      'pick-up': say`${name} picks up ${thing}.`,
      'hand-over':
        receiver !== undefined && reader.canSee(receiver)
          ? say`${name} holds out ${thing} to ${ref(receiver)}.`
          : say`${name} holds out ${thing}.`,
      accessory: say`${name} changes an accessory: ${thing}.`,
      thrown: say`${capitalize(thing)} lies where it fell.`,
      lapse: say`${capitalize(thing)} was not taken and lies on the ground.`,
    };
    return line(words[what] ?? say`${name} handles ${thing}.`, 'quiet', [], [who]);
  },
});

export const gearOf = ({ id, held, grips, weapons, luggage, accessories, offer }: Unit): Gear => ({
  unit: id,
  held,
  grips,
  weapons,
  luggage,
  accessories,
  ...(offer && { offer }),
});

export const findWeapon = (unit: Unit, id: string): Weapon | undefined =>
  unit.weapons.find((weapon) => weapon.id === id) ??
  unit.weapons.find((weapon) => weapon.id.toLowerCase() === id.toLowerCase());

/** The stance in which the unit uses a weapon by default: the current grip, else its first stance. SW-ATK-6. */
export const defaultGrip = (unit: Unit, weapon: Weapon): Grip | undefined =>
  gripOf(unit, weapon.id) ?? handGrips(weapon)[0] ?? (weapon.stances.throw ? 'throw' : undefined);

/** Items other than weapons that a unit can hold: shields, and items a Defense set needs. SW-GEAR-1, SW-GEAR-2. */
export const holdableGear = ({ sheet: { shields = [], defenses = [] } }: Unit): readonly string[] => [
  ...new Set([...shields.map(({ id }) => id), ...defenses.flatMap(({ holds }) => holds ?? [])]),
];

/** The current grip of a weapon. Undefined if the unit has not chosen a grip. */
export const gripOf = ({ grips: gripped }: Unit, weapon: string): Grip | undefined => ownValue(gripped, weapon);

const handGrips = ({ stances }: Weapon): readonly Grip[] =>
  Object.keys(stances).flatMap((listed) => grips.find((grip) => grip === listed && grip !== 'throw') ?? []);

/** Number of hands that an item needs: two in the stance 2H, one in others. SW-ACT-11. */
export const requiredHands = (weapon: Weapon | undefined, grip: Grip | undefined): number =>
  weapon !== undefined && grip === '2H' ? 2 : 1;

/** Number of free hands. A rider without Rider levels has none. SW-ACT-11, SW-MOUNT-14, SW-RUL-78. */
export const freeHands = (unit: Unit, without?: string): number => {
  if (unit.mountedOn !== undefined && !hasRiderLevel(unit)) return 0;
  const taken = unit.held
    .filter((id) => id !== without)
    .reduce((sum, id) => {
      const weapon = findWeapon(unit, id);
      return sum + requiredHands(weapon, weapon && defaultGrip(unit, weapon));
    }, 0);
  return unit.sheet.hands - taken;
};

export const requireFreeHands = (unit: Unit, hands: number, without?: string): CheckResult<true> =>
  freeHands(unit, without) >= hands ? ok(true) : refuse('E_HANDS_FULL');

/** Finds an item on the ground at the unit’s place. SW-ACT-14. */
export const findOnGround = (state: State, unit: Unit, item: string): GroundItem | undefined =>
  state.ground.find((each) => each.item === item && isSamePlace(each, unit)) ??
  state.ground.find((each) => each.item.toLowerCase() === item.toLowerCase() && isSamePlace(each, unit));

export const toGroundItem = (item: string, weapon: Weapon | undefined, at: Unit): GroundItem => ({
  item,
  ...(weapon && { weapon }),
  ...placeOf(at),
});

export const gearAfterDrop = (unit: Unit, item: string): Gear => {
  const { [item]: _, ...grips } = unit.grips;
  return {
    ...gearOf(unit),
    held: unit.held.filter((id) => id !== item),
    grips,
    weapons: unit.weapons.filter(({ id }) => id !== item),
  };
};

/** The unit’s gear after taking an item. `weapon` has the stats, if the weapon is new to the unit. */
export const gearAfterTaking = (unit: Unit, item: string, weapon: Weapon | undefined): Gear => ({
  ...gearOf(unit),
  held: [...unit.held, item],
  weapons: weapon && unit.weapons.every(({ id }) => id !== item) ? [...unit.weapons, weapon] : unit.weapons,
});

/** Ends offers after the receiver’s turn, or when giver and receiver are apart or unable. SW-ACT-16, SW-RUL-47. */
export const lapseOffers = (draft: Draft, turnEnded?: string): void => {
  if (draft.now().units.every(({ offer }) => offer === undefined)) return;
  for (const { id } of draft.now().units) {
    const receiver = requireUnit(draft.now(), id);
    const { offer } = receiver;
    const giver = find(draft.now(), offer?.from);
    if (offer === undefined || giver === undefined) continue;
    const together = isSamePlace(giver, receiver) && isUnitAble(giver) && isUnitAble(receiver);
    if (together && !(turnEnded === id && offer.lastTurn)) continue;
    const { offer: _, ...gear } = gearOf(receiver);
    const ground = [...draft.now().ground, toGroundItem(offer.item, offer.weapon, giver)];
    changeGear(draft, giver.id, 'lapse', offer.item, [gear], ground);
  }
};

export type ActionVerdict = Verdict<RefusalCode>;

/** Emits a change of gear and of the items on the ground. */
export const changeGear = (
  draft: Draft,
  unit: string,
  what: string,
  item: string,
  changed: readonly Gear[],
  ground: readonly GroundItem[] = draft.now().ground,
): ActionVerdict => {
  draft.emit(gearChanged({ who: unit, what, item, gear: [...changed], ground: [...ground] }));
  return doneVerdict;
};

/** Changes the grip of the weapon if an attack uses another stance. SW-ACT-12. */
export const changeGripForAttack = (draft: Draft, unit: Unit, { weapon, grip }: WeaponUse): void => {
  if (weapon === undefined || grip === undefined || grip === 'throw' || gripOf(unit, weapon.id) === grip) return;
  if (gripOf(unit, weapon.id) === undefined && grip === defaultGrip(unit, weapon)) return;
  const gear = { ...gearOf(unit), grips: { ...unit.grips, [weapon.id]: grip } };
  changeGear(draft, unit.id, 'stance', weapon.id, [gear]);
};

/** Drops a thrown weapon where its target is. SW-ATK-8. */
export const throwWeapon = (draft: Draft, unit: string, weapon: Weapon, target: Unit): void => {
  const gear = gearAfterDrop(requireUnit(draft.now(), unit), weapon.id);
  const ground = [...draft.now().ground, toGroundItem(weapon.id, weapon, target)];
  changeGear(draft, unit, 'thrown', weapon.id, [gear], ground);
};

/** The ammunition or the loaded Bullet of a weapon changes. The log does not mention it. SW-ATK-8, SW-GUN-4. */
export const ammoChanged = event('ammo', {
  facts: { who: unitOrThingId, weapon: unitOrThingId, ammo: z.int().optional(), bullet: bulletSchema.optional() },
  apply: (state, { who, weapon: id, ammo, bullet: loaded }) =>
    update(state, who, ({ weapons }) => ({
      weapons: weapons.map(({ bullet, ...weapon }) =>
        weapon.id === id
          ? { ...weapon, ...(ammo !== undefined && { ammo }), ...(loaded && { bullet: loaded }) }
          : { ...weapon, ...(bullet && { bullet }) },
      ),
    })),
});
