export interface WebpImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A saved picture without its image. */
export interface PictureHead {
  /** The server. Undefined outside servers. */
  readonly guild: string | undefined;
  /** The user who uploaded it. */
  readonly owner: string;
  /** SHA-256 of the image (hexadecimal). Equal images have equal hashes. */
  readonly hash: string;
  /** When it was last uploaded (milliseconds since 1970). */
  readonly touchedAt: number;
}

export interface SavedPicture extends PictureHead, WebpImage {}

/** The portrait of a character or library item. */
export interface Portrait extends Pick<PictureHead, 'guild' | 'owner' | 'hash'> {
  /** The id of the character or library item. */
  readonly holder: string;
}

/** Saves pictures. Has one implementation in memory and one on Postgres, with the same tests. */
export interface PictureStore {
  /** Saves a picture, or updates the time of one that exists. */
  readonly save: (picture: SavedPicture) => Promise<void>;
  /** The images with these hashes, from all users. */
  readonly images: (hashes: readonly string[]) => Promise<ReadonlyMap<string, WebpImage>>;
  /** Lists a user's pictures in all servers. */
  readonly listByOwner: (owner: string) => Promise<readonly SavedPicture[]>;
  /** Lists a user's pictures without images. */
  readonly listHeads: (owner: string) => Promise<readonly PictureHead[]>;
  /** Counts the pictures of a server. */
  readonly count: (guild: string) => Promise<number>;
  readonly delete: (pictures: readonly PictureHead[]) => Promise<void>;
  /** Sets or replaces a portrait. */
  readonly setPortrait: (face: Portrait) => Promise<void>;
  readonly removePortrait: (holder: string) => Promise<void>;
  /** The portraits of these characters or items, by id. */
  readonly portraits: (holders: readonly string[]) => Promise<ReadonlyMap<string, Portrait>>;
  /** Lists the portraits that use a user's pictures. */
  readonly portraitsByOwner: (owner: string) => Promise<readonly Portrait[]>;
  /** Deletes all pictures of a user and their portraits. */
  readonly forget: (owner: string) => Promise<void>;
}

/** Maximum number of pictures of a user in a server, and of a server. */
export const maxPictures = { person: 100, server: 2000 } as const;

/** Lifetime of an unused picture, as replays may still show it (milliseconds). */
export const unusedPictureLifetime = 30 * 86_400_000;
