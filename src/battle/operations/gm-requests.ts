import { ok } from '../../core/result.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import type { Reported } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { decideTable } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import type { Giver } from '../decide/issuer.ts';
import { granting, requestMeant, type WhichRequest } from '../decide/number-requests.ts';
import { by, when } from '../decide/preconditions.ts';

/** What players ask of the GM, and what comes of it. */
export interface Requests {
  /**
   * The GM grants what was asked, as it was asked or changed. It is the player’s order then: in their name, with their right, to be
   * taken back as any order of theirs. Its dice are those of the granting, so that none is known before.
   */
  readonly grant: (giver: Giver, which: WhichRequest, changed?: Readonly<Record<string, unknown>>) => Reported;
  readonly deny: (giver: Giver, which: WhichRequest, why: string | undefined) => Reported;
}

interface Parts {
  readonly loader: Pick<BattleLoader, 'at'>;
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly transactAll: Transact;
}

export const requests = ({ loader, decisions, transact, transactAll }: Parts): Requests => {
  return {
    grant: async (giver, which, changed = {}) => {
      const there = await loader.at(giver.channel);
      if (!there.ok) return there;
      const allowed = by(giver, 'rule')(there.value);
      if (!allowed.ok) return allowed;
      const meant = requestMeant(there.value, which);
      if (!meant.ok) return meant;
      const { n, user } = meant.value;
      return transactAll({ ...giver, user }, (battle) => {
        const still = by(giver, 'rule')(battle);
        if (!still.ok) return still;
        const request = requestMeant(battle, { n });
        return request.ok ? granting(decisions, battle, giver, request.value, changed) : request;
      });
    },
    deny: (giver, which, why) =>
      transact(
        giver,
        when([by(giver, 'rule')], (battle) => {
          const meant = requestMeant(battle, which);
          if (!meant.ok) return meant;
          const { n, actor } = meant.value;
          return ok(
            decideTable(battle, giver.orderId, 'request refused', [
              { type: 'request-refused', n, actor, ...(why !== undefined && { why }) },
            ]),
          );
        }),
      ),
  };
};
