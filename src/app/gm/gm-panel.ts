import { gmRequestsOf } from '../../battle/saved/session.ts';
import { type OpenBattle, toVersionToken } from '../../battle/saved/store.ts';
import { expectedActionsForViewer, suggestionForGm } from '../../battle/views/expected-actions.ts';
import { describePlan, withRevealWarning } from '../../battle/views/hidden-plans.ts';
import { hiddenCombatants, isGm } from '../../battle/views/viewer.ts';
import { ok, phrase, refuse, renderText } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { formatEffect } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { findDeadlines } from '../clock/deadlines.ts';
import type { Asker } from '../command-kit/asker.ts';
import { inboxItems } from '../outbox/gm-inbox.ts';
import { runFoesButton } from '../replies/autopilot-foes.ts';
import { battleCards, verbControls } from '../replies/battle-panel.ts';
import { decisionControls } from '../replies/gm-decision-controls.ts';
import { requestControls } from '../replies/gm-request-cards.ts';
import { answerControls } from '../replies/order-outcome.ts';
import { type CommandAnswer, type Control, type ControlAction, createPrivateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';

const maxHiddenRolls = 8;

const button = (label: string, press: ControlAction, style: 'secondary' | 'danger' = 'secondary'): Control => ({
  kind: 'button',
  label,
  style,
  press,
});

/** Going on: what the GM is awaited for is next; what somebody else is, can be done for them. */
const nextButton = (battle: OpenBattle, user: string, view: 'gm' | 'desk'): Control | undefined => {
  const { id, pending, table } = battle.saved;
  const due = expectedActionsForViewer(battle, user).find(({ auto }) => auto !== undefined);
  if (pending === undefined && due === undefined) return undefined;
  const actor = pending?.question.to ?? due?.actor ?? gmActor;
  const own = actor === gmActor || table.control[actor] === undefined;
  const done = due && suggestionForGm(battle, due);
  const label = own ? `Next${done === undefined ? '' : phrase`: ${done.label}`}` : phrase`Skip ${actor}`;
  const text = done === undefined ? label.slice(0, 80) : withRevealWarning(battle, label, actor, done.verb);
  return button(text, {
    path: ['gm', 'skip'],
    input: {},
    battle: id,
    moment: toVersionToken(battle.saved),
    view,
  });
};

/** What only the GM sees: the true picture, hidden rolls, the open question, and buttons to go on. */
export const gmPanel = async (
  asker: Asker,
  _input: unknown,
  services: Pick<Services, 'battles' | 'people' | 'records' | 'waits'>,
): Promise<CommandAnswer> => {
  const { battles, records } = services;
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return battle;
  const { table, pending } = battle.value.saved;
  if (!isGm(table, asker.user)) return refuse('gm-only');
  const desk = await records('desk', battle.value, { user: asker.user });
  const { secret, toDecide } = desk.ok ? desk.value : { secret: [], toDecide: [] };
  const lines = secret
    .slice(-maxHiddenRolls)
    .flatMap(({ n, lines: all }) => all.map((each) => line(phrase`${n}. ${each.text}`, each.tone)));
  const hidden = Object.entries(table.hidden).map(([who, until]) => {
    const plan = table.plans?.[who];
    return phrase`${who} (${until.replace('-', ' ')})${plan === undefined ? '' : phrase`: ${describePlan(plan)}`}`;
  });
  const hanging = battle.value.game
    .effects()
    .map((each) => phrase`${each.who}: ${formatEffect(each)}`)
    .join(', ');
  const view = asker.view === 'desk' ? 'desk' : 'gm';
  const { id } = battle.value.saved;
  const onward = nextButton(battle.value, asker.user, view);
  const waiting = await inboxItems(battle.value, services);
  const fields = [
    ...(waiting.length === 0 ? [] : [{ name: 'GM inbox', text: waiting.map((each) => `${each}.`).join('\n') }]),
    ...(hidden.length === 0 ? [] : [{ name: 'Hidden', text: hidden.join(', ') }]),
    ...(toDecide.length === 0 ? [] : [{ name: 'Waiting for your decision', text: toDecide.join('\n') }]),
    ...(hanging === '' ? [] : [{ name: 'Effects', text: hanging }]),
    ...(pending === undefined
      ? []
      : [
          {
            name: 'Open question',
            text: phrase`${pending.question.to}: ${renderText(pending.question.says, nameLookupShowingAll)}`,
          },
        ]),
  ];
  const cards = [
    ...battleCards(battle.value, asker.user, await findDeadlines(battle.value, asker.user, services)),
    card(lines.length === 0 ? 'No hidden rolls' : 'Hidden rolls', { lines, fields }),
  ];
  const reveals: Control[] =
    secret.length === 0
      ? []
      : [
          {
            kind: 'select',
            label: 'Reveal a hidden roll',
            options: secret.map(({ n, lines: [first] }) => ({
              value: String(n),
              label: phrase`${n}. ${first?.text ?? 'a roll'}`.slice(0, 100),
            })),
            option: 'entry',
            press: { path: ['reveal'], input: {}, view, battle: id },
          },
        ];
  const those = hiddenCombatants(battle.value).flatMap(({ id, actor }) => [id, actor]);
  const waitingFor = Object.keys(table.hidden).filter((who) => those.includes(who) && table.plans?.[who] === undefined);
  const letPass: Control[] =
    waitingFor.length === 0
      ? []
      : [
          {
            kind: 'select',
            label: 'Skip a hidden combatant’s turns',
            options: waitingFor
              .slice(0, 25)
              .map((who) => ({ value: who, label: phrase`${who}: do nothing while hidden`.slice(0, 100) })),
            option: 'who',
            press: { path: ['gm', 'plan'], input: { order: 'nothing' }, view, battle: id },
          },
        ];
  const rows = [
    ...(pending === undefined
      ? verbControls(battle.value, asker.user, { view })
      : answerControls(battle.value, asker.user, view)),
    [
      ...(onward === undefined ? [] : [onward]),
      ...runFoesButton(battle.value, view).flat(),
      // What goes on in lists of its own belongs where the battle is.
      ...(view === 'desk'
        ? []
        : [
            button('Correct …', { path: ['gm', 'fields'], input: {} }),
            button('Undo …', { path: ['undo'], input: { list: true } }, 'danger'),
            button('Log', { path: ['log'], input: {} }),
          ]),
      button('Refresh', { path: ['gm', 'panel'], input: {}, view, battle: id }),
    ],
    ...(reveals.length === 0 ? [] : [reveals]),
    ...(letPass.length === 0 ? [] : [letPass]),
  ];
  const asking = gmRequestsOf(table)
    .slice(0, 2)
    .map((request) => requestControls(battle.value, request, view));
  return ok(
    createPrivateView({
      cards,
      controls: [...asking, ...(toDecide.length === 0 ? [] : decisionControls(battle.value, view)), ...rows].slice(
        0,
        5,
      ),
      replaces: asker.view !== undefined,
    }),
  );
};
