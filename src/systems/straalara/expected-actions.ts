import { type Text, term } from '../../core/message.ts';
import {
  type ExpectedAction,
  gmActor,
  lazyExpectedAction,
  orderAnswer,
  type Suggestion,
  standingOrderForGm,
  standingOrderForMove,
  standingOrderForQuestion,
} from '../../rules/expected-action.ts';
import { bestDefense } from './defense/plan.ts';
import { currentStep } from './delayed.ts';
import { combatantsToRoll } from './initiative.ts';
import { nextNominators } from './nomination/nomination.ts';
import { find, isAble, isCombatRunning, type State, slotOf, waitsForBotch } from './state.ts';
import { findLapse, isTargetLapse } from './step.ts';

const sealing = ['intend', 'stance'];

const toRoll = (state: State): readonly ExpectedAction<Text>[] =>
  combatantsToRoll(state).map(({ id }) => ({
    actor: id,
    kind: 'initiative',
    what: term('to roll initiative', 'straalara'),
    verbs: ['initiative', ...sealing],
    auto: { label: 'Roll', verb: 'initiative', params: {} },
    routine: 'now',
  }));

/** The default nomination for an absent player. ST-RUL-16. */
const absentPlayerDeclaration = {
  label: 'Mixed stance, no action',
  verb: 'declare',
  params: { stance: 'mixed', action: 'none' },
};
const noAction = { label: 'No action', verb: 'nominate', params: { action: 'none' } };

const toNominate = (
  state: State,
  what: string,
  verbs: readonly string[],
  auto: Suggestion,
): readonly ExpectedAction[] =>
  nextNominators(state).map((actor) => ({ actor, kind: 'declaration', what, verbs, auto, idle: auto }));

/** The defense that the combat waits for. The entry does not name the attacker, who may be hidden. */
const toDefend = (state: State): readonly ExpectedAction[] => {
  const attack = state.pendingAttack;
  const me = attack && find(state, attack.target);
  if (attack === undefined || me === undefined || !isAble(me)) return [];
  return [
    lazyExpectedAction(
      { actor: me.id, kind: 'defense', what: 'to answer an attack' },
      {
        verbs: () => ['defend'],
        auto: () => {
          const best = bestDefense(state, me, attack) ?? { maneuver: 'none' };
          return { label: best.maneuver, verb: 'defend', params: best };
        },
      },
    ),
  ];
};

const toAct = (state: State): readonly ExpectedAction[] => {
  const step = currentStep(state);
  const me = step && find(state, step.combatant);
  if (step === undefined || me === undefined) return [];
  const action = slotOf(me, step.slot);
  if (action.status !== 'nominated') return [];
  const fails = state.settings.lapse === 'retarget' && isTargetLapse(findLapse(state, me, action.as));
  const dropping = { label: 'Drop the action', verb: 'pass', params: {} };
  return [
    {
      actor: me.id,
      kind: 'turn',
      what: 'to act',
      verbs: ['take', 'pass', ...sealing],
      auto: fails ? dropping : { label: 'Carry out the action', verb: 'take', params: {} },
      idle: dropping,
      ...(!fails && { routine: 'now' }),
    },
  ];
};

const inActions = (state: State): readonly ExpectedAction[] => {
  if (state.pendingAttack !== undefined) return toDefend(state);
  const seconds = toNominate(state, 'to nominate a second action', ['nominate', ...sealing], noAction);
  return seconds.length > 0 ? seconds : toAct(state);
};

/** Botches that the GM should settle. ST-RUL-49. */
const toSettle = (state: State): readonly ExpectedAction[] =>
  state.combatants
    .filter(({ openBotch }) => openBotch !== undefined)
    .map(({ id }) => ({
      actor: gmActor,
      kind: 'botch',
      what: 'to choose what a botch leads to',
      verbs: ['botch'],
      auto: { label: 'No consequence', verb: 'botch', params: { target: id, consequence: 'none' } },
    }));

const forGm = (state: State): ExpectedAction => {
  const stuck = state.stage !== 'INITIATIVE';
  return {
    actor: gmActor,
    kind: 'gm',
    what: stuck ? 'to continue the combat' : 'to end the combat or to help someone up',
    verbs: stuck ? ['next', 'end-combat'] : ['end-combat', 'heal', 'life'],
    auto: stuck
      ? { label: 'Continue', verb: 'next', params: {} }
      : { label: 'End the combat', verb: 'end-combat', params: { reason: 'no one is left to act' } },
  };
};

const expectedInStage = (state: State): readonly ExpectedAction<Text>[] => {
  switch (state.stage) {
    case 'INITIATIVE':
      return toRoll(state);
    case 'DECLARE':
      return toNominate(state, 'to nominate a stance and an action', ['declare', 'stance'], absentPlayerDeclaration);
    case 'ACTIONS':
      return inActions(state);
    case 'SETUP':
    case 'END':
    case 'ENDED':
      return [];
  }
};

/** The actions that the combat waits for, without revealing any nomination. */
export const expectedActions = (state: State): readonly ExpectedAction<Text>[] => {
  if (!isCombatRunning(state)) return [];
  if (waitsForBotch(state) && state.pendingAttack === undefined) return toSettle(state);
  const waiting = expectedInStage(state);
  return [...(waiting.length > 0 ? waiting : [forGm(state)]), ...toSettle(state)];
};

/** Every kind of question and expected action that standing orders can name. */
export const standingOrderKinds = {
  initiative: standingOrderForMove('must roll initiative', 'roll initiative'),
  declaration: standingOrderForMove('must nominate', 'nominate the best action', {
    idle: orderAnswer('take the mixed stance and nominate no action', 'declare', { stance: 'mixed', action: 'none' }),
  }),
  defense: standingOrderForMove('is attacked', 'use the defense that loses the fewest health levels', {
    block: orderAnswer('block', 'defend', { maneuver: 'block' }),
    parry: orderAnswer('parry', 'defend', { maneuver: 'parry' }),
    dodge: orderAnswer('dodge', 'defend', { maneuver: 'dodge' }),
    none: orderAnswer('make no defense', 'defend', { maneuver: 'none' }),
  }),
  turn: standingOrderForMove('must act', 'carry out the nominated action unless its target is down', {
    pass: orderAnswer('drop the action', 'pass'),
  }),
  lapse: standingOrderForQuestion('must decide whether an action lapses', 'gm', 'let the action lapse', {
    lose: 'let the action lapse',
  }),
  botch: standingOrderForGm('must choose what a botch leads to', 'let it have no consequence'),
  gm: standingOrderForGm('must continue the combat', 'continue it, or end it if no one is left to act'),
};
