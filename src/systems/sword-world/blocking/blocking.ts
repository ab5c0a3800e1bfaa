import { z } from 'zod';
import { ok, ref, refuse, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { standingOrderForQuestion } from '../../../rules/expected-action.ts';
import { isUnderwater, placeText } from '../battlefield.ts';
import { requireCombatants } from '../checks.ts';
import { conditionsOf, isUnitAble, refuseUnable, totalHeadCount } from '../conditions.ts';
import { countMountedHeads } from '../mounts.ts';
import { type EarlyStop, type Movement, moveReach } from '../movement/movement.ts';
import {
  areHostile,
  findSkirmish,
  findSkirmishAround,
  findSkirmishAt,
  riderAndMountOf,
  skirmishRole,
  withRidersAndMounts,
} from '../relations.ts';
import { hasRoom, joinMelee, participantsOf } from '../skirmishes.ts';
import { type CheckResult, type Draft, event, type Skirmish, type State, type Unit, unitOrThingId } from '../state.ts';
import { find, moveUnits, requireUnit } from '../units.ts';
import { describeVisible, visibleIds } from '../visibility.ts';

/** Units block the movement of an enemy. This reveals hidden blockers. SW-BLOCK-1, SW-BLOCK-3. */
export const blocked = event('blocked', {
  facts: {
    mover: unitOrThingId,
    point: z.int(),
    skirmish: unitOrThingId.optional(),
    blockers: z.array(z.strictObject({ unit: unitOrThingId, pos: z.int() })),
  },
  apply: (state, { mover, blockers }) =>
    blockers.reduce(
      (next, { unit, pos }) => moveUnits(next, [unit], ({ blocks }) => ({ pos, blocks: blocks + 1, holding: mover })),
      state,
    ),
  narrate: ({ point, blockers }, moment) => {
    const ids = blockers.map(({ unit }) => unit);
    const who = describeVisible(moment, ids);
    if (who === undefined) return undefined;
    const text =
      visibleIds(moment, ids).length > 1
        ? say`${who} block the way at ${point} m.`
        : say`${who} blocks the way at ${point} m.`;
    return line(text, 'plain', [[step('SW-BLOCK-3', 'mover and blockers stop there')]]);
  },
  actors: ({ blockers }) => blockers.map(({ unit }) => unit),
});

export const blockStandingOrderKind = standingOrderForQuestion(
  'could block someone’s way',
  'actor',
  'block if the unit fights in melee, and help others who block',
  { 'let pass': 'let them pass', help: 'help others who block' },
);

/** A block: by free units at the point `at`, or by units in a skirmish with helpers (`assist`) beside it. */
export interface Block {
  readonly by: readonly string[];
  readonly at?: number | undefined;
  readonly skirmish?: string | undefined;
  readonly assist?: readonly string[] | undefined;
}

/** A movement that enemies may block, with the units that move together with the mover. */
export type BlockedMovement = Pick<Movement, 'unit' | 'path' | 'from' | 'retreating'> & {
  readonly companions: readonly Unit[];
};

/** Where a legal block stops the mover. */
type Stop = CheckResult<EarlyStop>;

const isInside = ({ center, radius }: Skirmish, pos: number | undefined): boolean =>
  pos !== undefined && Math.abs(pos - center) <= radius;

/** True if the path leads through the skirmish or, with `blockOnEntry`, ends in it. SW-RUL-61. */
const isPassing = (state: State, { path, from }: BlockedMovement, skirmish: Skirmish): boolean => {
  const through = path.some((pos) => isInside(skirmish, pos));
  const stays = isInside(skirmish, path.at(-1));
  return through && (!stays || (state.settings.blockOnEntry && !isInside(skirmish, from.pos)));
};

const headsTogether = (state: State, units: readonly Unit[]): number =>
  totalHeadCount(withRidersAndMounts(state, units));

/** Number of sections that blockers stop: two each on land, one each in water. SW-WATER-10, SW-WATER-11, SW-RUL-64. */
const capacityOf = (state: State, blockers: readonly Unit[]): number =>
  blockers.reduce((sum, unit) => sum + headsTogether(state, [unit]) * (isUnderwater(state, unit) ? 1 : 2), 0);

/** True if a blocker in water already stops another opponent. SW-WATER-10. */
const isBusy = (state: State, blocker: Unit, mover: Unit): boolean => {
  const held = find(state, blocker.holding);
  if (held === undefined || held.id === mover.id) return false;
  return isUnderwater(state, blocker) && isUnitAble(held) && held.pos === blocker.pos;
};

/** Distance that a unit can step to block (metres). Negative if the unit cannot block. SW-BLOCK-1. */
export const blockReach = (state: State, unit: Unit): number =>
  riderAndMountOf(state, unit).some((each) => conditionsOf(each).includes('prone'))
    ? -1
    : moveReach(state, unit, 'limited');

/** Checks a block by units that are not in a skirmish. SW-BLOCK-1, SW-BLOCK-2, SW-BLOCK-6, SW-BLOCK-7. */
const checkFree = (state: State, passage: BlockedMovement, blockers: readonly Unit[], at: number): Stop => {
  if (!passage.path.includes(at)) return refuse('E_BLOCK_POINT_OFF_PATH', { point: placeText({ pos: at }) });
  if (findSkirmishAt(state, at)) return refuse('E_BLOCK_POINT_IN_SKIRMISH');
  const late = blockers.find((unit) => Math.abs((unit.pos ?? Number.NaN) - at) > blockReach(state, unit));
  if (late) return refuse('E_BLOCK_OUT_OF_REACH', { unit: ref(late.id), point: placeText({ pos: at }) });
  const sections = countMountedHeads(state, passage.unit);
  const able = blockers.filter((unit) => !isBusy(state, unit, passage.unit));
  if (capacityOf(state, able) < sections)
    return refuse('E_BLOCK_TOO_FEW', {
      have: headsTogether(state, able),
      sections,
      need: blockers.some((unit) => isUnderwater(state, unit)) ? sections : Math.ceil(sections / 2),
    });
  return ok({ by: blockers.map(({ id }) => id), at });
};

/** Checks a block by participants and bystanders of a skirmish. SW-BLOCK-8, SW-BLOCK-9, SW-BLOCK-10, SW-RUL-63. */
const checkMelee = (state: State, passage: BlockedMovement, skirmish: Skirmish, units: readonly Unit[]): Stop => {
  const { unit, companions } = passage;
  const blockers = units.filter(({ id }) => skirmish.participants.includes(id));
  const helpers = units.filter((each) => !blockers.includes(each));
  if (!isPassing(state, passage, skirmish)) return refuse('E_BLOCK_NOT_PASSING', { unit: ref(unit.id) });
  const all = participantsOf(state, skirmish);
  const from = (each: Unit) =>
    skirmishRole(state, each) === 'independent' && findSkirmishAround(state, each)?.id === skirmish.id;
  const passing = [unit, ...companions].filter((each) => !from(each));
  const own = headsTogether(state, [...all.filter((each) => !areHostile(each, unit)), ...passing]);
  const other = headsTogether(state, [...all.filter((each) => areHostile(each, unit)), ...helpers]);
  if (own > 2 * other) return refuse('E_BLOCK_OUTNUMBERED');
  return hasRoom(state, skirmish, withRidersAndMounts(state, [unit, ...helpers]))
    ? ok({ by: [...blockers, ...helpers].map(({ id }) => id), at: skirmish.center, skirmish: skirmish.id })
    : refuse('E_SKIRMISH_FULL');
};

/** Checks a block in the rulebook’s order. Returns where the mover must stop. SW-BLOCK-13, SW-RETREAT-9, SW-RUL-59. */
export const requireBlock = (state: State, passage: BlockedMovement, block: Block): Stop => {
  if (passage.path.length === 0) return refuse('E_BLOCK_NOT_MOVEMENT');
  const named = requireCombatants(state, [...block.by, ...(block.assist ?? [])]);
  if (!named.ok) return named;
  const units = named.value;
  const most = state.settings.blocksPerRound;
  for (const unit of units) {
    if (!isUnitAble(unit)) return refuseUnable(unit);
    if (most !== null && unit.blocks >= most)
      return refuse('E_CANNOT_ACT', { unit: ref(unit.id), reason: 'no blocks left this round' });
  }
  if (units.some((unit) => !areHostile(unit, passage.unit))) return refuse('E_BLOCK_SAME_SIDE');
  const free = units.filter((unit) => skirmishRole(state, unit) === 'free');
  const skirmish = state.skirmishes.find(({ id }) => id === block.skirmish);
  const isMixed = free.length > 0 && (free.length < units.length || block.skirmish !== undefined);
  if (isMixed || (skirmish && units.some((unit) => findSkirmishAround(state, unit)?.id !== skirmish.id)))
    return refuse('E_BLOCK_MIXED');
  const theirs = units.some((unit) => findSkirmishAround(state, unit)?.id === passage.retreating);
  if (passage.retreating !== undefined && (theirs || passage.retreating === block.skirmish))
    return refuse('E_BLOCK_RETREAT');
  if (block.skirmish === undefined) {
    if (block.at === undefined) return refuse('E_BLOCK_NO_POINT');
    return free.length < units.length || units.length === 0
      ? refuse('E_BLOCK_MIXED')
      : checkFree(state, passage, units, block.at);
  }
  if (skirmish === undefined) return refuse('E_BLOCK_NOT_PASSING', { unit: ref(passage.unit.id) });
  return checkMelee(state, passage, skirmish, units);
};

/** Moves the blockers to the point of the block. Bystanders who helped join the skirmish. SW-BLOCK-2, SW-BLOCK-10. */
export const makeBlock = (draft: Draft, mover: Unit, stopped: EarlyStop): void => {
  const state = draft.now();
  const blockers = withRidersAndMounts(
    state,
    stopped.by.map((id) => requireUnit(state, id)),
  );
  draft.emit(
    blocked({
      mover: mover.id,
      point: stopped.at,
      ...(stopped.skirmish && { skirmish: stopped.skirmish }),
      blockers: blockers.map(({ id }) => ({ unit: id, pos: stopped.at })),
    }),
  );
  if (stopped.skirmish === undefined) return;
  const helpers = blockers.filter(({ id }) => findSkirmish(state, id) === undefined);
  if (helpers.length > 0) joinMelee(draft, stopped.skirmish, helpers, 'helping');
};
