import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion, exportedEvents } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import * as attack from './attack/attack.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import * as charge from './charge.ts';
import * as gm from './corrections.ts';
import * as death from './death.ts';
import * as allies from './defending-ally.ts';
import { expectedActions, findAdvice } from './expected-actions.ts';
import * as harm from './harm.ts';
import { importMap } from './imports/importers.ts';
import * as positioning from './movement/facing-and-height.ts';
import * as movement from './movement/movement.ts';
import * as objectives from './objectives.ts';
import { odds } from './odds.ts';
import * as opportunity from './opportunity.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { advanceTactics, quickTactics, tactics } from './plans/plans.ts';
import { encounters, lesson, presets } from './presets.ts';
import * as promotion from './promotion.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import * as setup from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import * as spells from './spells.ts';
import * as stances from './stances.ts';
import { buildRoster, isAbleToAct, type State, stateSchema, withoutCombatants } from './state.ts';
import * as stunts from './stunts.ts';
import * as turns from './turns.ts';
import { numberTerms, view } from './view.ts';

const kinds = [
  ...exportedEvents(setup, turns, objectives),
  ...exportedEvents(positioning, movement, opportunity, attack, charge, spells, stances, allies),
  ...exportedEvents(death, harm, promotion, stunts, gm),
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutCombatants }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);

/** Advances the battle after an order that need not end the turn. */
const settles = withFollowUp<State, RefusalCode>(turns.advanceAfterOrder);

/** Ends the turn after an action, then advances the battle. SK-TURN-6. */
const endsTurn = withFollowUp<State, RefusalCode>((draft) => {
  turns.endTurn(draft);
  turns.advanceAfterOrder(draft);
});

/** Skure: a turn-based fight of teams on a square grid, with facing, one d100 and seven stages. */
export const skure = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'skure', title: 'Skure', entrantNoun: 'combatant' },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: {
    state: stateSchema,
    settings: settingsSchema,
    sheet: sheetSchema,
    literalSettings,
    badSheetCode: 'BAD_SHEET',
  },
  events,
  orders: {
    emptyBattle: setup.emptyBattle,
    enter: setup.enterBattle,
    start: setup.startBattle,
    finish: setup.finishBattle,
    verbs: {
      attack: endsTurn(attack.attack),
      move: settles(movement.move),
      fly: settles(positioning.fly),
      turn: positioning.turn,
      charge: endsTurn(charge.charge),
      aim: endsTurn(stances.aim),
      defend: endsTurn(stances.defend),
      guard: endsTurn(allies.guard),
      release: allies.release,
      intercept: allies.intercept,
      counter: endsTurn(stances.counter),
      cast: endsTurn(spells.cast),
      breath: endsTurn(spells.breath),
      end: endsTurn(stances.end),
      stunt: stunts.stunt,
      'rule-stunt': settles(stunts.ruleStunt),
      say: turns.speak,
      ask: turns.ask,
      revive: settles(death.revive),
      harm: settles(harm.harm),
      promote: promotion.promote,
      place: settles(setup.place),
      deploy: setup.deploy,
      skip: settles(turns.skip),
    },
    queries: {
      odds,
      sight: stances.relativePositionQuery,
      reach: movement.reachQuery,
      cost: movement.pathCostQuery,
    },
    standingOrderKinds: {
      intercept: allies.interceptStandingOrderKind,
      turn: turns.turnStandingOrderKind,
      placement: setup.placementStandingOrderKind,
      ruling: turns.rulingStandingOrderKind,
      stunt: stunts.stuntStandingOrderKind,
    },
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster(({ team }) => team, isAbleToAct),
    withoutCombatants,
    refusals,
    numberTerms,
    battleSize: ({ board, effects, combatants, stunts }) => ({
      board: { columns: board.width, rows: board.height },
      effectCount:
        effects.length + stunts.length + combatants.reduce((sum, { conditions }) => sum + conditions.length, 0),
    }),
    lifeLeft: ({ combatants }) =>
      Object.fromEntries(combatants.map(({ id, hp, sheet }) => [id, Math.max(0, hp) / Math.max(1, sheet.maxHp)])),
    winners: objectives.findWinners,
    advice: findAdvice,
  },
  gm: {
    corrections: gm.corrections,
    continueAfterCorrection: gm.continueAfterCorrection,
    modifiers: gm.modifiers,
    applyEffect: gm.applyEffect,
    layout: setup.layout,
  },
  sheets: { form: sheetForm, spreadsheet, importMap },
  campaign: { carry: carryOverSheet, restore: restoreSheet, promote: promotion.promoteSheet },
  tactics: { plans: tactics, quickPlans: quickTactics, advance: advanceTactics, sampleBelief },
});
