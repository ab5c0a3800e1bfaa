import { z } from 'zod';
import { listing, maskedRef, phrase, ref, refuse, say, type Text } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { combatantParam, doneVerdict, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { isUnderwaterInMetalArmor, placeText } from './battlefield.ts';
import { offerAbleUnits, requireCombatant } from './checks.ts';
import { bodyConditions, conditionsOf, findLeadSection, isUnitAble, isUnitFree, withStatuses } from './conditions.ts';
import { findDamageReductions } from './damage.ts';
import { evasionParts, tumbleParts } from './derived-values.ts';
import {
  type CheckRoll,
  checkRollRow,
  checkRollSchema,
  makeCheck,
  partSteps,
  rollCheck,
  type SumPart,
  sumPartSchema,
  sumParts,
} from './dice.ts';
import { earnExperience, losePoints, statusChanged } from './life.ts';
import { findMountOfPassenger } from './relations.ts';
import type { Body, Pool } from './sheet.ts';
import { type Draft, event, gmOrder, placeShape, type State, type Unit, unitOrThingId } from './state.ts';
import {
  find,
  isDead,
  livingBodies,
  moveUnits,
  requireBody,
  requireUnit,
  update,
  updateAllUnits,
  withoutMelee,
} from './units.ts';
import { chooseTone, isDamageVisible, isVisible, isVisibleNumber, visibleIds, visibleName } from './visibility.ts';

/** A unit falls and takes damage. SW-FALL-1, SW-FALL-2, SW-FALL-3, SW-FALL-4, SW-FALL-5, SW-FALL-6, SW-FALL-7. */
export const fell = event('fell', {
  facts: {
    who: unitOrThingId,
    height: z.int(),
    mods: z.array(sumPartSchema),
    distance: z.int(),
    damage: z.int(),
    tumbles: z.array(z.strictObject({ unit: unitOrThingId, rolled: checkRollSchema, subtracts: z.int() })),
    tumble: z.int(),
    catcher: unitOrThingId.optional(),
    applied: z.array(z.strictObject({ body: unitOrThingId, defense: z.int(), amount: z.int() })),
  },
  apply: (state, { who }) =>
    moveUnits(withoutMelee(state, [who]), [who], ({ statuses }) => ({
      altitude: 0,
      statuses: withStatuses(statuses, [], ['flying']),
    })),
  narrate: ({ who, height, mods, distance, damage, tumbles, tumble, catcher, applied }, moment) => {
    const rows: readonly SumRow<Text>[] = [
      [
        step('SW-FALL-1', phrase`${height} m`),
        ...partSteps(mods),
        step('SW-FALL-2', phrase`= ${distance} m × 3 = ${damage}`),
      ],
      ...tumbles
        .filter((each) => isVisibleNumber(moment, each.unit, 'checks'))
        .map(({ rolled }) => checkRollRow('SW-FALL-3', 'Tumble', rolled)),
      ...applied
        .filter(({ body }) => isDamageVisible(moment, body) && isVisibleNumber(moment, body, 'defense'))
        .map(({ body, defense, amount }) => [
          step('SW-FALL-3', say`${visibleName(moment, body)}: ${damage}`),
          ...(tumble === 0 ? [] : [step('SW-FALL-3', phrase`−${tumble} Tumble`)]),
          ...(defense === 0 ? [] : [step('SW-FALL-3', phrase`−${defense} Defense`)]),
          step('SW-DMG-7', phrase`= ${amount} applied damage`),
        ]),
    ];
    const text =
      catcher !== undefined && isVisible(moment, catcher)
        ? say`${ref(who)} falls ${height} m, caught by ${ref(catcher)}.`
        : say`${ref(who)} falls ${height} m.`;
    return line(text, chooseTone(moment, who, who, false), rows);
  },
});

/** Changes of a fall’s height by situation (metres). SW-FALL-2. */
const fallModifiers = {
  fly: { says: 'able to fly', value: -10 },
  forest: { says: 'into forest', value: -10 },
  water: { says: 'into water', value: -5 },
  cliff: { says: 'down a cliff', value: -10 },
  hard: { says: 'hard ground', value: 5 },
} as const;

type FallModifier = keyof typeof fallModifiers;

/** Conditions that count as unconscious for falls from the air or a mount. SW-AIR-4, SW-MOUNT-11. */
const senseless: readonly string[] = ['unconscious', 'dead', 'asleep'] as const;

/** True if the whole unit is unconscious or asleep. SW-AIR-4, SW-MOUNT-11. */
const isUnconscious = (unit: Unit): boolean => !isUnitFree(unit, senseless);

/** Rolls Tumble for a character, Evasion for a monster. Undefined if the unit cannot act. SW-FALL-3, SW-FALL-6. */
const rollTumble = (state: State, unit: Unit, dice: Dice): CheckRoll | undefined => {
  if (!isUnitAble(unit) || isUnderwaterInMetalArmor(state, unit)) return undefined;
  if (unit.sheet.kind === 'pc') return rollCheck(dice, 'Tumble', tumbleParts(state, unit));
  const body = findLeadSection(unit);
  return body && makeCheck(dice, 'Tumble', evasionParts(state, unit, body));
};

/** The amount that a body’s Defense and other reductions subtract from fall damage. */
const fallReduction = (state: State, unit: Unit, body: Body): number =>
  sumParts(findDamageReductions(state, undefined, unit, body, { type: 'physical', attributes: [] }, []));

interface FallOptions {
  readonly height: number;
  readonly mods?: readonly FallModifier[];
  readonly catcher?: string | undefined;
  /** False if the rules forbid Tumble (SW-AIR-4). Default: true. */
  readonly tumbles?: boolean;
}

/** Makes a unit fall: 3 damage per metre to each section, less Tumble and Defense. SW-AIR-2, SW-RUL-69, SW-RUL-70. */
const fallDown = (draft: Draft, id: string, how: FallOptions): void => {
  const state = draft.now();
  const unit = requireUnit(state, id);
  const flies = canFly(unit) && (isUnitAble(unit) || state.settings.unconsciousFlyer);
  const names = new Set<FallModifier>([...(how.mods ?? []), ...(flies ? (['fly'] as const) : [])]);
  const mods: SumPart[] = [...names].map((name) => ({ rule: 'SW-FALL-2', ...fallModifiers[name] }));
  const distance = Math.max(0, how.height + sumParts(mods));
  const damage = 3 * distance;
  const catchers = how.catcher ? [how.catcher] : [];
  const tumblers = distance === 0 ? [] : [...(how.tumbles === false ? [] : [id]), ...catchers];
  const tumbles = tumblers.flatMap((each) => {
    const rolled = rollTumble(state, requireUnit(state, each), draft.dice);
    return rolled ? [{ unit: each, rolled, subtracts: rolled.auto === 'failure' ? 0 : rolled.total }] : [];
  });
  const tumble = tumbles.reduce((sum, { subtracts }) => sum + subtracts, 0);
  const hit = [id, ...catchers].flatMap((each) => livingBodies(requireUnit(state, each)));
  const applied = hit.map(({ unit: whose, body }) => {
    const defense = state.settings.fallDefense ? fallReduction(state, whose, body) : 0;
    return { body: body.id, defense, amount: Math.max(0, damage - tumble - defense) };
  });
  draft.emit(
    fell({
      who: id,
      height: how.height,
      mods,
      distance,
      damage,
      tumbles,
      tumble,
      ...(how.catcher && { catcher: how.catcher }),
      applied,
    }),
  );
  for (const each of tumbles) earnExperience(draft, requireUnit(state, each.unit), each.rolled);
  for (const { body, amount } of applied) if (amount > 0) applyDamage(draft, body, 'hp', amount);
};

/** Subtracts HP or MP, then drops riders and flyers that became unconscious. SW-DMG-8, SW-AIR-4, SW-AIR-6. */
export const applyDamage = (draft: Draft, body: string, pool: Pool, amount: number): void => {
  losePoints(draft, body, pool, amount);
  dropUnableRidersAndFlyers(draft, requireBody(draft.now(), body).unit.id);
};

/** Throws off a rider that became unconscious. Drops a flyer that is unconscious or can no longer fly. */
export const dropUnableRidersAndFlyers = (draft: Draft, id: string): void => {
  const unit = requireUnit(draft.now(), id);
  if (isUnconscious(unit)) {
    throwOffRider(draft, unit);
    for (const each of [id, ...requireUnit(draft.now(), id).passengers]) throwOffPassenger(draft, each);
    const { altitude } = requireUnit(draft.now(), id);
    if (altitude > 0) fallDown(draft, id, { height: altitude, tumbles: false });
  } else if (unit.sheet.canFly) loseFlight(draft, id);
};

/** Drops a flyer that can no longer fly, with its rider and passengers. All may Tumble. SW-AIR-5, SW-MOUNT-12. */
const loseFlight = (draft: Draft, id: string): void => {
  const unit = requireUnit(draft.now(), id);
  if (unit.altitude <= 0 || canFly(unit) || unit.mountedOn !== undefined) return;
  throwOffRider(draft, unit);
  fallDown(draft, id, { height: unit.altitude });
};

/** Drops the units that could fly in the state `before` and no longer can, in roster order. SW-AIR-5. */
export const dropGroundedFlyers = (draft: Draft, before: State): void => {
  for (const unit of before.units) if (canFly(unit)) loseFlight(draft, unit.id);
};

/** Throws rider and passengers off, prone. In the air they fall. SW-MOUNT-10, SW-MOUNT-11, SW-MOUNT-12, SW-RUL-79. */
export const throwOffRider = (draft: Draft, unit: Unit): void => {
  const rider = unit.mountedOn === undefined ? find(draft.now(), unit.rider) : unit;
  const mount = find(draft.now(), rider?.mountedOn);
  if (rider === undefined || mount === undefined) return;
  const passengers = [...new Set([...rider.passengers, ...mount.passengers])].filter((id) => find(draft.now(), id));
  const height = Math.max(rider.altitude, mount.altitude);
  draft.emit(dismounted({ rider: rider.id, mount: mount.id, passengers, forced: true }));
  for (const id of [rider.id, ...passengers]) {
    fallFrom(draft, id, height);
    draft.emit(statusChanged({ who: id, of: 'unit', add: ['prone'], remove: [] }));
  }
};

/** Drops a thrown unit from a height (metres). A conscious unit may Tumble. SW-MOUNT-12. */
const fallFrom = (draft: Draft, id: string, height: number): void => {
  if (height > 0) fallDown(draft, id, { height, tumbles: !isUnconscious(requireUnit(draft.now(), id)) });
};

const layProne = (draft: Draft, id: string): void => {
  if (!conditionsOf(requireUnit(draft.now(), id)).includes('prone'))
    draft.emit(statusChanged({ who: id, of: 'unit', add: ['prone'], remove: [] }));
};

/** Throws one passenger off a mount, prone. If the mount flies, the passenger falls. SW-MOUNT-18. */
export const throwOffPassenger = (draft: Draft, id: string): void => {
  const mount = find(draft.now(), id) && findMountOfPassenger(draft.now(), id);
  if (mount === undefined) return;
  draft.emit(passengerDismounted({ passenger: id, mount: mount.id, forced: true }));
  fallFrom(draft, id, mount.altitude);
  layProne(draft, id);
};

/** Knocks a unit prone: a rider falls off its mount, a flyer drops lower. SW-MOUNT-10, SW-MOUNT-18, SW-AIR-3. */
export const knockProne = (draft: Draft, id: string): void => {
  const unit = requireUnit(draft.now(), id);
  throwOffRider(draft, unit);
  throwOffPassenger(draft, id);
  const { altitude } = requireUnit(draft.now(), id);
  if (altitude > fallRecoveryHeight) {
    const places = [{ unit: id, altitude: altitude - fallRecoveryHeight }];
    draft.emit(relocated({ why: 'air', places, leaves: [id] }));
    return;
  }
  if (altitude > 0) fallDown(draft, id, { height: altitude, mods: ['fly'] });
  layProne(draft, id);
};

const isModifier = (word: string): word is FallModifier => Object.hasOwn(fallModifiers, word);

/** Lets a unit fall. SW-FALL-1, SW-FALL-2, SW-FALL-3, SW-FALL-4, SW-FALL-5, SW-FALL-6, SW-FALL-7, SW-FALL-8. */
export const fall = gmOrder({
  summary: 'Let a unit fall',
  params: z.strictObject({
    height: wholeNumberParam('Metres', 0, 9999).optional(),
    mods: textParam('What changes the fall: forest, water, cliff, hard (hard ground)', 60).optional(),
    catcher: combatantParam('Who catches the falling unit').optional(),
    spikes: wholeNumberParam('Damage from what the unit lands on, like spikes, dealt after the fall', 0, 999).default(
      0,
    ),
  }),
  offers: {
    catcher: offerAbleUnits,
    mods: () => Object.keys(fallModifiers).map((value) => ({ value, label: value })),
  },
  resolve: (draft, call, { height, mods = '', catcher, spikes }) => {
    const state = draft.now();
    const unit = requireCombatant(state, call.actor);
    if (!unit.ok) return unit;
    const by = catcher === undefined ? undefined : requireCombatant(state, catcher);
    if (by && !by.ok) return by;
    if (by?.value.id === unit.value.id)
      return refuse('E_NO_TARGET', { why: say`${ref(unit.value.id)} cannot catch itself` });
    const words = mods.split(/[\s,;]+/).filter((word) => word !== '');
    const wrong = words.find((word) => !isModifier(word));
    if (wrong !== undefined)
      return refuse('E_BAD_VALUE', {
        value: wrong,
        field: 'mods',
        want: phrase`use ${Object.keys(fallModifiers).join(', ')}`,
      });
    const how = { height: height ?? unit.value.altitude, mods: words.filter(isModifier), catcher: by?.value.id };
    fallDown(draft, unit.value.id, how);
    for (const { id } of spikes > 0 ? unit.value.bodies : []) {
      const { unit: whose, body } = requireBody(draft.now(), id);
      if (isDead(body)) continue;
      applyDamage(draft, id, 'hp', Math.max(0, spikes - fallReduction(draft.now(), whose, body)));
    }
    return doneVerdict;
  },
});

/** A rider dismounts. A forced dismount throws rider and passengers off. SW-MOUNT-8, SW-MOUNT-10, SW-MOUNT-12. */
export const dismounted = event('dismounted', {
  facts: { rider: unitOrThingId, mount: unitOrThingId, passengers: z.array(unitOrThingId), forced: z.boolean() },
  apply: (state, { rider, mount, passengers: thrown }) =>
    update(
      update(state, rider, ({ passengers }) => ({
        mountedOn: undefined,
        passengers: passengers.filter((id) => !thrown.includes(id)),
      })),
      mount,
      ({ passengers, acted, turn }) => ({
        rider: undefined,
        passengers: passengers.filter((id) => !thrown.includes(id)),
        acted: acted || turn !== undefined,
        turn: undefined,
      }),
    ),
  narrate: ({ rider, mount, passengers, forced }, moment) => {
    if (!forced) return line(say`${ref(rider)} dismounts from ${maskedRef(mount)}.`);
    const [from, others] = [maskedRef(mount), visibleIds(moment, passengers)];
    const who = listing([rider, ...others].map(ref));
    return line(others.length > 0 ? say`${who} are thrown from ${from}.` : say`${who} is thrown from ${from}.`);
  },
});

/** A passenger dismounts, or is thrown off. SW-MOUNT-12, SW-MOUNT-18. */
export const passengerDismounted = event('alighted', {
  facts: { passenger: unitOrThingId, mount: unitOrThingId, forced: z.boolean() },
  apply: (state, { passenger }) =>
    updateAllUnits(state, ({ passengers }) => ({ passengers: passengers.filter((id) => id !== passenger) })),
  narrate: ({ passenger, mount, forced }) =>
    line(
      forced
        ? say`${ref(passenger)} is thrown from ${maskedRef(mount)}.`
        : say`${ref(passenger)} dismounts from ${maskedRef(mount)}.`,
    ),
});

/** Units change place without moving: carried, thrown, dropping in the air or breaking through (SW-AREA-9). */
export const relocated = event('relocated', {
  facts: {
    why: z.enum(['breakthrough', 'forced', 'air']),
    places: z.array(z.strictObject({ unit: unitOrThingId, ...placeShape, altitude: z.int().optional() })),
    /** Units that leave their skirmish without a change of coordinate. SW-AIR-3. */
    leaves: z.array(unitOrThingId).optional(),
  },
  apply: (state, { places, leaves = [] }) =>
    places.reduce(
      (next, { unit, area, pos, altitude }) =>
        moveUnits(next, [unit], () => ({
          ...(area && { area }),
          ...(pos !== undefined && { pos }),
          ...(altitude !== undefined && { altitude }),
        })),
      withoutMelee(state, [
        ...leaves,
        ...places.flatMap(({ unit, pos }) =>
          pos !== undefined && state.units.some((each) => each.id === unit && each.pos !== pos) ? [unit] : [],
        ),
      ]),
    ),
  narrate: ({ places }) =>
    places.map((each) =>
      each.altitude !== undefined
        ? line(say`${ref(each.unit)} drops to ${each.altitude} m and flies on.`, 'plain', [
            [step('SW-AIR-3', '10 m lower')],
          ])
        : line(
            each.area
              ? say`${ref(each.unit)} is now in the ${placeText(each)}.`
              : say`${ref(each.unit)} is now at ${placeText(each)}.`,
          ),
    ),
});

const isFlightEffect = ({ id, flight }: { readonly id: string; readonly flight?: boolean | undefined }): boolean =>
  flight ?? /\b(fly|flying|flight|levitat\w*|hover\w*)\b/i.test(id);

/** True if at least half of the wings are useless or at 0 HP. SW-AIR-6. */
const wingsBroken = (unit: Unit): boolean => {
  const wings = unit.bodies.filter(({ isWing }) => isWing);
  const useless = wings.filter((wing) => wing.hp <= 0 || bodyConditions(unit, wing).includes('useless'));
  return wings.length > 0 && useless.length >= Math.ceil(wings.length / 2);
};

/** True if the unit can fly, by its nature or by an effect. SW-AIR-5, SW-AIR-7. */
export const canFly = (unit: Unit): boolean =>
  unit.effects.some(isFlightEffect) ||
  (unit.sheet.canFly && !wingsBroken(unit) && !conditionsOf(unit).includes('grounded'));

/** Distance that a flyer drops if it is knocked prone above this height (metres). SW-AIR-3, SW-RUL-71. */
const fallRecoveryHeight = 10;
