import { normalizeName, ref, refuse, say } from '../../../core/message.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { conditionsOf } from '../conditions.ts';
import { endEffects } from '../effects.ts';
import {
  type ActionVerdict,
  changeGear,
  defaultGrip,
  findOnGround,
  findWeapon,
  gearAfterDrop,
  gearAfterTaking,
  gearOf,
  holdableGear,
  requiredHands,
  requireFreeHands,
  toGroundItem,
} from '../equipment.ts';
import { featEffects, featUsed, findFeat, isFeatLimitReached } from '../feats.ts';
import { statusChanged } from '../life.ts';
import { changeSeat } from '../mounts.ts';
import { isSamePlace, placeOf } from '../relations.ts';
import { type Grip, grips, type TimedEffect, type Weapon } from '../sheet.ts';
import type { CheckResult, Draft, State, Turn, Unit } from '../state.ts';
import { formatItemAtSentenceStart } from '../text.ts';
import {
  recordTurnUse,
  requireMajorAction,
  requireMinorAction,
  requireWeaponHandling,
  spendMajorAction,
  turnOf,
} from '../turns.ts';
import { findByName } from '../units.ts';

export const minorKinds = [
  'equip',
  'stance',
  'sheathe',
  'drop',
  'receive',
  'stand',
  'feat',
  'end-spell',
  'mount',
  'dismount',
  'other',
] as const;
export const majorKinds = [
  'stow',
  'unpack',
  'pick-up',
  'hand-over',
  'accessory',
  'mount',
  'dismount',
  'other',
] as const;

export type MinorKind = (typeof minorKinds)[number];
export type MajorKind = (typeof majorKinds)[number];

export type ActionHandler = (draft: Draft, unit: Unit, item: string, to?: string) => ActionVerdict;

/** Wraps an action handler, so that the action is refused at the wrong time in a turn. */
const timed =
  (requireTime: (state: State, unit: Unit) => CheckResult<Turn>, act: ActionHandler): ActionHandler =>
  (draft, unit, item, to) => {
    const may = requireTime(draft.now(), unit);
    return may.ok ? act(draft, unit, item, to) : may;
  };

/** Wraps an action handler, so that it gets the id of a held item. Refuses other items. */
const withHeld =
  (act: ActionHandler): ActionHandler =>
  (draft, unit, item, to) => {
    const id = unit.held.find((each) => each === item) ?? findName(unit.held, item);
    return id === undefined
      ? refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(item) })
      : act(draft, unit, id, to);
  };

const findName = (names: readonly string[], wanted: string): string | undefined =>
  names.find((each) => normalizeName(each) === normalizeName(wanted));

const gripFrom = (text: string | undefined): Grip | undefined =>
  grips.find((grip) => grip.toLowerCase() === text?.toLowerCase());

const requireHandsFor = (unit: Unit, weapon: Weapon | undefined) =>
  requireFreeHands(unit, requiredHands(weapon, weapon && defaultGrip(unit, weapon)));

/** Takes a shield in hand, or another item that a set of Defense requires. SW-GEAR-1. */
const equipShield = (draft: Draft, unit: Unit, item: string): ActionVerdict => {
  const id = findName(holdableGear(unit), item);
  if (id === undefined) return refuse('E_NOT_HERE', { item });
  if (findName(unit.luggage, id) !== undefined) return refuse('E_NOT_HERE', { packed: formatItemAtSentenceStart(id) });
  if (findName(unit.held, id) !== undefined) return refuse('E_HANDS_FULL', { held: formatItemAtSentenceStart(id) });
  const free = requireFreeHands(unit, 1);
  return free.ok ? changeGear(draft, unit.id, 'equip', id, [gearAfterTaking(unit, id, undefined)]) : free;
};

/** Takes a weapon or shield in hand. SW-ACT-11. */
const equip: ActionHandler = (draft, unit, item, to) => {
  const weapon = findWeapon(unit, item);
  if (weapon === undefined) return equipShield(draft, unit, item);
  if (unit.luggage.includes(weapon.id)) return refuse('E_NOT_HERE', { packed: formatItemAtSentenceStart(weapon.id) });
  if (unit.held.includes(weapon.id)) return refuse('E_HANDS_FULL', { held: formatItemAtSentenceStart(weapon.id) });
  const grip = gripFrom(to) ?? defaultGrip(unit, weapon);
  if (to !== undefined && (grip === undefined || !weapon.stances[grip]))
    return refuse('E_NO_STANCE', { weapon: formatItemAtSentenceStart(weapon.id) });
  const free = requireFreeHands(unit, requiredHands(weapon, grip));
  if (!free.ok) return free;
  const grips = grip === '1H' || grip === '2H' ? { ...unit.grips, [weapon.id]: grip } : unit.grips;
  return changeGear(draft, unit.id, 'equip', weapon.id, [{ ...gearAfterTaking(unit, weapon.id, weapon), grips }]);
};

/** Changes the grip of a weapon. SW-ACT-12. */
const stance: ActionHandler = (draft, unit, id, to) => {
  const weapon = findWeapon(unit, id);
  const grip = gripFrom(to) ?? (weapon && defaultGrip(unit, weapon) === '1H' ? '2H' : '1H');
  if (weapon === undefined || grip === 'throw' || !weapon.stances[grip])
    return refuse('E_NO_STANCE', { weapon: formatItemAtSentenceStart(id) });
  const free = requireFreeHands(unit, requiredHands(weapon, grip), id);
  if (!free.ok) return free;
  return changeGear(draft, unit.id, 'stance', id, [{ ...gearOf(unit), grips: { ...unit.grips, [id]: grip } }]);
};

/** Sheathes a sword or gun. SW-ACT-13. */
const sheathe: ActionHandler = (draft, unit, id) => {
  const category = findWeapon(unit, id)?.category.toLowerCase() ?? '';
  if (!['sword', 'gun'].includes(category)) return refuse('E_NOT_SHEATHABLE');
  const { weapons } = unit;
  return changeGear(draft, unit.id, 'sheathe', id, [{ ...gearAfterDrop(unit, id), weapons }]);
};

/** Drops a held item on the ground. SW-ACT-14. */
const drop: ActionHandler = (draft, unit, id) => {
  const fallen = toGroundItem(id, findWeapon(unit, id), unit);
  return changeGear(draft, unit.id, 'drop', id, [gearAfterDrop(unit, id)], [...draft.now().ground, fallen]);
};

/** Takes an item that another unit offers. SW-ACT-17. */
const receive: ActionHandler = (draft, unit) => {
  const { offer } = unit;
  if (offer === undefined) return refuse('E_NO_HANDOFF', { unit: ref(unit.id) });
  const giver = findByName(draft.now(), offer.from);
  if (giver === undefined || !isSamePlace(placeOf(giver), placeOf(unit))) return refuse('E_NOT_HERE');
  const free = requireHandsFor(unit, offer.weapon);
  if (!free.ok) return free;
  const { offer: _, ...taken } = gearAfterTaking(unit, offer.item, offer.weapon);
  return changeGear(draft, unit.id, 'receive', offer.item, [taken]);
};

/** Stands up from prone. SW-ACT-20, SW-RUL-46. */
const stand: ActionHandler = (draft, unit) => {
  if (!conditionsOf(unit).includes('prone')) return refuse('E_NOT_PRONE', { unit: ref(unit.id) });
  draft.emit(statusChanged({ who: unit.id, of: 'unit', add: [], remove: ['prone'] }));
  if (draft.now().settings.prone.linger) recordTurnUse(draft, unit.id, { stoodUp: true });
  return doneVerdict;
};

/** Declares an active feat. SW-FEAT-3. */
const feat: ActionHandler = (draft, unit, item) => {
  const figures = findFeat(unit, item);
  const turn = turnOf(draft.now(), unit);
  if (isFeatLimitReached(turn, draft.now().settings.activeFeats))
    return refuse('E_FEAT_ALREADY_ACTIVE', { feat: turn.feats.join(', ') });
  if (turn.checksRolled) return refuse('E_FEAT_TOO_LATE');
  if (figures === undefined) return refuse('E_NO_FEAT', { unit: ref(unit.id), feat: item });
  draft.emit(featUsed({ who: unit.id, feat: figures.id, effects: featEffects(figures) }));
  return doneVerdict;
};

/** Ends a lasting spell that the unit itself cast. SW-ACT-22. */
const endSpell: ActionHandler = (draft, unit, item) => {
  const own = ({ id, caster }: TimedEffect) => caster === unit.id && normalizeName(id) === normalizeName(item);
  const under = draft.now().units.filter(({ effects }) => effects.some(own));
  if (under.length === 0)
    return refuse('E_NO_TARGET', { why: say`no unit is affected by ${item} from ${ref(unit.id)}` });
  for (const { id } of under) endEffects(draft, id, own, `end ${item}`);
  return doneVerdict;
};

const sitOrAlight =
  (kind: 'mount' | 'dismount'): ActionHandler =>
  (draft, unit, item, to) =>
    changeSeat(draft, unit, kind, to ?? item);

const asMinor = (act: ActionHandler) => timed(requireMinorAction, act);
const asHandling = (act: ActionHandler) => timed(requireWeaponHandling, act);

export const minorActions: Readonly<Record<Exclude<MinorKind, 'other'>, ActionHandler>> = {
  equip: asHandling(equip),
  stance: asHandling(withHeld(stance)),
  sheathe: asHandling(withHeld(sheathe)),
  // Dropping a weapon and ending a spell are allowed after a Full Move. SW-ACT-5.
  drop: timed((state, unit) => requireWeaponHandling(state, unit, true), withHeld(drop)),
  'end-spell': timed((state, unit) => requireMinorAction(state, unit, true), endSpell),
  receive: asHandling(receive),
  stand: asMinor(stand),
  feat: asMinor(feat),
  mount: asMinor(sitOrAlight('mount')),
  dismount: asMinor(sitOrAlight('dismount')),
};

/** Changes gear, and spends the Major Action for it. */
const changeGearAsMajor: typeof changeGear = (draft, unit, ...change) => {
  spendMajorAction(draft, unit, unit);
  return changeGear(draft, unit, ...change);
};

/** Puts a held item into the luggage. SW-ACT-19. */
const stow: ActionHandler = (draft, unit, id) => {
  const { weapons } = unit;
  const stowed = { ...gearAfterDrop(unit, id), weapons, luggage: [...unit.luggage, id] };
  return changeGearAsMajor(draft, unit.id, 'stow', id, [stowed]);
};

/** Takes an item out of the luggage into a hand. SW-GEAR-3. */
const unpack: ActionHandler = (draft, unit, item) => {
  const at = unit.luggage.findIndex((each) => normalizeName(each) === normalizeName(item));
  const id = unit.luggage[at];
  if (id === undefined) return refuse('E_NOT_HERE', { item });
  const weapon = findWeapon(unit, id);
  const free = requireHandsFor(unit, weapon);
  if (!free.ok) return free;
  const luggage = unit.luggage.toSpliced(at, 1);
  return changeGearAsMajor(draft, unit.id, 'unpack', id, [{ ...gearAfterTaking(unit, id, weapon), luggage }]);
};

/** Picks up an item from the ground. SW-ACT-15. */
const pickUp: ActionHandler = (draft, unit, name) => {
  const lying = findOnGround(draft.now(), unit, name);
  if (lying === undefined) return refuse('E_NOT_HERE', { item: name });
  const { item, weapon } = lying;
  const free = requireHandsFor(unit, weapon);
  if (!free.ok) return free;
  const ground = draft.now().ground.filter((each) => each !== lying);
  return changeGearAsMajor(draft, unit.id, 'pick-up', item, [gearAfterTaking(unit, item, weapon)], ground);
};

/** Offers a held item to another unit in the same place. SW-ACT-16. */
const handOver: ActionHandler = (draft, unit, id, to) => {
  const receiver = to === undefined ? undefined : findByName(draft.now(), to);
  if (receiver === undefined || receiver.id === unit.id || receiver.offer !== undefined) return refuse('E_NOT_HERE');
  if (!isSamePlace(placeOf(receiver), placeOf(unit))) return refuse('E_NOT_HERE', { item: to });
  const weapon = findWeapon(unit, id);
  const offer = { item: id, from: unit.id, ...(weapon && { weapon }), lastTurn: false };
  return changeGearAsMajor(draft, unit.id, 'hand-over', id, [gearAfterDrop(unit, id), { ...gearOf(receiver), offer }]);
};

/** Puts an accessory on the slot `to`, or stows it if `to` is undefined. SW-ACT-18. */
const accessory: ActionHandler = (draft, unit, item, to) => {
  if (item === '') return refuse('E_NOT_HERE');
  const worn = unit.accessories.find((each) => each.item !== null && normalizeName(each.item) === normalizeName(item));
  const slot = to ?? (worn ? undefined : unit.accessories.find((each) => each.item === null)?.slot);
  if (slot === undefined && worn === undefined) return refuse('E_SLOT_FULL');
  const there = unit.accessories.find((each) => slot !== undefined && normalizeName(each.slot) === normalizeName(slot));
  if (slot !== undefined && there !== undefined && there.item !== null) return refuse('E_SLOT_FULL');
  const off = unit.accessories.map((each) => (each === worn ? { ...each, item: null } : each));
  const on =
    slot === undefined
      ? off
      : there === undefined
        ? [...off, { slot, item }]
        : off.map((each) => (each.slot === there.slot ? { ...each, item } : each));
  const luggage =
    slot === undefined
      ? [...unit.luggage, item]
      : unit.luggage.filter((each) => normalizeName(each) !== normalizeName(item));
  return changeGearAsMajor(draft, unit.id, 'accessory', item, [{ ...gearOf(unit), accessories: on, luggage }]);
};

const asMajor = (act: ActionHandler) => timed((state, unit) => requireMajorAction(state, unit, unit.id), act);

/** Returns the action to mount or dismount as a Major Action. SW-MOUNT-8. */
const sitAsMajor = (kind: 'mount' | 'dismount') =>
  asMajor((draft, unit, item, to) => {
    const seated = changeSeat(draft, unit, kind, to ?? item);
    if (seated.ok) spendMajorAction(draft, unit.id, unit.id);
    return seated;
  });

export const majorActions: Readonly<Record<Exclude<MajorKind, 'other'>, ActionHandler>> = {
  stow: asMajor(withHeld(stow)),
  unpack: asMajor(unpack),
  'pick-up': asMajor(pickUp),
  'hand-over': asMajor(withHeld(handOver)),
  accessory: asMajor(accessory),
  mount: sitAsMajor('mount'),
  dismount: sitAsMajor('dismount'),
};
