import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { rollNotation } from '../../dice/notation.ts';
import { orderDice } from '../../dice/stream.ts';
import type { Reported } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { commanded, type OrderIn, type OrderRequest } from '../decide/command.ts';
import { decideTable } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import type { Giver } from '../decide/issuer.ts';
import { by, when } from '../decide/preconditions.ts';
import { type Absent, decideForAbsent } from '../decide/timeouts.ts';
import type { Request } from '../saved/log-entry.ts';
import type { RollMode } from '../saved/session.ts';

/** Orders to the rules, answers to their questions, and free rolls. */
export interface Orders {
  readonly order: (giver: Giver, request: OrderRequest | OrderIn) => Reported;
  readonly answer: (giver: Giver, choice: string) => Reported;
  /** Acts for somebody whose time has run out; `giver` is who should have. */
  readonly forAbsent: (giver: Giver, absent: Absent) => Reported;
  /** A roll by notation that is no part of the rules: logged and provable like every other. */
  readonly roll: (giver: Giver, notation: string, rolls: RollMode | undefined) => Reported;
  /** The GM drops the order that waits for an answer. */
  readonly withdraw: (giver: Giver) => Reported;
}

interface Parts {
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly transactAll: Transact;
}

/** Orders over the battles of a store. */
export const orders = ({ decisions, transact, transactAll }: Parts): Orders => ({
  order: (giver, request) =>
    transactAll(giver, (battle) => {
      const order = typeof request === 'function' ? request(battle.ruleset) : ok(request);
      return order.ok ? when([by(giver, 'command own')], commanded(decisions, giver, order.value))(battle) : order;
    }),
  answer: (giver, choice) => transactAll(giver, (battle) => decisions.answer(battle, giver, choice)),
  forAbsent: (giver, absent) => transactAll(giver, (battle) => decideForAbsent(decisions, battle, giver, absent)),
  roll: (giver, notation, rolls) =>
    transact(
      giver,
      when([by(giver, 'roll')], (battle) => {
        const { seed: secret, table, edition } = battle.saved;
        const dice = orderDice({ edition: edition.dice, seed: secret, salt: table.salt, orderId: giver.orderId });
        const rolled = rollNotation(notation, dice);
        if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error.says });
        const decided = decideTable(battle, giver.orderId, 'roll', []);
        const request: Request = { kind: 'roll', notation };
        return ok({ ...decided, request, dice: dice.fallen(), rolls: rolls ?? table.rolls });
      }),
    ),
  withdraw: (giver) =>
    transact(
      giver,
      when([by(giver, 'rule')], (battle) => {
        const { pending } = battle.saved;
        if (pending === undefined) return refuse('nothing-asked');
        const decided = decideTable(battle, giver.orderId, 'withdraw', []);
        return ok({ ...decided, request: { kind: 'withdraw', order: pending.orderId }, pending: undefined });
      }),
    ),
});
