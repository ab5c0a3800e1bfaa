import { createObjectCache, lazyValue } from '../../core/memoize.ts';
import { currentDictionary, ok, oncePerLanguage, ref, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { CommonState, RulesetDefinition } from '../definition.ts';
import { type AnswerPolicy, gmActor, gmCaller } from '../expected-action.ts';
import { listFieldValues } from '../fields.ts';
import type { Game, OrderOutcome, Playout } from '../game.ts';
import type { Viewer } from '../reader.ts';
import { definePlanning } from './planning.ts';
import { defineReading } from './reading.ts';
import { defineRulings } from './rulings.ts';
import { defineSavedData } from './saved-data.ts';

/** Caches the results of a function by viewer and language. */
const memoizeByViewer = <T>(work: (viewer: Viewer) => T): ((viewer: Viewer) => T) => {
  const known = new Map<string, T>();
  return (viewer) => {
    const key = `${currentDictionary()?.language}${JSON.stringify(viewer)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = work(viewer);
    known.set(key, value);
    return value;
  };
};

/** Prepares the parts of a rulebook that all of its battles share. */
const defineParts = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  rules: RulesetDefinition<Sheet, Settings, State, Code>,
) => {
  const saved = defineSavedData(rules);
  const reading = defineReading(rules);
  return { saved, reading, planning: definePlanning(rules, reading), rule: defineRulings(rules, saved) };
};
type Parts<Sheet, Settings, State extends CommonState<Settings>, Code extends string> = ReturnType<
  typeof defineParts<Sheet, Settings, State, Code>
>;

/** Answers each question with the rulebook's own choice. */
const answerByDefault: AnswerPolicy = ({ auto }) => auto;

/** Defines how simulated battles of one rulebook are opened. */
const definePlayouts = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  { display, orders }: RulesetDefinition<Sheet, Settings, State, Code>,
  { reading, planning, rule }: Parts<Sheet, Settings, State, Code>,
) => {
  /** The winning sides: sides named by the rulebook, else the only side left. Undefined while the battle goes on. */
  const winnersOf = (state: State): readonly string[] | undefined => {
    if (display.winners !== undefined) return display.winners(state);
    const standing = new Set(display.roster(state).flatMap(({ up, side }) => (up && side !== undefined ? [side] : [])));
    if (standing.size < 2) return [...standing];
    return reading.statusOf(state) === 'ended' ? [] : undefined;
  };

  const playoutOf = (state: State): Playout => ({
    status: reading.statusOf(state),
    firstExpectedAction: () => planning.firstExpectedAction(state),
    plans: (actor) => planning.plansOf(state, actor),
    bestOrder: (actor, verbs) => planning.bestOrder(state, actor, verbs),
    quickOrders: (actor) => planning.quickOrders(state, actor),
    offers: (verb, param, actor, soFar) =>
      ownValue(ownValue(orders.verbs, verb)?.offers, param)?.(state, gmCaller(gmActor, actor), soFar).map(
        ({ value }) => value,
      ),
    play: (actor, { verb, params }, dice) => {
      const call = gmCaller(gmActor, actor);
      const given = { call, answers: [], dice, answering: answerByDefault, again: true } as const;
      const ending = rule(state, { do: 'verb', verb, params }, given);
      if (!ending.ok) return ending;
      return ending.value.kind === 'decided'
        ? ok({ playout: playoutOf(ending.value.state), events: ending.value.events })
        : refuse('pending-choice', { who: ref(actor) });
    },
    roster: () => display.roster(state),
    lifeLeft: () => display.lifeLeft?.(state) ?? {},
    winners: () => winnersOf(state),
    save: () => state,
  });
  return playoutOf;
};

/** Defines how real and simulated battles of one rulebook are opened. */
export const defineGames = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  rules: RulesetDefinition<Sheet, Settings, State, Code>,
) => {
  const { display, campaign, orders } = rules;
  const parts = defineParts(rules);
  const { saved, reading, planning, rule } = parts;

  /** Cache of opened battles, by saved data and by state. Saved data and states never change. */
  const games = createObjectCache<Game>();

  // Lists every member in one literal, because spreading objects here takes as long as a rule.
  const gameOf = (state: State): Game => {
    const awaited = oncePerLanguage(() => planning.awaited(state));
    const game: Game = {
      status: reading.statusOf(state),
      act: (action, call, answers, dice, answering) => {
        const ending = rule(state, action, { call, answers, dice, answering });
        if (!ending.ok) return ending;
        if (ending.value.kind !== 'decided') return ok<OrderOutcome>(ending.value);
        const { state: next, ...decided } = ending.value;
        return ok<OrderOutcome>({ ...decided, game: gameOf(next) });
      },
      applyEvents: (happened) => (happened.length === 0 ? game : gameOf(reading.fold(state, happened))),
      withSettings: (settings) => {
        const parsed = saved.parseSettings(settings);
        return parsed.ok ? ok(gameOf({ ...state, settings: parsed.value })) : parsed;
      },
      narrate: (happened, viewer) => reading.narrate(state, happened, viewer),
      actorsOf: (happened) => reading.actorsOf(state, happened),
      strokesOf: reading.strokesOf,
      talliesOf: (happened) => reading.talliesOf(state, happened),
      expectedActions: (viewer) =>
        viewer === undefined || viewer.unseen.length === 0 ? awaited() : planning.awaitedFor(state, viewer),
      plans: (actor, viewer) => planning.plans(state, actor, viewer),
      advancePlans: (actor, viewer, place) => planning.advancePlans(state, actor, viewer, place),
      placeProblem: (place) => planning.placeProblem(state, place),
      asKnownTo: (viewer) => gameOf(reading.withoutHidden(state, viewer)),
      sampleBelief: (viewer, draw) => gameOf(planning.sampleBelief(state, viewer, draw)),
      roster: lazyValue(() => display.roster(state)),
      battleSize: () => reading.battleSize(state),
      layout: () => reading.layout(state),
      effects: () => reading.effectsOf(state),
      advice: (actor, viewer) => planning.advice(state, actor, viewer),
      view: memoizeByViewer((viewer: Viewer) => reading.viewFor(state, viewer)),
      answerQuery: (query, call, input, viewer) => reading.answerQuery(state, query, call, input, viewer),
      offers: (...asked) => reading.offers(state, asked),
      fieldValues: (id) => {
        const who = id === undefined ? undefined : game.roster().find((each) => each.id === id);
        return listFieldValues(
          rules.gm?.corrections ?? {},
          state,
          id === undefined ? undefined : (who ?? { id, actor: id }),
        );
      },
      carriedSettings: () => campaign?.carriedSettings?.(state) ?? {},
      carry: (id, sheet) => saved.carry(state, id, sheet),
      sheetChecks: (id, sheet) => saved.sheetChecks(sheet, { state, id }),
      checkEvents: (id, dice) => orders.checkEvents?.({ state, id }, dice) ?? [],
      // Caches the battle only when it is saved, since few are, and caching takes as long as a rule.
      save: lazyValue(() => {
        games.set(Object(state), game);
        return state;
      }),
    };
    return game;
  };

  const openGame = (state: unknown): Game => {
    const key: object = Object(state);
    const known = games.get(key);
    if (known !== undefined) return known;
    const game = gameOf(saved.readState(state));
    games.set(key, game);
    return game;
  };

  return { saved, openGame, gameOf, playoutOf: definePlayouts(rules, parts) };
};
