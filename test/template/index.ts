import { effectEvents } from '../../src/rules/effect-events.ts';
import { type EventIn, eventTable } from '../../src/rules/event.ts';
import { loadRulebook } from '../../src/rules/rulebook.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { withFollowUp } from '../../src/rules/verb.ts';
import { awaiting } from './awaiting.ts';
import { attack, need, struck, yieldKind } from './blow.ts';
import { carry, restore } from './carry.ts';
import { corrected, corrections, hang, modifiers } from './corrections.ts';
import { presets } from './presets.ts';
import { type Code, refusals } from './refusals.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { began, blank, enter, entered, start } from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { rosterBy, type State, stands, stateSchema, without } from './state.ts';
import { ended, endTurn, finish, goesOn, roundBegan, turnKind } from './turns.ts';
import { view } from './view.ts';
import { numbers } from './visibility.ts';

const kinds = [entered, began, roundBegan, struck, corrected, ended, ...effectEvents<State>()] as const;
export type Event = EventIn<typeof kinds>;

const events = eventTable<State, typeof kinds>(kinds);
export const { event: eventSchema } = events;

/** What follows a verb with which a turn ends. */
const endsTurn = withFollowUp<State, Event, Code>(endTurn);

/** A duel of fighters with one number each: the template for a new rulebook, and the kit's own test. */
export const duel = defineRuleset<Sheet, Settings, State, Event, Code>({
  ...events,
  id: 'duel',
  title: 'Duel',
  editions: [],
  entrant: 'fighter',
  sheet: sheetSchema,
  settings: settingsSchema,
  asWritten: {},
  state: stateSchema,
  refusals,
  rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs: { attack: endsTurn(attack) },
  queries: { need },
  corrections,
  goesOn,
  modifiers,
  lots: [],
  numbers,
  standing: { turn: turnKind, yield: yieldKind },
  blank,
  enter,
  start,
  finish,
  hang,
  extent: ({ effects }) => ({ board: undefined, laid: effects.length }),
  roster: rosterBy(({ side }) => side, stands),
  without,
  carry,
  restore,
  awaiting,
  view,
});
