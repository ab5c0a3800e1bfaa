import { z } from 'zod';
import { command } from '../src/app/command.ts';
import { offered, offersOf, otherCombatants } from '../src/app/completing.ts';
import { giverOf } from '../src/app/giver.ts';
import { isAsked } from '../src/app/mine.ts';
import { outcomeReply } from '../src/app/outcome.ts';
import { reply } from '../src/app/reply.ts';
import { awaitedFor } from '../src/battle/awaiting.ts';
import { commandedBy } from '../src/battle/battle.ts';
import { calledBy } from '../src/battle/entering.ts';
import { isGm } from '../src/battle/rights.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { combatant, flag, text } from '../src/rules/params.ts';

export const orders = command({
  path: ['orders'],
  summary: 'Standing orders: what your combatants answer and do while you are away',
  params: z.strictObject({
    kind: text('Which question or move: intercept, drop-dice, defence, turn …', 40).optional(),
    answer: text('ask, auto (the engine’s best choice), an answer, or usual to clear it', 60).optional(),
    as: combatant('For whom; left out: all you run').optional(),
    away: flag('Only while you are away (/my away)').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    if (option === 'as') return otherCombatants(asker, typed, services, 'own');
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return [];
    const { ruleset, saved } = battle.value;
    // What others are asked is theirs.
    const open = isAsked(battle.value, asker.user) ? (saved.pending?.question.choices ?? []) : [];
    if (option === 'answer') return offered(offersOf(['ask', 'auto', 'usual', ...open.map(({ id }) => id)]), typed);
    const awaited = awaitedFor(battle.value, asker.user);
    const asked = Object.values(ruleset.verbs).flatMap(({ answers }) => answers ?? []);
    return offered(offersOf([...new Set([...asked, ...awaited.map(({ kind }) => kind), 'turn'])]), typed);
  },
  run: async (asker, { kind, answer, as, away }, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { table } = battle.value.saved;
    const named = as === undefined ? undefined : calledBy(battle.value, asker.user, [as]);
    if (named !== undefined && !named.ok) return named;
    const gm = isGm(table, asker.user);
    const own = commandedBy(battle.value, asker.user);
    const actors = named?.value ?? own;
    const stranger = actors.find((id) => !gm && !own.includes(id));
    if (stranger !== undefined) return refuse('not-yours', { who: stranger });
    if (actors.length === 0) return refuse('nobody-to-command');
    if (kind === undefined || answer === undefined) {
      const lines = actors.flatMap((actor) => [
        ...Object.entries(table.standing[actor] ?? {}).map(([each, choice]) => line(`${actor}: ${each} → ${choice}`)),
        ...Object.entries(table.awayOrders[actor] ?? {}).map(([each, choice]) =>
          line(`${actor}, while away: ${each} → ${choice}`),
        ),
      ]);
      return ok(
        reply({ cards: [card(lines.length === 0 ? 'No standing orders' : 'Standing orders', { lines })], to: 'asker' }),
      );
    }
    const choice = answer === 'usual' ? undefined : answer;
    const right = gm ? 'standing orders any' : 'standing orders own';
    const report = await battles.table(giverOf(asker), right, 'orders', () =>
      ok(
        actors.map((actor) => ({
          type: 'standing-set' as const,
          actor,
          kind,
          ...(choice !== undefined && { choice }),
          ...(away && { away }),
        })),
      ),
    );
    return report.ok
      ? ok({ ...outcomeReply(report.value, asker.user, 'Standing orders are set.'), to: 'asker' })
      : report;
  },
});
