import { type Refusal, refuse } from '../core/refusal.ts';
import { ok, type Result } from '../core/result.ts';
import type { OpenBattle } from './battle.ts';
import { chronicle } from './chronicle.ts';
import { decideTable, entryOf } from './deciding.ts';
import type { LogEntry, Request } from './entry.ts';
import { fold, standingEntries } from './fold.ts';
import type { Attempt, Giver, Performing, Reported } from './performing.ts';
import type { BattleStore } from './store.ts';
import type { TableEvent } from './table.ts';
import { agreeing, askable, giving, taking } from './undo.ts';

/** The battle as the log says it is with one more undo or redo. */
const refolding = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  giver: Giver,
  request: Request,
  reason?: string,
): Attempt => {
  const bare = { ...decideTable(battle, giver.orderId, request.kind, [], reason), request };
  const entry = entryOf(
    battle,
    { ...bare, pending: undefined },
    { n: log.length + 1, orderId: giver.orderId, at: 0, user: giver.user },
  );
  const standing = standingEntries([...log, entry]).filter(
    ({ request: { kind } }) => kind !== 'undo' && kind !== 'redo',
  );
  const { table, game } = fold(battle.ruleset, standing);
  return { ...bare, game, pending: standing.at(-1)?.pending, refolded: table, log };
};

/** The entry that this person calls by that number. */
const entryCalled = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string,
  number: number | undefined,
): Result<number | undefined, Refusal> => {
  if (number === undefined) return ok(undefined);
  const told = chronicle(battle, log, user);
  const found = told.find((each) => each.number === number);
  return found === undefined
    ? refuse('undo-no-entry', { n: number, last: told.at(-1)?.number ?? 0 })
    : ok(found.entry.n);
};

/** Undo and redo. */
export interface TakingBack {
  /** `to` is the number of an entry as the giver counts. */
  readonly undo: (giver: Giver, to: number | undefined, reason?: string) => Reported;
  /** Somebody of another side agrees to an undo that was asked for just now. */
  readonly agree: (giver: Giver) => Reported;
  readonly redo: (giver: Giver) => Reported;
}

/** Undo and redo over the battles of a store. */
export const takingBack = ({ perform }: Performing, store: BattleStore): TakingBack => ({
  undo: (giver, to, reason) =>
    perform(giver, async (battle) => {
      const log = await store.log(battle.saved);
      const meant = entryCalled(battle, log, giver.user, to);
      if (!meant.ok) return meant;
      const takes = taking(battle, log, giver.user, meant.value);
      if (takes.ok) return ok(refolding(battle, log, giver, { kind: 'undo', takes: [...takes.value] }, reason));
      const asked = askable(battle, log, giver.user);
      if (asked === undefined) return takes;
      const event: TableEvent = { type: 'undo-asked', entry: asked.n };
      return ok(decideTable(battle, giver.orderId, 'undo', [event], reason));
    }),
  agree: (giver) =>
    perform(giver, async (battle) => {
      const log = await store.log(battle.saved);
      const takes = agreeing(battle, log, giver.user);
      return takes.ok ? ok(refolding(battle, log, giver, { kind: 'undo', takes: [...takes.value] })) : takes;
    }),
  redo: (giver) =>
    perform(giver, async (battle) => {
      const log = await store.log(battle.saved);
      const gives = giving(battle, log, giver.user);
      return gives.ok ? ok(refolding(battle, log, giver, { kind: 'redo', gives: [...gives.value] })) : gives;
    }),
});
