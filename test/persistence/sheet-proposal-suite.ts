import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SheetProposal } from '../../src/campaign/sheet-proposals.ts';
import type { Stores } from './store-suite.ts';

const aProposal = (parts: Partial<SheetProposal> = {}): SheetProposal => ({
  ...{ id: randomUUID(), guild: '200000000000000001', channel: 'table' },
  campaign: { id: 'road', name: 'The long road' },
  ...{ by: randomUUID(), byName: 'Gwen', owner: randomUUID(), character: randomUUID(), name: 'Grim' },
  ...{ changes: 'hp=12', parts: [{ key: 'hp', was: '45', is: '12' }] },
  ...{ state: 'open', version: 1, at: 1_790_000_000_000 },
  ...parts,
});

/** What every store of proposed changes of sheets promises. */
export const sheetProposalSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`proposed changes of sheets ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    test.each(['200000000000000001', undefined])('are kept once, and found by id, in the server %s', async (guild) => {
      const { guild: _, ...rest } = aProposal({ channel: randomUUID() });
      const proposal = guild === undefined ? rest : { ...rest, guild };
      expect(await stores.proposals.save(proposal)).toBe('kept');
      expect(await stores.proposals.save(proposal)).toBe('stale');
      expect(await stores.proposals.byId(proposal.id)).toEqual(proposal);
      expect(await stores.proposals.byId(randomUUID())).toBeUndefined();
    });

    test('of two answers one is written', async () => {
      const proposal = aProposal();
      await stores.proposals.save(proposal);
      const answers = await Promise.all(
        (['accepted', 'declined'] as const).map((state) => stores.proposals.save({ ...proposal, state, version: 2 })),
      );
      expect(answers.toSorted()).toEqual(['kept', 'stale']);
      expect((await stores.proposals.byId(proposal.id))?.state).not.toBe('open');
    });

    test('are found by who made them, to whom, and for which character; old ones go unless they were accepted', async () => {
      const guild = randomUUID();
      const old = aProposal({ guild, at: 1000 });
      const { by, owner, character } = old;
      const kept = aProposal({ guild, at: 500, by, owner, character, state: 'accepted' });
      const young = aProposal({ guild, at: 2000, by });
      for (const each of [old, kept, young]) await stores.proposals.save(each);
      const idsOf = async (user: string) => (await stores.proposals.naming(user)).map(({ id }) => id);
      expect(await idsOf(by)).toEqual([kept.id, old.id, young.id]);
      expect(await idsOf(owner)).toEqual([kept.id, old.id]);
      expect((await stores.proposals.for(character)).map(({ id }) => id)).toEqual([kept.id, old.id]);
      await stores.proposals.sweep({ guild, channel: 'table' }, 2000);
      expect(await idsOf(by)).toEqual([kept.id, young.id]);
      const gone = { ...kept, by: 'gone', version: 2 };
      await stores.proposals.save(gone);
      expect(await idsOf(by)).toEqual([young.id]);
      expect(await idsOf('gone')).toContain(kept.id);
      await stores.proposals.drop(gone);
      expect(await idsOf(owner)).toEqual([]);
    });
  });
};
