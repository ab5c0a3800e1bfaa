import { z } from 'zod';
import { type Campaign, type CampaignStore, campaignSchema, toCampaignJson } from '../campaign/campaigns.ts';
import { translateDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { insertMessagesForSavedRowSql } from './outbox-sql.ts';
import { toPgJson, toPgText } from './pg-text.ts';
import { guildFilter, serverKeyOfPlace } from './server-key.ts';

const campaignRows = z.array(
  z
    .object({ campaign: campaignSchema, editions: z.record(z.string(), z.int()) })
    .transform(({ campaign, editions }): Campaign => ({ ...campaign, editions })),
);

const columns = { campaign: true, editions: true } as const;

/** Campaigns on Postgres. */
export const createCampaignStore = (prisma: PrismaClient): CampaignStore => ({
  create: (campaign, said) =>
    translateDbErrors(async () => {
      const { id, guild, place, status, version, editions, createdAt, updatedAt } = campaign;
      const written = await prisma.$queryRaw<readonly unknown[]>(Prisma.sql`
        WITH saved AS (
          INSERT INTO campaigns (guild, id, place, status, version, campaign, editions, created_at, updated_at)
          VALUES (${serverKeyOfPlace(guild, place)}, ${toPgText(id)}, ${toPgText(place)}, ${status}, ${version}::int,
                  ${toPgJson(toCampaignJson(campaign))}::json, ${toPgJson(editions)}::json, ${BigInt(createdAt)}::bigint,
                  ${BigInt(updatedAt)}::bigint)
          ON CONFLICT DO NOTHING
          RETURNING id
        )${insertMessagesForSavedRowSql(said)} SELECT id FROM saved`);
      return written.length === 1 ? 'kept' : 'taken';
    }),
  save: (campaign, said) =>
    translateDbErrors(async () => {
      const { id, guild, place, status, version, editions, updatedAt } = campaign;
      const written = await prisma.$queryRaw<readonly unknown[]>(Prisma.sql`
        WITH saved AS (
          UPDATE campaigns
          SET status = ${status}, version = ${version}::int, campaign = ${toPgJson(toCampaignJson(campaign))}::json,
              editions = ${toPgJson(editions)}::json, updated_at = ${BigInt(updatedAt)}::bigint
          WHERE guild = ${serverKeyOfPlace(guild, place)} AND id = ${toPgText(id)} AND version = ${version - 1}::int
          RETURNING id
        )${insertMessagesForSavedRowSql(said)} SELECT id FROM saved`);
      return written.length === 1 ? 'kept' : 'stale';
    }),
  byId: (id) =>
    translateDbErrors(async () => {
      const rows = await prisma.campaign.findMany({ where: { id: toPgText(id) }, select: columns, take: 1 });
      return campaignRows.parse(rows)[0];
    }),
  byPlace: (place) =>
    translateDbErrors(async () => {
      const rows = await prisma.$queryRaw`
        SELECT campaign, editions FROM campaigns WHERE place = ${toPgText(place)}
        ORDER BY status = 'ended', created_at DESC LIMIT 1`;
      return campaignRows.parse(rows)[0];
    }),
  listMentioning: (user) =>
    translateDbErrors(async () => {
      const rows = await prisma.$queryRaw`
        SELECT campaign, editions FROM campaigns WHERE strpos(campaign::text, ${toPgJson(user)}) > 0`;
      return campaignRows.parse(rows);
    }),
  list: (guild, which = 'all', most) =>
    translateDbErrors(async () => {
      const rows = await prisma.campaign.findMany({
        where: { ...guildFilter(guild), ...(which === 'unfinished' && { status: { not: 'ended' } }) },
        orderBy: { updatedAt: 'desc' },
        select: columns,
        ...(most !== undefined && { take: most }),
      });
      return campaignRows.parse(rows);
    }),
});
