import { memoryOutbox } from './battle/memory-outbox.ts';
import { memoryStore } from './battle/memory-store.ts';
import { memoryWaits } from './battle/memory-waits.ts';
import { memoryCampaigns, memoryHistory, memoryNotices } from './campaign/memory-campaigns.ts';
import { memoryPeople } from './campaign/memory-people.ts';
import { memoryStatistics } from './campaign/memory-statistics.ts';
import { memoryCharacters, memoryServers } from './campaign/memory-stores.ts';
import type { Stores } from './compose.ts';

/** Every store in memory: nothing is kept. For tests, and for `--memory`. */
export const inMemory = (now: () => number = Date.now) => {
  const waits = memoryWaits(now);
  const characters = memoryCharacters();
  const outbox = memoryOutbox(now);
  return {
    battles: memoryStore(waits, outbox),
    characters,
    servers: memoryServers(),
    campaigns: memoryCampaigns(),
    histories: memoryHistory(characters),
    notices: memoryNotices(outbox),
    outbox,
    people: memoryPeople(),
    statistics: memoryStatistics(),
    waits,
    alarms: waits.alarms,
  } satisfies Stores;
};
