import { ok } from '../../core/result.ts';
import type { Reported } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { decideTable } from '../decide/decision.ts';
import type { Giver } from '../decide/issuer.ts';
import { knownFrom, type TakeBackWish, type WholeLog } from '../decide/whole-log.ts';

/** Undo and redo. */
export interface TakingBack {
  /** `to` is the number of an entry as the giver counts. */
  readonly undo: (giver: Giver, to: number | undefined, reason?: string) => Reported;
  /** Somebody of another side agrees to an undo that was asked for just now. */
  readonly agree: (giver: Giver) => Reported;
  readonly redo: (giver: Giver) => Reported;
}

/** Undo and redo of battles, by their whole logs. */
export const takingBack = (transact: Transact, { takeBack }: Pick<WholeLog, 'takeBack'>): TakingBack => {
  const turned = (giver: Giver, wish: TakeBackWish, reason?: string): Reported =>
    transact(giver, async (battle) => {
      const found = await takeBack(battle, wish);
      if (!found.ok) return found;
      if (found.value.kind === 'asks')
        return ok(decideTable(battle, giver.orderId, 'undo', [found.value.event], reason));
      const { request, stood, hearers, taken } = found.value;
      return ok({
        ...decideTable(battle, giver.orderId, request.kind, [], reason),
        ...{ request, pending: stood.pending, game: battle.ruleset.open(stood.game) },
        ...{ refolded: stood.table, known: knownFrom(hearers), taken },
      });
    });
  return {
    undo: (giver, to, reason) => turned(giver, { kind: 'undo', user: giver.user, to }, reason),
    agree: (giver) => turned(giver, { kind: 'agree', user: giver.user }),
    redo: (giver) => turned(giver, { kind: 'redo', user: giver.user }),
  };
};
