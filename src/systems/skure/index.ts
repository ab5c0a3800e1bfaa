import { z } from 'zod';
import { rulebookAt } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { followedBy } from '../../rules/verb.ts';
import { deploy } from './actions/deploy.ts';
import { place } from './actions/place.ts';
import { ruleStunt } from './actions/rule-stunt.ts';
import { ask, say } from './actions/say.ts';
import { skip } from './actions/skip.ts';
import { stunt } from './actions/stunt.ts';
import { actedBy, draws } from './acts.ts';
import { aim, sight } from './aim.ts';
import { attack } from './attack/attack.ts';
import { odds } from './attack/odds.ts';
import { awaiting } from './awaiting.ts';
import { breath } from './breath.ts';
import { carry, restore } from './carry.ts';
import { charge } from './charge.ts';
import { corrections } from './corrections.ts';
import { counter } from './counter.ts';
import { revive } from './death.ts';
import { guard, release } from './defending-ally/guard.ts';
import { intercept } from './defending-ally/interception.ts';
import { defend, end } from './defending-self.ts';
import { edition2 } from './editions/2.ts';
import { evolve } from './evolve.ts';
import { type KindEvent, table } from './kinds.ts';
import { type LegacyEvent, eventSchema as legacySchema } from './model.ts';
import { cost, move, reach } from './movement/movement.ts';
import { narrate } from './narrate.ts';
import { numbers } from './numbers.ts';
import { presets } from './presets.ts';
import { type Code, refusals } from './refusals.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { cast } from './spells.ts';
import { standing } from './standing.ts';
import { blank, enter, finish, hang, start } from './start.ts';
import { rateTerms, type State, stateSchema, without } from './state.ts';
import { tallied } from './tally.ts';
import { turn } from './turning.ts';
import { endTurn, settle } from './turns.ts';
import { roster, view } from './view.ts';

export type Event = LegacyEvent | KindEvent;
/** What any event looks like. */
export const eventSchema = z.union([table.event, legacySchema]);

/** What follows an order that may leave the turn as it is. */
const settled = followedBy<State, Event, Code>(settle);

/** What follows an action: it ends the turn (SK-TURN-6). */
const endsTurn = followedBy<State, Event, Code>((draft) => {
  endTurn(draft);
  settle(draft);
});

/** Skure: a turn-based fight of teams on a square grid, with facing, one d100 and seven stages. */
export const skure = defineRuleset<Sheet, Settings, State, Event, Code>({
  id: 'skure',
  title: 'Skure',
  editions: [edition2],
  entrant: 'combatant',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  event: eventSchema,
  refusals,
  badSheet: 'BAD_SHEET',
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs: {
    attack: endsTurn(attack),
    move: settled(move),
    turn,
    charge: endsTurn(charge),
    aim: endsTurn(aim),
    defend: endsTurn(defend),
    guard: endsTurn(guard),
    release,
    intercept,
    counter: endsTurn(counter),
    cast: endsTurn(cast),
    breath: endsTurn(breath),
    end: endsTurn(end),
    stunt,
    'rule-stunt': settled(ruleStunt),
    say,
    ask,
    revive: settled(revive),
    place: settled(place),
    deploy,
    skip: settled(skip),
  },
  queries: { odds, sight, reach, cost },
  corrections,
  modifiers: rateTerms,
  numbers,
  effects: ({ effects }) => effects,
  extent: ({ board, effects, combatants, stunts }) => ({
    board: { columns: board.width, rows: board.height },
    laid: effects.length + stunts.length + combatants.reduce((sum, { conditions }) => sum + conditions.length, 0),
  }),
  roundBegins: ['started', 'round-began'],
  rollsForAll: (event) => event.type === 'placed' && event.lot !== undefined,
  without,
  blank,
  withSettings: (state, settings) => ({ ...state, settings }),
  enter,
  start,
  finish,
  hang,
  evolve,
  carry,
  restore,
  status: ({ status }) => status,
  roster,
  standing,
  awaiting,
  actedBy,
  draws,
  view,
  narrate,
  tally: tallied,
});
