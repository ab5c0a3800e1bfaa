import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion, exportedEvents } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { surpriseStandingOrderKind } from '../../rules/surprise.ts';
import { withFollowUp } from '../../rules/verb.ts';
import * as actions from './activation/actions.ts';
import * as activation from './activation/activation.ts';
import * as areaAttacks from './attack/area-attacks.ts';
import * as attack from './attack/attack.ts';
import * as declaration from './attack/declaration.ts';
import * as board from './board/drawing.ts';
import { importMap } from './board/text.ts';
import { carryOverSheet } from './carry.ts';
import * as conditions from './conditions.ts';
import * as gm from './corrections.ts';
import * as removal from './dice/removal.ts';
import { engagementZoneQuery } from './engagement.ts';
import { expectedActions } from './expected-actions.ts';
import * as hazards from './harm/hazards.ts';
import * as interaction from './interaction.ts';
import { lineOfSightQuery } from './line-of-sight.ts';
import * as morale from './morale.ts';
import { pathCostQuery } from './movement/path.ts';
import * as movement from './movement/walk.ts';
import { odds } from './odds.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { advanceTactics, quickTactics, tactics } from './plans/plans.ts';
import { encounters, lesson, presets } from './presets.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import * as rounds from './rounds.ts';
import * as scenarios from './scenarios.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import * as setup from './setup.ts';
import { sheetSchema, type Warband } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import * as skillTests from './skill-tests.ts';
import * as specialSkills from './special-skills.ts';
import { type State, stateSchema, withDeparted, withoutWarriors } from './state.ts';
import { withTriggerEffects, withTriggerEffectsIn } from './triggers/effects.ts';
import * as triggers from './triggers/triggers.ts';
import { buildRoster, findWinners, view } from './view.ts';
import { numberTerms } from './visibility.ts';

const kinds = [
  ...exportedEvents(setup, scenarios, board, rounds),
  ...exportedEvents(activation, actions, movement, interaction, morale, skillTests),
  ...exportedEvents(declaration, attack, areaAttacks, removal, hazards, conditions),
  ...exportedEvents(specialSkills, triggers, gm),
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutWarriors, marked: withDeparted }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);

// For the commands that build warbands.
export { type Settings, settingsSchema } from './settings.ts';
export type { SheetWarrior, Warband } from './sheet.ts';
export * from './warband/building.ts';
export * from './warband/validation.ts';
export * from './warband/weapon-text.ts';

/** Advances the battle after each order of an activation, which may end by itself. DS-ACT-9. */
const settles = withFollowUp<State, RefusalCode>(activation.advanceAfterOrder);

/** dSkull Skirmish: small warbands, skull dice, alternating activations. */
export const dskull = defineRuleset<Warband, Settings, State, RefusalCode>({
  identity: { id: 'dskull', title: 'dSkull Skirmish', entrantNoun: 'warband', usesPlayerName: true },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, literalSettings },
  events,
  orders: {
    emptyBattle: setup.emptyBattle,
    enter: setup.enterBattle,
    start: (draft, call) => setup.startBattle(withTriggerEffects(draft), call),
    finish: setup.finishBattle,
    verbs: withTriggerEffectsIn({
      activate: activation.activate,
      gain: settles(actions.takeMovementAction),
      move: settles(movement.move),
      attack: settles(attack.attack),
      'attack-action': settles(actions.attackActionOrder),
      blast: settles(areaAttacks.blast),
      symbol: settles(rounds.spendSymbol),
      dare: morale.dare,
      interact: settles(interaction.interact),
      special: settles(specialSkills.useSpecialSkill),
      drop: removal.drop,
      end: activation.end,
      deploy: setup.deploy,
      'deploy-rest': setup.deployRest,
      tactics: rounds.runTacticsOrder,
      scenario: scenarios.chooseScenario,
      board: board.drawOwnBoard,
      policy: removal.setDropPolicy,
      harm: hazards.harm,
      check: skillTests.callSkillTest,
      trigger: triggers.trigger,
      skill: specialSkills.addSpecialSkill,
      next: setup.continueBattleOrder,
    }),
    queries: {
      los: lineOfSightQuery,
      cost: pathCostQuery,
      zone: engagementZoneQuery,
      odds,
      ground: board.boardTextQuery,
    },
    standingOrderKinds: {
      'drop-dice': removal.dropStandingOrderKind,
      surprise: surpriseStandingOrderKind,
      placement: setup.placementStandingOrderKind,
      activation: activation.activationStandingOrderKind,
      turn: activation.turnStandingOrderKind,
      tactics: rounds.tacticsStandingOrderKind,
      next: setup.continueStandingOrderKind,
    },
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster,
    withoutCombatants: withoutWarriors,
    refusals,
    numberTerms,
    status: ({ phase }) => (phase === 'setup' ? 'setup' : phase === 'over' ? 'ended' : 'active'),
    battleSize: ({ own, board: fought = own?.board, objects, triggers, specials, effects }) => ({
      board: fought && { columns: fought.w, rows: fought.h },
      effectCount:
        effects.length + triggers.length + specials.length + Math.max(objects.length, own?.objects.length ?? 0),
    }),
    winners: findWinners,
  },
  gm: {
    corrections: gm.corrections,
    continueAfterCorrection: (draft, before) =>
      setup.continueAfterCorrection(withTriggerEffects(draft), before?.activation !== undefined),
    modifiers: gm.modifiers,
    applyEffect: gm.applyEffect,
    layout: board.layout,
  },
  sheets: { form: sheetForm, spreadsheet, importMap },
  // Nothing to restore: only killed warriors are lost, and they do not return.
  campaign: { carry: carryOverSheet, restore: (warband) => warband },
  tactics: { plans: tactics, quickPlans: quickTactics, advance: advanceTactics, sampleBelief },
});
