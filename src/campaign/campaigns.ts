import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { rollModes } from '../battle/saved/session.ts';
import { ownValue } from '../core/plain-object.ts';

/** What becomes of a character at the end of a battle: wounds are kept, made good, or the GM is asked. */
export const carryOverModes = ['keep', 'restore', 'ask'] as const;
export type CarryOverMode = (typeof carryOverModes)[number];

export const campaignEntryModes = ['open', 'invited'] as const;

const memberSchema = z.strictObject({ name: z.string(), role: z.enum(['co-gm', 'player']) });

/**
 * Battles that belong together, in one channel or forum: who plays, by which rules, and what lives on between them; but for the
 * editions of its house rules, which are kept beside it.
 */
export const campaignSchema = z.strictObject({
  id: z.string(),
  guild: z.string().optional(),
  /** The channel or forum its battles are opened in. */
  place: z.string(),
  name: z.string(),
  gm: z.string(),
  gmName: z.string(),
  /** Everybody but the GM. */
  members: z.record(z.string(), memberSchema),
  invited: z.array(z.string()),
  /** May anybody join, or only who was invited? */
  entry: z.enum(campaignEntryModes),
  /** Ids of its rulebooks, the usual one first. */
  systems: z.array(z.string()).min(1),
  /** House rules by rulebook: settings that every new battle begins with. */
  rules: z.record(z.string(), z.unknown()),
  rolls: z.enum(rollModes).optional(),
  carry: z.enum(carryOverModes),
  status: z.enum(['running', 'paused', 'ended']),
  /** Counts its changes; a save must name the version it read. */
  version: z.int(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  updatedAt: z.int(),
});

export interface Campaign extends z.output<typeof campaignSchema> {
  /** Under which edition of each rulebook its house rules are written. */
  readonly editions: Readonly<Record<string, number>>;
}

/** A campaign as it is written, without what is kept beside it. */
export const toCampaignJson = ({ editions: _, ...campaign }: Campaign): z.input<typeof campaignSchema> => campaign;

/** Where campaigns live; what is to be said of a change is written with it. One implementation in memory, one on Postgres; one suite tests both. */
export interface CampaignStore {
  /** `taken` where the place has a campaign that has not ended. */
  readonly create: (campaign: Campaign, said?: PlacedMessage) => Promise<'kept' | 'taken'>;
  /** `campaign.version` is the version after the change: `stale` where another change got in first. */
  readonly save: (campaign: Campaign, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
  readonly byId: (id: string) => Promise<Campaign | undefined>;
  /** The campaign of a place that has not ended, or the newest of those that have. */
  readonly byPlace: (place: string) => Promise<Campaign | undefined>;
  /** Those that name this person, in all servers. */
  readonly listMentioning: (user: string) => Promise<readonly Campaign[]>;
  /** The last changed first, no more than `most`. */
  readonly list: (
    guild: string | undefined,
    which?: 'all' | 'unfinished',
    most?: number,
  ) => Promise<readonly Campaign[]>;
}

export type CampaignRole = 'gm' | 'co-gm' | 'player' | 'stranger';

export const campaignRole = ({ gm, members }: Campaign, user: string): CampaignRole =>
  user === gm ? 'gm' : (ownValue(members, user)?.role ?? 'stranger');

export const isLeader = (campaign: Campaign, user: string): boolean => {
  const role = campaignRole(campaign, user);
  return role === 'gm' || role === 'co-gm';
};

/** Everybody who leads it, its GM first. */
export const campaignLeaders = ({ gm, members }: Campaign): readonly string[] => [
  gm,
  ...Object.keys(members).filter((user) => ownValue(members, user)?.role === 'co-gm'),
];
