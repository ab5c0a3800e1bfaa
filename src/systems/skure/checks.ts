import type { z } from 'zod';
import { joined, ok, ref, refuse, say, type Text, term } from '../../core/message.ts';
import type { RuleEvent } from '../../rules/event.ts';
import { type Caller, mayCommand } from '../../rules/expected-action.ts';
import type { Reader } from '../../rules/reader.ts';
import type { FindParamOffers, InteractiveRuling, OrderDeclaration, ParamOffer, Verdict } from '../../rules/verb.ts';
import { bearingBetween, isLineClear, requiredRangedReach, turnStepsBetween } from './board.ts';
import type { RefusalCode } from './refusals.ts';
import { type MoveRating, moveRatingOf, type Spell } from './sheet.ts';
import {
  type CheckResult,
  type Combatant,
  type Draft,
  type Facing,
  find,
  findByName,
  isAttackable,
  isDisrupted,
  isPlaced,
  order,
  type PlacedCombatant,
  type State,
  type Turn,
} from './state.ts';

interface ActingTurn {
  readonly me: PlacedCombatant;
  readonly turn: Turn;
}

/** Reason why a combatant cannot act, like `stunned, asleep` or `dead`. */
export const unableReason = ({ life, conditions }: Combatant): Text =>
  life === 'conscious'
    ? joined(conditions.filter(({ disrupts }) => disrupts).map(({ name }) => term(name)))
    : term(life);

/** Runs the checks that all orders of a turn share, in the rulebook’s sequence. */
const requireCanAct = (state: State, call: Caller): CheckResult<ActingTurn> => {
  const { turn } = state;
  const { actor, pending } = call;
  if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
  if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
  if (pending !== undefined) return refuse('REACTION_PENDING', { actor: ref(actor) });
  const me = find(state, actor);
  if (turn === undefined || turn.who !== actor || me === undefined || !isPlaced(me))
    return refuse('NOT_YOUR_TURN', { actor: ref(actor) });
  if (me.life !== 'conscious' || isDisrupted(me))
    return refuse('INCAPACITATED', { actor: ref(actor), why: unableReason(me) });
  return turn.acted ? refuse('ALREADY_ACTED', { actor: ref(actor) }) : ok({ me, turn });
};

type DeclaredInTurn<Params extends z.ZodObject> = Omit<
  OrderDeclaration<State, RefusalCode, Params>,
  'role' | 'resolve'
> & {
  readonly resolve: (
    draft: Draft,
    acting: ActingTurn,
    params: z.output<Params>,
  ) => Verdict<RefusalCode> | InteractiveRuling<RefusalCode> | RuleEvent;
};

/** Declares an order for the combatant whose turn it is. Runs the common checks first. */
export const orderInTurn = <Params extends z.ZodObject>({ resolve, ...declared }: DeclaredInTurn<Params>) =>
  order<Params>({
    ...declared,
    role: 'player',
    resolve: (draft, call, params) => {
      const acting = requireCanAct(draft.now(), call);
      return acting.ok ? resolve(draft, acting.value, params) : acting;
    },
  });

/** Refuses everyone but the GM. SK-EXC-3. */
export const requireGm = (call: Caller): CheckResult<Caller> =>
  call.gm ? ok(call) : refuse('NOT_BM', { actor: ref(call.actor) });

/** Refuses players. Refuses the GM too unless the battle’s status is one of `among`. */
export const requireGmWhile = (
  { status }: Pick<State, 'status'>,
  call: Caller,
  ...among: readonly State['status'][]
): CheckResult<Caller> =>
  call.gm && !among.includes(status) ? refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) }) : requireGm(call);

export const requireGmInBattle = (state: State, call: Caller): CheckResult<Caller> =>
  requireGmWhile(state, call, 'active');
export const requireGmBeforeEnd = (state: State, call: Caller): CheckResult<Caller> =>
  requireGmWhile(state, call, 'setup', 'active');

export const requireCombatant = (state: State, who: string): CheckResult<Combatant> => {
  const found = findByName(state, who);
  return found === undefined ? refuse('NO_SUCH_TARGET', { target: ref(who) }) : ok(found);
};

export const requireOnBoard = (state: State, target: string): CheckResult<PlacedCombatant> => {
  const found = findByName(state, target);
  return found !== undefined && isPlaced(found) ? ok(found) : refuse('NO_SUCH_TARGET', { target: ref(target) });
};

/** Finds a combatant on the board that the reader sees. */
export const requireVisible = (state: State, who: string, { canSee }: Reader): CheckResult<PlacedCombatant> => {
  const found = requireOnBoard(state, who);
  return found.ok && !canSee(found.value.id) ? refuse('NO_SUCH_TARGET', { target: ref(who) }) : found;
};

/** Finds two different combatants on the board that the reader sees. */
export const requireVisiblePair = (
  state: State,
  names: readonly [string, string],
  reader: Reader,
): CheckResult<readonly [PlacedCombatant, PlacedCombatant]> => {
  const one = requireVisible(state, names[0], reader);
  if (!one.ok) return one;
  const other = requireVisible(state, names[1], reader);
  if (!other.ok) return other;
  if (one.value.id === other.value.id) return refuse('TARGET_SELF', { actor: ref(one.value.id) });
  return ok([one.value, other.value]);
};

export const requireNotDead = (target: PlacedCombatant): CheckResult<PlacedCombatant> =>
  isAttackable(target) ? ok(target) : refuse('TARGET_DEAD', { target: ref(target.id), life: term(target.life) });

/** Refuses with NO_SUCH_TARGET, TARGET_SELF, FRIENDLY_TARGET or TARGET_DEAD. SK-RUL-56. */
export const requireEnemy = (state: State, me: PlacedCombatant, name: string): CheckResult<PlacedCombatant> => {
  const found = requireOnBoard(state, name);
  if (!found.ok) return found;
  const target = found.value;
  const facts = { actor: ref(me.id), target: ref(target.id) };
  if (target.id === me.id) return refuse('TARGET_SELF', facts);
  if (target.team === me.team && state.settings['attack.friendly'] === 'no') return refuse('FRIENDLY_TARGET', facts);
  return requireNotDead(target);
};

/** Refuses with OUT_OF_RANGE. */
export const requireInRange = (
  target: PlacedCombatant,
  distance: number,
  range: number,
): CheckResult<PlacedCombatant> =>
  distance > range ? refuse('OUT_OF_RANGE', { target: ref(target.id), distance, range }) : ok(target);

/** Maximum turn after moving, by turning ability (steps of 45 degrees). SK-TURNING-4, SK-TURNING-5, SK-TURNING-6. */
const turningSteps: Readonly<Record<MoveRating['turning'], number>> = { F: 1, S: 2, A: 4 };

/** Limits turns after a move to the turning ability. SK-TURNING-1, SK-TURNING-2, SK-TURNING-3, SK-RUL-22, SK-RUL-23. */
export const requireTurningAllowed = (
  who: PlacedCombatant,
  scratch: Turn,
  to: Facing,
): CheckResult<'before' | 'after'> => {
  if (!scratch.moved) return ok('before');
  if (scratch.preTurned) return refuse('TURN_AFTER_PRETURN', { actor: ref(who.id) });
  const steps = turningSteps[moveRatingOf(who.sheet).turning];
  const from = scratch.moveFacing ?? scratch.startFacing;
  return turnStepsBetween(from, to) > steps
    ? refuse('TURN_TOO_FAR', { actor: ref(who.id), most: steps * 45, from: term(from) })
    : ok('after');
};

/** Advises the player to turn to the target, if a turn that far is still possible. */
const turningAdvice = ({ turn }: State, me: PlacedCombatant, way: Facing | undefined): string =>
  turn?.who !== me.id || way === undefined || requireTurningAllowed(me, turn, way).ok
    ? 'turn to face the target first'
    : 'turning that far is no longer possible this turn';

/** Refuses with NOT_FACING unless the target is straight ahead. SK-ATK-3, SK-RUL-6. */
export const requireFacing = (
  state: State,
  me: PlacedCombatant,
  target: PlacedCombatant,
): CheckResult<PlacedCombatant> => {
  const way = bearingBetween(me.at, target.at);
  return way === me.facing
    ? ok(target)
    : refuse('NOT_FACING', {
        actor: ref(me.id),
        facing: term(me.facing),
        target: ref(target.id),
        bearing: term(way ?? 'same square'),
        advice: term(turningAdvice(state, me, way)),
      });
};

/** Checks range, facing and a clear line for a shot, spell or breath. SK-RUL-57. */
export const requireRangedReach = (
  state: State,
  me: PlacedCombatant,
  target: PlacedCombatant,
  range: number,
): CheckResult<PlacedCombatant> => {
  const near = requireInRange(target, requiredRangedReach(state, me, target), range);
  if (!near.ok) return near;
  const ahead = requireFacing(state, me, target);
  if (!ahead.ok || isLineClear(state, me.at, target.at)) return ahead;
  return refuse('TARGET_NOT_IN_SIGHT', { actor: ref(me.id), target: ref(target.id) });
};

/** A combatant as a value for autocomplete, with a note for the player. */
export const combatantOffer = ({ id }: Combatant, note?: Text): ParamOffer<Text> => ({
  value: id,
  label: note === undefined ? ref(id) : say`${ref(id)} · ${note}`,
  who: id,
});

export const othersOnBoard = (state: State, me: PlacedCombatant): readonly PlacedCombatant[] =>
  state.combatants.filter(isPlaced).filter(({ id }) => id !== me.id);

/** Opponents that may be attacked, charged or aimed at, at any distance. */
export const attackableFoes = (state: State, me: PlacedCombatant): readonly PlacedCombatant[] =>
  othersOnBoard(state, me).filter((each) => isAttackable(each) && each.team !== me.team);

/** Offers targets in range of magic: opponents; unless it does damage, also the caster and the caster’s team. */
export const offerMagicTargets = (
  state: State,
  me: PlacedCombatant,
  { range, damage }: Pick<Spell, 'range' | 'damage'>,
  /** Allows a target. */
  may: (target: PlacedCombatant) => boolean = isAttackable,
): readonly ParamOffer<Text>[] =>
  [...othersOnBoard(state, me).toSorted((a, b) => Number(a.team === me.team) - Number(b.team === me.team)), me]
    .filter((each) => may(each) && (damage === 0 || range === 0 || each.team !== me.team))
    .filter((each) => each.id === me.id || requireRangedReach(state, me, each, range).ok)
    .map((each) => combatantOffer(each));

/** Offers values to an actor on the board. Empty if the actor has no square. */
export const offersForPlacedActor =
  (
    list: (state: State, me: PlacedCombatant, soFar: Readonly<Record<string, unknown>>) => readonly ParamOffer<Text>[],
  ): FindParamOffers<State> =>
  (state, { actor }, soFar) => {
    const me = find(state, actor);
    return me === undefined || !isPlaced(me) ? [] : list(state, me, soFar);
  };

export const offerAllCombatants: FindParamOffers<State> = (state) =>
  state.combatants.map((each) => combatantOffer(each));
export const offerCombatantsOnBoard: FindParamOffers<State> = (state) =>
  state.combatants.filter(isPlaced).map((each) => combatantOffer(each));
