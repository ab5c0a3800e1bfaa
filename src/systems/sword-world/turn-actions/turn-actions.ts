import { z } from 'zod';
import { ref, refuse, say, type Text } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { createRulingDraft } from '../../../rules/order-limits.ts';
import {
  combatantOffer,
  createOffer,
  doneVerdict,
  type FindParamOffers,
  oneOfParam,
  type ParamOffer,
  textParam,
} from '../../../rules/verb.ts';
import { endIfDecided } from '../combat-end.ts';
import { hasRiderLevel } from '../derived-values.ts';
import { defaultGrip, findWeapon, holdableGear } from '../equipment.ts';
import { isDeclarable } from '../feats.ts';
import { isSamePlace, placeOf } from '../relations.ts';
import { recomputeSkirmishes } from '../skirmishes.ts';
import { event, type State, type Unit, unitOrThingId } from '../state.ts';
import {
  findCommandedInTurn,
  offersFor,
  requireMajorAction,
  requireMinorAction,
  spendMajorAction,
  turnOrder,
} from '../turns.ts';
import {
  type ActionHandler,
  type MajorKind,
  type MinorKind,
  majorActions,
  majorKinds,
  minorActions,
  minorKinds,
} from './actions.ts';

/** A unit does something that the GM approved. SW-ACT-23, SW-MOUNT-16. */
export const improvised = event('improvised', {
  facts: { who: unitOrThingId, kind: z.enum(['major', 'minor']), text: z.string() },
  apply: (state) => state,
  narrate: ({ who, text: done }) => line(say`${ref(who)}: ${done}.`),
});

type ItemOffers<Kind> = (state: State, unit: Unit, kind: Kind | undefined) => readonly ParamOffer<Text>[];

/** Offers the kinds of action that the unit can take now; `other` only to the GM, who must approve it. SW-ACT-23. */
const offerKinds =
  <Kind extends string>(kinds: readonly Kind[], itemsOf: ItemOffers<Kind>): FindParamOffers<State> =>
  (state, call) => {
    const unit = findCommandedInTurn(state, call);
    const may = (kind: Kind) => (kind !== 'other' || call.gm) && unit && itemsOf(state, unit, kind).length > 0;
    return kinds.filter(may).map((kind) => createOffer(kind));
  };

/** The item of an action that needs none. */
const noItem = [createOffer('')];
const anyIf = ({ ok: may }: { readonly ok: boolean }) => (may ? noItem : []);
const named = (offers: readonly ParamOffer<Text>[]) => offers.filter(({ value }) => value !== '');

/** Takes a Minor Action. Mounting without Rider levels costs the Major Action instead. SW-ACT-9, SW-MOUNT-8. */
export const minor = turnOrder({
  summary: 'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount',
  params: z.strictObject({
    kind: oneOfParam('What to do', minorKinds),
    item: textParam('The weapon, feat, spell or mount; for the kind other: what the unit does', 200).optional(),
    to: textParam('The stance: 1H or 2H', 100).optional(),
  }),
  offers: {
    kind: offerKinds(minorKinds, (state, unit, kind) =>
      kind === 'other' ? anyIf(requireMinorAction(state, unit, true)) : offerMinorItems(state, unit, kind),
    ),
    item: offersFor((state, unit, { kind }) => named(offerMinorItems(state, unit, findKind(minorKinds, kind)))),
    to: offersFor((_, unit, { kind, item }) => (kind === 'stance' || kind === 'equip' ? offerStances(unit, item) : [])),
  },
  promptFor: ({ kind }) => (kind === undefined ? [] : ['item']),
  act: (draft, unit, { kind, item, to }, call) => {
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = requireMinorAction(draft.now(), unit, true);
      if (!may.ok) return may;
      draft.emit(improvised({ who: unit.id, kind: 'minor', text: item ?? 'something else' }));
      return doneVerdict;
    }
    const act = seat(unit, kind) ?? minorActions[kind];
    const result = act(draft, unit, item ?? '', to);
    if (!result.ok) return result;
    if (act !== minorActions[kind] || kind === 'end-spell') recomputeSkirmishes(draft);
    endIfDecided(draft);
    return doneVerdict;
  },
});

/** Takes a Major Action. Mounting with Rider levels costs only a Minor Action. SW-ACT-8, SW-MOUNT-8. */
export const major = turnOrder({
  summary: 'Take another Major Action: stow, pick up, hand over, accessories, mount',
  params: z.strictObject({
    kind: oneOfParam('What to do', majorKinds),
    item: textParam('The weapon, accessory or mount; for the kind other: what the unit does', 200).optional(),
    to: textParam('Who receives it, or the slot an accessory is put on', 100).optional(),
  }),
  offers: {
    kind: offerKinds(majorKinds, (state, unit, kind) =>
      kind === 'other' ? anyIf(requireMajorAction(state, unit, unit.id)) : offerMajorItems(state, unit, kind),
    ),
    item: offersFor((state, unit, { kind }) => named(offerMajorItems(state, unit, findKind(majorKinds, kind)))),
    to: offersFor((state, unit, { kind }) => offerMajorTargets(state, unit, findKind(majorKinds, kind))),
  },
  promptFor: ({ kind }) => (kind === undefined ? [] : ['item']),
  act: (draft, unit, { kind, item, to }, call) => {
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = requireMajorAction(draft.now(), unit, unit.id);
      if (!may.ok) return may;
      spendMajorAction(draft, unit.id, unit.id);
      draft.emit(improvised({ who: unit.id, kind: 'major', text: item ?? 'something else' }));
    } else {
      const result = (seat(unit, kind) ?? majorActions[kind])(draft, unit, item ?? '', to);
      if (!result.ok) return result;
    }
    recomputeSkirmishes(draft);
    endIfDecided(draft);
    return doneVerdict;
  },
});

const findKind = <Kind>(kinds: readonly Kind[], kind: unknown): Kind | undefined => kinds.find((each) => each === kind);

/** The items to offer for each kind of action. */
type Offers<Kind extends string> = Readonly<Record<Kind, readonly ParamOffer<Text>[]>>;

const plain = (values: readonly string[]): readonly ParamOffer<Text>[] =>
  [...new Set(values)].filter((value) => value !== '').map((value) => ({ value, label: value }));

const grips = ['1H', '2H'] as const;

/** The offers that are legal now; each is tried on a copy of the battle first. */
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
        createRulingDraft<State>(state, (same) => same),
        unit,
        value,
        to,
      ).ok,
  );

/** The action to mount or dismount: Minor with Rider levels, else Major. Undefined for other actions. SW-MOUNT-8. */
const seat = (unit: Unit, kind: MinorKind | MajorKind): ActionHandler | undefined =>
  kind === 'mount' || kind === 'dismount' ? (hasRiderLevel(unit) ? minorActions : majorActions)[kind] : undefined;

/** Offers items for a kind of Minor Action. SW-ACT-9. */
const offerMinorItems = (state: State, unit: Unit, kind: MinorKind | undefined): readonly ParamOffer<Text>[] =>
  kind === undefined || kind === 'other'
    ? []
    : allowed(state, unit, seat(unit, kind) ?? minorActions[kind], minorThings(state, unit)[kind]);

const minorThings = (state: State, unit: Unit): Offers<Exclude<MinorKind, 'other'>> => ({
  equip: plain([...unit.weapons.map(({ id }) => id), ...holdableGear(unit)]),
  stance: plain(unit.held),
  sheathe: plain(unit.held),
  drop: plain(unit.held),
  receive: plain(unit.offer ? [unit.offer.item] : []),
  stand: noItem,
  feat: plain(unit.sheet.feats.filter(isDeclarable).map((feat) => (typeof feat === 'string' ? feat : feat.id))),
  'end-spell': plain(
    state.units.flatMap(({ effects }) => effects.filter(({ caster }) => caster === unit.id)).map(({ id }) => id),
  ),
  mount: state.units.map(combatantOffer),
  dismount: noItem,
});

/** Offers stances for the chosen weapon. SW-ACT-12. */
const offerStances = (unit: Unit, item: unknown): readonly ParamOffer<Text>[] => {
  const weapon = typeof item === 'string' ? findWeapon(unit, item) : undefined;
  const now = weapon && unit.held.includes(weapon.id) ? defaultGrip(unit, weapon) : undefined;
  return plain(grips.filter((grip) => grip !== now && (weapon === undefined || weapon.stances[grip])));
};

/** Offers items for a kind of Major Action. SW-ACT-8. */
const offerMajorItems = (state: State, unit: Unit, kind: MajorKind | undefined): readonly ParamOffer<Text>[] => {
  if (kind === undefined || kind === 'other') return [];
  const [first] = offerMajorTargets(state, unit, kind);
  return allowed(state, unit, seat(unit, kind) ?? majorActions[kind], majorThings(state, unit)[kind], first?.value);
};

const majorThings = (state: State, unit: Unit): Offers<Exclude<MajorKind, 'other'>> => ({
  stow: plain(unit.held),
  unpack: plain(unit.luggage),
  'pick-up': plain(state.ground.filter((each) => isSamePlace(placeOf(each), placeOf(unit))).map(({ item }) => item)),
  'hand-over': plain(unit.held),
  accessory: plain([...unit.accessories.flatMap(({ item }) => item ?? []), ...unit.luggage]),
  mount: state.units.map(combatantOffer),
  dismount: noItem,
});

/** Offers units to receive an item that the unit hands over, or slots for an accessory. SW-ACT-16, SW-ACT-18. */
const offerMajorTargets = (state: State, unit: Unit, kind: MajorKind | undefined): readonly ParamOffer<Text>[] => {
  if (kind === 'accessory') return plain(unit.accessories.flatMap(({ slot, item }) => (item === null ? [slot] : [])));
  if (kind !== undefined && kind !== 'hand-over') return [];
  return state.units
    .filter(
      (each) =>
        each.id !== unit.id &&
        each.side === unit.side &&
        each.sheet.kind !== 'mount' &&
        each.offer === undefined &&
        isSamePlace(placeOf(each), placeOf(unit)),
    )
    .map(combatantOffer);
};
