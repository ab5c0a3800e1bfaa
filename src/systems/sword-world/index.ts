import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion, exportedEvents } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { surpriseStandingOrderKind } from '../../rules/surprise.ts';
import { withFollowUp } from '../../rules/verb.ts';
import * as checks from './ability-checks.ts';
import * as aftermath from './after-combat.ts';
import * as attack from './attack/attack.ts';
import * as battlefield from './battlefield.ts';
import * as blocking from './blocking/blocking.ts';
import { block } from './blocking/questions.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import * as combatEnd from './combat-end.ts';
import * as gm from './corrections.ts';
import * as effects from './effects.ts';
import * as equipment from './equipment.ts';
import { expectedActions } from './expected-actions.ts';
import * as falling from './falling.ts';
import * as feats from './feats.ts';
import { force } from './forced-moves.ts';
import { importers } from './imports/importers.ts';
import * as initiative from './initiative.ts';
import * as life from './life.ts';
import * as mounts from './mounts.ts';
import { move, reachQuery } from './movement/move.ts';
import * as movement from './movement/movement.ts';
import * as retreat from './movement/retreat.ts';
import { odds } from './odds.ts';
import * as placement from './placement.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { quickTactics, tactics } from './plans/plans.ts';
import { encounters, lesson, presets } from './presets.ts';
import { sightQuery } from './range.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import * as rounds from './rounds.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import * as setup from './setup.ts';
import { type Sheet, sheetSchema, sides } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import * as skirmishes from './skirmishes.ts';
import * as spells from './spells/cast.ts';
import { type State, stateSchema } from './state.ts';
import * as turnActions from './turn-actions.ts';
import * as turns from './turns.ts';
import { totalHp, withoutUnits } from './units.ts';
import { buildRoster, findWinners, view } from './view.ts';
import { numberTerms } from './visibility.ts';

const kinds = [
  ...exportedEvents(setup, battlefield, initiative, placement, rounds, turns),
  ...exportedEvents(movement, retreat, blocking, skirmishes, attack, spells, feats, equipment, mounts, turnActions),
  ...exportedEvents(life, effects, falling, checks, combatEnd, aftermath, gm),
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutUnits, marked: setup.withDeparted }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);

const inTurn = withFollowUp<State, RefusalCode>(rounds.endTurnOfFallen);
const settled = withFollowUp<State, RefusalCode>(rounds.advanceAfterOrder);
const onward = withFollowUp<State, RefusalCode>(rounds.endCombatOrAdvance);

/** Applies or removes a GM's effect. A flyer that loses its flight falls. SW-AIR-5, SW-SKIRM-18, SW-ROUND-10. */
const applyEffectAndAdvance: typeof effects.applyEffect = (draft, who, name, effect) => {
  const verdict = effects.applyEffect(draft, who, name, effect);
  if (!verdict.ok || draft.now().stage !== 'combat') return verdict;
  skirmishes.recomputeSkirmishes(draft);
  if (!combatEnd.endIfDecided(draft)) rounds.endTurnOfFallen(draft);
  return verdict;
};

/** The rulebook Sword World, with Simplified and Standard combat. SW-FLOW-3, SW-STD-1. */
export const swordWorld = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'sword-world', title: 'Sword World', entrantNoun: 'unit', sides },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, literalSettings },
  events,
  orders: {
    emptyBattle: setup.emptyBattle,
    enter: setup.enterBattle,
    checkEvents: checks.checkEvents,
    start: setup.startBattle,
    finish: setup.finishBattle,
    verbs: {
      attack: inTurn(attack.attack),
      cast: inTurn(spells.cast),
      move: inTurn(move),
      minor: inTurn(turnActions.minor),
      major: inTurn(turnActions.major),
      retreat: retreat.retreat,
      join: skirmishes.join,
      block,
      begin: turns.begin,
      end: rounds.end,
      initiative: initiative.initiative,
      ambush: initiative.ambush,
      knowledge: checks.knowledge,
      weakness: mounts.weakness,
      place: placement.place,
      deploy: placement.deploy,
      potion: aftermath.potion,
      check: checks.check,
      surrender: setup.surrender,
      herb: aftermath.herb,
      loot: aftermath.loot,
      fall: settled(falling.fall),
      force: settled(force),
      'death-check': onward(life.deathCheck),
      field: battlefield.field,
      method: setup.method,
      leave: setup.leave,
      next: rounds.next,
      close: aftermath.close,
    },
    queries: { odds, sight: sightQuery, reach: reachQuery },
    standingOrderKinds: {
      block: blocking.blockStandingOrderKind,
      surprise: surpriseStandingOrderKind,
      initiative: initiative.initiativeStandingOrderKind,
      placement: placement.placementStandingOrderKind,
      turn: turns.turnStandingOrderKind,
      round: rounds.roundStandingOrderKind,
      aftermath: combatEnd.aftermathStandingOrderKind,
    },
    isPlacedAfterStart: true,
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster,
    withoutCombatants: withoutUnits,
    refusals,
    numberTerms,
    status: ({ stage }) => (stage === 'gathering' ? 'setup' : stage === 'closed' ? 'ended' : 'active'),
    battleSize: ({ effects, ground, units, field: { obstacles } }) => ({
      board: undefined,
      effectCount:
        effects.length +
        ground.length +
        obstacles.length +
        units.reduce((sum, unit) => sum + unit.effects.length + unit.statuses.length, 0),
    }),
    lifeLeft: ({ units }) =>
      Object.fromEntries(units.map((unit) => [unit.id, totalHp(unit).left / Math.max(1, totalHp(unit).most)])),
    winners: findWinners,
    lotDice: ['misfire', 'targets'],
  },
  gm: {
    corrections: gm.corrections,
    continueAfterCorrection: rounds.continueAfterCorrection,
    modifiers: effects.modifiers,
    applyEffect: applyEffectAndAdvance,
    layout: placement.layout,
  },
  sheets: { form: sheetForm, sheetChecks: checks.sheetChecks, importers, spreadsheet },
  campaign: { carry: carryOverSheet, restore: restoreSheet },
  tactics: { plans: tactics, quickPlans: quickTactics, sampleBelief },
});
