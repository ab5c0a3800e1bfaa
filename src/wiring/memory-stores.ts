import { memoryOutbox } from '../battle/saved/memory-outbox.ts';
import { memoryStore } from '../battle/saved/memory-store.ts';
import { type AlarmMode, memoryWaits } from '../battle/saved/memory-waits.ts';
import { memoryAskedRolls } from '../campaign/memory-asked-rolls.ts';
import { memoryBatchStore } from '../campaign/memory-batch.ts';
import { memoryCampaigns, memoryHistory, memoryNotices } from '../campaign/memory-campaigns.ts';
import { memoryCharacters, memoryServers } from '../campaign/memory-characters.ts';
import { memoryPeople } from '../campaign/memory-people.ts';
import { memoryPictures } from '../campaign/memory-pictures.ts';
import { memorySheetProposals } from '../campaign/memory-sheet-proposals.ts';
import { memoryShelf } from '../campaign/memory-shelf.ts';
import { memorySpoken } from '../campaign/memory-spoken.ts';
import { memoryStatistics } from '../campaign/memory-statistics.ts';
import type { Stores } from './compose.ts';

/** Every store in memory: nothing is kept. For tests, and for `--memory`. */
export const memoryStores = (now: () => number = Date.now, rings: AlarmMode = 'every second') => {
  const waits = memoryWaits(now, rings);
  const outbox = memoryOutbox(now);
  const characters = memoryCharacters(outbox);
  const histories = memoryHistory(characters, outbox);
  const shelf = memoryShelf(outbox);
  const pictures = memoryPictures();
  return {
    battles: memoryStore(waits, outbox),
    characters,
    servers: memoryServers(outbox),
    campaigns: memoryCampaigns(outbox),
    asked: memoryAskedRolls(outbox),
    proposals: memorySheetProposals(outbox),
    spoken: memorySpoken(),
    ...{ histories, shelf, pictures },
    keeping: memoryBatchStore({ characters, histories, shelf, pictures }, outbox),
    notices: memoryNotices(outbox),
    outbox,
    people: memoryPeople(outbox),
    statistics: memoryStatistics(outbox),
    waits,
    alarms: waits.alarms,
  } satisfies Stores;
};
