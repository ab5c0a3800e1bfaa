import { declareEffectEvents } from '../../rules/effect-events.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { ambush, ambushed, shout, shouted, shoutKind } from './ambush.ts';
import { attacked, attackWaits } from './attack.ts';
import { movesAfterAttack } from './attack-and-move.ts';
import { checked, sighted } from './attribute-checks.ts';
import { carry, restore } from './carry.ts';
import { castingBegan, spellForgone, spellWentOff } from './casting.ts';
import { check } from './check.ts';
import {
  alert,
  cover,
  coverNamed,
  encumber,
  invisible,
  light,
  lightNamed,
  markSet,
  modifier,
  modifierNamed,
  mount,
  stand,
  surprise,
  surpriseNamed,
} from './circumstances.ts';
import {
  chooseAgainKind,
  choseOn,
  contingencyKind,
  forgo,
  keep,
  questionAsked,
  redirect,
  redirected,
  turnAway,
  turnedAway,
} from './contingency/answers.ts';
import { lost } from './contingency/loss.ts';
import { applyEffect, corrected, corrections, modifiers } from './corrections.ts';
import { damage, heal, healed, hurt, kill, killed, repair, repaired } from './damage.ts';
import { close, closed, closeKind } from './declaration/close.ts';
import { declarationKind, declare, declared } from './declaration/declaration.ts';
import { edition2 } from './editions/2.ts';
import { edition3 } from './editions/3.ts';
import { encounters } from './encounters.ts';
import { drank, freeActed, rearmed, shieldReadied } from './equipment.ts';
import { expectedActions } from './expected-actions.ts';
import { firstAided } from './first-aid.ts';
import { forceMove, forceMoved } from './forced-moves.ts';
import { rolledInitiative } from './initiative.ts';
import { lesson } from './lesson.ts';
import { importMap } from './map.ts';
import { freeMoved, moved } from './movement.ts';
import { odds } from './odds.ts';
import { deploy, layout, place, placed } from './placing.ts';
import { presets } from './presets.ts';
import { landingKind, push, pushed, pushKind, pushPassed } from './push.ts';
import { reach } from './reach.ts';
import { type Code, refusals } from './refusals.ts';
import { didOther, next, resolve, resolveKind, segmentBegan, startKind } from './round/round.ts';
import { roundEnded } from './round/round-end.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import { began, emptyBattle, end, ended, enter, entered, finish, start } from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetChecks } from './sheet-checks.ts';
import { form } from './sheet-form.ts';
import { skillRolled } from './skills.ts';
import { spreadsheet } from './spreadsheet.ts';
import { buildRoster, type State, stateSchema, withoutCombatants } from './state.ts';
import { formatTablesSetting, rulebookTables } from './table-rows.ts';
import { table, tableGiven, tableRolled } from './tables.ts';
import { sampleBelief } from './tactics/beliefs.ts';
import { advance, quickTactics, tactics } from './tactics/tactics.ts';
import { sheet, view } from './view.ts';
import { numberTerms } from './visibility.ts';
import {
  allowFree,
  denyFree,
  freeAnswered,
  freeAttack,
  freeAttackKind,
  freeAttackRuled,
  gotAway,
  leaving,
} from './withdrawal.ts';

const kinds = [
  // The battle and the declarations of a round
  entered,
  placed,
  began,
  declared,
  closed,
  rolledInitiative,
  // What the segments bring
  segmentBegan,
  moved,
  freeMoved,
  freeActed,
  rearmed,
  attacked,
  attackWaits,
  movesAfterAttack,
  castingBegan,
  spellWentOff,
  spellForgone,
  firstAided,
  shieldReadied,
  drank,
  didOther,
  // What somebody is asked, and does about it
  questionAsked,
  lost,
  redirected,
  choseOn,
  turnedAway,
  leaving,
  freeAnswered,
  gotAway,
  pushed,
  pushPassed,
  roundEnded,
  ended,
  // Ambushes and checks
  ambushed,
  shouted,
  sighted,
  checked,
  skillRolled,
  // What the GM names, rules and puts right
  modifierNamed,
  surpriseNamed,
  coverNamed,
  lightNamed,
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
export type Event = EventUnion<typeof kinds>;

const events = createEventTable<State, typeof kinds>(kinds);
export const { event: eventSchema } = events;

/** Segment Rounds: declared actions, initiative segments, strike chance. */
export const segment = defineRuleset<Sheet, Settings, State, Event, Code>({
  ...events,
  id: 'segment',
  title: 'Segment Rounds',
  editions: [edition2, edition3],
  entrantNoun: 'combatant',
  sheet: sheetSchema,
  settings: settingsSchema,
  literalSettings: literalSettings,
  state: stateSchema,
  refusals,
  rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
  presets,
  encounters,
  lesson,
  form,
  sheetChecks: sheetChecks,
  spreadsheet,
  importMap: importMap,
  // SEG-TABLE-1: the two that the book names and leaves to another chapter (SEG-CRIT-5, SEG-RUL-27; SEG-TABLE-4).
  gmTables: { verb: 'table', names: rulebookTables, missingCode: 'NO_TABLE' },
  verbs: {
    declare,
    close,
    next,
    resolve,
    redirect,
    forgo,
    keep,
    'turn-away': turnAway,
    'free-attack': freeAttack,
    push,
    shout,
    check,
    place,
    deploy,
    ambush,
    surprise,
    cover,
    light,
    table,
    alert,
    encumber,
    invisible,
    mount,
    modifier,
    'allow-free': allowFree,
    'deny-free': denyFree,
    'force-move': forceMove,
    damage,
    heal,
    repair,
    kill,
    stand,
    end,
  },
  queries: { odds, sheet, reach },
  corrections,
  modifiers,
  lotDice: ['which friend'],
  numberTerms: numberTerms,
  standingOrderKinds: {
    declaration: declarationKind,
    shout: shoutKind,
    contingency: contingencyKind,
    'choose-again': chooseAgainKind,
    'free-attack': freeAttackKind,
    push: pushKind,
    'push-landing': landingKind,
    start: startKind,
    resolve: resolveKind,
    close: closeKind,
  },
  emptyBattle: emptyBattle,
  enter,
  start,
  finish,
  applyEffect: applyEffect,
  battleSize: ({ settings: { board }, effects, surprises, covers, adHocs, freeRulings, engagements }) => ({
    board: board === 'none' ? undefined : { columns: board.width, rows: board.height },
    effectCount: [effects, surprises, covers, adHocs, freeRulings, engagements].reduce(
      (sum, { length }) => sum + length,
      0,
    ),
  }),
  roster: buildRoster(
    ({ team }) => team,
    ({ life }) => life === 'up',
  ),
  lifeLeft: ({ combatants }) =>
    Object.fromEntries(combatants.map(({ id, hp, sheet }) => [id, Math.max(0, hp) / Math.max(1, sheet.maxHp)])),
  withoutCombatants: withoutCombatants,
  expectedActions: expectedActions,
  tactics,
  quickTactics,
  advance,
  sampleBelief: sampleBelief,
  carriedSettings: (state) => ({ tables: formatTablesSetting(state) }),
  layout,
  carry,
  restore,
  view,
});

/** What worked cases ask of the rules beside the battle itself: mostly tables. */
export type { AttackedEvent as Attacked } from './attack.ts';
export { castingTime } from './casting.ts';
export { criticalThresholds as thresholds, readAttackRoll as readRoll } from './critical-hits.ts';
export { stunConstitution as stunCon, stunThreshold } from './damage.ts';
export { attacksLostByAction as lostByMain } from './declaration/kept-attacks.ts';
export { defenseBonus, defenseRank } from './defense.ts';
export { distance, isEngaged as engaged } from './engagement.ts';
export { freeActionSegment, initiativeParts } from './initiative.ts';
export {
  friendThreshold as friendOn,
  meleeMembers as meleeSizes,
  rollShotIntoMelee as rollIntoMelee,
} from './into-melee.ts';
export { allowanceFeet, movementRate as rateOf, squaresBySegment } from './movement.ts';
export { paces } from './settings.ts';
export type { Weapon } from './sheet.ts';
export { multipleAttackers } from './strike-chance.ts';
export { canMakeFreeAttack as mayStrikeFreely } from './withdrawal.ts';
export { currentWound as woundNow, effectiveTmr } from './wounds.ts';
export { refusals };
