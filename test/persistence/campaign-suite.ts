import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaigns.ts';
import type { HistoryEvent } from '../../src/campaign/characters.ts';
import { aBattle, aCharacter, anEntry } from './samples.ts';
import type { Stores } from './store-suite.ts';

export const aCampaign = (parts: Partial<Campaign> = {}): Campaign => ({
  id: randomUUID(),
  guild: '200000000000000001',
  place: randomUUID(),
  name: 'The Long Road',
  gm: 'gm',
  gmName: 'Mo',
  members: { ada: { name: 'Ada', role: 'player' }, bo: { name: 'Bo \0', role: 'co-gm' } },
  invited: ['cy'],
  entry: 'invited',
  systems: ['skirmish'],
  rules: { skirmish: { 'b.second': 2, 'a.first': 1 } },
  editions: { skirmish: 2, chess: 1 },
  rolls: 'private',
  carry: 'ask',
  status: 'running',
  version: 1,
  createdAt: 1_790_000_000_000,
  updatedAt: 1_790_000_000_000,
  ...parts,
});

export const aHappening = (character: string, parts: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id: randomUUID(),
  character,
  kind: 'kept',
  at: 1_790_000_000_000,
  battle: { id: 'battle', name: 'The Ford' },
  changes: ['HP 45 → 12'],
  dead: false,
  before: { hp: 45 },
  edition: 2,
  ...parts,
});

/** Tests of every store of campaigns and histories. */
export const campaignSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`campaigns ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    const created = async (parts: Partial<Campaign> = {}) => {
      const campaign = aCampaign(parts);
      expect(await stores.campaigns.create(campaign)).toBe('kept');
      return campaign;
    };
    const changed = (campaign: Campaign, parts: Partial<Campaign> = {}): Campaign => ({
      ...campaign,
      version: campaign.version + 1,
      updatedAt: campaign.updatedAt + 1,
      ...parts,
    });

    test('a saved campaign reads back the same', async () => {
      const campaign = await created();
      const read = await stores.campaigns.byId(campaign.id);
      expect(read).toEqual(campaign);
      expect(JSON.stringify(read?.rules)).toBe(JSON.stringify(campaign.rules));
      expect(await stores.campaigns.byPlace(campaign.place)).toEqual(campaign);
      expect(await stores.campaigns.byId('none')).toBeUndefined();
      expect(await stores.campaigns.byPlace('nowhere')).toBeUndefined();
    });

    test('a channel has one campaign until that has ended', async () => {
      const first = await created();
      const second = aCampaign({ place: first.place, createdAt: first.createdAt + 1 });
      expect(await stores.campaigns.create(second)).toBe('taken');
      expect(await stores.campaigns.save(changed(first, { status: 'ended' }))).toBe('kept');
      expect((await stores.campaigns.byPlace(first.place))?.id).toBe(first.id);
      expect(await stores.campaigns.create(second)).toBe('kept');
      expect((await stores.campaigns.byPlace(first.place))?.id).toBe(second.id);
    });

    test('of twenty simultaneous changes to one version, one is saved', async () => {
      const campaign = await created();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => stores.campaigns.save(changed(campaign, { name: `Name ${i}` }))),
      );
      expect(outcomes.filter((each) => each === 'kept')).toHaveLength(1);
      const winner = outcomes.indexOf('kept');
      expect((await stores.campaigns.byId(campaign.id))?.name).toBe(`Name ${winner}`);
    });

    test('campaigns are listed by server, the last changed first', async () => {
      const guild = 'a server of two';
      const a = await created({ guild, updatedAt: 1 });
      const b = await created({ guild, updatedAt: 2 });
      await created({ guild: undefined });
      expect((await stores.campaigns.list(guild)).map(({ id }) => id)).toEqual([b.id, a.id]);
      expect((await stores.campaigns.list(guild, 'all', 1)).map(({ id }) => id)).toEqual([b.id]);
      await stores.campaigns.save(changed(b, { status: 'ended' }));
      expect((await stores.campaigns.list(guild, 'unfinished')).map(({ id }) => id)).toEqual([a.id]);
      expect((await stores.campaigns.list(undefined)).every((each) => each.guild === undefined)).toBe(true);
    });

    test('two servers may have campaigns with the same id and channel', async () => {
      const parts = { id: 'one id', place: 'one place' };
      const [red, blue] = [await created({ ...parts, guild: 'red' }), await created({ ...parts, guild: 'blue' })];
      expect(await stores.campaigns.save(changed(red, { name: 'Red' }))).toBe('kept');
      expect(await stores.campaigns.list('blue')).toEqual([blue]);
      expect(await stores.campaigns.save(changed(blue, { name: 'Blue' }))).toBe('kept');
      expect((await stores.campaigns.list('red')).map(({ name }) => name)).toEqual(['Red']);
    });

    test('a campaign without a server is changed like any other', async () => {
      const campaign = await created({ guild: undefined });
      expect(await stores.campaigns.save(changed(campaign, { editions: { skirmish: 3 } }))).toBe('kept');
      expect(await stores.campaigns.byId(campaign.id)).toEqual(changed(campaign, { editions: { skirmish: 3 } }));
      expect(await stores.notices.note(campaign.id, 'place', 1)).toBe(true);
      expect(await stores.notices.note(campaign.id, 'place', 2)).toBe(false);
    });

    test('a history entry of a missing character is not saved', async () => {
      expect(await stores.histories.add(aHappening('nobody'))).toBe(false);
      expect(await stores.histories.list('nobody')).toEqual([]);
    });

    test('a character is found by its id', async () => {
      const character = aCharacter({ owner: 'zoe' });
      await stores.characters.save(character);
      expect(await stores.characters.byId(character.id)).toEqual(character);
      expect(await stores.characters.byId('none')).toBeUndefined();
    });

    test('a history entry is saved once, together with its character', async () => {
      const character = aCharacter({ owner: 'yan' });
      await stores.characters.save(character);
      const happening = aHappening(character.id);
      const after = { sheet: { hp: 12 }, updatedAt: 1_790_000_000_777 };
      const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => stores.histories.add(happening, after)));
      expect(outcomes.filter((each) => each)).toHaveLength(1);
      expect(await stores.histories.list(character.id)).toEqual([happening]);
      expect(await stores.characters.byId(character.id)).toEqual({ ...character, ...after });
      expect(await stores.histories.add(happening, { sheet: { hp: 1 }, updatedAt: 5 })).toBe(false);
      expect((await stores.characters.byId(character.id))?.sheet).toEqual({ hp: 12 });
    });

    test('histories with half a surrogate pair or a NUL can be searched', async () => {
      const character = aCharacter({ owner: 'will' });
      await stores.characters.save(character);
      const happening = { ...aHappening(character.id), campaign: 'cut', changes: ['name → "\ud83d', 'note a\0b'] };
      expect(await stores.histories.add(happening)).toBe(true);
      expect(await stores.histories.inCampaign([character.id], 'cut')).toEqual(new Set([character.id]));
      expect(await stores.histories.list(character.id)).toHaveLength(1);
    });

    test('a history is listed in the order of saving, and can be deleted', async () => {
      const characters = [aCharacter({ owner: 'one' }), aCharacter({ owner: 'two' })] as const;
      for (const each of characters) await stores.characters.save(each);
      const [one, two] = [characters[0].id, characters[1].id];
      const all = [
        aHappening(one, { at: 9 }),
        aHappening(one, { at: 3, kind: 'rested', battle: undefined, campaign: 'c' }),
        aHappening(one, { at: 5, dead: true, edition: 1 }),
      ];
      for (const each of all) await stores.histories.add(each);
      await stores.histories.add(aHappening(two));
      expect(await stores.histories.list(one)).toEqual(all);
      const last = await stores.histories.last([one, two, 'nobody']);
      expect([...last.keys()].toSorted()).toEqual([one, two].toSorted());
      expect(last.get(one)).toEqual(all[2]);
      const through = { ...aHappening(two), campaign: 'through here' };
      await stores.histories.add(through);
      expect(await stores.histories.inCampaign([one, two, 'nobody'], 'through here')).toEqual(new Set([two]));
      expect(await stores.histories.inCampaign([one], 'through here')).toEqual(new Set());
      await stores.histories.forget(one);
      expect(await stores.histories.list(one)).toEqual([]);
      expect(await stores.histories.list(two)).toHaveLength(2);
    });

    test('a notice is given once, until it is cleared', async () => {
      const { id: battle } = aBattle();
      await stores.battles.create(aBattle({ id: battle }), anEntry(1));
      const outcomes = await Promise.all([1, 2, 3].map(() => stores.notices.note(battle, 'place', 1)));
      expect(outcomes.filter((each) => each)).toHaveLength(1);
      expect(await stores.notices.note(battle, 'member ada', 2)).toBe(true);
      await stores.notices.clear(battle, 'place');
      expect(await stores.notices.note(battle, 'place', 3)).toBe(true);
      expect(await stores.notices.note(battle, 'member ada', 3)).toBe(false);
      await stores.notices.clear(battle);
      expect(await stores.notices.note(battle, 'member ada', 4)).toBe(true);
    });
  });
};
