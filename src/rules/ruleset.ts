import { z } from 'zod';
import { createObjectCache, lazyValue, memoizeByKey, memoizeOnObject } from '../core/memoize.ts';
import { type Message, type NameResolver, ref, renderText, type Text } from '../core/message.ts';
import { ownValue } from '../core/plain-object.ts';
import { type Refusal, refuse, type Wording } from '../core/refusal.ts';
import { ok, type Result } from '../core/result.ts';
import type { Die, LoggedDice } from '../dice/dice.ts';
import { type Caller, gmActor, gmCaller } from './caller.ts';
import type { CommonState, Preset, RulesetDefinition } from './definition.ts';
import { type RulingDraft, startDraft } from './draft.ts';
import { defineEditions, type Editions } from './editions.ts';
import { describeExpired, type Effect, withEffectMarks } from './effects.ts';
import type { RuleEvent } from './event.ts';
import type { ExpectedAction } from './expected-action.ts';
import type { CorrectionScope } from './fields.ts';
import {
  answerForReader,
  expectedActionForReader,
  lineForReader,
  nameLookupForReader,
  nameLookupShowingAll,
  offerForReader,
  withoutAutoPlan,
} from './for-reader.ts';
import type { Game, GameAction, OrderOutcome } from './game.ts';
import type { GmTables } from './gm-tables.ts';
import type { ImportMap } from './grid/map-plan.ts';
import type { Importer } from './imports.ts';
import type { Lesson } from './lesson.ts';
import { limitedDice, toAbortedRefusal } from './order-limits.ts';
import type { Playout } from './playout.ts';
import type { PresetEncounter } from './preset-encounter.ts';
import { type AnswerPolicy, type Question, runRuling } from './question.ts';
import { createReader, type NumberTerms, type Viewer } from './reader.ts';
import { refusalSentence } from './refusal-sentence.ts';
import type { RuleEntry } from './rulebook.ts';
import type { SheetCheck } from './sheet-check.ts';
import type { SheetForm } from './sheet-form.ts';
import type { SpreadsheetFormat } from './spreadsheet.ts';
import type { StandingOrderKind } from './standing-order-kinds.ts';
import {
  bestOrder,
  bestPlan,
  bestUncheckedOrders,
  legalPlans,
  type Plan,
  type PlanCandidate,
  sortBestFirst,
} from './tactics.ts';
import { translateView } from './translate-view.ts';
import {
  type ActVisibility,
  compiledParser,
  type FindParamsNeedingApproval,
  type FollowUp,
  type InteractiveRuling,
  type OrderRole,
  parseInput,
  type Verdict,
} from './verb.ts';
import type { BattleView } from './view.ts';

interface DeclaredCommand {
  readonly summary: string;
  readonly params: z.ZodObject;
}
export interface DeclaredVerb extends DeclaredCommand {
  readonly role: OrderRole;
  /** The kind of question it answers, if it is a reply. */
  readonly answers: string | undefined;
  /** Optional parameters that whoever orders step by step is asked for too, given what was chosen so far. */
  readonly promptFor: (soFar: Readonly<Record<string, unknown>>) => readonly string[];
  /** Which of what a player gives the GM must grant. */
  readonly needsApproval: FindParamsNeedingApproval;
  /** Is it a word to the GM, who is called by it? */
  readonly notifiesGm: boolean;
  /** True where buttons offer it in its moment, so that few type it. */
  readonly isMostlyPressed: boolean;
}

/** What the rest of the program sees of a system: no type parameters, only values parsed at the border. */
export interface Ruleset {
  readonly id: string;
  readonly title: string;
  /** How what was saved under older editions is lifted to the present one. */
  readonly editions: Editions;
  readonly entrantNoun: string;
  /** What somebody joins with is a company of theirs, not one figure: it goes by the name of the person. */
  readonly usesPlayerName?: true;
  /** The sides that there are, where the rulebook knows just these; whoever joins without one comes to the first. */
  readonly sides: readonly string[];
  readonly sheet: z.ZodType;
  readonly settings: z.ZodType;
  /** The settings at which the original text reads plainest, where those are not the usual ones. */
  readonly literalSettings: unknown;
  /** Its text, read when it is first asked for. */
  readonly rules: () => readonly RuleEntry[];
  /** Are all placed once the battle has begun, not before? */
  readonly isPlacedAfterStart?: true;
  /** Does it say what whoever acts could do, as plans of several orders? */
  readonly hasPlans: boolean;
  /** Does it pay to search among them? */
  readonly presets: Readonly<Record<string, Preset<unknown>>>;
  /** Fights that are ready to be brought. */
  readonly encounters: readonly PresetEncounter[];
  /** How its sheet is made by a form, where it says so. */
  readonly form?: SheetForm | undefined;
  /** A small battle by which it is learnt, where there is one. */
  readonly lesson?: Lesson | undefined;
  /** What other tools write that becomes a sheet of this rulebook. */
  readonly importers: readonly Importer[];
  /** How a table of a spreadsheet becomes sheets, where one does. */
  readonly spreadsheet?: SpreadsheetFormat | undefined;
  /** How a map another tool drew becomes the ground, where there is a board of squares. */
  readonly importMap?: ImportMap | undefined;
  /** The tables that it names and does not hold, where the GM may give them. */
  readonly gmTables?: GmTables | undefined;
  /** What on a sheet can be rolled for, the usual first; nothing of a sheet that does not parse. */
  readonly sheetChecks: (sheet: unknown) => readonly SheetCheck[];
  /** The correction that puts somebody on a place, where there are places a GM may lay out. */
  readonly placeField?: string | undefined;
  readonly verbs: Readonly<Record<string, DeclaredVerb>>;
  readonly queries: Readonly<Record<string, DeclaredCommand>>;
  readonly corrections: Readonly<Record<string, { readonly description: string; readonly scope: CorrectionScope }>>;
  /** The verbs by which others can see somebody: see `Game.acted`. */
  readonly actVisibility: Readonly<Record<string, ActVisibility>>;
  readonly modifiers: Readonly<Record<string, string>>;
  readonly numberTerms: NumberTerms;
  /** The names of dice that draw lots: whether they fall high or low is nobody's luck. */
  readonly lotDice: readonly string[];
  /** The events with which a round begins, or what the rulebook counts in its place. */
  readonly roundStartEvents: readonly string[];
  /** Is it an event for which one order rolls for everybody in the battle, the unseen among them? */
  readonly isRolledForAll: (event: unknown) => boolean;
  readonly standingOrderKinds: Readonly<Record<string, StandingOrderKind>>;
  /** The sentence for a refusal of this system, or nothing where the code is not its own. */
  readonly refusalSentence: (refusal: Refusal) => Message | undefined;
  /** Every setting with its value in force, given those that were chosen. Refuses what does not parse. */
  readonly completeSettings: (chosen: unknown) => Result<unknown, Refusal>;
  /** A battle with nobody in it. Refuses settings that do not parse. */
  readonly createGame: (settings: unknown) => Result<Game, Refusal>;
  /** A sheet made whole. */
  readonly restore: (sheet: unknown) => Result<unknown, Refusal>;
  /** A sheet after its promotion, into what it says itself or into another. */
  readonly promote: (sheet: unknown, into: unknown) => Result<unknown, Refusal>;
  /** A battle as it was saved. Throws where it does not parse: only we write it. */
  readonly openGame: (saved: unknown) => Game;
  /** The same battle, to be played on in thought. Throws where it does not parse. */
  readonly createPlayout: (saved: unknown) => Playout;
}

/** How an order ended, before anything is made of the state after it. */
type RulingEnd<State> =
  | Exclude<OrderOutcome, { kind: 'decided' }>
  | {
      readonly kind: 'decided';
      readonly state: State;
      readonly events: readonly RuleEvent[];
      readonly dice: readonly Die[];
      readonly answers: readonly string[];
    };

/** Every question as the rulebook would answer it. */
const answerByDefault: AnswerPolicy = ({ auto }) => auto;

/** A list in which only its own names are found: people type `constructor` too. */
const ownEntries = <Value>(list: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), list);

const hiddenMark = 'hidden';

/** The GM's own view, in which those hidden from others are marked. */
const withHiddenMarked = (view: BattleView, { hiddenFromOthers = [] }: Viewer): BattleView =>
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

/** A view without the ways and blows of hidden rolls that this reader may not read. */
const withoutHiddenStrokes = (view: BattleView, { hiddenStrokes: kinds = [] }: Viewer): BattleView =>
  kinds.length === 0 || view.board?.kind !== 'grid'
    ? view
    : { ...view, board: { ...view.board, strokes: view.board.strokes.filter(({ kind }) => !kinds.includes(kind)) } };

/** A view in which nothing tells whose moment it is of those the GM runs: it may be that of somebody unseen. */
const withoutGmTurns = (view: BattleView, { gmControlled = [] }: Viewer): BattleView =>
  gmControlled.length === 0
    ? view
    : {
        ...view,
        order: view.order.map((each) =>
          each.state === 'now' && gmControlled.includes(each.id) ? { ...each, state: 'next' } : each,
        ),
      };

/** What the author of one system writes becomes what the rest of the program sees. */
export const defineRuleset = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  definition: RulesetDefinition<Sheet, Settings, State, Code>,
): Ruleset => {
  const rules = {
    ...definition,
    rules: lazyValue(definition.rules),
    presets: ownEntries(definition.presets),
    verbs: ownEntries(definition.verbs),
    queries: ownEntries(definition.queries),
    corrections: ownEntries(definition.corrections),
    standing: ownEntries(definition.standingOrderKinds),
  };
  type RuledCode = Code | 'bad-input' | 'no-such-effect' | 'unknown-field';
  type Ruled = Verdict<RuledCode> | InteractiveRuling<Code>;
  const readState = compiledParser(rules.state);
  const events = z.array(rules.event);
  /** What is told of an order is told of its events again and again. */
  const readEvents = memoizeOnObject((happened: readonly unknown[]) => events.parse(happened));
  const effectsOf = ({ effects = [] }: State): readonly Effect[] => effects;
  const statusOf = (state: State): BattleView['status'] => {
    const status = rules.status?.(state) ?? state.status;
    if (status === undefined) throw new Error(`${rules.id} does not say how its battles stand.`);
    return status;
  };

  const ruled = (draft: RulingDraft<State>, action: Exclude<GameAction, { do: 'verb' }>, call: Caller): Ruled => {
    switch (action.do) {
      case 'enter': {
        const sheet = parseInput(rules.sheet, action.entrant.sheet);
        return sheet.ok
          ? rules.enter(draft, { ...action.entrant, sheet: sheet.value })
          : refuse(rules.badSheetCode ?? 'bad-input', sheet.error.facts);
      }
      case 'start':
        return rules.start(draft, call);
      case 'finish':
        return rules.finish(draft, action.finish);
      case 'hang':
        return rules.applyEffect(draft, action.who, action.name, action.effect);
      case 'correct': {
        const { field, who, value } = action;
        const typed = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
        const corrected =
          rules.corrections[field]?.set(draft, { who, field, typed }) ??
          refuse('unknown-field', { field, fields: Object.keys(rules.corrections).join(', ') });
        return (
          (corrected.ok && call.moreFollows !== true ? rules.continueAfterCorrection?.(draft) : undefined) ?? corrected
        );
      }
    }
  };

  /** A ruling and what follows it: where neither may stop to ask, it is done at once. */
  const followedBy = (
    draft: RulingDraft<State>,
    ruling: Ruled,
    after: FollowUp<State>,
  ): Ruled | Generator<Question, Verdict<RuledCode>, string> => {
    if ('next' in ruling) return followed(draft, ruling, after);
    if (!ruling.ok) return ruling;
    const following = after(draft);
    return following ? followed(draft, ruling, () => following) : ruling;
  };

  /** A ruling and what follows it, as one. */
  function* followed(
    draft: RulingDraft<State>,
    ruling: Ruled,
    after: FollowUp<State>,
  ): Generator<Question, Verdict<RuledCode>, string> {
    const verdict = 'next' in ruling ? yield* ruling : ruling;
    if (verdict.ok) yield* after(draft) ?? [];
    return verdict;
  }

  /** Runs a ruling to its end, or to the question at which it stops. */
  const concluded = (
    draft: RulingDraft<State>,
    ruling: Ruled,
    after: FollowUp<State> | undefined,
    dice: LoggedDice,
    given: readonly string[],
    answering: AnswerPolicy | undefined,
  ): Result<RulingEnd<State>, Refusal> => {
    const all = after === undefined ? ruling : followedBy(draft, ruling, after);
    const progress =
      'next' in all ? runRuling(all, given, answering) : { kind: 'decided' as const, answers: [], verdict: all };
    const { answers } = progress;
    if (progress.kind === 'asked')
      return ok({ kind: 'asked', question: progress.question, dice: dice.rolledDice(), answers });
    if (!progress.verdict.ok) return progress.verdict;
    return ok({ kind: 'decided', state: draft.now(), events: draft.events, dice: dice.rolledDice(), answers });
  };

  const actVerb = (
    draft: RulingDraft<State>,
    { verb: name, params }: Extract<GameAction, { do: 'verb' }>,
    call: Caller,
    answers: readonly string[],
    dice: LoggedDice,
    answering: AnswerPolicy | undefined,
    again?: true,
  ): Result<RulingEnd<State>, Refusal> => {
    const verb = rules.verbs[name];
    if (verb === undefined) return refuse('unknown-verb', { verb: name, system: rules.title });
    if (verb.kind === 'reply') {
      const question = call.pending?.kind === verb.answers ? call.pending : undefined;
      const choice = verb.choose(draft.now(), call, params, question);
      return choice.ok ? ok({ kind: 'answered', choice: choice.value }) : choice;
    }
    const outcome = concluded(draft, verb.resolve(draft, call, params, again), verb.after, dice, answers, answering);
    if (!outcome.ok) return outcome;
    if (verb.role === 'gm' && !call.gm) return refuse('gm-only');
    return call.pending && !verb.whilePending ? refuse('pending-choice', { who: ref(call.pending.to) }) : outcome;
  };

  const asSeen = (state: State, { unseen }: Viewer): State =>
    unseen.length === 0 ? state : rules.withoutCombatants(state, unseen);

  const offersOf = (name: string, param: string) =>
    ownValue(rules.verbs[name]?.offers, param) ?? ownValue(rules.queries[name]?.offers, param);

  /** What was opened, by what it was opened from, and what was saved, by its state: neither ever changes. */
  const games = createObjectCache<Game>();
  const opened = (saved: unknown): Game => {
    const key: object = Object(saved);
    const known = games.get(key);
    if (known !== undefined) return known;
    const game = gameOf(readState(saved));
    games.set(key, game);
    return game;
  };

  const viewFor = (state: State, viewer: Viewer): BattleView => {
    const view = withoutGmTurns(rules.view(state, createReader(viewer, rules.numberTerms)), viewer);
    return withEffectMarks(
      withHiddenMarked(withoutHiddenStrokes(translateView(view), viewer), viewer),
      effectsOf(state),
    );
  };

  /** What comes of plans; nothing where reckoning them would go beyond the bounds. */
  const reckoned = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (problem) {
      toAbortedRefusal('plans', problem);
      return undefined;
    }
  };

  const candidatesIn = (state: State, actor: string): readonly PlanCandidate[] =>
    reckoned(() => rules.tactics?.(state, actor)) ?? [];

  /** Those of some candidates that are legal, the best first. */
  const legalOf = (candidates: () => readonly PlanCandidate[]): readonly Plan<Text>[] =>
    sortBestFirst(reckoned(() => legalPlans(candidates())) ?? []);

  /** The plans of an actor. */
  const plannedIn = (state: State, actor: string): readonly Plan<Text>[] => legalOf(() => candidatesIn(state, actor));

  /** What is awaited in a battle, with the best plans in place of the rulebook's defaults. */
  const awaitedIn = (state: State, names: NameResolver): readonly ExpectedAction[] => {
    if (rules.tactics === undefined)
      return rules.expectedActions(state).map((each) => expectedActionForReader(each, names));
    const plansOf = memoizeByKey((actor: string) => candidatesIn(state, actor));
    return rules
      .expectedActions(state)
      .map((each) =>
        expectedActionForReader(each, names, () => reckoned(() => bestOrder(plansOf(each.actor), each.verbs))),
      );
  };

  const worded = (plans: readonly Plan<Text>[], viewer: Viewer): readonly Plan[] => {
    const reading = nameLookupForReader(createReader(viewer, rules.numberTerms));
    return plans.map((each) => ({ ...each, label: renderText(each.label, reading) }));
  };

  const gameOf = (state: State): Game => {
    const roster = lazyValue(() => rules.roster(state));
    /** What each reader sees of it. */
    const views = new Map<string, BattleView>();
    const awaiting = lazyValue(() => awaitedIn(state, nameLookupShowingAll));
    const game: Game = {
      status: statusOf(state),
      act: (doing, call, answers, own, answering) => {
        try {
          const dice = limitedDice(own);
          const draft = startDraft(state, rules.evolve, { dice, hiddenFrom: call.hiddenFrom });
          const ending =
            doing.do === 'verb'
              ? actVerb(draft, doing, call, answers, dice, answering)
              : concluded(draft, ruled(draft, doing, call), undefined, dice, answers, answering);
          if (!ending.ok) return ending;
          if (ending.value.kind !== 'decided') return ok<OrderOutcome>(ending.value);
          const { state: next, ...decided } = ending.value;
          return ok<OrderOutcome>({ ...decided, game: gameOf(next) });
        } catch (problem) {
          return toAbortedRefusal(doing.do === 'verb' ? doing.verb : doing.do, problem);
        }
      },
      applyEvents: (happened) => gameOf(readEvents(happened).reduce(rules.evolve, state)),
      narrate: (happened, viewer) => {
        const reader = createReader(viewer, rules.numberTerms);
        let before = state;
        return readEvents(happened).flatMap((event) => {
          const after = rules.evolve(before, event);
          const lines = rules.narrate(event, { before, after, reader });
          const over = describeExpired(effectsOf(before), effectsOf(after), lines);
          before = after;
          return [...lines, ...over].flatMap((each) => lineForReader(each, reader) ?? []);
        });
      },
      talliesOf: (happened) => {
        let before = state;
        return readEvents(happened).flatMap((event) => {
          const after = rules.evolve(before, event);
          const counted = rules.talliesOf?.(event, before, after) ?? [];
          before = after;
          return counted;
        });
      },
      strokesOf: (happened) => [
        ...new Set(rules.strokeOf ? readEvents(happened).flatMap((event) => rules.strokeOf?.(event) ?? []) : []),
      ],
      actorsOf: (happened) => {
        let before = state;
        const seen = readEvents(happened).flatMap((event) => {
          const after = rules.evolve(before, event);
          const who = rules.actorsOf(event, before, after);
          before = after;
          return who;
        });
        return [...new Set(seen)];
      },
      expectedActions: (viewer) => {
        if (viewer === undefined || viewer.unseen.length === 0) return awaiting();
        const reading = nameLookupForReader(createReader(viewer, rules.numberTerms));
        const all = awaitedIn(state, reading);
        const keyOf = ({ actor, kind }: Pick<ExpectedAction, 'actor' | 'kind'>): string =>
          JSON.stringify([actor, kind]);
        const known = awaitedIn(asSeen(state, viewer), reading);
        const seen = new Map(known.toReversed().map((each) => [keyOf(each), each]));
        const unseen = new Set(viewer.unseen);
        const there = new Set(all.map(keyOf));
        // What the GM is awaited for on account of the unseen alone is left out; what is asked of others stays theirs.
        return all.flatMap((each) => {
          const same = seen.get(keyOf(each));
          if (same !== undefined) return same;
          // One of the unseen was the first of several who may all do it: to this reader it is the first of the others.
          if (unseen.has(each.actor) && each.together)
            return (
              known.find((one) => one.kind === each.kind && !unseen.has(one.actor) && !there.has(keyOf(one))) ?? each
            );
          return each.actor === gmActor ? [] : withoutAutoPlan(each);
        });
      },
      advice: (actor, viewer) =>
        (rules.advice?.(asSeen(state, viewer), actor) ?? []).flatMap(
          (id) => rules.rules().find((each) => each.id === id) ?? [],
        ),
      plans: (actor, viewer) => worded(plannedIn(asSeen(state, viewer), actor), viewer),
      advancePlans: (actor, viewer, place) =>
        worded(
          legalOf(() => rules.advance?.plans(asSeen(state, viewer), actor, place) ?? []),
          viewer,
        ),
      placeProblem: (place) => (rules.advance === undefined ? 'no-places' : rules.advance.placeProblem(state, place)),
      asKnownTo: (viewer) => gameOf(asSeen(state, viewer)),
      sampleBelief: (viewer, draw) => {
        const seen = asSeen(state, viewer);
        return gameOf(
          viewer.gm || rules.sampleBelief === undefined
            ? seen
            : rules.sampleBelief(seen, createReader(viewer, rules.numberTerms), draw),
        );
      },
      roster,
      view: (viewer) => {
        const key = JSON.stringify(viewer);
        const known = views.get(key);
        if (known !== undefined) return known;
        const seen = viewFor(state, viewer);
        views.set(key, seen);
        return seen;
      },
      effects: () => effectsOf(state),
      battleSize: () => rules.battleSize(state),
      answerQuery: (query, call, input, viewer) => {
        try {
          const reader = createReader(viewer, rules.numberTerms);
          const answer = rules.queries[query]?.answer(asSeen(state, viewer), call, input, reader);
          if (answer === undefined) return refuse('unknown-query', { query, system: rules.title });
          return answer.ok ? ok(answerForReader(answer.value, reader)) : answer;
        } catch (problem) {
          return toAbortedRefusal(query, problem);
        }
      },
      offers: (name, param, call, soFar, viewer) => {
        const reader = createReader(viewer, rules.numberTerms);
        return offersOf(name, param)?.(asSeen(state, viewer), call, soFar).flatMap(
          (each) => offerForReader(each, reader) ?? [],
        );
      },
      carriedSettings: () => rules.carriedSettings?.(state) ?? {},
      layout: () => ({ places: rules.layout?.places?.(state) ?? [], ground: rules.layout?.ground?.(state) }),
      carry: (id, sheet) => {
        const read = rules.sheet.safeParse(sheet);
        return read.success ? rules.carry(state, id, read.data) : undefined;
      },
      withSettings: (settings) => {
        const parsed = settingsIn(settings);
        return parsed.ok ? ok(gameOf({ ...state, settings: parsed.value })) : parsed;
      },
      // Of most battles nobody asks for the state, and to write one down here takes as long as a rule.
      save: lazyValue(() => {
        games.set(Object(state), game);
        return state;
      }),
    };
    return game;
  };

  /** The sides that have won: by what else the rulebook counts, or since no other stands. */
  const decidedIn = (state: State): readonly string[] | undefined => {
    if (rules.winners !== undefined) return rules.winners(state);
    const standing: string[] = [];
    for (const { up, side } of rules.roster(state))
      if (up && side !== undefined && !standing.includes(side)) standing.push(side);
    if (standing.length < 2) return standing;
    return statusOf(state) === 'ended' ? [] : undefined;
  };

  const playoutOf = (state: State): Playout => ({
    status: statusOf(state),
    firstExpectedAction: () =>
      rules.firstExpectedAction === undefined ? rules.expectedActions(state)[0] : rules.firstExpectedAction(state),
    plans: (actor) => plannedIn(state, actor),
    bestOrder: (actor, verbs) => reckoned(() => bestPlan(candidatesIn(state, actor), verbs)?.orders[0]),
    quickOrders: (actor) =>
      reckoned(() => bestUncheckedOrders((rules.quickTactics ?? rules.tactics)?.(state, actor) ?? [])) ?? [],
    offers: (verb, param, actor, soFar) =>
      ownValue(rules.verbs[verb]?.offers, param)?.(state, gmCaller(gmActor, actor), soFar).map(({ value }) => value),
    play: (actor, { verb, params }, own) => {
      try {
        const dice = limitedDice(own);
        const draft = startDraft(state, rules.evolve, { dice });
        const ending = actVerb(
          draft,
          { do: 'verb', verb, params },
          gmCaller(gmActor, actor),
          [],
          dice,
          answerByDefault,
          true,
        );
        if (!ending.ok) return ending;
        return ending.value.kind === 'decided'
          ? ok({ playout: playoutOf(ending.value.state), events: ending.value.events })
          : refuse('pending-choice', { who: ref(actor) });
      } catch (problem) {
        return toAbortedRefusal(verb, problem);
      }
    },
    roster: () => rules.roster(state),
    lifeLeft: () => rules.lifeLeft?.(state) ?? {},
    winners: () => decidedIn(state),
    save: () => state,
  });

  const settingsIn = (settings: unknown): Result<Settings, Refusal> => {
    const parsed = parseInput(rules.settings, settings);
    return parsed.ok ? parsed : refuse(rules.badSettingsCode ?? 'bad-input', parsed.error.facts);
  };

  return {
    ...rules,
    placeField: definition.layout?.placeField,
    sheetChecks: (sheet) => {
      const parsed = rules.sheet.safeParse(sheet);
      return parsed.success ? (definition.sheetChecks?.(parsed.data) ?? []) : [];
    },
    sides: definition.sides ?? [],
    importers: definition.importers ?? [],
    encounters: definition.encounters ?? [],
    hasPlans: rules.tactics !== undefined,
    actVisibility: ownEntries(
      Object.fromEntries(
        Object.entries(rules.verbs).flatMap(([name, { visibility }]) =>
          visibility === undefined ? [] : [[name, visibility]],
        ),
      ),
    ),
    verbs: ownEntries(
      Object.fromEntries(
        Object.entries(rules.verbs).map(([name, verb]) => [
          name,
          {
            summary: verb.summary,
            params: verb.params,
            role: verb.role,
            promptFor: verb.promptFor,
            needsApproval: verb.needsApproval,
            notifiesGm: verb.notifiesGm,
            isMostlyPressed: verb.isMostlyPressed,
            answers: verb.kind === 'reply' ? verb.answers : undefined,
          },
        ]),
      ),
    ),
    refusalSentence: ({ code, facts }) => {
      const wording = Object.entries<Wording>(rules.refusals).find(([known]) => known === code)?.[1];
      return wording === undefined ? undefined : refusalSentence(wording, facts);
    },
    editions: defineEditions(rules.editions),
    completeSettings: settingsIn,
    createGame: (settings) => {
      const parsed = settingsIn(settings);
      return parsed.ok ? ok(gameOf(rules.emptyBattle(parsed.value))) : parsed;
    },
    restore: (sheet) => {
      const parsed = parseInput(rules.sheet, sheet);
      return parsed.ok ? ok(rules.restore(parsed.value)) : parsed;
    },
    promote: (sheet, into) => {
      if (rules.promote === undefined) return refuse('no-promotions', { system: rules.title });
      const parsed = parseInput(rules.sheet, sheet);
      const other = into === undefined ? undefined : parseInput(rules.sheet, into);
      if (!parsed.ok) return parsed;
      return other?.ok === false ? other : rules.promote(parsed.value, other?.value);
    },
    isRolledForAll: (event) => rules.isRolledForAll?.(rules.event.parse(event)) ?? false,
    openGame: opened,
    createPlayout: (saved) => playoutOf(readState(saved)),
  };
};
