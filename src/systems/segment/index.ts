import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { ambush, ambushed, shout, shouted, shoutStandingOrderKind } from './ambush.ts';
import { attackDelayed, attacked } from './attack.ts';
import { movementAfterAttackScheduled } from './attack-and-move.ts';
import { checked, rollCheck, sheetChecks, sighted, skillRolled } from './attribute-checks.ts';
import { castingBegan, spellForgone, spellWentOff } from './casting.ts';
import {
  cover,
  coverSet,
  lightingSet,
  markAlert,
  markEncumbered,
  markInvisible,
  markMounted,
  markSet,
  modifier,
  modifierAdded,
  setLighting,
  stand,
  surprise,
  surpriseSet,
} from './circumstances.ts';
import {
  attackConfirmed,
  chooseAgainStandingOrderKind,
  contingencyStandingOrderKind,
  forgo,
  keepTarget,
  redirect,
  turnAway,
  turnedAway,
} from './contingency/answers.ts';
import { actionLost, questionAsked, redirected } from './contingency/question.ts';
import { applyEffect, corrected, corrections, modifiers } from './corrections.ts';
import { damage, heal, healed, hurt, kill, killed, repair, repaired } from './damage.ts';
import { closeStandingOrderKind, declarationsClosed, endDeclarations } from './declaration/close.ts';
import { declarationStandingOrderKind, declare, declared } from './declaration/declaration.ts';
import { drank, freeActionTaken, rearmed, shieldReadied } from './equipment.ts';
import { expectedActions } from './expected-actions.ts';
import { firstAided } from './first-aid.ts';
import {
  forceMove,
  forceMoved,
  pushDefender,
  pushed,
  pushForgone,
  pushLandingStandingOrderKind,
  pushStandingOrderKind,
} from './forced-moves.ts';
import { rolledInitiative } from './initiative.ts';
import { freeMoved, moved } from './movement.ts';
import { odds } from './odds.ts';
import { deploy, importMap, layout, place, placed } from './placing.ts';
import { encounters, lesson, presets } from './presets.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { otherActionTaken } from './round/action.ts';
import {
  advanceToNext,
  resolveSegments,
  resolveStandingOrderKind,
  segmentBegan,
  startStandingOrderKind,
} from './round/round.ts';
import { roundEnded } from './round/round-end.ts';
import { numberTerms } from './rows.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import {
  began,
  carryOverSheet,
  emptyBattle,
  endBattle,
  ended,
  enterBattle,
  entered,
  finishBattle,
  restoreSheet,
  startBattle,
} from './setup.ts';
import { type Sheet, sheetForm, sheetSchema, spreadsheet } from './sheet.ts';
import { buildRoster, type State, stateSchema, withoutCombatants } from './state.ts';
import { formatTablesSetting, rulebookTables, setOrRollTable, tableGiven, tableRolled } from './tables.ts';
import { sampleBelief } from './tactics/beliefs.ts';
import { advanceTactics, quickTactics, tactics } from './tactics/tactics.ts';
import { reachQuery, sheetQuery, view } from './view.ts';
import {
  allowFreeAttack,
  denyFreeAttack,
  disengaged,
  freeAttack,
  freeAttackAnswered,
  freeAttackRuled,
  freeAttackStandingOrderKind,
  leftMelee,
} from './withdrawal.ts';

const kinds = [
  // The battle and the declarations of a round
  entered,
  placed,
  began,
  declared,
  declarationsClosed,
  rolledInitiative,
  // What the segments bring
  segmentBegan,
  moved,
  freeMoved,
  freeActionTaken,
  rearmed,
  attacked,
  attackDelayed,
  movementAfterAttackScheduled,
  castingBegan,
  spellWentOff,
  spellForgone,
  firstAided,
  shieldReadied,
  drank,
  otherActionTaken,
  // What somebody is asked, and does about it
  questionAsked,
  actionLost,
  redirected,
  attackConfirmed,
  turnedAway,
  leftMelee,
  freeAttackAnswered,
  disengaged,
  pushed,
  pushForgone,
  roundEnded,
  ended,
  // Ambushes and checks
  ambushed,
  shouted,
  sighted,
  checked,
  skillRolled,
  // What the GM names, rules and puts right
  modifierAdded,
  surpriseSet,
  coverSet,
  lightingSet,
  markSet,
  freeAttackRuled,
  hurt,
  healed,
  tableGiven,
  tableRolled,
  repaired,
  killed,
  forceMoved,
  corrected,
  ...declareEffectEvents<State>(),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);
export const { event: eventSchema } = events;

/** Segment Rounds: declared actions, initiative segments, strike chance. */
export const segment = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'segment', title: 'Segment Rounds', entrantNoun: 'combatant' },
  content: {
    rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
    presets,
    encounters,
    lesson,
    // SEG-TABLE-1: the two that the book names and leaves to another chapter (SEG-CRIT-5, SEG-RUL-27; SEG-TABLE-4).
    gmTables: { verb: 'table', names: rulebookTables, missingCode: 'NO_TABLE' },
  },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, literalSettings },
  events,
  orders: {
    emptyBattle,
    enter: enterBattle,
    start: startBattle,
    finish: finishBattle,
    verbs: {
      declare,
      close: endDeclarations,
      next: advanceToNext,
      resolve: resolveSegments,
      redirect,
      forgo,
      keep: keepTarget,
      'turn-away': turnAway,
      'free-attack': freeAttack,
      push: pushDefender,
      shout,
      check: rollCheck,
      place,
      deploy,
      ambush,
      surprise,
      cover,
      light: setLighting,
      table: setOrRollTable,
      alert: markAlert,
      encumber: markEncumbered,
      invisible: markInvisible,
      mount: markMounted,
      modifier,
      'allow-free': allowFreeAttack,
      'deny-free': denyFreeAttack,
      'force-move': forceMove,
      damage,
      heal,
      repair,
      kill,
      stand,
      end: endBattle,
    },
    queries: { odds, sheet: sheetQuery, reach: reachQuery },
    standingOrderKinds: {
      declaration: declarationStandingOrderKind,
      shout: shoutStandingOrderKind,
      contingency: contingencyStandingOrderKind,
      'choose-again': chooseAgainStandingOrderKind,
      'free-attack': freeAttackStandingOrderKind,
      push: pushStandingOrderKind,
      'push-landing': pushLandingStandingOrderKind,
      start: startStandingOrderKind,
      resolve: resolveStandingOrderKind,
      close: closeStandingOrderKind,
    },
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
  gm: { corrections, modifiers, applyEffect, layout },
  sheets: { form: sheetForm, sheetChecks, spreadsheet, importMap },
  campaign: {
    carry: carryOverSheet,
    restore: restoreSheet,
    carriedSettings: (state) => ({ tables: formatTablesSetting(state) }),
  },
  tactics: { plans: tactics, quickPlans: quickTactics, advance: advanceTactics, sampleBelief },
});

/** What worked cases ask of the rules beside the battle itself: mostly tables. */
export type { AttackedEvent as Attacked } from './attack.ts';
export { castingTime } from './casting.ts';
export { stunConstitution as stunCon, stunThreshold } from './damage.ts';
export { attacksLostByAction as lostByMain } from './declaration/kept-attacks.ts';
export { defenseBonus, defenseRank } from './defense.ts';
export {
  distanceInFeet as distance,
  friendThreshold as friendOn,
  isEngaged as engaged,
  meleeMembers as meleeSizes,
  rollShotIntoMelee as rollIntoMelee,
} from './engagement.ts';
export { freeActionSegment, initiativeParts } from './initiative.ts';
export { allowanceFeet, movementRate as rateOf, squaresBySegment } from './movement.ts';
export { paces } from './settings.ts';
export type { Weapon } from './sheet.ts';
export {
  countAttackers as multipleAttackers,
  criticalThresholds as thresholds,
  readAttackRoll as readRoll,
} from './strike-chance.ts';
export { canMakeFreeAttack as mayStrikeFreely } from './withdrawal.ts';
export { currentWound as woundNow, effectiveTmr } from './wounds.ts';
export { refusals };
