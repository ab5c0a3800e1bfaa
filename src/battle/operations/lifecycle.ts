import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { saltFrom } from '../../dice/entropy.ts';
import { gmActor } from '../../rules/call.ts';
import type { Doing } from '../../rules/game.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import type { Reported } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { decideTable } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import { type Comer, entering } from '../decide/entrants.ts';
import type { Giver } from '../decide/issuer.ts';
import { atLeastOne, by, noQuestionOpen, notEnded, when } from '../decide/preconditions.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { TableEvent } from '../saved/session.ts';

/** How the GM brings entrants in: who runs them, and whether they come unseen. */
export interface Bringing {
  readonly runBy?: string | undefined;
  readonly hidden?: 'until-acts' | 'until-revealed' | undefined;
}

/** A person without a seat who joins gets one. */
const seating = ({ saved: { table } }: OpenBattle, { user, name }: Giver): readonly TableEvent[] => {
  const role = table.seats[user]?.role;
  return user === table.gm || role === 'player' || role === 'co-gm'
    ? []
    : [{ type: 'seated', user, name, role: 'player' }];
};

/** Which character an entrant is, where it is one. */
const bindings = (actor: string, comer: Comer | undefined): readonly TableEvent[] =>
  comer?.character === undefined
    ? []
    : [{ type: 'character-bound', actor, character: comer.character.id, savedAt: comer.character.savedAt }];

/** How a battle gets its people, begins, moves and ends. */
export interface ComingIn {
  /** A player comes in with one entrant, and has a share in the dice from then on; `said` counts where they had no seat. */
  readonly join: (giver: Giver, comer: Comer, said?: readonly TableEvent[]) => Reported;
  /** The GM brings entrants in; they are the GM's to run unless `runBy` says otherwise. */
  readonly bring: (giver: Giver, comers: readonly Comer[], how?: Bringing) => Reported;
  readonly start: (giver: Giver) => Reported;
  readonly finish: (giver: Giver, winner: string | undefined, reason: string) => Reported;
  /** The battle goes on in another channel. */
  readonly move: (giver: Giver, battle: string, to: string) => Reported;
}

/** Entrances, beginnings and ends over the battles of a store. */
interface Parts {
  readonly loader: Pick<BattleLoader, 'byId'>;
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly transactAll: Transact;
}

export const comingIn = ({ loader, decisions, transact, transactAll }: Parts): ComingIn => ({
  join: (giver, comer, said = []) =>
    transactAll(
      giver,
      when([notEnded, noQuestionOpen], (battle) => {
        const doings = entering(battle, giver.user, [comer]);
        if (!doings.ok) return doings;
        const [doing] = doings.value;
        if (doing === undefined) return refuse('nobody-here');
        const actor = doing.entrant.id;
        const seated = seating(battle, giver);
        const table: TableEvent[] = [
          ...seated,
          ...(seated.length > 0 ? said : []),
          { type: 'joined', interaction: giver.orderId },
          { type: 'control-given', actor, user: giver.user },
          ...bindings(actor, comer),
        ];
        return decisions.order(battle, giver, { actor, doings: [doing], table, byRight: true });
      }),
    ),
  bring: (giver, comers, { runBy, hidden } = {}) =>
    transactAll(
      giver,
      when([by(giver, 'bring'), notEnded, noQuestionOpen], (battle) => {
        const entrants = entering(battle, giver.user, comers);
        if (!entrants.ok) return entrants;
        const doings = atLeastOne(entrants.value);
        if (!doings.ok) return doings;
        const table = entrants.value.flatMap(({ entrant: { id } }, at): TableEvent[] => [
          ...bindings(id, comers[at]),
          ...(runBy === undefined ? [] : [{ type: 'control-given' as const, actor: id, user: runBy }]),
          ...(hidden === undefined ? [] : [{ type: 'hidden' as const, who: id, until: hidden }]),
        ]);
        return decisions.order(battle, giver, { actor: gmActor, doings: doings.value, table });
      }),
    ),
  start: (giver) =>
    transactAll(
      giver,
      when([by(giver, 'start'), notEnded, noQuestionOpen], (battle) => {
        if (battle.game.status !== 'setup') return refuse('already-started');
        const table: TableEvent[] = [{ type: 'dice-salted', salt: saltFrom(battle.saved.table.joins) }];
        return decisions.order(battle, giver, { actor: gmActor, doings: [{ do: 'start' }], table });
      }),
    ),
  finish: (giver, winner, reason) =>
    transact(
      giver,
      when([by(giver, 'finish'), notEnded], (battle) => {
        const doing: Doing = { do: 'finish', finish: { winner, reason } };
        const decided = decisions.order(battle, giver, { actor: gmActor, doings: [doing], reason });
        return decided.ok ? ok({ ...decided.value, pending: undefined }) : decided;
      }),
    ),
  move: async (giver, id, to) => {
    const there = await loader.byId(id);
    if (!there.ok) return there;
    const from = there.value.saved.channel;
    return transact({ ...giver, channel: from }, (battle) => {
      if (battle.saved.id !== id) return refuse('no-battle-here');
      const decide = when([by(giver, 'move'), notEnded], (allowed) => {
        if (from === to) return refuse('already-there');
        const moved = decideTable(allowed, giver.orderId, 'move', [{ type: 'moved', from, to }]);
        return ok({ ...moved, channel: to });
      });
      return decide(battle);
    });
  },
});
