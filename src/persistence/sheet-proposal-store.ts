import { z } from 'zod';
import { type SheetProposalStore, sheetProposalSchema } from '../campaign/sheet-proposals.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { alsoSaid } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';
import { placeKey } from './server-key.ts';

const proposals = z.array(z.object({ proposal: sheetProposalSchema }).transform(({ proposal }) => proposal));

/** Proposed changes of sheets, on Postgres. */
export const sheetProposalStore = (prisma: PrismaClient): SheetProposalStore => ({
  save: (kept, said) =>
    withDbErrors(async () => {
      const { guild, channel, id, version, character, owner, by, state, at } = kept;
      const [where, proposal] = [placeKey(guild, channel), savedJson(kept)];
      const change =
        version === 1
          ? Prisma.sql`INSERT INTO sheet_proposals (guild, id, version, character, owner, proposer, state, proposal, at)
              VALUES (${where}, ${savedText(id)}, ${version}::int, ${savedText(character)}, ${savedText(owner)},
                      ${savedText(by)}, ${state}, ${proposal}::json, ${BigInt(at)}::bigint)
              ON CONFLICT DO NOTHING RETURNING id`
          : Prisma.sql`UPDATE sheet_proposals
              SET version = ${version}::int, proposer = ${savedText(by)}, state = ${state}, proposal = ${proposal}::json
              WHERE guild = ${where} AND id = ${savedText(id)} AND version = ${version - 1}::int RETURNING id`;
      const written = await prisma.$queryRaw<readonly unknown[]>(
        Prisma.sql`WITH saved AS (${change})${alsoSaid(said)} SELECT id FROM saved`,
      );
      return written.length === 1 ? 'kept' : 'stale';
    }),
  byId: (id) =>
    withDbErrors(async () => {
      const rows = await prisma.sheetProposal.findMany({
        where: { id: savedText(id) },
        select: { proposal: true },
        take: 1,
      });
      return proposals.parse(rows)[0];
    }),
  for: (character) =>
    withDbErrors(async () => {
      const rows = await prisma.sheetProposal.findMany({
        where: { character: savedText(character) },
        orderBy: { at: 'asc' },
        select: { proposal: true },
      });
      return proposals.parse(rows);
    }),
  naming: (user) =>
    withDbErrors(async () => {
      const rows = await prisma.sheetProposal.findMany({
        where: { OR: [{ owner: savedText(user) }, { proposer: savedText(user) }] },
        orderBy: { at: 'asc' },
        select: { proposal: true },
      });
      return proposals.parse(rows);
    }),
  drop: ({ guild, channel, id }) =>
    withDbErrors(async () => {
      await prisma.sheetProposal.deleteMany({ where: { guild: placeKey(guild, channel), id: savedText(id) } });
    }),
  sweep: ({ guild, channel }, before) =>
    withDbErrors(async () => {
      await prisma.sheetProposal.deleteMany({
        where: { guild: placeKey(guild, channel), at: { lt: BigInt(before) }, state: { not: 'accepted' } },
      });
    }),
});
