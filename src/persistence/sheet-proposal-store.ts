import { z } from 'zod';
import { type SheetProposal, type SheetProposalStore, sheetProposalSchema } from '../campaign/sheet-proposals.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { savedWith } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';
import { placeKey } from './server-key.ts';

const proposals = z.array(z.object({ proposal: sheetProposalSchema }).transform(({ proposal }) => proposal));

/** Proposed changes of sheets, on Postgres. */
export const sheetProposalStore = (prisma: PrismaClient): SheetProposalStore => {
  /** The oldest first. */
  const those = (where: Prisma.SheetProposalWhereInput): Promise<readonly SheetProposal[]> =>
    withDbErrors(async () =>
      proposals.parse(
        await prisma.sheetProposal.findMany({ where, orderBy: { at: 'asc' }, select: { proposal: true } }),
      ),
    );
  return {
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
        return (await savedWith(prisma, change, said)) ? 'kept' : 'stale';
      }),
    byId: async (id) => (await those({ id: savedText(id) }))[0],
    for: (character) => those({ character: savedText(character) }),
    naming: (user) => those({ OR: [{ owner: savedText(user) }, { proposer: savedText(user) }] }),
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
  };
};
