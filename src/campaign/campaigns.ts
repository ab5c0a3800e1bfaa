import { z } from 'zod';
import { paces } from '../battle/saved/clock-settings.ts';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { rollModes } from '../battle/saved/session.ts';
import { ownValue } from '../core/plain-object.ts';

/** What happens to characters after a battle: wounds stay, are healed, or the GM decides. */
export const carryOverModes = ['keep', 'restore', 'ask'] as const;
export type CarryOverMode = (typeof carryOverModes)[number];

export const campaignEntryModes = ['open', 'invited'] as const;

const memberSchema = z.strictObject({ name: z.string(), role: z.enum(['co-gm', 'player']) });

/** A campaign with its place, members and house rules. */
export const campaignSchema = z.strictObject({
  id: z.string(),
  guild: z.string().optional(),
  /** The id of the channel or forum for its battles. */
  place: z.string(),
  name: z.string(),
  gm: z.string(),
  gmName: z.string(),
  /** All members except the GM. */
  members: z.record(z.string(), memberSchema),
  invited: z.array(z.string()),
  /** Whether any user may join, or only invited ones. */
  entry: z.enum(campaignEntryModes),
  /** Ids of the campaign's rulebooks, the default first. */
  systems: z.array(z.string()).min(1),
  /** House rules for new battles, by rulebook. */
  rules: z.record(z.string(), z.unknown()),
  rolls: z.enum(rollModes).optional(),
  /** The pace of new battles. Default: `table`. */
  pace: z.enum(paces).optional(),
  carry: z.enum(carryOverModes),
  status: z.enum(['running', 'paused', 'ended']),
  /** Counts changes. A save must name the version that was read. */
  version: z.int(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  updatedAt: z.int(),
});

export interface Campaign extends z.output<typeof campaignSchema> {
  /** The editions under which the campaign's house rules are saved, by rulebook. */
  readonly editions: Readonly<Record<string, number>>;
}

/** Converts a campaign to its saved form, without editions. */
export const toCampaignJson = ({ editions: _, ...campaign }: Campaign): z.input<typeof campaignSchema> => campaign;

/** Saves campaigns, each with a message. Has one implementation in memory and one on Postgres, with the same tests. */
export interface CampaignStore {
  /** Saves a new campaign. `taken` if the place has an unfinished campaign. */
  readonly create: (campaign: Campaign, said?: PlacedMessage) => Promise<'kept' | 'taken'>;
  /** Saves a changed campaign under its new `version`. `stale` if another change came first. */
  readonly save: (campaign: Campaign, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
  readonly byId: (id: string) => Promise<Campaign | undefined>;
  /** Finds the unfinished campaign of a channel or forum, else its newest ended campaign. */
  readonly byPlace: (place: string) => Promise<Campaign | undefined>;
  /** Lists the campaigns that name a user, in all servers. */
  readonly listMentioning: (user: string) => Promise<readonly Campaign[]>;
  /** Lists campaigns of a server, last changed first. */
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

/** The leaders of a campaign, its GM first. */
export const campaignLeaders = ({ gm, members }: Campaign): readonly string[] => [
  gm,
  ...Object.keys(members).filter((user) => ownValue(members, user)?.role === 'co-gm'),
];
