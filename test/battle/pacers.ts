import { z } from 'zod';
import { refuse } from '../../src/core/refusal.ts';
import { mayCommand } from '../../src/rules/caller.ts';
import type { EditionStep } from '../../src/rules/editions.ts';
import { line } from '../../src/rules/lines.ts';
import { askQuestion } from '../../src/rules/question.ts';
import { defineRuleset } from '../../src/rules/ruleset.ts';
import { standingOrderForQuestion } from '../../src/rules/standing-order-kinds.ts';
import { bindVerbs, doneVerdict } from '../../src/rules/verb.ts';

/**
 * A rulebook of two editions. In the first, walkers `walk` so many `steps` as a die says, at most `most` (6), and say whether they
 * halt. In the second they `march`, the steps are called paces, and the most is 8.
 */
interface Edition {
  readonly steps: readonly EditionStep[];
  /** What a walker's way is called in states, events and sheets. */
  readonly way: 'steps' | 'paces';
  readonly verb: 'walk' | 'march';
  readonly most: number;
  readonly sides: number;
  readonly halts: readonly string[];
}

const walked = (way: Edition['way']) =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('joined'), who: z.string(), sheet: z.strictObject({ [way]: z.int() }) }),
    z.strictObject({ type: z.literal('started') }),
    z.strictObject({ type: z.literal('walked'), who: z.string(), [way]: z.int(), halts: z.boolean() }),
    z.strictObject({ type: z.literal('ended'), reason: z.string() }),
  ]);
type Event =
  | { readonly type: 'joined'; readonly who: string; readonly sheet: Readonly<Record<string, number>> }
  | { readonly type: 'started' }
  | { readonly type: 'walked'; readonly who: string; readonly halts: boolean; readonly [way: string]: unknown }
  | { readonly type: 'ended'; readonly reason: string };

interface State {
  readonly status: 'setup' | 'active' | 'ended';
  readonly settings: { readonly most: number; readonly name: string };
  readonly walkers: readonly Readonly<Record<string, unknown>>[];
}

const rulesetOf = ({ steps, way, verb: called, most, sides, halts }: Edition) => {
  const { order } = bindVerbs<State, Event, 'not-theirs'>();
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
      emit({ type: 'walked', who: call.actor, [way]: far, halts: answer === 'halt' });
      return doneVerdict;
    },
  });
  return defineRuleset<Readonly<Record<string, number>>, State['settings'], State, Event, 'not-theirs'>({
    id: 'pacers',
    title: 'Pacers',
    editions: steps,
    entrantNoun: 'walker',
    sheet,
    settings,
    state: z.strictObject({
      status: z.enum(['setup', 'active', 'ended']),
      settings,
      walkers: z.array(z.strictObject({ id: z.string(), [way]: z.int(), halted: z.boolean() })),
    }) as unknown as z.ZodType<State>,
    event: walked(way) as unknown as z.ZodType<Event>,
    refusals: { 'not-theirs': 'That walker is not yours.' },
    rules: () => [],
    presets: {},
    verbs: { [called]: go },
    queries: {},
    corrections: {},
    modifiers: {},
    lotDice: [],
    numberTerms: {},
    standingOrderKinds: { halt: standingOrderForQuestion('has walked far', 'actor', 'continue', { halt: 'halt' }) },
    literalSettings: {},
    emptyBattle: (chosen) => ({ status: 'setup', settings: chosen, walkers: [] }),
    enter: ({ emit }, { id, sheet: own }) => {
      emit({ type: 'joined', who: id, sheet: own });
      return doneVerdict;
    },
    start: ({ emit }) => {
      emit({ type: 'started' });
      return doneVerdict;
    },
    finish: ({ emit }, { reason }) => {
      emit({ type: 'ended', reason });
      return doneVerdict;
    },
    applyEffect: () => doneVerdict,
    battleSize: () => ({ board: undefined, effectCount: 0 }),
    roundStartEvents: ['started'],
    evolve: (state, event) => {
      switch (event.type) {
        case 'joined':
          return {
            ...state,
            walkers: [...state.walkers, { id: event.who, [way]: event.sheet[way] ?? 0, halted: false }],
          };
        case 'started':
          return { ...state, status: 'active' };
        case 'walked':
          return {
            ...state,
            walkers: state.walkers.map((each) =>
              each.id === event.who
                ? { ...each, [way]: Number(each[way]) + Number(event[way]), halted: event.halts }
                : each,
            ),
          };
        case 'ended':
          return { ...state, status: 'ended' };
      }
    },
    roster: ({ walkers }) =>
      walkers.map(({ id }) => ({ id: String(id), actor: String(id), side: undefined, up: true })),
    actorsOf: () => [],
    withoutCombatants: (state) => state,
    carry: () => undefined,
    restore: (each) => each,
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
    narrate: (event) =>
      event.type === 'walked'
        ? [line(`${event.who} goes ${String(event[way])}${event.halts ? ' and halts' : ''}.`)]
        : [],
  });
};

const first: Edition = { steps: [], way: 'steps', verb: 'walk', most: 6, sides: 6, halts: ['halt', 'on'] };

const renamed = (value: unknown): unknown => {
  const { steps, ...rest } = Object(value);
  return steps === undefined ? value : { ...rest, paces: steps };
};

/** What the second edition changed, as its author would write it. */
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
  /** The second edition, but for one thing each. */
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
