import { type Campaign, type CampaignStore, campaignSchema } from '../campaign/campaigns.ts';
import type { PrismaClient } from './generated/client.ts';
import { reaching } from './reaching.ts';
import { savedGuild, savedJson, savedText } from './saved-text.ts';

const campaignOf = ({ campaign }: { readonly campaign: unknown }): Campaign => campaignSchema.parse(campaign);

/** Campaigns on Postgres. */
export const campaignStore = (prisma: PrismaClient): CampaignStore => ({
  create: (campaign) =>
    reaching(async () => {
      const { id, guild, place, status, version, createdAt, updatedAt } = campaign;
      const written = await prisma.$executeRaw`
        INSERT INTO campaigns (id, guild, place, status, version, campaign, created_at, updated_at)
        VALUES (${savedText(id)}, ${savedGuild(guild)}, ${savedText(place)}, ${status}, ${version}::int,
                ${savedJson(campaign)}::json, ${BigInt(createdAt)}::bigint, ${BigInt(updatedAt)}::bigint)
        ON CONFLICT DO NOTHING`;
      return written === 1 ? 'kept' : 'taken';
    }),
  save: (campaign) =>
    reaching(async () => {
      const { id, status, version, updatedAt } = campaign;
      const written = await prisma.$executeRaw`
        UPDATE campaigns
        SET status = ${status}, version = ${version}::int, campaign = ${savedJson(campaign)}::json,
            updated_at = ${BigInt(updatedAt)}::bigint
        WHERE id = ${savedText(id)} AND version = ${version - 1}::int`;
      return written === 1 ? 'kept' : 'stale';
    }),
  byId: (id) =>
    reaching(async () => {
      const row = await prisma.campaign.findUnique({ where: { id: savedText(id) }, select: { campaign: true } });
      return row === null ? undefined : campaignOf(row);
    }),
  at: (place) =>
    reaching(async () => {
      const rows = await prisma.$queryRaw<readonly { readonly campaign: unknown }[]>`
        SELECT campaign FROM campaigns WHERE place = ${savedText(place)}
        ORDER BY status = 'ended', created_at DESC LIMIT 1`;
      return rows[0] && campaignOf(rows[0]);
    }),
  naming: (user) =>
    reaching(async () => {
      const rows = await prisma.$queryRaw<readonly { readonly campaign: unknown }[]>`
        SELECT campaign FROM campaigns WHERE strpos(campaign::text, ${savedJson(user)}) > 0`;
      return rows.map(campaignOf);
    }),
  list: (guild) =>
    reaching(async () => {
      const rows = await prisma.campaign.findMany({
        where: { guild: savedGuild(guild) },
        orderBy: { updatedAt: 'desc' },
        select: { campaign: true },
      });
      return rows.map(campaignOf);
    }),
});
