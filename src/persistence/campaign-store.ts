import { z } from 'zod';
import { type Campaign, type CampaignStore, campaignSchema, toCampaignJson } from '../campaign/campaigns.ts';
import { guildFilter, serverKeyOfPlace, toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';

const campaignRows = z.array(
  z
    .object({ campaign: campaignSchema, editions: z.record(z.string(), z.int()) })
    .transform(({ campaign, editions }): Campaign => ({ ...campaign, editions })),
);

const columns = { campaign: true, editions: true } as const;

export const createCampaignStore = (prisma: PrismaClient): CampaignStore =>
  withTranslatedErrors({
    create: async (campaign, said) => {
      const { id, guild, place, status, version, editions, createdAt, updatedAt } = campaign;
      const change = Prisma.sql`
          INSERT INTO campaigns (guild, id, place, status, version, campaign, editions, created_at, updated_at)
          VALUES (${serverKeyOfPlace(guild, place)}, ${toPgText(id)}, ${toPgText(place)}, ${status}, ${version}::int,
                  ${toPgJson(toCampaignJson(campaign))}::json, ${toPgJson(editions)}::json, ${BigInt(createdAt)}::bigint,
                  ${BigInt(updatedAt)}::bigint)
          ON CONFLICT DO NOTHING
          RETURNING id`;
      return (await writeWithMessages(prisma, change, said)) ? 'kept' : 'taken';
    },
    save: async (campaign, said) => {
      const { id, guild, place, status, version, editions, updatedAt } = campaign;
      const change = Prisma.sql`
          UPDATE campaigns
          SET status = ${status}, version = ${version}::int, campaign = ${toPgJson(toCampaignJson(campaign))}::json,
              editions = ${toPgJson(editions)}::json, updated_at = ${BigInt(updatedAt)}::bigint
          WHERE guild = ${serverKeyOfPlace(guild, place)} AND id = ${toPgText(id)} AND version = ${version - 1}::int
          RETURNING id`;
      return (await writeWithMessages(prisma, change, said)) ? 'kept' : 'stale';
    },
    byId: async (id) => {
      const rows = await prisma.campaign.findMany({ where: { id: toPgText(id) }, select: columns, take: 1 });
      return campaignRows.parse(rows)[0];
    },
    byPlace: async (place) => {
      const rows = await prisma.$queryRaw`
        SELECT campaign, editions FROM campaigns WHERE place = ${toPgText(place)}
        ORDER BY status = 'ended', created_at DESC LIMIT 1`;
      return campaignRows.parse(rows)[0];
    },
    listMentioning: async (user) => {
      const rows = await prisma.$queryRaw`
        SELECT campaign, editions FROM campaigns WHERE strpos(campaign::text, ${toPgJson(user)}) > 0`;
      return campaignRows.parse(rows);
    },
    list: async (guild, which = 'all', most) => {
      const rows = await prisma.campaign.findMany({
        where: { ...guildFilter(guild), ...(which === 'unfinished' && { status: { not: 'ended' } }) },
        orderBy: { updatedAt: 'desc' },
        select: columns,
        ...(most !== undefined && { take: most }),
      });
      return campaignRows.parse(rows);
    },
  });
