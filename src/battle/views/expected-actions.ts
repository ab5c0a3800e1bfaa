import { findRefs, worded } from '../../core/message.ts';
import { type ExpectedAction, gmActor, type Suggestion } from '../../rules/expected-action.ts';
import { nameLookupForReader, questionForReader, withoutPrivateVerbs } from '../../rules/for-reader.ts';
import { createReader, gmViewer, type Viewer } from '../../rules/reader.ts';
import { bestOrder } from '../../rules/tactics.ts';
import type { Autopilot } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { weighByStyle } from './autopilot.ts';
import {
  autopilotOf,
  cachePerReader,
  controllerOf,
  hiddenFromSide,
  mayReadRoll,
  usersToNotify,
  viewerOf,
} from './viewer.ts';

/** The verbs that answer a kind of question in this rulebook. */
const answerVerbs = ({ ruleset: { verbs } }: OpenBattle, kind: string): readonly string[] =>
  Object.keys(verbs).filter((verb) => verbs[verb]?.answers === kind);

/** Shown to players in place of the GM's expected actions, so that turn and number of foes stay secret. */
const foesAction = (): ExpectedAction => ({
  actor: gmActor,
  kind: 'foes',
  what: worded('to act for the foes'),
  verbs: [],
  auto: undefined,
});

/** True if the GM controls the actor. */
export const isFoe = ({ saved: { table } }: OpenBattle, actor: string): boolean =>
  actor !== gmActor && table.control[actor] === undefined;

const keyOf = ({ actor, kind }: ExpectedAction): string => JSON.stringify([actor, kind]);

/** In actions that any of several actors may do, replaces a hidden actor by a visible actor. */
const preferVisibleActors = (
  { game, saved: { table } }: OpenBattle,
  all: readonly ExpectedAction[],
): readonly ExpectedAction[] => {
  const isUnseen = ({ actor }: ExpectedAction): boolean => table.hidden[actor] !== undefined;
  if (!all.some((each) => each.together && isUnseen(each))) return all;
  const known = game.expectedActions({ ...gmViewer, gm: false, unseen: Object.keys(table.hidden) });
  const visible = all.map((each) =>
    each.together && isUnseen(each)
      ? (known.find((other) => other.kind === each.kind && other.together === each.together && !isUnseen(other)) ??
        each)
      : each,
  );
  return [...new Map(visible.map((each) => [keyOf(each), each])).values()];
};

/** All expected actions. `viewer`: as this viewer knows the battle. */
export const allExpectedActions = (battle: OpenBattle, viewer?: Viewer): readonly ExpectedAction[] =>
  preferVisibleActors(battle, battle.game.expectedActions(viewer));

/** The expected actions as one reader may know them. If a question is open, only its answer. */
export const expectedActionsForViewer = cachePerReader((battle, user): readonly ExpectedAction[] => {
  const { pending } = battle.saved;
  const viewer = viewerOf(battle, user);
  const all: readonly ExpectedAction[] =
    pending === undefined
      ? allExpectedActions(battle, viewer)
      : [
          {
            actor: pending.question.to,
            kind: pending.question.kind,
            what: worded('to answer'),
            verbs: [...answerVerbs(battle, pending.question.kind), 'answer'],
            auto: undefined,
          },
        ];
  const [controls, unseen, knows] = [viewer.controls, viewer.unseen, viewer.knows].map((ids) => new Set(ids));
  // Questions to a visible actor are public. Turns are public only for players' combatants.
  const isOpen = ({ actor }: ExpectedAction): boolean =>
    !unseen?.has(actor) &&
    (pending === undefined ? !isFoe(battle, actor) : questionVisibility(battle, user) !== 'nothing');
  const seen = all.filter((each) => viewer.gm || controls?.has(each.actor) || isOpen(each));
  if (seen.length === 0 && (pending !== undefined || battle.game.expectedActions().length > 0)) return [foesAction()];
  const told = seen.map((each) =>
    viewer.gm || controls?.has(each.actor) || knows?.has(each.actor) ? each : withoutPrivateVerbs(each),
  );
  // An actor that may act for several others may be listed already.
  return [...Map.groupBy(told, keyOf).values()].flatMap(([first]) => first ?? []);
});

/** Calculates something for an actor on autopilot from what everyone who sees the actor may know. */
const findAsKnownTo = <T>(
  battle: OpenBattle,
  actor: string,
  find: (viewer: Viewer) => T | undefined,
): T | undefined => {
  const runner = viewerOf(battle, controllerOf(battle, actor));
  const { hidden } = battle.saved.table;
  if (Object.keys(hidden).length === 0) return find(runner);
  const { unseen } = viewerOf(battle);
  const isSecret = hidden[actor] !== undefined || unseen.length === 0;
  const openly = isSecret ? undefined : find({ ...runner, gm: false, unseen });
  if (openly !== undefined || !runner.gm || actor === gmActor) return openly ?? find(runner);
  const unseenBySide = hiddenFromSide(battle, actor);
  return (unseenBySide.length === 0 ? undefined : find({ ...runner, gm: false, unseen: unseenBySide })) ?? find(runner);
};

/** The best order in an autopilot's style. Undefined if there is no plan. */
const suggestInStyle = (
  battle: OpenBattle,
  viewer: Viewer,
  due: ExpectedAction,
  pilot: Autopilot,
): Suggestion | undefined => {
  const { actor, verbs, idle } = due;
  if (pilot.manner === 'holds' && idle !== undefined) return idle;
  const { game } = battle;
  return pilot.to === undefined
    ? bestOrder(weighByStyle(game.plans(actor, viewer), game.view(viewer), actor, pilot), verbs)
    : bestOrder(game.advancePlans(actor, viewer, pilot.to), verbs);
};

/** The order for an absent player's actor, by what everyone who sees it may know. `fallback`: if that is refused. */
export const suggestionFor = (
  battle: OpenBattle,
  actor: string,
  kind: string,
  which: 'auto' | 'fallback' = 'auto',
): Suggestion | undefined => {
  const pilot = autopilotOf(battle, actor);
  return findAsKnownTo(battle, actor, (viewer) => {
    const due = allExpectedActions(battle, viewer).find((each) => each.actor === actor && each.kind === kind);
    if (due === undefined || which === 'fallback' || pilot === undefined) return due?.[which];
    if (pilot.level === 'careless') return due.fallback ?? due.auto;
    return (pilot.manner && suggestInStyle(battle, viewer, due, pilot)) ?? due.auto;
  });
};

/** True if forum pace does the action: nothing is left to decide, or only one order is possible. */
export const isRoutine = (battle: OpenBattle, { actor, kind }: ExpectedAction): boolean =>
  battle.saved.table.clock.pace === 'forum' &&
  findAsKnownTo(battle, actor, (viewer) => {
    const due = allExpectedActions(battle, viewer).find((each) => each.actor === actor && each.kind === kind);
    if (due === undefined || due.routine !== undefined) return due;
    const [verb, other] = due.verbs;
    const isOnly = other === undefined && due.auto?.verb === verb && Object.keys(due.auto?.params ?? {}).length === 0;
    return isOnly ? due : undefined;
  })?.auto !== undefined;

/** The suggested order for an expected actor of the GM, else the rulebook's default. */
export const suggestionForGm = (battle: OpenBattle, due: ExpectedAction): Suggestion | undefined =>
  suggestionFor(battle, due.actor, due.kind) ?? due.auto;

const usersCalled = (battle: OpenBattle, awaited: readonly ExpectedAction[]): readonly string[] => [
  ...new Set(awaited.flatMap(({ actor }) => usersToNotify(battle, controllerOf(battle, actor)))),
];

/** The users who must act now: controllers of expected actors, the GM, or their deputies (see `usersToNotify`). */
export const usersExpectedToAct = (battle: OpenBattle): readonly string[] =>
  usersCalled(battle, expectedActionsForViewer(battle, battle.saved.table.gm));

/** The users who are publicly known to be expected to act. Leaves out the GM for the GM's own combatants. */
export const usersPubliclyExpectedToAct = (battle: OpenBattle): readonly string[] =>
  usersCalled(
    battle,
    expectedActionsForViewer(battle).filter(({ kind }) => kind !== foesAction().kind),
  );

/** True if an order leaves one user expected to act where there were several, as far as this reader knows. */
export const leavesOneUser = (before: OpenBattle, after: OpenBattle, user?: string): boolean => {
  const count = (battle: OpenBattle): number =>
    new Set(expectedActionsForViewer(battle, user).map(({ actor }) => controllerOf(battle, actor))).size;
  return after.saved.status === 'active' && count(after) === 1 && count(before) > 1;
};

/** The expected actions of combatants that the GM controls. */
export const expectedFoeActions = (battle: OpenBattle): readonly ExpectedAction[] =>
  battle.saved.pending === undefined
    ? expectedActionsForViewer(battle, battle.saved.table.gm).filter(({ actor }) => isFoe(battle, actor))
    : [];

/** How much of the open question a reader may know: all, only that a question is open, or nothing. */
const questionVisibility = (battle: OpenBattle, user?: string): 'all' | 'that' | 'nothing' => {
  const { pending } = battle.saved;
  if (pending === undefined) return 'nothing';
  const { gm, controls, unseen } = viewerOf(battle, user);
  const { to, says, choices, facts } = pending.question;
  const named = [to, ...[says, ...choices.map(({ label }) => label)].flatMap(findRefs).map(({ ref }) => ref)];
  if (!gm && !controls.includes(to) && unseen.some((id) => named.includes(id))) return 'nothing';
  if (facts === undefined && unseen.length > 0) return 'that';
  const decides = controls.includes(to) || (gm && battle.saved.table.control[to] === undefined);
  return decides || mayReadRoll(battle, pending, user) ? 'all' : 'that';
};

/** The open question as one reader may know it. Undefined if there is none or it is secret. */
export const openQuestionFor = (
  battle: OpenBattle,
  user?: string,
): ReturnType<typeof questionForReader> | { readonly to: string; readonly choices?: never } | undefined => {
  const { pending } = battle.saved;
  const told = questionVisibility(battle, user);
  if (pending === undefined || told === 'nothing') return undefined;
  if (told === 'that') return { to: pending.question.to };
  return questionForReader(pending.question, nameLookupForReader(createReader(viewerOf(battle, user))));
};
