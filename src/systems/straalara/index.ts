import { effectEvents } from '../../rules/effect-events.ts';
import { type EventIn, eventTable } from '../../rules/event.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import { attackDropped, attacked, struck } from './attack.ts';
import { awaiting, due } from './awaiting.ts';
import { botch, botches, botchKind, botchSettled } from './botches.ts';
import { carry, restore } from './carry.ts';
import { corrected, corrections, hang, modifiers } from './corrections.ts';
import { stepLost } from './daze.ts';
import { defend, defended, defenseKind } from './defense/defense.ts';
import { endReached, queued, tookEffect } from './delayed.ts';
import { edition2 } from './editions/2.ts';
import { encounters } from './encounters.ts';
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
import { asWritten, type Settings, settingsSchema } from './settings.ts';
import { began, begin, emptyBattle, endCombat, ended, enter, entered, finish, start } from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetChecks } from './sheet-checks.ts';
import { form } from './sheet-form.ts';
import { heldBack, stepClosed, stepOpened } from './simultaneous.ts';
import { spreadsheet } from './spreadsheet.ts';
import { actionsOpened } from './stance.ts';
import { able, rosterBy, running, type State, stateSchema, withoutCombatants } from './state.ts';
import { lapsed, lapseKind, pass, passed, take, taken, turnKind } from './step.ts';
import { believed } from './tactics/beliefs.ts';
import { quickTactics, tactics } from './tactics/tactics.ts';
import { gmTurnKind, next, settle, turnEnded } from './turns.ts';
import { battleState, view } from './view.ts';
import { numbers } from './visibility.ts';
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
  ...effectEvents<State>(),
  ended,
] as const;
export type Event = EventIn<typeof kinds>;

/** The combat moves on until it waits for somebody again. */
const settles = withFollowUp<State, Event, Code>(settle);

const events = eventTable<State, typeof kinds>(kinds);
export const eventSchema = events.event;

export const straalara = defineRuleset<Sheet, Settings, State, Event, Code>({
  ...events,
  id: 'straalara',
  title: 'Straalara combat turns',
  editions: [edition2],
  entrant: 'combatant',
  sheet: sheetSchema,
  settings: settingsSchema,
  asWritten,
  state: stateSchema,
  refusals,
  badSheet: 'BAD_SHEET',
  badSettings: 'BAD_SETTING',
  rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
  presets,
  encounters,
  lesson,
  form,
  checks: sheetChecks,
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
  lots: [],
  numbers,
  standing: {
    initiative: initiativeKind,
    declaration: declarationKind,
    defense: defenseKind,
    turn: turnKind,
    lapse: lapseKind,
    botch: botchKind,
    gm: gmTurnKind,
  },
  blank: emptyBattle,
  enter,
  start,
  finish,
  hang,
  extent: ({ effects, combatants }) => ({
    board: undefined,
    laid: effects.length + combatants.reduce((sum, { modifiers: given }) => sum + given.length, 0),
  }),
  status: (battle) => (battle.stage === 'SETUP' ? 'setup' : running(battle) ? 'active' : 'ended'),
  roster: rosterBy(({ side }) => side, able),
  lifeLeft: ({ combatants, settings: { healthTrack } }) =>
    Object.fromEntries(
      combatants.map(({ name, lost }) => [name, Math.max(0, healthTrack.length - lost) / healthTrack.length]),
    ),
  without: withoutCombatants,
  awaiting,
  due,
  tactics,
  quickTactics,
  believed,
  carry,
  restore,
  view,
});

/** What worked cases and tables of odds ask of the rules beside the battle itself. */
export { atLeast, mean, strikeChances, successChances } from './chances.ts';
export { ratingOf } from './initiative.ts';
export { attackPlan } from './maneuvers.ts';
export { classOf } from './nomination/action.ts';
export { nominationGroup } from './nomination/order.ts';
export { counted, type Family, rollPool } from './pools.ts';
export { currentStep, simultaneous } from './simultaneous.ts';
export { levelOf, woundPenalty } from './wounds.ts';
export { refusals, type Settings };
