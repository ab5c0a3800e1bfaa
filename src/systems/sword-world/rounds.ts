import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import type { Decision } from '../../rules/asking.ts';
import { type Effect, ticked } from '../../rules/effects.ts';
import { endTest } from './ending.ts';
import type { Event } from './events.ts';
import { fallen, harm } from './falling.ts';
import { lapseOffers } from './handling.ts';
import { deathCheck } from './life.ts';
import type { State, Turn, Unit } from './model.ts';
import { isMount, riderOf } from './mounts.ts';
import type { Code } from './refusals.ts';
import type { Side } from './sheet.ts';
import { hasRoom, join, recompute } from './skirmish.ts';
import { decided, happens, type Unfolding, unfolding } from './unfolding.ts';
import {
  bodyAble,
  company,
  isCharacter,
  isDead,
  otherSide,
  skirmishAround,
  standingOf,
  theUnit,
  unitAble,
  whyUnable,
} from './units.ts';
import { breathless } from './water.ts';

/** SW-WATER-9. Six rounds are a minute. */
const roundsPerMinute = 6;

export const actingSide = (state: State): Side | undefined =>
  state.winner && (state.phase === 'winner' ? state.winner : otherSide(state.winner));

/** SW-ROUND-7, SW-PLACE-5. The turn a unit begins with. */
export const freshTurn = (state: State, unit: Unit): Turn => {
  const restricted = state.round === 1 && state.settings.mode === 'simplified' && state.restricted.includes(unit.id);
  return {
    ...(restricted && { moveType: 'normal' }),
    movementDone: restricted,
    majors: [],
    feats: [],
    checksRolled: false,
    mountUsed: false,
    lockLimited: false,
    stoodUp: false,
  };
};

/** SW-MOUNT-3. A ridden mount acts in its rider's turn. */
export const leadOf = (state: State, unit: Unit): Unit => {
  const rider = isMount(unit) ? riderOf(state, unit) : undefined;
  return rider !== undefined && unitAble(rider) ? rider : unit;
};

/** SW-ROUND-7. May this unit begin its turn? */
export const mayBegin = (state: State, who: Unit): Result<Unit, Refusal<Code>> => {
  const unit = leadOf(state, who);
  if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
  if (unit.side !== actingSide(state)) return refuse('E_NOT_YOUR_PHASE');
  if (unit.acted) return refuse('E_ALREADY_ACTED', { unit: ref(unit.id) });
  if (state.open !== undefined) return refuse('E_TURN_IN_PROGRESS', { other: ref(state.open) });
  return unitAble(unit) ? ok(unit) : refuse('E_CANNOT_ACT', { unit: ref(unit.id), reason: whyUnable(unit) });
};

/** What hangs on everybody, where time changed something of it. */
const hungSince = (before: readonly Effect[], left: readonly Effect[]): { readonly hung?: Effect[] } =>
  left.length === before.length && left.every((effect, at) => effect === before[at]) ? {} : { hung: [...left] };

export const beginTurn = (course: Unfolding, unit: Unit): void => {
  const { state } = course;
  const both = company(state, unit);
  happens(course, {
    type: 'turn-began',
    unit: unit.id,
    turns: both.map((each) => ({ unit: each.id, turn: freshTurn(state, each) })),
    ended: both.flatMap(({ id, effects }) =>
      effects.filter(({ until }) => until === 'nextTurn').map((effect) => ({ unit: id, effect: effect.id })),
    ),
    ...hungSince(state.effects, ticked(state.effects, 'start', unit.id).left),
  });
};

/** Opens the turn of the one who acts, unless it is open: SW-ROUND-4. Gives the unit as it then stands. */
export const inTurn = (course: Unfolding, who: Unit): Result<Unit, Refusal<Code>> => {
  const lead = leadOf(course.state, who);
  if (course.state.open !== lead.id) {
    const begins = mayBegin(course.state, who);
    if (!begins.ok) return begins;
    beginTurn(course, begins.value);
  }
  return ok(theUnit(course.state, who.id));
};

/** SW-ROUND-8. Flags, hand-offs, sizes, and whether it is all over. */
export const endTurn = (course: Unfolding, unit: Unit): void => {
  const { state } = course;
  const both = company(state, unit);
  const joins = both.filter((each) => unitAble(each) && standingOf(state, each) === 'independent');
  happens(course, {
    type: 'turn-ended',
    unit: unit.id,
    units: both.map(({ id }) => id),
    joins: joins.map(({ id }) => id),
    ...hungSince(state.effects, ticked(state.effects, 'end', unit.id).left),
  });
  lapseOffers(course, unit.id);
  recompute(course);
  endTest(course);
};

/** SW-ROUND-9. Those of a side who still have a turn to take: able, not acted, and no mount without its own rider. */
export const waiting = (state: State, side: Side | undefined): readonly Unit[] =>
  state.units.filter((unit) => unit.side === side && !unit.acted && unitAble(unit) && !isMount(unit));

/** SW-ROUND-2. Effects whose last round this was. */
const spentEffects = (state: State) =>
  state.units.flatMap(({ id, effects }) =>
    effects
      .filter(({ remaining }) => typeof remaining === 'number' && remaining <= 1)
      .map((effect) => ({ unit: id, effect: effect.id })),
  );

/** SW-ROUND-6. The start of a round, in its exact order. */
export const startRound = (course: Unfolding, round: number, restricted: readonly string[], dice: Dice): void => {
  const before = course.state;
  const { left } = round > 1 ? ticked(ticked(before.effects, 'end').left, 'start') : { left: before.effects };
  happens(course, {
    type: 'time-passed',
    round,
    ended: round > 1 ? spentEffects(before) : [],
    ...hungSince(before.effects, left),
  });
  fallen(course, before, dice);
  for (const { id } of before.units) breathe(course, id, dice);
  for (const { id, joinsNextRound } of before.units) {
    const unit = theUnit(course.state, id);
    const around = skirmishAround(course.state, unit);
    if (joinsNextRound && around && unitAble(unit) && standingOf(course.state, unit) === 'independent')
      if (hasRoom(course.state, around, company(course.state, unit))) join(course, around.id, [unit], 'time');
  }
  recompute(course);
  happens(course, { type: 'round-opened', restricted: [...restricted] });
  endTest(course);
};

/** SW-WATER-8, SW-WATER-9, SW-RUL-73. Out of breath after Vitality rounds; then a Death Check a minute, each harder. */
const breathe = (course: Unfolding, id: string, dice: Dice): void => {
  const unit = theUnit(course.state, id);
  const [body] = unit.bodies;
  if (body === undefined || !isCharacter(unit) || !breathless(course.state, unit) || isDead(body)) return;
  const vitality =
    unit.sheet.abilities?.vit ?? (unit.sheet.mods.vit === undefined ? undefined : unit.sheet.mods.vit * 6);
  const spent = unit.underwaterRounds;
  if (body.hp <= 0 || body.statuses.includes('unconscious')) {
    const since = unit.drowning ?? (vitality !== undefined && spent > vitality ? spent - vitality - 1 : -1);
    const drowning = since + 1;
    happens(course, { type: 'breath', unit: id, rounds: spent + 1, drowning });
    const due = drowning > 0 ? drowning % roundsPerMinute === 0 : spent === vitality && unit.drowning === undefined;
    if (due) deathCheck(course, body.id, drowning / roundsPerMinute, dice);
    return;
  }
  const out = vitality !== undefined && spent >= vitality;
  happens(course, { type: 'breath', unit: id, rounds: spent + 1, ...(out && { drowning: 0 }) });
  if (out) harm(course, body.id, 'hp', body.hp, dice);
};

/** SW-ROUND-3, -5, -9. On to the next phase or round when nobody of the side is left to act. */
export const advance = (course: Unfolding, dice: Dice): void => {
  for (let step = 0; step < 4; step++) {
    const { state } = course;
    if (state.stage !== 'combat' || state.open !== undefined) return;
    if (waiting(state, actingSide(state)).length > 0) return;
    if (state.phase === 'winner') happens(course, { type: 'phase', phase: 'loser' });
    else startRound(course, state.round + 1, [], dice);
  }
};

/** SW-ROUND-9. Where the GM's hand left nobody of the side to act, it goes on as after a turn. */
export const goesOn = (state: State, dice: Dice): Decision<Event, Code> | undefined => {
  if (state.stage !== 'combat' || state.open !== undefined || !state.units.some(unitAble)) return undefined;
  if (waiting(state, actingSide(state)).length > 0) return undefined;
  const course = unfolding(state);
  advance(course, dice);
  return decided(course);
};

/** A unit's own section, by its short or full name; without a name the first that may still act. */
export const sectionOf = (unit: Unit, name: string | undefined) =>
  name === undefined
    ? (unit.bodies.find((body) => bodyAble(body) && body.attack && !unit.turn?.majors.includes(body.id)) ??
      unit.bodies.find(bodyAble) ??
      unit.bodies[0])
    : unit.bodies.find(({ id }) =>
        [name, `${unit.id}.${name}`].some((each) => each.toLowerCase() === id.toLowerCase()),
      );
