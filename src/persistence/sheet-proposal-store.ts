import { z } from 'zod';
import { type SheetProposal, type SheetProposalStore, sheetProposalSchema } from '../campaign/sheet-proposals.ts';
import { translateDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';
import { toPgJson, toPgText } from './pg-text.ts';
import { serverKeyOfPlace } from './server-key.ts';

const proposals = z.array(z.object({ proposal: sheetProposalSchema }).transform(({ proposal }) => proposal));

/** Proposed changes of sheets, on Postgres. */
export const createSheetProposalStore = (prisma: PrismaClient): SheetProposalStore => {
  /** The oldest first. */
  const those = (where: Prisma.SheetProposalWhereInput): Promise<readonly SheetProposal[]> =>
    translateDbErrors(async () =>
      proposals.parse(
        await prisma.sheetProposal.findMany({ where, orderBy: { at: 'asc' }, select: { proposal: true } }),
      ),
    );
  return {
    save: (kept, said) =>
      translateDbErrors(async () => {
        const { guild, channel, id, version, character, owner, by, state, at } = kept;
        const [where, proposal] = [serverKeyOfPlace(guild, channel), toPgJson(kept)];
        const change =
          version === 1
            ? Prisma.sql`INSERT INTO sheet_proposals (guild, id, version, character, owner, proposer, state, proposal, at)
              VALUES (${where}, ${toPgText(id)}, ${version}::int, ${toPgText(character)}, ${toPgText(owner)},
                      ${toPgText(by)}, ${state}, ${proposal}::json, ${BigInt(at)}::bigint)
              ON CONFLICT DO NOTHING RETURNING id`
            : Prisma.sql`UPDATE sheet_proposals
              SET version = ${version}::int, proposer = ${toPgText(by)}, state = ${state}, proposal = ${proposal}::json
              WHERE guild = ${where} AND id = ${toPgText(id)} AND version = ${version - 1}::int RETURNING id`;
        return (await writeWithMessages(prisma, change, said)) ? 'kept' : 'stale';
      }),
    byId: async (id) => (await those({ id: toPgText(id) }))[0],
    for: (character) => those({ character: toPgText(character) }),
    naming: (user) => those({ OR: [{ owner: toPgText(user) }, { proposer: toPgText(user) }] }),
    drop: ({ guild, channel, id }) =>
      translateDbErrors(async () => {
        await prisma.sheetProposal.deleteMany({ where: { guild: serverKeyOfPlace(guild, channel), id: toPgText(id) } });
      }),
    sweep: ({ guild, channel }, before) =>
      translateDbErrors(async () => {
        await prisma.sheetProposal.deleteMany({
          where: { guild: serverKeyOfPlace(guild, channel), at: { lt: BigInt(before) }, state: { not: 'accepted' } },
        });
      }),
  };
};
