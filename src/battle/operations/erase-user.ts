import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../../core/plain-object.ts';
import { createScriptedDice } from '../../dice/dice.ts';
import { gmActor, gmCaller } from '../../rules/expected-action.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { ComputeWaits } from '../commit/battle-loader.ts';
import type { OutboxMessages } from '../saved/outbox.ts';
import { evolveSession, type Session, type SessionEvent, unseatedEvent } from '../saved/session.ts';
import type { BattleStore, LogEntry, SavedBattle } from '../saved/store.ts';
import { openBattle, upcastBattle, upcastEntry } from '../saved/upcast-battle.ts';
import { type Erasure, eraseFromBattle, findNamesakes } from './pseudonymize.ts';

export interface EraserParts {
  readonly rulesets: readonly Ruleset[];
  readonly store: BattleStore;
  readonly computeWaits: ComputeWaits;
  /** Builds messages about a battle whose log was rewritten. */
  readonly rewriteMessages: (battle: SavedBattle) => OutboxMessages | undefined;
  readonly now: () => number;
}

/** A user who is erased, their pseudonym, and the id of the command. */
export interface DepartingUser {
  readonly user: string;
  readonly pseudonym: string;
  readonly orderId: string;
}

const maxAttempts = 20;

interface ReadBattle {
  readonly saved: SavedBattle;
  readonly log: readonly LogEntry[];
}

/** A battle and its log, converted to the current editions. Unchanged if the conversion fails or they are newer. */
const upcastIfPossible = (ruleset: Ruleset | undefined, saved: SavedBattle, log: readonly LogEntry[]): ReadBattle => {
  const lifted = ruleset === undefined ? undefined : upcastBattle(ruleset, saved);
  return ruleset !== undefined && lifted?.ok
    ? { saved: lifted.value, log: log.map((entry) => upcastEntry(ruleset, entry)) }
    : { saved, log };
};

/** The first co-GM, who replaces a leaving GM. Undefined if there is none, or the user is not the GM. */
const findHeir = ({ gm, seats }: Session, user: string): { readonly id: string; readonly name: string } | undefined => {
  const heir =
    gm === user ? Object.entries(seats).find(([id, { role }]) => role === 'co-gm' && id !== user) : undefined;
  return heir && { id: heir[0], name: heir[1].name };
};

/** The events when a user leaves a running battle: a co-GM takes over, and the user loses the seat. */
const seatEvents = (table: Session, gone: string, heir: ReturnType<typeof findHeir>): readonly SessionEvent[] => [
  ...(heir === undefined ? [] : [{ type: 'gm-handed' as const, to: heir.id, name: heir.name }]),
  ...(heir === undefined && ownValue(table.seats, gone) === undefined ? [] : [unseatedEvent(table, gone)]),
];

/** The request and events that end a battle without a GM. Undefined if the rulebook refuses. */
const endBattle = (ruleset: Ruleset, saved: SavedBattle): Pick<LogEntry, 'request' | 'events'> | undefined => {
  const doing = { do: 'finish', finish: { winner: undefined, reason: 'The game master left.' } } as const;
  const outcome = ruleset.openGame(saved.game).act(doing, gmCaller(), [], createScriptedDice([]));
  return outcome.ok && outcome.value.kind === 'decided'
    ? { request: { kind: 'order', actor: gmActor, doings: [doing] }, events: [...outcome.value.events] }
    : undefined;
};

/** The log entry of a user who leaves a running battle, and the battle after it. */
const leaveBattle = (
  ruleset: Ruleset | undefined,
  before: SavedBattle,
  leads: boolean,
  heir: ReturnType<typeof findHeir>,
  { pseudonym, orderId }: DepartingUser,
  at: number,
): { readonly saved: SavedBattle; readonly entry: LogEntry } => {
  const known = ruleset?.editions.present === before.edition.rules ? ruleset : undefined;
  const end = leads && heir === undefined && known !== undefined ? endBattle(known, before) : undefined;
  const n = before.version + 1;
  const pending = end === undefined ? before.pending : undefined;
  const entry: LogEntry = {
    n,
    orderId: `${orderId}:${before.id}`,
    edition: { house: before.edition.house, rules: before.edition.rules },
    at,
    user: pseudonym,
    request: end?.request ?? { kind: 'table', what: 'leave' },
    rolls: 'public',
    diceKey: `${orderId}:${before.id}`,
    dice: [],
    byHand: false,
    table: [...seatEvents(before.table, pseudonym, heir)],
    events: end?.events ?? [],
    ...(pending && { pending }),
  };
  const game = end === undefined ? undefined : known?.openGame(before.game).applyEvents(entry.events);
  const saved: SavedBattle = {
    ...before,
    version: n,
    table: entry.table.reduce(evolveSession, before.table),
    pending,
    updatedAt: at,
    ...(game && { game: game.save(), status: game.status }),
  };
  return { saved, entry };
};

/** Erases a user from a battle's log. The GM gets their combatants; a co-GM replaces the GM, or the battle ends. */
export const createUserEraser = ({ rulesets, store, computeWaits, rewriteMessages, now }: EraserParts) => {
  const attempt = async (id: string, departure: DepartingUser): Promise<'kept' | 'nothing' | 'stale'> => {
    const read = await store.byId(id);
    if (read === undefined) return 'nothing';
    const { user, pseudonym } = departure;
    const ruleset = rulesets.find((each) => each.id === read.system);
    const { saved, log } = upcastIfPossible(ruleset, read, await store.log(read));
    const running = saved.status !== 'ended';
    const heir = running ? findHeir(saved.table, user) : undefined;
    const called = findNamesakes(log, user);
    const leaving: Erasure = {
      user,
      pseudonym: pseudonym,
      names: new Map(
        called.map((name, at) => [name, `Player ${pseudonym.slice(5, 9)}${at === 0 ? '' : `-${at + 1}`}`]),
      ),
      heir: heir?.id ?? (saved.table.gm === user ? pseudonym : saved.table.gm),
      giveToGm: running,
    };
    const without = eraseFromBattle(ruleset, saved, log, leaving);
    const changed = without.log.filter((entry, at) => !isDeepStrictEqual(entry, log[at]));
    if (changed.length === 0 && isDeepStrictEqual(without.saved, saved)) return 'nothing';
    const last = running
      ? leaveBattle(ruleset, without.saved, saved.table.gm === user, heir, departure, now())
      : { saved: without.saved, entry: undefined };
    const { entry } = last;
    const open = entry && openBattle(rulesets, last.saved, now());
    // All waits are computed again: the user may have been expected to act, or was a deputy.
    const waitChanges = entry && open?.ok ? await computeWaits(undefined, open.value, entry) : undefined;
    const messages = rewriteMessages(last.saved);
    return store.rewrite(last.saved, saved.version, { changed, entry, waitChanges, messages });
  };
  return async (id: string, departure: DepartingUser): Promise<'kept' | 'nothing'> => {
    for (let n = 1; n <= maxAttempts; n++) {
      const outcome = await attempt(id, departure);
      if (outcome !== 'stale') return outcome;
    }
    throw new Error(`The log of the battle ${id} changes too fast to be rewritten.`);
  };
};

/** True if the battle ends when this user leaves, because the battle has no other GM or co-GM. */
export const isLedOnlyBy = ({ status, table }: SavedBattle, user: string): boolean =>
  status !== 'ended' && table.gm === user && findHeir(table, user) === undefined;
