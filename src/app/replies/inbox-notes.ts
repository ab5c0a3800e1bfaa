import { findPlanFailure } from '../../battle/decide/timeouts.ts';
import { type OpenBattle, toVersionToken } from '../../battle/saved/store.ts';
import { expectedFoeActions, suggestionForGm } from '../../battle/views/expected-actions.ts';
import { describePlan, hiddenTurns, withRevealWarning } from '../../battle/views/hidden-plans.ts';
import { explainRefusal } from '../../battle/views/refusals.ts';
import { autopilotOf, isGmOnly } from '../../battle/views/viewer.ts';
import { phrase, renderText, say } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { type ExpectedAction, gmActor } from '../../rules/expected-action.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { sheetLines } from '../input/sheets.ts';
import { runFoesButton } from './autopilot-foes.ts';
import type { Control, ControlAction, InboxNote } from './reply.ts';

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
  { path, input = {} }: Pick<ControlAction, 'path'> & Partial<Pick<ControlAction, 'input'>>,
  style: 'primary' | 'secondary' = 'secondary',
): Control => ({
  kind: 'button',
  label: label.slice(0, 80),
  style,
  press: { path, input, battle: saved.id, moment: toVersionToken(saved), view: 'desk' },
});

export const actorName = (actor: string): string => (actor === gmActor ? 'The GM' : actor);

const verbTitle = (verb: string): string => verb.charAt(0).toUpperCase() + verb.slice(1).replaceAll('-', ' ');

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
    line(phrase`${actorName(each.actor)} ${each.what}${hiddenMark(battle, each)}.`),
    ...describeFailedPlans(battle, each),
    ...pilotLines(battle, each),
  ]);
  const [hidden] = first === undefined ? [] : hiddenTurns(battle, first);
  const verbs = due.length === 1 ? (first?.verbs ?? []).filter((verb) => battle.ruleset.verbs[verb] !== undefined) : [];
  const orders = verbs.slice(0, verbsShown).map((verb) =>
    inboxControl(battle, withRevealWarning(battle, verbTitle(verb), first?.actor ?? gmActor, verb), {
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
