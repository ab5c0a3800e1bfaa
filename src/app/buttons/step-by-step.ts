import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { allExpectedActions } from '../../battle/views/expected-actions.ts';
import { revealWarning } from '../../battle/views/hidden-plans.ts';
import { isGm, viewerOf } from '../../battle/views/viewer.ts';
import { currentDictionary, ok, phrase, refuse, term, worded } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { line } from '../../rules/event.ts';
import type { ExpectedAction } from '../../rules/expected-action.ts';
import { formatSquare, type Square } from '../../rules/grid/square.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import type { CompassDirection } from '../../rules/view.ts';
import {
  type Asker,
  type Command,
  type CommandInput,
  combatantOffers,
  toIssuer,
  toOffers,
  wordOffers,
} from '../command-kit/command.ts';
import { verbControls } from '../replies/battle-panel.ts';
import { formatVerbTitle, formatVerbWord } from '../replies/inbox-notes.ts';
import { describeExpectedActions, expectedActionsOfUser, orderAnswer } from '../replies/order-outcome.ts';
import {
  atMoment,
  button,
  type CommandAnswer,
  type Control,
  type ControlAction,
  createPrivateView,
  selectMenu,
} from '../replies/reply.ts';
import type { Need, Services } from '../services.ts';
import { drawAnswer } from '../verbs/query-command.ts';
import { coerceInput } from '../verbs/verb-command.ts';

/** The eight directions, arranged in rows as on a compass. */
const rows: readonly (readonly (CompassDirection | undefined)[])[] = [
  ['NW', 'N', 'NE'],
  ['W', undefined, 'E'],
  ['SW', 'S', 'SE'],
];
const arrows: Readonly<Record<CompassDirection, string>> = {
  NW: '↖',
  N: '↑',
  NE: '↗',
  W: '←',
  E: '→',
  SW: '↙',
  S: '↓',
  SE: '↘',
};

/** Buttons for the eight directions. Each adds a square to the path. Empty if the path cannot continue. */
export const directionPad = (offers: readonly ParamOffer[], press: ControlAction): readonly (readonly Control[])[] => {
  const steps = new Map(offers.flatMap(({ step, to, value }) => (step && to ? [[step, { to, value }] as const] : [])));
  if (steps.size === 0) return [];
  return rows.map((row) =>
    row.map((way): Control => {
      const step = way && steps.get(way);
      const arrow = way === undefined ? '·' : arrows[way];
      const label = step === undefined ? arrow : `${arrow} ${formatSquare(step.to)}`;
      return { ...button(label, { ...press, draft: step?.value ?? way ?? '' }), disabled: step === undefined };
    }),
  );
};

const toPressInput = (input: CommandInput): ControlAction['input'] =>
  Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : [],
    ),
  );

/** The empty list of choices, for options that users can only type. */
const noOffers: readonly ParamOffer[] = [];

/** The choices for an option: the option's own list, the rulebook's offers, or combatants. */
const choicesFor = async (
  option: CommandOption,
  verb: string,
  soFar: CommandInput,
  asker: Asker,
  services: Need<'battles'>,
): Promise<readonly ParamOffer[]> => {
  if (option.kind === 'flag') return wordOffers(['yes', 'no']);
  const offers = await services.battles.offers(asker.channel, asker.user, verb, option.name, soFar);
  if (offers !== undefined) return offers;
  if (option.kind === 'choice') return wordOffers(option.choices);
  return option.widget === 'combatant' ? combatantOffers(asker, '', services, 'all') : noOffers;
};

const mustBeTyped = ({ kind }: CommandOption, offers: readonly ParamOffer[]): boolean =>
  offers === noOffers && (kind === 'text' || kind === 'whole');

/** The question above a list of choices, without the hints for users who type. */
const questionFor = ({ name, description, widget }: CommandOption, offers: readonly ParamOffer[]): string => {
  if (widget === 'path') return 'Where to?';
  const listed = offers.filter(({ value }) => description.toLowerCase().includes(value.toLowerCase()));
  const word = currentDictionary() === undefined ? formatVerbTitle(name) : term(name, 'option');
  return listed.length > 1 ? phrase`${word}?` : description;
};

/** The combatants that a user can use a verb for now. If a GM controls none of these: all. */
const actorsFor = (battle: OpenBattle, user: string, verb: string): readonly string[] => {
  const actorsOf = (all: readonly ExpectedAction[]) => [
    ...new Set(all.flatMap(({ actor, verbs }) => (verbs.includes(verb) ? [actor] : []))),
  ];
  const mine = actorsOf(expectedActionsOfUser(battle, user));
  return mine.length === 0 && isGm(battle.saved.table, user) ? actorsOf(allExpectedActions(battle)) : mine;
};

/** The kind of private message that shows the list of choices. Default: `next`. */
const viewOf = ({ view }: Asker): Pick<ControlAction, 'view'> => ({ view: view ?? 'next' });

const backToView = ({ view, user }: Asker, { saved }: OpenBattle): readonly (readonly Control[])[] => {
  const path = view === 'my' || !isGm(saved.table, user) ? ['my', 'view'] : ['gm', 'panel'];
  return view === undefined || view === 'next' ? [] : [[button('Back', { path, view, battle: saved.id })]];
};

/** The button that undoes the last choice, or returns to the previous message. */
const stepBack = (
  asker: Asker,
  battle: OpenBattle,
  { verb, actor, given }: Omit<OrderDraft, 'taken'>,
  press: ControlAction,
): readonly (readonly Control[])[] => {
  const chosen = Object.keys(given);
  if (chosen.length === 0) return backToView(asker, battle);
  const { [chosen.at(-1) ?? '']: _, ...before } = given;
  return [[button('Back', { ...press, input: toPressInput({ verb, ...before, as: actor }) })]];
};

/** Lines with the parameters that the user has chosen so far. */
const chosenLines = (options: readonly CommandOption[], given: CommandInput) =>
  options.flatMap(({ name }) => (given[name] === undefined ? [] : [line(phrase`${name}: ${given[name]}`, 'quiet')]));

const warning = (battle: OpenBattle, actor: string, verb: string) => {
  const shows = revealWarning(battle, actor, verb);
  const hidden = actor === 'gm' ? worded('combatants that are hidden until they act') : actor;
  const says = shows === 'reveals' ? phrase`It reveals ${hidden}.` : phrase`It may reveal ${hidden}.`;
  return shows === undefined ? [] : [line(says, 'bad')];
};

/** An incomplete order. `given`: parameters the user chose. `taken`: parameters that had only one choice. */
interface OrderDraft {
  readonly verb: string;
  readonly actor: string;
  readonly given: CommandInput;
  readonly taken: CommandInput;
}

/** A path that a user drafts in private, with its cost, the attacks it provokes and a picture. */
interface DraftedPath {
  readonly draft: string;
  /** The square where the path ends. Undefined if the rulebook does not draw the path. */
  readonly to: Square | undefined;
  readonly lines: Card['lines'];
  readonly picture: Card['picture'];
}

/** Asks the rulebook for the cost of a path and the attacks that the path provokes. */
export const pathCost = (
  { channel, user }: Asker,
  actor: string,
  way: Readonly<Record<string, string>>,
  battles: Services['battles'],
) => battles.ask(channel, user, user, 'cost', way, actor);

/** Describes a drafted path with its cost and picture. Without a picture if the rulebook gives no answer. */
const describeDraft = async (
  asker: Asker,
  battle: OpenBattle,
  { actor, draft, option }: { readonly actor: string; readonly draft: string; readonly option: string },
  { battles }: Need<'battles'>,
): Promise<DraftedPath> => {
  const answer = await pathCost(asker, actor, { [option]: draft }, battles);
  if (!answer.ok) return { draft, to: undefined, lines: [line(draft)], picture: undefined };
  const shown = battle.game.view(viewerOf(battle, asker.user));
  const end = answer.value.strokes?.find(({ kind }) => kind === 'move')?.points.at(-1);
  const to = end && { x: Math.floor(end.x), y: Math.floor(end.y) };
  return { draft, to, lines: answer.value.lines, picture: drawAnswer(shown, answer.value) };
};

/** Buttons that extend a drafted path or remove its last square. */
const draftControls = (option: string, { draft, to }: DraftedPath, press: ControlAction): readonly Control[] => {
  const before = draft.split(' ').slice(0, -1).join(' ');
  return [
    {
      ...button('Go', { ...press, input: { ...press.input, [option]: draft } }, 'primary'),
      ...{ goes: true, ...(to && { to }) },
    },
    button('Back', { ...press, ...(before !== '' && { draft: before }) }),
  ];
};

/** A private message with choices. It replaces the private message whose control was pressed. */
export const choiceView = ({ view }: Asker, shown: Card, controls: readonly (readonly Control[])[]) =>
  ok(createPrivateView({ cards: [shown], controls, replaces: view !== undefined }));

/** Shows the choices for the first missing parameter of an order. */
const picker = (
  asker: Asker,
  battle: OpenBattle,
  { verb, actor, given, taken }: OrderDraft,
  missing: CommandOption,
  offers: readonly ParamOffer[],
  way?: DraftedPath,
): CommandAnswer => {
  const { saved, ruleset } = battle;
  const press: ControlAction = {
    path: ['guide'],
    input: toPressInput({ verb, ...given, as: actor }),
    ...atMoment(saved),
    ...viewOf(asker),
  };
  const pad = missing.widget === 'path' ? directionPad(offers, press) : [];
  const others =
    way !== undefined
      ? [draftControls(missing.name, way, press)]
      : pad.length === 0
        ? stepBack(asker, battle, { verb, actor, given }, press)
        : verbControls(battle, asker.user, { view: asker.view ?? 'next', except: verb, actor: actor, max: 5 });
  const options = listOptions(ruleset.verbs[verb]?.params ?? z.object({}));
  const question = questionFor(missing, offers);
  const what = formatVerbWord(verb, ruleset.id);
  const title = actor === 'gm' ? what : phrase`${actor}: ${what}`;
  const lines = [
    ...chosenLines(options, { ...given, ...taken }),
    ...(way === undefined ? [line(question)] : way.lines),
    ...warning(battle, actor, verb),
  ];
  const typing = { ...button(phrase`${term(question)} …`, press, 'primary'), asks: missing.name };
  const menu = offers.length === 0 ? [] : [[selectMenu(question, missing.name, offers, press)]];
  return choiceView(asker, card(title, { lines, picture: way?.picture }), [
    ...(mustBeTyped(missing, offers) ? [[typing]] : menu),
    ...pad,
    ...others,
  ]);
};

/** Choices of combatants, each with its place on the board. */
export const combatantChoices = (ids: readonly string[]): readonly ParamOffer[] =>
  toOffers(ids).map((each) => ({ ...each, who: each.value }));

/** Asks the user to choose one of the combatants that could give the order. */
const actorPicker = (asker: Asker, battle: OpenBattle, verb: string, actors: readonly string[]): CommandAnswer => {
  const press = { path: ['guide'], input: { verb }, ...atMoment(battle.saved), ...viewOf(asker) };
  return choiceView(asker, card(formatVerbTitle(verb, battle.ruleset.id), { lines: [line('Who acts?')] }), [
    [selectMenu('Who acts?', 'as', combatantChoices(actors), press)],
    ...backToView(asker, battle),
  ]);
};

/** Gives an order, or shows the choices for its first missing parameter. */
const guideOrder = async (
  asker: Asker,
  battle: OpenBattle,
  input: CommandInput,
  services: Need<'battles'>,
): Promise<CommandAnswer> => {
  const { ruleset } = battle;
  const { verb: name, as, ...given } = input;
  const verb = typeof name === 'string' ? ruleset.verbs[name] : undefined;
  if (typeof name !== 'string' || verb === undefined)
    return refuse('unknown-verb', { verb: String(name ?? '?'), system: ruleset.title });
  const actors = typeof as === 'string' ? [as] : actorsFor(battle, asker.user, name);
  const [actor] = actors;
  if (actor === undefined) return refuse('not-awaited', { next: describeExpectedActions(battle, asker.user) });
  if (actors.length > 1) return actorPicker(asker, battle, name, actors);
  const options = listOptions(verb.params);
  const wanted = verb.promptFor(given);
  const open = options.filter(
    ({ name: each, required }) => (required || wanted.includes(each)) && !Object.hasOwn(given, each),
  );
  const warns = warning(battle, actor, name).length > 0 && Object.keys(given).length === 0;
  // An option with a single choice is set without asking, unless it decides which options come next.
  const taken: Record<string, unknown> = {};
  for (const missing of open) {
    const isWay = missing.widget === 'path';
    const begun = isWay ? asker.draft : undefined;
    const soFar = { ...given, ...taken, as: actor, ...(begun !== undefined && { [missing.name]: begun }) };
    const offers = await choicesFor(missing, name, soFar, asker, services);
    const [only] = offers;
    const chosen = { verb: name, actor, given, taken };
    if (begun !== undefined) {
      const way = await describeDraft(asker, battle, { actor, draft: begun, option: missing.name }, services);
      return picker(asker, battle, chosen, missing, offers, way);
    }
    const decides = () => verb.promptFor({ ...given, [missing.name]: only?.value }).join() !== wanted.join();
    if (only !== undefined && offers.length === 1 && !isWay && !warns && !decides()) taken[missing.name] = only.value;
    else if (offers.length > 0 || mustBeTyped(missing, offers)) return picker(asker, battle, chosen, missing, offers);
    else if (missing.required || offers === noOffers) return refuse('nothing-to-choose', { option: missing.name });
  }
  const filled = Object.entries({ ...given, ...taken }).filter(
    // A form that is sent without text skips its option.
    ([key, value]) => value !== '' || options.find(({ name }) => name === key)?.required !== false,
  );
  const params = coerceInput(options, Object.fromEntries(filled));
  const report = await services.battles.order(toIssuer(asker), { verb: name, params, actor });
  return orderAnswer(report, asker);
};

/** Guides a user through a verb's missing parameters, then gives the order. Only buttons run this command. */
export const stepByStepCommand: Command<Need<'battles'>> = {
  path: ['guide'],
  scope: 'battle',
  summary: 'Give an order step by step',
  systems: undefined,
  hidden: true,
  options: [],
  complete: async (asker, option, _typed, { verb, ...soFar }, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok || typeof verb !== 'string') return [];
    if (option === 'as') return toOffers(actorsFor(battle.value, asker.user, verb));
    const options = listOptions(battle.value.ruleset.verbs[verb]?.params ?? z.object({}));
    const wanted = options.find(({ name }) => name === option);
    return wanted === undefined ? [] : choicesFor(wanted, verb, soFar, asker, services);
  },
  run: async (asker, input, services) => {
    const battle = await services.battles.open(asker.channel);
    return battle.ok ? guideOrder(asker, battle.value, input, services) : battle;
  },
};
