import { z } from 'zod';
import { listing, masked, ref, say } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { line } from '../../rules/lines.ts';
import { combatants } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { combatantCalled, commanded } from './checks.ts';
import { abilityMod, checkModifiers, hasRiderLevel, levelOf, magicPower } from './derived-values.ts';
import { contestWinner, roll, rolledRow, rolledSchema } from './dice.ts';
import { earn } from './experience.ts';
import { commandsMany } from './feats.ts';
import type { Code } from './refusals.ts';
import {
  bodyAble,
  called,
  company,
  type Draft,
  event,
  find,
  heads,
  hostile,
  isMount,
  name,
  on,
  order,
  placeOf,
  riderOf,
  type State,
  samePlace,
  theUnit,
  type Unit,
  unitAble,
} from './state.ts';
import type { Done } from './turn-actions/minor.ts';
import { spend } from './turns.ts';
import { seenOf, told } from './visibility.ts';

export const mounted = event(
  'mounted',
  { rider: name, mount: name },
  {
    apply: (state, { rider, mount }) =>
      on(
        on(state, rider, () => ({ mountedOn: mount })),
        mount,
        () => ({ rider }),
      ),
    tell: ({ rider, mount }) => line(say`${ref(rider)} mounts ${masked(mount)}.`),
  },
);

/** SW-MOUNT-8, SW-MOUNT-10, SW-MOUNT-12. */
export const dismounted = event(
  'dismounted',
  { rider: name, mount: name, passengers: z.array(name), forced: z.boolean() },
  {
    apply: (state, { rider, mount, passengers: thrown }) =>
      on(
        on(state, rider, ({ passengers }) => ({
          mountedOn: undefined,
          passengers: passengers.filter((id) => !thrown.includes(id)),
        })),
        mount,
        ({ passengers }) => ({
          rider: undefined,
          passengers: passengers.filter((id) => !thrown.includes(id)),
          turn: undefined,
        }),
      ),
    tell: ({ rider, mount, passengers, forced }, moment) => {
      if (!forced) return line(say`${ref(rider)} dismounts from ${masked(mount)}.`);
      const others = seenOf(moment, passengers);
      const who = listing([rider, ...others].map(ref));
      return line(say`${who} ${others.length > 0 ? 'are' : 'is'} thrown from ${masked(mount)}.`);
    },
  },
);

/** SW-MOUNT-5. */
export const weaknessChecked = event(
  'weakness',
  {
    rider: name,
    mount: name,
    enemy: name.optional(),
    riderRoll: rolledSchema.optional(),
    enemyRoll: rolledSchema.optional(),
    usable: z.boolean(),
  },
  {
    apply: (state, { mount, usable }) => on(state, mount, () => ({ weaknessKnown: usable })),
    tell: ({ rider, mount, enemy, riderRoll, enemyRoll, usable }, moment) => {
      const rows = [
        ...(riderRoll && told(moment, rider, 'checks') ? [rolledRow('SW-MOUNT-5', 'Rider', riderRoll)] : []),
        ...(enemyRoll && enemy && told(moment, enemy, 'accuracy')
          ? [rolledRow('SW-MOUNT-5', 'Magic Power', enemyRoll)]
          : []),
      ];
      const outcome = usable ? 'lies open to the enemies' : 'is guarded';
      return line(say`The weakness of ${ref(mount)} ${outcome}.`, 'quiet', rows);
    },
  },
);

/** SW-MOUNT-3. A mount does nothing by itself. */
export const ridden = (state: State, unit: Unit): Result<Unit | undefined, Refusal<Code>> => {
  if (!isMount(unit)) return ok(undefined);
  const rider = riderOf(state, unit);
  return rider !== undefined && unitAble(rider) ? ok(rider) : refuse('E_MOUNT_NOT_RIDDEN', { mount: ref(unit.id) });
};

/** SW-MOUNT-3, SW-MOUNT-9, SW-MOUNT-14. May this mount use a Major Action with that section, on command? */
export const mountCommanded = (state: State, unit: Unit, section: string): Result<true, Refusal<Code>> => {
  const rider = ridden(state, unit);
  if (!rider.ok) return rider;
  if (rider.value === undefined) return ok(true);
  if (!hasRiderLevel(rider.value)) return refuse('E_MOUNT_NO_RIDER_LEVEL');
  const commanded = unit.turn?.mountSection;
  return commanded !== undefined && commanded !== section && !commandsMany(rider.value) && !commandsMany(unit)
    ? refuse('E_MOUNT_SECTION_LIMIT', { mount: ref(unit.id) })
    : ok(true);
};

/** SW-MOUNT-13, SW-RUL-76. Sections of the mount and one for the rider. */
export const throwCount = (state: State, unit: Unit): number =>
  company(state, unit).reduce((sum, each) => sum + each.bodies.filter(bodyAble).length, 0);

/** SW-RUL-76. Rider and mount together count this many heads. */
export const companyHeads = (state: State, unit: Unit): number =>
  company(state, unit).reduce((sum, each) => sum + heads(each), 0);

/**
 * SW-MOUNT-5, SW-RUL-75. Rider against the enemy with the highest Magic Power, rider first; ties go to the rider, and
 * without such an enemy nothing is rolled.
 */
export const mountWeakness = (draft: Draft, riderId: string, against: readonly string[]): void => {
  const state = draft.now();
  const rider = theUnit(state, riderId);
  if (rider.mountedOn === undefined) return;
  const [enemy] = against
    .flatMap((id) => find(state, id) ?? [])
    .filter((unit) => magicPower(state, unit, undefined) > 0)
    .toSorted((a, b) => magicPower(state, b, undefined) - magicPower(state, a, undefined));
  if (enemy === undefined) {
    draft.emit({ type: 'weakness', rider: riderId, mount: rider.mountedOn, usable: false });
    return;
  }
  const riderRoll = roll(draft.dice, 'Rider', [
    ...(hasRiderLevel(rider)
      ? [
          { rule: 'SW-MOUNT-5', says: 'Rider', value: levelOf(rider, 'Rider') },
          { rule: 'SW-DATA-3', says: 'int', value: abilityMod(rider, 'int') },
        ]
      : []),
    ...checkModifiers(state, rider),
  ]);
  const enemyRoll = roll(draft.dice, 'Magic Power', [
    { rule: 'SW-MOUNT-5', says: 'Magic Power', value: magicPower(state, enemy, undefined) },
    ...checkModifiers(state, enemy),
  ]);
  const usable = contestWinner(riderRoll.total, enemyRoll.total, 'first') === 'second';
  draft.emit({
    type: 'weakness',
    rider: riderId,
    mount: rider.mountedOn,
    enemy: enemy.id,
    riderRoll,
    enemyRoll,
    usable,
  });
  earn(draft, rider, riderRoll);
  earn(draft, enemy, enemyRoll);
};

/** SW-MOUNT-5. */
export const weakness = order({
  summary: 'Guard the mount’s weaknesses against the enemies’ strongest caster',
  role: 'player',
  params: z.strictObject({ against: combatants('The enemies; left out: all of them').optional() }),
  offers: {
    against: (state, call) => {
      const own = find(state, call.actor);
      return state.units
        .filter((other) => own && hostile(own, other) && magicPower(state, other, undefined) > 0)
        .map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: (draft, call, { against }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const rider = unit.value.rider ? combatantCalled(state, unit.value.rider) : unit;
    if (!rider.ok) return rider;
    if (rider.value.mountedOn === undefined)
      return refuse('E_NOT_NOW', { why: say`${ref(rider.value.id)} rides no mount` });
    if (state.stage === 'combat' && state.round > 1)
      return refuse('E_NOT_NOW', { why: "a mount's weaknesses are settled when combat begins" });
    const ids: string[] = [];
    for (const name of against ?? []) {
      const enemy = combatantCalled(state, name);
      if (!enemy.ok) return enemy;
      ids.push(enemy.value.id);
    }
    const foes = state.units.filter((other) => hostile(rider.value, other)).map(({ id }) => id);
    mountWeakness(draft, rider.value.id, against === undefined ? foes : ids);
    return done;
  },
});

/** SW-MOUNT-8. Where the unit may mount: an unridden mount of its own side, here. */
export const mountHere = (state: State, unit: Unit, name: string | undefined): Result<Unit, Refusal<Code>> => {
  const free = (each: Unit) =>
    each.sheet.kind === 'mount' &&
    each.rider === undefined &&
    each.side === unit.side &&
    unitAble(each) &&
    samePlace(placeOf(each), placeOf(unit));
  const mount = name === undefined || name === '' ? state.units.find(free) : called(state, name);
  return mount && free(mount) && unit.mountedOn === undefined ? ok(mount) : refuse('E_NOT_HERE');
};

/** SW-MOUNT-8. The two ways, once a turn; whichever Action it takes has been checked. */
export const changeSeat = (draft: Draft, unit: Unit, kind: 'mount' | 'dismount', name: string | undefined): Done => {
  if (unit.turn?.mountUsed) return refuse('E_MOUNT_ONCE');
  if (kind === 'dismount') {
    if (unit.mountedOn === undefined) return refuse('E_NOT_HERE');
    const mount = unit.mountedOn;
    spend(draft, unit.id, { mountUsed: true });
    draft.emit({ type: 'dismounted', rider: unit.id, mount, passengers: [], forced: false });
    return done;
  }
  const mount = mountHere(draft.now(), unit, name);
  if (!mount.ok) return mount;
  spend(draft, unit.id, { mountUsed: true });
  draft.emit({ type: 'mounted', rider: unit.id, mount: mount.value.id });
  const { moveType, movementDone } = theUnit(draft.now(), unit.id).turn ?? {};
  spend(draft, mount.value.id, { ...(moveType && { moveType }), movementDone: movementDone ?? false, majors: [] });
  return done;
};
