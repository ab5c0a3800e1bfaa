import { say, type Text } from '../../core/message.ts';
import { type ExpectedAction, gmActor, lazyExpectedAction, type Suggestion } from '../../rules/expected-action.ts';
import { planAttack } from './attack/plan.ts';
import { isStanding, isUnitAble } from './conditions.ts';
import { findWeapon } from './equipment.ts';
import { requireMountCommand } from './mounts.ts';
import { requireRetreat } from './movement/retreat.ts';
import { attacksOf } from './natural-attacks.ts';
import { defaultPlacement, listUnplaced, nextSide, usualPlacesLabel } from './placement.ts';
import { areHostile, isCharacter, riderAndMountOf } from './relations.ts';
import { waitingUnits } from './rounds.ts';
import type { State, Unit } from './state.ts';
import { actingSide, freshTurn, requireMajorAction, requireMinorAction, turnOf } from './turns.ts';
import { find, formatBodyName } from './units.ts';

/** True if the unit’s mount can still attack at the rider’s command. SW-MOUNT-3. */
const mountMayStrike = (state: State, { mountedOn }: Unit): boolean => {
  const mount = find(state, mountedOn);
  return (
    mount?.bodies.some(
      (body) =>
        attacksOf(body).length > 0 &&
        requireMajorAction(state, mount, body.id).ok &&
        requireMountCommand(state, mount, body.id).ok,
    ) ?? false
  );
};

const isMajorOpen = (state: State, unit: Unit): boolean =>
  unit.bodies.some(({ id }) => requireMajorAction(state, unit, id).ok);

/** True unless all attacks of the unit are shots, which a Normal Move or the first round forbids. SW-ACT-7, SW-PLACE-5. */
const mayAttackAfterMove = (state: State, unit: Unit): boolean => {
  const isForHand = unit.held.flatMap((id) => findWeapon(unit, id)?.modes.some((each) => handModes.has(each)) ?? []);
  const means = [...isForHand, ...unit.bodies.flatMap(attacksOf).map(({ range }) => range === undefined)];
  return turnOf(state, unit).moveType !== 'normal' || means.length === 0 || means.includes(true);
};
const handModes: ReadonlySet<string> = new Set(['melee', 'throw']);

/** Whether turn and position allow an order, which checks all else itself. SW-ACT-2, SW-ACT-3, SW-ACT-4, SW-ACT-5. */
const turnVerbs: Readonly<Record<string, (state: State, unit: Unit) => boolean>> = {
  attack: (state, unit) => (isMajorOpen(state, unit) && mayAttackAfterMove(state, unit)) || mountMayStrike(state, unit),
  cast: (state, unit) => {
    const { moveType } = turnOf(state, unit);
    if (moveType === 'normal' || moveType === 'full') return false;
    return unit.sheet.spells.some(({ castAs }) => castAs === 'minor' || isMajorOpen(state, unit));
  },
  move: (state, unit) => {
    const { movementDone, majors } = turnOf(state, unit);
    const atOnce = state.settings.retreatTiming === 'sameTurn' && unit.retreat === 'ready';
    return !movementDone && (majors.length === 0 || atOnce);
  },
  join: (state, { id, pos }) =>
    state.skirmishes.some(({ center, participants }) => center === pos && !participants.includes(id)),
  minor: (state, unit) => requireMinorAction(state, unit).ok,
  major: isMajorOpen,
  retreat: (state, unit) => isMajorOpen(state, unit) && requireRetreat(state, unit).ok,
  end: () => true,
};

const pass: Suggestion = { label: 'End the turn', verb: 'end', params: {} };

/** The default order for a turn: attack the foe with the fewest HP, else end the turn. */
const bestFor = (state: State, unit: Unit): Suggestion<Text> => {
  const ready = { ...unit, turn: unit.turn ?? freshTurn(state, unit) };
  const foes = state.units
    .filter((other) => areHostile(unit, other))
    .flatMap((foe) => foe.bodies.filter(isStanding).map((body) => ({ foe, body })))
    .toSorted((a, b) => a.body.hp - b.body.hp);
  const target = foes.find(({ body }) => planAttack(state, ready, { target: body.id }).ok);
  if (target === undefined) return pass;
  const { foe, body } = target;
  return { label: say`Attack ${formatBodyName(foe, body)}`, verb: 'attack', params: { target: body.id } };
};

const expectedTurn = (state: State, unit: Unit, open: boolean): ExpectedAction<Text> =>
  lazyExpectedAction<Text>(
    { actor: unit.id, kind: 'turn', what: open ? 'to finish the turn' : 'to act', idle: pass },
    {
      verbs: () => [
        ...Object.entries(turnVerbs).flatMap(([verb, isOpen]) => (isOpen(state, unit) ? verb : [])),
        ...(open ? [] : ['begin']),
      ],
      auto: () => bestFor(state, unit),
    },
  );

/** Each unplaced unit of the side to place; the GM in Standard. SW-PLACE-1, SW-PLACE-6, SW-PLACE-9. */
const expectedPlacements = (state: State): readonly ExpectedAction[] => {
  const side = nextSide(state);
  const placement = defaultPlacement(state, state.settings.mode === 'standard' ? undefined : side);
  const auto = { label: usualPlacesLabel, verb: 'place', params: { placement } };
  if (state.settings.mode === 'standard') {
    const what = 'to place everyone on the line';
    return [{ actor: gmActor, kind: 'placement', what, verbs: ['deploy', 'place', 'field'], auto }];
  }
  const what =
    side === state.winner
      ? 'to choose where to start; the Frontline allows no move, spell or shot in round 1'
      : 'to choose where to start';
  return listUnplaced(state, side)
    .filter(({ rider }) => rider === undefined)
    .map(({ id }) => ({ actor: id, kind: 'placement', what, verbs: ['place'], together: side, auto }));
};

/** Lists what the battle waits for: initiative, placement, turns of the acting side, closing. */
export const expectedActions = (state: State): readonly ExpectedAction<Text>[] => {
  switch (state.stage) {
    case 'gathering':
    case 'closed':
      return [];
    case 'initiative': {
      const ridden = state.units.some(({ mountedOn }) => mountedOn !== undefined);
      const roller = state.units.find((unit) => isCharacter(unit) && isUnitAble(unit));
      return [
        {
          actor: roller?.id ?? gmActor,
          kind: 'initiative',
          what: 'to roll initiative',
          together: 'characters',
          verbs: ['initiative', 'knowledge', ...(ridden ? ['weakness'] : []), 'ambush'],
          auto: { label: 'Roll initiative', verb: 'initiative', params: {} },
        },
      ];
    }
    case 'placement': {
      const awaited = expectedPlacements(state);
      return awaited.length > 0 ? awaited : [stalledBattle];
    }
    case 'combat': {
      const open = find(state, state.open);
      // Does not wait for a unit that cannot act, even if a battle of an older edition left its turn open. SW-ROUND-10.
      if (open && !isUnitAble(open)) return [stalledBattle];
      if (open)
        return riderAndMountOf(state, open)
          .slice(0, 1)
          .map((unit) => expectedTurn(state, unit, true));
      const units = waitingUnits(state, actingSide(state));
      return units.length > 0 ? units.map((unit) => expectedTurn(state, unit, false)) : [stalledBattle];
    }
    case 'aftermath':
      return [
        {
          actor: gmActor,
          kind: 'aftermath',
          what: 'to close the battle after looting and herbs',
          verbs: ['close', 'loot', 'herb'],
          auto: { label: 'Close the battle', verb: 'close', params: {} },
        },
      ];
  }
};

/** The GM must continue the round, because no unit of the acting side can act. */
const stalledBattle: ExpectedAction = {
  actor: gmActor,
  kind: 'round',
  what: 'to continue with the next side',
  verbs: ['next', 'place', 'leave'],
  auto: { label: 'Continue', verb: 'next', params: {} },
};
