import { ref, say } from '../../src/core/message.ts';
import { effectEvents } from '../../src/rules/effect-events.ts';
import { type EventIn, eventTable } from '../../src/rules/event.ts';
import { rulebookAt } from '../../src/rules/rulebook.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { moveKind, questionKind } from '../../src/rules/standing-order-kinds.ts';
import { followedBy } from '../../src/rules/verb.ts';
import { attack, need, struck } from './blow.ts';
import {
  blank,
  carry,
  corrected,
  corrections,
  ended,
  endIfDecided,
  enter,
  finish,
  hang,
  joined,
  modifiers,
  restore,
  start,
  started,
} from './field.ts';
import { presets, type Settings, type Sheet, settingsSchema, sheetSchema } from './sheet.ts';
import { type Code, current, foesOf, refusals, type State, stands, stateSchema, without } from './state.ts';
import { view } from './view.ts';

const kinds = [joined, started, struck, corrected, ended, ...effectEvents<State>()] as const;
export type Event = EventIn<typeof kinds>;

const settled = followedBy<State, Event, Code>(endIfDecided);

/** A duel of fighters with one number each: the template for a new rulebook, and the kit's own test. */
export const duel = defineRuleset<Sheet, Settings, State, Event, Code>({
  ...eventTable<State, typeof kinds>(kinds),
  id: 'duel',
  title: 'Duel',
  editions: [],
  entrant: 'fighter',
  sheet: sheetSchema,
  settings: settingsSchema,
  state: stateSchema,
  refusals,
  rules: rulebookAt(new URL('./RULES.md', import.meta.url)),
  presets,
  verbs: { attack: settled(attack) },
  queries: { need },
  corrections,
  modifiers,
  numbers: { hp: { says: 'Hit points', usual: 'words', kind: 'health' } },
  standing: {
    turn: moveKind('is to strike', 'strike the first foe'),
    yield: questionKind('would be felled', 'actor', 'yield', { yield: 'yield', fall: 'fight on' }),
  },
  blank,
  withSettings: (state, settings) => ({ ...state, settings }),
  enter,
  start,
  finish,
  hang,
  effects: ({ effects }) => effects,
  extent: ({ effects }) => ({ board: undefined, laid: effects.length }),
  status: ({ status }) => status,
  roster: ({ fighters }) =>
    fighters.map((each) => ({ id: each.id, actor: each.id, side: each.side, up: stands(each) })),
  without,
  carry,
  restore,
  awaiting: (state) => {
    const me = current(state);
    if (me === undefined) return [];
    const [foe] = foesOf(state, me);
    const auto = foe && { label: say`Strike ${ref(foe.id)}`, verb: 'attack', params: { target: foe.id } };
    return [{ actor: me.id, kind: 'turn', what: 'to strike', verbs: ['attack'], auto }];
  },
  view,
});
