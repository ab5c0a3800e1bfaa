import { refuse } from '../../core/refusal.ts';
import { rulebookAt } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { done, type Verb } from '../../rules/verb.ts';
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
import { actedBy, draws } from './acts.ts';
import { awaiting } from './awaiting.ts';
import { carry, restore } from './carry.ts';
import { corrections } from './corrections.ts';
import { withEffects } from './deeds.ts';
import { edition2 } from './editions/2.ts';
import { type Event, eventSchema } from './events.ts';
import { evolve } from './evolve.ts';
import { hang, modifiers } from './hanging.ts';
import { narrate } from './narrate.ts';
import { presets } from './presets.ts';
import { queries } from './queries/index.ts';
import { type Code, refusals } from './refusals.ts';
import { isFigure, seatOf } from './seats.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { standing } from './standing.ts';
import { blank, enter, goesOn, start } from './start.ts';
import { type State, sheetSchema, stateSchema, type Warband, without } from './state.ts';
import { tallied } from './tally.ts';
import { numbers, view } from './view.ts';

export { type Settings, settingsSchema } from './settings.ts';
export type { Warband, WrittenWarrior } from './state.ts';
export { hindrances, validated } from './warband.ts';
export * from './warband-building.ts';
export { weaponCost } from './warband-costs.ts';
export { warbandLines } from './warband-lines.ts';
export { problemText, warbandReport, writtenWarband } from './warband-report.ts';
export { namesFor } from './warrior-names.ts';
export { readWeapons, shapeWords, usualWeapons, weaponWords } from './weapon-words.ts';

type Verbs = Readonly<Record<string, Verb<State, Event, Code>>>;

/** The same verbs; in what they rule, effects can do all they say (DS-TRIG-1). */
const effectful = (verbs: Verbs): Verbs =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => {
      if (verb.kind === 'reply') return [name, verb];
      const { resolve, after } = verb;
      return [
        name,
        {
          ...verb,
          resolve: (draft, call, input) => resolve(withEffects(draft), call, input),
          after: after && ((draft) => after(withEffects(draft))),
        } satisfies typeof verb,
      ];
    }),
  );

/** dSkull Skirmish: small warbands, skull dice, alternating activations. */
export const dskull = defineRuleset<Warband, Settings, State, Event, Code>({
  id: 'dskull',
  title: 'dSkull Skirmish',
  editions: [edition2],
  entrant: 'warband',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  event: eventSchema,
  refusals,
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs: effectful({
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
  }),
  queries,
  corrections,
  goesOn: (draft) => goesOn(withEffects(draft)),
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
  start: (draft, call) => start(withEffects(draft), call),
  finish: ({ now, emit }, { winner, reason }) => {
    if (now().phase === 'over') return refuse('over-already');
    emit({ type: 'game-over', winners: winner === undefined ? [] : [winner], says: reason });
    return done;
  },
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
  actedBy,
  draws,
  view,
  narrate,
  tally: tallied,
});
