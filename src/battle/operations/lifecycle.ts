import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { saltFrom } from '../../dice/entropy.ts';
import { gmActor } from '../../rules/call.ts';
import type { GameAction } from '../../rules/game.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import type { Reported } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { decideSession } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import { type Entrant, entrancesOf } from '../decide/entrants.ts';
import type { Issuer } from '../decide/issuer.ts';
import { atLeastOne, hasRight, noQuestionOpen, notEnded, onlyIf } from '../decide/preconditions.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { SessionEvent } from '../saved/session.ts';

/** How the GM brings entrants in: who runs them, and whether they come unseen. */
export interface EntrantOptions {
  readonly runBy?: string | undefined;
  readonly hidden?: 'until-acts' | 'until-revealed' | undefined;
}

/** A person without a seat who joins gets one. */
const seating = ({ saved: { table } }: OpenBattle, { user, name }: Issuer): readonly SessionEvent[] => {
  const role = table.seats[user]?.role;
  return user === table.gm || role === 'player' || role === 'co-gm'
    ? []
    : [{ type: 'seated', user, name, role: 'player' }];
};

/** Which character an entrant is, where it is one. */
const bindings = (actor: string, entrant: Entrant | undefined): readonly SessionEvent[] =>
  entrant?.character === undefined
    ? []
    : [{ type: 'character-bound', actor, character: entrant.character.id, savedAt: entrant.character.savedAt }];

/** How a battle gets its people, begins, moves and ends. */
export interface Lifecycle {
  /** A player comes in with one entrant, and has a share in the dice from then on; `said` counts where they had no seat. */
  readonly join: (issuer: Issuer, entrant: Entrant, said?: readonly SessionEvent[]) => Reported;
  /** The GM brings entrants in; they are the GM's to run unless `runBy` says otherwise. */
  readonly bring: (issuer: Issuer, entrants: readonly Entrant[], how?: EntrantOptions) => Reported;
  readonly start: (issuer: Issuer) => Reported;
  readonly finish: (issuer: Issuer, winner: string | undefined, reason: string) => Reported;
  /** The battle goes on in another channel. */
  readonly move: (issuer: Issuer, battle: string, to: string) => Reported;
}

/** Entrances, beginnings and ends over the battles of a store. */
interface Parts {
  readonly loader: Pick<BattleLoader, 'byId'>;
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly transactAll: Transact;
}

export const lifecycle = ({ loader, decisions, transact, transactAll }: Parts): Lifecycle => ({
  join: (issuer, entrant, said = []) =>
    transactAll(
      issuer,
      onlyIf([notEnded, noQuestionOpen], (battle) => {
        const doings = entrancesOf(battle, issuer.user, [entrant]);
        if (!doings.ok) return doings;
        const [doing] = doings.value;
        if (doing === undefined) return refuse('nobody-here');
        const actor = doing.entrant.id;
        const seated = seating(battle, issuer);
        const table: SessionEvent[] = [
          ...seated,
          ...(seated.length > 0 ? said : []),
          { type: 'joined', interaction: issuer.orderId },
          { type: 'control-given', actor, user: issuer.user },
          ...bindings(actor, entrant),
        ];
        return decisions.order(battle, issuer, { actor, doings: [doing], table, byRight: true });
      }),
    ),
  bring: (issuer, entrants, { runBy, hidden } = {}) =>
    transactAll(
      issuer,
      onlyIf([hasRight(issuer, 'bring'), notEnded, noQuestionOpen], (battle) => {
        const entrances = entrancesOf(battle, issuer.user, entrants);
        if (!entrances.ok) return entrances;
        const doings = atLeastOne(entrances.value);
        if (!doings.ok) return doings;
        const table = entrances.value.flatMap(({ entrant: { id } }, at): SessionEvent[] => [
          ...bindings(id, entrants[at]),
          ...(runBy === undefined ? [] : [{ type: 'control-given' as const, actor: id, user: runBy }]),
          ...(hidden === undefined ? [] : [{ type: 'hidden' as const, who: id, until: hidden }]),
        ]);
        return decisions.order(battle, issuer, { actor: gmActor, doings: doings.value, table });
      }),
    ),
  start: (issuer) =>
    transactAll(
      issuer,
      onlyIf([hasRight(issuer, 'start'), notEnded, noQuestionOpen], (battle) => {
        if (battle.game.status !== 'setup') return refuse('already-started');
        const table: SessionEvent[] = [{ type: 'dice-salted', salt: saltFrom(battle.saved.table.joins) }];
        return decisions.order(battle, issuer, { actor: gmActor, doings: [{ do: 'start' }], table });
      }),
    ),
  finish: (issuer, winner, reason) =>
    transact(
      issuer,
      onlyIf([hasRight(issuer, 'finish'), notEnded], (battle) => {
        const action: GameAction = { do: 'finish', finish: { winner, reason } };
        const decided = decisions.order(battle, issuer, { actor: gmActor, doings: [action], reason });
        return decided.ok ? ok({ ...decided.value, pending: undefined }) : decided;
      }),
    ),
  move: async (issuer, id, to) => {
    const there = await loader.byId(id);
    if (!there.ok) return there;
    const from = there.value.saved.channel;
    return transact({ ...issuer, channel: from }, (battle) => {
      if (battle.saved.id !== id) return refuse('no-battle-here');
      const decide = onlyIf([hasRight(issuer, 'move'), notEnded], (allowed) => {
        if (from === to) return refuse('already-there');
        const moved = decideSession(allowed, issuer.orderId, 'move', [{ type: 'moved', from, to }]);
        return ok({ ...moved, channel: to });
      });
      return decide(battle);
    });
  },
});
