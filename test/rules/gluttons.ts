import { z } from 'zod';
import { ok } from '../../src/core/message.ts';
import { bindEvents, createEventTable } from '../../src/rules/event.ts';
import { askQuestion, standingOrderForQuestion } from '../../src/rules/expected-action.ts';
import { abortRuling, createLimitCounter } from '../../src/rules/order-limits.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { bindQueries, bindVerbs, doneVerdict, withFollowUp } from '../../src/rules/verb.ts';

interface State {
  readonly eaten: number;
  readonly settings: object;
  readonly status: 'setup' | 'active' | 'ended';
}
const { order } = bindVerbs<State, never>();
const params = z.strictObject({ n: z.int() });
const declared = { summary: 'Take so many', role: 'player', params } as const;

const event = bindEvents<State>();
const quiet = { narrate: () => undefined };
const ate = event('ate', { facts: {}, apply: (state) => ({ ...state, eaten: state.eaten + 1 }), ...quiet });
const began = event('began', { facts: {}, apply: (state) => ({ ...state, status: 'active' }), ...quiet });
const ended = event('ended', { facts: {}, apply: (state) => ({ ...state, status: 'ended' }), ...quiet });

/** A rulebook whose orders take as much of anything as they say: dice, events, questions, steps. */
export const gluttons = defineRuleset<object, object, State, never>({
  identity: { id: 'gluttons', title: 'Gluttons', entrantNoun: 'glutton' },
  content: { rules: () => [], presets: {} },
  saved: {
    state: z.strictObject({
      eaten: z.int(),
      settings: z.strictObject({}),
      status: z.enum(['setup', 'active', 'ended']),
    }),
    settings: z.strictObject({}),
    sheet: z.strictObject({}),
  },
  events: createEventTable([ate, began, ended]),
  orders: {
    emptyBattle: (settings) => ({ eaten: 0, settings, status: 'setup' }),
    enter: () => doneVerdict,
    start: ({ emit }) => {
      emit(began());
      return doneVerdict;
    },
    finish: ({ emit }) => {
      emit(ended());
      return doneVerdict;
    },
    verbs: {
      dice: order({
        ...declared,
        resolve: ({ dice, emit }, _call, { n }) => {
          for (let k = 0; k < n; k++) dice.roll(6, 'hunger');
          emit(ate());
          return doneVerdict;
        },
      }),
      events: order({
        ...declared,
        resolve: ({ emit }, _call, { n }) => {
          for (let k = 0; k < n; k++) emit(ate());
          return doneVerdict;
        },
      }),
      /** All events in one batch. */
      heap: order({
        ...declared,
        resolve: ({ emit }, _call, { n }) => {
          emit(...new Array(n).fill(ate()));
          return doneVerdict;
        },
      }),
      questions: order({
        ...declared,
        resolve: function* ({ emit }, { actor }, { n }) {
          const choices = [{ id: 'more', label: 'More' }];
          for (let k = 0; k < n; k++)
            yield* askQuestion({ to: actor, kind: 'more', says: 'More?', choices, auto: 'more', unless: 'auto' });
          emit(ate());
          return doneVerdict;
        },
      }),
      steps: order({
        ...declared,
        resolve: ({ emit }, _call, { n }) => {
          const step = createLimitCounter('steps');
          for (let k = 0; k < n; k++) step('chewing');
          emit(ate());
          return doneVerdict;
        },
      }),
      /** Blocks the thread for the given number of milliseconds. */
      sleep: order({
        ...declared,
        params: z.strictObject({ n: z.number(), of: z.string() }),
        resolve: ({ emit }, _call, { n }) => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, n);
          emit(ate());
          return doneVerdict;
        },
      }),
      /** Eats, and then refuses. */
      surfeit: order({
        ...declared,
        resolve: ({ emit }) => {
          emit(ate());
          return abortRuling({ code: 'sick', facts: {} });
        },
      }),
      /** Eats, and asks for more afterwards. */
      seconds: withFollowUp<State, never>(function* ({ emit }) {
        const choices = ['more', 'enough'].map((id) => ({ id, label: id }));
        if ((yield* askQuestion({ to: 'all', kind: 'more', says: 'More?', choices, auto: 'more' })) === 'more')
          emit(ate());
      })(
        order({
          ...declared,
          resolve: ({ emit }) => {
            emit(ate());
            return doneVerdict;
          },
        }),
      ),
      /** Asks one question. */
      once: order({
        ...declared,
        resolve: function* ({ emit }, { actor }) {
          const choices = [{ id: 'yes', label: 'Yes' }];
          yield* askQuestion({ to: actor, kind: 'once', says: 'Really?', choices, auto: 'yes' });
          emit(ate());
          return doneVerdict;
        },
      }),
    },
    queries: {
      reckon: bindQueries<State, never>()({
        summary: 'Reckon for so long',
        params,
        answer: (_state, _call, { n }) => {
          const step = createLimitCounter('steps');
          for (let k = 0; k < n; k++) step('reckoning');
          return ok({ title: 'Reckoned', lines: [] });
        },
      }),
    },
    standingOrderKinds: {
      more: standingOrderForQuestion('has eaten', 'actor', 'eat more'),
      once: standingOrderForQuestion('has one more to eat', 'actor', 'eat it'),
    },
  },
  display: {
    view: ({ status }) => ({
      status,
      phase: '',
      round: 0,
      combatants: [],
      order: [],
      board: undefined,
      timeline: undefined,
      notes: [],
      outcome: undefined,
    }),
    expectedActions: () => [],
    roster: () => [],
    withoutCombatants: (state) => state,
    refusals: {},
    numberTerms: {},
    battleSize: () => ({ board: undefined, effectCount: 0 }),
  },
  gm: { corrections: {}, modifiers: {}, applyEffect: () => doneVerdict },
  campaign: { carry: () => undefined, restore: (each) => each },
});
