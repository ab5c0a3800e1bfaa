import { z } from 'zod';
import { combatantOffers, defineCommand, matchingOffers, toIssuer, toOffers } from '../src/app/command-kit/command.ts';
import { outcomeReply } from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import { findAllByName } from '../src/battle/decide/decisions.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import {
  allowedStandingAnswers,
  describeStandingOrder,
  findStandingOrderKind,
  setStandingOrders,
} from '../src/battle/views/standing-orders.ts';
import { controlledCombatants, isGm } from '../src/battle/views/viewer.ts';
import { ok, phrase, type Refusal, type Result, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { gmActor } from '../src/rules/expected-action.ts';
import { combatantParam, flagParam, textParam } from '../src/rules/verb.ts';

/** For whom orders are given: those named, or all that this person runs; the GM’s own for what only the GM is asked. */
const actorsOf = (
  battle: OpenBattle,
  user: string,
  named: string | undefined,
  kind: string | undefined,
): Result<readonly string[], Refusal> => {
  const gm = isGm(battle.saved.table, user);
  const known = kind === undefined ? undefined : findStandingOrderKind(battle.ruleset, kind);
  const isGms = known !== undefined && battle.ruleset.standingOrderKinds[known]?.decider === 'gm';
  if (isGms) return gm ? ok([gmActor]) : refuse('gm-only');
  const own = controlledCombatants(battle, user);
  const found = named === undefined ? undefined : findAllByName(battle, user, [named]);
  if (found !== undefined && !found.ok) return found;
  const actors = found?.value ?? own;
  const stranger = actors.find((id) => !gm && !own.includes(id));
  if (stranger !== undefined) return refuse('not-yours', { who: stranger });
  if (kind === undefined && named === undefined && gm) return ok([...actors, gmActor]);
  return actors.length === 0 ? refuse('nobody-to-command') : ok(actors);
};

const listOrders = ({ ruleset, saved: { table } }: OpenBattle, actors: readonly string[]): CommandAnswer => {
  const lines = actors.flatMap((actor) => [
    ...Object.entries(table.standing[actor] ?? {}).map(([kind, choice]) =>
      describeStandingOrder(ruleset, actor, kind, choice),
    ),
    ...Object.entries(table.awayOrders[actor] ?? {}).map(
      ([kind, choice]) => phrase`While the player is away: ${describeStandingOrder(ruleset, actor, kind, choice)}`,
    ),
  ]);
  const title = lines.length === 0 ? 'No standing orders' : 'Standing orders';
  return ok(createPrivateView({ cards: [card(title, { lines: lines.map((each) => line(each)) })] }));
};

export const orders = defineCommand(['battles'], {
  path: ['orders'],
  summary: 'Set standing orders: how your combatants answer and act without asking you',
  params: z.strictObject({
    kind: textParam('Which decision (depends on the rulebook): intercept, drop-dice, defense, turn …', 40).optional(),
    answer: textParam(
      'ask, auto (the bot picks the best answer), an answer, or usual to clear the order',
      60,
    ).optional(),
    as: combatantParam('For which combatant; default: all combatants you control').optional(),
    away: flagParam('Only while you are away (/my away)').optional(),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option === 'as') return combatantOffers(asker, typed, services, 'own');
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return [];
    const { ruleset, saved } = battle.value;
    const gm = isGm(saved.table, asker.user);
    if (option === 'kind') {
      const kinds = Object.entries(ruleset.standingOrderKinds).filter(([, { decider }]) => gm || decider === 'actor');
      return matchingOffers(
        kinds.map(([value, { decider, when }]) => ({
          value,
          label: `${value}: ${decider === 'gm' ? 'the GM' : 'one'} ${when}`,
        })),
        typed,
      );
    }
    const kind = findStandingOrderKind(ruleset, String(soFar.kind ?? ''));
    const declared = kind === undefined ? undefined : ruleset.standingOrderKinds[kind];
    if (declared === undefined) return matchingOffers(toOffers(['ask', 'auto', 'usual']), typed);
    const answers = Object.entries(allowedStandingAnswers(declared)).map(([value, does]) => ({
      value,
      label: `${value}: ${does}`,
    }));
    return matchingOffers([...answers, { value: 'usual', label: 'usual: clear this standing order' }], typed);
  },
  run: async (asker, { kind, answer, as, away = false }, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const actors = actorsOf(battle.value, asker.user, as, kind);
    if (!actors.ok) return actors;
    if (kind === undefined || answer === undefined) return listOrders(battle.value, actors.value);
    const right = isGm(battle.value.saved.table, asker.user) ? 'standing orders any' : 'standing orders own';
    const report = await battles.changeSession(toIssuer(asker), right, 'orders', (now) =>
      setStandingOrders(now, actors.value, { kind, answer, away, gm: isGm(now.saved.table, asker.user) }),
    );
    if (!report.ok) return report;
    const told = outcomeReply(report.value, asker.user, 'Standing orders saved.');
    // What they did at once is everybody's to read, as any order is.
    return ok(report.value.followUps.length > 0 ? told : { ...told, to: 'asker' });
  },
});
