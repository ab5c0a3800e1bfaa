import type { OpenBattle } from '../../battle/saved/store.ts';
import { expectedActionsForViewer } from '../../battle/views/expected-actions.ts';
import { createCaller, viewerOf, visibleSides } from '../../battle/views/viewer.ts';
import { counted, listed, phrase, term } from '../../core/message.ts';
import { type Card, type CardField, card, type SuggestedOrder } from '../../presentation/card.ts';
import { sideName } from '../../presentation/view-facts.ts';
import type { LessonStep } from '../../rules/content.ts';
import { type Line, line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { formatVerbTitle } from './inbox-notes.ts';
import { atMoment, button, type Control } from './reply.ts';
import { formatOrder } from './verb-names.ts';

/** A step of the GM's checklist before a battle. */
interface Step {
  readonly isDone: boolean;
  readonly says: string;
}

/** True if all combatants in `there` are on the board. */
const arePlaced = (battle: OpenBattle, user: string, there: readonly string[]): boolean => {
  const { board } = battle.game.view(viewerOf(battle, user));
  return board?.kind === 'grid' && there.every((id) => board.figures.some((figure) => figure.id === id));
};

const isPlacedByGm = ({ verbs, isPlacedAfterStart }: Ruleset): boolean =>
  verbs.deploy?.role === 'gm' && !isPlacedAfterStart;

/** Warns of more than two sides, which all fight each other. */
export const warnOfManySides = (battle: OpenBattle, user: string): readonly Line[] => {
  const sides = visibleSides(battle, user);
  const change = `/gm set field:side value:${sides[0] ?? ''} who:…`;
  const says = phrase`${counted(sides.length, 'side')} fight each other: ${listed(sides.map(sideName))}. To change a side: ${change}`;
  return sides.length > 2 ? [line(says, 'bad')] : [];
};

/** The GM's checklist before a battle starts: steps that are done, open or optional. */
export const preparationSteps = (battle: OpenBattle, user: string): readonly Line[] => {
  const { game, saved, ruleset } = battle;
  const roster = game.roster();
  const actors = [...new Set(roster.map(({ actor }) => actor))];
  const played = actors.filter((actor) => saved.table.control[actor] !== undefined);
  const steps: readonly Step[] = [
    { isDone: played.length > 0, says: 'Players join: press Join, or type /battle join.' },
    {
      isDone: actors.length > Math.max(1, played.length),
      says: 'Add foes: /npc add preset:… count:3 (to hide them, add hidden:until-revealed), or /encounter load.',
    },
    ...(isPlacedByGm(ruleset)
      ? [
          {
            isDone:
              roster.length > 0 &&
              arePlaced(
                battle,
                user,
                roster.map(({ id }) => id),
              ),
            says: 'Place everyone: press Place everyone, or /battle place target:… to:…',
          },
        ]
      : []),
  ];
  const left = steps.find(({ isDone }) => !isDone);
  return [
    ...steps.map((step) =>
      line(
        step.isDone ? phrase`✓ ${term(step.says)}` : step.says,
        step.isDone ? 'quiet' : step === left ? 'good' : 'plain',
      ),
    ),
    ...warnOfManySides(battle, user),
    line('Start with /battle start.', left === undefined ? 'good' : 'plain'),
    line(
      'Optional before that: /battle settings for house rules, /battle odds for who would win, /gm autopilot for foes that act on their own.',
      'quiet',
    ),
  ];
};

/** The step of a lesson that a learner sees now. */
export interface LessonState {
  readonly title: string;
  readonly says: string;
  /** The order that the learner should give. Undefined if there is none. */
  readonly order: SuggestedOrder | undefined;
}

interface Open {
  readonly actor: string;
  readonly verb: string;
}

/** Verbs that the learner can use now, each with the combatant that can use it. */
const availableVerbs = (battle: OpenBattle): readonly Open[] => {
  const { gm, control } = battle.saved.table;
  return expectedActionsForViewer(battle, gm)
    .filter(({ actor }) => actor === gmActor || control[actor] === gm)
    .flatMap(({ actor, verbs }) => verbs.map((verb) => ({ actor, verb })));
};

/** The order of a lesson step, with a legal choice for its offered parameter. Undefined if it is impossible now. */
const orderOfStep = (battle: OpenBattle, step: LessonStep, open: readonly Open[]): SuggestedOrder | undefined => {
  const { verb, offered } = step;
  const { gm } = battle.saved.table;
  const actor = open.find((each) => each.verb === verb)?.actor;
  if (actor === undefined) return undefined;
  let params = step.params ?? {};
  if (offered !== undefined) {
    const [first] = battle.game.offers(verb, offered, createCaller(battle, gm, actor), {}, viewerOf(battle, gm)) ?? [];
    if (first === undefined) return undefined;
    params = { ...params, [offered]: first.value };
  }
  const label = formatVerbTitle(verb, battle.ruleset.id);
  return { typed: formatOrder(battle.ruleset, verb, params), label, verb, params };
};

/** True if the battle has ended, or if a side has won but the GM has not ended the battle. */
const isOver = ({ game, ruleset }: OpenBattle): boolean =>
  game.status === 'ended' || (game.status === 'active' && ruleset.createPlayout(game.save()).winners() !== undefined);

/** Finds the first lesson step that is not done and possible now. Undefined if the battle is not a lesson. */
export const findLessonState = (battle: OpenBattle): LessonState | undefined => {
  const { lesson: done } = battle.saved.table;
  const { lesson } = battle.ruleset;
  if (done === undefined || lesson === undefined) return undefined;
  const left = lesson.steps.filter((_, n) => !done.includes(n));
  if (left.length === 0 || isOver(battle))
    return { title: 'The lesson is over', says: lesson.closing, order: undefined };
  const open = availableVerbs(battle);
  const { length } = lesson.steps;
  for (const step of left) {
    const order = orderOfStep(battle, step, open);
    const title = phrase`Lesson, step ${length - left.length + 1} of ${length}`;
    if (order !== undefined) return { title, says: step.says, order };
  }
  const [known] = lesson.steps.flatMap((step, n) => (done.includes(n) && orderOfStep(battle, step, open)) || []);
  return {
    title: phrase`Lesson: ${length - left.length} of ${counted(length, 'step')} done`,
    says: 'You know this step already. /help lists everything else you can do.',
    order: known,
  };
};

/** The current lesson step as a field of the panel. Empty outside lessons. */
export const lessonField = (battle: OpenBattle): readonly CardField[] => {
  const now = findLessonState(battle);
  return now === undefined ? [] : [{ name: now.title, text: now.says, ...(now.order && { order: now.order }) }];
};

/** The current lesson step as a card. Empty outside lessons. */
export const lessonCard = (battle: OpenBattle): readonly Card[] =>
  lessonField(battle).map(({ name, text, order }) =>
    card(name, { lines: [line(text)], fields: order === undefined ? [] : [{ name: 'Next', text: '', order }] }),
  );

/** The card of the next lesson step after an order. Empty if the step is still the same. */
export const lessonCards = (before: OpenBattle, after: OpenBattle): readonly Card[] => {
  const [was, now] = [findLessonState(before), findLessonState(after)];
  return was?.title === now?.title && was?.order?.typed === now?.order?.typed ? [] : lessonCard(after);
};

/** The GM's button that places all unplaced combatants, for rulebooks that place combatants after the start. */
export const placementButton = (battle: OpenBattle): readonly Control[] => {
  const { saved, ruleset, game } = battle;
  const verb = ruleset.isPlacedAfterStart ? 'deploy' : 'deploy-rest';
  const path = ruleset.isPlacedAfterStart ? ['battle', verb] : [ruleset.id, verb];
  const isPlacing =
    game.view(viewerOf(battle)).round === 0 && game.expectedActions().some(({ kind }) => kind === 'placement');
  return ruleset.verbs[verb] === undefined || !isPlacing
    ? []
    : [button('Place everyone', { path, ...atMoment(saved) })];
};

/** The setup buttons of a battle that has not started: join, add foes, place, start. */
export const setupButtons = ({ saved, ruleset }: OpenBattle): readonly Control[] => {
  const battle = saved.id;
  return [
    button('Join', { path: ['battle', 'enter'], input: { as: 'player' }, battle }, 'primary'),
    button('Add foes', { path: ['battle', 'enter'], input: { as: 'foes' }, battle }),
    ...(isPlacedByGm(ruleset) ? [button('Place everyone', { path: ['battle', 'deploy'], battle })] : []),
    button('Start', { path: ['battle', 'start'], battle }, 'success'),
  ];
};
