import { defineByDecision } from '../../rules/by-decision.ts';
import { rulebookAt } from '../../rules/rulebook.ts';
import { acts } from './acts.ts';
import { awaiting } from './awaiting.ts';
import { carry, restore } from './carry.ts';
import { corrections } from './corrections.ts';
import { edition2 } from './editions/2.ts';
import { eventSchema } from './events.ts';
import { evolve } from './evolve.ts';
import { settingsSchema, sheetSchema, stateSchema } from './model.ts';
import { narrate } from './narrate.ts';
import { numbers } from './numbers.ts';
import { presets } from './presets.ts';
import { queries } from './queries/list.ts';
import { refusals } from './refusals.ts';
import { standing } from './standing.ts';
import { blank, enter, finish, hang, modifiers, start } from './start.ts';
import { tallied } from './tally.ts';
import { verbs } from './verbs.ts';
import { view } from './view.ts';
import { without } from './without.ts';

/** Segment Rounds: declared actions, initiative segments, strike chance. */
export const segment = defineByDecision({
  id: 'segment',
  title: 'Segment Rounds',
  editions: [edition2],
  entrant: 'combatant',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  event: eventSchema,
  refusals,
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs,
  queries,
  corrections,
  modifiers,
  numbers,
  effects: ({ effects }) => effects,
  extent: ({ settings: { board }, effects, surprises, covers, adHocs, freeRulings, engagements }) => ({
    board: board === 'none' ? undefined : { columns: board.width, rows: board.height },
    laid: [effects, surprises, covers, adHocs, freeRulings, engagements].reduce((sum, { length }) => sum + length, 0),
  }),
  roundBegins: ['started', 'round-ended'],
  rollsForAll: ({ type }) => type === 'initiative-rolled',
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
  roster: ({ combatants }) =>
    combatants.map(({ id, team, life }) => ({ id, actor: id, side: team, up: life === 'up' })),
  standing,
  awaiting,
  acts,
  view,
  narrate,
  tally: tallied,
});
