import { declareEffectEvents } from '../../rules/effect-events.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import { attackDropped, attacked, struck } from './attack.ts';
import { botch, botches, botchKind, botchSettled } from './botches.ts';
import { carry, restore } from './carry.ts';
import { applyEffect, corrected, corrections, modifiers } from './corrections.ts';
import { stepLost } from './daze.ts';
import { defend, defended, defenseKind } from './defense/defense.ts';
import { endReached, queued, tookEffect } from './delayed.ts';
import { edition2 } from './editions/2.ts';
import { encounters } from './encounters.ts';
import { expectedActions, firstExpectedAction } from './expected-actions.ts';
import { harm, heal, healed, life, lifeSet, remove, removed } from './gm-commands.ts';
import { importers } from './imports/importers.ts';
import { initiative, initiativeKind, nominationsOpened, rolledInitiative } from './initiative.ts';
import { lesson } from './lesson.ts';
import { mod, modified } from './modifiers.ts';
import { declarationKind, declare, declared, nominate, nominated, opened } from './nomination/declaration.ts';
import { intend, sealBroken, sealed, stance } from './nomination/seal.ts';
import { odds } from './odds.ts';
import { acted, readied } from './plain-actions.ts';
import { pools } from './pool-list.ts';
import { presets } from './presets.ts';
import { type Code, refusals } from './refusals.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import { began, begin, emptyBattle, endCombat, ended, enter, entered, finish, start } from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetChecks } from './sheet-checks.ts';
import { form } from './sheet-form.ts';
import { heldBack, stepClosed, stepOpened } from './simultaneous.ts';
import { spreadsheet } from './spreadsheet.ts';
import { actionsOpened } from './stance.ts';
import { buildRoster, isAble, isRunning, type State, stateSchema, withoutCombatants } from './state.ts';
import { lapsed, lapseKind, pass, passed, take, taken, turnKind } from './step.ts';
import { sampleBelief } from './tactics/beliefs.ts';
import { quickTactics, tactics } from './tactics/tactics.ts';
import { advanceAfterOrder, gmTurnKind, next, turnEnded } from './turns.ts';
import { battleState, view } from './view.ts';
import { numberTerms } from './visibility.ts';
import { wounded } from './wounds.ts';

const kinds = [
  // The combat and its initiative
  entered,
  began,
  rolledInitiative,
  nominationsOpened,
  // Nominations, and the steps that follow from them
  sealed,
  sealBroken,
  declared,
  nominated,
  opened,
  actionsOpened,
  stepLost,
  stepOpened,
  // What is done in a step
  taken,
  passed,
  lapsed,
  attacked,
  defended,
  struck,
  attackDropped,
  acted,
  // What waits, and what becomes of one
  queued,
  heldBack,
  stepClosed,
  wounded,
  readied,
  endReached,
  tookEffect,
  turnEnded,
  // What the GM rules
  modified,
  botchSettled,
  healed,
  lifeSet,
  removed,
  corrected,
  ...declareEffectEvents<State>(),
  ended,
] as const;
export type Event = EventUnion<typeof kinds>;

/** The combat moves on until it waits for somebody again. */
const settles = withFollowUp<State, Event, Code>(advanceAfterOrder);

const events = createEventTable<State, typeof kinds>(kinds);
export const eventSchema = events.event;

export const straalara = defineRuleset<Sheet, Settings, State, Event, Code>({
  ...events,
  id: 'straalara',
  title: 'Straalara combat turns',
  editions: [edition2],
  entrantNoun: 'combatant',
  sheet: sheetSchema,
  settings: settingsSchema,
  literalSettings: literalSettings,
  state: stateSchema,
  refusals,
  badSheetCode: 'BAD_SHEET',
  badSettingsCode: 'BAD_SETTING',
  rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
  presets,
  encounters,
  lesson,
  form,
  sheetChecks: sheetChecks,
  importers,
  spreadsheet,
  verbs: {
    initiative: settles(initiative),
    stance: settles(stance),
    declare: settles(declare),
    intend: settles(intend),
    nominate: settles(nominate),
    take: settles(take),
    pass: settles(pass),
    defend: settles(defend),
    begin,
    mod,
    botch: settles(botch),
    harm: settles(harm),
    heal: settles(heal),
    life: settles(life),
    remove: settles(remove),
    next: settles(next),
    'end-combat': endCombat,
  },
  queries: { odds, pools, botches, state: battleState },
  corrections,
  modifiers,
  lotDice: [],
  numberTerms: numberTerms,
  standingOrderKinds: {
    initiative: initiativeKind,
    declaration: declarationKind,
    defense: defenseKind,
    turn: turnKind,
    lapse: lapseKind,
    botch: botchKind,
    gm: gmTurnKind,
  },
  emptyBattle: emptyBattle,
  enter,
  start,
  finish,
  applyEffect: applyEffect,
  battleSize: ({ effects, combatants }) => ({
    board: undefined,
    effectCount: effects.length + combatants.reduce((sum, { modifiers: given }) => sum + given.length, 0),
  }),
  status: (battle) => (battle.stage === 'SETUP' ? 'setup' : isRunning(battle) ? 'active' : 'ended'),
  roster: buildRoster(({ side }) => side, isAble),
  lifeLeft: ({ combatants, settings: { healthTrack } }) =>
    Object.fromEntries(
      combatants.map(({ name, lost }) => [name, Math.max(0, healthTrack.length - lost) / healthTrack.length]),
    ),
  withoutCombatants: withoutCombatants,
  expectedActions: expectedActions,
  firstExpectedAction: firstExpectedAction,
  tactics,
  quickTactics,
  sampleBelief: sampleBelief,
  carry,
  restore,
  view,
});

/** What worked cases and tables of odds ask of the rules beside the battle itself. */
export {
  attackChances as strikeChances,
  chanceOfAtLeast as atLeast,
  meanOf as mean,
  successChances,
} from './chances.ts';
export { initiativeRating as ratingOf } from './initiative.ts';
export { planAttack as attackPlan } from './maneuvers.ts';
export { actionClass as classOf } from './nomination/action.ts';
export { nominationGroup } from './nomination/order.ts';
export { countSuccesses as counted, type RollFamily as Family, rollPool } from './pools.ts';
export { areSimultaneous as simultaneous, currentStep } from './simultaneous.ts';
export { healthLevelOf as levelOf, woundPenalty } from './wounds.ts';
export { refusals, type Settings };
