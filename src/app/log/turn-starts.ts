import { isSameEdition } from '../../battle/editions/app-edition.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import type { BattleStore } from '../../battle/saved/store.ts';
import { createBoundedCache } from '../../core/memoize.ts';

/** Where the story of a turn may begin: how a battle stood before some entry. */
export interface TurnStarts {
  /** How it stood before entry `from`, or not long before that; nothing where that is not remembered. */
  readonly before: (battle: OpenBattle, from: number) => OpenBattle | undefined;
  /**
   * Remembers a battle as it stands, for the turn that begins after it, and where the one that begins with entry `from` is told from;
   * nothing of one that is over.
   */
  readonly remember: (battle: OpenBattle, from: number) => void;
}

interface Remembered {
  readonly rewritten: number | undefined;
  /** The later ones last. */
  readonly stood: readonly OpenBattle[];
}

/** So many battles are remembered for certain, and no more than twice as many; of any other more of its log is read. */
const maxBattles = 25;
/** A turn of more entries is told from a checkpoint. */
const maxTurnEntries = 150;

export const createTurnStarts = (store: Pick<BattleStore, 'rewriteCount'>): TurnStarts => {
  const remembered = createBoundedCache<string, Remembered>(maxBattles);

  /** What is remembered of it and still holds: its log has not been written over, nor brought to another edition. */
  const holding = ({ saved }: OpenBattle): readonly OpenBattle[] => {
    const { rewritten, stood = [] } = remembered.get(saved.id) ?? {};
    if (rewritten === undefined || rewritten !== store.rewriteCount(saved)) return [];
    return stood.filter(
      ({ saved: { edition, version } }) => version <= saved.version && isSameEdition(edition, saved.edition),
    );
  };

  const before: TurnStarts['before'] = (battle, from) => {
    const start = holding(battle).findLast(({ saved: { version } }) => version < from);
    return start !== undefined && battle.saved.version - start.saved.version <= maxTurnEntries ? start : undefined;
  };

  return {
    before,
    remember: (battle, from) => {
      const start = before(battle, from);
      const stood = start === undefined || start.saved.version === battle.saved.version ? [battle] : [start, battle];
      const { id, status } = battle.saved;
      remembered.put(id, { rewritten: store.rewriteCount(battle.saved), stood: status === 'ended' ? [] : stood });
    },
  };
};
