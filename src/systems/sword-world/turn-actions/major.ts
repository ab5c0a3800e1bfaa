import { refuse } from '../../../core/refusal.ts';
import { normalizeName } from '../../../core/text.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import {
  changeGear,
  defaultGrip,
  findOnGround,
  findWeapon,
  gearAfterDrop,
  gearAfterTaking,
  gearOf,
  requiredHands,
  requireFreeHands,
} from '../equipment.ts';
import { changeSeat } from '../mounts.ts';
import { findByName, isSamePlace, placeOf, requireUnit } from '../state.ts';
import { formatItemAtSentenceStart } from '../text.ts';
import { requireMajorAction, spendMajorAction } from '../turns.ts';
import type { ActionHandler } from './minor.ts';

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
  held.find((id) => id === item) ?? held.find((id) => normalizeName(id) === normalizeName(item));

/** SW-ACT-19. */
const stow: ActionHandler = (draft, unit, item) => {
  const turn = requireMajorAction(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const id = heldBy(unit.held, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(item) });
  spendMajorAction(draft, unit.id, unit.id);
  const { [id]: _, ...grips } = unit.grips;
  const stowed = { held: unit.held.filter((each) => each !== id), grips, luggage: [...unit.luggage, id] };
  changeGear(draft, unit.id, 'stow', id, [{ ...gearOf(unit), ...stowed }]);
  return doneVerdict;
};

/** SW-GEAR-3. What was stowed, or was luggage from the first, is taken in hand. */
const unpack: ActionHandler = (draft, unit, item) => {
  const turn = requireMajorAction(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const at = unit.luggage.findIndex((each) => normalizeName(each) === normalizeName(item));
  const id = unit.luggage[at];
  if (id === undefined) return refuse('E_NOT_HERE');
  const weapon = findWeapon(unit, id);
  const free = requireFreeHands(unit, requiredHands(weapon, weapon && defaultGrip(unit, weapon)));
  if (!free.ok) return free;
  spendMajorAction(draft, unit.id, unit.id);
  const luggage = unit.luggage.filter((_, other) => other !== at);
  changeGear(draft, unit.id, 'unpack', id, [{ ...gearAfterTaking(unit, id, weapon), luggage }]);
  return doneVerdict;
};

/** SW-ACT-15. */
const pickUp: ActionHandler = (draft, unit, item) => {
  const turn = requireMajorAction(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const lying = findOnGround(draft.now(), unit, item);
  if (lying === undefined) return refuse('E_NOT_HERE');
  const free = requireFreeHands(unit, requiredHands(lying.weapon, lying.weapon && defaultGrip(unit, lying.weapon)));
  if (!free.ok) return free;
  spendMajorAction(draft, unit.id, unit.id);
  const ground = draft.now().ground.filter((each) => each !== lying);
  changeGear(draft, unit.id, 'pick-up', lying.item, [gearAfterTaking(unit, lying.item, lying.weapon)], ground);
  return doneVerdict;
};

/** SW-ACT-16. */
const handOver: ActionHandler = (draft, unit, item, to) => {
  const turn = requireMajorAction(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  const id = heldBy(unit.held, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(item) });
  const receiver = to === undefined ? undefined : findByName(draft.now(), to);
  if (receiver === undefined || receiver.id === unit.id || receiver.offer !== undefined) return refuse('E_NOT_HERE');
  if (!isSamePlace(placeOf(receiver), placeOf(unit))) return refuse('E_NOT_HERE');
  spendMajorAction(draft, unit.id, unit.id);
  const weapon = findWeapon(unit, id);
  const offer = { item: id, from: unit.id, ...(weapon && { weapon }), lastTurn: false };
  changeGear(draft, unit.id, 'hand-over', id, [
    gearAfterDrop(unit, id),
    { ...gearOf(requireUnit(draft.now(), receiver.id)), offer },
  ]);
  return doneVerdict;
};

/** SW-ACT-18. `to` is the slot it is put on; without one the accessory is stowed. */
const accessory: ActionHandler = (draft, unit, item, to) => {
  const turn = requireMajorAction(draft.now(), unit, unit.id);
  if (!turn.ok) return turn;
  if (item === '') return refuse('E_NOT_HERE');
  const worn = unit.accessories.find((each) => each.item !== null && normalizeName(each.item) === normalizeName(item));
  const slot = to ?? (worn ? undefined : unit.accessories.find((each) => each.item === null)?.slot);
  if (slot === undefined && worn === undefined) return refuse('E_SLOT_FULL');
  const there = unit.accessories.find((each) => slot !== undefined && normalizeName(each.slot) === normalizeName(slot));
  if (slot !== undefined && there !== undefined && there.item !== null) return refuse('E_SLOT_FULL');
  spendMajorAction(draft, unit.id, unit.id);
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
  changeGear(draft, unit.id, 'accessory', item, [{ ...gearOf(unit), accessories: on, luggage }]);
  return doneVerdict;
};

const seat =
  (kind: 'mount' | 'dismount'): ActionHandler =>
  (draft, unit, item, to) => {
    const turn = requireMajorAction(draft.now(), unit, unit.id);
    if (!turn.ok) return turn;
    const seated = changeSeat(draft, unit, kind, to ?? item);
    if (seated.ok) spendMajorAction(draft, unit.id, unit.id);
    return seated;
  };

export const majorActions: Readonly<Record<Exclude<MajorKind, 'other'>, ActionHandler>> = {
  stow,
  unpack,
  'pick-up': pickUp,
  'hand-over': handOver,
  accessory,
  mount: seat('mount'),
  dismount: seat('dismount'),
};
