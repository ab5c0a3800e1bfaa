import { createMemoryOutbox } from '../battle/saved/memory-outbox.ts';
import { createMemoryStore } from '../battle/saved/memory-store.ts';
import { type AlarmMode, createMemoryWaits } from '../battle/saved/memory-waits.ts';
import { createMemoryAskedRolls } from '../campaign/memory-asked-rolls.ts';
import { createMemoryBatchStore } from '../campaign/memory-batch.ts';
import { createMemoryCampaigns, createMemoryHistory, createMemoryNotices } from '../campaign/memory-campaigns.ts';
import { createMemoryCharacters, createMemoryServers } from '../campaign/memory-characters.ts';
import { createMemoryLibrary } from '../campaign/memory-library.ts';
import { createMemoryPeople } from '../campaign/memory-people.ts';
import { createMemoryPictures } from '../campaign/memory-pictures.ts';
import { createMemorySpokenMessages } from '../campaign/memory-spoken.ts';
import { createMemoryStatistics } from '../campaign/memory-statistics.ts';
import type { Stores } from './compose.ts';

/** Every store in memory: nothing is kept. For tests, and for `--memory`. */
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
