import { type OpenBattle, toVersionToken } from '../../battle/saved/store.ts';
import { allExpectedActions } from '../../battle/views/expected-actions.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { ok, phrase, refuse } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { Plan } from '../../rules/tactics.ts';
import { type Asker, toIssuer } from '../command-kit/asker.ts';
import { type Command, toOffers } from '../command-kit/command.ts';
import { expectedActionsOfUser } from '../replies/expected-of-user.ts';
import { describeExpectedActions, orderAnswer } from '../replies/order-outcome.ts';
import { type CommandAnswer, type ControlAction, createPrivateView, postOrPrivateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { pathCost, selectMenu } from './step-by-step.ts';

/** So many plans are shown, the best first: as many as one list holds is more than anybody reads. */
const maxPlans = 6;

const plansFor = (battle: OpenBattle, user: string, actor: string): readonly Plan[] =>
  battle.game.plans(actor, viewerOf(battle, user)).slice(0, maxPlans);

/** Whom this person could have plans for now. */
const actorsWithPlans = (battle: OpenBattle, user: string): readonly string[] => [
  ...new Set(expectedActionsOfUser(battle, user).flatMap(({ actor }) => (actor === gmActor ? [] : [actor]))),
];

const pressOf = (asker: Asker, { saved }: OpenBattle, input: ControlAction['input']): ControlAction => ({
  path: ['plan'],
  input,
  battle: saved.id,
  moment: toVersionToken(saved),
  view: asker.view ?? 'next',
});

/** What the way of a plan costs and whom it provokes, as the rulebook says it. */
const describePath = async (asker: Asker, actor: string, { orders }: Plan, { battles }: Pick<Services, 'battles'>) => {
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
  services: Pick<Services, 'battles'>,
): Promise<CommandAnswer> => {
  const lines = [];
  for (const [at, plan] of plans.entries()) {
    const way = await describePath(asker, actor, plan, services);
    lines.push(line(phrase`${at + 1}. ${plan.label}${way.length === 0 ? '' : ` – ${way.join(' ')}`}`));
  }
  return ok(
    createPrivateView({
      cards: [
        card(phrase`Suggested actions for ${actor}`, {
          lines,
          footer: 'Best first, by damage dealt and damage risked.',
        }),
      ],
      controls: [
        [
          selectMenu(
            'Choose an action',
            'plan',
            plans.map(({ label }, at) => ({ value: String(at + 1), label: label.slice(0, 100) })),
            pressOf(asker, battle, { as: actor }),
          ),
        ],
      ],
      replaces: asker.view !== undefined,
    }),
  );
};

/** What stands between one order of a plan and its next one: somebody is asked, or it is not their moment any more. */
const isStopped = (after: OpenBattle, actor: string, verb: string): boolean =>
  after.saved.pending !== undefined ||
  !allExpectedActions(after).some((each) => each.actor === actor && each.verbs.includes(verb));

/** Gives the orders of a plan one after the other, as far as it goes: each is told, and the last one is the answer. */
const runPlan = async (
  asker: Asker,
  actor: string,
  { orders }: Plan,
  { battles }: Pick<Services, 'battles'>,
): Promise<CommandAnswer> => {
  for (const [at, { verb, params }] of orders.slice(0, -1).entries()) {
    const { answerRoute, ...issuer } = toIssuer({ ...asker, orderId: `${asker.orderId}+${at + 1}` });
    const announcement = { scope: 'all', interaction: answerRoute?.interaction ?? asker.orderId } as const;
    const report = await battles.order({ ...issuer, announcement }, { verb, params, actor });
    if (!report.ok) return report;
    const next = orders[at + 1];
    if (next !== undefined && isStopped(report.value.after, actor, next.verb))
      return ok(
        postOrPrivateView({
          cards: [
            card('The plan ends here', {
              lines: [
                line('The plan did not work out.'),
                line(describeExpectedActions(report.value.after, asker.user)),
              ],
            }),
          ],
          to: 'asker',
        }),
      );
  }
  const last = orders.at(-1);
  if (last === undefined) return refuse('no-plan', { who: actor });
  return orderAnswer(await battles.order(toIssuer(asker), { ...last, actor }), asker);
};

/**
 * What whoever is awaited could do, the whole of it: the way, the facing, the blow, and what they provoke; and one press that does it.
 * Nobody types it: a button under the panel presses it, where a rulebook has plans.
 */
export const plansCommand: Command<Pick<Services, 'battles'>> = {
  path: ['plan'],
  summary: 'Suggested actions',
  systems: undefined,
  hidden: true,
  options: [],
  complete: async () => [],
  run: async (asker, { as, plan }, services) => {
    const opened = await services.battles.open(asker.channel);
    if (!opened.ok) return opened;
    const battle = opened.value;
    const able = actorsWithPlans(battle, asker.user);
    const actor = typeof as === 'string' ? as : able.length === 1 ? able[0] : undefined;
    if (able.length === 0 || (actor !== undefined && !able.includes(actor)))
      return refuse('not-awaited', { next: describeExpectedActions(battle, asker.user) });
    if (actor === undefined)
      return ok(
        createPrivateView({
          cards: [card('Plans', { lines: [line('For which combatant?')] })],
          controls: [[selectMenu('For which combatant?', 'as', toOffers(able), pressOf(asker, battle, {}))]],
          replaces: asker.view !== undefined,
        }),
      );
    const all = plansFor(battle, asker.user, actor);
    if (all.length === 0) return refuse('no-plan', { who: actor });
    if (typeof plan !== 'string') return listed(asker, battle, actor, all, services);
    const chosen = all[Number(plan) - 1];
    return chosen === undefined ? refuse('no-plan', { who: actor }) : runPlan(asker, actor, chosen, services);
  },
};
