import { z } from 'zod';
import { isSameName, joined, ref, refuse, say, term } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { createRulingDraft } from '../../rules/order-limits.ts';
import { createOffer, doneVerdict, type FindParamOffers, oneOfParam, textParam } from '../../rules/verb.ts';
import { createOffers, offerUnits } from './checks.ts';
import { endIfDecided } from './combat-end.ts';
import { conditionsOf } from './conditions.ts';
import { hasRiderLevel } from './derived-values.ts';
import { endEffects } from './effects.ts';
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
} from './equipment.ts';
import { featEffects, featName, featUsed, findFeat, isDeclarable, isFeatLimitReached } from './feats.ts';
import { statusChanged } from './life.ts';
import { changeSeat } from './mounts.ts';
import { isMount, isSamePlace } from './relations.ts';
import { type Grip, grips, type TimedEffect, type Weapon } from './sheet.ts';
import { recomputeSkirmishes } from './skirmishes.ts';
import { type Draft, event, type Offers, type State, type Unit, unitOrThingId } from './state.ts';
import { formatItemAtSentenceStart } from './text.ts';
import {
  findCommandedInTurn,
  offersFor,
  recordTurnUse,
  requireMajorAction,
  requireMinorAction,
  requireWeaponHandling,
  spendMajorAction,
  turnOf,
  turnOrder,
} from './turns.ts';
import { findByName } from './units.ts';

/** Kinds of actions that are Minor for riders with Rider levels, else Major. SW-MOUNT-8. */
const shared = ['mount', 'dismount', 'other'] as const;
const minorKinds = ['equip', 'stance', 'sheathe', 'drop', 'receive', 'stand', 'feat', 'end-spell', ...shared] as const;
const majorKinds = ['stow', 'unpack', 'pick-up', 'hand-over', 'accessory', ...shared] as const;

type MinorKind = (typeof minorKinds)[number];
type MajorKind = (typeof majorKinds)[number];

type ActionHandler = (draft: Draft, unit: Unit, item: string, to?: string) => ActionVerdict;

/** An action, and the items to offer for it. */
interface Action {
  readonly act: ActionHandler;
  readonly offer: (unit: Unit, state: State) => Offers;
}

/** Wraps an action handler, so that the action is refused at the wrong time in a turn. */
const timed =
  (requireTime: typeof requireMinorAction, act: ActionHandler): ActionHandler =>
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
  names.find((each) => isSameName(each, wanted));

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
  if (giver === undefined || !isSamePlace(giver, unit)) return refuse('E_NOT_HERE');
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
    return refuse('E_FEAT_ALREADY_ACTIVE', { feat: joined(turn.feats.map((each) => term(each))) });
  if (turn.checksRolled) return refuse('E_FEAT_TOO_LATE');
  if (figures === undefined) return refuse('E_NO_FEAT', { unit: ref(unit.id), feat: item });
  draft.emit(featUsed({ who: unit.id, feat: figures.id, effects: featEffects(figures) }));
  return doneVerdict;
};

/** Ends a lasting spell that the unit itself cast. SW-ACT-22. */
const endSpell: ActionHandler = (draft, unit, item) => {
  const own = ({ id, caster }: TimedEffect) => caster === unit.id && isSameName(id, item);
  const under = draft.now().units.filter(({ effects }) => effects.some(own));
  if (under.length === 0)
    return refuse('E_NO_TARGET', { why: say`no unit is affected by ${term(item)} from ${ref(unit.id)}` });
  for (const { id } of under) endEffects(draft, id, own, `end ${item}`);
  return doneVerdict;
};

const sitOrAlight =
  (kind: 'mount' | 'dismount'): ActionHandler =>
  (draft, unit, item, to) =>
    changeSeat(draft, unit, kind, to ?? item);

const somethingElse = 'something else';

/** A unit does something that the GM approved. SW-ACT-23, SW-MOUNT-16. */
export const improvised = event('improvised', {
  facts: { who: unitOrThingId, kind: z.enum(['major', 'minor']), text: z.string() },
  narrate: ({ who, text: done }) => line(say`${ref(who)}: ${done === somethingElse ? term(done) : done}.`),
});

/** Returns the action `other`, which is whatever the GM approved. SW-ACT-23. */
const improvise =
  (kind: 'minor' | 'major'): ActionHandler =>
  (draft, unit, item) => {
    if (kind === 'major') spendMajorAction(draft, unit.id, unit.id);
    draft.emit(improvised({ who: unit.id, kind, text: item || somethingElse }));
    return doneVerdict;
  };

const asMinor = (act: ActionHandler) => timed(requireMinorAction, act);
const asMinorAfterFullMove = (act: ActionHandler) => timed((state, unit) => requireMinorAction(state, unit, true), act);
const asHandling = (act: ActionHandler) => timed(requireWeaponHandling, act);

const offerHeld = ({ held }: Unit): Offers => createOffers(held);
const offerMounts = (_: Unit, { units }: State): Offers => offerUnits(units);
/** The item of an action that needs none. */
const noItem = [createOffer('')];
const offerNoItem = (): Offers => noItem;

const minorActions: Readonly<Record<MinorKind, Action>> = {
  equip: {
    act: asHandling(equip),
    offer: (unit) => createOffers([...unit.weapons.map(({ id }) => id), ...holdableGear(unit)]),
  },
  stance: { act: asHandling(withHeld(stance)), offer: offerHeld },
  sheathe: { act: asHandling(withHeld(sheathe)), offer: offerHeld },
  // Dropping a weapon and ending a spell are allowed after a Full Move. SW-ACT-5.
  drop: { act: timed((state, unit) => requireWeaponHandling(state, unit, true), withHeld(drop)), offer: offerHeld },
  'end-spell': {
    act: asMinorAfterFullMove(endSpell),
    offer: ({ id: own }, { units }) =>
      createOffers(units.flatMap(({ effects }) => effects.flatMap(({ id, caster }) => (caster === own ? id : [])))),
  },
  receive: { act: asHandling(receive), offer: ({ offer }) => createOffers(offer ? [offer.item] : []) },
  stand: { act: asMinor(stand), offer: offerNoItem },
  feat: { act: asMinor(feat), offer: ({ sheet }) => createOffers(sheet.feats.filter(isDeclarable).map(featName)) },
  mount: { act: asMinor(sitOrAlight('mount')), offer: offerMounts },
  dismount: { act: asMinor(sitOrAlight('dismount')), offer: offerNoItem },
  other: { act: asMinorAfterFullMove(improvise('minor')), offer: offerNoItem },
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
  const at = unit.luggage.findIndex((each) => isSameName(each, item));
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
  if (!isSamePlace(receiver, unit)) return refuse('E_NOT_HERE', { item: to });
  const weapon = findWeapon(unit, id);
  const offer = { item: id, from: unit.id, ...(weapon && { weapon }), lastTurn: false };
  return changeGearAsMajor(draft, unit.id, 'hand-over', id, [gearAfterDrop(unit, id), { ...gearOf(receiver), offer }]);
};

/** Puts an accessory on the slot `to`, or stows it if `to` is undefined. SW-ACT-18. */
const accessory: ActionHandler = (draft, unit, item, to) => {
  if (item === '') return refuse('E_NOT_HERE');
  const worn = unit.accessories.find((each) => each.item !== null && isSameName(each.item, item));
  const slot = to ?? (worn ? undefined : unit.accessories.find((each) => each.item === null)?.slot);
  if (slot === undefined && worn === undefined) return refuse('E_SLOT_FULL');
  const there = unit.accessories.find((each) => slot !== undefined && isSameName(each.slot, slot));
  if (slot !== undefined && there !== undefined && there.item !== null) return refuse('E_SLOT_FULL');
  const off = unit.accessories.map((each) => (each === worn ? { ...each, item: null } : each));
  const on =
    slot === undefined
      ? off
      : there === undefined
        ? [...off, { slot, item }]
        : off.map((each) => (each.slot === there.slot ? { ...each, item } : each));
  const luggage = slot === undefined ? [...unit.luggage, item] : unit.luggage.filter((each) => !isSameName(each, item));
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

const majorActions: Readonly<Record<MajorKind, Action>> = {
  stow: { act: asMajor(withHeld(stow)), offer: offerHeld },
  unpack: { act: asMajor(unpack), offer: ({ luggage }) => createOffers(luggage) },
  'pick-up': {
    act: asMajor(pickUp),
    offer: (unit, { ground }) => createOffers(ground.filter((each) => isSamePlace(each, unit)).map(({ item }) => item)),
  },
  'hand-over': { act: asMajor(withHeld(handOver)), offer: offerHeld },
  accessory: {
    act: asMajor(accessory),
    offer: ({ accessories, luggage }) => createOffers([...accessories.flatMap(({ item }) => item ?? []), ...luggage]),
  },
  mount: { act: sitAsMajor('mount'), offer: offerMounts },
  dismount: { act: sitAsMajor('dismount'), offer: offerNoItem },
  other: { act: asMajor(improvise('major')), offer: offerNoItem },
};

/** The action to mount or dismount: Minor with Rider levels, else Major. Undefined for other actions. SW-MOUNT-8. */
const seat = (unit: Unit, kind: MinorKind | MajorKind): Action | undefined =>
  kind === 'mount' || kind === 'dismount' ? (hasRiderLevel(unit) ? minorActions : majorActions)[kind] : undefined;

/** Offers the items of an action that are legal now; each is tried on a copy of the battle first. */
const offerItems = (state: State, unit: Unit, { act, offer }: Action, to?: string): Offers =>
  offer(unit, state).filter(({ value }) => {
    const trial = createRulingDraft<State>(state, (same) => same);
    return act(trial, unit, value, to).ok;
  });

type ItemOffers<Kind> = (state: State, unit: Unit, kind: Kind) => Offers;

const offerMinorItems: ItemOffers<MinorKind> = (state, unit, kind) =>
  offerItems(state, unit, seat(unit, kind) ?? minorActions[kind]);

const offerMajorItems: ItemOffers<MajorKind> = (state, unit, kind) =>
  offerItems(state, unit, seat(unit, kind) ?? majorActions[kind], offerReceivers(state, unit, kind)[0]?.value);

/** Offers the kinds of action that the unit can take now; `other` only to the GM, who must approve it. SW-ACT-23. */
const offerKinds =
  <Kind extends string>(kinds: readonly Kind[], itemsOf: ItemOffers<Kind>): FindParamOffers<State> =>
  (state, call) => {
    const unit = findCommandedInTurn(state, call);
    const may = (kind: Kind) => (kind !== 'other' || call.gm) && unit && itemsOf(state, unit, kind).length > 0;
    return kinds.filter(may).map((kind) => createOffer(kind));
  };

/** Offers the items of the chosen kind of action that have a name. */
const offerNamedItems = <Kind extends string>(kinds: readonly Kind[], itemsOf: ItemOffers<Kind>) =>
  offersFor((state, unit, { kind: given }) => {
    const kind = kinds.find((each) => each === given);
    return kind === undefined ? [] : itemsOf(state, unit, kind).filter(({ value }) => value !== '');
  });

/** Takes a Minor Action. Mounting without Rider levels costs the Major Action instead. SW-ACT-9, SW-MOUNT-8. */
export const minor = turnOrder({
  summary: 'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount',
  params: z.strictObject({
    kind: oneOfParam('What to do', minorKinds),
    item: textParam('The weapon, feat, spell or mount; for the kind other: what the unit does', 200).optional(),
    to: textParam('The stance: 1H or 2H', 100).optional(),
  }),
  offers: {
    kind: offerKinds(minorKinds, offerMinorItems),
    item: offerNamedItems(minorKinds, offerMinorItems),
    to: offersFor((_, unit, { kind, item }) => (kind === 'stance' || kind === 'equip' ? offerStances(unit, item) : [])),
  },
  promptFor: ({ kind }) => (kind === undefined ? [] : ['item']),
  act: (draft, unit, { kind, item, to }, call) => {
    if (kind === 'other' && !call.gm) return refuse('E_GM_APPROVES');
    const action = seat(unit, kind) ?? minorActions[kind];
    const result = action.act(draft, unit, item ?? '', to);
    if (!result.ok || kind === 'other') return result;
    if (action !== minorActions[kind] || kind === 'end-spell') recomputeSkirmishes(draft);
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
    kind: offerKinds(majorKinds, offerMajorItems),
    item: offerNamedItems(majorKinds, offerMajorItems),
    to: offersFor((state, unit, { kind }) =>
      offerReceivers(
        state,
        unit,
        majorKinds.find((each) => each === kind),
      ),
    ),
  },
  promptFor: ({ kind }) => (kind === undefined ? [] : ['item']),
  act: (draft, unit, { kind, item, to }, call) => {
    if (kind === 'other' && !call.gm) return refuse('E_GM_APPROVES');
    const result = (seat(unit, kind) ?? majorActions[kind]).act(draft, unit, item ?? '', to);
    if (!result.ok) return result;
    recomputeSkirmishes(draft);
    endIfDecided(draft);
    return doneVerdict;
  },
});

/** Offers stances for the chosen weapon. SW-ACT-12. */
const offerStances = (unit: Unit, item: unknown): Offers => {
  const weapon = typeof item === 'string' ? findWeapon(unit, item) : undefined;
  const now = weapon && unit.held.includes(weapon.id) ? defaultGrip(unit, weapon) : undefined;
  const hands = grips.filter((grip) => grip !== 'throw' && grip !== now);
  return createOffers(hands.filter((grip) => weapon === undefined || weapon.stances[grip]));
};

/** Offers units to receive an item that the unit hands over, or slots for an accessory. SW-ACT-16, SW-ACT-18. */
const offerReceivers = (state: State, unit: Unit, kind: MajorKind | undefined): Offers => {
  if (kind === 'accessory')
    return createOffers(unit.accessories.flatMap(({ slot, item }) => (item === null ? slot : [])));
  if (kind !== undefined && kind !== 'hand-over') return [];
  const isNear = (each: Unit) => each.id !== unit.id && each.side === unit.side && isSamePlace(each, unit);
  return offerUnits(state.units.filter((each) => isNear(each) && !isMount(each) && each.offer === undefined));
};
