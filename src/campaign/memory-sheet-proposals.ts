import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import { type OutboxStore, serverKey } from '../battle/saved/outbox.ts';
import type { SheetProposal, SheetProposalStore } from './sheet-proposals.ts';

type Where = Pick<SheetProposal, 'guild' | 'channel'>;
const serverOf = ({ guild, channel }: Where): string => serverKey(guild, channel);
const keyOf = (proposal: SheetProposal): string => JSON.stringify([serverOf(proposal), proposal.id]);

/** Proposed changes of sheets, in memory. Holds copies, as a database would. */
export const createMemorySheetProposals = (outbox?: Pick<OutboxStore, 'write'>): SheetProposalStore => {
  const also = createMessageWriter(outbox);
  const all = new Map<string, SheetProposal>();
  const those = (which: (each: SheetProposal) => boolean): readonly SheetProposal[] =>
    structuredClone([...all.values()].filter(which).toSorted((a, b) => a.at - b.at));
  return {
    save: async (proposal, said) => {
      if ((all.get(keyOf(proposal))?.version ?? 0) !== proposal.version - 1) return 'stale';
      all.set(keyOf(proposal), structuredClone(proposal));
      await also(said);
      return 'kept';
    },
    byId: async (id) => those((each) => each.id === id)[0],
    for: async (character) => those((each) => each.character === character),
    naming: async (user) => those(({ by, owner }) => by === user || owner === user),
    drop: async (proposal) => {
      all.delete(keyOf(proposal));
    },
    sweep: async (where, before) => {
      for (const [key, each] of all)
        if (serverOf(each) === serverOf(where) && each.at < before && each.state !== 'accepted') all.delete(key);
    },
  };
};
