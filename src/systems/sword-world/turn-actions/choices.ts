import { ref, type Text } from '../../../core/message.ts';
import { startDraft } from '../../../rules/draft.ts';
import type { ParamOffer } from '../../../rules/verb.ts';
import { hasRiderLevel } from '../derived-values.ts';
import { defaultGrip, findWeapon, holdableGear } from '../equipment.ts';
import { isDeclarable } from '../feats.ts';
import { requireMount } from '../mounts.ts';
import { isSamePlace, placeOf, type State, type Unit } from '../state.ts';
import { type MajorKind, majorActions } from './major.ts';
import { type ActionHandler, type MinorKind, minorActions } from './minor.ts';

const plain = (values: readonly string[]): readonly ParamOffer<Text>[] =>
  [...new Set(values)].filter((value) => value !== '').map((value) => ({ value, label: value }));

const people = (units: readonly Unit[]): readonly ParamOffer<Text>[] =>
  units.map(({ id }) => ({ value: id, label: ref(id) }));

const grips = ['1H', '2H'] as const;

/** Weapons in hand that have another stance. */
const changeable = (unit: Unit): readonly string[] =>
  unit.held.filter((id) => {
    const stances = findWeapon(unit, id)?.stances;
    return grips.every((grip) => stances?.[grip]);
  });

const sheathable = (unit: Unit): readonly string[] =>
  unit.held.filter((id) => ['sword', 'gun'].includes(findWeapon(unit, id)?.category.toLowerCase() ?? ''));

const mounts = (state: State, unit: Unit): readonly ParamOffer<Text>[] =>
  people(state.units.filter(({ id }) => requireMount(state, unit, id).ok));

/** Only what the rules allow now: each is tried on a battle that is thrown away. */
const allowed = (
  state: State,
  unit: Unit,
  act: ActionHandler,
  offers: readonly ParamOffer<Text>[],
  to?: string,
): readonly ParamOffer<Text>[] =>
  offers.filter(
    ({ value }) =>
      act(
        startDraft<State>(state, (same) => same),
        unit,
        value,
        to,
      ).ok,
  );

/** SW-MOUNT-8. Mounting is the Action that the unit's levels make it, by whichever command. */
const seat = (unit: Unit, kind: MinorKind | MajorKind): ActionHandler | undefined =>
  kind === 'mount' || kind === 'dismount' ? (hasRiderLevel(unit) ? minorActions : majorActions)[kind] : undefined;

/** SW-ACT-9. What each Minor Action may be done with. */
export const offerMinorItems = (state: State, unit: Unit, kind: MinorKind | undefined): readonly ParamOffer<Text>[] =>
  kind === undefined || kind === 'other'
    ? []
    : allowed(state, unit, seat(unit, kind) ?? minorActions[kind], minorThings(state, unit, kind));

const minorThings = (state: State, unit: Unit, kind: Exclude<MinorKind, 'other'>): readonly ParamOffer<Text>[] => {
  switch (kind) {
    case 'equip':
      return plain(
        [...unit.weapons.map(({ id }) => id), ...holdableGear(unit)].filter(
          (id) => !unit.held.includes(id) && !unit.luggage.includes(id),
        ),
      );
    case 'stance':
      return plain(changeable(unit));
    case 'sheathe':
      return plain(sheathable(unit));
    case 'drop':
      return plain(unit.held);
    case 'receive':
      return plain(unit.offer ? [unit.offer.item] : []);
    case 'feat':
      return plain(unit.sheet.feats.filter(isDeclarable).map((feat) => (typeof feat === 'string' ? feat : feat.id)));
    case 'end-spell':
      return plain(
        state.units.flatMap(({ effects }) => effects.flatMap(({ id, caster }) => (caster === unit.id ? [id] : []))),
      );
    case 'mount':
      return mounts(state, unit);
    case 'dismount':
    case 'stand':
      return [];
  }
};

/** SW-ACT-12. The stances that the chosen weapon may be brought into. */
export const offerStances = (unit: Unit, item: unknown): readonly ParamOffer<Text>[] => {
  const weapon = typeof item === 'string' ? findWeapon(unit, item) : undefined;
  const now = weapon && unit.held.includes(weapon.id) ? defaultGrip(unit, weapon) : undefined;
  return plain(grips.filter((grip) => grip !== now && (weapon === undefined || weapon.stances[grip])));
};

/** SW-ACT-8. What each Major Action may be done with. */
export const offerMajorItems = (state: State, unit: Unit, kind: MajorKind | undefined): readonly ParamOffer<Text>[] => {
  if (kind === undefined || kind === 'other') return [];
  const [first] = offerMajorTargets(state, unit, kind);
  return allowed(state, unit, seat(unit, kind) ?? majorActions[kind], majorThings(state, unit, kind), first?.value);
};

const majorThings = (state: State, unit: Unit, kind: Exclude<MajorKind, 'other'>): readonly ParamOffer<Text>[] => {
  switch (kind) {
    case 'stow':
    case 'hand-over':
      return plain(unit.held);
    case 'unpack':
      return plain(unit.luggage);
    case 'pick-up':
      return plain(state.ground.filter((each) => isSamePlace(placeOf(each), placeOf(unit))).map(({ item }) => item));
    case 'accessory':
      return plain([...unit.accessories.flatMap(({ item }) => item ?? []), ...unit.luggage]);
    case 'mount':
      return mounts(state, unit);
    case 'dismount':
      return [];
  }
};

/** SW-ACT-16, SW-ACT-18. Who may be handed something, or the slots that are free. */
export const offerMajorTargets = (
  state: State,
  unit: Unit,
  kind: MajorKind | undefined,
): readonly ParamOffer<Text>[] => {
  if (kind === 'accessory') return plain(unit.accessories.flatMap(({ slot, item }) => (item === null ? [slot] : [])));
  if (kind !== undefined && kind !== 'hand-over') return [];
  return people(
    state.units.filter(
      (each) =>
        each.id !== unit.id &&
        each.side === unit.side &&
        each.sheet.kind !== 'mount' &&
        each.offer === undefined &&
        isSamePlace(placeOf(each), placeOf(unit)),
    ),
  );
};
