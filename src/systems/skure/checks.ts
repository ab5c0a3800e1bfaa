import { ref, say, type Text } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { type Call, mayCommand } from '../../rules/call.ts';
import type { Offer, Offers } from '../../rules/verb.ts';
import { bearing, lineIsClear, rangedReach, turnBetween } from './board.ts';
import { type MoveRating, ratingOf } from './sheet.ts';
import {
  type Checked,
  type Combatant,
  called,
  type Facing,
  find,
  isAttackable,
  isDisrupted,
  isPlaced,
  type Placed,
  type State,
  type Turn,
} from './state.ts';

interface Acting {
  readonly me: Placed;
  readonly turn: Turn;
}

/** Why somebody cannot act, to follow `cannot act:`. */
export const whyUnable = (combatant: Combatant): string =>
  combatant.life === 'conscious'
    ? combatant.conditions
        .filter(({ disrupts }) => disrupts)
        .map(({ name }) => name)
        .join(', ')
    : combatant.life;

/** The common guards of every turn command, in their order. */
export const actingNow = (state: State, call: Call): Checked<Acting> => {
  const { turn } = state;
  const { actor, pending } = call;
  if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
  if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
  if (pending !== undefined) return refuse('REACTION_PENDING', { actor: ref(actor) });
  const me = find(state, actor);
  if (turn === undefined || turn.who !== actor || me === undefined || !isPlaced(me))
    return refuse('NOT_YOUR_TURN', { actor: ref(actor) });
  if (me.life !== 'conscious' || isDisrupted(me))
    return refuse('INCAPACITATED', { actor: ref(actor), why: whyUnable(me) });
  return turn.acted ? refuse('ALREADY_ACTED', { actor: ref(actor) }) : ok({ me, turn });
};

/** SK-EXC-3. */
export const byGm = (call: Call): Checked<Call> => (call.gm ? ok(call) : refuse('NOT_BM', { actor: ref(call.actor) }));

export const combatantCalled = (state: State, who: string): Checked<Combatant> => {
  const found = called(state, who);
  return found === undefined ? refuse('NO_SUCH_TARGET', { target: ref(who) }) : ok(found);
};

export const onTheBoard = (state: State, target: string): Checked<Placed> => {
  const found = called(state, target);
  return found !== undefined && isPlaced(found) ? ok(found) : refuse('NO_SUCH_TARGET', { target: ref(target) });
};

export const notDead = (target: Placed): Checked<Placed> =>
  isAttackable(target) ? ok(target) : refuse('TARGET_DEAD', { target: ref(target.name), life: target.life });

/** `NO_SUCH_TARGET`, `TARGET_SELF`, `FRIENDLY_TARGET` (SK-RUL-56), `TARGET_DEAD`. */
export const enemyCalled = (state: State, me: Placed, name: string): Checked<Placed> => {
  const found = onTheBoard(state, name);
  if (!found.ok) return found;
  const target = found.value;
  const facts = { actor: ref(me.name), target: ref(target.name) };
  if (target.name === me.name) return refuse('TARGET_SELF', facts);
  if (target.team === me.team && state.settings['attack.friendly'] === 'no') return refuse('FRIENDLY_TARGET', facts);
  return notDead(target);
};

/** `OUT_OF_RANGE`. */
export const inRange = (target: Placed, distance: number, range: number): Checked<Placed> =>
  distance > range ? refuse('OUT_OF_RANGE', { target: ref(target.name), distance, range }) : ok(target);

/** SK-TURNING-4, SK-TURNING-5, SK-TURNING-6: facing steps of 45 degrees. */
const turningSteps: Readonly<Record<MoveRating['turning'], number>> = { F: 1, S: 2, A: 4 };

/**
 * SK-TURNING-1, SK-TURNING-2, SK-TURNING-3, SK-RUL-22: before moving any facing; after it, within the turning ability of
 * the facing it began moving with. There is no further rule (SK-RUL-23).
 */
export const requireTurnAllowed = (who: Placed, scratch: Turn, to: Facing): Checked<'before' | 'after'> => {
  if (!scratch.moved) return ok('before');
  if (scratch.preTurned) return refuse('TURN_AFTER_PRETURN', { actor: ref(who.name) });
  const steps = turningSteps[ratingOf(who.sheet).turning];
  const from = scratch.moveFacing ?? scratch.startFacing;
  return turnBetween(from, to) > steps
    ? refuse('TURN_TOO_FAR', { actor: ref(who.name), most: steps * 45, from })
    : ok('after');
};

/** What can be done about a target that is not faced: to turn to it, where that is still open. */
const turningAdvice = ({ turn }: State, me: Placed, way: Facing | undefined): string =>
  turn?.who !== me.name || way === undefined || requireTurnAllowed(me, turn, way).ok
    ? 'turn to face it first'
    : 'it cannot turn so far any more this turn';

/** `NOT_FACING`: SK-ATK-3, SK-RUL-6. */
export const requireFacing = (state: State, me: Placed, target: Placed): Checked<Placed> => {
  const way = bearing(me.at, target.at);
  return way === me.facing
    ? ok(target)
    : refuse('NOT_FACING', {
        actor: ref(me.name),
        facing: me.facing,
        target: ref(target.name),
        bearing: way ?? 'same square',
        advice: turningAdvice(state, me, way),
      });
};

/** `TARGET_NOT_IN_SIGHT` of SK-RUL-57, tested after range and facing. */
const inClearLine = (state: State, me: Placed, target: Placed): Checked<Placed> =>
  lineIsClear(state, me.at, target.at)
    ? ok(target)
    : refuse('TARGET_NOT_IN_SIGHT', { actor: ref(me.name), target: ref(target.name) });

/** Ranged reach of weapon, spell or breath: range, facing, line. */
export const withinReach = (state: State, me: Placed, target: Placed, range: number): Checked<Placed> => {
  const near = inRange(target, rangedReach(state, me, target), range);
  if (!near.ok) return near;
  const ahead = requireFacing(state, me, target);
  return ahead.ok ? inClearLine(state, me, target) : ahead;
};

/** One who may be chosen, with what else is worth knowing before it is. */
export const combatantOffer = ({ name }: Combatant, note?: Text): Offer<Text> => ({
  value: name,
  label: note === undefined ? ref(name) : say`${ref(name)} · ${note}`,
});

/** The others on the board. */
export const others = (state: State, me: Placed): readonly Placed[] =>
  state.combatants.filter(isPlaced).filter(({ name }) => name !== me.name);

/** Those one may strike, charge or aim at, wherever they stand. */
export const foes = (state: State, me: Placed): readonly Placed[] =>
  others(state, me).filter(
    (each) => isAttackable(each) && (each.team !== me.team || state.settings['attack.friendly'] === 'yes'),
  );

/** Those that magic of a range reaches, oneself among them; `may` where others may be its target than may be attacked. */
export const withinMagic = (
  state: State,
  me: Placed,
  range: number,
  may: (target: Placed) => boolean = isAttackable,
): readonly Offer<Text>[] =>
  [me, ...others(state, me)]
    .filter(may)
    .filter((each) => each.name === me.name || withinReach(state, me, each, range).ok)
    .map((each) => combatantOffer(each));

/** What one who stands on the board is offered; to others nothing. */
export const ifPlaced =
  (
    list: (state: State, me: Placed, soFar: Readonly<Record<string, unknown>>) => readonly Offer<Text>[],
  ): Offers<State> =>
  (state, { actor }, soFar) => {
    const me = find(state, actor);
    return me === undefined || !isPlaced(me) ? [] : list(state, me, soFar);
  };

export const everybody: Offers<State> = (state) => state.combatants.map((each) => combatantOffer(each));
export const thoseOnBoard: Offers<State> = (state) =>
  state.combatants.filter(isPlaced).map((each) => combatantOffer(each));
