import { z } from 'zod';
import { ok } from '../../src/core/result.ts';
import { abortRuling, createLimitCounter } from '../../src/rules/order-limits.ts';
import { askQuestion } from '../../src/rules/question.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { standingOrderForQuestion } from '../../src/rules/standing-order-kinds.ts';
import { bindQueries, bindVerbs, doneVerdict, withFollowUp } from '../../src/rules/verb.ts';

interface State {
  readonly eaten: number;
  readonly settings: object;
  readonly status: 'setup' | 'active' | 'ended';
}
interface Event {
  readonly type: 'ate' | 'began' | 'ended';
}

const { order } = bindVerbs<State, Event, never>();
const params = z.strictObject({ n: z.int() });
const declared = { summary: 'Take so many', role: 'player', params } as const;
const one: Event = { type: 'ate' };

const evolve = (state: State, { type }: Event): State => {
  switch (type) {
    case 'ate':
      return { ...state, eaten: state.eaten + 1 };
    case 'began':
      return { ...state, status: 'active' };
    case 'ended':
      return { ...state, status: 'ended' };
  }
};

/** A rulebook whose orders take as much of anything as they say: dice, events, questions, steps. */
export const gluttons = defineRuleset<object, object, State, Event, never>({
  id: 'gluttons',
  title: 'Gluttons',
  editions: [],
  entrantNoun: 'glutton',
  sheet: z.strictObject({}),
  settings: z.strictObject({}),
  literalSettings: {},
  state: z.strictObject({ eaten: z.int(), settings: z.strictObject({}), status: z.enum(['setup', 'active', 'ended']) }),
  event: z.strictObject({ type: z.enum(['ate', 'began', 'ended']) }),
  refusals: {},
  rules: () => [],
  presets: {},
  verbs: {
    dice: order({
      ...declared,
      resolve: ({ dice, emit }, _call, { n }) => {
        for (let k = 0; k < n; k++) dice.roll(6, 'hunger');
        emit(one);
        return doneVerdict;
      },
    }),
    events: order({
      ...declared,
      resolve: ({ emit }, _call, { n }) => {
        for (let k = 0; k < n; k++) emit(one);
        return doneVerdict;
      },
    }),
    /** All at once. */
    heap: order({
      ...declared,
      resolve: ({ emit }, _call, { n }) => {
        emit(...new Array<Event>(n).fill(one));
        return doneVerdict;
      },
    }),
    questions: order({
      ...declared,
      resolve: function* ({ emit }, { actor }, { n }) {
        const choices = [{ id: 'more', label: 'More' }];
        for (let k = 0; k < n; k++)
          yield* askQuestion({ to: actor, kind: 'more', says: 'More?', choices, auto: 'more', unless: 'auto' });
        emit(one);
        return doneVerdict;
      },
    }),
    steps: order({
      ...declared,
      resolve: ({ emit }, _call, { n }) => {
        const step = createLimitCounter('steps');
        for (let k = 0; k < n; k++) step('chewing');
        emit(one);
        return doneVerdict;
      },
    }),
    /** Stands still for so many milliseconds, and all others in its thread with it. */
    sleep: order({
      ...declared,
      params: z.strictObject({ n: z.number(), of: z.string() }),
      resolve: ({ emit }, _call, { n }) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, n);
        emit(one);
        return doneVerdict;
      },
    }),
    /** Eats, and then finds that it was too much. */
    surfeit: order({
      ...declared,
      resolve: ({ emit }) => {
        emit(one);
        return abortRuling({ code: 'sick', facts: {} });
      },
    }),
    /** Eats, and asks for more afterwards. */
    seconds: withFollowUp<State, Event, never>(function* ({ emit }) {
      const choices = ['more', 'enough'].map((id) => ({ id, label: id }));
      if ((yield* askQuestion({ to: 'all', kind: 'more', says: 'More?', choices, auto: 'more' })) === 'more') emit(one);
    })(
      order({
        ...declared,
        resolve: ({ emit }) => {
          emit(one);
          return doneVerdict;
        },
      }),
    ),
    /** Asks somebody, once. */
    once: order({
      ...declared,
      resolve: function* ({ emit }, { actor }) {
        const choices = [{ id: 'yes', label: 'Yes' }];
        yield* askQuestion({ to: actor, kind: 'once', says: 'Really?', choices, auto: 'yes' });
        emit(one);
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
  corrections: {},
  modifiers: {},
  lotDice: [],
  numberTerms: {},
  standingOrderKinds: {
    more: standingOrderForQuestion('has eaten', 'actor', 'eat more'),
    once: standingOrderForQuestion('has one more to eat', 'actor', 'eat it'),
  },
  emptyBattle: (settings) => ({ eaten: 0, settings, status: 'setup' }),
  enter: () => doneVerdict,
  start: ({ emit }) => {
    emit({ type: 'began' });
    return doneVerdict;
  },
  finish: ({ emit }) => {
    emit({ type: 'ended' });
    return doneVerdict;
  },
  applyEffect: () => doneVerdict,
  battleSize: () => ({ board: undefined, effectCount: 0 }),
  roundStartEvents: [],
  evolve,
  roster: () => [],
  actorsOf: () => [],
  withoutCombatants: (state) => state,
  carry: () => undefined,
  restore: (each) => each,
  expectedActions: () => [],
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
  narrate: () => [],
});
