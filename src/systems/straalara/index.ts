import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { defineByDecision } from '../../rules/by-decision.ts';
import { rulebookAt } from '../../rules/rulebook.ts';
import { verbs } from './actions/index.ts';
import { acts } from './acts.ts';
import { awaiting } from './awaiting.ts';
import { carry, restore } from './carry.ts';
import { corrections, modifiers } from './corrections.ts';
import { edition2 } from './editions/2.ts';
import { type Event, eventSchema } from './events.ts';
import { evolve } from './evolve.ts';
import { blank, type State, stateSchema } from './model.ts';
import { narrate } from './narrate.ts';
import { numbers } from './numbers.ts';
import { presets } from './presets.ts';
import { queries } from './queries/index.ts';
import { type Code, refusals } from './refusals.ts';
import { able, combatantCalled, running } from './roster.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { standing } from './standing.ts';
import { enter, finish, start } from './start.ts';
import { tallied } from './tally.ts';
import { view } from './view.ts';
import { without } from './without.ts';

export const straalara = defineByDecision<Sheet, Settings, State, Event, Code>({
  id: 'straalara',
  title: 'Straalara combat turns',
  editions: [edition2],
  entrant: 'combatant',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  event: eventSchema,
  refusals,
  badSheet: 'BAD_SHEET',
  badSettings: 'BAD_SETTING',
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs,
  queries,
  corrections,
  modifiers,
  numbers,
  effects: ({ effects }) => effects,
  extent: ({ effects, combatants }) => ({
    board: undefined,
    laid: effects.length + combatants.reduce((sum, { modifiers: given }) => sum + given.length, 0),
  }),
  roundBegins: ['begun', 'turn-ended'],
  without,
  blank,
  withSettings: (state, settings) => ({ ...state, settings }),
  enter,
  start,
  finish,
  hang: (state, who, name, effect) => {
    const me = combatantCalled(state, who);
    if (me === undefined) return refuse('NO_SUCH_COMBATANT', { name: ref(who) });
    return ok([
      effect === undefined
        ? { type: 'effect-lifted', who: me.name, name }
        : { type: 'effect-hung', effect: { ...effect, who: me.name, name } },
    ]);
  },
  evolve,
  carry,
  restore,
  status: (state) => (state.stage === 'SETUP' ? 'setup' : running(state) ? 'active' : 'ended'),
  roster: ({ combatants }) =>
    combatants.map((each) => ({ id: each.name, actor: each.name, side: each.side, up: able(each) })),
  standing,
  awaiting,
  acts,
  view,
  narrate,
  tally: tallied,
});
