import { z } from 'zod';
import { ok, phrase, ref, refuse, term } from '../../core/message.ts';
import { type Caller, mayCommand } from '../../rules/expected-action.ts';
import { combatantOffer, type FindParamOffers } from '../../rules/verb.ts';
import type { Settings } from './settings.ts';
import {
  type CheckResult,
  type Combatant,
  findByName,
  isAble,
  isCombatRunning,
  type State,
  waitsForBotch,
} from './state.ts';

export const stageNames: Readonly<Record<State['stage'], string>> = {
  SETUP: 'the set-up',
  INITIATIVE: 'initiative',
  DECLARE: 'the nomination of stances and actions',
  ACTIONS: 'the actions',
  END: 'the end of the turn',
  ENDED: 'the end of the combat',
};

/** Finds the combatant that gets a command. Refuses with COMBAT_NOT_ACTIVE, NO_SUCH_COMBATANT or NOT_CONTROLLER. */
export const requireControlledCombatant = (state: State, call: Caller): CheckResult<Combatant> => {
  if (!isCombatRunning(state)) return refuse('COMBAT_NOT_ACTIVE');
  const me = findByName(state, call.actor);
  if (me === undefined) return refuse('NO_SUCH_COMBATANT', { name: ref(call.actor) });
  return mayCommand(call, me.id) ? ok(me) : refuse('NOT_CONTROLLER', { name: ref(me.id) });
};

const ableOnly = (me: Combatant): CheckResult<Combatant> =>
  isAble(me) ? ok(me) : refuse('INCAPACITATED', { name: ref(me.id), life: me.life });

/** Requires a combatant that can act and that the caller controls. */
export const requireAbleControlledCombatant = (state: State, call: Caller): CheckResult<Combatant> => {
  const me = requireControlledCombatant(state, call);
  return me.ok ? ableOnly(me.value) : me;
};

/** Requires the right stage and an able combatant that the caller controls. ST-GEN-2, ST-GEN-3, ST-RUL-1, ST-RUL-2. */
export const requireStage = (state: State, call: Caller, stage: State['stage']): CheckResult<Combatant> => {
  const me = requireControlledCombatant(state, call);
  if (!me.ok) return me;
  if (state.stage !== stage) return refuse('WRONG_STAGE', { stage: term(stageNames[state.stage]) });
  return waitsForBotch(state) ? refuse('BOTCH_OPEN', { name: ref(me.value.id) }) : ableOnly(me.value);
};

export const requireGm = (call: Caller): CheckResult<Caller> => (call.gm ? ok(call) : refuse('NOT_GM'));

/** Requires a running combat and a caller who is a GM. ST-GEN-4. */
export const requireGmInBattle = (state: State, call: Caller): CheckResult<Caller> =>
  isCombatRunning(state) ? requireGm(call) : refuse('COMBAT_NOT_ACTIVE');

/** Requires a running combat, a caller who is a GM, and an existing combatant. */
export const requireGmTarget = (
  state: State,
  call: Caller,
  { target }: { readonly target: string },
): CheckResult<Combatant> => {
  const may = requireGmInBattle(state, call);
  return may.ok ? requireCombatant(state, target) : may;
};

export const requireCombatant = (state: State, who: string): CheckResult<Combatant> => {
  const found = findByName(state, who);
  return found === undefined ? refuse('NO_SUCH_COMBATANT', { name: ref(who) }) : ok(found);
};

/** A parameter that Discord asks for as a whole number; the rulebook itself refuses wrong values. */
export const numberParam = (says: string) => z.number().meta({ description: says, type: 'integer' });

/** Requires a whole number from `min` to `max`. Refuses with BAD_VALUE. */
export const requireNumberWithin = (option: string, value: number, min: number, max?: number): CheckResult<number> =>
  Number.isSafeInteger(value) && value >= min && (max === undefined || value <= max)
    ? ok(value)
    : refuse('BAD_VALUE', {
        option,
        range: max === undefined ? phrase`of at least ${min}` : phrase`from ${min} to ${max}`,
      });

export const offerAllCombatants: FindParamOffers<State> = (state) => state.combatants.map(combatantOffer);

/** Properties of every order of the GM about one combatant. */
export const gmOnTarget = { role: 'gm', offers: { target: offerAllCombatants }, requires: requireGmTarget } as const;

/** Living combatants except `who`. */
export const otherTargets = ({ combatants }: State, who: string | undefined): readonly Combatant[] =>
  combatants.filter(({ id, life }) => id !== who && life !== 'dead');

/** True if two combatants fight for the same side; a combatant without a side fights alone. */
export const isAlly = (one: Combatant, other: Combatant): boolean =>
  one.id === other.id || (one.side !== undefined && one.side === other.side);

/** Opponents that are not dead, those who can act first. */
export const opponentsOf = (state: State, who: string | undefined): readonly Combatant[] => {
  const me = state.combatants.find(({ id }) => id === who);
  const foes = otherTargets(state, who).filter((each) => me === undefined || !isAlly(me, each));
  return foes.toSorted((a, b) => Number(isAble(b)) - Number(isAble(a)));
};

/** Walking speed (metres a turn); wounds do not reduce it. ST-MOVE-4, ST-RUL-24. */
export const walkSpeed = ({ sheet }: Combatant, { walkSpeedDefault }: Settings): number =>
  sheet.walkSpeed ?? walkSpeedDefault;

/** Walking distance left this turn (metres); never below 0. */
export const remainingWalk = (me: Combatant, settings: Settings): number =>
  Math.max(0, walkSpeed(me, settings) - me.moved);

/** Requires enough metres left to walk. Refuses with BAD_DISTANCE or MOVE_TOO_FAR. ST-MOVE-1, ST-MOVE-2, ST-MOVE-3. */
export const requireMovement = (me: Combatant, move: number, settings: Settings): CheckResult<number> => {
  if (!Number.isSafeInteger(move) || move < 0) return refuse('BAD_DISTANCE', { move });
  const left = remainingWalk(me, settings);
  return move > left ? refuse('MOVE_TOO_FAR', { name: ref(me.id), move, left }) : ok(move);
};
