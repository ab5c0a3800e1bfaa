import type { PictureHead, PictureStore, Portrait, SavedPicture } from './pictures.ts';

const keyOf = ({ guild, owner, hash }: Pick<PictureHead, 'guild' | 'owner' | 'hash'>): string =>
  JSON.stringify([guild, owner, hash]);

/** Pictures in memory. */
export const createMemoryPictures = (): PictureStore => {
  const pictures = new Map<string, SavedPicture>();
  const faces = new Map<string, Portrait>();
  const ownedBy = (owner: string): readonly SavedPicture[] =>
    [...pictures.values()].filter((each) => each.owner === owner);
  return {
    save: async (picture) => {
      pictures.set(keyOf(picture), { ...picture, bytes: Uint8Array.from(picture.bytes) });
    },
    images: async (hashes) => {
      const wanted = new Set(hashes);
      return new Map(
        [...pictures.values()].flatMap(({ hash, bytes, width, height }) =>
          wanted.has(hash) ? [[hash, { bytes, width, height }] as const] : [],
        ),
      );
    },
    listByOwner: async (owner) => ownedBy(owner),
    listHeads: async (owner) => ownedBy(owner).map(({ guild, hash, touchedAt }) => ({ guild, owner, hash, touchedAt })),
    count: async (guild) => [...pictures.values()].filter((each) => each.guild === guild).length,
    delete: async (heads) => {
      for (const head of heads) pictures.delete(keyOf(head));
    },
    setPortrait: async (face) => {
      faces.set(face.holder, { ...face });
    },
    removePortrait: async (holder) => {
      faces.delete(holder);
    },
    portraits: async (holders) =>
      new Map(
        holders.flatMap((holder) => {
          const face = faces.get(holder);
          return face === undefined ? [] : [[holder, face] as const];
        }),
      ),
    portraitsByOwner: async (owner) => [...faces.values()].filter((each) => each.owner === owner),
    forget: async (owner) => {
      for (const each of ownedBy(owner)) pictures.delete(keyOf(each));
      for (const each of [...faces.values()]) if (each.owner === owner) faces.delete(each.holder);
    },
  };
};
