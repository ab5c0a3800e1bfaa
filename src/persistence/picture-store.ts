import { LRUCache } from 'lru-cache';
import type { PictureHead, PictureStore, Portrait, SavedPicture, WebpImage } from '../campaign/pictures.ts';
import { parseServerKey, serverKeyOfOwner, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import type { Face, KeptPicture } from './generated/client.ts';
import { type DatabaseClient, runAllInTransaction } from './prisma-transaction.ts';

const headColumns = { guild: true, owner: true, hash: true, touchedAt: true } as const;

const headOf = ({ guild, touchedAt, ...row }: Omit<KeptPicture, 'image' | 'width' | 'height'>): PictureHead => ({
  ...row,
  guild: parseServerKey(guild),
  touchedAt: Number(touchedAt),
});
const pictureOf = ({ image, width, height, ...head }: KeptPicture): SavedPicture => ({
  ...headOf(head),
  ...{ bytes: image, width, height },
});
const faceOf = ({ guild, ...row }: Face): Portrait => ({ ...row, guild: parseServerKey(guild) });

/** Maximum total size of cached images (bytes). */
const maxCachedBytes = 8_000_000;

export const createPictureStore = (prisma: DatabaseClient): PictureStore => {
  const known = new LRUCache<string, WebpImage>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  const keyOf = ({ guild, owner, hash }: Pick<PictureHead, 'guild' | 'owner' | 'hash'>) => ({
    guild: serverKeyOfOwner(guild, owner),
    owner: toPgText(owner),
    hash: toPgText(hash),
  });
  return withTranslatedErrors({
    save: async ({ bytes, width, height, touchedAt, ...head }) => {
      const key = keyOf(head);
      const at = BigInt(touchedAt);
      await prisma.keptPicture.upsert({
        where: { guild_owner_hash: key },
        create: { ...key, image: Uint8Array.from(bytes), width, height, touchedAt: at },
        update: { touchedAt: at },
      });
    },
    images: async (hashes) => {
      const there = new Map(
        hashes.flatMap((hash) => {
          const image = known.get(hash);
          return image === undefined ? [] : [[hash, image] as const];
        }),
      );
      const missing = hashes.filter((hash) => !there.has(hash)).map(toPgText);
      if (missing.length === 0) return there;
      const rows = await prisma.keptPicture.findMany({
        where: { hash: { in: missing } },
        select: { hash: true, image: true, width: true, height: true },
      });
      for (const { hash, image: bytes, width, height } of rows) {
        const image = { bytes, width, height };
        known.set(hash, image);
        there.set(hash, image);
      }
      return there;
    },
    listByOwner: async (owner) => {
      const rows = await prisma.keptPicture.findMany({ where: { owner: toPgText(owner) } });
      return rows.map(pictureOf);
    },
    listHeads: async (owner) => {
      const rows = await prisma.keptPicture.findMany({ where: { owner: toPgText(owner) }, select: headColumns });
      return rows.map(headOf);
    },
    count: async (guild) => prisma.keptPicture.count({ where: { guild: toPgText(guild) } }),
    delete: async (pictures) => {
      for (const picture of pictures) {
        await prisma.keptPicture.deleteMany({ where: keyOf(picture) });
        known.delete(picture.hash);
      }
    },
    setPortrait: async ({ holder, ...head }) => {
      const row = { ...keyOf(head), holder: toPgText(holder) };
      await runAllInTransaction(prisma, [
        prisma.face.deleteMany({ where: { holder: row.holder } }),
        prisma.face.create({ data: row }),
      ]);
    },
    removePortrait: async (holder) => {
      await prisma.face.deleteMany({ where: { holder: toPgText(holder) } });
    },
    portraits: async (holders) => {
      if (holders.length === 0) return new Map();
      const rows = await prisma.face.findMany({ where: { holder: { in: holders.map(toPgText) } } });
      return new Map(rows.map((row) => [row.holder, faceOf(row)] as const));
    },
    portraitsByOwner: async (owner) => {
      const rows = await prisma.face.findMany({ where: { owner: toPgText(owner) } });
      return rows.map(faceOf);
    },
    forget: async (owner) => {
      const id = toPgText(owner);
      const theirs = await prisma.keptPicture.findMany({ where: { owner: id }, select: { hash: true } });
      await runAllInTransaction(prisma, [
        prisma.face.deleteMany({ where: { owner: id } }),
        prisma.keptPicture.deleteMany({ where: { owner: id } }),
      ]);
      for (const { hash } of theirs) known.delete(hash);
    },
  });
};
