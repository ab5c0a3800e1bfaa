import { ok } from '../../core/result.ts';
import type { ReportResult } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { decideSessionChange } from '../decide/decision.ts';
import type { Issuer } from '../decide/decisions.ts';
import { createIsEntryKnown, type UndoAndReplay, type UndoRequest } from '../decide/undo-and-replay.ts';

/** Undo and redo. */
export interface UndoService {
  /** `to` is the number of an entry as the issuer counts. */
  readonly undo: (issuer: Issuer, to: number | undefined, reason?: string) => ReportResult;
  /** Somebody of another side agrees to an undo that was asked for just now. */
  readonly agree: (issuer: Issuer) => ReportResult;
  readonly redo: (issuer: Issuer) => ReportResult;
}

/** Undo and redo of battles, by their whole logs. */
export const createUndoService = (transact: Transact, { undo }: Pick<UndoAndReplay, 'undo'>): UndoService => {
  const turned = (issuer: Issuer, wish: UndoRequest, reason?: string): ReportResult =>
    transact(issuer, async (battle) => {
      const found = await undo(battle, wish);
      if (!found.ok) return found;
      if (found.value.kind === 'asks')
        return ok(decideSessionChange(battle, issuer.orderId, 'undo', [found.value.event], reason));
      const { request, stood, hearers, taken } = found.value;
      return ok({
        ...decideSessionChange(battle, issuer.orderId, request.kind, [], reason),
        ...{ request, pending: stood.pending, game: battle.ruleset.openGame(stood.game) },
        ...{ newSession: stood.table, entryVisibility: createIsEntryKnown(hearers), undone: taken },
      });
    });
  return {
    undo: (issuer, to, reason) => turned(issuer, { kind: 'undo', user: issuer.user, to }, reason),
    agree: (issuer) => turned(issuer, { kind: 'agree', user: issuer.user }),
    redo: (issuer) => turned(issuer, { kind: 'redo', user: issuer.user }),
  };
};
