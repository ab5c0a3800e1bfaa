import { ok } from '../../core/result.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import type { ReportResult } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { decideSessionChange } from '../decide/decision.ts';
import type { Issuer, OrderDecisions } from '../decide/decisions.ts';
import { approveRequest, findRequest, type RequestSelector } from '../decide/number-requests.ts';
import { decideAfterChecks, requireRight } from '../decide/preconditions.ts';

/** What players ask of the GM, and what comes of it. */
export interface GmRequests {
  /**
   * The GM grants what was asked, as it was asked or changed. It is the player’s order then: in their name, with their right, to be
   * taken back as any order of theirs. Its dice are those of the granting, so that none is known before.
   */
  readonly approve: (
    issuer: Issuer,
    which: RequestSelector,
    changed?: Readonly<Record<string, unknown>>,
  ) => ReportResult;
  readonly deny: (issuer: Issuer, which: RequestSelector, why: string | undefined) => ReportResult;
}

interface Parts {
  readonly loader: Pick<BattleLoader, 'byChannel'>;
  readonly decisions: OrderDecisions;
  readonly transact: Transact;
  readonly transactWithFollowUps: Transact;
}

export const createGmRequests = ({ loader, decisions, transact, transactWithFollowUps }: Parts): GmRequests => {
  return {
    approve: async (issuer, which, changed = {}) => {
      const there = await loader.byChannel(issuer.channel);
      if (!there.ok) return there;
      const allowed = requireRight(issuer, 'rule')(there.value);
      if (!allowed.ok) return allowed;
      const meant = findRequest(there.value, which);
      if (!meant.ok) return meant;
      const { n, user } = meant.value;
      return transactWithFollowUps({ ...issuer, user }, (battle) => {
        const still = requireRight(issuer, 'rule')(battle);
        if (!still.ok) return still;
        const request = findRequest(battle, { n });
        return request.ok ? approveRequest(decisions, battle, issuer, request.value, changed) : request;
      });
    },
    deny: (issuer, which, why) =>
      transact(
        issuer,
        decideAfterChecks([requireRight(issuer, 'rule')], (battle) => {
          const meant = findRequest(battle, which);
          if (!meant.ok) return meant;
          const { n, actor } = meant.value;
          return ok(
            decideSessionChange(battle, issuer.orderId, 'request refused', [
              { type: 'request-refused', n, actor, ...(why !== undefined && { why }) },
            ]),
          );
        }),
      ),
  };
};
