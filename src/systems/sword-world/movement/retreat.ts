import { z } from 'zod';
import { formatSigned, ok, phrase, ref, refuse, say, sentences, term } from '../../../core/message.ts';
import { hiddenPartLabel, line, step } from '../../../rules/event.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { findHostilesInArea, isTrapped } from '../battlefield.ts';
import { endIfDecided } from '../combat-end.ts';
import { isUnitAble, totalHeadCount } from '../conditions.ts';
import { areHostile, findSkirmish, findSkirmishAround, riderAndMountOf, skirmishRole } from '../relations.ts';
import { recomputeSkirmishes } from '../skirmishes.ts';
import { type CheckResult, event, type State, type Unit, unitOrThingId } from '../state.ts';
import { actionsSpent, requireMajorAction, spendMajorAction, turnOf, turnOrder } from '../turns.ts';
import { find, updateUnits, withoutUnits } from '../units.ts';
import { describeVisible } from '../visibility.ts';

/** Units declare a retreat, with its penalty to Evasion. SW-RETREAT-1, SW-RETREAT-2, SW-RETREAT-4. */
export const retreated = event('retreated', {
  facts: { units: z.array(unitOrThingId), friends: z.int(), hostiles: z.int(), penalty: z.int(), ready: z.boolean() },
  apply: (state, { units, penalty, ready }) =>
    updateUnits(state, units, ({ effects }) => ({
      retreat: ready ? 'ready' : 'declared',
      ...(penalty !== 0 && {
        effects: [
          ...effects.filter(({ id }) => id !== 'retreat'),
          { id: 'retreat', evasion: penalty, until: 'nextTurn' },
        ],
      }),
    })),
  narrate: (happened, moment) => {
    const { units, penalty, ready } = happened;
    const { before, reader } = moment;
    const who = describeVisible(moment, units);
    if (who === undefined) return undefined;
    const unseen = before.units.map(({ id }) => id).filter((id) => !reader.canSee(id));
    const seen = withoutUnits(before, unseen);
    const first = units.map((id) => find(seen, id)).find((unit) => unit !== undefined);
    const { friends, hostiles } = first === undefined || unseen.length === 0 ? happened : retreatCount(seen, first);
    const hidden = (now: number, known: number) =>
      now === known ? [] : [step('', phrase`${formatSigned(now - known)} ${term(hiddenPartLabel)}`)];
    const row = [
      step('SW-RETREAT-4', phrase`friends: ${friends}`),
      ...hidden(happened.friends, friends),
      step('SW-RETREAT-4', phrase`hostiles: ${hostiles}`),
      ...hidden(happened.hostiles, hostiles),
      step('SW-RETREAT-4', penalty === 0 ? 'more than double, no penalty' : 'not more than double'),
    ];
    const text = ready
      ? say`A retreat is declared, and ${who} may leave the melee now.`
      : say`A retreat is declared, and ${who} may leave the melee with the next movement.`;
    const cost = penalty !== 0 && say`Evasion ${formatSigned(penalty)} until the next turn.`;
    return line(sentences(text, cost), 'plain', [row]);
  },
});

/** Refuses a retreat if no enemy holds the unit, or if enemies are in its Rearguard. SW-RETREAT-1, SW-RETREAT-10. */
export const requireRetreat = (state: State, unit: Unit): CheckResult<true> => {
  const held =
    state.settings.mode === 'simplified'
      ? unit.area !== undefined && findHostilesInArea(state, unit.area, unit).length > 0
      : findSkirmish(state, unit.id) !== undefined;
  if (!held) return refuse('E_NOT_IN_SKIRMISH', { unit: ref(unit.id) });
  return isTrapped(state, unit) ? refuse('E_NO_RETREAT', { unit: ref(unit.id) }) : ok(true);
};

/** Counts friends and enemies nearby. Above 2 to 1, no penalty. SW-RETREAT-8, SW-RUL-19, SW-RUL-20, SW-RUL-76. */
const retreatCount = (state: State, unit: Unit) => {
  const own = riderAndMountOf(state, unit).map(({ id }) => id);
  const others = state.units.filter(
    (other) => !own.includes(other.id) && isUnitAble(other) && other.retreat === 'none',
  );
  const simplified = state.settings.mode === 'simplified';
  const melee = findSkirmish(state, unit.id);
  const there = others.filter((other) =>
    simplified ? other.area === unit.area : melee !== undefined && findSkirmishAround(state, other)?.id === melee.id,
  );
  const bystander = (other: Unit) => !simplified && skirmishRole(state, other) === 'independent';
  const friends = totalHeadCount(there.filter((other) => !areHostile(unit, other) && !bystander(other)));
  const against = there.filter(
    (other) => areHostile(unit, other) || (bystander(other) && state.settings.retreatIndependents === 'all'),
  );
  const hostiles = totalHeadCount(against);
  return { friends, hostiles, penalty: friends > 2 * hostiles ? 0 : -4 };
};

/** Declares a retreat. A rider’s declaration includes its mount. SW-RETREAT-3, SW-RETREAT-10, SW-RUL-17, SW-RUL-18. */
export const retreat = turnOrder({
  summary: 'Declare a retreat: the next movement may leave the melee',
  act: (draft, named) => {
    const state = draft.now();
    const unit = find(draft.now(), named.rider) ?? named;
    const sameTurn = state.settings.retreatTiming === 'sameTurn';
    const multi = unit.bodies.find(({ id }) => turnOf(draft.now(), unit).majors.includes(id));
    const major = requireMajorAction(draft.now(), unit, multi?.id ?? unit.id);
    if (!major.ok) return major;
    const way = requireRetreat(draft.now(), unit);
    if (!way.ok) return way;
    if (sameTurn && major.value.movementDone) return refuse('E_MOVE_ALREADY_TAKEN', { unit: ref(unit.id) });
    const counted = retreatCount(draft.now(), unit);
    // The whole unit retreats, so the Major Action of every section is spent.
    const majors = unit.bodies.map(({ id }) => id);
    if (sameTurn) draft.emit(actionsSpent({ turns: [{ unit: unit.id, turn: { ...major.value, majors } }] }));
    else spendMajorAction(draft, unit.id, unit.id, { majors });
    const units = riderAndMountOf(draft.now(), unit).map(({ id }) => id);
    draft.emit(retreated({ units, ...counted, ready: sameTurn }));
    recomputeSkirmishes(draft);
    endIfDecided(draft);
    return doneVerdict;
  },
});
