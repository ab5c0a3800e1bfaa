import { z } from 'zod';
import { memoizeOnObject } from '../../core/memoize.ts';
import { ok, type Result, refuse, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Layout } from '../content.ts';
import type {
  BattleSize,
  BattleStatus,
  CommonState,
  RulesetDefinition,
  RulesetDisplay,
  RulesetEvents,
} from '../definition.ts';
import { describeExpired, type Effect, withEffectMarks } from '../effects.ts';
import type { Line, RuleEvent, Tally, UnresolvedLine } from '../event.ts';
import type { Caller } from '../expected-action.ts';
import { answerForReader, lineForReader, offerForReader } from '../for-reader.ts';
import type { Game } from '../game.ts';
import { toAbortedRefusal } from '../order-limits.ts';
import { createReader, type Reader, type Viewer } from '../reader.ts';
import type { Answer, ParamOffer } from '../verb.ts';
import { type BattleView, translateView } from '../view.ts';

/** Marks hidden combatants in the GM's own view. */
const withHiddenMarked = (
  view: BattleView,
  { hiddenFromOthers = [] }: Viewer,
  hiddenMark = worded('hidden'),
): BattleView =>
  hiddenFromOthers.length === 0
    ? view
    : {
        ...view,
        combatants: view.combatants.map((each) =>
          hiddenFromOthers.includes(each.id)
            ? {
                ...each,
                hidden: true,
                marks: [hiddenMark, ...each.marks],
                signs: { ...each.signs, [hiddenMark]: 'unseen' as const },
              }
            : each,
        ),
      };

/** Removes the lines that hidden rolls drew on the board. */
const withoutHiddenStrokes = (view: BattleView, { hiddenStrokes: kinds = [] }: Viewer): BattleView =>
  kinds.length === 0 || view.board?.kind !== 'grid'
    ? view
    : { ...view, board: { ...view.board, strokes: view.board.strokes.filter(({ kind }) => !kinds.includes(kind)) } };

/** Hides which of the GM's combatants has its turn, because it may be a hidden combatant. */
const withoutGmTurns = (view: BattleView, { gmControlled = [] }: Viewer): BattleView =>
  gmControlled.length === 0
    ? view
    : {
        ...view,
        order: view.order.map((each) =>
          each.state === 'now' && gmControlled.includes(each.id) ? { ...each, state: 'next' } : each,
        ),
      };

/** Removes the dead from the turn order. */
const withoutDeadTurns = (view: BattleView): BattleView => {
  const dead = view.combatants.flatMap(({ id, life }) => (life === 'out' ? [id] : []));
  return dead.length === 0 ? view : { ...view, order: view.order.filter(({ id }) => !dead.includes(id)) };
};

/** Turns good news bad for a reader whose own combatant is hit, wounded or taken down. */
const toneForReader = (
  told: readonly UnresolvedLine[],
  reader: Reader,
  tallies: () => readonly Tally[],
  actorOf: (id: string) => string | undefined,
): readonly UnresolvedLine[] => {
  if (reader.gm || !told.some(({ tone }) => tone === 'good')) return told;
  const victims = tallies().flatMap(({ who, what, of }) =>
    what === 'taken' || what === 'felled' ? who : what === 'hit' || what === 'damage' ? (of ?? []) : [],
  );
  return victims.some((id) => reader.controls.includes(actorOf(id) ?? id))
    ? told.map((each) => (each.tone === 'good' ? { ...each, tone: 'bad' } : each))
    : told;
};

/** Defines how events of one rulebook are applied, narrated and counted. */
const defineHistory = <State>(
  events: RulesetEvents<State>,
  readerFor: (viewer: Viewer) => Reader,
  effectsOf: (state: State) => readonly Effect[],
  roster: RulesetDisplay<State, string>['roster'],
) => {
  const list = z.array(events.event);
  /** Parses events once, because the events of an order are narrated many times. */
  const read = memoizeOnObject((happened: readonly unknown[]) => list.parse(happened));
  /** Visits each event with the battle before and after it. */
  const walk = <Found>(
    state: State,
    happened: readonly unknown[],
    visit: (event: RuleEvent, before: State, after: State) => readonly Found[],
  ): readonly Found[] => {
    let before = state;
    return read(happened).flatMap((event) => {
      const after = events.evolve(before, event);
      const found = visit(event, before, after);
      before = after;
      return found;
    });
  };
  return {
    fold: (state: State, happened: readonly unknown[]): State => read(happened).reduce(events.evolve, state),
    /** The narrated lines of events for one viewer. `state`: the battle before the events, here and below. */
    narrate: (state: State, happened: readonly unknown[], viewer: Viewer): readonly Line[] => {
      const reader = readerFor(viewer);
      return walk(state, happened, (event, before, after) => {
        const lines = toneForReader(
          events.narrate(event, { before, after, reader }),
          reader,
          () => events.talliesOf(event, before, after),
          (id) => roster(before).find((each) => each.id === id)?.actor,
        );
        const over = describeExpired(effectsOf(before), effectsOf(after), lines);
        return [...lines, ...over].flatMap((each) => lineForReader(each, reader) ?? []);
      });
    },
    talliesOf: (state: State, happened: readonly unknown[]) => walk(state, happened, events.talliesOf),
    strokesOf: (happened: readonly unknown[]) => [
      ...new Set(read(happened).flatMap((event) => events.strokeOf(event) ?? [])),
    ],
    actorsOf: (state: State, happened: readonly unknown[]) => [...new Set(walk(state, happened, events.actorsOf))],
  };
};

/** Defines what viewers of a rulebook's battles see. */
export const defineReading = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>({
  identity: { id: rulebook, title },
  events,
  orders: { verbs, queries },
  display,
  gm,
}: Pick<RulesetDefinition<Sheet, Settings, State, Code>, 'identity' | 'events' | 'orders' | 'display' | 'gm'>) => {
  const readerFor = (viewer: Viewer) => createReader(viewer, display.numberTerms);
  const effectsOf = ({ effects = [] }: State): readonly Effect[] => effects;
  const statusOf = (state: State): BattleStatus => {
    const status = display.status?.(state) ?? state.status;
    if (status === undefined) throw new Error(`${rulebook} does not say how its battles stand.`);
    return status;
  };
  const withoutHidden = (state: State, { unseen }: Viewer): State => {
    if (unseen.length === 0) return state;
    const seen = display.withoutCombatants(state, unseen);
    const effects = seen.effects?.filter(({ who }) => !unseen.includes(who));
    return effects === undefined ? seen : { ...seen, effects };
  };
  const viewFor = (state: State, viewer: Viewer): BattleView => {
    const view = translateView(withoutGmTurns(withoutDeadTurns(display.view(state, readerFor(viewer))), viewer));
    return withEffectMarks(withHiddenMarked(withoutHiddenStrokes(view, viewer), viewer), effectsOf(state));
  };

  return {
    ...defineHistory(events, readerFor, effectsOf, display.roster),
    readerFor,
    effectsOf,
    statusOf,
    withoutHidden,
    viewFor,
    battleSize: (state: State): BattleSize =>
      display.battleSize?.(state) ?? { board: undefined, effectCount: effectsOf(state).length },
    layout: (state: State): Layout => ({
      places: gm?.layout?.places?.(state) ?? [],
      ground: gm?.layout?.ground?.(state),
    }),
    answerQuery: (state: State, query: string, call: Caller, input: unknown, viewer: Viewer): Result<Answer> => {
      try {
        const reader = readerFor(viewer);
        const answer = ownValue(queries, query)?.answer(withoutHidden(state, viewer), call, input, reader);
        if (answer === undefined) return refuse('unknown-query', { query, system: title });
        return answer.ok ? ok(answerForReader(answer.value, reader)) : answer;
      } catch (problem) {
        return toAbortedRefusal(query, problem);
      }
    },
    /** The values offered for a parameter of a verb or query, without values that the viewer may not know. */
    offers: (
      state: State,
      [name, param, call, soFar, viewer]: Parameters<Game['offers']>,
    ): readonly ParamOffer[] | undefined => {
      const reader = readerFor(viewer);
      const offers = ownValue(ownValue(verbs, name)?.offers, param) ?? ownValue(ownValue(queries, name)?.offers, param);
      return offers?.(withoutHidden(state, viewer), call, soFar).flatMap((each) => offerForReader(each, reader) ?? []);
    },
  };
};
export type Reading<Sheet, Settings, State extends CommonState<Settings>, Code extends string> = ReturnType<
  typeof defineReading<Sheet, Settings, State, Code>
>;
