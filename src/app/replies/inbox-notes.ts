import { describeNumbers } from '../../battle/decide/command.ts';
import { findPlanFailure } from '../../battle/decide/timeouts.ts';
import type { GmRequest } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import {
  expectedActionsForViewer,
  expectedFoeActions,
  isFoe,
  suggestionForGm,
} from '../../battle/views/expected-actions.ts';
import { describePlan, hiddenTurns, withRevealWarning } from '../../battle/views/hidden-plans.ts';
import { explainRefusal } from '../../battle/views/refusals.ts';
import { autopilotOf, hiddenCombatants, isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { ok, phrase, type Result, refuse, renderText, say } from '../../core/message.ts';
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

/** Where a battle goes on. */
export const linkToBattle = ({ saved: { guild, channel } }: OpenBattle) => ({
  label: 'Go to the battle',
  guild,
  channel,
});

/** A control of the desk: it acts in the battle, wherever it is pressed. */
export const inboxControl = (
  { saved }: OpenBattle,
  label: string,
  press: Pick<ControlAction, 'path'> & Partial<ControlAction>,
  style: 'primary' | 'secondary' = 'secondary',
): Control => button(label.slice(0, 80), { ...press, ...atMoment(saved), view: 'desk' }, style);

export const actorName = (actor: string): string => (actor === gmActor ? 'The GM' : actor);

/** `Ada to act`. */
export const describeWait = ({ actor, what }: Pick<BattleWait, 'actor' | 'what'>): string =>
  phrase`${actorName(actor)} ${what}`;

export const formatVerbTitle = (verb: string): string =>
  verb.charAt(0).toUpperCase() + verb.slice(1).replaceAll('-', ' ');

/** How many verbs of one who is due stand on a note. */
const verbsShown = 5;

/** What was planned for the hidden, where it cannot be done: then the GM is asked. */
export const describeFailedPlans = (battle: OpenBattle, due: ExpectedAction) =>
  hiddenTurns(battle, due).flatMap((moment) => {
    const fails = findPlanFailure(battle, moment);
    if (fails === undefined) return [];
    const why = explainRefusal(battle, fails);
    const plan = describePlan(battle.saved.table.plans?.[moment.who]);
    const told = say`${moment.who} ${plan}. That is not possible now: ${why}`;
    return [line(renderText(told, nameLookupShowingAll), 'bad')];
  });

/** `(hidden)`, or which of a warband that everybody sees is the hidden one whose moment it is. */
const hiddenMark = (battle: OpenBattle, due: ExpectedAction): string => {
  if (isGmOnly(battle, due.actor)) return ' (hidden)';
  const left = hiddenTurns(battle, due).map(({ who }) => who);
  return left.length === 0 ? '' : phrase` (only hidden combatants still have to act: ${left.join(', ')})`;
};

/** What comes by itself once its time has run. */
const pilotLines = (battle: OpenBattle, due: ExpectedAction) => {
  const { does, seconds = 0 } = autopilotOf(battle, due.actor) ?? {};
  const done = does === 'after' ? suggestionForGm(battle, due) : undefined;
  return done === undefined ? [] : [line(phrase`In ${seconds} seconds, unless you order otherwise: ${done.label}.`)];
};

/** Where somebody plays by itself, or a plan is shown for it: the other plans with what they are worth, and how to stop it. */
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

/** The moment of those the GM runs: `Shade to act`, with what could be ordered. */
export const turnNote = (battle: OpenBattle, due: readonly ExpectedAction[]): InboxNote => {
  const [first] = due;
  const lines = due.flatMap((each) => [
    line(phrase`${describeWait(each)}${hiddenMark(battle, each)}.`),
    ...describeFailedPlans(battle, each),
    ...pilotLines(battle, each),
  ]);
  const [hidden] = first === undefined ? [] : hiddenTurns(battle, first);
  const verbs = due.length === 1 ? (first?.verbs ?? []).filter((verb) => battle.ruleset.verbs[verb] !== undefined) : [];
  const orders = verbs.slice(0, verbsShown).map((verb) =>
    inboxControl(battle, withRevealWarning(battle, formatVerbTitle(verb), first?.actor ?? gmActor, verb), {
      path: ['guide'],
      input: { verb, as: first?.actor ?? gmActor },
    }),
  );
  // The plan itself is worked out when it is asked for: by this button or the GM panel.
  const next =
    first && inboxControl(battle, withRevealWarning(battle, 'Next', first.actor), { path: ['gm', 'skip'] }, 'primary');
  return {
    card: card('it is your turn', { lines }),
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

/** A player came in with a sheet that no rulebook made: the GM reads it before the battle begins, or puts it right. */
export const sheetNote = (battle: OpenBattle, id: string, sheet: unknown): InboxNote => ({
  card: card(phrase`${id} joined with a custom sheet`, {
    lines: sheetLines(battle.ruleset, sheet),
    footer: 'The rulebook allows custom sheets. Correct a number with /gm set',
  }),
  controls: [[inboxControl(battle, 'GM', { path: ['gm', 'panel'] })]],
});

/** Those awaited in secret that no player runs. */
export const secretExpectedActions = (battle: OpenBattle): readonly ExpectedAction[] =>
  expectedFoeActions(battle).filter((due) => isGmOnly(battle, due.actor) || hiddenTurns(battle, due).length > 0);

/** `3 things wait at your desk`: what leads there from a private answer. */
export const inboxCountControl = (battle: OpenBattle, count: number): Control =>
  inboxControl(battle, count === 1 ? '1 item in your GM inbox' : phrase`${count} items in your GM inbox`, {
    path: ['gm', 'panel'],
  });

/** Presses of a request name it by its number, so that an older one never grants a newer request; what else happened does not matter. */
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

/** Grant, change or refuse: one press each. */
export const requestControls = (
  battle: OpenBattle,
  request: GmRequest,
  view: PrivateViewKind | undefined,
): readonly Control[] => [
  button(phrase`Grant ${request.actor}`.slice(0, 80), pressOf(battle, request, 'grant', view), 'success'),
  button('Change …', pressOf(battle, request, 'change', view)),
  button('Refuse', pressOf(battle, request, 'refuse', view), 'danger'),
];

/** `Ann asks: potion name:Elixir power:100. For you to grant: name Elixir, power 100`. */
export const describeRequest = (battle: OpenBattle, { actor, verb, params, granted, order }: GmRequest): string =>
  phrase`${actor} asks for: ${renderText(order, nameLookupShowingAll)}. You can grant: ${describeNumbers(battle, verb, params, granted)}.`;

/** What stands at the desk for it. */
export const requestInboxNote = (battle: OpenBattle, request: GmRequest): InboxNote => ({
  card: card(phrase`${request.actor} needs your approval`, { lines: [line(describeRequest(battle, request))] }),
  controls: [requestControls(battle, request, 'desk')],
});

/** How many values one list shows. */
const maxValues = 25;

/** Whole numbers to choose from, the asked one among them: all there are, or evenly spread. */
const valuesFor = ({ min, max }: Pick<CommandOption, 'min' | 'max'>, asked: number): readonly number[] => {
  const bounded = min !== undefined && max !== undefined && max - min <= 1000;
  const [from, to] = bounded ? [min, max] : [Math.max(asked - 11, min ?? asked - 11), asked + 12];
  const step = Math.max(1, Math.ceil((to - from + 1) / (maxValues - 1)));
  const spread = Array.from({ length: maxValues - 1 }, (_, n) => from + n * step).filter((value) => value <= to);
  return [...new Set([...spread, asked])].toSorted((a, b) => a - b);
};

/** Lists by which each number of a request is changed and granted at one press; words are typed. */
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

/** The combatants or seats that a selection names, of those the GM runs. Refuses `bad-selection` and `no-foes`. */
export const selectFoes = (battle: OpenBattle, text: string): Result<readonly string[]> => {
  const ids = selectTargets(battle, text);
  if (!ids.ok) return ids;
  const roster = battle.game.roster();
  const actors = ids.value.map((id) => roster.find((each) => each.id === id)?.actor ?? id);
  const own = [...new Set(actors)].filter((actor) => isFoe(battle, actor));
  return own.length === 0 ? refuse('no-foes', { text }) : ok(own);
};

/** What those of the GM's who are awaited would do by themselves, each in a line. */
export const describePlannedActions = (battle: OpenBattle, user: string): readonly Line[] =>
  expectedActionsForViewer(battle, user)
    .filter(({ actor }) => isFoe(battle, actor))
    .flatMap((due) => {
      const done = suggestionForGm(battle, due);
      return done === undefined ? [] : [line(phrase`${due.actor}: ${done.label}.`)];
    });

/** Lets all of the GM's act who may: where more than one of them is in the battle, and it is up to one. */
export const runFoesButton = (battle: OpenBattle, view?: PrivateViewKind): readonly (readonly Control[])[] => {
  const { table } = battle.saved;
  const open = expectedFoeActions(battle).filter(({ actor }) => table.hidden[actor] === undefined);
  if (open.length === 0 || (viewerOf(battle).gmControlled ?? []).length < 2) return [];
  const press = { path: ['gm', 'run'], ...atMoment(battle.saved), ...(view !== undefined && { view }) };
  return [[button('Run all your combatants', press, 'primary')]];
};

/** How many of the hidden have a button of their own. */
const maxRevealButtons = 3;

/**
 * What the GM may say to an order that only somebody unseen forbids: reveal one of the hidden, so that the rulebook answers, or refuse
 * it without a reason. It holds whatever else happened since.
 */
export const decisionControls = (battle: OpenBattle, view: PrivateViewKind): readonly (readonly Control[])[] => {
  const { id, table } = battle.saved;
  const hidden = [...new Set(hiddenCombatants(battle).flatMap(({ id: who, actor }) => [who, actor]))].filter(
    (who) => table.hidden[who] !== undefined,
  );
  const reveals = hidden
    .slice(0, maxRevealButtons)
    .map((who) =>
      button(phrase`Reveal ${who}`.slice(0, 80), { path: ['gm', 'reveal'], input: { who }, battle: id, view }),
    );
  return [[...reveals, button('Refuse the order', { path: ['gm', 'decline'], battle: id, view }, 'danger')]];
};
