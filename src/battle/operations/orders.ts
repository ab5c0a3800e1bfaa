import { isDeepStrictEqual } from 'node:util';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { rollNotation } from '../../dice/notation.ts';
import { orderDice } from '../../dice/stream.ts';
import { gmActor } from '../../rules/call.ts';
import type { Doing } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Attempt, Decide, Giver, Performing, Reported } from '../commit/transaction.ts';
import { decideTable, defaultActor, type Order } from '../decide/decision.ts';
import { calledBy } from '../decide/entrants.ts';
import { asKnown, unforeseen } from '../decide/gm-escalation.ts';
import { by, when } from '../decide/preconditions.ts';
import { blindfolded, unmarked } from '../decide/redact-input.ts';
import { type Absent, decideForAbsent } from '../decide/timeouts.ts';
import type { Request } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { RollMode } from '../saved/session.ts';
import { may } from '../views/permissions.ts';
import { requested, toBeGranted } from './gm-requests.ts';

export interface OrderRequest {
  readonly verb: string;
  readonly params: unknown;
  readonly actor?: string | undefined;
  readonly rolls?: RollMode | undefined;
  readonly byHand?: readonly number[] | undefined;
}

/** An order that is only readable once it is known by which rulebook the battle goes. */
export type OrderIn = (ruleset: Ruleset) => Result<OrderRequest, Refusal>;

/** What came of an order in which a name was nobody’s, with the name as it was typed. */
const restored = (battle: OpenBattle, { game: _, ...decided }: Attempt): Attempt => {
  const plain = unmarked(decided);
  return { ...plain, game: battle.game.after(plain.events) };
};

/**
 * An order in which words stand that are also the name of somebody its giver must not know of: where it holds in the battle as they
 * can know it, and comes to the same there, the words were no name.
 */
const asWords = (
  decideGame: Performing['decideGame'],
  battle: OpenBattle,
  giver: Giver,
  order: Omit<Order, 'orderId'>,
): Attempt | undefined => {
  const known = asKnown(battle, giver.user, { ...order, orderId: giver.orderId });
  if (!known?.ok || 'choice' in known.value) return undefined;
  const decided = decideGame(battle, giver, order);
  return decided.ok && isDeepStrictEqual(decided.value.events, known.value.events) ? decided.value : undefined;
};

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

const commanded =
  (
    decideGame: Performing['decideGame'],
    giver: Giver,
    { verb, params, actor: named, rolls, byHand }: OrderRequest,
  ): Decide =>
  (battle) => {
    if (byHand !== undefined && !may(battle.saved.table, giver.user, 'rule')) return refuse('gm-only');
    const found = named === undefined || named === gmActor ? undefined : calledBy(battle, giver.user, [named]);
    if (found !== undefined && !found.ok) return found;
    const { pending } = battle.saved;
    const replies = battle.ruleset.verbs[verb]?.answers;
    const asked = replies !== undefined && pending?.question.kind === replies ? pending.question.to : undefined;
    const unnamed = asked ?? defaultActor(battle, giver.user, verb);
    const actor = named === gmActor ? gmActor : (found?.value[0] ?? unnamed);
    if (actor === undefined) return refuse('nobody-to-command');
    const ordered = (given: unknown): Omit<Order, 'orderId'> => {
      const doing: Doing = { do: 'verb', verb, params: given };
      return { actor, doings: [doing], rolls, byHand };
    };
    const granted = toBeGranted(battle, giver.user, verb, params);
    const asGranted = (attempt: Attempt): Attempt =>
      granted.length === 0 ? attempt : requested(battle, giver, ordered(params), { verb, params }, granted);
    const blind = blindfolded(battle, giver.user, verb, params);
    const decided = decideGame(battle, giver, ordered(blind));
    if (decided.ok) return ok(asGranted(blind === params ? decided.value : restored(battle, decided.value)));
    const worded = blind === params ? undefined : asWords(decideGame, battle, giver, ordered(params));
    return worded === undefined
      ? unforeseen(battle, giver, ordered(blind), params, decided.error)
      : ok(asGranted(worded));
  };

/** Orders over the battles of a store. */
export const orders = ({ decideGame, decideChoice, perform, performAll }: Performing): Orders => ({
  order: (giver, request) =>
    performAll(giver, (battle) => {
      const order = typeof request === 'function' ? request(battle.ruleset) : ok(request);
      return order.ok ? when([by(giver, 'command own')], commanded(decideGame, giver, order.value))(battle) : order;
    }),
  answer: (giver, choice) => performAll(giver, (battle) => decideChoice(battle, giver, choice)),
  forAbsent: (giver, absent) =>
    performAll(giver, (battle) => decideForAbsent({ decideGame, decideChoice }, battle, giver, absent)),
  roll: (giver, notation, rolls) =>
    perform(
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
    perform(
      giver,
      when([by(giver, 'rule')], (battle) => {
        const { pending } = battle.saved;
        if (pending === undefined) return refuse('nothing-asked');
        const decided = decideTable(battle, giver.orderId, 'withdraw', []);
        return ok({ ...decided, request: { kind: 'withdraw', order: pending.orderId }, pending: undefined });
      }),
    ),
});
