import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { BattleKey } from '../battle/saved/store.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { toPgText } from './pg-text.ts';
import { serverKeyOfPlace } from './server-key.ts';

type Asked = Pick<PrismaClient | Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/** Entries of a log as text, in order. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
}

const packedSchema = z.strictObject({ format: z.literal(1), entries: z.array(z.string()) });

type Done = (error: Error | null, bytes: Buffer) => void;

const awaited = (work: (done: Done) => void): Promise<Buffer> =>
  new Promise((go, fail) => work((error, bytes) => (error === null ? go(bytes) : fail(error))));

const level = { params: { [constants.ZSTD_c_compressionLevel]: 12 } };

/** Entries as they are written, packed: each comes back to the letter, whatever its edition. Done beside the event loop. */
export const packEntries = async (texts: readonly string[]): Promise<Buffer> => {
  const text = JSON.stringify({ format: 1, entries: [...texts] } satisfies z.output<typeof packedSchema>);
  return awaited((done) => zstdCompress(text, level, done));
};

const unpacked = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const text = await awaited((done) => zstdDecompress(bytes, done));
  return packedSchema.parse(JSON.parse(text.toString('utf8'))).entries;
};

const stretchRows = z.array(
  z.object({ from: z.int(), to: z.int(), packed: z.instanceof(Uint8Array<ArrayBufferLike>) }),
);

const lying = ({ guild, channel, id }: Pick<BattleKey, 'guild' | 'channel' | 'id'>): Prisma.Sql =>
  Prisma.sql`guild = ${serverKeyOfPlace(guild, channel)} AND battle_id = ${toPgText(id)}`;

/** The first stretch of the archive with any of these entries. */
export const findArchivedRange = async (
  prisma: Asked,
  battle: BattleKey,
  from: number,
  to: number,
): Promise<Stretch | undefined> => {
  const [found] = stretchRows.parse(
    await prisma.$queryRaw(Prisma.sql`
      SELECT from_n AS "from", to_n AS "to", packed FROM archived_entries
      WHERE ${lying(battle)} AND to_n >= ${from}::int AND from_n <= ${to}::int ORDER BY from_n LIMIT 1`),
  );
  return found && { from: found.from, to: found.to, texts: await unpacked(found.packed) };
};

/** What an order left in the archive: nobody gives that order again, so all of it may be looked through. */
export const findArchivedOrder = async (
  prisma: Asked,
  battle: BattleKey,
  orderId: string,
): Promise<string | undefined> => {
  const named = JSON.stringify(orderId);
  for (let from = 1; ; ) {
    const stretch = await findArchivedRange(prisma, battle, from, 2 ** 31 - 1);
    if (stretch === undefined) return undefined;
    const found = stretch.texts.find((text) => text.includes(named) && JSON.parse(text).orderId === orderId);
    if (found !== undefined) return found;
    from = stretch.to + 1;
  }
};

/** Stretches of the archive with some of their entries written over: for taking a person out of them. */
export const repackArchivedEntries = async (
  prisma: Asked,
  battle: BattleKey,
  changed: ReadonlyMap<number, string>,
): Promise<readonly { readonly from: number; readonly packed: Buffer }[]> => {
  const rewritten: { from: number; packed: Buffer }[] = [];
  const numbers = [...changed.keys()].toSorted((a, b) => a - b);
  for (let at = 0; at < numbers.length; ) {
    const stretch = await findArchivedRange(prisma, battle, numbers[at] ?? 0, numbers.at(-1) ?? 0);
    if (stretch === undefined) break;
    const { from, to, texts } = stretch;
    while (at < numbers.length && (numbers[at] ?? 0) < from) at += 1;
    const isIn = at < numbers.length && (numbers[at] ?? 0) <= to;
    while (at < numbers.length && (numbers[at] ?? 0) <= to) at += 1;
    if (isIn)
      rewritten.push({ from, packed: await packEntries(texts.map((text, nth) => changed.get(from + nth) ?? text)) });
  }
  return rewritten;
};
