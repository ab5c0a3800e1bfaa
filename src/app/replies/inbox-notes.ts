import { describeNumbers } from '../../battle/decide/command.ts';
import type { GmRequest } from '../../battle/saved/session.ts';
import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import {
  expectedActionsForViewer,
  expectedFoeActions,
  isFoe,
  suggestionForGm,
} from '../../battle/views/expected-actions.ts';
import { hiddenPlanOf, hiddenTurns, withRevealWarning } from '../../battle/views/hidden-plans.ts';
import { autopilotOf, hiddenCombatants, isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import {
  capitalize,
  counted,
  currentDictionary,
  listed,
  listText,
  ok,
  phrase,
  type Result,
  refuse,
  renderText,
  term,
  worded,
} from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { type Line, line } from '../../rules/event.ts';
import { type ExpectedAction, gmActor } from '../../rules/expected-action.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { sheetLines } from '../input/sheets.ts';
import { selectTargets } from '../input/target-selector.ts';
import {
  atMoment,
  button,
  type Control,
  type ControlAction,
  type InboxNote,
  type PrivateViewKind,
  selectMenu,
} from './reply.ts';

/** A link to the channel of the battle. */
export const linkToBattle = ({ saved: { guild, channel } }: OpenBattle) => ({
  label: 'Go to the battle',
  guild,
  channel,
});

/** A button for the GM inbox. It names its battle, so that it works from any channel. */
export const inboxControl = (
  { saved }: OpenBattle,
  label: string,
  press: Pick<ControlAction, 'path'> & Partial<ControlAction>,
  style: 'primary' | 'secondary' = 'secondary',
): Control => button(label, { ...press, ...atMoment(saved), view: 'desk' }, style);

export const actorName = (actor: string): string => (actor === gmActor ? worded('The GM') : actor);

/** Describes which actor is expected to do what: `Ada to act`. */
export const describeWait = ({ actor, what }: Pick<BattleWait, 'actor' | 'what'>): string =>
  phrase.of('who is to do what')`${actorName(actor)} ${term(what)}`;

export const formatVerbTitle = (verb: string, rulebook?: string): string =>
  worded(term(capitalize(verb).replaceAll('-', ' '), rulebook));

/** The title of a verb inside of a text. Only English gets small letters, since German nouns have capital ones. */
export const formatVerbWord = (verb: string, rulebook: string): string =>
  currentDictionary() === undefined ? formatVerbTitle(verb).toLowerCase() : formatVerbTitle(verb, rulebook);

/** Maximum number of verb buttons in a note to the GM. */
const verbsShown = 5;

/** Describes an expected action. Marks a hidden actor, and names a warband's hidden members still to act. */
const describeForGm = (battle: OpenBattle, due: ExpectedAction): string => {
  const what = describeWait(due);
  if (isGmOnly(battle, due.actor)) return phrase`${what} (hidden)`;
  const left = hiddenTurns(battle, due).map(({ who }) => who);
  return left.length === 0 ? what : phrase`${what} (only hidden combatants still have to act: ${listText(left)})`;
};

/** Lines on what autopilot will do when its delay is over. */
const pilotLines = (battle: OpenBattle, due: ExpectedAction) => {
  const { does, seconds = 0 } = autopilotOf(battle, due.actor) ?? {};
  const done = does === 'after' ? suggestionForGm(battle, due) : undefined;
  const when = counted(seconds, 'second');
  return done === undefined ? [] : [line(phrase`In ${when}, unless you order otherwise: ${done.label}.`)];
};

/** Buttons to choose another plan or to stop autopilot. Empty if the actor is not on autopilot. */
const pilotControls = (battle: OpenBattle, { actor }: ExpectedAction): readonly Control[] => {
  const pilot = autopilotOf(battle, actor);
  if (pilot === undefined) return [];
  return [
    inboxControl(battle, 'Other actions', { path: ['plan'], input: { as: actor } }),
    ...(pilot.does === 'suggest'
      ? []
      : [inboxControl(battle, 'Stop', { path: ['gm', 'autopilot'], input: { who: actor, does: 'suggest' } })]),
  ];
};

/** The note that informs the GM that it is the turn of the GM's combatants, with buttons. */
export const turnNote = (battle: OpenBattle, due: readonly ExpectedAction[]): InboxNote => {
  const [first] = due;
  const lines = due.flatMap((each) => [line(phrase`${describeForGm(battle, each)}.`), ...pilotLines(battle, each)]);
  const [hidden] = first === undefined ? [] : hiddenTurns(battle, first);
  const { verbs: known, id } = battle.ruleset;
  const verbs = due.length === 1 ? (first?.verbs ?? []).filter((verb) => known[verb] !== undefined) : [];
  const orders = verbs.slice(0, verbsShown).map((verb) =>
    inboxControl(battle, withRevealWarning(battle, formatVerbTitle(verb, id), first?.actor ?? gmActor, verb), {
      path: ['guide'],
      input: { verb, as: first?.actor ?? gmActor },
    }),
  );
  // The plan is calculated only when someone presses this button or opens the GM panel.
  const next =
    first && inboxControl(battle, withRevealWarning(battle, 'Next', first.actor), { path: ['gm', 'skip'] }, 'primary');
  return {
    isCall: true,
    card: card(worded('it is your turn'), { lines }),
    controls: [
      ...(orders.length === 0 ? [] : [orders]),
      [
        ...(next === undefined ? [] : [next]),
        ...(first === undefined ? [] : pilotControls(battle, first)),
        ...runFoesButton(battle, 'desk').flat().slice(0, 1),
        ...(hidden === undefined
          ? []
          : [
              inboxControl(battle, 'Do nothing while hidden', {
                path: ['gm', 'plan'],
                input: { who: hidden.who, order: 'nothing' },
              }),
            ]),
        inboxControl(battle, 'GM', { path: ['gm', 'panel'] }),
      ],
    ],
  };
};

/** Lists hidden combatants that do nothing, so that the GM can be asked on their turns. Empty if there are none. */
export const hiddenTurnControls = (
  battle: OpenBattle,
  those: readonly string[],
  view: PrivateViewKind,
): readonly Control[] => {
  const press = { path: ['gm', 'plan'], input: { order: 'ask' }, battle: battle.saved.id, view };
  const offers = those
    .filter((who) => hiddenPlanOf(battle, who).does === 'nothing')
    .map((who) => ({ value: who, label: phrase`${who}: wait for me` }));
  return offers.length === 0 ? [] : [selectMenu('On its turns: stay hidden, or wait for me', 'who', offers, press)];
};

/** Asks the GM what combatants that were just hidden do on their turns. Undefined if none of the GM's were hidden. */
export const hiddenTurnNote = (battle: OpenBattle, { table }: LogEntry): InboxNote | undefined => {
  const those = table.flatMap((event) => (event.type === 'hidden' ? [event.who] : []));
  const controls = hiddenTurnControls(battle, those, 'desk');
  if (controls.length === 0) return undefined;
  const says =
    'They stay hidden and do nothing that others can see. If you choose to be asked, everyone sees that the battle waits for the GM.';
  return {
    card: card(phrase`On the turns of ${listed(those)}`, { lines: [line(says)] }),
    controls: [controls],
  };
};

/** The note that informs the GM about a player who joined with a custom sheet. */
export const sheetNote = (battle: OpenBattle, id: string, sheet: unknown): InboxNote => ({
  card: card(phrase`${id} joined with a custom sheet`, {
    lines: sheetLines(battle.ruleset, sheet),
    footer: 'The rulebook allows custom sheets. Correct a number with /gm set',
  }),
  controls: [[inboxControl(battle, 'GM', { path: ['gm', 'panel'] })]],
});

/** Expected actions of the GM's combatants that players may not know. */
export const secretExpectedActions = (battle: OpenBattle): readonly ExpectedAction[] =>
  expectedFoeActions(battle).filter((due) => isGmOnly(battle, due.actor) || hiddenTurns(battle, due).length > 0);

/** A button that shows the number of items in the GM inbox and opens the inbox. */
export const inboxCountControl = (battle: OpenBattle, count: number): Control =>
  inboxControl(battle, phrase`${counted(count, 'item')} in your GM inbox`, {
    path: ['gm', 'panel'],
  });

/** The press that answers a request. The request's number prevents an old button from approving a newer request. */
const pressOf = (
  battle: OpenBattle,
  { n }: GmRequest,
  answer: string,
  view: PrivateViewKind | undefined,
): ControlAction => ({
  path: ['gm', 'request'],
  input: { request: n, answer },
  battle: battle.saved.id,
  ...(view !== undefined && { view }),
});

/** Buttons by which the GM approves, changes or refuses a request. */
export const requestControls = (
  battle: OpenBattle,
  request: GmRequest,
  view: PrivateViewKind | undefined,
): readonly Control[] => [
  button(phrase`Grant ${request.actor}`, pressOf(battle, request, 'grant', view), 'success'),
  button('Change …', pressOf(battle, request, 'change', view)),
  button('Refuse', pressOf(battle, request, 'refuse', view), 'danger'),
];

/** Describes a player's request and the numbers in it that the GM can approve. */
export const describeRequest = (battle: OpenBattle, { actor, verb, params, granted, order }: GmRequest): string =>
  phrase`${actor} asks for: ${renderText(order, nameLookupShowingAll)}. You can grant: ${describeNumbers(battle, verb, params, granted)}.`;

export const requestInboxNote = (battle: OpenBattle, request: GmRequest): InboxNote => ({
  card: card(phrase`${request.actor} needs your approval`, { lines: [line(describeRequest(battle, request))] }),
  controls: [requestControls(battle, request, 'desk')],
});

/** Maximum number of values in one select list. */
const maxValues = 25;

/** Whole numbers that the GM can choose, evenly spread if there are too many. Always with the requested number. */
const valuesFor = ({ min, max }: Pick<CommandOption, 'min' | 'max'>, asked: number): readonly number[] => {
  const bounded = min !== undefined && max !== undefined && max - min <= 1000;
  const [from, to] = bounded ? [min, max] : [Math.max(asked - 11, min ?? asked - 11), asked + 12];
  const step = Math.max(1, Math.ceil((to - from + 1) / (maxValues - 1)));
  const spread = Array.from({ length: maxValues - 1 }, (_, n) => from + n * step).filter((value) => value <= to);
  return [...new Set([...spread, asked])].toSorted((a, b) => a - b);
};

/** Select lists by which the GM approves another number than requested. Text values have no list. */
export const requestChangeControls = (
  battle: OpenBattle,
  request: GmRequest,
  view: PrivateViewKind | undefined,
): readonly (readonly Control[])[] => {
  const declared = battle.ruleset.verbs[request.verb];
  const options = declared === undefined ? [] : listOptions(declared.params);
  return options
    .filter(({ name, kind }) => request.granted.includes(name) && (kind === 'whole' || kind === 'choice'))
    .slice(0, 5)
    .map(({ name, kind, choices, min, max }): readonly Control[] => {
      const asked = Number(request.params[name] ?? 0);
      const values =
        kind === 'choice' ? choices : valuesFor({ min, max }, Number.isSafeInteger(asked) ? asked : 0).map(String);
      const offers = values.map((value) => ({ value: `${name}:${value}`, label: phrase`${name} ${value}` }));
      const press = pressOf(battle, request, 'grant', view);
      return [selectMenu(phrase`Grant with another ${name}`, 'change', offers, press)];
    });
};

/** Selects the GM's combatants or seats by a text. Refuses with `bad-selection` or `no-foes`. */
export const selectFoes = (battle: OpenBattle, text: string): Result<readonly string[]> => {
  const ids = selectTargets(battle, text);
  if (!ids.ok) return ids;
  const roster = battle.game.roster();
  const actors = ids.value.map((id) => roster.find((each) => each.id === id)?.actor ?? id);
  const own = [...new Set(actors)].filter((actor) => isFoe(battle, actor));
  return own.length === 0 ? refuse('no-foes', { text }) : ok(own);
};

/** Lines on what the GM's expected combatants would do if they were on autopilot. */
export const describePlannedActions = (battle: OpenBattle, user: string): readonly Line[] =>
  expectedActionsForViewer(battle, user)
    .filter(({ actor }) => isFoe(battle, actor))
    .flatMap((due) => {
      const done = suggestionForGm(battle, due);
      return done === undefined ? [] : [line(phrase`${due.actor}: ${done.label}.`)];
    });

/** A button that runs all the GM's combatants. Empty unless there are several, of which one can act. */
export const runFoesButton = (battle: OpenBattle, view?: PrivateViewKind): readonly (readonly Control[])[] => {
  const { table } = battle.saved;
  const open = expectedFoeActions(battle).filter(({ actor }) => table.hidden[actor] === undefined);
  if (open.length === 0 || (viewerOf(battle).gmControlled ?? []).length < 2) return [];
  const press = { path: ['gm', 'run'], ...atMoment(battle.saved), ...(view !== undefined && { view }) };
  return [[button('Run all your combatants', press, 'primary')]];
};

/** Maximum number of buttons that each reveal a hidden combatant. */
const maxRevealButtons = 3;

/** Buttons about an order that only a hidden combatant makes impossible: reveal that combatant, or just refuse. */
export const decisionControls = (battle: OpenBattle, view: PrivateViewKind): readonly (readonly Control[])[] => {
  const { id, table } = battle.saved;
  const hidden = [...new Set(hiddenCombatants(battle).flatMap(({ id: who, actor }) => [who, actor]))].filter(
    (who) => table.hidden[who] !== undefined,
  );
  const reveals = hidden
    .slice(0, maxRevealButtons)
    .map((who) => button(phrase`Reveal ${who}`, { path: ['gm', 'reveal'], input: { who }, battle: id, view }));
  const input = { text: 'that is not possible now; give another order' };
  return [[...reveals, button('Refuse the order', { path: ['gm', 'ruling'], input, battle: id, view }, 'danger')]];
};
