import type { Stores } from '../campaign/stores.ts';
import { createAlarmStore } from '../persistence/alarm-store.ts';
import { createAskedRollStore } from '../persistence/asked-roll-store.ts';
import { createBatchStore } from '../persistence/batch-store.ts';
import { createBattleStore } from '../persistence/battle-store.ts';
import { createCampaignStore } from '../persistence/campaign-store.ts';
import { createCharacterStore } from '../persistence/character-store.ts';
import type { Database } from '../persistence/database.ts';
import { createHistoryStore, createNoticeStore } from '../persistence/history-store.ts';
import { createLibraryStore } from '../persistence/library-store.ts';
import { createOutboxStore } from '../persistence/outbox-store.ts';
import { createPeopleStore } from '../persistence/people-store.ts';
import { createPictureStore } from '../persistence/picture-store.ts';
import { createServerStore } from '../persistence/server-store.ts';
import { createSpokenMessageStore } from '../persistence/spoken-store.ts';
import { createStatisticsStore } from '../persistence/statistics-store.ts';
import { createWaitStore } from '../persistence/wait-store.ts';

/** Creates all stores on an opened database. `onAlarmError`: called if alarms cannot be read or an alarm is dropped. */
export const createDatabaseStores = (
  { prisma }: Pick<Database, 'prisma'>,
  onAlarmError?: (error: unknown) => void,
): Stores => ({
  battles: createBattleStore(prisma),
  characters: createCharacterStore(prisma),
  servers: createServerStore(prisma),
  campaigns: createCampaignStore(prisma),
  histories: createHistoryStore(prisma),
  library: createLibraryStore(prisma),
  pictures: createPictureStore(prisma),
  askedRolls: createAskedRollStore(prisma),
  spoken: createSpokenMessageStore(prisma),
  batches: createBatchStore(prisma),
  notices: createNoticeStore(prisma),
  outbox: createOutboxStore(prisma),
  people: createPeopleStore(prisma),
  statistics: createStatisticsStore(prisma),
  waits: createWaitStore(prisma),
  alarms: createAlarmStore(prisma, onAlarmError),
});
