import { effectEvents } from '../../rules/effect-events.ts';
import { type EventIn, eventTable } from '../../rules/event.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import { actionSpent, actionsChanged } from './activation/actions.ts';
import {
  activate,
  activated,
  activationEnded,
  activationKind,
  activationPrevented,
  end,
  settle,
  tollPaid,
  turnKind,
} from './activation/activation.ts';
import { attackAction, attacksGained } from './activation/attack-actions.ts';
import { blast, blasted, blastStruck } from './attack/area-attacks.ts';
import { attack, attacked } from './attack/attack.ts';
import { attackPaid } from './attack/declaration.ts';
import { odds } from './attack/odds.ts';
import { awaiting } from './awaiting.ts';
import { board, ground, groundDrawn, layout } from './board/drawing.ts';
import { takesMap } from './board/map.ts';
import { carry, restore } from './carry.ts';
import { conditionGained, conditionLost, removed, thingDropped } from './conditions.ts';
import { corrected, corrections, hang, modifiers, override } from './corrections.ts';
import { deploy, deployed, deployRest, placementKind } from './deployment.ts';
import { drop, dropKind, policy, policySet } from './dice/removal.ts';
import { edition2 } from './editions/2.ts';
import { edition3 } from './editions/3.ts';
import { edition4 } from './editions/4.ts';
import { encounters } from './encounters.ts';
import { zone } from './engagement.ts';
import { set, settingsSet } from './gm-settings.ts';
import { harm, harmed } from './harm/hazards.ts';
import { thingHurt } from './harm/objects.ts';
import { tokenMoved } from './initiative.ts';
import { doorToggled, interact, thingGiven, thingTaken, thingUsed, treated } from './interaction.ts';
import { lesson } from './lesson.ts';
import { los } from './line-of-sight.ts';
import { dare, moraleTested } from './morale.ts';
import { cost } from './movement/path.ts';
import { gain, mpGained } from './movement/points.ts';
import { move, moved, stepped } from './movement/walk.ts';
import { believed } from './plans/beliefs.ts';
import { advance, plans, quickPlans } from './plans/plans.ts';
import { presets } from './presets.ts';
import { type Code, refusals } from './refusals.ts';
import { cleanupBegan, currentSet, resolutionBegan, roundBegan, roundEnded, tactics, tacticsKind } from './rounds.ts';
import { ending, scored } from './scenarios/points.ts';
import { scenario, scenarioChosen } from './scenarios/scenario.ts';
import { ended } from './scenarios/victory.ts';
import { asWritten, type Settings, settingsSchema } from './settings.ts';
import { began, canContinue, emptyBattle, enter, entered, finish, next, nextKind, start } from './setup.ts';
import { sheetSchema, type Warband } from './sheet.ts';
import { form } from './sheet-form.ts';
import { check, tested } from './skill-tests.ts';
import { skill, special, specialLifted, specialSet, specialUsed } from './special-skills.ts';
import { type State, stateSchema, withoutFigures } from './state.ts';
import { symbol, symbolSpent, tacticsTested } from './tactics.ts';
import { withEffects, withEffectsIn } from './triggers/effects.ts';
import { trigger, triggered, triggerLifted, triggerSet } from './triggers/triggers.ts';
import { battleStatus, roster, view, winners } from './view.ts';
import { numbers } from './visibility.ts';
import { spreadsheet } from './warband/spreadsheet.ts';

const kinds = [
  // Before the battle
  entered,
  scenarioChosen,
  groundDrawn,
  settingsSet,
  policySet,
  began,
  deployed,
  // Rounds
  roundBegan,
  tokenMoved,
  tacticsTested,
  resolutionBegan,
  currentSet,
  cleanupBegan,
  roundEnded,
  scored,
  ending,
  ended,
  // Activations
  activated,
  activationPrevented,
  tollPaid,
  actionSpent,
  actionsChanged,
  attacksGained,
  symbolSpent,
  mpGained,
  stepped,
  moved,
  moraleTested,
  doorToggled,
  thingTaken,
  thingGiven,
  thingDropped,
  thingUsed,
  treated,
  tested,
  specialUsed,
  activationEnded,
  // Fights
  attackPaid,
  attacked,
  blasted,
  blastStruck,
  thingHurt,
  harmed,
  conditionGained,
  conditionLost,
  removed,
  // Effects, and what the GM puts right
  specialSet,
  specialLifted,
  triggerSet,
  triggerLifted,
  triggered,
  corrected,
  ...effectEvents<State>(),
] as const;
export type Event = EventIn<typeof kinds>;

const events = eventTable<State, typeof kinds>(kinds);
export const { event: eventSchema } = events;

// What worked cases and benches ask of the rules beside orders, queries and views.
export { rangeBand } from './attack/ranged.ts';
export { distance, onBoard } from './board/board.ts';
export { directOpponent } from './dice/opponent.ts';
export { dropFault, dropFrom, dropId, facesAsked } from './dice/removal.ts';
export { type Counting, countOf, poolSize, rollDice, type SkullRoll } from './dice/roll.ts';
export { flanked, terrainOf } from './engagement.ts';
export { settingKeys } from './gm-settings.ts';
export type { Harm } from './harm/harm.ts';
export { firstHolder } from './initiative.ts';
export { type Corner, cornerOf, corners, coverOf, sight, unawareOf } from './line-of-sight.ts';
export { reachable, wayOf } from './movement/path.ts';
export { inPlay, seatsFrom } from './players.ts';
export { refusals } from './refusals.ts';
export { readyWarriors as readyOf } from './rounds.ts';
export { scenarios } from './scenarios/plans.ts';
export { cairnPoints } from './scenarios/points.ts';
// What the workbench of warbands is made with.
export type { Settings } from './settings.ts';
export { settingsSchema } from './settings.ts';
export { liveWarrior } from './setup.ts';
export type { Warband, WrittenWarrior } from './sheet.ts';
export { sheetSchema } from './sheet.ts';
export { combinedStep, innate } from './skill-tests.ts';
export { specialText } from './special-skills.ts';
export {
  emptyWarband,
  readSkills,
  toggled,
  type WarriorParts,
  withChanges,
  withCopy,
  withLevel,
  withoutWarrior,
  withPrimaryRace,
  withWarrior,
  writtenWarrior,
} from './warband/building.ts';
export { forSale, priceOf, skillCost, weaponCost } from './warband/costs.ts';
export { warbandLines } from './warband/lines.ts';
export { problemText, warbandReport, writtenWarband } from './warband/report.ts';
export { hindrances, validated } from './warband/validation.ts';
export { namesFor } from './warband/warrior-names.ts';
export { readWeapons, shapeWords, usualWeapons, weaponWords } from './warband/weapon-words.ts';

/** What follows what is done in an activation: it may be over by itself (DS-ACT-9). */
const settles = withFollowUp<State, Event, Code>(settle);

/** dSkull Skirmish: small warbands, skull dice, alternating activations. */
export const dskull = defineRuleset<Warband, Settings, State, Event, Code>({
  ...events,
  id: 'dskull',
  title: 'dSkull Skirmish',
  editions: [edition2, edition3, edition4],
  entrant: 'warband',
  goesByPerson: true,
  sheet: sheetSchema,
  settings: settingsSchema,
  asWritten,
  state: stateSchema,
  refusals,
  rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
  presets,
  encounters,
  lesson,
  spreadsheet,
  form,
  takesMap,
  verbs: withEffectsIn({
    activate,
    gain: settles(gain),
    move: settles(move),
    attack: settles(attack),
    'attack-action': settles(attackAction),
    blast: settles(blast),
    symbol: settles(symbol),
    dare,
    interact: settles(interact),
    special: settles(special),
    drop,
    end,
    deploy,
    'deploy-rest': deployRest,
    tactics,
    scenario,
    board,
    set,
    policy,
    override,
    harm,
    check,
    trigger,
    skill,
    next,
  }),
  queries: { los, cost, zone, odds, status: battleStatus, ground },
  corrections,
  goesOn: (draft) => canContinue(withEffects(draft)),
  modifiers,
  lots: [],
  numbers,
  standing: {
    'drop-dice': dropKind,
    placement: placementKind,
    activation: activationKind,
    turn: turnKind,
    tactics: tacticsKind,
    next: nextKind,
  },
  blank: emptyBattle,
  enter,
  start: (draft, call) => start(withEffects(draft), call),
  finish,
  hang,
  extent: ({ own, board: fought = own?.board, things, triggers, specials, effects }) => ({
    board: fought && { columns: fought.w, rows: fought.h },
    laid: effects.length + triggers.length + specials.length + Math.max(things.length, own?.things.length ?? 0),
  }),
  layout,
  carry,
  restore,
  status: ({ phase }) => (phase === 'setup' ? 'setup' : phase === 'over' ? 'ended' : 'active'),
  roster,
  winners,
  without: withoutFigures,
  awaiting,
  tactics: plans,
  quickTactics: quickPlans,
  advance,
  believed,
  view,
});
