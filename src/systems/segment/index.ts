import { ref, refuse } from '../../core/message.ts';
import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion, exportedEvents } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import * as ambushes from './ambush.ts';
import * as attack from './attack.ts';
import * as checks from './attribute-checks.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import * as casting from './casting.ts';
import * as circumstances from './circumstances.ts';
import * as answers from './contingency/answers.ts';
import * as questions from './contingency/question.ts';
import * as gm from './corrections.ts';
import * as damage from './damage.ts';
import * as closing from './declaration/close.ts';
import * as declaration from './declaration/declaration.ts';
import * as equipment from './equipment.ts';
import { expectedActions, standingOrderKinds } from './expected-actions.ts';
import * as forced from './forced-moves.ts';
import * as initiative from './initiative.ts';
import * as movement from './movement.ts';
import { odds } from './odds.ts';
import * as placing from './placing.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { advancePlans, findPlans, findQuickPlans } from './plans/plans.ts';
import { encounters, lesson, presets } from './presets.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import * as actions from './round/action.ts';
import * as round from './round/round.ts';
import * as roundEnd from './round/round-end.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import * as setup from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import { buildRoster, type State, stateSchema, withoutCombatants } from './state.ts';
import * as tables from './tables.ts';
import { reachQuery, sheetQuery, view } from './view.ts';
import { numberTerms } from './visibility.ts';
import * as withdrawal from './withdrawal.ts';

const kinds = [
  ...exportedEvents(setup, placing, declaration, closing, initiative),
  ...exportedEvents(round, movement, actions, attack, casting, equipment, roundEnd),
  ...exportedEvents(questions, answers, withdrawal, forced, ambushes, checks),
  ...exportedEvents(circumstances, damage, tables, gm),
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutCombatants }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);

/** Segment Rounds: a rulebook of declared actions, initiative segments and strike chances. */
export const segment = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'segment', title: 'Segment Rounds', entrantNoun: 'combatant' },
  content: {
    rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
    presets,
    encounters,
    lesson,
    // The rulebook names these tables but does not contain them. SEG-TABLE-1, SEG-TABLE-4, SEG-CRIT-5, SEG-RUL-27.
    gmTables: { verb: 'table', names: tables.rulebookTables, missingCode: 'NO_TABLE' },
  },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, literalSettings },
  events,
  orders: {
    emptyBattle: setup.emptyBattle,
    enter: setup.enterBattle,
    start: setup.startBattle,
    finish: setup.finishBattle,
    verbs: {
      declare: declaration.declare,
      close: closing.endDeclarations,
      next: round.advanceToNext,
      resolve: round.resolveSegments,
      redirect: answers.redirect,
      forgo: answers.forgo,
      keep: answers.keepTarget,
      'turn-away': answers.turnAway,
      'free-attack': withdrawal.freeAttack,
      push: forced.pushDefender,
      shout: ambushes.shout,
      check: checks.rollCheck,
      place: placing.place,
      deploy: placing.deploy,
      ambush: ambushes.ambush,
      surprise: circumstances.surprise,
      cover: circumstances.cover,
      light: circumstances.setLighting,
      table: tables.setOrRollTable,
      modifier: circumstances.modifier,
      'allow-free': withdrawal.allowFreeAttack,
      'deny-free': withdrawal.denyFreeAttack,
      'force-move': forced.forceMove,
      damage: damage.damage,
      heal: damage.heal,
      repair: damage.repair,
      kill: damage.kill,
      stand: circumstances.stand,
    },
    queries: { odds, sheet: sheetQuery, reach: reachQuery },
    standingOrderKinds,
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster(
      ({ team }) => team,
      ({ life }) => life === 'up',
    ),
    withoutCombatants,
    refusals,
    numberTerms,
    battleSize: ({ settings: { board }, effects, surprises, covers, adHocs, freeRulings, engagements }) => ({
      board: board === 'none' ? undefined : { columns: board.width, rows: board.height },
      effectCount: [effects, surprises, covers, adHocs, freeRulings, engagements].reduce(
        (sum, { length }) => sum + length,
        0,
      ),
    }),
    lifeLeft: ({ combatants }) =>
      Object.fromEntries(combatants.map(({ id, hp, sheet }) => [id, Math.max(0, hp) / Math.max(1, sheet.maxHp)])),
    lotDice: ['which friend'],
  },
  gm: {
    corrections: gm.corrections,
    // An open question is answered first, because the removed combatant may be part of it.
    continueAfterCorrection: (_, before) =>
      before?.pending === undefined
        ? undefined
        : refuse('pending-choice', { who: ref(expectedActions(before)[0]?.actor ?? '') }),
    modifiers: gm.modifiers,
    applyEffect: gm.applyEffect,
    layout: placing.layout,
  },
  sheets: { form: sheetForm, sheetChecks: checks.sheetChecks, spreadsheet, importMap: placing.importMap },
  campaign: {
    carry: carryOverSheet,
    restore: restoreSheet,
    carriedSettings: (state) => ({ tables: tables.formatTablesSetting(state) }),
  },
  tactics: { plans: findPlans, quickPlans: findQuickPlans, advance: advancePlans, sampleBelief },
});
