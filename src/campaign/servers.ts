import type { Placed } from '../battle/saved/outbox.ts';

/** What a server (guild) has chosen. */
export interface ServerSettings {
  readonly guild: string;
  /** Ids of the systems whose commands this server shows; empty means all. */
  readonly systems: readonly string[];
  /** How rolls are shown in new battles. */
  readonly rolls: 'public' | 'private' | 'blind' | 'self';
  /** House rules: settings by system that new battles begin with. */
  readonly houseRules: Readonly<Record<string, unknown>>;
  /** Under which edition of each rulebook they are written. */
  readonly editions: Readonly<Record<string, number>>;
  /** The channel or thread in which its game masters are told things in private, where a battle has none of its own. */
  readonly desk?: string | undefined;
}

/** Where a battle's panel was posted last. */
export interface Panel {
  readonly battle: string;
  readonly channel: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
}

export interface ServerStore {
  readonly settings: (guild: string) => Promise<ServerSettings | undefined>;
  /** What is to be said of it is written with it. */
  readonly saveSettings: (settings: ServerSettings, said?: Placed) => Promise<void>;
  readonly panel: (battle: string) => Promise<Panel | undefined>;
  /** Writes down where a panel stands, unless another message than `instead` is known for it by now: then nothing, and false. */
  readonly placePanel: (panel: Panel, instead: string | undefined) => Promise<boolean>;
}
