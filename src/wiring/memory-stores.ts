import { createMemoryOutbox } from '../battle/saved/memory-outbox.ts';
import { createMemoryStore } from '../battle/saved/memory-store.ts';
import { type AlarmMode, createMemoryWaits } from '../battle/saved/memory-waits.ts';
import {
  createMemoryAskedRolls,
  createMemoryBatchStore,
  createMemoryCampaigns,
  createMemoryCharacters,
  createMemoryHistory,
  createMemoryNotices,
  createMemoryPeople,
  createMemoryPictures,
  createMemoryServers,
  createMemorySpokenMessages,
  createMemoryStatistics,
} from '../campaign/memory-tables.ts';
import type { Stores } from '../campaign/stores.ts';
import { createMemoryLibrary } from '../library/memory-library.ts';

/** Creates all stores in memory, for tests and `--memory`. */
export const createMemoryStores = (now: () => number = Date.now, rings: AlarmMode = 'every second') => {
  const waits = createMemoryWaits(now, rings);
  const outbox = createMemoryOutbox(now);
  const characters = createMemoryCharacters(outbox);
  const histories = createMemoryHistory(characters, outbox);
  const library = createMemoryLibrary(outbox);
  const pictures = createMemoryPictures();
  return {
    battles: createMemoryStore(waits, outbox),
    characters,
    servers: createMemoryServers(outbox),
    campaigns: createMemoryCampaigns(outbox),
    askedRolls: createMemoryAskedRolls(outbox),
    spoken: createMemorySpokenMessages(),
    ...{ histories, library: library, pictures },
    batches: createMemoryBatchStore({ characters, histories, library, pictures }, outbox),
    notices: createMemoryNotices(outbox),
    outbox,
    people: createMemoryPeople(outbox),
    statistics: createMemoryStatistics(outbox),
    waits,
    alarms: waits.alarms,
  } satisfies Stores;
};
