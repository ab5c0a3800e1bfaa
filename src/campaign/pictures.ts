/** A picture as it is drawn: WebP. */
export interface WebpImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A picture that is kept, but for the image itself. */
export interface PictureHead {
  /** The server it was given in; none outside servers. */
  readonly guild: string | undefined;
  /** Who gave it. */
  readonly owner: string;
  /** SHA-256 of the image, in hexadecimal digits: two that are the same are one. */
  readonly hash: string;
  /** When it was last given, in milliseconds since 1970. */
  readonly touchedAt: number;
}

export interface SavedPicture extends PictureHead, WebpImage {}

/** Which picture is the face of a character, or of something on a shelf. */
export interface Portrait extends Pick<PictureHead, 'guild' | 'owner' | 'hash'> {
  /** The id of the character, or of the thing on a shelf. */
  readonly holder: string;
}

/** Where pictures live. One implementation in memory, one on Postgres; one suite tests both. */
export interface PictureStore {
  /** Writes a picture; one that its owner has there already is touched. */
  readonly save: (picture: SavedPicture) => Promise<void>;
  /** Those of these that are kept, whoever gave them. */
  readonly images: (hashes: readonly string[]) => Promise<ReadonlyMap<string, WebpImage>>;
  /** All that a person gave, in all servers. */
  readonly listByOwner: (owner: string) => Promise<readonly SavedPicture[]>;
  /** The same without the images. */
  readonly listHeads: (owner: string) => Promise<readonly PictureHead[]>;
  /** How many a server holds. */
  readonly count: (guild: string) => Promise<number>;
  readonly delete: (pictures: readonly PictureHead[]) => Promise<void>;
  /** Gives a face, in place of another. */
  readonly setPortrait: (face: Portrait) => Promise<void>;
  readonly removePortrait: (holder: string) => Promise<void>;
  /** The faces of these, by holder. */
  readonly portraits: (holders: readonly string[]) => Promise<ReadonlyMap<string, Portrait>>;
  /** All for which a person gave the picture. */
  readonly portraitsByOwner: (owner: string) => Promise<readonly Portrait[]>;
  /** Deletes all pictures of a person, and the faces they are. */
  readonly forget: (owner: string) => Promise<void>;
}

/** How many pictures one person may keep in a server, or outside servers, and how many a server holds. */
export const maxPictures = { person: 100, server: 2000 } as const;

/** A picture that nothing refers to any more stays for so many milliseconds: a replay may still show it. */
export const unusedPictureLifetime = 30 * 86_400_000;
