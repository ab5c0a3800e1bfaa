import { z } from 'zod';
import { refuse } from '../../src/core/message.ts';
import type { EditionStep } from '../../src/rules/editions.ts';
import { bindEvents, createEventTable, line } from '../../src/rules/event.ts';
import { askQuestion, mayCommand, standingOrderForQuestion } from '../../src/rules/expected-action.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { bindVerbs, doneVerdict } from '../../src/rules/verb.ts';

/**
 * A rulebook with two editions. In the first, walkers `walk` up to `most` (6) `steps` by a die and decide whether to
 * halt. In the second they `march`, steps are called paces, and the most is 8.
 */
interface Edition {
  readonly steps: readonly EditionStep[];
  /** The field for a walker's distance in states, events and sheets. */
  readonly way: 'steps' | 'paces';
  readonly verb: 'walk' | 'march';
  readonly most: number;
  readonly sides: number;
  readonly halts: readonly string[];
}

interface State {
  readonly status: 'setup' | 'active' | 'ended';
  readonly settings: { readonly most: number; readonly name: string };
  readonly walkers: readonly Readonly<Record<string, unknown>>[];
}

const event = bindEvents<State>();
const started = event('started', {
  facts: {},
  apply: (state) => ({ ...state, status: 'active' }),
  narrate: () => undefined,
  beginsRound: true,
});
const ended = event('ended', {
  facts: { reason: z.string() },
  apply: (state) => ({ ...state, status: 'ended' }),
  narrate: () => undefined,
});
const wayShape = (way: Edition['way']) =>
  ({ [way]: z.int() }) as { readonly steps?: z.ZodInt; readonly paces?: z.ZodInt };
/** A distance under the field name of that edition. */
const wayOf = (way: Edition['way'], far: number): Partial<Record<Edition['way'], number>> => ({ [way]: far });

const walkEvents = (way: Edition['way']) => ({
  joined: event('joined', {
    facts: { who: z.string(), sheet: z.strictObject({ [way]: z.int() }) },
    apply: (state, { who, sheet }) => ({
      ...state,
      walkers: [...state.walkers, { id: who, [way]: sheet[way] ?? 0, halted: false }],
    }),
    narrate: () => undefined,
  }),
  walked: event('walked', {
    facts: { who: z.string(), ...wayShape(way), halts: z.boolean() },
    apply: (state, happened) => ({
      ...state,
      walkers: state.walkers.map((each) =>
        each.id === happened.who
          ? { ...each, [way]: Number(each[way]) + Number(happened[way]), halted: happened.halts }
          : each,
      ),
    }),
    narrate: (happened) => line(`${happened.who} goes ${String(happened[way])}${happened.halts ? ' and halts' : ''}.`),
  }),
});

const rulesetOf = ({ steps, way, verb: called, most, sides, halts }: Edition) => {
  const { joined, walked } = walkEvents(way);
  const { order } = bindVerbs<State, 'not-theirs'>();
  const settings = z.strictObject({ most: z.int().default(most), name: z.string().default('') });
  const sheet = z.strictObject({ [way]: z.int() }) as unknown as z.ZodType<Readonly<Record<string, number>>>;
  const go = order({
    summary: 'Walk',
    role: 'player',
    params: z.strictObject({}),
    resolve: function* ({ now, emit, dice }, call) {
      if (!mayCommand(call)) return refuse('not-theirs');
      const far = Math.min(dice.roll(sides, 'way'), now().settings.most);
      const choices = halts.map((id) => ({ id, label: id }));
      const answer = yield* askQuestion({
        to: call.actor,
        kind: 'halt',
        says: `Halt after ${far}?`,
        choices,
        auto: 'on',
      });
      emit(walked({ who: call.actor, ...wayOf(way, far), halts: answer === 'halt' }));
      return doneVerdict;
    },
  });
  return defineRuleset<Readonly<Record<string, number>>, State['settings'], State, 'not-theirs'>({
    identity: { id: 'pacers', title: 'Pacers', entrantNoun: 'walker' },
    content: { rules: () => [], presets: {} },
    saved: {
      state: z.strictObject({
        status: z.enum(['setup', 'active', 'ended']),
        settings,
        walkers: z.array(z.strictObject({ id: z.string(), [way]: z.int(), halted: z.boolean() })),
      }) as unknown as z.ZodType<State>,
      settings,
      sheet,
      editions: steps,
    },
    events: createEventTable([joined, started, walked, ended]),
    orders: {
      emptyBattle: (chosen) => ({ status: 'setup', settings: chosen, walkers: [] }),
      enter: ({ emit }, { id, sheet: own }) => {
        emit(joined({ who: id, sheet: own }));
        return doneVerdict;
      },
      start: ({ emit }) => {
        emit(started());
        return doneVerdict;
      },
      finish: ({ emit }, { reason }) => {
        emit(ended({ reason }));
        return doneVerdict;
      },
      verbs: { [called]: go },
      queries: {},
      standingOrderKinds: { halt: standingOrderForQuestion('has walked far', 'actor', 'continue', { halt: 'halt' }) },
    },
    display: {
      view: ({ status, walkers }) => ({
        status,
        phase: '',
        round: 0,
        combatants: walkers.map(({ id }) => ({
          ...{ id: String(id), actor: String(id), side: undefined, life: 'up' as const },
          ...{ gauges: [], marks: [], place: undefined, sheet: [] },
        })),
        order: [],
        board: undefined,
        timeline: undefined,
        notes: [],
        outcome: undefined,
      }),
      expectedActions: ({ walkers, status }) =>
        status === 'active'
          ? walkers.map(({ id }) => ({
              actor: String(id),
              kind: 'turn',
              what: 'to act',
              verbs: [called],
              auto: undefined,
            }))
          : [],
      roster: ({ walkers }) =>
        walkers.map(({ id }) => ({ id: String(id), actor: String(id), side: undefined, up: true })),
      withoutCombatants: (state) => state,
      refusals: { 'not-theirs': 'That walker is not yours.' },
      numberTerms: {},
      battleSize: () => ({ board: undefined, effectCount: 0 }),
    },
    gm: { corrections: {}, modifiers: {}, applyEffect: () => doneVerdict },
    campaign: { carry: () => undefined, restore: (each) => each },
  });
};

const first: Edition = { steps: [], way: 'steps', verb: 'walk', most: 6, sides: 6, halts: ['halt', 'on'] };

const renamed = (value: unknown): unknown => {
  const { steps, ...rest } = Object(value);
  return steps === undefined ? value : { ...rest, paces: steps };
};

/** The upcast to the second edition, as its author would write it. */
export const toSecond: EditionStep = {
  state: (state) => ({ ...Object(state), walkers: Object(state).walkers.map(renamed) }),
  event: (event) =>
    Object(event).type === 'joined' ? [{ ...Object(event), sheet: renamed(Object(event).sheet) }] : [renamed(event)],
  sheet: renamed,
  settings: (settings) => ({ most: 6, name: '', ...Object(settings) }),
  doing: (doing) => (Object(doing).verb === 'walk' ? { ...Object(doing), verb: 'march' } : doing),
  defaults: { most: { was: 6, is: 8 } },
};

const second: Edition = { ...first, steps: [toSecond], way: 'paces', verb: 'march', most: 8 };

export const pacers = {
  first: rulesetOf(first),
  second: rulesetOf(second),
  /** The second edition with one fault each. */
  otherDice: rulesetOf({ ...second, sides: 8 }),
  otherChoices: rulesetOf({ ...second, halts: ['halt', 'on', 'turn'] }),
  badState: rulesetOf({ ...second, steps: [{ ...toSecond, state: (state) => state }] }),
  badEvents: rulesetOf({ ...second, steps: [{ ...toSecond, event: (event) => [event] }] }),
  otherFold: rulesetOf({
    ...second,
    steps: [
      {
        ...toSecond,
        state: (state) => {
          const { walkers } = Object(toSecond.state?.(state));
          return { ...Object(state), walkers: walkers.map((each: object) => ({ ...each, halted: true })) };
        },
      },
    ],
  }),
};
