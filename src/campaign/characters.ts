import type { PlacedMessage } from '../battle/saved/outbox.ts';

/** A character as its owner keeps it in one server, apart from any battle. */
export interface Character {
  readonly id: string;
  readonly owner: string;
  /** The server, or none at the practice table and in direct messages. */
  readonly guild: string | undefined;
  readonly system: string;
  /** Unique for owner, server and system; letter case does not count. */
  readonly name: string;
  readonly sheet: unknown;
  /** The edition of its rulebook under which the sheet is written. */
  readonly edition: number;
  readonly updatedAt: number;
  /** How its owner was called who lets everybody in the server copy it; `share` alone writes it, and what is deleted is shared no more. */
  readonly sharedBy?: string;
}

/** So many characters and warbands one person keeps in one server. */
export const maxCharacters = 1000;

const gone = 'deleted ';

/** Under which owner a character stands once it is deleted: there it can be brought back for a while, and is nobody’s otherwise. */
export const formatDeletedOwner = (owner: string): string => `${gone}${owner}`;

/** Whose such an owner’s characters were; nothing for one who is none. */
export const parseDeletedOwner = (owner: string): string | undefined =>
  owner.startsWith(gone) ? owner.slice(gone.length) : undefined;

export interface CharacterStore {
  /** Writes a character, over one of the same owner, server, system and name. */
  readonly save: (character: Character, said?: PlacedMessage) => Promise<void>;
  readonly find: (
    owner: string,
    guild: string | undefined,
    name: string,
    system?: string,
  ) => Promise<Character | undefined>;
  readonly list: (owner: string, guild: string | undefined) => Promise<readonly Character[]>;
  /** Those of an owner in all servers. */
  readonly listInAllServers: (owner: string) => Promise<readonly Character[]>;
  /** Not one that is deleted. */
  readonly byId: (id: string) => Promise<Character | undefined>;
  /** Lets everybody in its server copy it, under the name of its owner; left out: nobody any more. */
  readonly share: (
    character: Pick<Character, 'id' | 'owner'>,
    by: string | undefined,
    said?: PlacedMessage,
  ) => Promise<void>;
  /** Those that may be copied in a server. */
  readonly listShared: (guild: string) => Promise<readonly Character[]>;
  readonly remove: (id: string, said?: PlacedMessage) => Promise<void>;
}
