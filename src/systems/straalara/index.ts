import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion, exportedEvents } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import * as attack from './attack.ts';
import * as botches from './botches.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import * as gm from './corrections.ts';
import * as defense from './defense/defense.ts';
import * as delayed from './delayed.ts';
import { expectedActions, standingOrderKinds } from './expected-actions.ts';
import * as gmCommands from './gm-commands.ts';
import { importers } from './imports/importers.ts';
import * as initiative from './initiative.ts';
import * as modifiers from './modifiers.ts';
import * as nomination from './nomination/nomination.ts';
import { odds, poolsQuery } from './odds.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { quickTactics, tactics } from './plans/plans.ts';
import { sheetChecks } from './pools.ts';
import { encounters, lesson, presets } from './presets.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import * as setup from './setup.ts';
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
import * as steps from './step.ts';
import * as turns from './turns.ts';
import { battleStateQuery, view } from './view.ts';
import { numberTerms } from './visibility.ts';
import * as wounds from './wounds.ts';

const kinds = [
  ...exportedEvents(setup, initiative, nomination, turns),
  ...exportedEvents(steps, attack, defense, delayed, wounds),
  ...exportedEvents(modifiers, botches, gmCommands, gm),
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutCombatants, marked: withDeparted }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

/** Lets the combat advance after an order until it waits for a person. */
const withCombatAdvance = withFollowUp<State, RefusalCode>(turns.advanceAfterOrder);

export const events = createEventTable(kinds);

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
    emptyBattle: setup.emptyBattle,
    enter: setup.enterBattle,
    start: setup.startBattle,
    finish: setup.finishBattle,
    verbs: {
      initiative: withCombatAdvance(initiative.rollInitiative),
      stance: withCombatAdvance(nomination.sealStance),
      declare: withCombatAdvance(nomination.declare),
      intend: withCombatAdvance(nomination.intend),
      nominate: withCombatAdvance(nomination.nominate),
      take: withCombatAdvance(steps.takeAction),
      pass: withCombatAdvance(steps.pass),
      defend: withCombatAdvance(defense.defend),
      mod: modifiers.modifyRoll,
      botch: withCombatAdvance(botches.settleBotch),
      harm: withCombatAdvance(gmCommands.harm),
      heal: withCombatAdvance(gmCommands.heal),
      life: withCombatAdvance(gmCommands.setLife),
      next: withCombatAdvance(turns.continueTurn),
      'end-combat': setup.endCombat,
    },
    queries: { odds, pools: poolsQuery, botches: botches.botchTableQuery, state: battleStateQuery },
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
    corrections: gm.corrections,
    continueAfterCorrection: (draft, before) => {
      if (before === undefined) turns.advanceWithoutDice(draft);
      else turns.advanceAfterOrder(draft);
      return undefined;
    },
    modifiers: gm.modifiers,
    applyEffect: gm.applyEffect,
  },
  sheets: { form: sheetForm, sheetChecks, importers, spreadsheet },
  campaign: { carry: carryOverSheet, restore: restoreSheet },
  tactics: { plans: tactics, quickPlans: quickTactics, sampleBelief },
});
