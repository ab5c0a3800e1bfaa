import { z } from 'zod';
import { ok, phrase, refuse, say, type Text } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { isUnitAble, refuseUnable, totalHeadCount } from './conditions.ts';
import { isTouchHeight } from './range.ts';
import { areHostile, findSkirmish, findSkirmishAt, riderAndMountOf, withRidersAndMounts } from './relations.ts';
import {
  type CheckResult,
  type Draft,
  event,
  order,
  type Skirmish,
  type State,
  skirmishSchema,
  type Unit,
  unitOrThingId,
} from './state.ts';
import { requireActingUnit } from './turns.ts';
import { find, moveUnits, requireUnit, withoutMelee } from './units.ts';
import { describeVisible, visibleIds } from './visibility.ts';

const at = z.strictObject({ unit: unitOrThingId, pos: z.int() });

const reasons = {
  declared: 'SW-SKIRM-7',
  attacked: 'SW-SKIRM-9',
  time: 'SW-SKIRM-10',
  blocked: 'SW-BLOCK-8',
  helping: 'SW-BLOCK-10',
} as const;

const describeJoin = (who: Text, at: number, many: boolean): Readonly<Record<keyof typeof reasons, Text>> => ({
  declared: many ? say`${who} join the melee at ${at} m.` : say`${who} joins the melee at ${at} m.`,
  attacked: say`The attack draws ${who} into the melee at ${at} m.`,
  time: many
    ? say`${who} stayed inside and join the melee at ${at} m.`
    : say`${who} stayed inside and joins the melee at ${at} m.`,
  blocked: say`The block stops ${who} in the melee at ${at} m.`,
  helping: say`The block draws ${who} into the melee at ${at} m.`,
});

export const joinedMelee = event('joined', {
  facts: {
    skirmish: unitOrThingId,
    units: z.array(unitOrThingId),
    why: z.enum(['declared', 'attacked', 'time', 'blocked', 'helping']),
  },
  apply: (state, { skirmish: into, units }) => {
    const center = state.skirmishes.find(({ id }) => id === into)?.center;
    const left = withoutMelee(state, units);
    return moveUnits(
      {
        ...left,
        skirmishes: left.skirmishes.map((skirmish) =>
          skirmish.id === into ? { ...skirmish, participants: [...skirmish.participants, ...units] } : skirmish,
        ),
      },
      units,
      () => ({ pos: center, joinsNextRound: false }),
    );
  },
  narrate: ({ skirmish, units, why }, moment) => {
    const who = describeVisible(moment, units);
    const center = moment.after.skirmishes.find(({ id }) => id === skirmish)?.center;
    if (who === undefined || center === undefined) return undefined;
    const text = describeJoin(who, center, visibleIds(moment, units).length > 1)[why];
    return line(text, 'plain', [[step(reasons[why], phrase`centre ${center} m`)]]);
  },
});

/** A skirmish breaks out. SW-SKIRM-1. */
export const skirmishBrokeOut = event('broke-out', {
  facts: { skirmish: skirmishSchema },
  apply: (state, { skirmish }) => ({
    ...withoutMelee(state, skirmish.participants),
    skirmishes: [...state.skirmishes, skirmish],
    nextSkirmish: state.nextSkirmish + 1,
  }),
  narrate: ({ skirmish: { center, radius, participants } }, moment) => {
    const who = describeVisible(moment, participants);
    return who === undefined
      ? undefined
      : line(say`A skirmish breaks out at ${center} m: ${who}.`, 'plain', [
          [step('SW-SKIRM-3', phrase`radius ${radius} m`)],
        ]);
  },
});

/** Skirmishes are updated: members, radii, mergers and ends. SW-SKIRM-18. */
export const skirmishesSettled = event('skirmishes', {
  facts: {
    skirmishes: z.array(skirmishSchema),
    moved: z.array(at),
    ended: z.array(unitOrThingId),
  },
  apply: (state, { skirmishes, moved }) => {
    const centers = new Map(moved.map(({ unit, pos }) => [unit, pos]));
    return { ...moveUnits(state, [...centers.keys()], ({ id }) => ({ pos: centers.get(id) })), skirmishes };
  },
  narrate: ({ skirmishes, ended }, { before, reader }) => {
    const changed = skirmishes.filter(({ id, center, radius }) => {
      const old = before.skirmishes.find((each) => each.id === id);
      return old === undefined || old.center !== center || old.radius !== radius;
    });
    const gone = before.skirmishes.filter(
      ({ id, participants }) => ended.includes(id) && participants.some(reader.canSee),
    );
    const merged =
      ended.length > 0 &&
      changed.some(({ center, id }) => before.skirmishes.some((each) => each.id === id && each.center !== center));
    return [
      ...(merged
        ? []
        : gone.map(({ center }) =>
            line(say`The skirmish at ${center} m is over.`, 'quiet', [[step('SW-SKIRM-17', 'only one side is left')]]),
          )),
      ...changed
        .filter(({ participants }) => participants.some(reader.canSee))
        .map(({ center, radius }) =>
          line(
            merged
              ? say`The skirmishes merge: centre ${center} m, radius ${radius} m.`
              : say`The skirmish at ${center} m now has a radius of ${radius} m.`,
            'quiet',
            [[step(merged ? 'SW-SKIRM-16' : 'SW-SKIRM-3', phrase`radius ${radius} m`)]],
          ),
        ),
    ];
  },
});

/** Maximum number of participants in a skirmish. SW-SKIRM-4. */
const maxParticipants = 20;

/** The radius of a skirmish with this number of participants (metres). Refuses more than 20. SW-SKIRM-3. */
export const skirmishRadius = (participants: number): CheckResult<number> =>
  participants > maxParticipants ? refuse('E_SKIRMISH_FULL') : ok(calculateSkirmishRadius(participants));

/** The radius of a skirmish (metres). Counts at most 20 participants. SW-SKIRM-3. */
export const calculateSkirmishRadius = (participants: number): number =>
  Math.ceil(Math.min(participants, maxParticipants) / 5) + 2;

export const participantsOf = (state: State, skirmish: Skirmish): readonly Unit[] =>
  state.units.filter(({ id }) => skirmish.participants.includes(id));

/** True if the units fit into the skirmish. SW-SKIRM-4, SW-RUL-53. */
export const hasRoom = (state: State, skirmish: Skirmish, joining: readonly Unit[]): boolean =>
  totalHeadCount([
    ...participantsOf(state, skirmish),
    ...joining.filter(({ id }) => !skirmish.participants.includes(id)),
  ]) <= maxParticipants;

/** Refuses units that are not at the centre of the skirmish, or too many. SW-SKIRM-7. */
export const requireJoinable = (
  state: State,
  skirmish: Skirmish | undefined,
  units: readonly Unit[],
  pos: number | undefined,
): CheckResult<Skirmish> => {
  if (skirmish === undefined || skirmish.center !== pos) return refuse('E_NOT_AT_CENTER');
  return hasRoom(state, skirmish, units) ? ok(skirmish) : refuse('E_SKIRMISH_FULL');
};

export const joinMelee = (draft: Draft, skirmish: string, units: readonly Unit[], why: keyof typeof reasons): void => {
  const all = withRidersAndMounts(draft.now(), units).map(({ id }) => id);
  draft.emit(joinedMelee({ skirmish, units: all, why }));
};

/** Adds a unit, with rider or mount, to a skirmish. Does nothing if it fights elsewhere or does not fit. */
const pullIn = (draft: Draft, { id }: Skirmish, unit: Unit): void => {
  const state = draft.now();
  const here = state.skirmishes.find((each) => each.id === id);
  if (here && !findSkirmish(state, unit.id) && hasRoom(state, here, withRidersAndMounts(state, [unit])))
    joinMelee(draft, id, [unit], 'attacked');
};

/** Updates skirmishes after an action at `directed`, or starts a skirmish. SW-SKIRM-2, SW-RUL-50, SW-RUL-51. */
export const updateSkirmishesForAction = (draft: Draft, actorId: string, directed: readonly string[]): void => {
  const state = draft.now();
  if (state.settings.mode === 'simplified') return;
  const actor = requireUnit(state, actorId);
  if (actor.pos === undefined || !isUnitAble(actor)) return;
  const isAbleFoe = (unit: Unit): boolean =>
    areHostile(actor, unit) && isUnitAble(unit) && isTouchHeight(state, actor, unit);
  const aimedAt = directed.map((id) => requireUnit(state, id)).filter(isAbleFoe);
  const own = findSkirmish(state, actor.id);
  if (own) {
    for (const target of aimedAt)
      if (target.pos !== undefined && Math.abs(target.pos - own.center) <= own.radius) pullIn(draft, own, target);
    return;
  }
  const around = findSkirmishAt(state, actor.pos);
  const isAny = around === undefined && state.settings.skirmishOutbreak === 'any';
  const met = (isAny ? state.units.filter(isAbleFoe) : aimedAt).filter(({ pos }) => pos === actor.pos);
  if (met.length === 0) return;
  if (around) {
    for (const unit of [actor, ...met]) pullIn(draft, around, unit);
    return;
  }
  const units = withRidersAndMounts(state, [actor, ...met]);
  if (totalHeadCount(units) > maxParticipants) return;
  draft.emit(
    skirmishBrokeOut({
      skirmish: {
        id: `s${freeNumber(state)}`,
        center: actor.pos,
        radius: calculateSkirmishRadius(totalHeadCount(units)),
        participants: units.map(({ id }) => id),
      },
    }),
  );
};

const freeNumber = (state: State): number => {
  let number = state.nextSkirmish;
  while (state.skirmishes.some(({ id }) => id === `s${number}`)) number++;
  return number;
};

/** The skirmish without participants that cannot act. SW-SKIRM-12. */
const withAbleParticipants = (state: State, skirmish: Skirmish): Skirmish => ({
  ...skirmish,
  participants: skirmish.participants.filter((id) => {
    const unit = find(state, id);
    return unit !== undefined && isUnitAble(unit);
  }),
});

/** True if both sides still have participants. SW-SKIRM-17, SW-RUL-55. */
const isFoughtOver = (state: State, skirmish: Skirmish): boolean =>
  new Set(participantsOf(state, skirmish).map(({ side }) => side)).size > 1;

/** The skirmish with the radius that its number of participants requires. SW-SKIRM-15. */
const withRadius = (state: State, skirmish: Skirmish): Skirmish => ({
  ...skirmish,
  radius: calculateSkirmishRadius(totalHeadCount(participantsOf(state, skirmish))),
});

/** The first two skirmishes to merge: one contains the other’s centre. Undefined if none. SW-SKIRM-16, SW-RUL-54. */
const findMergingPair = (state: State, skirmishes: readonly Skirmish[]): readonly [Skirmish, Skirmish] | undefined => {
  const sorted = skirmishes.toSorted((a, b) => a.center - b.center);
  for (const [n, a] of sorted.entries())
    for (const b of sorted.slice(n + 1)) {
      const near = Math.abs(a.center - b.center) <= Math.max(a.radius, b.radius);
      const crowd = totalHeadCount([...participantsOf(state, a), ...participantsOf(state, b)]);
      if (near && crowd <= maxParticipants) return [a, b];
    }
  return undefined;
};

/** Merges skirmishes until none overlap. The new centre is halfway, rounded up. SW-SKIRM-16. */
const mergeUntilStable = (state: State, skirmishes: readonly Skirmish[]): readonly Skirmish[] => {
  let all = skirmishes;
  for (let pair = findMergingPair(state, all); pair !== undefined; pair = findMergingPair(state, all)) {
    const [a, b] = pair;
    const one = withRadius(state, {
      id: a.id,
      center: Math.ceil((a.center + b.center) / 2) || 0,
      radius: a.radius,
      participants: state.units.map(({ id }) => id).filter((id) => [...a.participants, ...b.participants].includes(id)),
    });
    all = [...all.filter((each) => each !== a && each !== b), one];
  }
  return all.toSorted((a, b) => a.center - b.center);
};

/**
 * Updates skirmishes: drops unable units, ends one-sided skirmishes, sets radii, merges, and moves participants to the
 * centres. SW-SKIRM-6, SW-SKIRM-18, SW-RUL-52.
 */
export const recomputeSkirmishes = (draft: Draft): void => {
  const state = draft.now();
  const before = state.skirmishes;
  if (state.settings.mode === 'simplified' || before.length === 0) return;
  const remaining = before
    .map((skirmish) => withAbleParticipants(state, skirmish))
    .filter((skirmish) => isFoughtOver(state, skirmish))
    .map((skirmish) => withRadius(state, skirmish));
  const skirmishes = mergeUntilStable(state, remaining);
  const moved = skirmishes.flatMap(({ center, participants }) =>
    participants.flatMap((unit) => (requireUnit(state, unit).pos === center ? [] : [{ unit, pos: center }])),
  );
  const ended = before.filter(({ id }) => skirmishes.every((each) => each.id !== id)).map(({ id }) => id);
  if (JSON.stringify(before) === JSON.stringify(skirmishes) && moved.length === 0) return;
  draft.emit(skirmishesSettled({ skirmishes: [...skirmishes], moved, ended }));
};

/** Joins the melee at the unit’s coordinate. SW-SKIRM-7. */
export const join = order({
  summary: 'Join a melee; the unit must stand at its centre',
  command: 'join-melee',
  role: 'player',
  resolve: (draft, call) => {
    const state = draft.now();
    if (state.settings.mode === 'simplified') return refuse('E_STANDARD_ONLY');
    const turn = requireActingUnit(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    if (!isUnitAble(unit)) return refuseUnable(unit);
    const here = draft.now().skirmishes.find(({ center }) => center === unit.pos);
    const room = requireJoinable(draft.now(), here, riderAndMountOf(draft.now(), unit), unit.pos);
    if (!room.ok) return room;
    if (!findSkirmish(draft.now(), unit.id)) joinMelee(draft, room.value.id, [unit], 'declared');
    return doneVerdict;
  },
});
