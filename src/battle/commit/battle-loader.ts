import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { withReferences } from '../decide/decision.ts';
import type { OpenBattle, Thoughts } from '../saved/open-battle.ts';
import type { BattleStore, SavedBattle } from '../saved/store.ts';
import { openBattle } from '../saved/upcast-battle.ts';
import type { BuildMessages, ComputeWaits, UpcastNotices } from './ports.ts';
import { commitUpcast } from './upcast-commit.ts';

/** Battles taken from the store, in the present editions. */
export interface BattleLoader {
  /** The battle in a channel. */
  readonly at: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  readonly byId: (id: string) => Promise<Result<OpenBattle, Refusal>>;
  /** The same, for an order: one of older editions is lifted and written down even where it is over. */
  readonly toChange: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  /** As this process remembers it, if that is not older than `version`; otherwise, and where none is named, as it is read. For what is put right should it be past. */
  readonly lately: (id: string, version?: number) => Promise<Result<OpenBattle, Refusal>>;
  /** The unfinished battle in a channel as this process remembers it: what comes of it holds only once it is committed. */
  readonly remembered: (channel: string) => OpenBattle | undefined;
}

interface Parts {
  readonly rulesets: readonly Ruleset[];
  /** Its logs as they were written, under whatever editions. */
  readonly written: BattleStore;
  readonly now: () => number;
  readonly waitsAfter: ComputeWaits;
  readonly says: BuildMessages;
  readonly news: UpcastNotices;
  readonly thoughts: Thoughts;
}

export const createBattleLoader = ({
  rulesets,
  written,
  now,
  waitsAfter,
  says,
  news,
  thoughts,
}: Parts): BattleLoader => {
  const open = (saved: SavedBattle): Result<OpenBattle, Refusal> => {
    const battle = openBattle(rulesets, saved, now());
    return battle.ok ? ok({ ...withReferences(battle.value), thoughts }) : battle;
  };
  const forward = commitUpcast({
    ...{ store: written, waitsAfter, now, open },
    says: (report) => says(report, undefined, news.lifted(report)),
  });
  const lifted = async (saved: SavedBattle, write: boolean): Promise<Result<OpenBattle, Refusal>> => {
    const battle = open(saved);
    const present = battle.ok && write ? await forward(battle.value) : battle;
    if (!present.ok && present.error.code === 'lift-failed')
      await news.failed(saved, String(present.error.facts.problem));
    return present;
  };
  /** One of older editions is lifted, and where it still goes on, that is written down. */
  const opened = async (saved: SavedBattle | undefined, toChange = false): Promise<Result<OpenBattle, Refusal>> =>
    saved === undefined ? refuse('no-battle-here') : lifted(saved, toChange || saved.status !== 'ended');
  /** Only as it would be read: another one may have begun where it is over, and one of older editions is to be lifted first. */
  const remembered = (saved: SavedBattle | undefined): OpenBattle | undefined => {
    const battle = saved === undefined || saved.status === 'ended' ? undefined : open(saved);
    return battle?.ok && battle.value.liftedFrom === undefined ? battle.value : undefined;
  };
  return {
    at: async (channel) => opened(await written.at(channel)),
    byId: async (id) => opened(await written.byId(id)),
    lately: async (id, version = Number.POSITIVE_INFINITY) => {
      const there = remembered(written.remembered({ id }));
      return there === undefined || there.saved.version < version ? opened(await written.byId(id)) : ok(there);
    },
    toChange: async (channel) => opened(await written.at(channel), true),
    remembered: (channel) => remembered(written.remembered({ channel })),
  };
};
