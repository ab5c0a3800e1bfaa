import { refuse } from '../../../core/refusal.ts';
import { nameKey } from '../../../core/text.ts';
import { done } from '../../../rules/verb.ts';
import { gear, gearOf, handsFor, handsFree, inHand, laidDown, lyingHere, usualGrip, weaponOf } from '../equipment.ts';
import { changeSeat } from '../mounts.ts';
import { called, placeOf, requireUnit, samePlace } from '../state.ts';
import { thisThing } from '../text.ts';
import { mayMajor, spendMajor } from '../turns.ts';
import type { Handle } from './minor.ts';

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

export type MajorKind = (typeof majorKinds)[number];

const heldBy = (held: readonly string[], item: string): string | undefined =>
  held.find((id) => id === item) ?? held.find((id) => nameKey(id) === nameKey(item));

/** SW-ACT-19. */
const stow: Handle = (draft, unit, item) => {
  const turn = mayMajor(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const id = heldBy(unit.held, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: thisThing(item) });
  spendMajor(draft, unit.id, unit.id);
  const { [id]: _, ...grips } = unit.grips;
  const stowed = { held: unit.held.filter((each) => each !== id), grips, luggage: [...unit.luggage, id] };
  gear(draft, unit.id, 'stow', id, [{ ...gearOf(unit), ...stowed }]);
  return done;
};

/** SW-GEAR-3. What was stowed, or was luggage from the first, is taken in hand. */
const unpack: Handle = (draft, unit, item) => {
  const turn = mayMajor(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const at = unit.luggage.findIndex((each) => nameKey(each) === nameKey(item));
  const id = unit.luggage[at];
  if (id === undefined) return refuse('E_NOT_HERE');
  const weapon = weaponOf(unit, id);
  const free = handsFree(unit, handsFor(weapon, weapon && usualGrip(unit, weapon)));
  if (!free.ok) return free;
  spendMajor(draft, unit.id, unit.id);
  const luggage = unit.luggage.filter((_, other) => other !== at);
  gear(draft, unit.id, 'unpack', id, [{ ...inHand(unit, id, weapon), luggage }]);
  return done;
};

/** SW-ACT-15. */
const pickUp: Handle = (draft, unit, item) => {
  const turn = mayMajor(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const lying = lyingHere(draft.now(), unit, item);
  if (lying === undefined) return refuse('E_NOT_HERE');
  const free = handsFree(unit, handsFor(lying.weapon, lying.weapon && usualGrip(unit, lying.weapon)));
  if (!free.ok) return free;
  spendMajor(draft, unit.id, unit.id);
  const ground = draft.now().ground.filter((each) => each !== lying);
  gear(draft, unit.id, 'pick-up', lying.item, [inHand(unit, lying.item, lying.weapon)], ground);
  return done;
};

/** SW-ACT-16. */
const handOver: Handle = (draft, unit, item, to) => {
  const turn = mayMajor(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const id = heldBy(unit.held, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: thisThing(item) });
  const receiver = to === undefined ? undefined : called(draft.now(), to);
  if (receiver === undefined || receiver.id === unit.id || receiver.offer !== undefined) return refuse('E_NOT_HERE');
  if (!samePlace(placeOf(receiver), placeOf(unit))) return refuse('E_NOT_HERE');
  spendMajor(draft, unit.id, unit.id);
  const weapon = weaponOf(unit, id);
  const offer = { item: id, from: unit.id, ...(weapon && { weapon }), lastTurn: false };
  gear(draft, unit.id, 'hand-over', id, [
    laidDown(unit, id),
    { ...gearOf(requireUnit(draft.now(), receiver.id)), offer },
  ]);
  return done;
};

/** SW-ACT-18. `to` is the slot it is put on; without one the accessory is stowed. */
const accessory: Handle = (draft, unit, item, to) => {
  const turn = mayMajor(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  if (item === '') return refuse('E_NOT_HERE');
  const worn = unit.accessories.find((each) => each.item !== null && nameKey(each.item) === nameKey(item));
  const slot = to ?? (worn ? undefined : unit.accessories.find((each) => each.item === null)?.slot);
  if (slot === undefined && worn === undefined) return refuse('E_SLOT_FULL');
  const there = unit.accessories.find((each) => slot !== undefined && nameKey(each.slot) === nameKey(slot));
  if (slot !== undefined && there !== undefined && there.item !== null) return refuse('E_SLOT_FULL');
  spendMajor(draft, unit.id, unit.id);
  const off = unit.accessories.map((each) => (each === worn ? { ...each, item: null } : each));
  const on =
    slot === undefined
      ? off
      : there === undefined
        ? [...off, { slot, item }]
        : off.map((each) => (each.slot === there.slot ? { ...each, item } : each));
  const luggage =
    slot === undefined ? [...unit.luggage, item] : unit.luggage.filter((each) => nameKey(each) !== nameKey(item));
  gear(draft, unit.id, 'accessory', item, [{ ...gearOf(unit), accessories: on, luggage }]);
  return done;
};

const seat =
  (kind: 'mount' | 'dismount'): Handle =>
  (draft, unit, item, to) => {
    const turn = mayMajor(draft.now(), unit, unit.id);
    if (!turn.ok) return turn;
    const seated = changeSeat(draft, unit, kind, to ?? item);
    if (seated.ok) spendMajor(draft, unit.id, unit.id);
    return seated;
  };

export const majorActions: Readonly<Record<Exclude<MajorKind, 'other'>, Handle>> = {
  stow,
  unpack,
  'pick-up': pickUp,
  'hand-over': handOver,
  accessory,
  mount: seat('mount'),
  dismount: seat('dismount'),
};
