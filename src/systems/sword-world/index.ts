import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { rulebookAt } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { acts } from './acts.ts';
import { awaiting } from './awaiting.ts';
import { carry, restore } from './carry.ts';
import { corrections } from './corrections.ts';
import { edition2 } from './editions/2.ts';
import { edition3 } from './editions/3.ts';
import { eventSchema } from './events.ts';
import { evolve } from './evolve.ts';
import { hang, modifiers } from './hanging.ts';
import { stateSchema } from './model.ts';
import { narrate } from './narrate.ts';
import { numbers } from './numbers.ts';
import { presets } from './presets.ts';
import { odds } from './queries/odds.ts';
import { opening } from './queries/opening.ts';
import { reach } from './queries/reach.ts';
import { sight } from './queries/sight.ts';
import { refusals } from './refusals.ts';
import { goesOn } from './rounds.ts';
import { settingsSchema } from './settings.ts';
import { sheetSchema, sides } from './sheet.ts';
import { standing } from './standing.ts';
import { blank, enter, start } from './start.ts';
import { tallied } from './tally.ts';
import { unitAble } from './units.ts';
import { verbs } from './verbs.ts';
import { view } from './view.ts';
import { without } from './without.ts';

/** Sword World combat, Simplified and Standard. */
export const swordWorld = defineRuleset({
  id: 'sword-world',
  title: 'Sword World',
  editions: [edition2, edition3],
  entrant: 'unit',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  event: eventSchema,
  refusals,
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs,
  queries: { odds, sight, reach, opening },
  corrections,
  goesOn,
  modifiers,
  numbers,
  effects: ({ effects }) => effects,
  extent: ({ effects, ground, units, field }) => ({
    board: undefined,
    laid:
      effects.length +
      ground.length +
      field.obstacles.length +
      units.reduce((sum, unit) => sum + unit.effects.length + unit.statuses.length, 0),
  }),
  roundBegins: ['combat-began', 'round-opened'],
  rollsForAll: ({ type }) => type === 'initiative',
  without,
  blank,
  withSettings: (state, settings) => ({ ...state, settings }),
  enter,
  start: (state, _call, dice) => start(state, dice),
  finish: (state, { winner, reason }) => {
    const side = sides.find((each) => each === winner || (winner !== undefined && state.sideNames[each] === winner));
    return state.stage === 'closed'
      ? refuse('E_NOT_NOW', { why: 'the battle is closed' })
      : ok([{ type: 'closed', outcome: { ...(side && { winner: side }), reason } }]);
  },
  hang,
  evolve,
  carry,
  restore,
  status: ({ stage }) => (stage === 'gathering' ? 'setup' : stage === 'closed' ? 'ended' : 'active'),
  roster: ({ units, sideNames }) =>
    units.map((unit) => ({
      id: unit.id,
      actor: unit.id,
      side: unit.side && (sideNames[unit.side] ?? unit.side),
      up: unitAble(unit),
      parts: unit.bodies.flatMap(({ id }) => (id === unit.id ? [] : [id])),
    })),
  standing,
  awaiting,
  acts,
  view,
  narrate,
  tally: tallied,
});
