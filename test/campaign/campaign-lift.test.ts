import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaigns.ts';
import type { Character } from '../../src/campaign/characters.ts';
import {
  createMemoryCampaigns,
  createMemoryCharacters,
  createMemoryHistory,
  createMemoryServers,
} from '../../src/campaign/memory-tables.ts';
import {
  pinRuleSettings,
  upcastingCampaigns,
  upcastingCharacters,
  upcastingHistories,
  upcastingServers,
} from '../../src/campaign/upcast-campaign.ts';
import { pacers } from '../battle/pacers.ts';

const now = [pacers.second];

const campaign = (parts: Partial<Campaign>): Campaign => ({
  id: 'road',
  guild: 'guild',
  place: 'forum',
  name: 'Long road',
  gm: 'gm',
  gmName: 'Mo',
  members: {},
  invited: [],
  entry: 'open',
  systems: ['pacers'],
  rules: {},
  editions: { pacers: 1 },
  carry: 'ask',
  status: 'running',
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  ...parts,
});

test('an older campaign uses the defaults of its edition and its own settings', async () => {
  const store = createMemoryCampaigns();
  await store.create(campaign({}));
  await store.create(campaign({ id: 'north', place: 'north', rules: { pacers: { most: 4 }, other: { a: 1 } } }));
  const present = upcastingCampaigns(now, store);
  expect(await present.byPlace('forum')).toMatchObject({
    rules: { pacers: { most: 6, name: '' } },
    editions: { pacers: 2 },
  });
  expect((await present.byId('north'))?.rules).toEqual({ pacers: { most: 4, name: '' }, other: { a: 1 } });
  expect((await present.list('guild')).map(({ editions }) => editions)).toEqual([{ pacers: 2 }, { pacers: 2 }]);
  // Reading writes nothing; only a change does.
  expect((await store.byId('road'))?.rules).toEqual({});
});

test('a new campaign is pinned to today’s defaults and its server’s house rules', () => {
  expect(pinRuleSettings(now, ['pacers'], {})).toEqual({
    rules: { pacers: { most: 8, name: '' } },
    editions: { pacers: 2 },
  });
  expect(pinRuleSettings(now, ['pacers', 'unknown'], { pacers: { name: 'x' }, unknown: 1 })).toEqual({
    rules: { pacers: { most: 8, name: 'x' }, unknown: 1 },
    editions: { pacers: 2 },
  });
  expect(pinRuleSettings(now, [], {})).toEqual({ rules: {}, editions: {} });
});

test('an older server uses the defaults of its edition; a new one is not pinned', async () => {
  const store = createMemoryServers();
  const chosen = { systems: [], rolls: 'public' as const };
  await store.saveSettings({ guild: 'old', ...chosen, houseRules: {}, editions: { pacers: 1 }, readings: [] });
  await store.saveSettings({ guild: 'new', ...chosen, houseRules: {}, editions: {}, readings: [] });
  const present = upcastingServers(now, store);
  expect((await present.settings('old'))?.houseRules).toEqual({ pacers: { most: 6, name: '' } });
  expect((await present.settings('new'))?.houseRules).toEqual({});
  expect(await present.settings('none')).toBeUndefined();
});

test('an older rule variant uses the defaults of its edition', async () => {
  const store = createMemoryServers();
  const readings = [
    { name: 'gentle', system: 'pacers', edition: 1, settings: { name: 'x' } },
    { name: 'new', system: 'pacers', edition: 2, settings: { most: 3, name: '' } },
    { name: 'lost', system: 'unknown', edition: 1, settings: 1 },
  ];
  const chosen = { systems: [], rolls: 'public' as const, houseRules: {}, editions: {}, readings };
  await store.saveSettings({ guild: 'old', ...chosen });
  const [gentle, ...others] = (await upcastingServers(now, store).settings('old'))?.readings ?? [];
  expect(gentle).toEqual({ name: 'gentle', system: 'pacers', edition: 2, settings: { most: 6, name: 'x' } });
  expect(others).toEqual(readings.slice(1));
});

const grim: Character = {
  id: 'grim',
  owner: 'ada',
  guild: 'guild',
  system: 'pacers',
  name: 'Grim',
  sheet: { steps: 3 },
  edition: 1,
  updatedAt: 1,
};

test('every lookup upcasts a sheet; one that cannot be upcast stays unchanged', async () => {
  const store = createMemoryCharacters();
  await store.save(grim);
  await store.save({ ...grim, id: 'other', name: 'Other', system: 'unknown' });
  const present = upcastingCharacters(now, store);
  const want = { sheet: { paces: 3 }, edition: 2 };
  expect(await present.byId('grim')).toMatchObject(want);
  expect(await present.find('ada', 'guild', 'grim')).toMatchObject(want);
  expect((await present.list('ada', 'guild'))[0]).toMatchObject(want);
  expect((await present.listInAllServers('ada'))[0]).toMatchObject(want);
  expect(await present.byId('other')).toMatchObject({ sheet: { steps: 3 }, edition: 1 });
  expect((await store.byId('grim'))?.sheet).toEqual({ steps: 3 });
});

test('the sheet saved before a battle’s end is upcast too', async () => {
  const characters = createMemoryCharacters();
  await characters.save(grim);
  const store = createMemoryHistory(characters);
  const happening = { character: 'grim', at: 1, changes: [], dead: false, edition: 1 };
  await store.add({ ...happening, id: 'a', kind: 'kept', before: { steps: 2 } });
  await store.add({ ...happening, id: 'b', kind: 'joined' });
  const present = upcastingHistories(now, characters, store);
  const [kept, joined] = await present.list('grim');
  expect(kept).toMatchObject({ before: { paces: 2 }, edition: 2 });
  expect(joined?.before).toBeUndefined();
  expect((await present.last(['grim'])).get('grim')?.id).toBe('b');
});
