import { declareEffectEvents } from '../../src/rules/effect-events.ts';
import { createEventTable } from '../../src/rules/event.ts';
import { loadRulebook } from '../../src/rules/rulebook.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { withFollowUp } from '../../src/rules/verb.ts';
import { attack, need, struck, yieldKind } from './blow.ts';
import { carry, restore } from './carry.ts';
import { applyEffect, corrected, corrections, modifiers } from './corrections.ts';
import { expectedActions } from './expected-actions.ts';
import { presets } from './presets.ts';
import { type Code, refusals } from './refusals.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { began, emptyBattle, enter, entered, start } from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { buildRoster, isStanding, type State, stateSchema, withoutCombatants } from './state.ts';
import { continueAfterCorrection, ended, endTurn, finish, roundBegan, turnKind } from './turns.ts';
import { view } from './view.ts';
import { numberTerms } from './visibility.ts';

const kinds = [entered, began, roundBegan, struck, corrected, ended, ...declareEffectEvents<State>()] as const;
const events = createEventTable(kinds);
export const { event: eventSchema } = events;

/** What follows a verb with which a turn ends. */
const endsTurn = withFollowUp<State, Code>(endTurn);

/** A duel of fighters with one number each: the template for a new rulebook, and the kit's own test. */
export const duel = defineRuleset<Sheet, Settings, State, Code>({
  identity: { id: 'duel', title: 'Duel', entrantNoun: 'fighter' },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema },
  events,
  orders: {
    emptyBattle,
    enter,
    start,
    finish,
    verbs: { attack: endsTurn(attack) },
    queries: { need },
    standingOrderKinds: { turn: turnKind, yield: yieldKind },
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster(({ side }) => side, isStanding),
    withoutCombatants,
    refusals,
    numberTerms,
    battleSize: ({ effects }) => ({ board: undefined, effectCount: effects.length }),
  },
  gm: { corrections, continueAfterCorrection, modifiers, applyEffect },
  campaign: { carry, restore },
});
