import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { BattleStore } from '../battle/saved/store.ts';
import type { Alarms, WaitStore } from '../battle/saved/waits.ts';
import type { LibraryStore } from '../library/library.ts';
import type { AskedRollStore } from './asked-rolls.ts';
import type { CampaignStore } from './campaigns.ts';
import type { CharacterStore, HistoryStore } from './characters.ts';
import type { NoticeStore } from './notices.ts';
import type { PeopleStore } from './people.ts';
import type { PictureStore } from './pictures.ts';
import type { BatchStore } from './save-batch.ts';
import type { ServerStore } from './servers.ts';
import type { SpokenMessageStore } from './spoken.ts';
import type { StatisticsStore } from './statistics.ts';

/** All stores of a database, or in memory. */
export interface Stores {
  readonly battles: BattleStore;
  readonly characters: CharacterStore;
  readonly servers: ServerStore;
  readonly people: PeopleStore;
  readonly statistics: StatisticsStore;
  readonly waits: WaitStore;
  readonly alarms: Alarms;
  readonly campaigns: CampaignStore;
  readonly histories: HistoryStore;
  readonly library: LibraryStore;
  readonly pictures: PictureStore;
  /** Roll requests of GMs. */
  readonly askedRolls: AskedRollStore;
  /** Records which user spoke each message as a character. */
  readonly spoken: SpokenMessageStore;
  /** Saves all changes of one command, or none of them. */
  readonly batches: BatchStore;
  readonly notices: NoticeStore;
  readonly outbox: OutboxStore;
}
