import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import { attackCancelled, attacked, attackResolved, otherActionRolled } from './attack.ts';
import { botchSettled, botchTableQuery, settleBotch } from './botches.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import { applyEffect, corrected, corrections, modifiers } from './corrections.ts';
import { defend, defended } from './defense/defense.ts';
import {
  effectDeferred,
  effectQueued,
  endReached,
  readied,
  stepGroupClosed,
  stepGroupOpened,
  tookEffect,
} from './delayed.ts';
import { expectedActions, standingOrderKinds } from './expected-actions.ts';
import { harm, heal, lifeSet, setLife } from './gm-commands.ts';
import { importers } from './imports/importers.ts';
import { actionsOpened, initiativeRolled, nominationsOpened, rollInitiative } from './initiative.ts';
import { modified, modifyRoll } from './modifiers.ts';
import {
  declare,
  declared,
  intend,
  nominate,
  nominated,
  nominationsRevealed,
  sealed,
  sealedNominationDropped,
  sealStance,
} from './nomination/nomination.ts';
import { odds, poolsQuery } from './odds.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { quickTactics, tactics } from './plans/plans.ts';
import { sheetChecks } from './pools.ts';
import { encounters, lesson, presets } from './presets.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import { began, emptyBattle, endCombat, ended, enterBattle, entered, finishBattle, startBattle } from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import {
  buildRoster,
  isAble,
  isCombatRunning,
  type State,
  stateSchema,
  withDeparted,
  withoutCombatants,
} from './state.ts';
import { actionTaken, lapsed, pass, passed, takeAction } from './step.ts';
import { advanceAfterOrder, advanceWithoutDice, continueTurn, turnEnded } from './turns.ts';
import { battleStateQuery, view } from './view.ts';
import { numberTerms } from './visibility.ts';
import { damaged, healed, stepLost } from './wounds.ts';

const kinds = [
  // The combat and its initiative
  entered,
  began,
  initiativeRolled,
  nominationsOpened,
  // Nominations, and the steps that follow from them
  sealed,
  sealedNominationDropped,
  declared,
  nominated,
  nominationsRevealed,
  actionsOpened,
  stepLost,
  stepGroupOpened,
  // Actions of a step
  actionTaken,
  passed,
  lapsed,
  attacked,
  defended,
  attackResolved,
  attackCancelled,
  otherActionRolled,
  // Deferred effects, wounds and the end of the turn
  effectQueued,
  effectDeferred,
  stepGroupClosed,
  damaged,
  readied,
  endReached,
  tookEffect,
  turnEnded,
  // Decisions of the GM
  modified,
  botchSettled,
  healed,
  lifeSet,
  corrected,
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutCombatants, marked: withDeparted }),
  ended,
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

/** Lets the combat advance after an order until it waits for a person. */
const withCombatAdvance = withFollowUp<State, RefusalCode>(advanceAfterOrder);

export const events = createEventTable(kinds);
export const eventSchema = events.event;

export const straalara = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'straalara', title: 'Straalara combat turns', entrantNoun: 'combatant' },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: {
    state: stateSchema,
    settings: settingsSchema,
    sheet: sheetSchema,
    literalSettings,
    badSheetCode: 'BAD_SHEET',
    badSettingsCode: 'BAD_SETTING',
  },
  events,
  orders: {
    emptyBattle,
    enter: enterBattle,
    start: startBattle,
    finish: finishBattle,
    verbs: {
      initiative: withCombatAdvance(rollInitiative),
      stance: withCombatAdvance(sealStance),
      declare: withCombatAdvance(declare),
      intend: withCombatAdvance(intend),
      nominate: withCombatAdvance(nominate),
      take: withCombatAdvance(takeAction),
      pass: withCombatAdvance(pass),
      defend: withCombatAdvance(defend),
      mod: modifyRoll,
      botch: withCombatAdvance(settleBotch),
      harm: withCombatAdvance(harm),
      heal: withCombatAdvance(heal),
      life: withCombatAdvance(setLife),
      next: withCombatAdvance(continueTurn),
      'end-combat': endCombat,
    },
    queries: { odds, pools: poolsQuery, botches: botchTableQuery, state: battleStateQuery },
    standingOrderKinds,
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster(({ side }) => side, isAble),
    withoutCombatants,
    refusals,
    numberTerms,
    status: (battle) => (battle.stage === 'SETUP' ? 'setup' : isCombatRunning(battle) ? 'active' : 'ended'),
    battleSize: ({ effects, combatants }) => ({
      board: undefined,
      effectCount: effects.length + combatants.reduce((sum, { modifiers: given }) => sum + given.length, 0),
    }),
    lifeLeft: ({ combatants, settings: { healthTrack } }) =>
      Object.fromEntries(
        combatants.map(({ id, lost }) => [id, Math.max(0, healthTrack.length - lost) / healthTrack.length]),
      ),
  },
  gm: {
    corrections,
    continueAfterCorrection: (draft, before) => {
      if (before === undefined) advanceWithoutDice(draft);
      else advanceAfterOrder(draft);
      return undefined;
    },
    modifiers,
    applyEffect,
  },
  sheets: { form: sheetForm, sheetChecks, importers, spreadsheet },
  campaign: { carry: carryOverSheet, restore: restoreSheet },
  tactics: { plans: tactics, quickPlans: quickTactics, sampleBelief },
});

export { areSimultaneous, currentStep } from './delayed.ts';
export { initiativeRating } from './initiative.ts';
export { planAttack } from './maneuvers.ts';
export { actionClass } from './nomination/action.ts';
export { waitingNominators } from './nomination/nomination.ts';
/** Exports for tests of worked examples and odds. */
export {
  attackChances,
  chanceOfAtLeast,
  countSuccesses,
  healthLevelOf,
  meanSuccesses,
  type RollFamily,
  rollPool,
  successChances,
  woundPenalty,
} from './pools.ts';
export { refusals, type Settings };
