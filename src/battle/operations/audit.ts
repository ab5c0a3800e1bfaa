import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import { seedCommitment } from '../../dice/entropy.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import { type BattleExport, type DiceLedger, exportBattle, exportLedger } from '../saved/export.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { BattleStore, SavedBattle } from '../saved/store.ts';
import { type Verification, verifyBattle } from '../saved/verify.ts';
import { logView, type VisibleEntry } from '../views/log-view.ts';
import { hasBattleRight } from '../views/permissions.ts';

/** What a battle leaves behind, to be read and checked. */
export interface Audit {
  readonly log: (channel: string, from?: number, to?: number) => Promise<Result<readonly LogEntry[], Refusal>>;
  /** Entries of a battle that is known, both ends included. */
  readonly entries: (battle: SavedBattle, from: number, to: number) => Promise<readonly LogEntry[]>;
  /** A battle as it was written, whatever its editions: what its GM reads where it cannot be lifted. */
  readonly readRaw: (
    channel: string,
    user: string,
  ) => Promise<Result<{ readonly saved: SavedBattle; readonly log: readonly LogEntry[] }, Refusal>>;
  /** What entries say to one reader: the whole log told again from its first entry. */
  readonly logView: (channel: string, user: string | undefined) => Promise<Result<readonly VisibleEntry[], Refusal>>;
  /** Without a user, as everybody may have it. */
  readonly export: (channel: string, user: string | undefined) => Promise<Result<BattleExport | DiceLedger, Refusal>>;
  readonly verify: (
    channel: string,
  ) => Promise<Result<Verification & { readonly commitment: string; readonly seed: string }, Refusal>>;
}

/** Records of the battles of a store; `written` is the same store, its logs as they were written. */
export const createAudit = (
  { byChannel }: Pick<BattleLoader, 'byChannel'>,
  store: BattleStore,
  written: BattleStore,
): Audit => ({
  log: async (channel, from, to) => {
    const battle = await store.byChannel(channel);
    return battle === undefined ? refuse('no-battle-here') : ok(await store.log(battle, from, to));
  },
  entries: (battle, from, to) => store.log(battle, from, to),
  readRaw: async (channel, user) => {
    const saved = await written.byChannel(channel);
    if (saved === undefined) return refuse('no-battle-here');
    return hasBattleRight(saved.table, user, 'see all')
      ? ok({ saved, log: await written.log(saved) })
      : refuse('gm-only');
  },
  logView: async (channel, user) => {
    const battle = await byChannel(channel);
    return battle.ok ? ok(logView(battle.value, await store.log(battle.value.saved), user)) : battle;
  },
  export: async (channel, user) => {
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
  verify: async (channel) => {
    const battle = await byChannel(channel);
    if (!battle.ok) return battle;
    const { saved, ruleset } = battle.value;
    const fingerprint = seedCommitment(saved.seed);
    if (saved.status !== 'ended') return refuse('seed-secret', { commitment: fingerprint });
    const checked = verifyBattle(ruleset, exportBattle(saved, await store.log(saved)));
    return ok({ ...checked, commitment: fingerprint, seed: saved.seed });
  },
});
