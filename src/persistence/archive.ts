import { z } from 'zod';
import { packEntries } from './archived-entries.ts';
import { translateDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';

/** At most so many entries, and so many characters of them, are packed together. */
const usualSize = { entries: 500, characters: 4_000_000 };

const rows = {
  battle: z.array(z.object({ guild: z.string(), id: z.string(), version: z.int(), rewritten: z.int() })),
  entries: z.array(z.object({ n: z.int(), entry: z.string() })),
};

type Dormant = z.output<typeof rows.battle>[number];

/** What one step of the archive did: entries moved, a battle found to have none left to move, or nothing to do. */
export type ArchiveStep = { readonly moved: number } | 'done';

/** Nobody has begun to play on in it, or taken somebody out of it. */
const asFound = ({ guild, id, version, rewritten }: Dormant): Prisma.Sql =>
  Prisma.sql`guild = ${guild} AND id = ${id} AND version = ${version}::int AND rewritten = ${rewritten}::int AND status = 'ended'`;

/** Moves the logs of battles that have long ended into the archive, a stretch at a time. */
export const createArchiver = (prisma: PrismaClient, most: typeof usualSize = usualSize) => {
  const nextStretch = async ({ guild, id }: Dormant) => {
    const found = rows.entries.parse(
      await prisma.$queryRaw(Prisma.sql`
        SELECT n, entry::text AS entry FROM log_entries WHERE guild = ${guild} AND battle_id = ${id}
        ORDER BY n LIMIT ${most.entries}::int`),
    );
    let left = most.characters;
    return found.filter(({ entry }, at) => {
      left -= entry.length;
      return at === 0 || left >= 0;
    });
  };

  /** Entries go as they come in, or not at all. What somebody read before that is not written over the battle any more. */
  const move = async (battle: Dormant, stretch: z.output<typeof rows.entries>): Promise<void> => {
    const [from, to] = [stretch[0]?.n ?? 0, stretch.at(-1)?.n ?? 0];
    const bytes = await packEntries(stretch.map(({ entry }) => entry));
    await prisma.$executeRaw(Prisma.sql`
      WITH held AS (
        UPDATE battles SET rewritten = rewritten + 1 WHERE ${asFound(battle)} RETURNING guild, id
      ), moved AS (
        DELETE FROM log_entries USING held
        WHERE log_entries.guild = ${battle.guild} AND log_entries.battle_id = held.id AND n BETWEEN ${from}::int AND ${to}::int
      )
      INSERT INTO archived_entries (guild, battle_id, from_n, to_n, packed)
      SELECT guild, id, ${from}::int, ${to}::int, ${bytes} FROM held`);
  };

  /** What was made of the log goes with the last of it: it can be made anew. */
  const finish = (battle: Dormant): Promise<number> =>
    prisma.$executeRaw(Prisma.sql`
      WITH finished AS (UPDATE battles SET archived = TRUE WHERE ${asFound(battle)} RETURNING guild, id)
      DELETE FROM checkpoints USING finished
      WHERE checkpoints.guild = ${battle.guild} AND checkpoints.battle_id = finished.id`);

  /** The next step for battles in which nothing has happened since then. */
  const step = (since: number): Promise<ArchiveStep> =>
    translateDbErrors(async () => {
      const [battle] = rows.battle.parse(
        await prisma.$queryRaw(Prisma.sql`
          SELECT guild, id, version, rewritten FROM battles
          WHERE status = 'ended' AND NOT archived AND updated_at < ${BigInt(since)}::bigint
          ORDER BY created_at LIMIT 1`),
      );
      if (battle === undefined) return 'done';
      const stretch = await nextStretch(battle);
      if (stretch.length === 0) await finish(battle);
      else await move(battle, stretch);
      return { moved: stretch.length };
    });
  return { step };
};
