import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { rulebookAt } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { activate } from './actions/activate.ts';
import { attack } from './actions/attack.ts';
import { attackAction } from './actions/attack-action.ts';
import { blast } from './actions/blast.ts';
import { board } from './actions/board.ts';
import { check } from './actions/check.ts';
import { dare } from './actions/dare.ts';
import { deploy } from './actions/deploy.ts';
import { drop } from './actions/drop.ts';
import { end } from './actions/end.ts';
import { gain } from './actions/gain.ts';
import { harm } from './actions/harm.ts';
import { interact } from './actions/interact.ts';
import { move } from './actions/move.ts';
import { next } from './actions/next.ts';
import { override } from './actions/override.ts';
import { policy } from './actions/policy.ts';
import { scenario } from './actions/scenario.ts';
import { set } from './actions/set.ts';
import { symbol } from './actions/symbol.ts';
import { tactics } from './actions/tactics.ts';
import { trigger } from './actions/trigger.ts';
import { acts } from './acts.ts';
import { awaiting } from './awaiting.ts';
import { carry, restore } from './carry.ts';
import { corrections } from './corrections.ts';
import { edition2 } from './editions/2.ts';
import { edition3 } from './editions/3.ts';
import { eventSchema } from './events.ts';
import { evolve } from './evolve.ts';
import { hang, modifiers } from './hanging.ts';
import { sheetSchema, stateSchema } from './model.ts';
import { narrate } from './narrate.ts';
import { numbers } from './numbers.ts';
import { presets } from './presets.ts';
import { queries } from './queries/index.ts';
import { refusals } from './refusals.ts';
import { isFigure, seatOf } from './seats.ts';
import { settingsSchema } from './settings.ts';
import { standing } from './standing.ts';
import { blank, enter, goesOn, start } from './start.ts';
import { tallied } from './tally.ts';
import { view } from './view.ts';
import { without } from './without.ts';

export type { Warband, WrittenWarrior } from './model.ts';
export { type Settings, settingsSchema } from './settings.ts';
export { hindrances, validated } from './warband.ts';
export * from './warband-building.ts';
export { weaponCost } from './warband-costs.ts';
export { warbandLines } from './warband-lines.ts';
export { problemText, warbandReport, writtenWarband } from './warband-report.ts';
export { namesFor } from './warrior-names.ts';
export { readWeapons, shapeWords, usualWeapons, weaponWords } from './weapon-words.ts';

/** dSkull Skirmish: small warbands, skull dice, alternating activations. */
export const dskull = defineRuleset({
  id: 'dskull',
  title: 'dSkull Skirmish',
  editions: [edition2, edition3],
  entrant: 'warband',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  event: eventSchema,
  refusals,
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs: {
    activate,
    gain,
    move,
    attack,
    'attack-action': attackAction,
    blast,
    symbol,
    dare,
    interact,
    drop,
    end,
    deploy,
    tactics,
    scenario,
    board,
    set,
    policy,
    override,
    harm,
    check,
    trigger,
    next,
  },
  queries,
  corrections,
  goesOn,
  modifiers,
  numbers,
  effects: ({ effects }) => effects,
  extent: ({ own, board = own?.board, things, triggers, effects }) => ({
    board: board && { columns: board.w, rows: board.h },
    laid: effects.length + triggers.length + Math.max(things.length, own?.things.length ?? 0),
  }),
  roundBegins: ['began', 'round-began'],
  without,
  blank,
  withSettings: (state, settings) => ({ ...state, settings }),
  enter,
  start,
  finish: (state, { winner, reason }) =>
    state.phase === 'over'
      ? refuse('over-already')
      : ok([{ type: 'game-over', winners: winner === undefined ? [] : [winner], says: reason }]),
  hang,
  evolve,
  carry,
  restore,
  status: ({ phase }) => (phase === 'setup' ? 'setup' : phase === 'over' ? 'ended' : 'active'),
  roster: (state) =>
    state.warriors.map((warrior) => ({
      id: warrior.id,
      actor: warrior.owner,
      side: seatOf(state, warrior.owner)?.team,
      up: warrior.removed === undefined && (isFigure(warrior) || state.phase === 'setup' || state.phase === 'deploy'),
    })),
  standing,
  awaiting,
  acts,
  view,
  narrate,
  tally: tallied,
});
