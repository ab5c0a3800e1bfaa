import { z } from 'zod';
import { formatDuration, timeoutTexts } from '../../battle/saved/clock-settings.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import { expectedActionsForViewer, isFoe } from '../../battle/views/expected-actions.ts';
import { revealWarning, withRevealWarning } from '../../battle/views/hidden-plans.ts';
import { battleView, clockOf, createCaller, viewerOf } from '../../battle/views/viewer.ts';
import { applicableHours, dueAt } from '../../campaign/clock.ts';
import { listText, phrase, runForEveryone, term, worded } from '../../core/message.ts';
import { seedCommitment } from '../../dice/order-dice.ts';
import { altText, timelineAltText } from '../../presentation/alt-text.ts';
import { boardScene, type PictureStyle, timelineScene } from '../../presentation/board-scene.ts';
import { type Card, type CardField, card, type Deadline } from '../../presentation/card.ts';
import { statusCard, waitingField } from '../../presentation/status-card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type ExpectedAction, gmActor } from '../../rules/expected-action.ts';
import type { Need } from '../services.ts';
import { actorName, formatVerbTitle } from './inbox-notes.ts';
import {
  answerControls,
  describeExpectedActions,
  expectedActionsOfUser,
  questionCard,
  suggestedOrder,
} from './order-outcome.ts';
import { withScenePictures, withServerTheme } from './picture-themes.ts';
import { lessonField, placementButton, setupButtons } from './preparation-steps.ts';
import {
  atMoment,
  button,
  type Control,
  type ControlAction,
  createPanel,
  type Panel,
  type PrivateViewKind,
} from './reply.ts';
import { planTurnMessages, type TurnMessages } from './turn-messages.ts';

const pausedDeadline = (says: string): Deadline => ({ says: worded(says), at: undefined });

/** Groups waits with a running time limit that end at the same time. */
const runningDeadlines = (
  waits: readonly (readonly [BattleWait, number])[],
  alone: boolean,
  now: number,
): readonly Deadline[] =>
  [...Map.groupBy(waits, ([, at]) => at)].map(([at, same]): Deadline => {
    const names = [...new Set(same.map(([{ actor }]) => actorName(actor)))];
    const who = alone ? '' : `${listText(names)}:`;
    return { says: who, at: { moment: at, words: at > now ? phrase`in ${formatDuration((at - now) / 1000)}` : 'now' } };
  });

/** The deadlines of actors that the battle waits for, if a reader may know them. Empty without a time limit. */
export const findDeadlines = async (
  battle: OpenBattle,
  user: string | undefined,
  { waits, people }: Need<'waits' | 'people'>,
): Promise<readonly Deadline[]> => {
  const { table, status, id } = battle.saved;
  if (status !== 'active') return [];
  const awaited = expectedActionsForViewer(battle, user).filter(
    ({ actor }) => clockOf(battle, actor).seconds !== undefined,
  );
  if (table.clock.seconds === undefined && awaited.length === 0) return [];
  if (table.clock.paused) return [pausedDeadline('The clock is paused')];
  const told = (await waits.forBattle(id)).filter((wait) =>
    awaited.some(({ actor, kind }) => actor === wait.actor && kind === wait.kind),
  );
  const hours = await people.findMany(told.map(({ user: whose }) => whose));
  const due = told.flatMap((wait) => {
    const person = hours.get(wait.user);
    const at =
      person && wait.state !== 'asked'
        ? dueAt(wait, clockOf(battle, wait.actor), 100, applicableHours(clockOf(battle, wait.actor), wait.user, person))
        : undefined;
    return at === undefined ? [] : [[wait, at] as const];
  });
  const asked = told.filter(({ state }) => state === 'asked');
  return [
    ...asked.map(({ actor }) => pausedDeadline(phrase`${actorName(actor)}: time is up, the GM decides`)),
    ...runningDeadlines(due, told.length === 1, battle.openedAt),
  ];
};

/** The card field that lists the deadlines. Empty if there are no deadlines. */
export const timeField = (deadlines: readonly Deadline[]): readonly CardField[] =>
  deadlines.length === 0
    ? []
    : [
        {
          name: 'Time runs out',
          text: deadlines.map(({ says, at }) => `${says} ${at?.words ?? ''}`.trim()).join('\n'),
          deadlines,
        },
      ];

/** A battle as one reader may see it, without its picture: roster, turn order, expected actions, deadlines. */
export const battleFacts = (battle: OpenBattle, user?: string, deadlines: readonly Deadline[] = []): Card => {
  const { saved, ruleset } = battle;
  const awaited = expectedActionsForViewer(battle, user);
  const { name, clock } = saved.table;
  const isTimed = clock.seconds !== undefined && awaited.some(({ actor }) => !clockOf(battle, actor).onAutopilot);
  const runs = isTimed && deadlines.some(({ at }) => at !== undefined);
  const time = timeField(runs ? [...deadlines, pausedDeadline(timeoutTexts[clock.end])] : deadlines);
  return statusCard(battleView(battle, user), awaited, phrase`${name} · ${term(ruleset.title)}`, time);
};

/** The card of a battle as one reader may see it: its facts, picture, question and lesson. No `user`: for everyone. */
export const battleCard = (
  battle: OpenBattle,
  user?: string,
  deadlines: readonly Deadline[] = [],
  manner: PictureStyle = {},
): Card => {
  const view = battleView(battle, user);
  const scene = boardScene(view, undefined, manner);
  const shown = battleFacts(battle, user, deadlines);
  const toStart = view.status === 'setup' && expectedActionsForViewer(battle, user).length === 0;
  const order = suggestedOrder(battle, user);
  const suggested = order && { order };
  return {
    ...shown,
    fields: [
      ...shown.fields,
      ...(toStart ? [{ name: waitingField, text: describeExpectedActions(battle, user), ...suggested }] : []),
      ...questionCard(battle, user).map(({ title }) => ({ name: 'Question', text: title })),
      ...lessonField(battle),
    ],
    picture: scene && { scene, alt: altText(view), of: view },
    footer:
      view.status === 'setup' ? phrase`Dice are sealed: ${seedCommitment(battle.saved.seed).slice(0, 16)}…` : undefined,
  };
};

/** The card of a battle, followed by a card of its timeline if the rulebook has timelines. */
export const battleCards = (
  battle: OpenBattle,
  user?: string,
  deadlines: readonly Deadline[] = [],
  manner: PictureStyle = {},
): readonly Card[] => {
  const view = battleView(battle, user);
  const timeline = timelineScene(view, manner);
  const shown = timeline && card('', { picture: { scene: timeline, alt: timelineAltText(view) } });
  return [battleCard(battle, user, deadlines, manner), ...(shown === undefined ? [] : [shown])];
};

interface VerbButtons {
  /** The kind of private message that will contain the buttons. */
  readonly view?: PrivateViewKind;
  /** A verb that gets no button. */
  readonly except?: string;
  /** The combatant or seat whose verbs get buttons. Default: all of them. */
  readonly actor?: string;
  /** Maximum number of buttons. The rulebook's default action for absent players always gets a button. */
  readonly max?: number;
}

/** True if the actor's controller has a choice for the verb's first required option. `reader`: who sees the button. */
const isPossible = (battle: OpenBattle, actor: string, verb: string, reader: string | undefined): boolean => {
  const { game, ruleset, saved } = battle;
  const first = listOptions(ruleset.verbs[verb]?.params ?? z.object({})).find(({ required }) => required);
  if (first === undefined) return true;
  const runner = saved.table.control[actor];
  const call = createCaller(battle, runner ?? saved.table.gm, actor);
  const runs = viewerOf(battle, runner ?? reader);
  // Public buttons must not reveal what only the controller knows.
  const viewer = reader === undefined ? { ...runs, unseen: viewerOf(battle).unseen } : runs;
  const offers = game.offers(verb, first.name, call, {}, viewer);
  return offers === undefined || offers.length > 0;
};

/** The expected actions that get buttons. On the panel, the GM's actions only if no player is expected. */
const awaitedForButtons = (battle: OpenBattle, user?: string): readonly ExpectedAction[] => {
  if (user !== undefined) return expectedActionsOfUser(battle, user);
  const all = expectedActionsForViewer(battle);
  const ofPlayers = all.filter(({ actor }) => actor !== gmActor);
  return ofPlayers.length === 0 ? all : ofPlayers;
};

/** Buttons for the usual verbs of expected actors, in at most two rows. With `user`: only of this user's combatants. */
export const verbControls = (
  battle: OpenBattle,
  user?: string,
  { view, except, actor: of, max = 10 }: VerbButtons = {},
): readonly (readonly Control[])[] => {
  const { saved, ruleset } = battle;
  const due = awaitedForButtons(battle, user).filter(({ actor }) => of === undefined || actor === of);
  const actorsOf = (verb: string) => due.filter(({ verbs }) => verbs.includes(verb)).map(({ actor }) => actor);
  const possible = new Set<string>();
  for (const { actor, verbs: own } of due)
    for (const verb of own)
      if (verb !== except && !possible.has(verb) && isPossible(battle, actor, verb, user)) possible.add(verb);
  const all = [...possible].filter((verb) => ruleset.verbs[verb] !== undefined);
  // Calculated only if there are too many verbs, because the action for absent players may need a plan.
  const usual =
    all.length <= max
      ? undefined
      : awaitedForButtons(battle, user).find(({ auto }) => auto !== undefined && all.includes(auto.verb));
  const last = all.slice(max - 1).find((verb) => verb === usual?.auto?.verb);
  const verbs = last === undefined ? all.slice(0, max) : [...all.slice(0, max - 1), last];
  const buttons = verbs.map((verb, at): Control => {
    const press: ControlAction = {
      path: ['guide'],
      input: { verb, ...(of !== undefined && { as: of }) },
      ...atMoment(saved),
      ...(view !== undefined && { view }),
    };
    const shown = user === undefined ? undefined : actorsOf(verb).find((each) => revealWarning(battle, each, verb));
    const title = formatVerbTitle(verb, battle.ruleset.id);
    const label = shown === undefined ? title : withRevealWarning(battle, title, shown, verb);
    return button(label, press, at === 0 ? 'primary' : 'secondary');
  });
  return [buttons.slice(0, 5), buttons.slice(5)].filter((row) => row.length > 0);
};

/** True if the public panel waits for a player. Then it has no buttons that only the GM may press. */
const isPlayersTurn = (battle: OpenBattle): boolean =>
  battle.saved.status === 'active' &&
  expectedActionsForViewer(battle).some(({ actor }) => actor !== gmActor && !isFoe(battle, actor));

/** Buttons of every panel: help, plans, GM panel, whole board if it is cropped, board in a browser. */
const constantButtons = (battle: OpenBattle, hasBoards: boolean): readonly Control[] => {
  const { ruleset, saved } = battle;
  return [
    button('What can I do?', { path: ['my', 'view'] }),
    ...(ruleset.hasPlans && saved.status === 'active' && saved.pending === undefined
      ? [button('Plans', { path: ['plan'], ...atMoment(saved) })]
      : []),
    ...(isPlayersTurn(battle) ? [] : [button('GM', { path: ['gm', 'panel'] })]),
    ...(boardScene(battleView(battle))?.cropped
      ? [button('Whole board', { path: ['battle', 'status'], input: { whole: true } })]
      : []),
    ...(hasBoards ? [button('Open the board', { path: ['battle', 'board'] })] : []),
  ];
};

/** Buttons for the verbs that are expected now, or the setup buttons before the battle starts. */
const usualControls = (battle: OpenBattle): readonly (readonly Control[])[] =>
  battle.game.status === 'setup'
    ? [setupButtons(battle), ...verbControls(battle, undefined, { except: 'deploy' })]
    : [...verbControls(battle), placementButton(battle)].filter((row) => row.length > 0);

/** The panel of a battle with buttons for expected actions. `hasBoards`: true if the bot serves pages. */
export const panelReply = (battle: OpenBattle, deadlines: readonly Deadline[] = [], hasBoards = false): Panel =>
  createPanel({
    battle: battle.saved.id,
    cards: battleCards(battle, undefined, deadlines),
    controls:
      battle.game.status === 'ended'
        ? []
        : [
            ...(battle.saved.pending ? answerControls(battle) : usualControls(battle)),
            constantButtons(battle, hasBoards),
          ],
  });

export type PanelServices = Need<
  'battles' | 'languages' | 'pictures' | 'waits' | 'people' | 'servers' | 'records' | 'now' | 'webLinks'
>;

/** Plans a battle's panel and turn messages in the current language. */
export const planPanel = async (battle: OpenBattle, services: PanelServices): Promise<TurnMessages> => {
  const deadlines = await findDeadlines(battle, undefined, services);
  const panel = panelReply(battle, deadlines, services.webLinks !== undefined);
  const coloured = await withServerTheme(panel, services, battle.saved.guild);
  return planTurnMessages(services, battle, await withScenePictures(coloured, services));
};

/** Creates a function that loads a battle's current panel and channel. `atLeast`: minimum version if cached. */
export const loadPanel = (services: PanelServices) => async (id: string, atLeast?: number) => {
  const { battles, languages } = services;
  const battle = await battles.openCached(id, atLeast);
  if (!battle.ok) return undefined;
  const { saved } = battle.value;
  const { channel, version } = saved;
  /** True if the battle has not changed since its panel was loaded. */
  const isCurrent = async (): Promise<boolean> => {
    const now = await battles.openById(id);
    return now.ok && now.value.saved.version === version;
  };
  const turn = await languages.runForAll(() => runForEveryone(() => planPanel(battle.value, services), saved));
  return { channel, version, isCurrent, turn };
};
