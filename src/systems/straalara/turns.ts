import { count, say } from '../../core/message.ts';
import { tickEffects } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { createLimitCounter } from '../../rules/order-limits.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { attackCancelled, finishAttack } from './attack.ts';
import { requireGmInBattle } from './checks.ts';
import {
  applyDeferredEffects,
  applyEffectsAtTurnEnd,
  endReached,
  nextStepGroup,
  openGroupSteps,
  stepGroupClosed,
  stepGroupOpened,
} from './delayed.ts';
import { actionsOpened, combatantsToRoll, nominationsOpened, turnSteps } from './initiative.ts';
import { nextNominators, nominationOrder, openSealedNomination, revealNominations } from './nomination/nomination.ts';
import { type Draft, event, find, isAble, losesActions, order, type PendingAttack, waitsForBotch } from './state.ts';
import { stepLost } from './wounds.ts';

/** Length of a turn (seconds). ST-GEN-1. */
const turnSeconds = 3;

/** A turn ended, and with it all stances, initiative scores and sealed second actions. ST-RES-12, ST-RUL-22. */
export const turnEnded = event('turn-ended', {
  facts: {},
  apply: (state) => ({
    ...state,
    stage: 'INITIATIVE',
    turn: state.turn + 1,
    elapsedSeconds: state.elapsedSeconds + turnSeconds,
    steps: [],
    endOfTurnQueue: [],
    combatants: state.combatants.map((me) => ({
      ...me,
      stance: 'none',
      actions: [{ status: 'empty' }, { status: 'empty' }],
      moved: 0,
      defensesUsed: 0,
      rating: undefined,
      score: undefined,
      dazed: me.dazed && !me.dazeEnds,
      dazeEnds: false,
      intent: { ...me.intent, second: undefined },
    })),
  }),
  narrate: (_, { before, after }) =>
    line(
      say`Turn ${before.turn} is over, ${count(after.elapsedSeconds, 'second')} passed. Turn ${after.turn}: roll initiative.`,
    ),
  beginsRound: true,
});

/** Advances the combat until it waits for a person. ST-GEN-2. */
export const advanceAfterOrder = (draft: Draft): void => advanceCombat(draft, true);

/** Advances the combat until a roll is needed; the GM continues from there with `/next`. */
export const advanceWithoutDice = (draft: Draft): void => advanceCombat(draft, false);

const advanceCombat = (draft: Draft, mayRoll: boolean): void => {
  const count = createLimitCounter('events');
  while (advanceOneStep(draft, mayRoll)) count('move on');
};

const advanceOneStep = (draft: Draft, mayRoll: boolean): boolean => {
  const state = draft.now();
  if (waitsForBotch(state) && state.pendingAttack === undefined) return false;
  switch (state.stage) {
    case 'SETUP':
    case 'ENDED':
      return false;
    case 'INITIATIVE':
      if (!state.combatants.some(isAble) || combatantsToRoll(state).length > 0) return false;
      draft.emit(nominationsOpened({ order: [...nominationOrder(state)] }));
      return true;
    case 'DECLARE':
      if (nextNominators(state).length > 0) return openSealedNomination(draft, 1);
      // Everyone has nominated. ST-NOM-3, ST-STANCE-5.
      revealNominations(draft, 1);
      draft.emit(actionsOpened({ steps: [...turnSteps(state)] }));
      return true;
    case 'ACTIONS':
      return nextInActions(draft, mayRoll);
    case 'END':
      return reachEnd(draft, mayRoll);
  }
};

/** Drops the steps of dazed combatants, also of those dazed after their step began. True if any was. ST-DAZE-3. */
const loseDazedSteps = (draft: Draft, steps: ReturnType<typeof openGroupSteps>): boolean => {
  const dazed = steps.filter(({ combatant }) => {
    const me = find(draft.now(), combatant);
    return me !== undefined && losesActions(me, draft.now());
  });
  for (const { combatant: who, slot } of dazed) draft.emit(stepLost({ who, slot }));
  return dazed.length > 0;
};

const nextInActions = (draft: Draft, mayRoll: boolean): boolean => {
  const state = draft.now();
  if (state.pendingAttack !== undefined) return resolveUndefendedAttack(draft, state.pendingAttack, mayRoll);
  if (state.open !== undefined) {
    const waiting = openGroupSteps(state);
    if (loseDazedSteps(draft, waiting)) return true;
    if (waiting.length > 0) return false;
    draft.emit(stepGroupClosed());
    applyDeferredEffects(draft, state.open.held, 'attack');
    return true;
  }
  const group = nextStepGroup(state);
  if (group.length === 0) {
    draft.emit(endReached());
    return true;
  }
  if (loseDazedSteps(draft, group)) return true;
  if (nextNominators(state).length > 0) return openSealedNomination(draft, 2);
  revealNominations(draft, 2);
  draft.emit(stepGroupOpened({ members: group.map(({ combatant, slot }) => ({ combatant, slot })) }));
  return true;
};

/** Resolves an attack whose target cannot defend, or cancels the attack. False if it must wait. ST-GM-4. */
const resolveUndefendedAttack = (draft: Draft, pending: PendingAttack, mayRoll: boolean): boolean => {
  const state = draft.now();
  const target = find(state, pending.target);
  if (find(state, pending.attacker) === undefined || target === undefined || target.life === 'dead') {
    draft.emit(attackCancelled({ attacker: pending.attacker, target: pending.target }));
    return true;
  }
  if (isAble(target) || !mayRoll) return false;
  finishAttack(draft, pending, 0);
  return true;
};

/** Applies delayed effects and starts the next turn. False if it may not make a roll it needs. ST-RES-11, ST-RES-12. */
const reachEnd = (draft: Draft, mayRoll: boolean): boolean => {
  if (!mayRoll && draft.now().endOfTurnQueue.some(({ damage }) => damage !== undefined)) return false;
  applyEffectsAtTurnEnd(draft);
  tick(draft, 'end');
  draft.emit(turnEnded());
  tick(draft, 'start');
  return true;
};

/** Shortens the effects of all combatants, because they share one turn. */
const tick = (draft: Draft, at: 'start' | 'end'): void => {
  for (const owner of new Set([undefined, ...draft.now().effects.map(({ ticks }) => ticks.of)]))
    tickEffects(draft, at, owner);
};

/** Lets the GM continue the combat when a correction has left no one to wait for. ST-GM-4. */
export const continueTurn = order({
  summary: 'Continue the combat when a correction has left no one whose turn it is',
  role: 'gm',
  visibility: 'in-sight',
  requires: requireGmInBattle,
  resolve: () => doneVerdict,
});
