import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { nameKey } from '../../../core/text.ts';
import { done, type Verdict } from '../../../rules/verb.ts';
import { endEffects } from '../effects.ts';
import {
  gear,
  gearOf,
  handsFor,
  handsFree,
  inHand,
  laidDown,
  onGround,
  usualGrip,
  weaponOf,
  wearables,
} from '../equipment.ts';
import { featEffects, featFigures, featOf, turnFeatsFull } from '../feats.ts';
import { changeSeat } from '../mounts.ts';
import type { Code } from '../refusals.ts';
import { type Grip, grips } from '../sheet.ts';
import { called, conditionsOf, type Draft, placeOf, samePlace, type Unit } from '../state.ts';
import { thisThing } from '../text.ts';
import { mayHandle, mayMinor, spend } from '../turns.ts';

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

export type Done = Verdict<Code>;

export type Handle = (draft: Draft, unit: Unit, item: string, to: string | undefined) => Done;

const heldBy = (unit: Unit, item: string): string | undefined =>
  unit.held.find((id) => id === item) ?? unit.held.find((id) => nameKey(id) === nameKey(item));

const gripFrom = (text: string | undefined): Grip | undefined =>
  grips.find((grip) => grip.toLowerCase() === text?.toLowerCase());

/** SW-GEAR-1. A shield, or whatever else a set of Defense asks to be held, takes one hand and has no stances. */
const equipShield = (draft: Draft, unit: Unit, item: string): Done => {
  const id = wearables(unit).find((each) => nameKey(each) === nameKey(item));
  if (id === undefined || unit.luggage.some((each) => nameKey(each) === nameKey(id))) return refuse('E_NOT_HERE');
  if (unit.held.some((each) => nameKey(each) === nameKey(id))) return refuse('E_HANDS_FULL');
  const free = handsFree(unit, 1);
  if (!free.ok) return free;
  gear(draft, unit.id, 'equip', id, [inHand(unit, id, undefined)]);
  return done;
};

/** SW-ACT-11. */
const equip: Handle = (draft, unit, item, to) => {
  const turn = mayHandle(draft.now(), unit);
  if (!turn.ok) return turn;
  const weapon = weaponOf(unit, item);
  if (weapon === undefined) return equipShield(draft, unit, item);
  if (unit.luggage.includes(weapon.id)) return refuse('E_NOT_HERE');
  if (unit.held.includes(weapon.id)) return refuse('E_HANDS_FULL');
  const grip = gripFrom(to) ?? usualGrip(unit, weapon);
  if (to !== undefined && (grip === undefined || !weapon.stances[grip]))
    return refuse('E_NO_STANCE', { weapon: thisThing(weapon.id) });
  const free = handsFree(unit, handsFor(weapon, grip));
  if (!free.ok) return free;
  const held = inHand(unit, weapon.id, weapon);
  const grips = grip === '1H' || grip === '2H' ? { ...unit.grips, [weapon.id]: grip } : unit.grips;
  gear(draft, unit.id, 'equip', weapon.id, [{ ...held, grips }]);
  return done;
};

/** SW-ACT-12. */
const stance: Handle = (draft, unit, item, to) => {
  const turn = mayHandle(draft.now(), unit);
  if (!turn.ok) return turn;
  const id = heldBy(unit, item);
  const weapon = id === undefined ? undefined : weaponOf(unit, id);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: thisThing(item) });
  const grip = gripFrom(to) ?? (weapon && usualGrip(unit, weapon) === '1H' ? '2H' : '1H');
  if (weapon === undefined || grip === 'throw' || !weapon.stances[grip])
    return refuse('E_NO_STANCE', { weapon: thisThing(id) });
  const free = handsFree(unit, handsFor(weapon, grip), id);
  if (!free.ok) return free;
  gear(draft, unit.id, 'stance', id, [{ ...gearOf(unit), grips: { ...unit.grips, [id]: grip } }]);
  return done;
};

/** SW-ACT-13. */
const sheathe: Handle = (draft, unit, item) => {
  const turn = mayHandle(draft.now(), unit);
  if (!turn.ok) return turn;
  const id = heldBy(unit, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: thisThing(item) });
  const weapon = weaponOf(unit, id);
  if (weapon && !['sword', 'gun'].includes(weapon.category.toLowerCase())) return refuse('E_NOT_SHEATHABLE');
  if (weapon === undefined) return refuse('E_NOT_SHEATHABLE');
  const { [id]: _, ...left } = unit.grips;
  gear(draft, unit.id, 'sheathe', id, [
    { ...gearOf(unit), held: unit.held.filter((each) => each !== id), grips: left },
  ]);
  return done;
};

/** SW-ACT-14; allowed after a Full Move: SW-ACT-5. */
const drop: Handle = (draft, unit, item) => {
  const turn = mayHandle(draft.now(), unit, true);
  if (!turn.ok) return turn;
  const id = heldBy(unit, item);
  if (id === undefined) return refuse('E_NOT_HELD', { weapon: thisThing(item) });
  const fallen = onGround(id, weaponOf(unit, id), unit);
  gear(draft, unit.id, 'drop', id, [laidDown(unit, id)], [...draft.now().ground, fallen]);
  return done;
};

/** SW-ACT-17. */
const receive: Handle = (draft, unit) => {
  const turn = mayHandle(draft.now(), unit);
  if (!turn.ok) return turn;
  const { offer } = unit;
  if (offer === undefined) return refuse('E_NO_HANDOFF', { unit: ref(unit.id) });
  const giver = called(draft.now(), offer.from);
  if (giver === undefined || !samePlace(placeOf(giver), placeOf(unit))) return refuse('E_NOT_HERE');
  const hands = handsFor(offer.weapon, offer.weapon && usualGrip(unit, offer.weapon));
  const free = handsFree(unit, hands);
  if (!free.ok) return free;
  const { offer: _, ...taken } = inHand(unit, offer.item, offer.weapon);
  gear(draft, unit.id, 'receive', offer.item, [taken]);
  return done;
};

/** SW-ACT-20, SW-RUL-46. */
const stand: Handle = (draft, unit) => {
  const turn = mayMinor(draft.now(), unit);
  if (!turn.ok) return turn;
  if (!conditionsOf(unit).includes('prone')) return refuse('E_NOT_PRONE', { unit: ref(unit.id) });
  draft.emit({ type: 'status', who: unit.id, of: 'unit', add: [], remove: ['prone'] });
  if (draft.now().settings.prone.linger) spend(draft, unit.id, { stoodUp: true });
  return done;
};

/** SW-FEAT-3. */
const feat: Handle = (draft, unit, item) => {
  const turn = mayMinor(draft.now(), unit);
  if (!turn.ok) return turn;
  const figures = featOf(unit, item);
  if (turnFeatsFull(turn.value, draft.now().settings.activeFeats))
    return refuse('E_FEAT_ALREADY_ACTIVE', { feat: turn.value.feats.join(', ') });
  if (turn.value.checksRolled) return refuse('E_FEAT_TOO_LATE');
  if (figures === undefined) return refuse('E_NO_FEAT', { unit: ref(unit.id), feat: item });
  const effects = featEffects(featFigures(figures));
  draft.emit({ type: 'feat', unit: unit.id, feat: figures.id, effects });
  return done;
};

/** SW-ACT-22; allowed after a Full Move: SW-ACT-5. */
const endSpell: Handle = (draft, unit, item) => {
  const turn = mayMinor(draft.now(), unit, true);
  if (!turn.ok) return turn;
  const own = (effect: { readonly id: string; readonly caster?: string | undefined }) =>
    effect.caster === unit.id && nameKey(effect.id) === nameKey(item);
  const under = draft.now().units.filter(({ effects }) => effects.some(own));
  if (under.length === 0) return refuse('E_NO_TARGET', { why: say`nobody is under ${item} by ${ref(unit.id)}` });
  for (const { id } of under) endEffects(draft, id, own, `end ${item}`);
  return done;
};

const seat =
  (kind: 'mount' | 'dismount'): Handle =>
  (draft, unit, item, to) => {
    const turn = mayMinor(draft.now(), unit);
    if (!turn.ok) return turn;
    return changeSeat(draft, unit, kind, to ?? item);
  };

export const minorActions: Readonly<Record<Exclude<MinorKind, 'other'>, Handle>> = {
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
