import type { Alarms, WaitStore } from '../battle/saved/waits.ts';
import type { BattleService } from '../battle/service.ts';
import type { AskedRollStore } from '../campaign/asked-rolls.ts';
import type { CampaignStore } from '../campaign/campaigns.ts';
import type { CharacterStore, HistoryStore } from '../campaign/characters.ts';
import type { PeopleStore } from '../campaign/people.ts';
import type { PictureStore } from '../campaign/pictures.ts';
import type { PrivacyService } from '../campaign/privacy.ts';
import type { BatchStore } from '../campaign/save-batch.ts';
import type { ServerStore } from '../campaign/servers.ts';
import type { SpokenMessageStore } from '../campaign/spoken.ts';
import type { StatisticsStore } from '../campaign/statistics.ts';
import type { FindDictionary } from '../core/message.ts';
import type { LibraryStore } from '../library/library.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { CarryOver } from './campaigns/carry-over.ts';
import type { ReadFile } from './imports/read-file.ts';
import type { FoundRule } from './input/rule-search.ts';
import type { StartSimulation } from './odds/simulation-request.ts';
import type { OutboxRelay } from './outbox/outbox-relay.ts';
import type { ChannelDirectory } from './outbox/transport.ts';
import type { ReencodePicture } from './pictures/picture-thread.ts';
import type { RunRecordJob } from './records/record-service.ts';

/** Everything a command may use. Made once, in main.ts. */
export interface Services {
  readonly rulesets: readonly Ruleset[];
  readonly battles: BattleService;
  readonly characters: CharacterStore;
  readonly servers: ServerStore;
  readonly campaigns: CampaignStore;
  readonly histories: HistoryStore;
  readonly library: LibraryStore;
  readonly pictures: PictureStore;
  /** Rolls that GMs asked for. */
  readonly askedRolls: AskedRollStore;
  /** Who spoke as a character. */
  readonly spoken: SpokenMessageStore;
  /** Writes what one command keeps, all of it or nothing. */
  readonly batches: BatchStore;
  /** Makes uploaded pictures anew. */
  readonly reencodePicture: ReencodePicture;
  /** Reads files and pasted texts beside the event loop. */
  readonly readFile: ReadFile;
  readonly people: PeopleStore;
  readonly statistics: StatisticsStore;
  readonly privacy: PrivacyService;
  readonly waits: WaitStore;
  readonly alarms: Alarms;
  readonly carryOver: CarryOver;
  readonly channels: ChannelDirectory;
  /** True if the panel tells the orders of the turn; otherwise each is told by itself. */
  readonly hasTurnMessages: boolean;
  /** By which everything is said that answers nobody. */
  readonly outbox: Pick<OutboxRelay, 'send' | 'noteAnswered' | 'withLease' | 'noteWritten'>;
  readonly findRules: (words: string, system: string | undefined) => readonly FoundRule[];
  /** What is made from the whole log of a battle. */
  readonly records: RunRecordJob;
  /** Plays battles on in thought. */
  readonly askSimulation: StartSimulation;
  readonly findDictionary: FindDictionary;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Names of the services by which the campaign of a channel is found. */
export const forCampaign = ['battles', 'campaigns', 'channels'] as const;
export type CampaignServices = Pick<Services, (typeof forCampaign)[number]>;

/** Names of the services by which something in a library is found. */
export const forLibrary = [...forCampaign, 'library', 'rulesets'] as const;
export type LibraryServices = Pick<Services, (typeof forLibrary)[number]>;

/** Names of the services by which foes are found, saved or fielded. */
export const forFoe = [...forLibrary, 'characters', 'histories', 'pictures'] as const;
export type FoeServices = Pick<Services, (typeof forFoe)[number]>;
