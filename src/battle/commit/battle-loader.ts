import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { BattleStore, OpenBattle, SavedBattle } from '../saved/store.ts';
import { openBattle } from '../saved/upcast-battle.ts';
import type { BuildOutboxMessages, ComputeWaits, UpcastNotices } from './ports.ts';
import { commitUpcast } from './upcast-commit.ts';

/** Battles taken from the store, in the present editions. */
export interface BattleLoader {
  /** The battle in a channel. */
  readonly byChannel: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  readonly byId: (id: string) => Promise<Result<OpenBattle, Refusal>>;
  /** The same, for an order: one of older editions is lifted and written down even where it is over. */
  readonly forUpdate: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  /** As this process remembers it, if that is not older than `version`; otherwise, and where none is named, as it is read. For what is put right should it be past. */
  readonly fromCache: (id: string, version?: number) => Promise<Result<OpenBattle, Refusal>>;
  /** The unfinished battle in a channel as this process remembers it: what comes of it holds only once it is committed. */
  readonly cached: (channel: string) => OpenBattle | undefined;
}

interface Parts {
  readonly rulesets: readonly Ruleset[];
  /** Its logs as they were written, under whatever editions. */
  readonly rawStore: BattleStore;
  readonly now: () => number;
  readonly computeWaits: ComputeWaits;
  readonly buildMessages: BuildOutboxMessages;
  readonly upcastNotices: UpcastNotices;
}

export const createBattleLoader = ({
  rulesets,
  rawStore,
  now,
  computeWaits,
  buildMessages,
  upcastNotices,
}: Parts): BattleLoader => {
  const open = (saved: SavedBattle): Result<OpenBattle, Refusal> => openBattle(rulesets, saved, now());
  const forward = commitUpcast({
    ...{ store: rawStore, computeWaits: computeWaits, now, open },
    buildMessages: (report) => buildMessages(report, undefined, upcastNotices.upcast(report)),
  });
  const lifted = async (saved: SavedBattle, write: boolean): Promise<Result<OpenBattle, Refusal>> => {
    const battle = open(saved);
    const present = battle.ok && write && battle.value.upcastFrom !== undefined ? await forward(battle.value) : battle;
    if (!present.ok && present.error.code === 'lift-failed')
      await upcastNotices.failed(saved, String(present.error.facts.problem));
    return present;
  };
  /** One of older editions is lifted, and where it still goes on, that is written down. */
  const opened = async (saved: SavedBattle | undefined, toChange = false): Promise<Result<OpenBattle, Refusal>> =>
    saved === undefined ? refuse('no-battle-here') : lifted(saved, toChange || saved.status !== 'ended');
  /** Only as it would be read: another one may have begun where it is over, and one of older editions is to be lifted first. */
  const remembered = (saved: SavedBattle | undefined): OpenBattle | undefined => {
    const battle = saved === undefined || saved.status === 'ended' ? undefined : open(saved);
    return battle?.ok && battle.value.upcastFrom === undefined ? battle.value : undefined;
  };
  return {
    byChannel: async (channel) => opened(await rawStore.byChannel(channel)),
    byId: async (id) => opened(await rawStore.byId(id)),
    fromCache: async (id, version = Number.POSITIVE_INFINITY) => {
      const there = remembered(rawStore.cached({ id }));
      return there === undefined || there.saved.version < version ? opened(await rawStore.byId(id)) : ok(there);
    },
    forUpdate: async (channel) => opened(await rawStore.byChannel(channel), true),
    cached: (channel) => remembered(rawStore.cached({ channel })),
  };
};
