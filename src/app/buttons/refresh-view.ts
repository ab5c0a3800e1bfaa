import { z } from 'zod';
import { findVersionByToken, type OpenBattle } from '../../battle/saved/store.ts';
import { allExpectedActions } from '../../battle/views/expected-actions.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { ok, phrase, type Result, refuse } from '../../core/message.ts';
import { type CardLine, card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { Plan } from '../../rules/tactics.ts';
import { type Asker, type Command, type CommandInput, toIssuer } from '../command-kit/command.ts';
import { verbControls } from '../replies/battle-panel.ts';
import { describeWait } from '../replies/inbox-notes.ts';
import {
  answerControls,
  describeExpectedActions,
  expectedActionsOfUser,
  isAsked,
  orderAnswer,
  questionCard,
} from '../replies/order-outcome.ts';
import {
  atMoment,
  type CommandAnswer,
  type ControlAction,
  createPrivateView,
  noReply,
  selectMenu,
} from '../replies/reply.ts';
import type { Need } from '../services.ts';
import { choiceView, combatantChoices, pathCost, stepByStepCommand } from './step-by-step.ts';

const noParams = z.object({});

/** True if a verb that is used step by step on the board can be used again now. */
const canContinue = (battle: OpenBattle, user: string, verb: unknown): verb is string =>
  typeof verb === 'string' &&
  expectedActionsOfUser(battle, user).some(({ verbs }) => verbs.includes(verb)) &&
  listOptions(battle.ruleset.verbs[verb]?.params ?? noParams).some(({ widget }) => widget === 'path');

/** What a user can do next: continue a move, answer a question, or use a verb. Undefined if nothing. */
export const nextActions = async (
  asker: Asker,
  last: CommandInput,
  services: Need<'battles'>,
): Promise<CommandAnswer | undefined> => {
  const opened = await services.battles.open(asker.channel);
  if (!opened.ok || opened.value.game.status !== 'active') return undefined;
  const battle = opened.value;
  const { user } = asker;
  if (battle.saved.pending !== undefined)
    return isAsked(battle, user)
      ? ok(createPrivateView({ cards: questionCard(battle, user), controls: answerControls(battle, user, 'next') }))
      : undefined;
  const mine = expectedActionsOfUser(battle, user);
  if (mine.length === 0) return undefined;
  if (canContinue(battle, user, last.verb)) {
    const again = await stepByStepCommand.run(
      { ...asker, draft: undefined },
      { verb: last.verb, ...(last.as !== undefined && { as: last.as }) },
      services,
    );
    if (again.ok) return again;
  }
  const title = [...new Set(mine.map(describeWait))].join('; ');
  return ok(createPrivateView({ cards: [card(title)], controls: verbControls(battle, user, { view: 'next' }) }));
};

/** Renders the private message whose control was pressed again. Undefined if that message has nothing to show. */
export type RenderView = (asker: Asker, last: CommandInput) => Promise<CommandAnswer | undefined>;

/** Answers a press in an outdated private message: the battle's changes since then, and the updated message. */
export const staleViewAnswer = async (
  late: Result<never>,
  asker: Asker,
  input: CommandInput,
  show: RenderView,
): Promise<CommandAnswer> => {
  if (late.ok || late.error.code !== 'stale-press' || asker.view === undefined) return late;
  const since = card('The battle has moved on', { tone: 'quiet', lines: [line(String(late.error.facts.since))] });
  const fresh = await show(asker, input);
  const now = fresh?.ok ? fresh.value : noReply;
  return ok(
    createPrivateView({ cards: [since, ...now.cards], controls: now.controls, files: now.files, replaces: true }),
  );
};

/** Maximum number of plans suggested to the user, best first. */
const maxPlans = 6;

const pressOf = (asker: Asker, { saved }: OpenBattle, input: ControlAction['input']): ControlAction => ({
  ...{ path: ['plan'], input },
  ...atMoment(saved),
  view: asker.view ?? 'next',
});

/** Describes the cost of a plan's path and the attacks it provokes. Empty if the plan has no path. */
const describePath = async (asker: Asker, actor: string, { orders }: Plan, { battles }: Need<'battles'>) => {
  const path = orders.flatMap(({ params }) => (typeof params.path === 'string' ? [params.path] : []))[0];
  if (path === undefined) return [];
  const answer = await pathCost(asker, actor, { path }, battles);
  return answer.ok ? answer.value.lines.map(({ text }) => text) : [];
};

const listed = async (
  asker: Asker,
  battle: OpenBattle,
  actor: string,
  plans: readonly Plan[],
  services: Need<'battles'>,
): Promise<CommandAnswer> => {
  const lines: CardLine[] = [];
  const offers = [];
  for (const [at, plan] of plans.entries()) {
    const note = (await describePath(asker, actor, plan, services)).join(' ');
    offers.push({ value: String(at + 1), label: plan.label, ...(note !== '' && { note }) });
    lines.push({
      ...line(note === '' ? phrase`${at + 1}. ${plan.label}` : phrase`${at + 1}. ${plan.label} – ${note}`),
      offered: true,
    });
  }
  const footer = 'Best first, by damage dealt and damage risked.';
  return choiceView(asker, card(phrase`Suggested actions for ${actor}`, { lines, footer }), [
    [selectMenu('Choose an action', 'plan', offers, pressOf(asker, battle, { as: actor }))],
  ]);
};

/** True if a plan's next order must wait: a question is open, or the actor is not expected. */
const isStopped = (after: OpenBattle, actor: string, verb: string): boolean =>
  after.saved.pending !== undefined ||
  !allExpectedActions(after).some((each) => each.actor === actor && each.verbs.includes(verb));

/** Gives the orders of a plan, until an order must wait. Answers with the result of the last order. */
const runPlan = async (
  asker: Asker,
  actor: string,
  { orders }: Plan,
  { battles }: Need<'battles'>,
): Promise<CommandAnswer> => {
  for (const [at, { verb, params }] of orders.slice(0, -1).entries()) {
    const { answerRoute, ...issuer } = toIssuer({ ...asker, orderId: `${asker.orderId}+${at + 1}` });
    const announcement = { scope: 'all', interaction: answerRoute?.interaction ?? asker.orderId } as const;
    const report = await battles.order({ ...issuer, announcement }, { verb, params, actor });
    if (!report.ok) return report;
    const next = orders[at + 1];
    if (next !== undefined && isStopped(report.value.after, actor, next.verb))
      return ok(
        createPrivateView({
          cards: [
            card('The plan ends here', {
              lines: [
                line('The plan did not work out.'),
                line(describeExpectedActions(report.value.after, asker.user)),
              ],
            }),
          ],
        }),
      );
  }
  const last = orders.at(-1);
  if (last === undefined) return refuse('no-plan', { who: actor });
  return orderAnswer(await battles.order(toIssuer(asker), { ...last, actor }), asker);
};

/** Lists suggested plans of an expected combatant. Choosing one gives all its orders. Only buttons run this command. */
export const plansCommand: Command<Need<'battles'>> = {
  path: ['plan'],
  scope: 'battle',
  summary: 'Suggested actions',
  systems: undefined,
  hidden: true,
  options: [],
  complete: async () => [],
  run: async (asker, { as, plan }, services) => {
    const opened = await services.battles.open(asker.channel);
    if (!opened.ok) return opened;
    const battle = opened.value;
    const own = expectedActionsOfUser(battle, asker.user).filter(({ actor }) => actor !== gmActor);
    const able = [...new Set(own.map(({ actor }) => actor))];
    const actor = typeof as === 'string' ? as : able.length === 1 ? able[0] : undefined;
    if (able.length === 0 || (actor !== undefined && !able.includes(actor)))
      return refuse('not-awaited', { next: describeExpectedActions(battle, asker.user) });
    if (actor === undefined)
      return choiceView(asker, card('Plans', { lines: [line('For which combatant?')] }), [
        [selectMenu('For which combatant?', 'as', combatantChoices(able), pressOf(asker, battle, {}))],
      ]);
    const plans = battle.game.plans(actor, viewerOf(battle, asker.user));
    const labels = plans.map(({ label }) => label);
    const all = plans.filter(({ label }, at) => labels.indexOf(label) === at).slice(0, maxPlans);
    if (all.length === 0) return refuse('no-plan', { who: actor });
    if (typeof plan !== 'string') return listed(asker, battle, actor, all, services);
    const chosen = all[Number(plan) - 1];
    return chosen === undefined ? refuse('no-plan', { who: actor }) : runPlan(asker, actor, chosen, services);
  },
};

/** Refuses an outdated control with `stale-press` and the changes. Undefined if the changes do not affect the user. */
export const staleButtonAnswer = async (
  asker: Asker,
  made: { readonly battle: string; readonly version: number },
  { battles, records }: Need<'battles' | 'records'>,
): Promise<Result<never> | undefined> => {
  const there = await battles.open(asker.channel);
  if (!there.ok) return there;
  const { saved } = there.value;
  if (saved.id !== made.battle) return refuse('other-battle');
  const version = findVersionByToken(saved, made.version) ?? 0;
  if (saved.version === version) return undefined;
  const since = await records('since', there.value, { user: asker.user, orderId: asker.orderId, version });
  if (!since.ok) return since;
  const { isAlreadyGiven, isUnchanged, lines } = since.value;
  // Changes that the user may not know of do not make the control stale. The order itself is checked again.
  return isAlreadyGiven || isUnchanged || lines.length === 0
    ? undefined
    : refuse('stale-press', {
        since: lines.join(' '),
        next: describeExpectedActions(there.value, asker.user).replace(/\.$/, ''),
      });
};
