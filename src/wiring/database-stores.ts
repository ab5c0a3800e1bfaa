import { alarmingOn, jobAlarms } from '../persistence/alarm-jobs.ts';
import { askedRollStore } from '../persistence/asked-roll-store.ts';
import { batchStore } from '../persistence/batch-store.ts';
import { createBattleCache } from '../persistence/battle-cache.ts';
import { battleStore } from '../persistence/battle-store.ts';
import { campaignStore } from '../persistence/campaign-store.ts';
import { characterStore } from '../persistence/character-store.ts';
import type { Database } from '../persistence/database.ts';
import { historyStore, noticeStore } from '../persistence/history-store.ts';
import type { Jobs } from '../persistence/jobs.ts';
import { outboxStore } from '../persistence/outbox-store.ts';
import { peopleStore } from '../persistence/people-store.ts';
import { pictureStore } from '../persistence/picture-store.ts';
import { serverStore } from '../persistence/server-store.ts';
import { sheetProposalStore } from '../persistence/sheet-proposal-store.ts';
import { shelfStore } from '../persistence/shelf-store.ts';
import { spokenStore } from '../persistence/spoken-store.ts';
import { statisticsStore } from '../persistence/statistics-store.ts';
import { waitStore } from '../persistence/wait-store.ts';
import type { Stores } from './compose.ts';

/** Where nobody keeps the time. */
const noAlarms: Stores['alarms'] = { set: async () => {}, ringing: async () => async () => {} };

/** Every store on an opened database; with its jobs, commits set alarms. */
export const databaseStores = ({ prisma }: Pick<Database, 'prisma'>, jobs?: Jobs): Stores => ({
  battles: battleStore(prisma, jobs && alarmingOn(jobs.boss), createBattleCache()),
  characters: characterStore(prisma),
  servers: serverStore(prisma),
  campaigns: campaignStore(prisma),
  histories: historyStore(prisma),
  shelf: shelfStore(prisma),
  pictures: pictureStore(prisma),
  asked: askedRollStore(prisma),
  proposals: sheetProposalStore(prisma),
  spoken: spokenStore(prisma),
  keeping: batchStore(prisma),
  notices: noticeStore(prisma),
  outbox: outboxStore(prisma),
  people: peopleStore(prisma),
  statistics: statisticsStore(prisma),
  waits: waitStore(prisma),
  alarms: jobs === undefined ? noAlarms : jobAlarms(jobs.boss),
});
