import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { normalizeName } from '../../../core/text.ts';
import { doneVerdict, type Verdict } from '../../../rules/verb.ts';
import { endEffects } from '../effects.ts';
import {
  changeGear,
  defaultGrip,
  findWeapon,
  gearAfterDrop,
  gearAfterTaking,
  gearOf,
  holdableGear,
  requiredHands,
  requireFreeHands,
  toGroundItem,
} from '../equipment.ts';
import { featEffects, featOf, featUsed, isFeatLimitReached, resolveFeat } from '../feats.ts';
import { statusChanged } from '../life.ts';
import { changeSeat } from '../mounts.ts';
import type { RefusalCode } from '../refusals.ts';
import { type Grip, grips } from '../sheet.ts';
import { conditionsOf, type Draft, findByName, isSamePlace, placeOf, type Unit } from '../state.ts';
import { formatItemAtSentenceStart } from '../text.ts';
import { recordTurnUse, requireMinorAction, requireWeaponHandling } from '../turns.ts';

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

export type MinorKind = (typeof minorKinds)[number];

export type ActionVerdict = Verdict<RefusalCode>;

export type ActionHandler = (draft: Draft, unit: Unit, item: string, to: string | undefined) => ActionVerdict;

const heldBy = (unit: Unit, item: string): string | undefined =>
  unit.held.find((id) => id === item) ?? unit.held.find((id) => normalizeName(id) === normalizeName(item));

const gripFrom = (text: string | undefined): Grip | undefined =>
  grips.find((grip) => grip.toLowerCase() === text?.toLowerCase());

/** SW-GEAR-1. A shield, or whatever else a set of Defense asks to be held, takes one hand and has no stances. */
const equipShield = (draft: Draft, unit: Unit, item: string): ActionVerdict => {
  const id = holdableGear(unit).find((each) => normalizeName(each) === normalizeName(item));
  if (id === undefined || unit.luggage.some((each) => normalizeName(each) === normalizeName(id)))
    return refuse('E_NOT_HERE');
  if (unit.held.some((each) => normalizeName(each) === normalizeName(id))) return refuse('E_HANDS_FULL');
  const free = requireFreeHands(unit, 1);
  if (!free.ok) return free;
  changeGear(draft, unit.id, 'equip', id, [gearAfterTaking(unit, id, undefined)]);
  return doneVerdict;
};

/** SW-ACT-11. */
const equip: ActionHandler = (draft, unit, item, to) => {
  const turn = requireWeaponHandling(draft.now(), unit);
  if (!turn.ok) return turn;
  const weapon = findWeapon(unit, item);
  if (weapon === undefined) return equipShield(draft, unit, item);
  if (unit.luggage.includes(weapon.id)) return refuse('E_NOT_HERE');
  if (unit.held.includes(weapon.id)) return refuse('E_HANDS_FULL');
  const grip = gripFrom(to) ?? defaultGrip(unit, weapon);
  if (to !== undefined && (grip === undefined || !weapon.stances[grip]))
    return refuse('E_NO_STANCE', { weapon: formatItemAtSentenceStart(weapon.id) });
  const free = requireFreeHands(unit, requiredHands(weapon, grip));
  if (!free.ok) return free;
  const held = gearAfterTaking(unit, weapon.id, weapon);
  const grips = grip === '1H' || grip === '2H' ? { ...unit.grips, [weapon.id]: grip } : unit.grips;
  changeGear(draft, unit.id, 'equip', weapon.id, [{ ...held, grips }]);
  return doneVerdict;
};

/** SW-ACT-12. */
const stance: ActionHandler = (draft, unit, item, to) => {
  const turn = requireWeaponHandling(draft.now(), unit);
  if (!turn.ok) return turn;
  const id = heldBy(unit, item);
  const weapon = id === undefined ? undefined : findWeapon(unit, id);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(item) });
  const grip = gripFrom(to) ?? (weapon && defaultGrip(unit, weapon) === '1H' ? '2H' : '1H');
  if (weapon === undefined || grip === 'throw' || !weapon.stances[grip])
    return refuse('E_NO_STANCE', { weapon: formatItemAtSentenceStart(id) });
  const free = requireFreeHands(unit, requiredHands(weapon, grip), id);
  if (!free.ok) return free;
  changeGear(draft, unit.id, 'stance', id, [{ ...gearOf(unit), grips: { ...unit.grips, [id]: grip } }]);
  return doneVerdict;
};

/** SW-ACT-13. */
const sheathe: ActionHandler = (draft, unit, item) => {
  const turn = requireWeaponHandling(draft.now(), unit);
  if (!turn.ok) return turn;
  const id = heldBy(unit, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(item) });
  const weapon = findWeapon(unit, id);
  if (weapon && !['sword', 'gun'].includes(weapon.category.toLowerCase())) return refuse('E_NOT_SHEATHABLE');
  if (weapon === undefined) return refuse('E_NOT_SHEATHABLE');
  const { [id]: _, ...left } = unit.grips;
  changeGear(draft, unit.id, 'sheathe', id, [
    { ...gearOf(unit), held: unit.held.filter((each) => each !== id), grips: left },
  ]);
  return doneVerdict;
};

/** SW-ACT-14; allowed after a Full Move: SW-ACT-5. */
const drop: ActionHandler = (draft, unit, item) => {
  const turn = requireWeaponHandling(draft.now(), unit, true);
  if (!turn.ok) return turn;
  const id = heldBy(unit, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(item) });
  const fallen = toGroundItem(id, findWeapon(unit, id), unit);
  changeGear(draft, unit.id, 'drop', id, [gearAfterDrop(unit, id)], [...draft.now().ground, fallen]);
  return doneVerdict;
};

/** SW-ACT-17. */
const receive: ActionHandler = (draft, unit) => {
  const turn = requireWeaponHandling(draft.now(), unit);
  if (!turn.ok) return turn;
  const { offer } = unit;
  if (offer === undefined) return refuse('E_NO_HANDOFF', { unit: ref(unit.id) });
  const giver = findByName(draft.now(), offer.from);
  if (giver === undefined || !isSamePlace(placeOf(giver), placeOf(unit))) return refuse('E_NOT_HERE');
  const hands = requiredHands(offer.weapon, offer.weapon && defaultGrip(unit, offer.weapon));
  const free = requireFreeHands(unit, hands);
  if (!free.ok) return free;
  const { offer: _, ...taken } = gearAfterTaking(unit, offer.item, offer.weapon);
  changeGear(draft, unit.id, 'receive', offer.item, [taken]);
  return doneVerdict;
};

/** SW-ACT-20, SW-RUL-46. */
const stand: ActionHandler = (draft, unit) => {
  const turn = requireMinorAction(draft.now(), unit);
  if (!turn.ok) return turn;
  if (!conditionsOf(unit).includes('prone')) return refuse('E_NOT_PRONE', { unit: ref(unit.id) });
  draft.emit(statusChanged({ who: unit.id, of: 'unit', add: [], remove: ['prone'] }));
  if (draft.now().settings.prone.linger) recordTurnUse(draft, unit.id, { stoodUp: true });
  return doneVerdict;
};

/** SW-FEAT-3. */
const feat: ActionHandler = (draft, unit, item) => {
  const turn = requireMinorAction(draft.now(), unit);
  if (!turn.ok) return turn;
  const figures = featOf(unit, item);
  if (isFeatLimitReached(turn.value, draft.now().settings.activeFeats))
    return refuse('E_FEAT_ALREADY_ACTIVE', { feat: turn.value.feats.join(', ') });
  if (turn.value.checksRolled) return refuse('E_FEAT_TOO_LATE');
  if (figures === undefined) return refuse('E_NO_FEAT', { unit: ref(unit.id), feat: item });
  const effects = featEffects(resolveFeat(figures));
  draft.emit(featUsed({ unit: unit.id, feat: figures.id, effects }));
  return doneVerdict;
};

/** SW-ACT-22; allowed after a Full Move: SW-ACT-5. */
const endSpell: ActionHandler = (draft, unit, item) => {
  const turn = requireMinorAction(draft.now(), unit, true);
  if (!turn.ok) return turn;
  const own = (effect: { readonly id: string; readonly caster?: string | undefined }) =>
    effect.caster === unit.id && normalizeName(effect.id) === normalizeName(item);
  const under = draft.now().units.filter(({ effects }) => effects.some(own));
  if (under.length === 0)
    return refuse('E_NO_TARGET', { why: say`no unit is affected by ${item} from ${ref(unit.id)}` });
  for (const { id } of under) endEffects(draft, id, own, `end ${item}`);
  return doneVerdict;
};

const seat =
  (kind: 'mount' | 'dismount'): ActionHandler =>
  (draft, unit, item, to) => {
    const turn = requireMinorAction(draft.now(), unit);
    if (!turn.ok) return turn;
    return changeSeat(draft, unit, kind, to ?? item);
  };

export const minorActions: Readonly<Record<Exclude<MinorKind, 'other'>, ActionHandler>> = {
  equip,
  stance,
  sheathe,
  drop,
  receive,
  stand,
  feat,
  'end-spell': endSpell,
  mount: seat('mount'),
  dismount: seat('dismount'),
};
