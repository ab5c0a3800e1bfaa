import type { BattleService } from '../battle/service.ts';
import type { Languages } from '../campaign/languages.ts';
import type { PrivacyService } from '../campaign/privacy.ts';
import type { Stores } from '../campaign/stores.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { CarryOver } from './campaigns/carry-over.ts';
import type { ReadFile } from './imports/read-file.ts';
import type { FoundRule } from './input/rule-search.ts';
import type { StartSimulation } from './odds/simulation-request.ts';
import type { OutboxRelay } from './outbox/outbox-relay.ts';
import type { ChannelDirectory } from './outbox/transport.ts';
import type { ReencodePicture } from './pictures/picture-thread.ts';
import type { RunRecordJob } from './records/record-service.ts';
import type { WebLinks } from './table/web-links.ts';

/** All services of the app from which a command chooses the ones it needs. */
export interface Services extends Omit<Stores, 'battles' | 'notices' | 'outbox'> {
  readonly rulesets: readonly Ruleset[];
  readonly battles: BattleService;
  /** Re-encodes uploaded pictures. */
  readonly reencodePicture: ReencodePicture;
  /** Reads files and pasted texts in a thread. */
  readonly readFile: ReadFile;
  readonly privacy: PrivacyService;
  readonly carryOver: CarryOver;
  readonly channels: ChannelDirectory;
  /** Creates the addresses of pages in a browser. Undefined if the bot serves no pages. */
  readonly webLinks: WebLinks | undefined;
  /** True if the panel shows the orders of the current turn. Otherwise each order has a message of its own. */
  readonly hasTurnMessages: boolean;
  /** Sends messages that are not answers to interactions. */
  readonly outbox: Pick<OutboxRelay, 'send' | 'noteAnswered' | 'withLease' | 'noteWritten'>;
  readonly findRules: (words: string, system: string | undefined) => readonly FoundRule[];
  /** Runs jobs that build records from the log of a battle. */
  readonly records: RunRecordJob;
  /** Simulates battles. */
  readonly askSimulation: StartSimulation;
  readonly languages: Languages;
  /** The current time (milliseconds since 1970). */
  readonly now: () => number;
}

/** The named services. */
export type Need<Name extends keyof Services> = Pick<Services, Name>;

/** Names of the services that are needed to find a campaign. */
export const forCampaign = ['battles', 'campaigns', 'channels'] as const;
export type CampaignServices = Need<(typeof forCampaign)[number]>;

/** Names of the services that are needed to find library items. */
export const forLibrary = [...forCampaign, 'library', 'rulesets'] as const;
export type LibraryServices = Need<(typeof forLibrary)[number]>;

/** Names of the services that are needed to find, save or add foes. */
export const forFoe = [...forLibrary, 'characters', 'histories', 'pictures'] as const;
export type FoeServices = Need<(typeof forFoe)[number]>;
