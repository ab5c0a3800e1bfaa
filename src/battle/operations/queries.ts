import { ok, type Result, refuse } from '../../core/message.ts';
import { seedCommitment } from '../../dice/order-dice.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { Answer, ParamOffer } from '../../rules/verb.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import { defaultActor } from '../decide/decision.ts';
import { findAllByName, type Monitor, watchRuling } from '../decide/decisions.ts';
import { joinListedNames, redactInput, redactRefusal } from '../decide/redact-input.ts';
import {
  type BattleExport,
  type DiceLedger,
  exportBattle,
  exportLedger,
  type Verification,
  verifyBattle,
} from '../saved/export.ts';
import type { BattleStore, LogEntry, SavedBattle } from '../saved/store.ts';
import { logView, type VisibleEntry } from '../views/log-view.ts';
import { createCaller, hasBattleRight, viewerOf } from '../views/viewer.ts';

/** Creates the service that answers queries and offers values for parameters. */
export const createBattleQueries = ({ byChannel }: Pick<BattleLoader, 'byChannel'>, monitor: Monitor) => ({
  /** Answers a rulebook's query. `reader`: the user who will see the answer; undefined if everyone will. */
  ask: async (
    channel: string,
    reader: string | undefined,
    user: string,
    query: string,
    input: unknown,
    named?: string,
  ): Promise<Result<Answer>> => {
    const battle = await byChannel(channel);
    if (!battle.ok) return battle;
    const found = named === undefined ? undefined : findAllByName(battle.value, user, [named]);
    if (found !== undefined && !found.ok) return found;
    const actor = found?.value[0] ?? defaultActor(battle.value, user, query) ?? gmActor;
    const redacted = redactInput(battle.value, user, query, joinListedNames(battle.value, user, query, input));
    const caller = createCaller(battle.value, user, actor);
    const answer = watchRuling(monitor, battle.value, query, undefined, () =>
      battle.value.game.answerQuery(query, caller, redacted.params, viewerOf(battle.value, reader)),
    );
    const told = redacted.restore(answer);
    return told.ok ? told : { ok: false, error: redactRefusal(battle.value, user, told.error) };
  },
  offers: async (
    channel: string,
    user: string,
    name: string,
    param: string,
    soFar: Readonly<Record<string, unknown>>,
  ): Promise<readonly ParamOffer[] | undefined> => {
    const battle = await byChannel(channel);
    if (!battle.ok) return undefined;
    const named = typeof soFar.as === 'string' ? findAllByName(battle.value, user, [soFar.as]) : undefined;
    const actor = (named?.ok ? named.value[0] : undefined) ?? defaultActor(battle.value, user, name);
    if (actor === undefined) return [];
    const viewer = viewerOf(battle.value, user);
    const caller = createCaller(battle.value, user, actor);
    return watchRuling(monitor, battle.value, name, undefined, () =>
      battle.value.game.offers(name, param, caller, soFar, viewer),
    );
  },
});
export type BattleQueries = ReturnType<typeof createBattleQueries>;

/** Creates the service that reads, exports and verifies logs. `written`: the store of logs in their old editions. */
export const createAudit = (
  { byChannel }: Pick<BattleLoader, 'byChannel'>,
  store: BattleStore,
  written: BattleStore,
) => ({
  log: async (channel: string, from?: number, to?: number): Promise<Result<readonly LogEntry[]>> => {
    const battle = await store.byChannel(channel);
    return battle === undefined ? refuse('no-battle-here') : ok(await store.log(battle, from, to));
  },
  /** Log entries of a battle, both ends included. */
  entries: (battle: SavedBattle, from: number, to: number): Promise<readonly LogEntry[]> => store.log(battle, from, to),
  /** A battle and its log as written, in any edition, even if the log cannot be converted. GM only. */
  readRaw: async (
    channel: string,
    user: string,
  ): Promise<Result<{ readonly saved: SavedBattle; readonly log: readonly LogEntry[] }>> => {
    const saved = await written.byChannel(channel);
    if (saved === undefined) return refuse('no-battle-here');
    return hasBattleRight(saved.table, user, 'see all')
      ? ok({ saved, log: await written.log(saved) })
      : refuse('gm-only');
  },
  /** The whole log as one reader sees it. */
  logView: async (channel: string, user: string | undefined): Promise<Result<readonly VisibleEntry[]>> => {
    const battle = await byChannel(channel);
    return battle.ok ? ok(logView(battle.value, await store.log(battle.value.saved), user)) : battle;
  },
  /** Exports an ended battle for one reader. Without a user: only the public dice. */
  export: async (channel: string, user: string | undefined): Promise<Result<BattleExport | DiceLedger>> => {
    const battle = await byChannel(channel);
    if (!battle.ok) return battle;
    const { saved } = battle.value;
    if (saved.status !== 'ended') return refuse('seed-secret', { commitment: seedCommitment(saved.seed) });
    const log = await store.log(saved);
    return ok(
      user !== undefined && hasBattleRight(saved.table, user, 'see all')
        ? exportBattle(saved, log)
        : exportLedger(saved, log),
    );
  },
  verify: async (
    channel: string,
  ): Promise<Result<Verification & { readonly commitment: string; readonly seed: string }>> => {
    const battle = await byChannel(channel);
    if (!battle.ok) return battle;
    const { saved, ruleset } = battle.value;
    const fingerprint = seedCommitment(saved.seed);
    if (saved.status !== 'ended') return refuse('seed-secret', { commitment: fingerprint });
    const checked = verifyBattle(ruleset, exportBattle(saved, await store.log(saved)));
    return ok({ ...checked, commitment: fingerprint, seed: saved.seed });
  },
});
export type Audit = ReturnType<typeof createAudit>;
