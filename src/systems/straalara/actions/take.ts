import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { Dice } from '../../../dice/dice.ts';
import { ask, type Decision, type Ruling } from '../../../rules/asking.ts';
import { type Call, gmActor } from '../../../rules/call.ts';
import { combatant } from '../../../rules/params.ts';
import { targetFor } from '../action-checks.ts';
import { commanded } from '../checks.ts';
import { courseFrom } from '../course.ts';
import type { Event } from '../events.ts';
import { actualAction, type LapseCode, lapseOf } from '../lapse.ts';
import { categoryFor, isArmed } from '../maneuvers.ts';
import type { Combatant, Nomination, SlotNumber, State } from '../model.ts';
import { movement } from '../movement.ts';
import { speakers } from '../nominating.ts';
import type { Code } from '../refusals.ts';
import { carryOut } from '../resolution.ts';
import { slotOf } from '../roster.ts';
import { currentStep } from '../simultaneous.ts';
import { settle } from '../turn.ts';
import { figure, verb } from '../verbs.ts';

interface Due {
  readonly me: Combatant;
  readonly slot: SlotNumber;
  readonly as: Nomination;
  readonly move: number;
}

/** TAKE and PASS: their preconditions in the rulebook's order. */
export const due = (state: State, call: Call, distance: number): Result<Due, Refusal<Code>> => {
  const me = commanded(state, call, 'ACTIONS');
  if (!me.ok) return me;
  const { name } = me.value;
  if (state.pendingAttack !== undefined) return refuse('DEFENSE_PENDING', { name: ref(name) });
  if (!state.steps.some((step) => step.combatant === name && !step.over))
    return refuse('NO_FURTHER_ACTION', { name: ref(name) });
  const step = currentStep(state);
  if (step?.combatant !== name) return refuse('NOT_YOUR_STEP', { name: ref(name) });
  const action = slotOf(me.value, step.slot);
  if (speakers(state).length > 0 || action.status !== 'nominated') return refuse('NOT_NOMINATED', { name: ref(name) });
  const move = movement(me.value, distance, state.settings);
  return move.ok ? ok({ me: me.value, slot: step.slot, as: action.as, move: move.value }) : move;
};

const isTargetLapse = (code: LapseCode): boolean => code === 'TARGET_DEAD' || code === 'NO_SUCH_TARGET';

/** ST-NOM-8, `lapse: retarget`: a fresh target, which must pass AC 5. */
const freshTarget = (
  state: State,
  { me }: Due,
  code: LapseCode,
  target: string | undefined,
): Result<string, Refusal<Code>> => {
  // The nominated one may be somebody of whom the player must not learn more.
  if (target === undefined)
    return refuse(code, { target: code === 'TARGET_DEAD' ? 'The nominated target' : 'the nominated one is gone' });
  const found = targetFor(state, me, target);
  return found.ok ? ok(found.value.name) : found;
};

const lapsed = (state: State, { me, slot, move }: Due, code: LapseCode, dice: Dice): Decision<Event, Code> => {
  const course = courseFrom(state);
  course.happen({ type: 'lapsed', who: me.name, slot, move, code });
  settle(course, dice);
  return ok(course.events());
};

const taken = (state: State, { me, slot, as, move }: Due, change: Partial<Nomination>, dice: Dice) => {
  const course = courseFrom(state);
  const retarget = as.action === 'continue' ? change.target : undefined;
  carryOut(
    course,
    { who: me.name, slot, move, as: { ...as, ...change }, ...(retarget !== undefined && { retarget }) },
    dice,
  );
  settle(course, dice);
  return ok(course.events());
};

/** `lapse: ask`: the GM lets it lapse, or gives it another target or another ready weapon. */
function* putToGm(state: State, step: Due, code: LapseCode, dice: Dice): Ruling<Event, Code> {
  const { me, as } = step;
  const { action } = actualAction(me, as);
  const targets = isTargetLapse(code)
    ? state.combatants
        .filter(({ name, life }) => name !== me.name && life !== 'dead')
        .map(({ name }) => ({ id: `target:${name}`, label: say`At ${ref(name)} instead` }))
    : [];
  const weapons = isArmed(action)
    ? me.sheet.weapons
        .filter(({ ready, broken, categories }) => ready && !broken && categories.includes(categoryFor[action]))
        .map(({ name }) => ({ id: `weapon:${name}`, label: `With the ${name} instead` }))
    : [];
  const answer: string = yield* ask<string>({
    to: gmActor,
    kind: 'lapse',
    says: say`${ref(me.name)}’s action can no longer be made. Does it lapse?`,
    choices: [{ id: 'lose', label: 'It lapses' }, ...(isTargetLapse(code) ? targets : weapons)].slice(0, 25),
    auto: 'lose',
  });
  const [kind, ...rest] = answer.split(':');
  const name = rest.join(':');
  if (kind === 'target') return taken(state, step, { target: name }, dice);
  return kind === 'weapon' ? taken(state, step, { weapon: name }, dice) : lapsed(state, step, code, dice);
}

/** TAKE: ST-MOVE-1, ST-NOM-5, ST-NOM-8, ST-RES. */
export const take = verb({
  summary: 'Carry out the action you nominated, moving if you like',
  role: 'player',
  params: z.strictObject({
    move: figure('Metres you walk').default(0),
    target: combatant('A fresh target, where yours is dead or gone').optional(),
  }),
  offers: {
    target: (state, { actor }) =>
      state.combatants
        .filter(({ name, life }) => name !== actor && life !== 'dead')
        .map(({ name }) => ({ value: name, label: ref(name) })),
  },
  resolve: (state, call, { move, target }, dice) => {
    const step = due(state, call, move);
    if (!step.ok) return step;
    const code = lapseOf(state, step.value.me, step.value.as);
    if (code === undefined) return taken(state, step.value, {}, dice);
    if (state.settings.lapse === 'ask') return putToGm(state, step.value, code, dice);
    if (state.settings.lapse === 'lose' || !isTargetLapse(code)) return lapsed(state, step.value, code, dice);
    const fresh = freshTarget(state, step.value, code, target);
    return fresh.ok ? taken(state, step.value, { target: fresh.value }, dice) : fresh;
  },
});
