import { createEventTable } from '../../src/rules/event.ts';
import { standingOrderForMove } from '../../src/rules/expected-action.ts';
import { loadRulebook } from '../../src/rules/rulebook.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { withFollowUp } from '../../src/rules/verb.ts';
import { attack, struck } from './blow.ts';
import { type Code, duelists, isStanding, refusals, type Sheet, type State, settings, sheet, state } from './state.ts';
import { ended, enter, entered, finish, nextTurn, roundBegan, start } from './turns.ts';
import { expectedActions, view } from './view.ts';

/** A duel of fighters with one number each: the template for a new rulebook, with the required members alone. */
export const duel = defineRuleset<Sheet, State['settings'], State, Code>({
  identity: { id: 'duel', title: 'Duel', entrantNoun: 'fighter' },
  content: {
    rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
    presets: { squire: { title: 'Squire', sheet: { skill: 2, hp: 6 } } },
  },
  saved: { state, settings, sheet },
  events: createEventTable([entered, roundBegan, struck, ended]),
  orders: {
    emptyBattle: (settings) => ({ status: 'setup', settings, fighters: [], round: 0, acted: [] }),
    ...{ enter, start, finish },
    verbs: { attack: withFollowUp<State, Code>(nextTurn)(attack) },
    standingOrderKinds: { turn: standingOrderForMove('is to strike', 'strike a foe') },
  },
  display: {
    ...{ view, expectedActions, refusals, withoutCombatants: duelists.withoutCombatants },
    roster: duelists.buildRoster(({ side }) => side, isStanding),
  },
});
