import { rulebookAt } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { acts } from './acts.ts';
import { awaiting } from './awaiting.ts';
import { carry, restore } from './carry.ts';
import { corrections } from './corrections.ts';
import { edition2 } from './editions/2.ts';
import { type Event, eventSchema } from './events.ts';
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

/** What happens as the segments run: somebody unseen may have had a moment among it, and rolled. */
const inSegments: readonly Event['type'][] = [
  'segment-began',
  'moved',
  'free-moved',
  'free-acted',
  'rearmed',
  'leaving',
  'got-away',
  'attacked',
  'attack-waits',
  'lost',
  'casting-began',
  'spell-went-off',
  'spell-forgone',
  'did-other',
  'shield-readied',
  'drank',
  'round-ended',
];

/** Segment Rounds: declared actions, initiative segments, strike chance. */
export const segment = defineRuleset({
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
  rollsForAll: ({ type }) => type === 'initiative-rolled' || inSegments.includes(type),
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
