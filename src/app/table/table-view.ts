import { type OpenBattle, toVersionToken } from '../../battle/saved/store.ts';
import { usersExpectedToAct } from '../../battle/views/expected-actions.ts';
import { type BattleRole, battleView, controlledCombatants, isGm, roleOf } from '../../battle/views/viewer.ts';
import { ok, phrase, type Refusal, type Result, term } from '../../core/message.ts';
import { altText } from '../../presentation/alt-text.ts';
import { figureScene, pressableBoard } from '../../presentation/board-scene.ts';
import { type Card, card } from '../../presentation/card.ts';
import { figureLabels } from '../../presentation/figure-labels.ts';
import type { Scene } from '../../presentation/scene.ts';
import { waitingField } from '../../presentation/status-card.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { BattleView } from '../../rules/view.ts';
import type { LogMatch } from '../records/record-jobs.ts';
import { battleFacts, findDeadlines, verbControls } from '../replies/battle-panel.ts';
import { formatVerbTitle, formatVerbWord } from '../replies/inbox-notes.ts';
import {
  answerControls,
  describeExpectedActions,
  expectedActionsOfUser,
  isAsked,
  questionCard,
} from '../replies/order-outcome.ts';
import { withScenePictures } from '../replies/picture-themes.ts';
import { findLessonState, type LessonState, placementButton, setupButtons } from '../replies/preparation-steps.ts';
import { atMoment, button, type Control, type ControlAction } from '../replies/reply.ts';
import type { FoeServices, Services } from '../services.ts';
import { type GmView, gmView } from './gm-view.ts';
import { findSpot, isShown } from './spots.ts';

/** What a press on a spot can begin: its label, and the press that asks further or gives the order. */
export interface Tap {
  readonly label: string;
  readonly press: ControlAction;
}

/** The taps of each spot. */
export type Taps = ReadonlyMap<string, readonly Tap[]>;

/** A battle for one person who can press the board. Contains nothing that this person may not know. */
export interface TableView {
  readonly battle: string;
  /** The version of the battle. It changes with hidden orders too, so no reader may get it. */
  readonly moment: number;
  readonly title: string;
  readonly role: BattleRole;
  readonly view: BattleView;
  /** This person's combatants that are expected to act. */
  readonly awaited: readonly string[];
  readonly next: string;
  readonly question: readonly Card[];
  readonly lesson: LessonState | undefined;
  /** Further facts: turn order, deadlines, notes. */
  readonly fields: Card['fields'];
  /** The board of squares. Undefined for other boards. */
  readonly board: Card['picture'];
  /** The figure of each combatant. */
  readonly figures: ReadonlyMap<string, Scene>;
  readonly controls: readonly (readonly Control[])[];
  readonly taps: Taps;
  /** What a GM sees besides. Undefined for other people. */
  readonly gm: GmView | undefined;
  /** The last log entries, newest first. */
  readonly log: readonly LogMatch[];
}

/** Maximum number of log entries beside the board. */
const maxLogEntries = 12;

/** The option of a verb that a user chooses first, and its target if that is asked later. */
const firstOptions = ({ verbs }: OpenBattle['ruleset'], verb: string): readonly CommandOption[] => {
  const declared = verbs[verb];
  if (declared === undefined) return [];
  const options = listOptions(declared.params);
  const asked = declared.promptFor({});
  const first = options.find(({ name, required }) => required || asked.includes(name));
  const target = options.find(({ name, widget }) => name === 'target' && widget === 'combatant');
  return [...new Set([first, target])].filter((option) => option !== undefined);
};

const addTap = (taps: Map<string, readonly Tap[]>, spot: string, tap: Tap): void => {
  taps.set(spot, [...(taps.get(spot) ?? []), tap]);
};

/** The taps that begin an order of a user's expected combatants. `only`: of this combatant. */
const findTaps = async (
  battle: OpenBattle,
  user: string,
  { board }: BattleView,
  only: string | undefined,
  { battles }: Pick<Services, 'battles'>,
): Promise<Taps> => {
  const { saved, ruleset } = battle;
  const taps = new Map<string, readonly Tap[]>();
  const due = expectedActionsOfUser(battle, user).filter(({ actor }) => only === undefined || actor === only);
  const isSingle = new Set(due.map(({ actor }) => actor)).size === 1;
  for (const { actor, verbs } of due)
    for (const verb of verbs)
      for (const { name, widget } of firstOptions(ruleset, verb)) {
        const offers = await battles.offers(saved.channel, user, verb, name, { as: actor });
        // An order that begins with a text to type cannot begin on the board.
        if (offers === undefined) break;
        const placed = offers.flatMap((offer) => {
          const spot = findSpot(board, offer);
          return spot === undefined ? [] : [{ ...offer, spot }];
        });
        if (placed.length === 0) continue;
        const word = (isSingle ? formatVerbTitle : formatVerbWord)(verb, ruleset.id);
        const title = isSingle ? word : phrase`${actor}: ${word}`;
        for (const { spot, value, label } of placed) {
          const isPath = widget === 'path';
          const input = { verb, as: actor, ...(!isPath && { [name]: value }) };
          addTap(taps, spot, {
            label: isPath ? `${title} · ${label}` : title,
            press: { path: ['guide'], input, ...(isPath && { draft: value }), ...atMoment(saved), view: 'next' },
          });
        }
        break;
      }
  return taps;
};

/** True if every choice of a list has a place that the board shows. */
export const isOnBoard = (view: BattleView, control: Control): boolean =>
  control.kind === 'select' &&
  control.asks === undefined &&
  control.options.length > 0 &&
  control.options.every((option) => {
    const spot = findSpot(view.board, option);
    return spot !== undefined && isShown(view, spot);
  });

/** The presses that a control offers: its own, or one for each choice. */
export const possiblePresses = (control: Control): readonly ControlAction[] =>
  control.kind === 'button' ? [control.press] : control.options.map(({ value }) => choose(control, value));

/** The press that chooses an entry of a list. */
export const choose = ({ press, option }: Extract<Control, { kind: 'select' }>, value: string): ControlAction => ({
  ...press,
  input: { ...press.input, [option]: value },
});

/** The taps while choices are open: the choices that have a place, and other ends for the drafted path. */
export const tapsOfChoices = ({ board }: BattleView, controls: readonly (readonly Control[])[], begin: Taps): Taps => {
  const taps = new Map<string, readonly Tap[]>();
  for (const control of controls.flat()) {
    const { press } = control;
    if (control.kind === 'select' && control.asks === undefined)
      for (const option of control.options) {
        const spot = findSpot(board, option);
        if (spot !== undefined) addTap(taps, spot, { label: option.label, press: choose(control, option.value) });
      }
    if (control.kind !== 'button' || control.goes !== true) continue;
    for (const [spot, those] of begin) {
      const paths = those.filter(
        ({ press: { input, draft } }) => input.verb === press.input.verb && input.as === press.input.as && draft,
      );
      if (paths.length > 0) taps.set(spot, paths);
    }
    const end = findSpot(board, control);
    if (end !== undefined) taps.set(end, [{ label: control.label, press }]);
  }
  return taps;
};

/** Buttons that are there during the whole battle. */
const constantControls = (battle: OpenBattle, user: string): readonly Control[] => {
  const { saved, game, ruleset } = battle;
  const press = { battle: saved.id };
  const undo = button('Undo', { ...press, path: ['undo'], input: { list: true } });
  if (game.status === 'ended')
    return [
      button('Play again', { ...press, path: ['battle', 'again'] }, 'primary'),
      button('Verify the dice', { ...press, path: ['battle', 'verify'] }),
      ...(isGm(saved.table, user) ? [undo] : []),
    ];
  if (game.status === 'setup') return [];
  const canPlan = ruleset.hasPlans && saved.pending === undefined;
  const isDue = expectedActionsOfUser(battle, user).some(({ actor }) => actor !== gmActor);
  return [...(canPlan && isDue ? [button('Plans', { ...press, path: ['plan'] })] : []), undo];
};

const tableControls = (battle: OpenBattle, user: string, only: string | undefined): TableView['controls'] => {
  const { game, saved } = battle;
  const own = isAsked(battle, user)
    ? answerControls(battle, user, 'next')
    : saved.pending === undefined
      ? verbControls(battle, user, { view: 'next', ...(only !== undefined && { actor: only }) })
      : [];
  const setup = game.status === 'setup' ? setupButtons(battle) : placementButton(battle);
  return [...own, setup, constantControls(battle, user)].filter((row) => row.length > 0);
};

const pictureCard = (scene: Scene | undefined): Card => card('', { picture: scene && { scene, alt: '' } });

type TableServices = FoeServices & Pick<Services, 'records' | 'waits' | 'people'>;

/** Builds a battle's view for one person. `only`: this person's combatant that is to act. */
export const tableView = async (
  id: string,
  user: string,
  only: string | undefined,
  services: TableServices,
): Promise<Result<TableView, Refusal>> => {
  const found = await services.battles.openById(id);
  if (!found.ok) return found;
  const battle = found.value;
  const { saved, ruleset } = battle;
  const view = battleView(battle, user);
  const due = [...new Set(expectedActionsOfUser(battle, user).map(({ actor }) => actor))];
  const chosen = due.find((actor) => actor === only);
  const log = await services.records('recent', battle, { reader: user, most: maxLogEntries });
  const labels = figureLabels(view);
  const scenes = [pressableBoard(view), ...view.combatants.map(({ id }) => figureScene(labels, id))];
  const { cards } = await withScenePictures({ cards: scenes.map(pictureCard) }, services);
  const [board, ...figures] = cards.map(({ picture }) => picture?.scene);
  const { fields } = battleFacts(battle, user, await findDeadlines(battle, user, services));
  return ok({
    battle: saved.id,
    moment: toVersionToken(saved),
    title: phrase`${saved.table.name} · ${term(ruleset.title)}`,
    role: roleOf(saved.table, user),
    view,
    awaited: due,
    next: describeExpectedActions(battle, user),
    question: questionCard(battle, user),
    lesson: findLessonState(battle),
    fields: fields.filter(({ pictured, name }) => pictured !== true && name !== waitingField),
    board: board && { scene: board, alt: altText(view) },
    figures: new Map(view.combatants.flatMap(({ id }, at) => (figures[at] ? [[id, figures[at]] as const] : []))),
    controls: tableControls(battle, user, chosen),
    taps: saved.pending === undefined ? await findTaps(battle, user, view, chosen, services) : new Map(),
    gm: await gmView(battle, user, view, services),
    log: log.ok ? log.value : [],
  });
};

/** The people at a battle's table, with the battle's place. */
export const tablePeople = async (id: string, { battles }: Pick<Services, 'battles'>) => {
  const battle = await battles.openById(id);
  if (!battle.ok) return battle;
  const { guild, channel, table, status, version } = battle.value.saved;
  const expected = status === 'active' ? usersExpectedToAct(battle.value) : [];
  const people = [
    { user: table.gm, name: table.gmName },
    ...Object.entries(table.seats).map(([user, { name }]) => ({ user, name })),
  ];
  /** Who acts next: the GM if the GM may, or if no one is expected. */
  const next = expected.includes(table.gm) ? table.gm : (expected[0] ?? table.gm);
  /** True if a user only watches, and so sees what everyone sees. */
  const isWatcher = (user: string): boolean =>
    /^(?:spectator|stranger)$/.test(roleOf(table, user)) && controlledCombatants(battle.value, user).length === 0;
  return ok({ isWatcher, version, guild, channel, people, next });
};
